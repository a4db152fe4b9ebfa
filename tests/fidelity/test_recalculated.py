"""Results of formulas, computed after an edit."""

from __future__ import annotations

import zipfile
from pathlib import Path
from typing import Any

import openpyxl
import pytest
import xlsxwriter

from tests.fidelity.xlsx_ops import apply_ops


@pytest.fixture
def sheet(tmp_path: Path) -> Path:
    path = tmp_path / "a.xlsx"
    with xlsxwriter.Workbook(path) as book:
        data = book.add_worksheet("Data")
        data.write("A1", 2)
        data.write("A2", 3)
        data.write_formula("B1", "=A1+A2", None, 5)
        data.write_formula("B2", "=A2*10", None, 30)
        data.write_formula("B3", '=IF(B1>5,"many","few")', None, "few")
        data.write_formula("B4", "=A2/(A1-7)", None, -0.6)
        other = book.add_worksheet("Other")
        other.write_formula("A1", "=SUM(Data!B1:B2)", None, 35)
    return path


def set_a1(value: Any) -> list[dict[str, Any]]:
    return [{"op": "set_cells", "sheet": "Data", "cells": [{"cell": "A1", "value": value}]}]


def values(path: Path) -> dict[str, Any]:
    book = openpyxl.load_workbook(path, data_only=True)
    return {
        f"{sheet.title}!{cell.coordinate}": cell.value
        for sheet in book.worksheets
        for row in sheet.iter_rows()
        for cell in row
        if cell.value is not None
    }


def test_the_report_lists_what_changed_and_every_error(sheet: Path, tmp_path: Path) -> None:
    done = apply_ops(sheet, set_a1(7), tmp_path / "b.xlsx", recalculate=True).recalculated
    assert done is not None
    assert done.engine == "formualizer"
    assert {(c.sheet, c.cell, c.old, c.new) for c in done.changed} == {
        ("Data", "B1", 5.0, 10.0),
        ("Data", "B3", "few", "many"),
        ("Data", "B4", -0.6, "#DIV/0!"),
        ("Other", "A1", 35.0, 40.0),
    }
    assert [(e.sheet, e.cell, e.error) for e in done.errors] == [("Data", "B4", "#DIV/0!")]
    assert values(tmp_path / "b.xlsx")["Other!A1"] == 40
    assert values(tmp_path / "b.xlsx")["Data!B2"] == 30


def test_without_it_results_stay_and_are_asked_for(sheet: Path, tmp_path: Path) -> None:
    done = apply_ops(sheet, set_a1(7), tmp_path / "b.xlsx")
    assert done.recalculated is None
    assert values(tmp_path / "b.xlsx")["Other!A1"] == 35
    with zipfile.ZipFile(tmp_path / "b.xlsx") as package:
        assert b'fullCalcOnLoad="1"' in package.read("xl/workbook.xml")


def test_what_depends_on_the_clock_is_left_to_the_one_who_opens_it(tmp_path: Path) -> None:
    with xlsxwriter.Workbook(tmp_path / "a.xlsx") as book:
        data = book.add_worksheet("Data")
        data.write_formula("B1", "=TODAY()", None, 45000)
        data.write_formula("B2", "=B1+A1", None, 45000)
        data.write_formula("B3", "=A1*2", None, 0)
    done = apply_ops(tmp_path / "a.xlsx", set_a1(7), tmp_path / "b.xlsx", recalculate=True)
    assert done.recalculated is not None
    assert done.recalculated.left_count == 2
    assert values(tmp_path / "b.xlsx") == {
        "Data!A1": 7,
        "Data!B1": 45000,
        "Data!B2": 45000,
        "Data!B3": 14,
    }
    with zipfile.ZipFile(tmp_path / "b.xlsx") as package:
        assert b'fullCalcOnLoad="1"' in package.read("xl/workbook.xml")


def test_same_edit_gives_the_same_bytes(sheet: Path, tmp_path: Path) -> None:
    for name in ("b.xlsx", "c.xlsx"):
        apply_ops(sheet, set_a1(7), tmp_path / name, recalculate=True)
    assert (tmp_path / "b.xlsx").read_bytes() == (tmp_path / "c.xlsx").read_bytes()


def test_only_sheets_with_new_results_differ(sheet: Path, tmp_path: Path) -> None:
    apply_ops(sheet, set_a1(2), tmp_path / "b.xlsx", recalculate=True)
    with zipfile.ZipFile(sheet) as old, zipfile.ZipFile(tmp_path / "b.xlsx") as new:
        assert old.read("xl/worksheets/sheet2.xml") == new.read("xl/worksheets/sheet2.xml")


@pytest.mark.needs("libreoffice")
def test_libreoffice_computes_what_formualizer_misjudges(tmp_path: Path) -> None:
    with xlsxwriter.Workbook(tmp_path / "a.xlsx") as book:
        data = book.add_worksheet("Data")
        data.write_column("B1", ["x", "y", "x", "z"])
        data.write_column("C1", [1, 2, 3, 4])
        data.write_formula("D1", '=LOOKUP(2,1/(B1:B4="x"),C1:C4)', None, 0)
    done = apply_ops(tmp_path / "a.xlsx", set_a1(1), tmp_path / "b.xlsx", recalculate=True)
    assert done.recalculated is not None
    assert done.recalculated.engine == "libreoffice"
    assert values(tmp_path / "b.xlsx")["Data!D1"] == 3
