"""How the tables of a dataset belong together, where its registry does not say.

A table points to another where a column of the other tells its rows apart and a column here bears
the same name (`ear_tag`), that of the other table (`customer_id` of `customers.id`), the same with
a word of its part in front (`start_station_id`, `end_station_id`), or another word for it
(`user_id` of `customers.id`). Of several tables that it could point to, the likeliest is taken.
What no name tells, the values may (`relations_by_values`).

A dataset may have thousands of columns. So keys are found by what a column that points to them is
called, and only words for the same thing are held against each other, up to a number of pairs.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence

from keenbench.analyst.key_names import (
    ENDINGS,
    OWN,
    SAME,
    NamedColumn,
    how_sure,
    mean_the_same,
)
from keenbench.query.dataset_schema import DatasetSchema, Relation, TableSchema

_MOST_WORD_PAIRS = 100_000
"""Held against each other whether they mean the same: some two seconds."""
_MOST_RELATIONS = 5_000
"""Among hundreds of tables that share their columns' names, each may point to each."""

Warn = Callable[[str], None]
Way = tuple[int, Relation]
"""A relation, and how likely it is."""


def unheard(message: str) -> None:
    """Takes warnings where nobody reads them."""


def work_out(tables: Sequence[TableSchema], warn: Warn = unheard) -> tuple[Relation, ...]:
    """Return the relations between `tables` that their columns' names tell."""
    columns = [NamedColumn(table, column) for table in tables for column in table.columns]
    keys = _Keys([column for column in columns if column.tells_rows])
    found: list[Way] = []
    for column in columns:
        found += keys.likeliest(column)
    surest: dict[tuple[str, str], int] = {}
    for sure, way in found:
        ends = (way.from_table, way.to_table)
        surest[ends] = max(sure, surest.get(ends, 0))
    # Where two tables point at each other, the likelier way is taken.
    kept = [
        (sure, way) for sure, way in found if surest.get((way.to_table, way.from_table), 0) <= sure
    ]
    if keys.pairs > _MOST_WORD_PAIRS:
        warn(
            "There are too many names of keys to look for other words for the same thing; "
            "only columns whose names agree are related."
        )
    return tuple(way for _, way in _bounded(kept, warn))


def _bounded(found: list[Way], warn: Warn) -> list[Way]:
    if len(found) <= _MOST_RELATIONS:
        return found
    warn(
        f"The names of columns relate these tables in {len(found):,} ways; "
        f"the {_MOST_RELATIONS:,} likeliest are known. State relations in the registry."
    )
    places = sorted(range(len(found)), key=lambda place: -found[place][0])[:_MOST_RELATIONS]
    return [found[place] for place in sorted(places)]


class _Keys:
    """The columns that tell rows apart, by what a column that points to one may be called."""

    def __init__(self, keys: Sequence[NamedColumn]) -> None:
        self.pairs = 0
        """How many words were held against each other."""
        self._place = {key: place for place, key in enumerate(keys)}
        self._same: dict[tuple[str, str], list[NamedColumn]] = defaultdict(list)
        self._called: dict[tuple[str, str], list[NamedColumn]] = defaultdict(list)
        self._ending: dict[tuple[str, ...], list[NamedColumn]] = defaultdict(list)
        self._subjects: dict[str, dict[str, list[NamedColumn]]] = defaultdict(
            lambda: defaultdict(list)
        )
        self._known: dict[tuple[str, str], list[str]] = {}
        for key in keys:
            self._enter(key)

    def _enter(self, key: NamedColumn) -> None:
        if not key.words:
            return
        if key.is_general:
            for called in (*key.rows, *key.calls):
                self._called[key.family, "".join(called)].append(key)
        else:
            self._same[key.family, key.plain].append(key)
        for called in key.calls:
            self._ending[called].append(key)
        if key.words[-1] in ENDINGS and key.subject is not None:
            self._subjects[key.words[-1]][key.subject].append(key)

    def likeliest(self, column: NamedColumn) -> list[Way]:
        """Return the keys that a column may point to, of which none is likelier than another."""
        # Hundreds of tables may have a key of the same name; none of them needs to be looked at
        # but those that this column can point to, and no other way is as sure.
        keys = self._same.get((column.family, column.plain), ())
        pointed = [key for key in keys if key.table is not column.table]
        if column.tells_rows:
            pointed = [key for key in pointed if key.is_pointed_to(column)]
        ways = [(SAME, key) for key in pointed]
        if not ways:
            ways = [
                (sure, key)
                for key in self._otherwise(column)
                if key.table is not column.table
                and key.family == column.family
                and (sure := how_sure(column, key)) not in (0, SAME)
                and (not column.tells_rows or key.is_pointed_to(column))
                and (sure >= OWN or (column.column.distinct or 0) <= (key.column.distinct or 0))
            ]
        scored = [(3 * sure + key.bears_name, key) for sure, key in ways]
        best = max((score for score, _ in scored), default=0)
        return [(score, _relation(column, key)) for score, key in scored if score == best]

    def _otherwise(self, column: NamedColumn) -> list[NamedColumn]:
        """Return the keys that a column may name other than by the same name, in their order."""
        found = dict.fromkeys(self._called.get((column.family, column.plain), ()))
        for start in range(1, len(column.words)):
            found |= dict.fromkeys(self._ending.get(column.words[start:], ()))
        if len(column.words) == 2 and column.words[1] in ENDINGS:
            word, ending = column.words
            for subject in self._meant(word, ending):
                found |= dict.fromkeys(self._subjects[ending][subject])
        return sorted(found, key=self._place.__getitem__)

    def _meant(self, word: str, ending: str) -> list[str]:
        """Return the words for what keys are of that may mean the same as `word`."""
        known = self._known.get((word, ending))
        if known is None:
            subjects = self._subjects.get(ending, {})
            known = self._known[word, ending] = []
            self.pairs += len(subjects)
            if self.pairs <= _MOST_WORD_PAIRS:
                known += [each for each in subjects if mean_the_same(word, each)]
        return known


def _relation(column: NamedColumn, key: NamedColumn) -> Relation:
    return Relation(column.table.name, column.column.name, key.table.name, key.column.name)


def read_relations(
    schema: DatasetSchema, stated: Iterable[tuple[str, str]]
) -> tuple[tuple[Relation, ...], list[str]]:
    """Return the relations that a registry states as `table.column`, and those that are none."""
    found: list[Relation] = []
    lost: list[str] = []
    for one, other in stated:
        ends = [_end(schema, one), _end(schema, other)]
        if ends[0] is None or ends[1] is None:
            lost.append(f"{one} → {other}")
        else:
            found.append(Relation(*ends[0], *ends[1]))
    return tuple(found), lost


def _end(schema: DatasetSchema, name: str) -> tuple[str, str] | None:
    for table in schema.tables:
        prefix = f"{table.name}."
        if name.casefold().startswith(prefix.casefold()):
            column = table.column(name[len(prefix) :])
            if column is not None:
                return table.name, column.name
    return None
