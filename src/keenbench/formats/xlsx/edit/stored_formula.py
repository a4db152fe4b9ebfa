"""A formula as files hold it.

Functions that came after the first OOXML are stored under a prefix, and the names that LET and
LAMBDA make under another; without them Excel shows #NAME? until the cell is typed again.
"""

from __future__ import annotations

from keenbench.formats.xlsx.formulas import Kind, Token, tokens

_NEWER = frozenset(  # as a text: a list would be 160 lines
    """
    ACOT ACOTH AGGREGATE ANCHORARRAY ARABIC ARRAYTOTEXT BASE BETA.DIST BETA.INV BINOM.DIST
    BINOM.DIST.RANGE BINOM.INV BITAND BITLSHIFT BITOR BITRSHIFT BITXOR BYCOL BYROW CEILING.MATH
    CEILING.PRECISE CHISQ.DIST CHISQ.DIST.RT CHISQ.INV CHISQ.INV.RT CHISQ.TEST CHOOSECOLS
    CHOOSEROWS COMBINA CONCAT CONFIDENCE.NORM CONFIDENCE.T COT COTH COVARIANCE.P COVARIANCE.S CSC
    CSCH DAYS DECIMAL DROP ENCODEURL
    ERF.PRECISE ERFC.PRECISE EXPAND EXPON.DIST F.DIST F.DIST.RT F.INV
    F.INV.RT F.TEST FILTERXML FLOOR.MATH FLOOR.PRECISE FORECAST.ETS FORECAST.ETS.CONFINT
    FORECAST.ETS.SEASONALITY FORECAST.ETS.STAT FORECAST.LINEAR FORMULATEXT GAMMA GAMMA.DIST
    GAMMA.INV GAMMALN.PRECISE GAUSS GROUPBY HSTACK HYPGEOM.DIST IFNA IFS IMAGE IMCOSH IMCOT IMCSC
    IMCSCH IMSEC IMSECH IMSINH IMTAN ISFORMULA ISOMITTED ISOWEEKNUM LAMBDA LET LOGNORM.DIST
    LOGNORM.INV MAKEARRAY MAP MAXIFS MINIFS MODE.MULT MODE.SNGL MUNIT NEGBINOM.DIST NORM.DIST
    NORM.INV NORM.S.DIST NORM.S.INV NUMBERVALUE PDURATION PERCENTILE.EXC PERCENTILE.INC
    PERCENTRANK.EXC PERCENTRANK.INC PERCENTOF PERMUTATIONA PHI PIVOTBY POISSON.DIST QUARTILE.EXC
    QUARTILE.INC QUERYSTRING RANDARRAY RANK.AVG RANK.EQ REDUCE REGEXEXTRACT REGEXREPLACE REGEXTEST
    RRI SCAN SEC SECH SEQUENCE SHEET SHEETS SINGLE SKEW.P SORTBY STDEV.P STDEV.S SWITCH T.DIST
    T.DIST.2T T.DIST.RT T.INV T.INV.2T T.TEST TAKE TEXTAFTER TEXTBEFORE TEXTJOIN TEXTSPLIT TOCOL
    TOROW TRIMRANGE UNICHAR UNICODE UNIQUE VALUETOTEXT VAR.P VAR.S VSTACK WEBSERVICE WEIBULL.DIST
    WRAPCOLS WRAPROWS XLOOKUP XMATCH XOR Z.TEST
    """.split()  # noqa: SIM905
)
_PREFIXES = dict.fromkeys(_NEWER, "_xlfn.") | dict.fromkeys(("FILTER", "SORT"), "_xlfn._xlws.")
_NAMING = ("LET", "LAMBDA")
_PARAMETER = "_xlpm."
_NAMED = (Kind.REFERENCE, Kind.WORD)


def stored(formula: str) -> str:
    """Return a formula with the prefixes that files want; one that has them stays as it is."""
    cut = list(tokens(_with_functions(formula)))
    names = _made_names(cut)
    pieces = []
    for at, token in enumerate(cut):
        text = token.text
        if token.kind is Kind.WORD:
            if _is_called(cut, at) and text.upper() in _PREFIXES:
                text = _PREFIXES[text.upper()] + text.upper()
            elif text.casefold() in names:
                text = _PARAMETER + text
        pieces.append(text)
    return "".join(pieces)


def _with_functions(formula: str) -> str:
    """Return a formula with @A1 and A1# as the functions that files have for them."""
    cut = list(tokens(formula))
    at = 0
    while at < len(cut):
        token = cut[at]
        if token.kind is Kind.BRACKETS and token.text.startswith("[@"):
            cut[at] = Token(Kind.BRACKETS, _this_row(token.text))
        elif token.text == "#" and at and cut[at - 1].kind in _NAMED:
            whole = f"_xlfn.ANCHORARRAY({cut[at - 1].text})"
            cut[at - 1 : at + 1] = tokens(whole)
            at -= 1
        at += 1
    for at in reversed(range(len(cut))):
        if cut[at].kind is Kind.OTHER and cut[at].text == "@":
            end = _operand_end(cut, at + 1)
            inside = "".join(token.text for token in cut[at + 1 : end])
            if inside:
                cut[at:end] = tokens(f"_xlfn.SINGLE({inside})")
    return "".join(token.text for token in cut)


def _operand_end(cut: list[Token], start: int) -> int:
    """Return where the reference or the call that begins at `start` ends."""
    at = start
    if at < len(cut) and cut[at].kind in _NAMED:
        at += 1
        if at < len(cut) and cut[at].kind is Kind.BRACKETS:
            return at + 1
    elif at < len(cut) and cut[at].kind is Kind.BRACKETS:
        return at + 1
    if at < len(cut) and cut[at].text == "(":
        depth = 0
        for end in range(at, len(cut)):
            depth += {"(": 1, ")": -1}.get(cut[end].text, 0)
            if depth == 0:
                return end + 1
    return at


def _this_row(brackets: str) -> str:
    """Return [@Name] as files hold it: [[#This Row],[Name]]."""
    inside = brackets[2:-1].strip()
    if not inside:
        return "[#This Row]"
    return f"[[#This Row],{inside}]" if inside.startswith("[") else f"[[#This Row],[{inside}]]"


def _is_called(cut: list[Token], at: int) -> bool:
    return at + 1 < len(cut) and cut[at + 1].text == "("


def _made_names(cut: list[Token]) -> set[str]:
    """Return the names that LET and LAMBDA make in a formula."""
    names: set[str] = set()
    for at, token in enumerate(cut):
        function = token.text.upper()
        if token.kind is Kind.WORD and function in _NAMING and _is_called(cut, at):
            arguments = _arguments(cut, at + 2)[:-1]  # the last is what is computed
            chosen = arguments if function == "LAMBDA" else arguments[::2]
            for argument in chosen:
                words = [one for one in argument if one.kind is not Kind.SPACE]
                if len(words) == 1 and words[0].kind is Kind.WORD:
                    names.add(words[0].text.casefold())
    return names


def _arguments(cut: list[Token], start: int) -> list[list[Token]]:
    """Return the arguments of a call whose first begins at `start`."""
    found: list[list[Token]] = [[]]
    depth = 0
    for token in cut[start:]:
        if token.text == "(":
            depth += 1
        elif token.text == ")":
            depth -= 1
            if depth < 0:
                break
        if token.text == "," and depth == 0:
            found.append([])
        else:
            found[-1].append(token)
    return found
