"""Which results the workbook alone does not settle, and which an edit may have changed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import xlsxwriter

from keenbench.formats.package import open_package
from keenbench.formats.package_edit import PackageEdit
from keenbench.formats.xlsx.addresses import cell_name
from keenbench.formats.xlsx.edit.book import EditedBook
from keenbench.formats.xlsx.edit.unsteady import Formulas, unsteady_cells
from tests.fidelity.xlsx_ops import apply_ops


def made(path: Path, formulas: dict[str, str], names: dict[str, str] | None = None) -> Path:
    with xlsxwriter.Workbook(path) as book:
        data, other = book.add_worksheet("Data"), book.add_worksheet("Other Sheet")
        for name, said in (names or {}).items():
            book.define_name(name, f"={said}")
        for cell, formula in formulas.items():
            sheet, _, place = cell.rpartition("!")
            (other if sheet else data).write_formula(place, f"={formula}", None, 1)
    return path


def unsteady(path: Path) -> set[str]:
    with path.open("rb") as file, open_package(file, path.name) as package:
        found = unsteady_cells(EditedBook(PackageEdit(package)))
    return {f"{'o!' if sheet != 'Data' else ''}{cell_name(*at)}" for sheet, *at in found}


def test_nothing_is_unsteady_without_clock_chance_or_other_files(tmp_path: Path) -> None:
    formulas = {"A1": "B1+1", "A2": '"TODAY()"', "A3": "INDIRECT(B1)", "A4": "OFFSET(A1,1,1)"}
    assert unsteady(made(tmp_path / "a.xlsx", formulas)) == set()


def test_what_depends_on_the_clock_is_followed_over_sheets_ranges_names_and_steps(
    tmp_path: Path,
) -> None:
    formulas = {
        "A1": "TODAY()",
        "A2": "$A$1+1",
        "A3": "SUM(A1:A2)",
        "A4": "B4*2",
        "A5": "Deadline+1",
        "A6": "INDIRECT(B1)",
        "A7": "SUM('Other Sheet'!A:A)",
        "A8": "A4",
        "o!A1": "Data!A3",
        "o!B1": "Data!B4",
        "o!C1": "SUM(Data:'Other Sheet'!A1)",
    }
    path = made(tmp_path / "a.xlsx", formulas, {"Deadline": "Data!$A$2"})
    found = unsteady(path)
    assert {"A1", "A2", "A3", "A5", "A6", "A7", "o!A1"} <= found
    assert found.isdisjoint({"A4", "A8", "o!B1"})


def test_the_short_way_and_the_long_way_find_the_same(tmp_path: Path) -> None:
    formulas = {
        "A1": "NOW()",
        "A2": "SUM($A$1:B1)*2",
        "A3": "B9+C$9",
        "A4": "IF(A3>1,A2,0)",
        "A5": "OFFSET(B1,1,1)",
    }
    short = made(tmp_path / "a.xlsx", formulas)
    long = made(tmp_path / "b.xlsx", formulas, {"Some": "Data!$Z$1"})
    assert unsteady(short) == unsteady(long) == {"A1", "A2", "A4", "A5"}


def test_cells_that_depend_on_others_are_found(tmp_path: Path) -> None:
    path = made(tmp_path / "a.xlsx", {"A1": "B1", "A2": "A1+B2", "A3": "B2"})
    with path.open("rb") as file, open_package(file, path.name) as package:
        formulas = Formulas(EditedBook(PackageEdit(package)))
        found = formulas.depending_on({("Data", 1, 2)})
    assert found == {("Data", 1, 2), ("Data", 1, 1), ("Data", 2, 1)}


def test_only_what_the_edit_changed_is_listed_and_what_was_out_of_date_is_counted(
    tmp_path: Path,
) -> None:
    with xlsxwriter.Workbook(tmp_path / "a.xlsx") as book:
        data = book.add_worksheet("Data")
        data.write_row("A1", [2, 3])
        data.write_formula("C1", "=A1*10", None, 20)
        data.write_formula("C2", "=B1*10", None, 999)  # out of date: nobody computed it
        data.write_formula("C3", "=C1+1", None, 21)
    change: dict[str, Any] = {"cell": "A1", "value": 5}
    done = apply_ops(
        tmp_path / "a.xlsx",
        [{"op": "set_cells", "sheet": "Data", "cells": [change]}],
        tmp_path / "b.xlsx",
        recalculate=True,
    ).recalculated
    assert done is not None
    assert [(one.cell, one.old, one.new) for one in done.changed] == [
        ("C1", 20, 50),
        ("C3", 21, 51),
    ]
    assert (done.changed_count, done.refreshed_count) == (2, 1)
