"""What is known of an ingested table: kept as JSON beside its database.

Maps and descriptions are answered from it alone, without opening the database.
"""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict

from keenbench.formats.shape import MapWarning
from keenbench.tables.ingest_version import INGEST_VERSION
from keenbench.tables.typing import ColumnType


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Column(_Part):
    name: str
    # As the file writes it: what an export of the source text puts in its header.
    source_name: str
    kind: str
    sql: str
    form: str
    # Whether the source text of some cell stands beside its value.
    raw: bool
    # Whether a float column holds NaN or infinities, which JSON has no numbers for.
    special: bool = False
    non_null_count: int
    distinct_estimate: int
    # Of numbers and dates, as the engine writes them.
    least: str | None = None
    greatest: str | None = None

    @property
    def type(self) -> ColumnType:
        return ColumnType(self.kind, self.sql, self.form)


class RejectedRow(_Part):
    line: int
    reason: str
    text: str


class RejectedRows(_Part):
    count: int
    sample: list[RejectedRow]


class TablePlace(_Part):
    """Where one of a file's tables stands, from 1; what is above its header belongs to it."""

    table: int
    line_start: int
    line_end: int


class Description(_Part):
    version: int = INGEST_VERSION
    format: str
    size_bytes: int
    delimiter: str | None
    quote_char: str | None
    escape_char: str | None
    encoding: str | None
    encoding_confidence: float | None
    has_header: bool
    header_rows: int
    preamble_lines: int
    row_count: int
    columns: list[Column]
    warnings: list[MapWarning]
    rejected_rows: RejectedRows | None = None
    # Of a file that holds several tables: each of them, and which one this is.
    tables: list[TablePlace] = []
    table: int | None = None
    # Of a workbook.
    sheet: str | None = None
    range: str | None = None
