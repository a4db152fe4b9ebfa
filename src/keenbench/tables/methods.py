"""The table methods: what they take and give. Light to import; the work is done in a box.

The broker ingests the file first (`internal`), then hands the method the database and its
description as the two files of `table_files`.
"""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field

from keenbench.formats.call import Call, FileParams, FileRef, methods
from keenbench.formats.focus import Focus
from keenbench.formats.shape import (
    ChunkInfo,
    Chunking,
    MapBase,
    MapParams,
    MapWarning,
    WhenPresent,
)
from keenbench.registry import Params, Registry, Result

CHUNK_ROWS = 500
DEFAULT_ROWS = 100
# No file holds as many: a larger number is a mistake, and the engine counts no further anyway.
LAST_ROW = 10**15

# How the database and its description are named among a call's files.
DATABASE = FileRef("tabular", "database")
DESCRIPTION = FileRef("tabular", "description")

# Methods that only the broker calls.
internal: Registry[Call] = Registry()

_ENCODING = Field(default=None, description="The file's encoding, where the guess is wrong.")
_DELIMITER = Field(default=None, description="The file's delimiter, where the guess is wrong.")
_SHEET = Field(default=None, description="For a workbook: the sheet to take as a table [first].")
_RANGE = Field(default=None, description="For a workbook: the cells to take, such as B3:F200.")
_TABLE = Field(
    default=None,
    ge=1,
    le=LAST_ROW,
    description="Of a file that holds several tables: which, from 1 [1].",
)
_REJECTED = Field(
    default=False,
    description="Take the rows that the table could not hold as the table: line, reason, text.",
)
_RAW = Field(default=False, description="Give the source text of each cell, not its value.")


class TableParams(FileParams):
    """What every table method takes."""

    encoding: str | None = _ENCODING
    delimiter: str | None = _DELIMITER
    source_sheet: str | None = _SHEET
    source_range: str | None = _RANGE
    source_table: int | None = _TABLE
    rejected: bool = _REJECTED


class RejectedRow(Result):
    line: int
    reason: str
    text: str


class RejectedRows(Result):
    count: int
    sample: list[RejectedRow]


class TablePlace(Result):
    """Where one of a file's tables stands."""

    table: int
    line_start: int
    line_end: int


# -- map and describe -------------------------------------------------------------------------


class MapColumn(Result):
    name: str
    index: int
    inferred_type: str
    nullable: bool


class RowChunk(Result):
    index: int
    rows: str


class TableMap(MapBase):
    """The structure of a table, without its content."""

    format_inferred: bool
    delimiter: str | None
    quote_char: str | None
    encoding_detected: str | None
    encoding_confidence: float | None
    has_header: bool
    row_count: int
    column_count: int
    exceeds_chunk: bool
    columns_count: int
    columns: list[MapColumn]
    chunking: Chunking
    chunks_count: int
    chunks: list[RowChunk]
    sheet: str | None = WhenPresent
    range: str | None = WhenPresent
    table: int | None = WhenPresent
    tables_count: int | None = WhenPresent
    tables: list[TablePlace] | None = WhenPresent
    rejected_rows: RejectedRows | None = WhenPresent


class TableMapParams(MapParams):
    encoding: str | None = _ENCODING
    delimiter: str | None = _DELIMITER
    source_sheet: str | None = _SHEET
    source_range: str | None = _RANGE
    source_table: int | None = _TABLE
    rejected: bool = _REJECTED


class DescribedColumn(Result):
    name: str
    index: int
    inferred_type: str
    nullable: bool
    non_null_count: int
    distinct_estimate: int


class TableDescription(Result):
    row_count: int
    column_count: int
    columns: list[DescribedColumn]
    warnings: list[MapWarning]
    rejected_rows: RejectedRows | None = WhenPresent


class TableDescribeParams(TableParams):
    pass


# -- stats, rows, query, export ---------------------------------------------------------------


class MostCommon(Result):
    value: Any
    count: int


class ColumnStats(Result):
    """A column in figures; which of them depends on its type."""

    name: str
    type: str
    non_null_count: int
    distinct_estimate: int
    min: Any = None
    max: Any = None
    mean: Any = None
    sum: Any = None
    stddev: Any = None
    min_length: int | None = None
    max_length: int | None = None
    most_common: list[MostCommon] | None = None
    true_count: int | None = None
    false_count: int | None = None


class TableStats(Result):
    row_count: int
    columns: list[dict[str, Any]]
    warnings: list[MapWarning]
    rejected_rows: RejectedRows | None = WhenPresent


class TableStatsParams(TableParams):
    columns: list[str] | None = Field(default=None, description="Column names [all].")


class TableRows(Result):
    columns: list[str]
    column_types: list[str]
    rows: list[list[Any]]
    row_start: int
    row_count: int
    total_rows: int
    has_more: bool
    chunk_info: ChunkInfo
    warnings: list[MapWarning]
    rejected_rows: RejectedRows | None = WhenPresent


class TableRowsParams(TableParams):
    row_start: int | None = Field(
        default=None, ge=1, le=LAST_ROW, description="The first row, 1-based [1]."
    )
    row_count: int | None = Field(
        default=None, ge=1, le=LAST_ROW, description=f"Rows [{DEFAULT_ROWS}]."
    )
    chunk: int | None = Field(
        default=None, ge=0, le=LAST_ROW, description="A chunk of the map, 0-based [0]."
    )
    columns: list[str] | None = Field(default=None, description="Column names [all].")
    raw: bool = _RAW


class TableQueryResult(Result):
    columns: list[str]
    column_types: list[str]
    rows: list[list[Any]]
    row_count: int
    total_row_count: int
    window_rows: int
    window_offset: int
    has_more: bool
    query_elapsed_ms: float
    warnings: list[MapWarning]
    rejected_rows: RejectedRows | None = WhenPresent


class TableQueryParams(TableParams):
    query: str = Field(description="One SELECT. The table asked about is called data.")
    window_rows: int = Field(default=100, ge=1, le=LAST_ROW, description="Rows to return at most.")
    window_offset: int = Field(default=0, ge=0, le=LAST_ROW, description="Rows to skip first.")


class TableExportResult(Result):
    target_path: str
    format: str
    sheet: str | None = WhenPresent
    row_count: int
    column_count: int
    warnings: list[MapWarning]


class TableExportParams(TableParams):
    query: str | None = Field(default=None, description="One SELECT [the whole table].")
    target_path: str
    target_root: str = "draft"
    format: Literal["csv", "xlsx", "parquet", "jsonl"]
    sheet: str | None = Field(default=None, description="The sheet's name in xlsx [Sheet1].")
    split_sheets: bool = Field(
        default=False,
        description="xlsx: put more rows than a sheet holds on further sheets.",
    )
    raw: bool | None = Field(
        default=None, description="Write source text [true for csv without a query]."
    )


class TableUpdateResult(Result):
    target_path: str
    sheet: str
    mode: str
    row_count: int
    column_count: int
    written_range: str | None
    warnings: list[MapWarning]
    focus: Focus | None = WhenPresent


class UpdateTarget(Params):
    """Where rows go in a workbook that may hold much else."""

    sheet: str
    mode: Literal["replace_sheet", "append_rows", "write_range"]
    start_cell: str = Field(default="A1", description="Where the rows begin [A1].")
    include_header: bool = Field(default=True, description="Write the columns' names first.")
    create_workbook_if_missing: bool = True
    create_sheet_if_missing: bool = True
    clear_target_range: bool = Field(
        default=False, description="Empty what stands in the columns from start_cell down, first."
    )


class TableUpdateParams(TableParams, UpdateTarget):
    query: str | None = Field(default=None, description="One SELECT [the whole table].")
    target_path: str = Field(description="A workbook: .xlsx or .xlsm.")
    target_root: str = "draft"

    @property
    def update(self) -> UpdateTarget:
        return UpdateTarget.model_validate(self.model_dump(include=set(UpdateTarget.model_fields)))


class IngestParams(TableParams):
    pass


def export_target(params: TableExportParams | TableUpdateParams) -> FileRef:
    return FileRef(params.target_root, params.target_path)


@methods.method("TabularGetMap", table=True)
def get_map(call: Call, params: TableMapParams) -> TableMap:
    """Return the structure of a table: columns, types, row count, chunks, encoding."""
    from keenbench.tables.map import table_map

    return table_map(call, params)


@methods.method("TabularDescribe", table=True)
def describe(call: Call, params: TableDescribeParams) -> TableDescription:
    """Return each column's type, nullability and estimated number of distinct values."""
    from keenbench.tables.map import table_description

    return table_description(call, params)


@methods.method("TabularGetStats", table=True)
def get_stats(call: Call, params: TableStatsParams) -> TableStats:
    """Return figures of the columns: extremes, sums, lengths, the most common values."""
    from keenbench.tables.stats import table_stats

    return table_stats(call, params)


@methods.method("TabularReadRows", table=True)
def read_rows(call: Call, params: TableRowsParams) -> TableRows:
    """Return rows by position."""
    from keenbench.tables.rows import table_rows

    return table_rows(call, params)


@methods.method("TabularQuery", table=True, runner=True)
def query(call: Call, params: TableQueryParams) -> TableQueryResult:
    """Run one reading SQL statement over the table and return a window of its rows."""
    # Only ever answered by the runner: SQL that someone wrote is not executed in a parser's box.
    raise RuntimeError("queries run in the runner")


@methods.method("TabularExport", table=True, writes=export_target, deadline=None)
def export(call: Call, params: TableExportParams) -> TableExportResult:
    """Write the table, or the result of a query over it, to a file in the Draft."""
    from keenbench.tables.export import table_export

    return table_export(call, params)


@methods.method("TabularUpdateFromExport", table=True, writes=export_target, deadline=None)
def update_from_export(call: Call, params: TableUpdateParams) -> TableUpdateResult:
    """Write the table, or the result of a query over it, into a sheet of a workbook."""
    from keenbench.tables.update import table_update

    return table_update(call, params)


@internal.method("TabularIngest")
def ingest(call: Call, params: IngestParams) -> Result:
    """Load the file into the database `out/result`; the answer is its description."""
    from keenbench.tables.source import ingest_file

    return ingest_file(call, params)
