"""Functions younger than the file format: it writes them with a prefix, people without."""

from __future__ import annotations

import re

# One string, for as a list it would fill three pages.
_XLFN = """
ACOT ACOTH AGGREGATE ARABIC ARRAYTOTEXT BASE BETA.DIST BETA.INV BINOM.DIST BINOM.DIST.RANGE
BINOM.INV BITAND BITLSHIFT BITOR BITRSHIFT BITXOR BYCOL BYROW CEILING.MATH CEILING.PRECISE
CHISQ.DIST CHISQ.DIST.RT CHISQ.INV CHISQ.INV.RT CHISQ.TEST CHOOSECOLS CHOOSEROWS COMBINA
CONCAT CONFIDENCE.NORM CONFIDENCE.T COT COTH COVARIANCE.P COVARIANCE.S CSC CSCH DAYS DECIMAL
DROP ENCODEURL ERF.PRECISE ERFC.PRECISE EXPAND EXPON.DIST F.DIST F.DIST.RT F.INV F.INV.RT
F.TEST FILTERXML FLOOR.MATH FLOOR.PRECISE FORECAST.ETS FORECAST.LINEAR FORMULATEXT GAMMA
GAMMA.DIST GAMMA.INV GAMMALN.PRECISE GAUSS HSTACK HYPGEOM.DIST IFNA IFS IMCOSH IMCOT IMCSC
IMCSCH IMSEC IMSECH IMSINH IMTAN ISFORMULA ISOWEEKNUM LOGNORM.DIST LOGNORM.INV MAXIFS MINIFS
MODE.MULT MODE.SNGL MUNIT NEGBINOM.DIST NORM.DIST NORM.INV NORM.S.DIST NORM.S.INV
NUMBERVALUE PDURATION PERCENTILE.EXC PERCENTILE.INC PERCENTRANK.EXC PERCENTRANK.INC
PERMUTATIONA PHI POISSON.DIST QUARTILE.EXC QUARTILE.INC RANDARRAY RANK.AVG RANK.EQ RRI SEC
SECH SEQUENCE SHEET SHEETS SKEW.P SORTBY STDEV.P STDEV.S SWITCH T.DIST T.DIST.2T T.DIST.RT
T.INV T.INV.2T T.TEST TAKE TEXTAFTER TEXTBEFORE TEXTJOIN TEXTSPLIT TOCOL TOROW UNICHAR
UNICODE UNIQUE VALUETOTEXT VAR.P VAR.S VSTACK WEBSERVICE WEIBULL.DIST WRAPCOLS WRAPROWS
XLOOKUP XMATCH XOR Z.TEST
"""
_PREFIXES = {name: f"_xlfn.{name}" for name in _XLFN.split()}
_PREFIXES |= {name: f"_xlfn._xlws.{name}" for name in ("FILTER", "SORT")}
SPILLING = frozenset(
    (
        "FILTER",
        "SORT",
        "SORTBY",
        "UNIQUE",
        "SEQUENCE",
        "RANDARRAY",
        "TEXTSPLIT",
        "HSTACK",
        "VSTACK",
        "TOCOL",
        "TOROW",
        "WRAPCOLS",
        "WRAPROWS",
        "TAKE",
        "DROP",
        "EXPAND",
        "CHOOSECOLS",
        "CHOOSEROWS",
    )
)
_WORD = re.compile(r'"(?:[^"]|"")*"|\'(?:[^\']|\'\')*\'|(?<![\w.!])([A-Za-z][\w.]*)(?=\()')


def prefixed(formula: str) -> str:
    """Return the formula with its younger functions written as the file format writes them."""
    return _WORD.sub(
        lambda match: _PREFIXES.get(match[1].upper(), match[0]) if match[1] else match[0], formula
    )


def may_spill(formula: str) -> bool:
    """Return whether the formula may give more than one value."""
    return any(match[1] and match[1].upper() in SPILLING for match in _WORD.finditer(formula))
