"""A sheet of a workbook as a table, or the range of it that the caller names.

Cells are taken by their saved values. From there on they go the way of any other table, so that a
header below a title is found and a column of dates is one.
"""

from __future__ import annotations

import csv
import os
import re
from collections.abc import Iterator
from datetime import date, datetime, time, timedelta
from pathlib import Path
from typing import Any, BinaryIO

import duckdb

from keenbench.errors import FileReadFailed, ValidationFailed
from keenbench.formats.call import ReportProgress
from keenbench.formats.package import open_package
from keenbench.tables import describing
from keenbench.tables.database import open_new
from keenbench.tables.description import Description
from keenbench.tables.dialect import Dialect
from keenbench.tables.ingest import engine_failed
from keenbench.tables.layout import Layout, lay_out_records
from keenbench.tables.load import CsvFile, Loaded, guess_types, load, make_view, settle
from keenbench.tables.names import column_names
from keenbench.tables.records import Record
from keenbench.tables.tolerant import Tally

_HEAD_ROWS = 800
_RANGE = re.compile(r"\$?([A-Za-z]{1,3})\$?(\d{1,7})(?::\$?([A-Za-z]{1,3})\$?(\d{1,7}))?")
_LINE_BYTES = 2_000_000

Row = list[str]


def ingest_sheet(
    file: BinaryIO,
    name: str,
    out: Path,
    sheet: str | None,
    cells: str | None,
    progress: ReportProgress,
) -> Description:
    """Load a sheet into the database `out/result` and return what is known of it."""
    size = os.fstat(file.fileno()).st_size
    progress(0, size, "reading")
    title, rows, first_row, first_column = _read(file, name, sheet, cells)
    width = max((len(row) for row in rows), default=0) or 1
    rows = [row + [""] * (width - len(row)) for row in rows]
    layout = _lay_out(rows, width, first_row)
    data = rows[layout.data_line - first_row :]
    progress(0, size, "loading")
    source = _write(out / "rows", data, layout.width)
    try:
        connection = open_new(out / "result", layout.width, out / "spill")
        try:
            sample = [tuple(row) for row in data[:_HEAD_ROWS]]
            guesses = guess_types(connection, sample, layout.width)
            loaded = load(connection, source.sql(), guesses)
            settle(connection, loaded)
            description = _describe(connection, layout, loaded, size, title)
            connection.execute("CHECKPOINT")
        finally:
            connection.close()
    except (duckdb.IOException, duckdb.OutOfMemoryException) as error:
        raise engine_failed(error, name) from None
    last = _cell(first_row + max(len(rows), 1) - 1, first_column + width - 1)
    return description.model_copy(
        update={"range": f"{_cell(first_row, first_column)}:{last}" if rows else None}
    )


def _read(
    file: BinaryIO, name: str, sheet: str | None, cells: str | None
) -> tuple[str, list[Row], int, int]:
    """Return the sheet's title, its rows, and the row and column that they begin at, from 1."""
    from python_calamine import CalamineError, CalamineWorkbook

    with open_package(file, name):
        pass  # limits, encryption and damage are told before anything is parsed
    file.seek(0)
    try:
        workbook = CalamineWorkbook.from_filelike(file)
        titles = workbook.sheet_names
        if sheet is not None and sheet not in titles:
            known = ", ".join(titles[:20])
            raise ValidationFailed(f"There is no sheet {sheet[:60]}. Sheets: {known}.", path=name)
        if not titles:
            raise FileReadFailed(f"{name} has no sheets.", path=name)
        title = sheet if sheet is not None else titles[0]
        found = workbook.get_sheet_by_name(title)
        start = found.start
        values: list[list[Any]] = found.to_python(skip_empty_area=True)
    except CalamineError:
        raise FileReadFailed(f"{name} is damaged: its sheet cannot be read.", path=name) from None
    row, column = (start[0] + 1, start[1] + 1) if start is not None else (1, 1)
    rows = [[_text(value) for value in line] for line in values]
    if cells is None:
        return title, _trimmed(rows), row, column
    top, left, bottom, right = parse_range(cells)
    chosen: list[Row] = []
    for number in range(max(top, row), min(bottom, row + len(rows) - 1) + 1):
        line = rows[number - row]
        low, high = left - column, right - column + 1
        chosen.append([""] * max(0, -low) + line[max(0, low) : max(0, high)])
    return title, _trimmed(chosen), max(top, row), left


def _trimmed(rows: list[Row]) -> list[Row]:
    """Return the rows without the empty ones at the end and the empty columns at the right."""
    while rows and not any(cell.strip() for cell in rows[-1]):
        rows.pop()
    width = max((i + 1 for row in rows for i, cell in enumerate(row) if cell.strip()), default=0)
    return [row[:width] for row in rows]


def parse_range(text: str) -> tuple[int, int, int, int]:
    """Return top, left, bottom and right of `B3:F200`, from 1."""
    match = _RANGE.fullmatch(text.strip())
    if match is None:
        raise ValidationFailed("source_range is a range of cells such as B3:F200.")
    left, top = _column(match[1]), int(match[2])
    right = _column(match[3]) if match[3] else left
    bottom = int(match[4]) if match[4] else top
    if top < 1 or bottom < top or right < left or bottom > 1_048_576 or right > 16_384:
        raise ValidationFailed("source_range is a range of cells such as B3:F200.")
    return top, left, bottom, right


def _column(letters: str) -> int:
    number = 0
    for letter in letters.upper():
        number = number * 26 + ord(letter) - 64
    return number


def _cell(row: int, column: int) -> str:
    letters = ""
    while column:
        column, rest = divmod(column - 1, 26)
        letters = chr(65 + rest) + letters
    return f"{letters}{row}"


def _text(value: Any) -> str:
    """Return a cell's value as text that typing reads back to the same value."""
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return str(int(value)) if value.is_integer() and abs(value) < 1e15 else repr(value)
    if isinstance(value, datetime):
        return value.isoformat(sep=" ")
    if isinstance(value, date | time):
        return value.isoformat()
    if isinstance(value, timedelta):
        return str(value)
    return str(value)


def _lay_out(rows: list[Row], width: int, first_row: int) -> Layout:
    records = [
        Record(row, first_row + place, 1, False, "\t".join(row))
        for place, row in enumerate(rows[:_HEAD_ROWS])
    ]
    if not records:
        return Layout(width, (), (), 0, first_row + len(rows), (), True)
    return lay_out_records(records, width, first_row)


def _write(path: Path, rows: list[Row], width: int) -> CsvFile:
    longest = _LINE_BYTES

    def filled() -> Iterator[Row]:
        nonlocal longest
        for row in rows:
            longest = max(longest, sum(map(len, row)) * 4 + width * 3 + 16)
            yield row + [""] * (width - len(row))

    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file, quoting=csv.QUOTE_ALL, lineterminator="\n").writerows(filled())
    return CsvFile(str(path), Dialect(","), 0, width, "\\n", longest)


def _describe(
    connection: duckdb.DuckDBPyConnection,
    layout: Layout,
    loaded: Loaded,
    size: int,
    title: str,
) -> Description:
    names = column_names(layout.header, layout.width)
    make_view(connection, names)
    row_count, columns = describing.columns(connection, loaded, names, layout.header)
    return Description(
        format="xlsx",
        size_bytes=size,
        delimiter=None,
        quote_char=None,
        escape_char=None,
        encoding=None,
        encoding_confidence=None,
        has_header=layout.has_header,
        header_rows=len(layout.header_rows),
        preamble_lines=layout.preamble_lines,
        row_count=row_count,
        columns=columns,
        warnings=describing.warnings(layout, loaded, Tally(), names, Dialect(","), row_count),
        sheet=title,
    )
