"""Formulas as files hold them."""

from __future__ import annotations

import pytest

from keenbench.formats.xlsx.edit.stored_formula import stored


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("SUM(A1:A3)", "SUM(A1:A3)"),
        ("MAXIFS(A1:A9,B1:B9,C1)", "_xlfn.MAXIFS(A1:A9,B1:B9,C1)"),
        ("IF(A1,xlookup(B1,C:C,D:D),0)", "IF(A1,_xlfn.XLOOKUP(B1,C:C,D:D),0)"),
        ("SORT(FILTER(A1:A9,B1:B9>0))", "_xlfn._xlws.SORT(_xlfn._xlws.FILTER(A1:A9,B1:B9>0))"),
        ("_xlfn.STDEV.S(A1:A9)", "_xlfn.STDEV.S(A1:A9)"),
        ('"IFS("&A1', '"IFS("&A1'),
        ("days+1", "days+1"),
        ("LET(x,A1,y,x*2,x+y)", "_xlfn.LET(_xlpm.x,A1,_xlpm.y,_xlpm.x*2,_xlpm.x+_xlpm.y)"),
        ("MAP(A1:A3,LAMBDA(v,v+1))", "_xlfn.MAP(A1:A3,_xlfn.LAMBDA(_xlpm.v,_xlpm.v+1))"),
    ],
)
def test_newer_functions_get_their_prefix(typed: str, kept: str) -> None:
    assert stored(typed) == kept
    assert stored(kept) == kept
