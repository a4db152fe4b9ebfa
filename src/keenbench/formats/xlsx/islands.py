"""Blocks of filled cells that stand apart: separated by blank rows and by blank columns.

A sheet is cut at its blank rows, each band at its blank columns, and each piece again, until
nothing can be cut. It works on runs of equal rows, so that a table of any height is one step.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from keenbench.formats.xlsx.addresses import Range

Run = tuple[int, int, int]  # first row, last row, filled columns as bits

_MAX_DEPTH = 24
# Rows looked at; past this, pieces are no longer cut again. No real sheet comes near it.
_WORK = 3_000_000


def find_islands(runs: Sequence[Run]) -> list[Range]:
    """Return the islands of a sheet from top to bottom, then left to right."""
    found: list[Range] = []
    budget = [_WORK]
    for band in _bands(runs, -1):
        found += sorted(
            _cut(band, -1, 0, budget), key=lambda island: (island.first_row, island.first_column)
        )
    return found


def _bands(runs: Sequence[Run], columns: int) -> Iterator[list[Run]]:
    """Give the groups of rows without a blank row between them."""
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


def _cut(band: list[Run], columns: int, depth: int, budget: list[int]) -> Iterator[Range]:
    union = 0
    for _, _, mask in band:
        union |= mask
    segments = list(_segments(union))
    budget[0] -= len(band)
    if len(segments) == 1:
        yield Range(band[0][0], band[-1][1], *segments[0])
        return
    for first, last in segments:
        inside = ((1 << (last - first + 1)) - 1) << (first - 1)
        if depth >= _MAX_DEPTH or budget[0] <= 0:
            yield Range(band[0][0], band[-1][1], first, last)
            continue
        budget[0] -= len(band)
        for piece in _bands(band, inside):
            yield from _cut(piece, inside, depth + 1, budget)


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
