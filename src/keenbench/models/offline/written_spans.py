"""Columns that say themselves how long a row took: Duration (min), RuntimeMin, Length, Hours Spent.

They come before the time between two dates: how long a treatment takes is its duration, and not
how long ago it was booked.
"""

from __future__ import annotations

from collections.abc import Iterable

from keenbench.models.offline.columns import ColumnRef, is_number, unit_of
from keenbench.models.offline.sentence import Sentence
from keenbench.models.offline.words import name_words, stem, word_set
from keenbench.query.dataset_schema import ColumnSchema

TIME_UNITS = frozenset(("s", "min", "h", "d", "wk", "month"))
LENGTHS = word_set("duration length runtime running elapsed lasted took playtime")
_BESIDE = frozenset(
    map(
        stem,
        word_set(
            """
            wait waiting delay late lateness overtime break response notice age old due terms term
            overdue warranty rate price per fee cost pay wage charge limit maximum minimum allowed
            idle downtime planned estimated est budget budgeted contracted scheduled expected lead
            target left remaining since experience start end first last credit absence annual weekly
            sick leave holiday
            """
        ),
    )
)
"""Words of times that are not how long a row itself took."""


def lasts(column: ColumnSchema) -> bool:
    """Whether a column tells how long what its row is of took."""
    words = name_words(column.name)
    if not is_number(column) or {stem(word) for word in words} & _BESIDE:
        return False
    unit = unit_of(column)
    if unit is not None:
        return unit in TIME_UNITS
    return bool(set(words) & LENGTHS)


def written_span(s: Sentence, tables: Iterable[str]) -> ColumnRef | None:
    """Return the one column that says how long a row took, in the first table that has any."""
    for table in tables:
        found = [c for c in s.table(table).columns if lasts(c)]
        named = [c for c in found if set(name_words(c.name)) & LENGTHS] or found
        if len(named) == 1:
            return ColumnRef(table, named[0].name)
        if found:
            return None
    return None


def tables_said(s: Sentence) -> list[str]:
    """Return the tables in play: those near, and those in which a cell that was said stands."""
    held = [link.ref.table for item in s.items for link in item.values if link.how == "exact"]
    return list(dict.fromkeys([*s.near, *held]))


__all__ = ["LENGTHS", "lasts", "tables_said", "written_span"]
