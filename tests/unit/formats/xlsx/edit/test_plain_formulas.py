"""The short way for plain formulas gives what the long way gives."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keenbench.formats.xlsx.edit.references import shifted
from keenbench.formats.xlsx.edit.shift import Shift
from keenbench.formats.xlsx.plain_formulas import is_plain
from keenbench.formats.xlsx.translated import translated

_CELLS = st.builds(
    "{}{}{}{}".format,
    st.sampled_from(["", "$"]),
    st.sampled_from(["A", "B", "C", "Z", "AA", "XFC", "XFD", "XFE", "ZZZ"]),
    st.sampled_from(["", "$"]),
    st.sampled_from([1, 2, 3, 7, 40, 1048575, 1048576, 1048577]),
)
_AREAS = st.one_of(_CELLS, st.builds("{}:{}".format, _CELLS, _CELLS))
_FUNCTIONS = st.builds(
    "{}({},{})".format, st.sampled_from(["SUM", "LOG10", "DEC2BIN", "ATAN2", "T.TEST"]),
    _AREAS, _AREAS,
)  # fmt: skip
_OTHERS = st.sampled_from(["1", "2.5", "1E5", ".5", "TRUE", "50%", "RATE2020", "A1.B", "TAX2020"])
_OPERANDS = st.one_of(_AREAS, _FUNCTIONS, _OTHERS)
_FORMULAS = st.builds(
    lambda first, rest: first + "".join(sign + operand for sign, operand in rest),
    _OPERANDS,
    st.lists(st.tuples(st.sampled_from([*"+-*/^&=<>,: ", "<>"]), _OPERANDS), max_size=4),
)
_LINES = st.sampled_from([1, 2, 3, 8, 16383, 16384])
_SHIFTS = st.builds(
    Shift,
    st.just("Data"),
    st.sampled_from(["rows", "columns"]),
    _LINES,
    st.sampled_from([1, 2, 5]),
    st.booleans(),
)
_LONG = '&""'  # a text, for which the long way is taken


@given(_FORMULAS, _SHIFTS)
def test_a_plain_formula_shifts_as_any_other(formula: str, shift: Shift) -> None:
    assert not is_plain(formula + _LONG)
    assert shifted(formula, "Data", shift) + _LONG == shifted(formula + _LONG, "Data", shift)


@given(_FORMULAS, st.integers(-9, 9), st.integers(-9, 9))
def test_a_plain_formula_is_translated_as_any_other(formula: str, rows: int, columns: int) -> None:
    long = translated(formula + _LONG, rows, columns)
    assert translated(formula, rows, columns) + _LONG == long


@pytest.mark.parametrize("formula", ["E2*F2", "SUM($A$1:B9)/2", "IF(A1>0,B1,-1)"])
def test_what_large_sheets_hold_is_plain(formula: str) -> None:
    assert is_plain(formula)


@pytest.mark.parametrize("formula", ["A:B", "1:3", "Data!A1", 'A1&"x"', "tax*2", "T[x]", "A1 : B2"])
def test_what_needs_more_thought_is_not_plain(formula: str) -> None:
    assert not is_plain(formula)
