"""Who does what the rows tell: the listeners, of streams with a userId.

Nothing here is called so, but the rows are of that deed, and one key in them tells whose it was.
"""

from __future__ import annotations

from dataclasses import replace

from keenbench.models.offline.columns import ColumnRef, is_key
from keenbench.models.offline.headers import table_words
from keenbench.models.offline.items import Item
from keenbench.models.offline.sentence import Sentence
from keenbench.models.offline.synonyms import alike
from keenbench.models.offline.words import name_words, root, stem
from keenbench.models.reader.nature import nature_of
from keenbench.models.reader.pointing_keys import rows_pointed_at
from keenbench.models.reader.sense import Sense
from keenbench.models.reader.vocabulary import ANY_CUSTOMER, ANYBODY, PEOPLE
from keenbench.query.dataset_schema import DatasetSchema, TableSchema

_COST = 0.2
_NO_ROWS = 0.5


def with_doers(item: Item, found: list[Sense], s: Sentence) -> list[Sense]:
    """Return senses with the key of the people whom a noun calls by what they do in the rows.

    A renter is none of the rentals, though both words are of one family.
    """
    noun = stem(item.norm)
    deed = root(noun)
    if deed == noun or noun not in PEOPLE - ANYBODY - ANY_CUSTOMER or item.values:
        return found
    if not all(_is_of_the_deed(sense, s) for sense in found):
        return found
    keys = [
        ref for table in s.schema.tables if _tells(deed, table)
        for ref in _keys_of_people(s.schema, table)
    ]  # fmt: skip
    if len(keys) != 1 or rows_pointed_at(s.schema, keys[0]) is not None:
        return found
    own = Sense("col", _COST, ref=keys[0], table=keys[0].table, how="kind")
    return [own, *(replace(x, cost=x.cost + _NO_ROWS) for x in found)]


def _is_of_the_deed(sense: Sense, s: Sentence) -> bool:
    """Whether a sense is only of what is done, and not of who: a rental_id, rented_on."""
    if sense.kind == "rows":
        return sense.how != "exact"
    if sense.kind != "col" or sense.how != "verb" or sense.ref is None:
        return False
    return nature_of(s.schema, sense.ref).kind in ("key", "date")


def _tells(deed: str, table: TableSchema) -> bool:
    """Whether rows are of a deed, by their table's name or by what was done: streams, played_at."""
    done = [w for c in table.columns for w in name_words(c.name) if w.endswith(("ed", "ing"))]
    return any(alike(deed, word) or root(word) == deed
               for word in (table_words(name_words(table.name))[-1], *done))  # fmt: skip


def _keys_of_people(schema: DatasetSchema, table: TableSchema) -> list[ColumnRef]:
    """Return what tells whose a row is, several of whom may be the same one's."""
    people = (ANYBODY | ANY_CUSTOMER) - {"name"}
    return [
        ColumnRef(table.name, c.name) for c in table.columns
        if is_key(table, c, schema) and c.distinct != table.row_count
        and {*map(stem, name_words(c.name))} & people
    ]  # fmt: skip


__all__ = ["with_doers"]
