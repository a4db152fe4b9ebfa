"""Every workbook of the corpus: read whole, every cell once, as a second library reads it."""

from __future__ import annotations

import datetime as dt
import json
import time
import warnings
import zipfile
from pathlib import Path
from typing import Any

import openpyxl
import pytest
import python_calamine
from openpyxl.worksheet.formula import ArrayFormula, DataTableFormula

import keenbench.formats.xlsx.methods  # noqa: F401  registers the methods
from keenbench.errors import FileReadFailed, TooLarge
from keenbench.formats.xlsx.addresses import parse_range
from keenbench.formats.xlsx.xml_text import decoded
from tests.documents import call
from tests.fidelity.marked import corpus_files

FILES = [
    (file, note)
    for file, note in corpus_files("xlsx")
    if file.suffix in (".xlsx", ".xlsm", ".xltx", ".xlsb")
]
REFUSED = (
    "must be refused",
    "binary workbook",
    "zero bytes",
    "without any Office part",
    "duplicate zip entries",
    "bad CRC on a zip entry",
)
MAP_BYTES = 64 * 1024
SECONDS = 30
# What openpyxl raises for workbooks that it cannot open, and we can.
CANNOT = (TypeError, KeyError, ValueError, IndexError, AttributeError, zipfile.BadZipFile)

pytestmark = pytest.mark.skipif(not FILES, reason="no corpus here")

Cells = dict[tuple[int, int], tuple[Any, str | None]]


def is_refused(note: str) -> bool:
    return any(words in note for words in REFUSED)


def cells_by_map(file: Path) -> dict[str, Cells]:
    """Return every cell of a workbook, read chunk by chunk as its own map says."""
    found = call("XlsxGetMap", file)
    assert len(json.dumps(found)) <= MAP_BYTES, file.name
    cells: dict[str, Cells] = {}
    for sheet in found["sheets"]:
        if "unreadable" in sheet:
            with pytest.raises(FileReadFailed):
                call("XlsxReadRange", file, sheet=sheet["name"])
            continue
        cells[sheet["name"]] = sheet_by_map(file, sheet)
    return cells


def sheet_by_map(file: Path, sheet: dict[str, Any]) -> Cells:
    cells: Cells = {}
    covered = 0
    for chunk in range(sheet["chunks_count"]):
        got = call("XlsxReadRange", file, sheet=sheet["name"], chunk=chunk)
        info = got["chunk_info"]
        assert info["covered"]["from"] == covered + 1
        covered = info["covered"]["to"]
        assert info["has_more"] == (chunk < sheet["chunks_count"] - 1)
        area = parse_range(info["range"])
        for r, (values, formulas) in enumerate(zip(got["rows"], got["formulas"], strict=True)):
            for c, pair in enumerate(zip(values, formulas, strict=True)):
                if pair != (None, None):
                    at = (area.first_row + r, area.first_column + c)
                    assert at not in cells
                    cells[at] = pair
    assert covered == sheet["row_count"]
    # A text may be empty only where it is shared, which the sheet alone does not tell.
    blank = sum(value == "" and formula is None for value, formula in cells.values())
    assert len(cells) - blank <= sheet["cell_count"] <= len(cells)
    return cells


@pytest.fixture(scope="module")
def read() -> dict[Path, dict[str, Cells]]:
    """Return the cells of all workbooks that can be read."""
    found = {}
    for file, note in FILES:
        if not is_refused(note):
            began = time.process_time()
            found[file] = cells_by_map(file)
            assert time.process_time() - began < SECONDS, file.name
    return found


def test_every_workbook_is_read_by_its_map_or_refused_with_a_reason(
    read: dict[Path, dict[str, Cells]],
) -> None:
    refused = 0
    for file, note in FILES:
        if is_refused(note):
            for method in ("XlsxGetMap", "XlsxReadRange", "XlsxExtractText", "XlsxGetInfo"):
                with pytest.raises(FileReadFailed):
                    call(method, file)
            refused += 1
    count = sum(len(cells) for sheets in read.values() for cells in sheets.values())
    print(f"xlsx: {len(read)} workbooks read whole, {count} cells; {refused} refused")
    assert len(read) >= 50


def test_cells_are_what_openpyxl_reads(read: dict[Path, dict[str, Cells]]) -> None:
    faults: list[str] = []
    compared = books = 0
    for file, sheets in read.items():
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                values = openpyxl.load_workbook(file, data_only=True)
                formulas = openpyxl.load_workbook(file)
        except CANNOT:
            continue
        books += 1
        for sheet in values.worksheets:
            ours = sheets[sheet.title]
            theirs = formulas[sheet.title]
            rows: Any = sheet.iter_rows() if not is_vast(sheet) else ()
            for row in rows:
                for cell in row:
                    formula = their_formula(theirs.cell(cell.row, cell.column))
                    if cell.value is None and formula is None:
                        continue
                    compared += 1
                    value, own = ours.get((cell.row, cell.column), (None, None))
                    if not same(value, cell.value):
                        faults.append(f"{file.name} {sheet.title}!{cell.coordinate}: {value!r}")
                    if formula not in (own, "TABLE"):
                        faults.append(f"{file.name} {sheet.title}!{cell.coordinate}: {own}")
    print(f"xlsx: {compared} cells of {books} workbooks the same in openpyxl")
    assert not faults[:10]
    assert compared > 60_000


def is_vast(sheet: Any) -> bool:
    return bool(sheet.max_row * sheet.max_column > 2_000_000)


def their_formula(cell: Any) -> str | None:
    if cell.data_type != "f":
        return None
    if isinstance(cell.value, DataTableFormula):
        return "TABLE"
    text = str(cell.value.text if isinstance(cell.value, ArrayFormula) else cell.value)
    return text if text.startswith("=") else f"={text}"


def same(ours: Any, theirs: Any) -> bool:
    if isinstance(theirs, dt.datetime | dt.date | dt.time):
        text = theirs.isoformat()
        return ours in (text, text.removesuffix("T00:00:00")) or (
            isinstance(ours, str) and text.startswith(ours)
        )
    if isinstance(theirs, dt.timedelta):
        return isinstance(ours, str) and ours.lstrip("-").startswith("PT")
    if isinstance(theirs, str):
        # openpyxl leaves the spreadsheet's own escapes in texts.
        return ours in (theirs, decoded(theirs)) or (ours is None and theirs == "")
    return bool(ours == theirs) or (theirs is None and ours == "")


def test_values_are_what_calamine_reads(read: dict[Path, dict[str, Cells]]) -> None:
    compared = 0
    for file, sheets in read.items():
        try:
            book = python_calamine.CalamineWorkbook.from_path(file)
        except python_calamine.CalamineError:
            continue
        for name, ours in sheets.items():
            if not ours or max(ours)[0] * max(column for _, column in ours) > 2_000_000:
                continue
            try:
                sheet = book.get_sheet_by_name(name)
                rows = sheet.to_python(skip_empty_area=False)
            except python_calamine.CalamineError:
                continue
            for (row, column), (value, _) in ours.items():
                if isinstance(value, str) or value is None:
                    continue
                compared += 1
                theirs = rows[row - 1][column - 1]
                assert theirs == value, f"{file.name} {name} {row},{column}"
    print(f"xlsx: {compared} numbers and booleans the same in calamine")
    assert compared > 15_000


def test_the_text_of_a_workbook_holds_all_its_cells(read: dict[Path, dict[str, Cells]]) -> None:
    for file, sheets in read.items():
        try:
            text = call("XlsxExtractText", file)["text"]
        except TooLarge:
            continue
        for cells in sheets.values():
            for value, _ in list(cells.values())[:50]:
                if isinstance(value, str):
                    first = value.replace("\t", "\n").replace("\r", "\n").partition("\n")[0]
                    assert first in text, file.name


def test_a_second_walk_gives_the_same(read: dict[Path, dict[str, Cells]]) -> None:
    for file in list(read)[:15]:
        assert cells_by_map(file) == read[file]
