"""Which rows of a sheet became which: by what they hold, not by their numbers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from keenbench.diff.align import Pair, align, moved, telling_keys, unmatched
from keenbench.diff.sequences import matches
from keenbench.formats.xlsx.diff.rows import RowIndex
from keenbench.formats.xlsx.diff.shifts import Axis, SheetShift
from keenbench.formats.xlsx.diff.version import Held, Version
from keenbench.formats.xlsx.workbook import Sheet

_LEAST_ALIKE = 0.3
# Rows that are held in memory to be aligned.
_MOST_READ = 50_000

Row = dict[int, Held]


@dataclass
class Aligned:
    """Two versions of a sheet, row by row."""

    old_sheet: Sheet
    new_sheet: Sheet
    shift: SheetShift
    pairs: list[Pair] = field(default_factory=list)
    moves: dict[int, int] = field(default_factory=dict)
    # Columns that only one version has; 1-based.
    deleted_columns: list[int] = field(default_factory=list)
    inserted_columns: list[int] = field(default_factory=list)
    old_index: RowIndex | None = None
    new_index: RowIndex | None = None
    # Rows that were read to be aligned, by number.
    old_rows: dict[int, Row] = field(default_factory=dict)
    new_rows: dict[int, Row] = field(default_factory=dict)

    @property
    def is_unchanged(self) -> bool:
        return self.old_index is None

    @cached_property
    def back(self) -> SheetShift:
        """How a row or column of the new version is found in the old one."""
        if self.old_index is None or self.new_index is None:
            return SheetShift(self.old_sheet.name)
        old, new = self.old_index.numbers, self.new_index.numbers
        rows = Axis()
        if not self.shift.rows.is_identity:
            kept = [(new[p.new], old[p.old]) for p in self.pairs if None not in (p.old, p.new)]  # type: ignore[index]
            came = [new[p.new] for p in self.pairs if p.old is None and p.new is not None]
            rows = Axis(kept, came)
        columns = Axis()
        if not self.shift.columns.is_identity or self.inserted_columns:
            columns = self.shift.columns.back(self.inserted_columns)
        return SheetShift(self.old_sheet.name, rows, columns)


def align_rows(
    aligned: Aligned, old: Version, new: Version, old_index: RowIndex, new_index: RowIndex
) -> None:
    """Fill in which rows became which."""
    aligned.old_index, aligned.new_index = old_index, new_index
    shared = matches(old_index.keys, new_index.keys)
    loose_old, loose_new = unmatched(shared, len(old_index.keys), len(new_index.keys))
    too_many = len(loose_old) + len(loose_new) > _MOST_READ
    if not too_many:
        aligned.old_rows = old.rows(aligned.old_sheet, [old_index.numbers[at] for at in loose_old])
        aligned.new_rows = new.rows(aligned.new_sheet, [new_index.numbers[at] for at in loose_new])
    keys = _Contents(aligned)

    def alike(a: int, b: int) -> float:
        # Where they are too many to be read, rows are taken for each other as they stand.
        return 1.0 if too_many else keys.alike(old_index.numbers[a], new_index.numbers[b])

    refined = _refined(old_index, new_index, loose_old, loose_new, keys)
    if refined is None:
        found = align(old_index.keys, new_index.keys, alike, _LEAST_ALIKE, shared)
    else:
        # Rows of one name are pairs, but only rows of one key are the same.
        found = [
            Pair(pair.old, pair.new, _same(pair, old_index, new_index))
            for pair in align(*refined, alike, _LEAST_ALIKE)
        ]
    aligned.moves = moved(found, old_index.keys, new_index.keys)
    came = any(pair.old is None for pair in found)
    gone = came and any(pair.new is None for pair in found)
    aligned.pairs = list(_in_place(found, aligned.moves)) if gone else found
    aligned.shift = SheetShift(aligned.shift.name, _axis(aligned), aligned.shift.columns)


def _same(pair: Pair, old: RowIndex, new: RowIndex) -> bool:
    if pair.old is None or pair.new is None:
        return False
    return old.keys[pair.old] == new.keys[pair.new]


def _in_place(pairs: list[Pair], moves: dict[int, int]) -> Iterator[Pair]:
    """Take rows that went where as many came for rows whose cells all changed."""
    came = set(moves.values())
    gone: list[Pair] = []
    new: list[Pair] = []
    for pair in [*pairs, None]:
        if pair is not None and pair.new is None and pair.old not in moves:
            gone.append(pair)
        elif pair is not None and pair.old is None and pair.new not in came:
            new.append(pair)
        else:
            if len(gone) == len(new):
                yield from (Pair(a.old, b.new) for a, b in zip(gone, new, strict=True))
            else:
                yield from gone
                yield from new
            gone, new = [], []
            if pair is not None:
                yield pair


class _Contents:
    """What loose rows hold, in words that both versions share."""

    def __init__(self, aligned: Aligned) -> None:
        self._columns = aligned.shift.columns
        self._old = {number: self._words(row, self._columns) for number, row in _of(aligned, 0)}
        self._new = {number: self._words(row, None) for number, row in _of(aligned, 1)}

    def old(self, number: int) -> dict[int, Any]:
        return self._old.get(number, {})

    def new(self, number: int) -> dict[int, Any]:
        return self._new.get(number, {})

    def alike(self, old: int, new: int) -> float:
        before, after = self.old(old), self.new(new)
        longest = max(len(before), len(after))
        if not before or not after:
            return _LEAST_ALIKE if longest else 1.0
        shared = sum(1 for column, word in before.items() if after.get(column) == word)
        if shared and shared == min(len(before), len(after)):
            # Cells were only added beside the row, or only taken away: it is the same row.
            return 0.5 + shared / longest / 2
        return shared / longest

    def _words(self, row: Row, columns: Axis | None) -> dict[int, Any]:
        words: dict[int, Any] = {}
        for column, held in row.items():
            place = columns.to_new(column) if columns is not None else column
            if place is None:
                continue
            if held.cell.formula is not None:
                words[place] = "="
            elif held.cell.kind != "blank":
                words[place] = held.cell.value
        return words


def _of(aligned: Aligned, side: int) -> Iterator[tuple[int, Row]]:
    yield from (aligned.new_rows if side else aligned.old_rows).items()


def _refined(
    old_index: RowIndex,
    new_index: RowIndex,
    loose_old: list[int],
    loose_new: list[int],
    contents: _Contents,
) -> tuple[list[Any], list[Any]] | None:
    """Return keys that match rows by one telling column, where much of a sheet was rewritten."""
    before = [contents.old(old_index.numbers[at]) for at in loose_old]
    after = [contents.new(new_index.numbers[at]) for at in loose_new]
    telling = telling_keys(before, after)
    if telling is None:
        return None
    old_keys: list[Any] = list(old_index.keys)
    new_keys: list[Any] = list(new_index.keys)
    for keys, places, names in (
        (old_keys, loose_old, telling[0]),
        (new_keys, loose_new, telling[1]),
    ):
        for at, name in zip(places, names, strict=True):
            if name is not None:
                keys[at] = ("row", name)
    return old_keys, new_keys


def _axis(aligned: Aligned) -> Axis:
    assert aligned.old_index is not None
    assert aligned.new_index is not None
    old, new = aligned.old_index.numbers, aligned.new_index.numbers
    pairs = [(old[p.old], new[p.new]) for p in aligned.pairs if None not in (p.old, p.new)]  # type: ignore[index]
    deleted = [old[p.old] for p in aligned.pairs if p.new is None and p.old is not None]
    return Axis(pairs, deleted)
