"""The map of a workbook."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from keenbench.errors import FileReadFailed
from keenbench.formats.call import Call, FileParams
from keenbench.formats.shape import (
    LISTED_WHOLE,
    Chunking,
    MapWarning,
    Page,
    chunk_count,
    list_for_map,
    listed,
    short_name,
)
from keenbench.formats.xlsx.addresses import Range, cell_name
from keenbench.formats.xlsx.cells import CellReader
from keenbench.formats.xlsx.chunks import chunk_range
from keenbench.formats.xlsx.drawings import SheetParts
from keenbench.formats.xlsx.headers import Island, describe_island
from keenbench.formats.xlsx.islands import MAX_ISLANDS
from keenbench.formats.xlsx.methods import (
    CHUNK_ROWS,
    XlsxChart,
    XlsxChunk,
    XlsxInfo,
    XlsxIsland,
    XlsxMap,
    XlsxMapParams,
    XlsxName,
    XlsxSheet,
    XlsxSheetInfo,
    XlsxTable,
    XlsxUsedRange,
)
from keenbench.formats.xlsx.sheet_index import SheetIndex
from keenbench.formats.xlsx.workbook import OpenBook, Sheet, open_book, raise_if_hostile

MAP_BYTES = 62 * 1024

Item = TypeVar("Item")


@dataclass(frozen=True)
class Detail:
    """How much of each list a map holds, so that it stays small: entries, and names of columns."""

    entries: int
    headers: int


_DETAILS = (Detail(LISTED_WHOLE, 40), Detail(20, 20), Detail(8, 10), Detail(4, 4), Detail(2, 0))


def map_workbook(call: Call, params: XlsxMapParams) -> XlsxMap:
    with open_book(call, params) as opened:
        sheets = opened.book.sheets
        if params.sheet is not None:
            chosen = [opened.sheet(params.sheet)]
        elif len(sheets) > LISTED_WHOLE:
            chosen = list_for_map(sheets, params.page)
        else:
            chosen = sheets
        # A page is of the sheets where there are many; else of the lists inside them.
        inner = None if params.sheet is None and len(sheets) > LISTED_WHOLE else params.page
        opened.refuse_hostile_strings()
        surveys = []
        for done, sheet in enumerate(chosen):
            call.progress(done, len(chosen), "scanning")
            surveys.append(_Survey(opened, sheet))
        # With many sheets each tells less from the start: every block named costs a look at it.
        first = 0 if len(chosen) <= 5 else 1 if len(chosen) <= 20 else 2
        for detail in _DETAILS[first:]:
            found = _map(opened, params, surveys, inner, detail)
            if len(found.model_dump_json()) <= MAP_BYTES:
                break
        if _is_shortened(found, detail):
            message = (
                "To keep the map small, lists in it are shorter than usual; ask for one sheet "
                "with `sheet` to see them in full."
            )
            found.warnings.append(MapWarning(code="lists_shortened", message=message))
        return found


def sheet_sizes(call: Call, params: FileParams) -> XlsxInfo:
    """Return how many rows and columns each sheet uses."""
    with open_book(call, params) as opened:
        opened.refuse_hostile_strings()
        infos = []
        warnings = []
        for sheet in opened.book.sheets:
            survey = _Survey(opened, sheet)
            used = survey.used
            warnings += survey.warnings()
            infos.append(
                XlsxSheetInfo(
                    name=sheet.name,
                    row_count=used.row_count if used else 0,
                    col_count=used.col_count if used else 0,
                )
            )
        return XlsxInfo(sheets=infos, warnings=warnings)


class _Survey:
    """A sheet and what is known of it; one that is damaged says so and leaves the others."""

    def __init__(self, opened: OpenBook, sheet: Sheet) -> None:
        self.opened = opened
        self.sheet = sheet
        self.index: SheetIndex | None = None
        self.islands: list[Range] = []
        self.parts = SheetParts()
        self.comments: list[str] = []
        self.faults: list[str] = []
        self.unreadable: str | None = None
        self._described: dict[Range, Island] = {}
        self._reader: CellReader | None = None
        try:
            self.index = opened.index(sheet)
            self.islands = opened.islands(sheet)
        except FileReadFailed as error:
            raise_if_hostile(error)
            self.unreadable = error.message
            return
        self.parts = opened.parts(sheet)
        self.faults += self.parts.faults
        try:
            self.comments = [comment.cell for comment in opened.comments(sheet)]
        except FileReadFailed as error:
            self.faults.append(error.message)

    @property
    def used(self) -> Range | None:
        return self.index.used if self.index else None

    def island(self, area: Range) -> Island:
        if area not in self._described:
            try:
                self._described[area] = self._describe(area)
            except FileReadFailed as error:
                if error.message not in self.faults:
                    self.faults.append(error.message)
                self._described[area] = Island(area, "data", None, {})
        return self._described[area]

    def _describe(self, area: Range) -> Island:
        return island_of(self.opened, self.sheet, area, self._cells())

    def _cells(self) -> CellReader:
        if self._reader is None:
            self._reader = self.opened.reader(self.sheet)
        return self._reader

    def warnings(self) -> list[MapWarning]:
        name = short_name(self.sheet.name)
        found = []
        if self.unreadable is not None:
            message = f"Sheet {name} cannot be read. {self.unreadable}"
            found.append(MapWarning(code="sheet_unreadable", message=message))
        for fault in self.faults[:3]:
            message = f"Something of sheet {name} cannot be read. {fault}"
            found.append(MapWarning(code="part_unreadable", message=message))
        if len(self.islands) >= MAX_ISLANDS:
            message = (
                f"Sheet {name} falls into more than {MAX_ISLANDS} blocks; the last are joined."
            )
            found.append(MapWarning(code="islands_joined", message=message))
        if self.index is not None and self.used is not None:
            rows, filled = self.used.row_count, self.index.filled_rows
            if rows > 1_000 and filled * 20 < rows:
                message = (
                    f"Sheet {name} is sparse: {filled} of its {rows} rows hold something. "
                    "Its islands say where."
                )
                found.append(MapWarning(code="sparse_sheet", message=message))
        return found


def island_of(opened: OpenBook, sheet: Sheet, area: Range, reader: CellReader) -> Island:
    """Return an island with its header row."""
    known = [table.range for table in opened.parts(sheet).tables if table.has_header]
    autofilter = reader.index.extras.autofilter
    if autofilter is not None:
        known.append(autofilter)
    with opened.reading(sheet):
        return describe_island(reader, area, known)


def _map(
    opened: OpenBook,
    params: XlsxMapParams,
    surveys: list[_Survey],
    inner: Page | None,
    detail: Detail,
) -> XlsxMap:
    book = opened.book
    sheets = [_sheet(survey, inner, detail) for survey in surveys]
    warnings = list(book.warnings)
    for survey in surveys:
        warnings += survey.warnings()
    if len(warnings) > LISTED_WHOLE:
        left = len(warnings) - LISTED_WHOLE
        message = f"{left} more warnings are left out; ask for one sheet to see its own."
        warnings = [*warnings[:LISTED_WHOLE], MapWarning(code="more_warnings", message=message)]
    names = [
        XlsxName(name=short_name(name.name), refers_to=short_name(name.refers_to), sheet=name.sheet)
        for name in _shortened(book.names, inner, detail.entries)
    ]
    return XlsxMap(
        path=params.path,
        format="xlsx",
        size_bytes=opened.size_bytes,
        warnings=warnings,
        sheets_count=len(book.sheets),
        sheets=sheets,
        named_ranges_count=len(book.names),
        named_ranges=names,
    )


def _sheet(survey: _Survey, page: Page | None, detail: Detail) -> XlsxSheet:
    used, index, parts = survey.used, survey.index, survey.parts
    rows = used.row_count if used else 0
    chunks = chunk_count(rows, CHUNK_ROWS)
    extras = index.extras if index else None
    return XlsxSheet(
        index=survey.sheet.index,
        name=survey.sheet.name,
        type=survey.sheet.kind,
        visibility=survey.sheet.state,
        used_range=_used_range(used),
        row_count=rows,
        col_count=used.col_count if used else 0,
        cell_count=index.cell_count if index else 0,
        formula_count=index.formula_count if index else 0,
        exceeds_chunk=rows > CHUNK_ROWS,
        islands_count=len(survey.islands),
        islands=[
            _island(survey.island(area), detail)
            for area in _shortened(survey.islands, page, detail.entries)
        ],
        chunking=Chunking(unit="rows", size=CHUNK_ROWS, count=chunks),
        chunks_count=chunks,
        chunks=[_chunk(used, at) for at in _shortened(range(chunks), page, detail.entries) if used],
        has_charts=bool(parts.charts),
        charts_count=len(parts.charts),
        charts=[
            XlsxChart(
                name=short_name(chart.name),
                type=chart.type,
                data_range=short_name(chart.data_range) if chart.data_range else None,
            )
            for chart in _shortened(parts.charts, page, detail.entries)
        ],
        tables_count=len(parts.tables),
        tables=[
            XlsxTable(
                name=short_name(table.name),
                range=str(table.range),
                has_header=table.has_header,
                has_totals=table.has_totals,
            )
            for table in _shortened(parts.tables, page, detail.entries)
        ],
        has_merged_cells=bool(extras and extras.merge_count),
        merged_count=extras.merge_count if extras else 0,
        has_conditional_formatting=bool(extras and extras.has_conditional_formatting),
        has_data_validation=bool(extras and extras.has_data_validation),
        has_formulas=bool(index and index.formula_count),
        comments_count=len(survey.comments),
        comments=_shortened(survey.comments, page, detail.entries),
        shapes_count=len(parts.shapes),
        shapes=[
            cell_name(shape.row, shape.column)
            for shape in _shortened(parts.shapes, page, detail.entries)
        ],
        unreadable=survey.unreadable,
    )


def _shortened(items: Sequence[Item], page: Page | None, most: int) -> list[Item]:
    """Return the entries that a map holds: a page, all, or the first and last few."""
    if page is not None or most >= LISTED_WHOLE:
        return [items[at] for at in listed(len(items), page)]
    if len(items) <= most:
        return list(items)
    return [*items[: most // 2], *items[len(items) - most // 2 :]]


def _is_shortened(found: XlsxMap, detail: Detail) -> bool:
    """Return whether some list is shorter than the rule of all maps would have it."""
    if detail is _DETAILS[0]:
        return False
    for sheet in found.sheets:
        lists = (sheet.islands_count, sheet.chunks_count, sheet.charts_count, sheet.tables_count)
        if max(*lists, sheet.comments_count, sheet.shapes_count) > detail.entries:
            return True
        if any((island.headers_count or 0) > detail.headers for island in sheet.islands):
            return True
    return False


def _used_range(used: Range | None) -> XlsxUsedRange | None:
    if used is None:
        return None
    return XlsxUsedRange(
        min_row=used.first_row,
        max_row=used.last_row,
        min_col=used.first_column,
        max_col=used.last_column,
    )


def _chunk(used: Range, at: int) -> XlsxChunk:
    area = chunk_range(used, at)
    return XlsxChunk(index=at, range=str(area), rows=area.row_count)


def _island(island: Island, detail: Detail) -> XlsxIsland:
    area = island.range
    headers = None
    if island.header_row is not None:
        columns = range(area.first_column, area.last_column + 1)
        headers = [
            short_name(island.headers[column]) if column in island.headers else None
            for column in _shortened(columns, None, detail.headers)
        ]
    return XlsxIsland(
        range=str(area),
        label=island.label,
        row_count=area.row_count,
        col_count=area.col_count,
        headers=headers,
        headers_count=area.col_count if headers is not None else None,
        header_row=island.header_row,
        exceeds_chunk=area.row_count > CHUNK_ROWS,
    )
