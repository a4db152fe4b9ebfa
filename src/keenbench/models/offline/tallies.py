"""Tables with a row for each day that say how many there were: rentals, visits, calls."""

from __future__ import annotations

from functools import lru_cache

from keenbench.models.offline.columns import ColumnRef, can_be_added, is_time, unit_of
from keenbench.models.offline.words import name_words, stem, word_set
from keenbench.query.dataset_schema import ColumnSchema, DatasetSchema, TableSchema

_HOW_MANY = word_set("cnt count total number num n qty quantity tally volume sum overall of no the")
_FEWEST = 2
"""Of one row nothing can be told."""


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


__all__ = ["counts_a_part", "tally_of"]
