"""Which columns may hold the keys of which tables, the likeliest pairs first.

Those whose names have a word in common come first, then those that lead to a table's first column,
then columns of few different values. A dataset may have thousands of columns, and only a few pairs
are asked about; so they are found in that order, and the rest are never made.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from keenbench.analyst.key_names import (
    ENDINGS,
    FIGURES,
    family,
    is_called_a_key,
    is_part_of_name,
    words_of,
)
from keenbench.models.offline.words import name_words, word_set
from keenbench.query.dataset_schema import ColumnSchema, Relation, TableSchema

FEWEST = 3
"""Fewer different values than these fit by chance."""
HELD = 0.9
"""How many of the different values must be keys: some rows point at what is not there."""
_MOST_KEYS = 200_000
"""What has more rows than these is no list of what others point at."""
_ABOUT = 1.2
"""How far estimates of different values may be off."""
_SHARED = 4
"""How many letters words must have in common that begin alike: ship, shippers."""
_MOST_LOOKED_AT = 200_000
"""Pairs of columns that are weighed: under a second."""
_POINTING = word_set("by to via from")


@dataclass(frozen=True, eq=False)
class _End:
    """A column that may point at another table, or a key that may be pointed at."""

    table: TableSchema
    column: ColumnSchema

    @cached_property
    def family(self) -> str:
        return family(self.column)

    @cached_property
    def words(self) -> list[str]:
        """The words of its name that may be shared with another's."""
        return [each for each in words_of(self.column.name) if each not in ENDINGS]

    @property
    def distinct(self) -> int:
        return self.column.distinct or 0

    @property
    def spread(self) -> float:
        return self.distinct / max(1, self.table.row_count)

    @property
    def is_first(self) -> bool:
        return self.table.columns[0] is self.column


@dataclass(frozen=True)
class Pair:
    """A column that may point at the rows of another table by a key of it."""

    many: TableSchema
    column: ColumnSchema
    one: TableSchema
    key: ColumnSchema
    near: bool
    """Whether the names have a word in common: ShipVia and shippers."""

    @property
    def relation(self) -> Relation:
        return Relation(self.many.name, self.column.name, self.one.name, self.key.name)


class LikelyPairs:
    """The pairs between tables that no relation joins, the likeliest first."""

    def __init__(self, tables: Sequence[TableSchema], related: Sequence[Relation]) -> None:
        pointing = {(r.from_table, r.from_column) for r in related}
        ends = [_End(table, column) for table in tables for column in table.columns]
        self.cut_short = False
        self._looked_at = 0
        self._joins = _Joins(related)
        self._keys = [end for end in ends if _may_be_key(end)]
        self._by_start: dict[str, list[int]] = defaultdict(list)
        for place, key in enumerate(self._keys):
            for word in (*key.words, *words_of(key.table.name)):
                if len(word) >= _SHARED:
                    self._by_start[word[:_SHARED]].append(place)
        holders = {key.table.name for key in self._keys}
        open_ends = {
            table.name
            for table in tables
            if any(not self._joins.joined(table.name, holder) for holder in holders)
        }
        columns = [
            end
            for end in ends
            if end.table.name in open_ends
            and (end.table.name, end.column.name) not in pointing
            and _may_point(end)
        ]
        self._columns = sorted(columns, key=lambda end: end.spread)

    def __iter__(self) -> Iterator[Pair]:
        for near in (True, False):
            for first in (True, False):
                keys = [key for key in self._keys if key.is_first == first]
                most = max((key.distinct for key in keys), default=0)
                for column in self._columns:
                    if not _may_hold(column.distinct, most):
                        continue
                    if near:
                        alike = [key for key in self._begun_alike(column) if key.is_first == first]
                        yield from self._made(column, alike, near=True)
                    elif column.family == "string" or reads_as_pointing(column.column):
                        yield from self._made(column, keys, near=False)

    def _begun_alike(self, column: _End) -> list[_End]:
        """Return the keys that may have a word in common with a column, in their order."""
        starts = [word[:_SHARED] for word in column.words if len(word) >= _SHARED]
        places = {place for start in starts for place in self._by_start.get(start, ())}
        return [self._keys[place] for place in sorted(places)]

    def _made(self, column: _End, keys: Sequence[_End], *, near: bool) -> Iterator[Pair]:
        for key in keys:
            if key.table is column.table or key.family != column.family:
                continue
            self._looked_at += 1
            if self._looked_at > _MOST_LOOKED_AT:
                self.cut_short = True
                return
            if self._joins.joined(column.table.name, key.table.name):
                continue
            if _may_hold(column.distinct, key.distinct) and _is_near(column, key) == near:
                yield Pair(column.table, column.column, key.table, key.column, near)


class _Joins:
    """Which tables can be reached from which along relations."""

    def __init__(self, related: Sequence[Relation]) -> None:
        self._next: dict[str, set[str]] = defaultdict(set)
        self._reached: dict[str, set[str]] = {}
        for relation in related:
            self._next[relation.from_table].add(relation.to_table)

    def joined(self, one: str, other: str) -> bool:
        return other in self._from(one) or one in self._from(other)

    def _from(self, table: str) -> set[str]:
        found = self._reached.get(table)
        if found is None:
            found, queue = {table}, [table]
            while queue:
                more = self._next.get(queue.pop(), set()) - found
                found |= more
                queue += more
            self._reached[table] = found
        return found


def _is_near(column: _End, key: _End) -> bool:
    told = {*key.words, *words_of(key.table.name)} - ENDINGS
    return any(
        min(len(one), len(other)) >= _SHARED and (one.startswith(other) or other.startswith(one))
        for one in column.words
        for other in told
    )


def _may_be_key(end: _End) -> bool:
    column, table = end.column, end.table
    if column.reads is not None or not FEWEST <= table.row_count <= _MOST_KEYS:
        return False
    if is_part_of_name(column.name):
        return False
    if end.distinct * _ABOUT < table.row_count:
        return False
    return column.type == "string" or (column.type == "integer" and is_called_a_key(column.name))


def _may_point(end: _End) -> bool:
    column = end.column
    if column.reads is not None or end.distinct < FEWEST:
        return False
    figure = bool({*end.words} & FIGURES)
    return column.type == "string" or (column.type == "integer" and not figure)


def _may_hold(values: int, keys: int) -> bool:
    return values * HELD <= keys * _ABOUT


def reads_as_pointing(column: ColumnSchema) -> bool:
    """Whether a number may tell what is meant: assigned_to, sold_by, manager, buyer_no."""
    words = list(map(str.lower, name_words(column.name)))
    if is_called_a_key(column.name) or (words and words[-1] in _POINTING):
        return True
    return bool(words) and words[-1].endswith(("er", "or")) and words[-1] not in FIGURES
