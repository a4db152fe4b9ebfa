"""The worker's methods on Excel workbooks: what they take and what they give."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from keenbench.formats.applying import applied_reads, applied_writes
from keenbench.formats.asking import After, TakeParams
from keenbench.formats.call import Call, FileParams, internal, methods
from keenbench.formats.shape import (
    ChunkInfo,
    Chunking,
    MapBase,
    MapParams,
    MapWarning,
    WhenAny,
    WhenPresent,
)
from keenbench.formats.xlsx.edit.applied import XlsxApplied
from keenbench.formats.xlsx.edit.ops import XlsxApplyParams
from keenbench.registry import Result

CHUNK_ROWS = 50

_SHEET = Field(default=None, description="The name of a sheet [the first].")
_CHUNK = Field(default=None, ge=0, description="A chunk of the sheet's map, 0-based.")


class XlsxUsedRange(Result):
    """The smallest range that holds every filled cell, 1-based; formatted blanks do not count."""

    min_row: int
    max_row: int
    min_col: int
    max_col: int


class XlsxIsland(Result):
    """A block of cells with blank rows and columns around it."""

    range: str
    label: str = Field(description='"data", or "header" for a block of nothing but captions.')
    row_count: int
    col_count: int
    headers: list[str | None] | None = Field(description="The names of its columns, if it has any.")
    headers_count: int | None = WhenPresent
    header_row: int | None
    exceeds_chunk: bool


class XlsxChunk(Result):
    """One chunk of a sheet; read it with `chunk` or by its range."""

    index: int
    range: str
    rows: int
    exceeds_chunk: bool = False


class XlsxChart(Result):
    name: str
    type: str
    data_range: str | None


class XlsxTable(Result):
    name: str
    range: str
    has_header: bool
    has_totals: bool


class XlsxSheet(Result):
    """What a sheet is made of."""

    index: int
    name: str
    type: str = Field(description="worksheet, chartsheet, dialogsheet or macrosheet.")
    visibility: str = Field(description="visible, hidden or very_hidden.")
    used_range: XlsxUsedRange | None
    row_count: int
    col_count: int
    cell_count: int = Field(description="Cells that hold a value or a formula.")
    formula_count: int
    exceeds_chunk: bool
    islands_count: int
    islands: list[XlsxIsland]
    chunking: Chunking
    chunks_count: int
    chunks: list[XlsxChunk]
    has_charts: bool
    charts_count: int
    charts: list[XlsxChart]
    tables_count: int
    tables: list[XlsxTable]
    has_merged_cells: bool
    merged_count: int
    has_conditional_formatting: bool
    has_data_validation: bool
    has_formulas: bool
    comments_count: int
    comments: list[str] = Field(description="The cells that carry a comment.")
    shapes_count: int
    shapes: list[str] = Field(description="The cells that shapes with text stand on.")
    unreadable: str | None = WhenPresent


class XlsxName(Result):
    name: str
    refers_to: str
    sheet: str | None = Field(description="The sheet it belongs to; null for the whole workbook.")


class XlsxMap(MapBase):
    """What a workbook is made of, without its content."""

    sheets_count: int
    sheets: list[XlsxSheet]
    named_ranges_count: int
    named_ranges: list[XlsxName]


class XlsxMapParams(MapParams):
    sheet: str | None = Field(
        default=None, description="This sheet alone, its lists paged by offset and limit."
    )


class XlsxSheetInfo(Result):
    name: str
    row_count: int
    col_count: int


class XlsxInfo(Result):
    sheets: list[XlsxSheetInfo]
    warnings: list[MapWarning] = WhenAny


class XlsxArrayFormula(Result):
    range: str
    formula: str


class XlsxComment(Result):
    cell: str
    author: str
    text: str


class XlsxShape(Result):
    cell: str
    name: str
    text: str


class XlsxRead(Result):
    """Cells of a range: exact in `rows`, as lines of tab-separated text in `text`."""

    sheet: str
    text: str = Field(description=r"Tabs and line ends inside a cell are written \t and \n.")
    headers: list[str | None] | None = Field(
        description="The names of the columns of this range, from the block it lies in."
    )
    rows: list[list[str | int | float | bool | None]]
    formulas: list[list[str | None]] | None = Field(description="Null where values is computed.")
    chunk_info: ChunkInfo
    array_formulas: list[XlsxArrayFormula] = WhenAny
    merged: list[str] = WhenAny
    comments: list[XlsxComment] = WhenAny
    shapes: list[XlsxShape] = WhenAny
    warnings: list[MapWarning] = WhenAny


class XlsxReadParams(FileParams):
    sheet: str | None = _SHEET
    range: str | None = Field(default=None, description='Cells such as "A1:E50", "A:C" or "3:9".')
    chunk: int | None = _CHUNK
    values: Literal["computed", "formulas", "both"] = "both"


class XlsxText(Result):
    """Text of a sheet, a line a row; of a workbook, each sheet under a line with its name."""

    text: str
    chunk_info: ChunkInfo
    warnings: list[MapWarning] = WhenAny


class XlsxTextParams(FileParams):
    sheet: str | None = Field(default=None, description="The name of a sheet [all].")
    chunk: int | None = _CHUNK


@methods.method("XlsxGetMap")
def xlsx_get_map(call: Call, params: XlsxMapParams) -> XlsxMap:
    """Say what sheets a workbook has, where their cells stand and what they hold."""
    from keenbench.formats.xlsx.map import map_workbook

    return map_workbook(call, params)


@methods.method("XlsxReadRange")
def xlsx_read_range(call: Call, params: XlsxReadParams) -> XlsxRead:
    """Read cells by sheet and range, or a chunk of the map; without either, the first chunk."""
    from keenbench.formats.xlsx.read import read_range

    return read_range(call, params)


@methods.method("XlsxExtractText")
def xlsx_extract_text(call: Call, params: XlsxTextParams) -> XlsxText:
    """Read a workbook or a sheet as text, whole or one chunk of a sheet."""
    from keenbench.formats.xlsx.text import extract_text

    return extract_text(call, params)


@methods.method("XlsxGetInfo")
def xlsx_get_info(call: Call, params: FileParams) -> XlsxInfo:
    """Say what sheets a workbook has and how large they are."""
    from keenbench.formats.xlsx.map import sheet_sizes

    return sheet_sizes(call, params)


# LibreOffice computes some 100,000 formulas in ten seconds.
_RESULTS = After(
    ask="results",
    suffix=".xlsx",
    seconds=90,
    take="XlsxTakeResults",
    unanswered="libreoffice_did_not_compute",
)


@methods.method("XlsxApplyOps", reads=applied_reads, writes=applied_writes, after=_RESULTS)
def xlsx_apply_ops(call: Call, params: XlsxApplyParams) -> XlsxApplied:
    """Edit a workbook by operations, all of them or none; what they do not touch stays."""
    from keenbench.formats.xlsx.edit.apply import apply_xlsx

    return apply_xlsx(call, params)


@internal.method("XlsxTakeResults")
def xlsx_take_results(call: Call, params: TakeParams) -> XlsxApplied:
    """Save results that LibreOffice computed in a workbook that operations made."""
    from keenbench.formats.xlsx.edit.recalculate import take_results

    return take_results(call, params)
