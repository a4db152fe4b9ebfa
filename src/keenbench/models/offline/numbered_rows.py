"""Rows that are called by a number: order 5001, employee 10.

A number right after a noun says which one it is, where the rows that the noun means have numbers
for a key; so the noun is no part of a name with what stands before it: the total of order 5001.
"""

from __future__ import annotations

from collections.abc import Sequence

from keenbench.models.offline.columns import ColumnRef, column_of, key_of
from keenbench.models.offline.linking import link_tables
from keenbench.models.offline.words import Token
from keenbench.query.dataset_schema import DatasetSchema


def key_of_numbers(schema: DatasetSchema, name: str) -> ColumnRef | None:
    """Return the column of whole numbers that tells the rows of a table apart."""
    table = schema.table(name)
    key = key_of(schema, table) if table is not None else None
    if table is None or key is None or column_of(schema, key).type != "integer":
        return None
    return key if column_of(schema, key).distinct == table.row_count else None


def names_one_row(tokens: Sequence[Token], at: int, schema: DatasetSchema) -> bool:
    """Whether the words before a place end in `of order`, and the number of one follows."""
    if at >= len(tokens) or at < 2:
        return False
    number, noun = tokens[at], tokens[at - 1]
    if number.kind != "number" or number.percent or number.currency or number.after_mark:
        return False
    before = tokens[at - 2].norm if tokens[at - 2].norm != "the" else tokens[max(0, at - 3)].norm
    if before != "of" or noun.kind != "word" or noun.stem != noun.norm:
        return False
    called = [link.table for link in link_tables([noun.norm], schema) if link.how == "exact"]
    return any(key_of_numbers(schema, table) is not None for table in called)


__all__ = ["key_of_numbers", "names_one_row"]
