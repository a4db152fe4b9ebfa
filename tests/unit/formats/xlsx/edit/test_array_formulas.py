"""Formulas that give several values: stored as Excel stores them, so that it shows no @."""

from __future__ import annotations

import zipfile
from pathlib import Path
from typing import Any

import openpyxl
import pytest
import python_calamine
import xlsxwriter
from lxml import etree

from keenbench.formats.xlsx.edit.array_formulas import gives_several, lifts
from tests.fidelity.xlsx_ops import apply_ops


def formula(cell: str, text: str) -> dict[str, Any]:
    written = {"cell": cell, "value": text, "type": "formula"}
    return {"op": "set_cells", "sheet": "Data", "cells": [written]}


def value(cell: str, new: Any) -> dict[str, Any]:
    return {"op": "set_cells", "sheet": "Data", "cells": [{"cell": cell, "value": new}]}


@pytest.fixture
def book(tmp_path: Path) -> Path:
    path = tmp_path / "a.xlsx"
    with xlsxwriter.Workbook(path) as made:
        data = made.add_worksheet("Data")
        data.write_column("A1", ["x", "y", "x", "z"])
        data.write_column("B1", [1, 2, 3, 4])
    return path


def part(path: Path, name: str) -> bytes:
    with zipfile.ZipFile(path) as package:
        return package.read(name)


def canonical(xml: bytes) -> bytes:
    return etree.tostring(etree.fromstring(xml), method="c14n")


def column(path: Path, letter: str) -> list[Any]:
    sheet = openpyxl.load_workbook(path, data_only=True)["Data"]
    ours = [sheet[f"{letter}{row}"].value for row in range(1, 5)]
    rows = python_calamine.CalamineWorkbook.from_path(path).get_sheet_by_name("Data").to_python()
    at = ord(letter) - ord("A")
    theirs = [row[at] if at < len(row) else "" for row in rows[:4]]
    # calamine gives nothing for an error.
    assert ["" if one is None or str(one).startswith("#") else one for one in ours] == theirs
    return ours


def test_they_are_stored_as_xlsxwriter_stores_them(book: Path, tmp_path: Path) -> None:
    with xlsxwriter.Workbook(tmp_path / "theirs.xlsx") as made:
        data = made.add_worksheet("Data")
        data.write_dynamic_array_formula("D1:D1", "=_xlfn._xlws.FILTER(A1:A4,B1:B4>2)")
    apply_ops(book, [formula("D1", "=FILTER(A1:A4,B1:B4>2)")], tmp_path / "ours.xlsx")
    ours, theirs = tmp_path / "ours.xlsx", tmp_path / "theirs.xlsx"
    names = "xl/metadata.xml"
    assert canonical(part(ours, names)) == canonical(part(theirs, names))
    assert b'cm="1"' in part(ours, "xl/worksheets/sheet1.xml")
    for name, needle in (
        ("[Content_Types].xml", b"spreadsheetml.sheetMetadata+xml"),
        ("xl/_rels/workbook.xml.rels", b"/sheetMetadata"),
    ):
        assert part(ours, name).count(needle) == 1
        assert part(theirs, name).count(needle) == 1
    cell = openpyxl.load_workbook(ours)["Data"]["D1"].value
    assert (cell.ref, cell.text) == ("D1", "=_xlfn._xlws.FILTER(A1:A4,B1:B4>2)")


def test_a_note_that_is_there_is_used_again(tmp_path: Path) -> None:
    with xlsxwriter.Workbook(tmp_path / "a.xlsx") as made:
        data = made.add_worksheet("Data")
        data.write_column("A1", [3, 1])
        data.write_dynamic_array_formula("C1:C2", "=_xlfn._xlws.SORT(A1:A2)", None, 1)
    before = part(tmp_path / "a.xlsx", "xl/metadata.xml")
    apply_ops(tmp_path / "a.xlsx", [formula("D1", "=SORT(A1:A2)")], tmp_path / "b.xlsx")
    assert part(tmp_path / "b.xlsx", "xl/metadata.xml") == before
    assert part(tmp_path / "b.xlsx", "xl/worksheets/sheet1.xml").count(b'cm="1"') == 2


def test_computed_values_fill_the_cells_below_and_follow_the_result(
    book: Path, tmp_path: Path
) -> None:
    one, two = tmp_path / "b.xlsx", tmp_path / "c.xlsx"
    applied = apply_ops(book, [formula("D1", "=UNIQUE(A1:A4)")], one, recalculate=True)
    assert column(one, "D") == ["x", "y", "z", None]
    assert b'ref="D1:D3"' in part(one, "xl/worksheets/sheet1.xml")
    assert applied.recalculated is not None
    assert [(c.cell, c.new) for c in applied.recalculated.changed] == [
        ("D1", "x"),
        ("D2", "y"),
        ("D3", "z"),
    ]
    apply_ops(one, [value("A2", "x"), value("A4", "x")], two, recalculate=True)
    assert column(two, "D") == ["x", None, None, None]
    assert b'ref="D1"' in part(two, "xl/worksheets/sheet1.xml")


def test_a_cell_in_the_way_is_never_written_over(book: Path, tmp_path: Path) -> None:
    done = apply_ops(
        book,
        [value("D2", "mine"), formula("D1", "=UNIQUE(A1:A4)")],
        tmp_path / "b.xlsx",
        recalculate=True,
    )
    assert column(tmp_path / "b.xlsx", "D") == ["#VALUE!", "mine", None, None]
    assert done.recalculated is not None
    assert [error.error for error in done.recalculated.errors] == ["#SPILL!"]


def test_same_edit_gives_the_same_bytes(book: Path, tmp_path: Path) -> None:
    for name in ("b.xlsx", "c.xlsx"):
        apply_ops(book, [formula("D1", "=SORT(A1:B4)")], tmp_path / name, recalculate=True)
    assert (tmp_path / "b.xlsx").read_bytes() == (tmp_path / "c.xlsx").read_bytes()


@pytest.mark.parametrize(
    ("text", "several"),
    [
        ("SUM(A1:A3)", False),
        ("SUM(A1:A3)*2", False),
        ("SUM(A1:A3*B1:B3)", True),
        ("SUMPRODUCT(A1:A3*B1:B3)", False),
        ("A1:A3", True),
        ("A1:A3*2", True),
        ("A1*2", False),
        ("VLOOKUP(A1,B1:C9,2,FALSE)", False),
        ("VLOOKUP(A1:A3,B1:C9,2,FALSE)", True),
        ("COUNTIF(A1:A9,A1)", False),
        ("COUNTIF(A1:A9,A1:A9)", True),
        ("LEN(A1:A3)", True),
        ("SUM(LEN(A1:A3))", True),
        ("IF(A1:A3>1,1,0)", True),
        ("IF(A1>1,SUM(B1:B3),0)", False),
        ("INDEX(A1:A3,2)", False),
        ("INDEX(A1:A3,MATCH(1,(B1:B3=1)*(C1:C3=2),0))", True),
        ("_xlfn.SINGLE(A1:A3)*2", False),
        ("SUM(_xlfn._xlws.FILTER(A1:A3,B1:B3))", True),
        ('"A1:A3"&B1', False),
        ("SUM(Table1[Amount])", False),
        ("SUM(Table1[Amount]*2)", True),
        ("Table1[[#This Row],[Amount]]*2", False),
    ],
)
def test_which_formulas_give_several_values(text: str, several: bool) -> None:
    assert gives_several(text) is several


@pytest.mark.parametrize(
    ("text", "lifted"),
    [
        ("SUMPRODUCT(LEN(A1:A3))", True),
        ("SUMPRODUCT((YEAR(A1:A3)=2024)*B1:B3)", True),
        ("SUMPRODUCT(1/COUNTIF(A1:A9,A1:A9))", True),
        ("SUMPRODUCT(--ISNUMBER(SEARCH(1,A1:A3)))", True),
        ("SUMPRODUCT(LEN(Names))", True),
        ("SUMPRODUCT(A1:A3*B1:B3)", False),
        ("LEN(A1)+SUM(B1:B3)", False),
        ("ROUND(SUM(A1:A3),2)", False),
        ("COUNTIFS(A1:A9,1,B1:B9,C1)", False),
        ("MATCH(1,A1:A9,0)", False),
    ],
)
def test_which_formulas_give_several_values_where_one_is_looked_at(text: str, lifted: bool) -> None:
    assert lifts(text, {"names"}) is lifted
