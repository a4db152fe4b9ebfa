"""Reading cells: a range, or a chunk of a sheet."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from keenbench.errors import FileReadFailed, TooLarge, ValidationFailed
from keenbench.formats.call import Call
from keenbench.formats.shape import ChunkInfo, Covered, MapWarning
from keenbench.formats.xlsx.addresses import Range, cell_name, parse_range
from keenbench.formats.xlsx.cells import Cell, Value
from keenbench.formats.xlsx.chunks import chunk_area, doubts, range_info
from keenbench.formats.xlsx.headers import Island
from keenbench.formats.xlsx.map import island_of
from keenbench.formats.xlsx.methods import (
    XlsxArrayFormula,
    XlsxComment,
    XlsxRead,
    XlsxReadParams,
    XlsxShape,
)
from keenbench.formats.xlsx.text import fits, line_of
from keenbench.formats.xlsx.workbook import OpenBook, Sheet, open_book, raise_if_hostile

# A chunk of the widest sheet there can be holds 819,200 cells.
READ_CELLS = 1_000_000
Item = TypeVar("Item")

_LOOKED_AT = 60  # islands whose header a read looks for


def read_range(call: Call, params: XlsxReadParams) -> XlsxRead:
    if params.range is not None and params.chunk is not None:
        raise ValidationFailed("Give range or chunk, not both.")
    with open_book(call, params) as opened:
        sheet = opened.sheet(params.sheet)
        index = opened.index(sheet)
        used = index.used
        area = _area(params, used)
        if area is None:
            return _nothing(sheet, params)
        if area.cell_count > READ_CELLS:
            raise TooLarge(
                f"{area} holds {area.cell_count} cells, more than the {READ_CELLS} of one read. "
                "Ask for a smaller range, or for a chunk of the map."
            )
        reader = opened.reader(sheet)
        with opened.reading(sheet):
            cells = reader.read(area)
        rows, formulas = _grids(cells, area)
        text = "\n".join(line_of(row) for row in _shown(rows, formulas, params.values))
        # Once as text, once as values, and formulas; escapes of tabs and blanks take the rest.
        if not fits(text, times=3):
            raise TooLarge(
                f"The cells of {area} hold more text than one read gives. Ask for a smaller range."
            )
        faults: list[MapWarning] = []
        none: list[XlsxComment] = []
        headers = _or_warn(faults, "headers", lambda: _headers(opened, sheet, area), None)
        comments = _or_warn(faults, "comments", lambda: _comments(opened, sheet, area), none)
        return XlsxRead(
            sheet=sheet.name,
            text=text,
            headers=headers,
            rows=rows,
            formulas=None if params.values == "computed" else formulas,
            chunk_info=range_info(area, used),
            array_formulas=[
                XlsxArrayFormula(range=cell.array, formula=cell.formula)
                for row in cells.values()
                for cell in row.values()
                if cell.array and cell.formula
            ],
            merged=[str(merge) for merge in index.extras.merges if merge.touches(area)],
            comments=comments,
            shapes=_shapes(opened, sheet, area),
            warnings=[*doubts(reader.doubts), *faults],
        )


def _or_warn(
    faults: list[MapWarning], what: str, read: Callable[[], Item], otherwise: Item
) -> Item:
    """Return what goes with the cells; where it cannot be read the cells still can."""
    try:
        return read()
    except FileReadFailed as error:
        raise_if_hostile(error)
        message = f"The {what} cannot be read. {error.message}"
        faults.append(MapWarning(code=f"{what}_unreadable", message=message))
        return otherwise


def _area(params: XlsxReadParams, used: Range | None) -> Range | None:
    if params.range is not None:
        return parse_range(params.range, used)
    return chunk_area(params.chunk or 0, used)


def _nothing(sheet: Sheet, params: XlsxReadParams) -> XlsxRead:
    """Return the read of an empty sheet."""
    covered = Covered(unit="rows", first=1, last=0, total=0)
    return XlsxRead(
        sheet=sheet.name,
        text="",
        headers=None,
        rows=[],
        formulas=None if params.values == "computed" else [],
        chunk_info=ChunkInfo(
            chunk_index=0, total_chunks=0, has_more=False, range="", covered=covered
        ),
    )


def _grids(
    cells: dict[int, dict[int, Cell]], area: Range
) -> tuple[list[list[Value]], list[list[str | None]]]:
    values: list[list[Value]] = []
    formulas: list[list[str | None]] = []
    width = area.col_count
    for number in range(area.first_row, area.last_row + 1):
        row: list[Value] = [None] * width
        formula_row: list[str | None] = [None] * width
        for column, cell in cells.get(number, {}).items():
            row[column - area.first_column] = cell.value
            formula_row[column - area.first_column] = cell.formula
        values.append(row)
        formulas.append(formula_row)
    return values, formulas


def _shown(
    rows: list[list[Value]], formulas: list[list[str | None]], values: str
) -> list[list[Value]]:
    """Return what the text shows: values, or formulas where they were asked for or alone exist."""
    if values == "computed":
        return rows
    shown: list[list[Value]] = []
    for row, formula_row in zip(rows, formulas, strict=True):
        pairs = zip(row, formula_row, strict=True)
        if values == "formulas":
            shown.append([value if formula is None else formula for value, formula in pairs])
        else:
            shown.append([formula if value is None else value for value, formula in pairs])
    return shown


def _headers(opened: OpenBook, sheet: Sheet, area: Range) -> list[str | None] | None:
    """Return the names of the columns: of the block that each lies in, or that stands above."""
    reader = opened.reader(sheet)
    above = [
        island
        for island in opened.islands(sheet)
        if island.first_row <= area.last_row
        and island.first_column <= area.last_column
        and island.last_column >= area.first_column
        and island.row_count > 1
    ]
    # The nearest first: blocks that the range begins in, then those above it, then those it holds.
    above.sort(
        key=lambda island: (
            island.first_row > area.first_row,
            -island.first_row if island.first_row <= area.first_row else island.first_row,
            island.first_column,
        )
    )
    names: list[str | None] = [None] * area.col_count
    settled = [False] * area.col_count
    for place in above[:_LOOKED_AT]:
        first = max(place.first_column, area.first_column) - area.first_column
        last = min(place.last_column, area.last_column) - area.first_column
        if all(settled[first : last + 1]):
            continue
        island = island_of(opened, sheet, place, reader)
        if island.header_row is None or island.header_row > area.last_row:
            continue
        _name_columns(names, settled, island, area, first, last)
    return names if any(settled) else None


def _name_columns(
    names: list[str | None],
    settled: list[bool],
    island: Island,
    area: Range,
    first: int,
    last: int,
) -> None:
    for at in range(first, last + 1):
        if not settled[at]:
            settled[at] = True
            names[at] = island.headers.get(area.first_column + at)


def _shapes(opened: OpenBook, sheet: Sheet, area: Range) -> list[XlsxShape]:
    return [
        XlsxShape(cell=cell_name(shape.row, shape.column), name=shape.name, text=shape.text)
        for shape in opened.parts(sheet).shapes
        if area.holds(shape.row, shape.column)
    ]


def _comments(opened: OpenBook, sheet: Sheet, area: Range) -> list[XlsxComment]:
    return [
        XlsxComment(cell=comment.cell, author=comment.author, text=comment.text)
        for comment in opened.comments(sheet)
        if area.holds(comment.area.first_row, comment.area.first_column)
    ]
