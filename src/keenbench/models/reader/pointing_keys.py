"""What a key names: the rows that it points at, or what it is called after itself."""

from __future__ import annotations

from keenbench.models.offline.columns import NUMBERING, ColumnRef
from keenbench.models.offline.words import name_words, stem, word_set
from keenbench.query.dataset_schema import DatasetSchema, Relation

_ENDINGS = NUMBERING | word_set("iata sku name")
_SHORTEST = 3


def rows_pointed_at(schema: DatasetSchema, ref: ColumnRef) -> str | None:
    """Return the table whose rows a key tells, by its name: a branch_id is a branch.

    An Order ID of orders that also stands in a list of returns is no return; and a Region that a
    list of managers has one of for each is no manager.
    """
    for r in schema.relations:
        ends = ((r.from_table, r.from_column), (r.to_table, r.to_column))
        if (ref.table, ref.column) in ends and _bears_name(ref, r):
            return r.to_table
    return None


def _bears_name(ref: ColumnRef, relation: Relation) -> bool:
    words = [stem(word) for word in name_words(ref.column)]
    said = [word for word in words if word not in _ENDINGS]
    if not said or _are_in(said, relation.to_table):
        return True
    ends = words[-1] in _ENDINGS
    return ends and not _are_in(said, relation.from_table)


def _are_in(said: list[str], table: str) -> bool:
    """Whether a word is one of a table's name, also cut short: emp, of employees."""
    names = [stem(word) for word in name_words(table)]
    return any(
        word == name or (len(word) >= _SHORTEST and name.startswith(word))
        or (len(name) >= _SHORTEST and word.startswith(name))
        for word in said for name in names
    )  # fmt: skip


__all__ = ["rows_pointed_at"]
