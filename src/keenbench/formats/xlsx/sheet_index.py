"""What a pass over a sheet found: which cells are filled, and where its rows lie."""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import BinaryIO

from keenbench.formats.xlsx.addresses import Range
from keenbench.formats.xlsx.part_access import PartDamaged, Source
from keenbench.formats.xlsx.plain_xml import WellFormed
from keenbench.formats.xlsx.sheet_extras import Extras
from keenbench.formats.xlsx.sheet_rows import ROW_END, row_number

_MAX_TAGS = 1_000_000  # of one row: 16,384 cells of rich text and then some


@dataclass
class SheetIndex:
    """What a pass over a sheet found; small at any number of cells."""

    source: Source
    extras: Extras
    # Blocks of rows: the row before the block's first, where the block begins, how long it is.
    before_rows: array[int] = field(default_factory=lambda: array("I"))
    last_rows: array[int] = field(default_factory=lambda: array("I"))
    offsets: array[int] = field(default_factory=lambda: array("Q"))
    lengths: array[int] = field(default_factory=lambda: array("Q"))
    # Runs of rows with the same filled columns, as bits (bit 0 is column A).
    run_firsts: array[int] = field(default_factory=lambda: array("I"))
    run_lasts: array[int] = field(default_factory=lambda: array("I"))
    run_masks: list[int] = field(default_factory=list)
    cell_count: int = 0
    formula_count: int = 0
    # Where the formula stands that others share: by its number, in the order of the sheet.
    masters: dict[int, list[tuple[int, int]]] = field(default_factory=dict)
    master_texts: dict[tuple[int, int], str] = field(default_factory=dict)
    # The rows of the block that was read last: neighbours are often read next.
    _last_block: tuple[int, list[bytes]] = (-1, [])

    @property
    def used(self) -> Range | None:
        """Return the smallest range that holds every filled cell."""
        if not self.run_masks:
            return None
        union = 0
        for mask in set(self.run_masks):
            union |= mask
        first_column = (union & -union).bit_length()
        return Range(self.run_firsts[0], self.run_lasts[-1], first_column, union.bit_length())

    @property
    def filled_rows(self) -> int:
        return sum(self.run_lasts) - sum(self.run_firsts) + len(self.run_masks)

    def weight(self) -> int:
        arrays = (self.before_rows, self.last_rows, self.offsets, self.lengths)
        size = sum(a.itemsize * len(a) for a in (*arrays, self.run_firsts, self.run_lasts))
        distinct = sum(28 + mask.bit_length() // 8 for mask in set(self.run_masks))
        size += 8 * len(self.run_masks) + distinct + 200 * len(self.masters)
        return size + self.source.weight() + self.extras.weight()

    def rows(self, file: BinaryIO, first: int, last: int) -> Iterator[tuple[int, bytes]]:
        """Give the rows from `first` to `last` that the sheet holds: number and XML."""
        proof = WellFormed()
        at = bisect_left(self.last_rows, first)
        while at < len(self.offsets) and self.before_rows[at] < last:
            number = self.before_rows[at]
            for piece in self._pieces(file, at):
                number = row_number(piece, number)
                if number > last:
                    return
                if number >= first:
                    if piece.count(b"<") > _MAX_TAGS:
                        raise PartDamaged(f"holds more than any row can at row {number}")
                    proof.check(piece + ROW_END, f"row {number}")
                    yield number, piece
            at += 1

    def _pieces(self, file: BinaryIO, at: int) -> list[bytes]:
        if self._last_block[0] != at:
            data = self.source.read(file, self.offsets[at], self.lengths[at])
            self._last_block = (at, data.split(ROW_END)[:-1])
        return self._last_block[1]
