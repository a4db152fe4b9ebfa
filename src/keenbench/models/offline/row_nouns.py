"""Nouns that a table is called by: of `parking_fines`, fines are rows, whatever columns say so too.

A column may bear the noun as well: what a fine came to, when an order was placed. In the plural the
rows are meant; a total or an average of them is still one of that column.
"""

from __future__ import annotations

from dataclasses import replace

from keenbench.models.offline.columns import ColumnRef, column_of, is_number, unit_of
from keenbench.models.offline.headers import table_words
from keenbench.models.offline.items import Item
from keenbench.models.offline.linking import TableLink
from keenbench.models.offline.words import name_words, stem
from keenbench.query.dataset_schema import DatasetSchema

_ROWS = 0.985
"""Better than a column that bears the noun, not as good as a table of just that name."""


def is_plural(item: Item) -> bool:
    return item.tokens[-1].stem != item.tokens[-1].norm


def name_rows(item: Item, schema: DatasetSchema) -> None:
    """Let a plural that a table is called by mean its rows before any column."""
    table = _called(item, schema)
    if table is None or any(_counts(schema, c.ref, item) for c in item.columns[:3]):
        return
    item.tables = [
        TableLink(table, _ROWS, "exact"),
        *(link for link in item.tables if link.table != table),
    ]
    item.columns = [
        replace(link, score=_ROWS - 0.02) if link.score > _ROWS - 0.02 else link
        for link in item.columns
    ]


def _called(item: Item, schema: DatasetSchema) -> str | None:
    """Return the one table whose name ends in the noun, as in restaurant_orders."""
    if len(item.tokens) != 1 or not is_plural(item) or item.meaning is not None or item.quoted:
        return None
    ends = [
        table.name
        for table in schema.tables
        if (words := table_words(name_words(table.name))) and stem(words[-1]) == item.tokens[0].stem
    ]
    if len(ends) != 1 or (item.tables and item.tables[0].score >= _ROWS):
        return None
    return ends[0]


def _counts(schema: DatasetSchema, ref: ColumnRef, item: Item) -> bool:
    """Whether a column says how many of the noun a row has: it is no sum of money, has no unit."""
    column = column_of(schema, ref)
    words = [stem(word) for word in name_words(column.name)]
    bare = words == [item.tokens[0].stem] or words[-1:] == [item.tokens[0].stem]
    return bare and is_number(column) and column.type == "integer" and unit_of(column) is None
