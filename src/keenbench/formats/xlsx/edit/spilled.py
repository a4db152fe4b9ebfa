"""The cells that a formula of one cell fills: they follow its result."""

from __future__ import annotations

from keenbench.formats.xlsx.addresses import Range
from keenbench.formats.xlsx.edit.cell_xml import Cell
from keenbench.formats.xlsx.edit.sheet import EditedSheet

Spills = dict[str, dict[tuple[int, int], Range]]  # how far a formula reaches, by sheet and cell

_MOST_CELLS = 1_000_000


def spill(sheet: EditedSheet, reach: dict[tuple[int, int], Range]) -> set[tuple[int, int]]:
    """Let the formulas that spill fill what they reach; return the cells they fill beside theirs.

    What a formula no longer reaches is emptied. A cell that holds something of its own is never
    written over: an engine says #SPILL! there.
    """
    filled: set[tuple[int, int]] = set()
    for old, row, column in sheet.arrays():
        anchor = sheet.cell(row, column)
        if anchor is None or b"cm" not in anchor.attributes:
            continue
        new = reach.get((row, column), old)
        if not _may_reach(sheet, old, new, row, column):
            continue
        for place in _places(old):
            if place != (row, column) and not new.holds(*place):
                _empty(sheet, *place)
        if new != old:
            cell = sheet.rows.touch(row).cells[column]
            assert cell.formula is not None
            said, text = cell.formula
            cell.set_formula({**said, "ref": _named(new)}, text)
            sheet.touched()
        filled |= set(_places(new)) - {(row, column)}
    return filled


def _may_reach(sheet: EditedSheet, old: Range, new: Range, row: int, column: int) -> bool:
    if (new.first_row, new.first_column) != (row, column):
        return False
    if max(new.cell_count, old.cell_count) > _MOST_CELLS:
        return False
    for place in _places(new):
        cell = sheet.cell(*place)
        if place == (row, column) or cell is None or cell.is_blank:
            continue
        if cell.formula is not None or not old.holds(*place):
            return False
    return True


def _empty(sheet: EditedSheet, row: int, column: int) -> None:
    cell = sheet.cell(row, column)
    if cell is not None and not cell.is_blank and cell.formula is None:
        sheet.put(row, Cell.made(row, column, cell.style))


def _places(area: Range) -> list[tuple[int, int]]:
    return [
        (row, column)
        for row in range(area.first_row, area.last_row + 1)
        for column in range(area.first_column, area.last_column + 1)
    ]


def _named(area: Range) -> str:
    text = str(area)
    return text.partition(":")[0] if area.cell_count == 1 else text
