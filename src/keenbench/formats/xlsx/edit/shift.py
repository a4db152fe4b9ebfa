"""Rows or columns inserted or deleted: where every cell and block of cells goes.

The rules are Excel's. A block grows when something is inserted inside it and shrinks when part of
it is deleted; what was deleted whole is gone. A block that ends in the sheet's last row or column
keeps ending there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from keenbench.formats.xlsx.addresses import MAX_COLUMN, MAX_ROW, Range

Axis = Literal["rows", "columns"]


@dataclass(frozen=True)
class Shift:
    """`count` rows or columns of a sheet inserted before `at`, or deleted from `at` on."""

    sheet: str
    axis: Axis
    at: int
    count: int
    deletes: bool = False

    @property
    def limit(self) -> int:
        return MAX_ROW if self.axis == "rows" else MAX_COLUMN

    @property
    def last(self) -> int:
        """The last row or column that is deleted."""
        return self.at + self.count - 1

    def is_on(self, sheet: str) -> bool:
        return sheet.casefold() == self.sheet.casefold()

    def line(self, number: int) -> int | None:
        """Return where one row or column goes; None where it is deleted or pushed off the sheet."""
        if number < self.at:
            return number
        if not self.deletes:
            return number + self.count if number + self.count <= self.limit else None
        return None if number <= self.last else number - self.count

    def span(self, first: int, last: int) -> tuple[int, int] | None:
        """Return where the rows or columns `first` to `last` go; None where all are gone."""
        sticks = first < last == self.limit
        if not self.deletes:
            if first >= self.at:
                first += self.count
            if last >= self.at:
                last = min(last + self.count, self.limit)
            return (first, last) if first <= self.limit else None
        if first > last or (first >= self.at and last <= self.last):
            return None
        if first >= self.at:
            first = self.at if first <= self.last else first - self.count
        if last >= self.at and not sticks:
            last = self.at - 1 if last <= self.last else last - self.count
        return first, last

    def ends(self, first: int, last: int) -> tuple[int, int] | None:
        """As `span`, for two ends that may stand the wrong way round."""
        if first <= last:
            return self.span(first, last)
        turned = self.span(last, first)
        return None if turned is None else (turned[1], turned[0])

    def cell(self, row: int, column: int) -> tuple[int, int] | None:
        line = self.line(row if self.axis == "rows" else column)
        if line is None:
            return None
        return (line, column) if self.axis == "rows" else (row, line)

    def block(self, block: Range) -> Range | None:
        if self.axis == "rows":
            rows = self.span(block.first_row, block.last_row)
            return rows and Range(*rows, block.first_column, block.last_column)
        columns = self.span(block.first_column, block.last_column)
        return columns and Range(block.first_row, block.last_row, *columns)

    def blocks(self, blocks: Sequence[Range]) -> list[Range]:
        """Return where these go, without those that are gone."""
        return [moved for block in blocks if (moved := self.block(block)) is not None]

    def cuts(self, block: Range) -> bool:
        """Tell whether a block would not stay in one piece of the same size."""
        moved = self.block(block)
        whole_goes = moved is None and self.deletes
        return not whole_goes and (moved is None or moved.cell_count != block.cell_count)

    def first_kept(self, block: Range) -> tuple[int, int]:
        """Return the first cell of a block that is not deleted, by its old place."""
        row, column = block.first_row, block.first_column
        if self.deletes:
            if self.axis == "rows" and self.at <= row <= self.last:
                row = self.last + 1
            elif self.axis == "columns" and self.at <= column <= self.last:
                column = self.last + 1
        return row, column
