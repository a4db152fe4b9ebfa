"""A formula as it reads in another cell: one that cells share is written once, for the first."""

from __future__ import annotations

from dataclasses import replace

from keenbench.formats.xlsx.addresses import MAX_COLUMN, MAX_ROW
from keenbench.formats.xlsx.formulas import GONE, Corner, Reference, rewrite
from keenbench.formats.xlsx.plain_formulas import is_plain, translated_plain


def translated(formula: str, rows: int, columns: int, *, wraps: bool = False) -> str:
    """Return the formula as it reads `rows` further down and `columns` further right.

    What leaves the sheet is #REF!, or with `wraps` comes in again on the other side: so the
    formulas of conditional formats and names are meant.
    """
    if rows == 0 and columns == 0:
        return formula
    if not wraps and is_plain(formula):
        return translated_plain(formula, rows, columns)

    def change(reference: Reference) -> str | None:
        area = reference.area
        if area is None or reference.is_dead:
            return None
        first = _moved(area.first, rows, columns, wraps)
        last = None if area.last is None else _moved(area.last, rows, columns, wraps)
        if first is None or (area.last is not None and last is None):
            return GONE
        return reference.prefix + str(replace(area, first=first, last=last))

    return rewrite(formula, change)


def _moved(corner: Corner, rows: int, columns: int, wraps: bool) -> Corner | None:
    row, column = corner.row, corner.column
    if row is not None and not corner.row_fixed:
        row += rows
    if column is not None and not corner.column_fixed:
        column += columns
    if wraps:
        row = None if row is None else (row - 1) % MAX_ROW + 1
        column = None if column is None else (column - 1) % MAX_COLUMN + 1
    if not 1 <= (1 if row is None else row) <= MAX_ROW:
        return None
    if not 1 <= (1 if column is None else column) <= MAX_COLUMN:
        return None
    return replace(corner, row=row, column=column)
