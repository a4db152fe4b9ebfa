"""Where on the sheets the operations changed something."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

from keenbench.formats.applying import OpReport
from keenbench.formats.focus import Focus
from keenbench.formats.xlsx.addresses import Range, find_range
from keenbench.formats.xlsx.edit import ops
from keenbench.formats.xlsx.edit.book import EditedBook
from keenbench.formats.xlsx.edit.op_parts import OnRange
from keenbench.formats.xlsx.edit.places import cell_at, column_at, columns_at, range_at, rows_at

# 'My sheet'!$A$1:$B$2, as a defined name refers to cells.
_REFERS = re.compile(r"=?\s*(?:'((?:[^']|'')+)'|([^'!\s]+))!([^!]+)")
_CORNER = Range(1, 1, 1, 1)


@dataclass(frozen=True)
class _Place:
    part: str  # of the sheet, which keeps it under any name
    area: Range
    is_cells: bool  # not the sheet as a whole


class Watched:
    """A workbook, watched while operations change it: sheets and rows may move on."""

    def __init__(self, book: EditedBook) -> None:
        self._book = book
        self._places: list[_Place] = []

    def after(self, op: ops.XlsxOp, report: OpReport) -> None:
        """Take in what one operation did."""
        name = op.new_name if isinstance(op, ops.RenameSheet | ops.CopySheet) else op.sheet
        areas: list[Range] = []
        if isinstance(op, ops.DefineName):
            name, areas = _referred(op)
        else:
            areas = list(_areas(op, report))
        sheet = self._book.find_sheet(name) if name else None
        if sheet is None or isinstance(op, ops.DeleteSheet):
            return
        self._places = [
            replace(one, area=_moved(one.area, op)) if one.part == sheet.part else one
            for one in self._places
        ]
        self._places += [_Place(sheet.part, area, is_cells=True) for area in areas]
        if not areas:
            self._places.append(_Place(sheet.part, _CORNER, is_cells=False))

    def focus(self) -> Focus | None:
        """Return the cells on the first sheet that was touched; None where it is gone again."""
        names = {sheet.part: sheet.name for sheet in self._book.sheets}
        there = [one for one in self._places if one.part in names]
        first = next((one for one in there if one.is_cells), next(iter(there), None))
        if first is None:
            return None
        same = [one.area for one in there if (one.part, one.is_cells) == (first.part, True)]
        return on_cells(names[first.part], _around(same or [first.area]))


def on_cells(sheet: str, area: Range | None) -> Focus:
    area = area or _CORNER
    return Focus(
        sheet=sheet,
        row_start=area.first_row - 1,
        row_end=area.last_row - 1,
        col_start=area.first_column - 1,
        col_end=area.last_column - 1,
    )


def _areas(op: ops.XlsxOp, report: OpReport) -> Iterable[Range]:
    """Give what an operation touches; nothing where it is of the sheet as a whole."""
    match op:
        case ops.SetCells():
            yield from (_cell(one.cell) for one in op.cells)
        case ops.SetRange():
            row, column = cell_at(op.start)
            wide = max(1, *map(len, op.values))
            yield Range(row, row + len(op.values) - 1, column, column + wide - 1)
        case ops.SetColumnWidths():
            yield from (_column(column_at(one.column)) for one in op.columns)
        case ops.SetRowHeights():
            yield from (Range(one.row, one.row, 1, 1) for one in op.rows)
        case ops.FreezePanes():
            yield Range(op.row + 1, op.row + 1, op.column + 1, op.column + 1)
        case ops.InsertRows():
            yield Range(op.row, op.row + op.count - 1, 1, 1)
        case ops.DeleteRows():
            yield Range(op.row, op.row, 1, 1)
        case ops.InsertColumns():
            at = column_at(op.column)
            yield Range(1, 1, at, at + op.count - 1)
        case ops.DeleteColumns():
            yield _column(column_at(op.column))
        case ops.AddChart() | ops.InsertImage():
            yield _cell(op.anchor)
        case ops.SetHidden(rows=str(rows)):
            yield Range(*rows_at(rows), 1, 1)
        case ops.SetHidden(columns=str(columns)):
            yield Range(1, 1, *columns_at(columns))
        case ops.SetAutofilter(range=str(area)):
            yield range_at(area)
        case ops.SummarizeByCategory():
            yield range_at(report.model_dump()["range"])
        case OnRange():
            yield range_at(op.range)


def _referred(op: ops.DefineName) -> tuple[str | None, list[Range]]:
    """Return the sheet and the cells that a name stands for; nothing for a formula."""
    found = _REFERS.fullmatch(op.refers_to.strip())
    if found is None:
        return op.sheet, []
    area = find_range(found[3].replace("$", ""))
    return (found[1] or found[2]).replace("''", "'"), [] if area is None else [area]


def _moved(area: Range, op: ops.XlsxOp) -> Range:
    """Return where cells stand after rows or columns before them came or went."""
    match op:
        case ops.InsertRows() | ops.DeleteRows():
            inserts = isinstance(op, ops.InsertRows)
            first, last = (
                _shifted(at, op.row, op.count, inserts=inserts)
                for at in (area.first_row, area.last_row)
            )
            return replace(area, first_row=first, last_row=last)
        case ops.InsertColumns() | ops.DeleteColumns():
            inserts = isinstance(op, ops.InsertColumns)
            first, last = (
                _shifted(at, column_at(op.column), op.count, inserts=inserts)
                for at in (area.first_column, area.last_column)
            )
            return replace(area, first_column=first, last_column=last)
        case _:
            return area


def _shifted(at: int, start: int, count: int, *, inserts: bool) -> int:
    if at < start:
        return at
    return at + count if inserts else max(start, at - count)


def _cell(name: str) -> Range:
    row, column = cell_at(name)
    return Range(row, row, column, column)


def _column(column: int) -> Range:
    return Range(1, 1, column, column)


def _around(areas: list[Range]) -> Range:
    return Range(
        min(area.first_row for area in areas),
        max(area.last_row for area in areas),
        min(area.first_column for area in areas),
        max(area.last_column for area in areas),
    )
