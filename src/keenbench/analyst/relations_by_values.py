"""Relations that no name tells: what a column holds are the keys of another table.

`flights.origin` holds what `airports.faa` does, `matches.home_team` what `teams.name` does. One
query for all of a dataset's tables, once for each version, says of each column that might point
at a key how many of its different values are such keys. Names go first: tables that they join are
not looked at.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from sqlglot import exp

from keenbench.analyst.relations import (
    ENDINGS,
    FIGURES,
    family,
    is_called_a_key,
    is_part_of_name,
)
from keenbench.errors import KeenBenchError, ToolWorkerUnavailable, UserCanceled
from keenbench.models.offline.words import name_words, stem, word_set
from keenbench.query.dataset_schema import ColumnSchema, Relation, TableSchema

log = logging.getLogger(__name__)

Ask = Callable[[str, int], list[list[Any]]]
"""Runs SQL over all tables and returns that many of its rows."""

_MOST_PAIRS = 40
_MOST_KEYS = 200_000
"""What has more rows than these is no list of what others point at."""
_ABOUT = 1.2
"""How far estimates of different values may be off."""
_FEWEST = 3
"""Fewer different values than these fit by chance."""
_FEWEST_APART = 8
"""The same where no word is shared: low, medium and high, or the months, are in many tables."""
_MOST_COLUMNS = 1000
"""Of all tables together: each is held against each, which must not take minutes."""
_HELD = 0.9
"""How many of the different values must be keys: some rows point at what is not there."""
_DENSE = 0.3
_LARGE = 100
_POINTING = word_set("by to via from")


@dataclass(frozen=True)
class _Pair:
    """A column that may point at the rows of another table by a key of it."""

    many: TableSchema
    column: ColumnSchema
    one: TableSchema
    key: ColumnSchema

    @property
    def relation(self) -> Relation:
        return Relation(self.many.name, self.column.name, self.one.name, self.key.name)

    @property
    def near(self) -> bool:
        """Whether the names have a word in common: ShipVia and shippers."""
        said = _words(self.column.name)
        told = _words(self.key.name) | _words(self.one.name)
        return any(
            min(len(one), len(other)) >= 4 and (one.startswith(other) or other.startswith(one))
            for one in said
            for other in told
        )


def fill_in(
    tables: Sequence[TableSchema], related: Sequence[Relation], ask: Ask
) -> tuple[Relation, ...]:
    """Return the relations with those that only values tell, between tables that none joins."""
    if sum(len(table.columns) for table in tables) > _MOST_COLUMNS:
        return tuple(related)
    pairs = sorted(_pairs(tables, related), key=_unlikely)[:_MOST_PAIRS]
    if not pairs:
        return tuple(related)
    sql = " UNION ALL ".join(_held(number, pair) for number, pair in enumerate(pairs))
    try:
        rows = ask(sql, len(pairs))
    except (ToolWorkerUnavailable, UserCanceled):
        raise
    except KeenBenchError as error:
        # What names tell is known all the same.
        log.warning("values could not be compared", extra={"reason": error.error_code})
        return tuple(related)
    held = {int(row[0]): share for row in rows if (share := _share(pairs[int(row[0])], row[1:]))}
    best: dict[tuple[str, str], tuple[float, int]] = {}
    for number, share in sorted(held.items()):
        pair = pairs[number]
        end = (pair.many.name, pair.column.name)
        if end not in best or share > best[end][0]:
            best[end] = (share, number)
    found = [pairs[number] for _, number in best.values()]
    return (*related, *(pair.relation for pair in found if not _turned(pair, found)))


def _turned(pair: _Pair, found: list[_Pair]) -> bool:
    """Whether two tables point at each other and the other way goes to the shorter one."""
    back = [p for p in found if (p.many, p.one) == (pair.one, pair.many)]
    if not back:
        return False
    return (pair.one.row_count, pair.one.name) > (pair.many.row_count, pair.many.name)


def _pairs(tables: Sequence[TableSchema], related: Sequence[Relation]) -> Iterator[_Pair]:
    keys = {table.name: [c for c in table.columns if _may_be_key(c, table)] for table in tables}
    pointing = {(r.from_table, r.from_column) for r in related}
    for many in tables:
        near = _reached(many.name, related)
        for column in many.columns:
            if not _may_point(column) or (many.name, column.name) in pointing:
                continue
            for one in tables:
                if one is many or one.name in near or many.name in _reached(one.name, related):
                    continue
                for key in keys[one.name]:
                    if family(key) != family(column) or not _may_hold(column, key):
                        continue
                    pair = _Pair(many, column, one, key)
                    if family(column) == "string" or pair.near or _reads_as_pointing(column):
                        yield pair


def _reached(table: str, related: Sequence[Relation]) -> set[str]:
    found, queue = {table}, [table]
    while queue:
        at = queue.pop()
        for r in related:
            if r.from_table == at and r.to_table not in found:
                found.add(r.to_table)
                queue.append(r.to_table)
    return found


def _may_be_key(column: ColumnSchema, table: TableSchema) -> bool:
    if column.reads is not None or not _FEWEST <= table.row_count <= _MOST_KEYS:
        return False
    if is_part_of_name(column.name):
        return False
    if (column.distinct or 0) * _ABOUT < table.row_count:
        return False
    return column.type == "string" or (column.type == "integer" and is_called_a_key(column.name))


def _may_point(column: ColumnSchema) -> bool:
    if column.reads is not None or (column.distinct or 0) < _FEWEST:
        return False
    figure = bool(_words(column.name) & FIGURES)
    return column.type == "string" or (column.type == "integer" and not figure)


def _may_hold(column: ColumnSchema, key: ColumnSchema) -> bool:
    return (column.distinct or 0) * _HELD <= (key.distinct or 0) * _ABOUT


def _reads_as_pointing(column: ColumnSchema) -> bool:
    """Whether a number may tell what is meant: assigned_to, sold_by, manager, buyer_no."""
    words = list(map(str.lower, name_words(column.name)))
    if is_called_a_key(column.name) or (words and words[-1] in _POINTING):
        return True
    return bool(words) and words[-1].endswith(("er", "or")) and words[-1] not in FIGURES


def _unlikely(pair: _Pair) -> tuple[bool, bool, float]:
    """Return what sorts pairs: those with a word in common, with a first column, of few values."""
    spread = (pair.column.distinct or 0) / max(1, pair.many.row_count)
    return (not pair.near, pair.one.columns[0] is not pair.key, spread)


def _words(name: str) -> set[str]:
    return {stem(word) for word in name_words(name)} - ENDINGS


def _held(number: int, pair: _Pair) -> str:
    """Return the query for how many different values there are, and how many of them are keys."""
    column, key = _quoted(pair.column.name), _quoted(pair.key.name)
    many, one = _quoted(pair.many.name), _quoted(pair.one.name)
    again = f"(SELECT count({key}) - count(DISTINCT {key}) FROM {one})"
    if family(pair.column) == "string":
        least, span = "min(length(m.v))", "0"
        digits = "count(*) FILTER (WHERE regexp_full_match(m.v, '[0-9]+'))"
    else:
        least, digits = "min(m.v)", "count(*)"
        span = f"(SELECT max({key})::DOUBLE - min({key})::DOUBLE + 1 FROM {one})"
    return (
        f"SELECT {number} AS n, count(*) AS said, count(k.v) AS held, {again} AS again, "
        f"{least} AS least, {digits} AS digits, {span} AS span "
        f"FROM (SELECT DISTINCT {column} AS v FROM {many} WHERE {column} IS NOT NULL) AS m "
        f"LEFT JOIN (SELECT DISTINCT {key} AS v FROM {one}) AS k ON m.v = k.v"
    )


def _share(pair: _Pair, row: Sequence[Any]) -> float:
    """Return how many of the values are keys; 0 where too few, or where anything would fit."""
    said, held, again, least, digits, span = (int(cell or 0) for cell in row)
    if again or said < _FEWEST or held < _HELD * said:
        return 0.0
    if family(pair.column) == "string":
        few = said < _FEWEST_APART and not is_called_a_key(pair.key.name)
        chance = least < 2 or digits == said or few
    else:
        chance = least < _LARGE or (pair.key.distinct or 0) > _DENSE * span
        chance = chance and not (least >= _LARGE and _reads_as_pointing(pair.column))
    return 0.0 if chance and not pair.near else held / said


def _quoted(name: str) -> str:
    return exp.to_identifier(name, quoted=True).sql(dialect="duckdb")
