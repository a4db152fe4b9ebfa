"""What is ranked where only its kind is said: the best selling dessert is one of the dishes."""

from __future__ import annotations

from keenbench.models.offline.columns import ColumnRef, column_of
from keenbench.models.offline.words import name_words, stem, word_set
from keenbench.models.reader.nature import is_of_people, nature_of
from keenbench.models.reader.sense import Sense
from keenbench.models.reader.vocabulary import THINGS
from keenbench.query.dataset_schema import DatasetSchema

_SOLD = word_set("selling bestselling seller sold bought purchased ordered popular")
_NAMING = {stem(word) for word in THINGS} | word_set("name title item product dish model")


def is_of_many_sales(cue: str) -> bool:
    """Whether a ranking adds up what was sold of something, and is not of one sale."""
    return bool(_SOLD & {*cue.replace("-", " ").split()})


def thing_of_kind(schema: DatasetSchema, kind: ColumnRef) -> Sense | None:
    """Return what a cell tells the kind of: the rows it stands in, or what they are called."""
    table = kind.table
    pointed = any(r.to_table == table for r in schema.relations)
    if pointed:
        people = is_of_people(schema, table)
        return None if people else Sense("rows", 0.0, table=table, how="kind")
    few = column_of(schema, kind).distinct or 0
    found = []
    for column in next(t for t in schema.tables if t.name == table).columns:
        ref = ColumnRef(table, column.name)
        nature = nature_of(schema, ref)
        finer = (column.distinct or 0) > few and nature.kind == "text" and not nature.unique
        if finer and not nature.person and {*map(stem, name_words(column.name))} & _NAMING:
            found.append(ref)
    if len(found) != 1:
        return None
    return Sense("col", 0.0, ref=found[0], table=table, how="kind")


__all__ = ["is_of_many_sales", "thing_of_kind"]
