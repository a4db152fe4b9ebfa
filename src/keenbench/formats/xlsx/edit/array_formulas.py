"""Formulas that give several values, or look at several at once.

Written plainly, Excel puts an @ before each of their ranges and takes one cell of it. They are
array formulas that spill, as Excel itself stores what is typed into a cell today.
"""

from __future__ import annotations

import re
from collections.abc import Container
from dataclasses import dataclass

from keenbench.formats.xlsx.formulas import Area, Kind, Token, references, tokens

# As texts: lists would be long.
_SPILLING = frozenset(
    """
    ANCHORARRAY BYCOL BYROW CHOOSECOLS CHOOSEROWS DROP EXPAND FILTER FREQUENCY GROUPBY HSTACK
    LAMBDA LINEST LOGEST MAKEARRAY MAP MINVERSE MMULT MODE.MULT MUNIT PIVOTBY RANDARRAY REDUCE SCAN
    SEQUENCE SORT SORTBY TAKE TEXTSPLIT TOCOL TOROW TRANSPOSE UNIQUE VSTACK WRAPCOLS WRAPROWS
    XLOOKUP
    """.split()  # noqa: SIM905
)
# What they are given they take whole, entered plainly or not.
_WHOLE = frozenset(("AGGREGATE", "LOOKUP", "MDETERM", "SINGLE", "SUMPRODUCT"))
# They hand on whatever they are given: several values, if it is several.
_HANDING_ON = frozenset(("", "CHOOSE", "IF", "IFERROR", "IFNA", "IFS", "SWITCH"))
# They look at one value; given several, they give several.
_ONE_BY_ONE = frozenset(
    """
    ABS CEILING CHAR CLEAN CODE DATE DATEVALUE DAY EDATE EOMONTH EXACT EXP FIND FLOOR HOUR INT
    ISBLANK ISERR ISERROR ISEVEN ISLOGICAL ISNA ISNONTEXT ISNUMBER ISODD ISTEXT LEFT LEN LN LOG
    LOG10 LOWER MID MINUTE MOD MONTH MROUND N NOT POWER PROPER QUOTIENT REPLACE REPT RIGHT ROUND
    ROUNDDOWN ROUNDUP SEARCH SECOND SIGN SQRT SUBSTITUTE T TEXT TIME TIMEVALUE TRIM TRUNC UPPER
    VALUE WEEKDAY WEEKNUM YEAR
    """.split()  # noqa: SIM905
)
# Of these one argument is such a value, or every second from one on: (the first, how many apart).
_ONE_OF_THEM = {
    "MATCH": (0, 0),
    "XMATCH": (0, 0),
    "VLOOKUP": (0, 0),
    "HLOOKUP": (0, 0),
    "XLOOKUP": (0, 0),
    "COUNTIF": (1, 0),
    "SUMIF": (1, 0),
    "AVERAGEIF": (1, 0),
    "COUNTIFS": (1, 2),
    "SUMIFS": (2, 2),
    "AVERAGEIFS": (2, 2),
    "MAXIFS": (2, 2),
    "MINIFS": (2, 2),
}
_MAY_BE_ONE = re.compile(
    r"\b(?:" + "|".join(sorted(map(re.escape, _ONE_BY_ONE | set(_ONE_OF_THEM)))) + r")\s*\(",
    re.IGNORECASE,
)
_OPERATORS = frozenset("+-*/^&=<>")


@dataclass
class _Call:
    """A function that is being given arguments, or a bracket."""

    function: str
    argument: int = 0

    @property
    def takes_one(self) -> bool:
        if self.function in _ONE_BY_ONE:
            return True
        first, apart = _ONE_OF_THEM.get(self.function, (-1, 0))
        if first < 0 or self.argument < first:
            return False
        return self.argument == first if not apart else (self.argument - first) % apart == 0


def gives_several(formula: str) -> bool:
    """Tell whether a formula, as files hold it, is to be an array formula that spills."""
    return _Looked(formula, frozenset()).spills


def lifts(formula: str, wide_names: Container[str]) -> bool:
    """Tell whether a function that looks at one value is given several.

    `wide_names` are the names, without case, that mean more than one cell.
    """
    return _MAY_BE_ONE.search(formula) is not None and _Looked(formula, wide_names).lifts


class _Looked:
    """What a walk over the tokens of a formula shows."""

    def __init__(self, formula: str, wide_names: Container[str]) -> None:
        self.spills = False
        self.lifts = False
        self._names = wide_names
        cut = [token for token in tokens(formula) if token.kind is not Kind.SPACE]
        calls: list[_Call] = []
        for at, token in enumerate(cut):
            if token.text == "(":
                calls.append(_Call(_function(cut[at - 1]) if at else ""))
                whole = any(call.function in _WHOLE for call in calls)
                self.spills |= calls[-1].function in _SPILLING and not whole
            elif token.text == ")" and calls:
                calls.pop()
            elif token.text == "," and calls:
                calls[-1].argument += 1
            elif self._is_wide(cut, at):
                self._look(cut, at, calls)

    def _look(self, cut: list[Token], at: int, calls: list[_Call]) -> None:
        whole = any(call.function in _WHOLE for call in calls)
        beside = {one.text for one in (*cut[max(0, at - 1) : at], *cut[at + 1 : at + 2])}
        given_out = True  # whether the values reach the cell itself
        for call in reversed(calls):
            if call.takes_one:
                self.lifts = True
                self.spills |= not whole
            if not call.takes_one and call.function not in _HANDING_ON:
                given_out = False
                break
        if not whole and (given_out or beside & _OPERATORS):
            self.spills = True

    def _is_wide(self, cut: list[Token], at: int) -> bool:
        """Tell whether a token is a range of several cells."""
        token = cut[at]
        if token.kind is Kind.BRACKETS:
            return "@" not in token.text and "#this row" not in token.text.casefold()
        if token.kind is Kind.WORD:
            return token.text.casefold() in self._names
        if token.kind is not Kind.REFERENCE:
            return False
        return any(_several(one.area) for one in references(token.text) if one.area is not None)


def is_wide(formula: str) -> bool:
    """Tell whether a name that says this means more than one cell."""
    return any(_several(one.area) for one in references(formula) if one.area is not None)


def _function(token: Token) -> str:
    if token.kind is not Kind.WORD:
        return ""
    return token.text.upper().removeprefix("_XLFN.").removeprefix("_XLWS.")


def _several(area: Area) -> bool:
    last = area.last
    if last is None:
        return False
    return (area.first.row, area.first.column) != (last.row, last.column) or area.first.row is None
