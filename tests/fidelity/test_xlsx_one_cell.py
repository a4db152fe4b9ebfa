"""One cell of every workbook of the corpus edited: nothing else is lost or changed."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import Any

import openpyxl
import pytest
import python_calamine

import keenbench.formats.xlsx.methods  # noqa: F401  registers the methods
from keenbench.errors import KeenBenchError
from keenbench.formats.package import Package
from keenbench.formats.xlsx.addresses import cell_name
from tests.documents import call
from tests.edits import edited, sha256
from tests.fidelity.marked import corpus_files
from tests.fidelity.test_corpus_xlsx import CANNOT, is_refused
from tests.fidelity.test_package_edit import raw

FILES = [
    file
    for file, note in corpus_files("xlsx")
    if file.suffix in (".xlsx", ".xlsm", ".xltx") and not is_refused(note)
]
TEXT = "KeenBench was here"

pytestmark = pytest.mark.skipif(not FILES, reason="no corpus here")


def first_sheet(file: Path) -> dict[str, Any] | None:
    sheets = call("XlsxGetMap", file)["sheets"]
    return next((s for s in sheets if s["type"] == "worksheet" and "unreadable" not in s), None)


def target(sheet: dict[str, Any]) -> tuple[int, int]:
    """Return a free cell below all others, in the first used column."""
    used = sheet["used_range"]
    return (used["max_row"] + 2, used["min_col"]) if used else (1, 1)


def edit(file: Path, out: Path, value: Any = TEXT) -> tuple[str, tuple[int, int], Path] | None:
    sheet = first_sheet(file)
    if sheet is None:
        return None
    at = target(sheet)
    ops = [
        {
            "op": "set_cells",
            "sheet": sheet["name"],
            "cells": [{"cell": cell_name(*at), "value": value}],
        }
    ]
    answer, result = edited("XlsxApplyOps", file, ops, out, allow_break_signature=True)
    assert answer["report"][0]["cells"] == 1
    return sheet["name"], at, result


def openpyxl_cells(file: Path) -> dict[tuple[str, int, int], Any]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        book: Any = openpyxl.load_workbook(file)
    cells: dict[tuple[str, int, int], Any] = {}
    for sheet in book.worksheets:
        for (row, column), cell in sheet._cells.items():
            value = cell.value
            value = getattr(value, "text", None) or getattr(value, "ref", value)
            looks = tuple(cell._style)  # styles are only appended, so their numbers stay
            if value is not None or cell.has_style:
                cells[sheet.title, row, column] = (str(value), looks)
        cells[sheet.title, 0, 0] = (
            sorted(map(str, sheet.merged_cells.ranges)),
            sheet.freeze_panes,
            len(sheet._charts),
            len(sheet._images),
            sorted(sheet.tables),
            len(sheet.conditional_formatting),
            len(sheet.data_validations.dataValidation),
        )
    return cells


def calamine_rows(file: Path) -> dict[str, list[list[Any]]]:
    book = python_calamine.CalamineWorkbook.from_path(file)
    rows = {}
    for name in book.sheet_names:
        try:
            rows[name] = book.get_sheet_by_name(name).to_python(skip_empty_area=False)
        except python_calamine.CalamineError:
            continue
    return rows


def trimmed(rows: list[list[Any]], row: int, column: int) -> list[list[Any]]:
    """Return rows without one cell, and without the blank cells and rows at their ends."""
    if row <= len(rows):
        rows[row - 1][column - 1] = ""
    for cells in rows:
        while cells and cells[-1] == "":
            cells.pop()
    while rows and not rows[-1]:
        rows.pop()
    return rows


def test_a_one_cell_edit_of_a_small_workbook_loses_nothing(tmp_path: Path) -> None:
    assert compared([file for file in FILES if file.stat().st_size < 60_000], tmp_path) >= 35


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_a_one_cell_edit_loses_nothing(tmp_path: Path) -> None:
    assert compared(FILES, tmp_path) >= 50


def compared(files: list[Path], tmp_path: Path) -> int:
    """Edit one cell of each file, compare everything, and return how many were edited."""
    faults: list[str] = []
    edits = parts_same = parts_changed = by_openpyxl = by_calamine = cells = 0
    for file in files:
        try:
            done = edit(file, tmp_path / "out")
        except KeenBenchError as error:
            faults.append(f"{file.name}: {error.message}")
            continue
        if done is None:
            continue
        name, (row, column), result = done
        edits += 1
        with file.open("rb") as old, result.open("rb") as new:
            before, after = Package(old, file.name), Package(new, file.name)
            lost = set(before.names()) - set(after.names())
            if lost:
                faults.append(f"{file.name}: lost {lost}")
            old_raw, new_raw = raw(before), raw(after)
            for part in before.names():
                if old_raw[part] == new_raw.get(part):
                    parts_same += 1
                else:
                    parts_changed += 1
                    usual = ("worksheets/", "sharedstrings", "workbook.xml", "sst")
                    if not any(word in part.lower() for word in usual):
                        faults.append(f"{file.name}: {part} changed")
        try:
            theirs = openpyxl_cells(file)
        except CANNOT:
            theirs = None
        if theirs:  # strict OOXML opens with no sheets there
            ours = openpyxl_cells(result)
            got = ours.pop((name, row, column), None)
            theirs.pop((name, row, column), None)
            if got is None or got[0] != TEXT:
                faults.append(f"{file.name}: openpyxl sees {got}")
            if ours != theirs:
                faults.append(f"{file.name}: openpyxl sees other changes")
            by_openpyxl += 1
            cells += len(ours)
        try:
            old_rows = calamine_rows(file)
        except python_calamine.CalamineError:
            continue
        new_rows = calamine_rows(result)
        if name not in old_rows:
            continue
        by_calamine += 1
        if new_rows[name][row - 1][column - 1] != TEXT:
            faults.append(f"{file.name}: calamine does not see the edit")
        new_rows[name] = trimmed(new_rows[name], row, column)
        old_rows[name] = trimmed(old_rows[name], row, column)
        if new_rows != old_rows:
            faults.append(f"{file.name}: calamine sees other changes")
    print(
        f"xlsx one-cell edit: {edits} workbooks of {len(files)}, {parts_same} parts the same, "
        f"{parts_changed} changed, 0 lost; openpyxl agrees on {by_openpyxl} ({cells} cells), "
        f"calamine on {by_calamine}"
    )
    assert not faults, faults[:10]
    return edits


def test_the_same_base_and_ops_give_the_same_bytes(tmp_path: Path) -> None:
    for file in FILES[::4]:
        one, two = edit(file, tmp_path / "one"), edit(file, tmp_path / "two")
        if one is not None and two is not None:
            assert sha256(one[2]) == sha256(two[2]), file.name
