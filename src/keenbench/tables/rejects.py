"""The rows that a table could not hold, as a table of their own: line, reason, text.

So every one of them can be read, queried and exported, however many there are and however long.
"""

from __future__ import annotations

import csv
from pathlib import Path

import duckdb

from keenbench.tables import describing
from keenbench.tables.description import Description
from keenbench.tables.dialect import Dialect
from keenbench.tables.inference import Inferred
from keenbench.tables.load import CsvFile, load, make_view, settle
from keenbench.tables.several import Found, rows_of
from keenbench.tables.tolerant import Rejected, Tally, read_rows
from keenbench.tables.typing import STRING, ColumnType

_NAMES = ("line", "reason", "text")
# Not guessed: a text of 1,2,3 is no number, whatever the other texts look like.
_TYPES = (ColumnType("integer", "BIGINT"), STRING, STRING)


def load_rejected(
    connection: duckdb.DuckDBPyConnection,
    found: Found,
    dialect: Dialect,
    out: Path,
    name: str,
    size: int,
) -> Description:
    """Load what `found` rejects, and return its description."""
    path = out / "rows"
    longest = 0
    with path.open("w", encoding="utf-8", newline="") as file, rows_of(found) as lines:
        writer = csv.writer(file, quoting=csv.QUOTE_ALL, lineterminator="\n")

        def keep(row: Rejected) -> None:
            nonlocal longest
            longest = max(longest, len(row.text))
            writer.writerow((row.line, row.reason, row.text))

        for _ in read_rows(lines, dialect, found.layout, Tally(on_reject=keep)):
            pass
    source = CsvFile(
        str(path), Dialect(","), 0, len(_NAMES), "\\n", max(2_000_000, longest * 8 + 1000)
    )
    loaded = load(connection, source.sql(), [Inferred(column) for column in _TYPES])
    settle(connection, loaded)
    make_view(connection, _NAMES)
    row_count, columns = describing.columns(connection, loaded, _NAMES, _NAMES)
    return Description(
        format=describing.format_of(name),
        size_bytes=size,
        delimiter=None if dialect.is_one_column else dialect.delimiter,
        quote_char=dialect.quote or None,
        escape_char=dialect.escape or None,
        encoding=found.text.detected.encoding,
        encoding_confidence=round(found.text.detected.confidence, 2),
        has_header=True,
        header_rows=1,
        preamble_lines=0,
        row_count=row_count,
        columns=columns,
        warnings=list(found.text.detected.warnings),
    )
