"""What an everyday word means that nothing here is called by: homes, of a table of households.

Only a word without any nearer meaning is looked up so, and the farther the kinship, the more it
costs: another word for the same thing, then the general word for it (an event, of earthquakes).
"""

from __future__ import annotations

from functools import lru_cache

from keenbench.models.offline.columns import ColumnRef
from keenbench.models.offline.everyday_words import GENERAL, OF_EVERY_DAY
from keenbench.models.offline.headers import table_words
from keenbench.models.offline.items import Item
from keenbench.models.offline.linking import opposed
from keenbench.models.offline.sentence import Sentence
from keenbench.models.offline.synonyms import meanings
from keenbench.models.offline.words import mistyped, name_words, stem, word_set
from keenbench.models.reader.nature import nature_of
from keenbench.models.reader.sense import Sense
from keenbench.query.dataset_schema import DatasetSchema

_SAME = 0.2
_GENERAL = 0.32
_SAME_COLUMN = 0.25
_PART_OF_A_HEADER = 0.1
_SAYS_NO_MORE = word_set("name title id code no number type date time total the of")
_MOST = 3


@lru_cache(maxsize=1)
def _families() -> dict[str, frozenset[int]]:
    """Return in which families each word stands."""
    found: dict[str, set[int]] = {}
    for index, group in enumerate(OF_EVERY_DAY):
        for word in group:
            found.setdefault(stem(word), set()).add(index)
    return {word: frozenset(groups) for word, groups in found.items()}


@lru_cache(maxsize=16384)
def akin(one: str, other: str) -> bool:
    """Return whether two words are everyday words for the same thing."""
    own, its = _families().get(stem(one)), _families().get(stem(other))
    return bool(own and its and own & its) and not opposed((one,), (other,))


def akin_senses(item: Item, s: Sentence) -> list[Sense]:
    """Return the rows and columns that a word may name that has no nearer meaning."""
    token = item.tokens[-1]
    word = _known(token.stem)
    proper = token.text[:1].isupper() and item.start > 0
    if len(item.tokens) > 1 or token.kind != "word" or proper or not word:
        return []
    rows = rows_akin(word, s.schema)
    best = min((cost for _, cost in rows), default=None)
    found = [Sense("rows", cost, table=t, how="synonym") for t, cost in rows if cost == best]
    columns = sorted(columns_akin(word, s.schema), key=lambda pair: pair[1])
    found += [
        Sense("col", cost, ref=ref, table=ref.table, how="synonym")
        for ref, cost in columns[:_MOST]
        if cost <= columns[0][1]
    ]
    return found


@lru_cache(maxsize=4096)
def _known(word: str) -> str:
    """Return a word as it is known, though it has a slip in it: nothing where it is unknown."""
    if word in _families() or word in GENERAL:
        return word
    meant = [each for each in _families() if mistyped(word, each)]
    return meant[0] if len(meant) == 1 else ""


@lru_cache(maxsize=8192)
def rows_akin(word: str, schema: DatasetSchema) -> tuple[tuple[str, float], ...]:
    """Return the tables whose rows a word may mean, and what it costs to take them for it."""
    found = []
    for table in schema.tables:
        names = table_words(name_words(table.name))
        head = stem(names[-1])
        if head == word or akin(word, head):
            found.append((table.name, _SAME))
        elif head in GENERAL.get(word, ()):
            found.append((table.name, _GENERAL))
    return tuple(found)


@lru_cache(maxsize=8192)
def columns_akin(word: str, schema: DatasetSchema) -> tuple[tuple[ColumnRef, float], ...]:
    """Return the columns that a word may name, and what it costs to take them for it."""
    found = []
    for table in schema.tables:
        own = {stem(each) for each in name_words(table.name)}
        for column in table.columns:
            ref = ColumnRef(table.name, column.name)
            words = [w for w in name_words(column.name) if stem(w) not in _SAYS_NO_MORE | own]
            named = [w for w in words if any(akin(word, each) for each in meanings(w))]
            if not named or nature_of(schema, ref).kind == "key":
                continue
            rest = len(words) - len(named)
            found.append((ref, _SAME_COLUMN + rest * _PART_OF_A_HEADER))
    return tuple(found)


__all__ = ["akin", "akin_senses", "columns_akin", "rows_akin"]
