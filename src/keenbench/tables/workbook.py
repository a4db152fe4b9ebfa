"""Rows as a workbook, in constant memory: text is text whatever it begins with."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from keenbench.errors import ValidationFailed
from keenbench.formats.call import Call
from keenbench.formats.shape import MapWarning
from keenbench.tables.arrow_rows import CountedStream
from keenbench.tables.names import quoted
from keenbench.tables.workbook_columns import Column, Source, warnings
from keenbench.tables.workbook_writers import (
    Row,
    without_times,
    write_stream_with_rust,
    write_with_rust,
    writer,
)

if TYPE_CHECKING:
    from keenbench.tables.export import Wanted

MAX_ROWS = 1_048_576
MAX_COLUMNS = 16_384
MAX_CHARS = 32_767
_PER_SHEET = MAX_ROWS - 1
_BATCH = 2048
# Of DuckDB 2.0's Arrow streams.
_BATCH_ROWS = 131_072
_MAX_BATCH_BYTES = 64 * 1024 * 1024
_SURVEYED_AT_ONCE = 400


def write_workbook(connection: Any, call: Call, wanted: Wanted, told: list[MapWarning]) -> int:
    """Write the rows of `wanted` to the call's result; return how many."""
    sheet = check_sheet("Sheet1" if wanted.sheet is None else wanted.sheet)
    total, columns, source = _surveyed(connection, wanted)
    formats = {
        column.source.name: column.number_format
        for column in columns
        if column.number_format is not None
    }
    with _temporary_files_in(call.out):
        as_text = 0
        if not _write_stream(connection, call, sheet, total, columns, source, formats):
            rows = _rows(connection, call, total, columns, source)
            names = [column.source.name for column in columns]
            writer()(call.result_path, _on_sheets(sheet, total, rows), names, formats)
            as_text = rows.as_text
    without_times(call.result_path)
    if total > _PER_SHEET:
        count = _sheet_count(total)
        message = f"The rows stand on {count} sheets: a sheet holds {MAX_ROWS} rows."
        told.append(MapWarning(code="sheets_split", message=message))
    told += warnings(columns, as_text)
    return total


def _sheet_count(total: int) -> int:
    return max(1, -(-total // _PER_SHEET))


def _on_sheets(sheet: str, total: int, rows: Rows) -> list[tuple[str, Iterator[Row]]]:
    return [
        (sheet if number == 0 else _numbered(sheet, number + 1), rows.take(_PER_SHEET))
        for number in range(_sheet_count(total))
    ]


def _write_stream(
    connection: Any,
    call: Call,
    sheet: str,
    total: int,
    columns: list[Column],
    source: str,
    formats: dict[str, str],
) -> bool:
    """Write the rows without a Python object for each cell, where that can be; tell whether."""
    cells = [column.arrow_sql for column in columns]
    names = [column.source.name for column in columns]
    if (
        writer() is not write_with_rust
        or not 0 < total <= _PER_SHEET
        or None in cells
        or any("\x00" in name for name in names)
        or _batch_bytes(total, columns) > _MAX_BATCH_BYTES
    ):
        return False
    placed = [f"{cell} AS {quoted(name)}" for cell, name in zip(cells, names, strict=True)]
    stream = CountedStream(
        connection.sql(f"SELECT {', '.join(placed)} FROM {source}"),
        lambda done: call.progress(done, total, "writing"),
    )
    try:
        write_stream_with_rust(call.result_path, sheet, stream, formats)
    except RuntimeError:
        if not stream.failed:
            raise
    finally:
        stream.close()
    # Where it failed, the rows are asked for once more, one by one, and the engine says why.
    return stream.ended and not stream.failed and stream.rows == total


def _batch_bytes(total: int, columns: list[Column]) -> int:
    """Return what a batch of Arrow takes at most: the engine counts its rows, not its bytes."""
    rows = min(total, _BATCH_ROWS)
    longest = sum(int(column.facts.get("longest") or 0) for column in columns)
    texts = sum(int(column.facts.get("bytes") or 0) for column in columns)
    # A character takes up to four bytes.
    return rows * 8 * len(columns) + min(texts, rows * longest * 4)


def typed_rows(connection: Any, call: Call, wanted: Wanted) -> tuple[int, list[Column], Rows]:
    """Return how many rows there are, their columns, and the rows in what a workbook can hold."""
    total, columns, source = _surveyed(connection, wanted)
    return total, columns, _rows(connection, call, total, columns, source)


def _rows(connection: Any, call: Call, total: int, columns: list[Column], source: str) -> Rows:
    connection.execute(f"SELECT {', '.join(column.sql for column in columns)} FROM {source}")
    return Rows(connection, columns, call, total)


def _surveyed(connection: Any, wanted: Wanted) -> tuple[int, list[Column], str]:
    """Return how many rows there are, their columns, and the SQL of where they come from."""
    from keenbench.tables.export import unique

    if len(wanted.names) > MAX_COLUMNS:
        raise ValidationFailed(f"A sheet holds {MAX_COLUMNS} columns, not {len(wanted.names)}.")
    names = unique(wanted.names)
    places = [f"c{index}" for index in range(len(names))]
    source = f"({wanted.select}\n) AS q({', '.join(places)})"
    sources = [
        Source(name, place, word, kind)
        for name, place, (word, kind) in zip(names, places, wanted.kinds, strict=True)
    ]
    total, columns = _survey(connection, wanted, source, sources)
    return total, columns, source


@contextmanager
def _temporary_files_in(folder: Path) -> Iterator[None]:
    """Have the writers put a sheet's unpacked XML there: the box's own /tmp is small memory."""
    before = os.environ.get("TMPDIR")
    os.environ["TMPDIR"] = str(folder)
    try:
        yield
    finally:
        if before is None:
            del os.environ["TMPDIR"]
        else:
            os.environ["TMPDIR"] = before


def check_sheet(name: str) -> str:
    bad = not name.strip() or len(name) > 31 or any(c in "[]:*?/\\" or c < " " for c in name)
    if bad or name.startswith("'") or name.endswith("'"):
        raise ValidationFailed(
            "sheet is 1 to 31 characters without [ ] : * ? / \\ and without ' at its ends."
        )
    if name.casefold() == "history":
        raise ValidationFailed("Excel keeps the sheet name History for itself; take another.")
    return name


def _numbered(sheet: str, number: int) -> str:
    ending = f" ({number})"
    return sheet[: 31 - len(ending)] + ending


def _survey(
    connection: Any, wanted: Wanted, source: str, sources: list[Source]
) -> tuple[int, list[Column]]:
    """Return how many rows there are, and how each column is written.

    Raises where the rows do not fit a sheet.
    """
    asked = [one.facts() for one in sources]
    parts = ["count(*)", *(part for facts in asked for part in facts.values())]
    row: list[Any] = []
    # All at once, thousands of columns would take gigabytes.
    for place in range(0, len(parts), _SURVEYED_AT_ONCE):
        some = ", ".join(parts[place : place + _SURVEYED_AT_ONCE])
        # To the end: a connection with an unread result takes no relation.
        row += connection.execute(f"SELECT {some} FROM {source}").fetchall()[0]
    total = int(row[0])
    if total > _PER_SHEET and not wanted.split_sheets:
        raise ValidationFailed(
            f"{total} rows and a header do not fit a sheet of {MAX_ROWS} rows; export fewer, "
            "set split_sheets, or take csv or parquet."
        )
    answers = iter(row[1:])
    columns = [
        Column(one, {name: next(answers) for name in facts})
        for one, facts in zip(sources, asked, strict=True)
    ]
    longest = max((int(column.facts.get("longest") or 0) for column in columns), default=0)
    if longest > MAX_CHARS:
        raise ValidationFailed(
            f"A cell of {longest} characters does not fit a workbook ({MAX_CHARS} at most); "
            "export to csv, or shorten it with left(column, 32767)."
        )
    return total, columns


class Rows:
    """The rows of the connection's result as dictionaries, sheet by sheet."""

    def __init__(self, connection: Any, columns: list[Column], call: Call, total: int) -> None:
        self._connection = connection
        self._names = [column.source.name for column in columns]
        self._call = call
        self._total = total
        self._done = 0
        self.as_text = 0
        converters = [column.converter(self._count_text) for column in columns]
        self._odd = [(index, convert) for index, convert in enumerate(converters) if convert]

    def _count_text(self) -> None:
        self.as_text += 1

    def take(self, count: int) -> Iterator[Row]:
        names, odd = self._names, self._odd
        left = count
        while left > 0:
            batch = self._connection.fetchmany(min(_BATCH, left))
            if not batch:
                return
            left -= len(batch)
            if not odd:
                for row in batch:
                    yield dict(zip(names, row, strict=True))
            for row in batch if odd else ():
                values = list(row)
                for index, convert in odd:
                    value = values[index]
                    if value is not None:
                        values[index] = convert(value)
                yield dict(zip(names, values, strict=True))
            self._done += len(batch)
            self._call.progress(self._done, self._total, "writing")
