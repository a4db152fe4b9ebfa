"""Blocks of filled cells that stand apart: separated by blank rows and by blank columns.

A sheet is cut at its blank rows, each band at its blank columns, and each piece again, until
nothing can be cut. It works on runs of equal rows, so that a table of any height is one step.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from keenbench.formats.xlsx.addresses import Range

Run = tuple[int, int, int]  # first row, last row, filled columns as bits

# A sheet that falls into more pieces than this is not described by naming them: what is left when
# they are found is given as it stands, uncut.
MAX_ISLANDS = 10_000
_MAX_DEPTH = 24
_WORK = 3_000_000  # runs looked at; no real sheet comes near it


def find_islands(runs: Sequence[Run]) -> list[Range]:
    """Return the islands of a sheet from top to bottom, then left to right."""
    return _Cutter().islands(runs)


class _Cutter:
    def __init__(self) -> None:
        self._left = MAX_ISLANDS
        self._work = _WORK

    def islands(self, runs: Sequence[Run]) -> list[Range]:
        found: list[Range] = []
        bands = list(_bands(runs, -1))
        for at, band in enumerate(bands):
            if self._is_spent():
                rest = [run for other in bands[at:] for run in other]
                found.append(_around(rest))
                break
            pieces = self._cut(band, 0)
            found += sorted(pieces, key=lambda island: (island.first_row, island.first_column))
        return found

    def _is_spent(self) -> bool:
        return self._left <= 0 or self._work <= 0

    def _cut(self, band: list[Run], depth: int) -> Iterator[Range]:
        self._work -= len(band)
        segments = list(_segments(_union(band)))
        if len(segments) == 1 or depth >= _MAX_DEPTH or self._is_spent():
            self._left -= 1
            yield _around(band)
            return
        for first, last in segments:
            inside = ((1 << (last - first + 1)) - 1) << (first - 1)
            self._work -= len(band)
            pieces = list(_bands(band, inside))
            for at, piece in enumerate(pieces):
                if self._is_spent():
                    yield _around([run for other in pieces[at:] for run in other])
                    break
                yield from self._cut(piece, depth + 1)


def _bands(runs: Sequence[Run], columns: int) -> Iterator[list[Run]]:
    """Give the groups of rows without a blank row between them, in these columns."""
    band: list[Run] = []
    for first, last, mask in runs:
        mask &= columns
        if not mask:
            continue
        if band and band[-1][1] + 1 < first:
            yield band
            band = []
        band.append((first, last, mask))
    if band:
        yield band


def _union(band: Sequence[Run]) -> int:
    union = 0
    for _, _, mask in band:
        union |= mask
    return union


def _around(band: Sequence[Run]) -> Range:
    """Return the smallest range that holds these rows."""
    union = _union(band)
    first_column = (union & -union).bit_length()
    return Range(band[0][0], band[-1][1], first_column, union.bit_length())


def _segments(union: int) -> Iterator[tuple[int, int]]:
    """Give first and last column (1-based) of each run of set bits."""
    column = 1
    while union:
        skip = (union & -union).bit_length() - 1
        union >>= skip
        column += skip
        length = (~union & (union + 1)).bit_length() - 1
        yield column, column + length - 1
        union >>= length
        column += length
