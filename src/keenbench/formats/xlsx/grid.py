"""A window of a sheet, ready to be drawn."""

from __future__ import annotations

import datetime as dt

from keenbench.formats.call import Call
from keenbench.formats.xlsx.addresses import MAX_COLUMN, MAX_ROW, Range
from keenbench.formats.xlsx.cells import Cell, Value
from keenbench.formats.xlsx.chunks import doubts
from keenbench.formats.xlsx.grid_methods import GridCell, XlsxGrid, XlsxGridParams
from keenbench.formats.xlsx.looks import Look
from keenbench.formats.xlsx.number_text import shown_moment, shown_number, shown_text
from keenbench.formats.xlsx.sheet_extras import Extras
from keenbench.formats.xlsx.sheet_index import SheetIndex
from keenbench.formats.xlsx.sheet_rows import attributes_of, cells_of
from keenbench.formats.xlsx.workbook import OpenBook, open_book

_BLANK = GridCell(value=None, type="blank", formula=None)


def render_grid(call: Call, params: XlsxGridParams) -> XlsxGrid:
    with open_book(call, params) as opened:
        sheet = opened.sheet(params.sheet)
        index = opened.index(sheet)
        total_rows, total_cols = _extent(index)
        area = Range(
            params.row_start + 1,
            min(params.row_start + params.row_count, total_rows),
            params.col_start + 1,
            min(params.col_start + params.col_count, total_cols),
        )
        reader = opened.reader(sheet)
        cells: list[list[GridCell]] = []
        if area.row_count > 0 and area.col_count > 0:
            with opened.reading(sheet):
                found = reader.read(area)
                styles = _styles(opened, index, area)
            cells = _drawn(opened, area, found, styles)
        merges = [merge for merge in index.extras.merges if merge.touches(area)] if cells else []
        for merge in merges:
            _cover(cells, area, merge)
        columns = range(area.first_column, area.last_column + 1)
        return XlsxGrid(
            sheets=[other.name for other in opened.book.sheets],
            sheet=sheet.name,
            row_start=params.row_start,
            col_start=params.col_start,
            row_count=len(cells),
            col_count=len(cells[0]) if cells else 0,
            total_rows=total_rows,
            total_cols=total_cols,
            cells=cells,
            merged=[str(merge) for merge in merges],
            column_widths=[_width(index.extras, column) for column in columns] if cells else [],
            hidden_columns=[column - 1 for column in columns if _hidden(index.extras, column)],
            warnings=[*opened.book.warnings, *doubts(reader.doubts)],
        )


def _extent(index: SheetIndex) -> tuple[int, int]:
    """Return the last row and column that hold something; merges that reach further count."""
    used = index.used
    rows, columns = (used.last_row, used.last_column) if used else (0, 0)
    for merge in index.extras.merges:
        if used is not None and merge.touches(used):
            rows, columns = max(rows, merge.last_row), max(columns, merge.last_column)
    return min(rows, MAX_ROW), min(columns, MAX_COLUMN)


def _styles(opened: OpenBook, index: SheetIndex, area: Range) -> dict[tuple[int, int], bytes]:
    """Return the styles of the window's cells, blank ones too: own, else the row's."""
    found: dict[tuple[int, int], bytes] = {}
    for row, piece in index.rows(opened.file, area.first_row, area.last_row):
        start = piece.rfind(b"<row")
        attributes = attributes_of(piece[start : piece.find(b">", start)])
        if b"s" in attributes and attributes.get(b"customFormat") in (b"1", b"true"):
            for column in range(area.first_column, area.last_column + 1):
                found[row, column] = attributes[b"s"]
        for column, own, _ in cells_of(piece[start:]):
            if area.first_column <= column <= area.last_column:
                found[row, column] = own.get(b"s", b"0")
    return found


def _drawn(
    opened: OpenBook,
    area: Range,
    found: dict[int, dict[int, Cell]],
    styles: dict[tuple[int, int], bytes],
) -> list[list[GridCell]]:
    looks = opened.looks()
    since_1904 = opened.book.since_1904
    columns = range(area.first_column, area.last_column + 1)
    rows: list[list[GridCell]] = []
    for row in range(area.first_row, area.last_row + 1):
        there = found.get(row, {})
        drawn: list[GridCell] = []
        for column in columns:
            style = styles.get((row, column), b"")
            look = looks.get(style) if style else {}
            cell = there.get(column)
            if cell is None:
                drawn.append(
                    GridCell(value=None, type="blank", formula=None, style=look) if look else _BLANK
                )
                continue
            display = shown(cell, look, since_1904=since_1904)
            drawn.append(
                GridCell(
                    value=cell.value,
                    type=cell.kind,
                    formula=cell.formula,
                    display=display,
                    style=look or None,
                )
            )
        rows.append(drawn)
    return rows


def shown(cell: Cell, look: Look, *, since_1904: bool) -> str | None:
    """Return the value as its number format shows it; None where that is the value itself."""
    code = look.get("number_format")
    value: Value = cell.value
    if value is None:
        return None
    text: str | None = None
    if cell.kind == "boolean":
        text = "TRUE" if value else "FALSE"
    elif not isinstance(code, str) or (code.startswith("#") and code[1:].isdigit()):
        text = None
    elif cell.kind == "number" and isinstance(value, int | float):
        text = shown_number(value, code)
    elif cell.kind == "string":
        text = shown_text(str(value), code)
    elif cell.kind == "date":
        serial = _serial(str(value), since_1904=since_1904)
        text = None if serial is None else shown_moment(serial, code, since_1904=since_1904)
    return None if text == value else text


def _serial(iso: str, *, since_1904: bool) -> float | None:
    """Return the number behind a date as it was read."""
    try:
        if "-" not in iso:
            clock = dt.time.fromisoformat(iso)
            return (
                clock.hour * 3600 + clock.minute * 60 + clock.second + clock.microsecond / 1e6
            ) / 86400
        when = dt.datetime.fromisoformat(iso)
    except ValueError:
        return None
    if since_1904:
        return (when - dt.datetime(1904, 1, 1)) / dt.timedelta(days=1)
    days = (when - dt.datetime(1899, 12, 30)) / dt.timedelta(days=1)
    return days if days >= 61 else days - 1


def _cover(cells: list[list[GridCell]], area: Range, merge: Range) -> None:
    """Blank what a merge covers: all of it but its first cell."""
    for row in range(max(merge.first_row, area.first_row), min(merge.last_row, area.last_row) + 1):
        line = cells[row - area.first_row]
        first = max(merge.first_column, area.first_column)
        for column in range(first, min(merge.last_column, area.last_column) + 1):
            if (row, column) != (merge.first_row, merge.first_column):
                line[column - area.first_column] = _BLANK


def _width(extras: Extras, column: int) -> float | None:
    return next((c.width for c in extras.columns if c.first <= column <= c.last), None)


def _hidden(extras: Extras, column: int) -> bool:
    return any(c.hidden for c in extras.columns if c.first <= column <= c.last)
