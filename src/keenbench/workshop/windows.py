"""Unions of windows: what was read once or ten times counts once."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise


class Spans:
    """Whole numbers, as spans from first to last that neither overlap nor touch."""

    def __init__(self) -> None:
        self._firsts: list[int] = []
        self._lasts: list[int] = []

    def add(self, first: int, last: int) -> None:
        if last < first:
            return
        # All spans that overlap this one or touch it become one with it.
        begin = bisect_left(self._lasts, first - 1)
        end = bisect_right(self._firsts, last + 1)
        if begin < end:
            first = min(first, self._firsts[begin])
            last = max(last, self._lasts[end - 1])
        self._firsts[begin:end] = [first]
        self._lasts[begin:end] = [last]

    def __iter__(self) -> Iterator[tuple[int, int]]:
        return iter(zip(self._firsts, self._lasts, strict=True))

    def within(self, first: int, last: int) -> int:
        """Return how many of the numbers from first to last are held."""
        return sum(max(0, min(last, ends) - max(first, begins) + 1) for begins, ends in self)

    def missing(self, first: int, last: int) -> list[tuple[int, int]]:
        """Return the spans between first and last that are not held."""
        gaps: list[tuple[int, int]] = []
        at = first
        for begins, ends in self:
            if begins > last:
                break
            if begins > at:
                gaps.append((at, begins - 1))
            at = max(at, ends + 1)
        if at <= last:
            gaps.append((at, last))
        return gaps


@dataclass(frozen=True)
class Area:
    """A rectangle of cells, 1-based and inclusive."""

    first_row: int
    last_row: int
    first_column: int
    last_column: int

    def within(self, other: Area) -> Area | None:
        """Return what the two share."""
        shared = Area(
            max(self.first_row, other.first_row),
            min(self.last_row, other.last_row),
            max(self.first_column, other.first_column),
            min(self.last_column, other.last_column),
        )
        empty = shared.last_row < shared.first_row or shared.last_column < shared.first_column
        return None if empty else shared

    @property
    def cells(self) -> int:
        rows = self.last_row - self.first_row + 1
        return rows * (self.last_column - self.first_column + 1)


class Areas:
    """Cells, as the union of rectangles."""

    def __init__(self) -> None:
        # By the columns they span: reading on downwards stays one entry.
        self._rows: dict[tuple[int, int], Spans] = {}

    def add(self, area: Area) -> None:
        columns = (area.first_column, area.last_column)
        self._rows.setdefault(columns, Spans()).add(area.first_row, area.last_row)

    def within(self, whole: Area) -> int:
        """Return how many cells of `whole` are held."""
        found = [
            shared
            for (first_column, last_column), rows in self._rows.items()
            for first_row, last_row in rows
            if (shared := Area(first_row, last_row, first_column, last_column).within(whole))
        ]
        # Between two neighbouring edges the same rectangles hold every row.
        edges = sorted({area.first_row for area in found} | {area.last_row + 1 for area in found})
        total = 0
        for top, below in pairwise(edges):
            columns = Spans()
            for area in found:
                if area.first_row <= top and area.last_row >= below - 1:
                    columns.add(area.first_column, area.last_column)
            total += (below - top) * columns.within(whole.first_column, whole.last_column)
        return total
