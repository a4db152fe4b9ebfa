"""Tables whose rows are counted already: one for each day, or for each pair of an origin and a
destination, with how many there were: rentals, visits, flights."""

from __future__ import annotations

from functools import lru_cache
from math import prod

from keenbench.models.offline.columns import (
    ColumnRef,
    can_be_added,
    is_time,
    is_year,
    key_of,
    unit_of,
)
from keenbench.models.offline.headers import table_words
from keenbench.models.offline.words import name_words, stem, word_set
from keenbench.query.dataset_schema import ColumnSchema, DatasetSchema, TableSchema

_HOW_MANY = word_set("cnt count total number num n qty quantity tally volume sum overall of no the")
_COUNTS = word_set("cnt count n num freq frequency tally")
_COUNTS_OF = _COUNTS | word_set("number no nr")
"""What a header says beside what it counts; a bare Number is a house's or a player's."""
_APART = frozenset(("by", "per", "for", "from", "in", "of", "with", "each"))
_FEWEST = 2
"""Of one row nothing can be told; and rows of one kind only are told apart by nothing."""


@lru_cache(maxsize=256)
def tally_of(schema: DatasetSchema, name: str) -> ColumnRef | None:
    """Return the column that says how many there were, of a table with one row for each time."""
    table = schema.table(name)
    if table is None or not _has_each_time_once(table):
        return None
    found = [c.name for c in table.columns if c.type == "integer" and _only_counts(c, table)]
    return ColumnRef(name, found[0]) if len(found) == 1 else None


def _has_each_time_once(table: TableSchema) -> bool:
    rows = table.row_count
    return rows >= _FEWEST and any(is_time(c) and c.distinct == rows for c in table.columns)


def _only_counts(column: ColumnSchema, table: TableSchema) -> bool:
    words = {stem(word) for word in name_words(column.name)}
    return bool(words) and words <= _HOW_MANY and column.distinct != 1


@lru_cache(maxsize=256)
def tally_of_kinds(schema: DatasetSchema, name: str) -> tuple[ColumnRef, frozenset[str]] | None:
    """Return what says how many there were, and of what, of a table with one row for each kind.

    Of origin, destination and count, a row is a pair of places and no flight. What has a number or
    a name of its own is a thing, of which there may be so many in stock, and so is what has a price
    or is measured besides; what has a day is something seen then, that may be one however many it
    was of.
    """
    table = schema.table(name)
    if table is None or table.row_count < _FEWEST or key_of(schema, table) is not None:
        return None
    counts = [(c, _counted(c)) for c in table.columns if c.type == "integer"]
    found = [(c, of) for c, of in counts if of is not None]
    if len(found) != 1:
        return None
    column, of = found[0]
    kinds = [c for c in table.columns if c is not column]
    sizes = [c.distinct or 0 for c in kinds]
    if len(kinds) < _FEWEST or any(_is_of_one_row(c, table, schema) for c in kinds):
        return None
    if not max(sizes) < table.row_count <= prod(sizes):
        return None
    return ColumnRef(name, column.name), of or _counted_in(name)


def _is_of_one_row(column: ColumnSchema, table: TableSchema, schema: DatasetSchema) -> bool:
    return is_time(column) or (can_be_added(table, column, schema) and not is_year(column))


def is_tally(schema: DatasetSchema, ref: ColumnRef) -> bool:
    """Whether a column is the count of a table with one row for each kind."""
    found = tally_of_kinds(schema, ref.table)
    return found is not None and found[0] == ref


def _counted(column: ColumnSchema) -> frozenset[str] | None:
    """Return what a header counts, none where it only says that it counts; None for others."""
    words = frozenset(stem(word) for word in name_words(column.name))
    of = words - _HOW_MANY - _COUNTS
    return of if words & (_COUNTS_OF if of else _COUNTS) and column.distinct != 1 else None


def _counted_in(name: str) -> frozenset[str]:
    """Return what the rows of a table are called: flights, of flights_airport and flight_counts."""
    words = list(table_words(name_words(name)))
    ends = [at for at, word in enumerate(words) if word in _APART and at]
    words = [w for w in words[: ends[0] if ends else None] if stem(w) not in _COUNTS_OF]
    several = [stem(word) for word in words if stem(word) != word]
    return frozenset(several[:1] or [stem(word) for word in words[-1:]])


@lru_cache(maxsize=1024)
def counts_a_part(schema: DatasetSchema, ref: ColumnRef) -> bool:
    """Whether a column says how many of them were of a kind: casual and registered, of a count."""
    table = schema.table(ref.table)
    column = table.column(ref.column) if table is not None and ref.worked is None else None
    if table is None or column is None or tally_of(schema, ref.table) is None:
        return False
    many = column.distinct is not None and 2 * column.distinct > table.row_count
    plain = column.type == "integer" and unit_of(column) is None and many
    return plain and can_be_added(table, column, schema)


__all__ = ["counts_a_part", "is_tally", "tally_of", "tally_of_kinds"]
