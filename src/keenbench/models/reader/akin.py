"""What an everyday word means that nothing here is called by: homes, of a table of households.

Only a word without any nearer meaning is looked up so, and the farther the kinship, the more it
costs: another word for the same thing, then the general word for it (an event, of earthquakes).
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from keenbench.models.offline.columns import ColumnRef
from keenbench.models.offline.everyday_words import (
    COLUMN_WORDS,
    EVERYDAY_NOUNS,
    GENERAL,
    OF_EVERY_DAY,
)
from keenbench.models.offline.headers import table_words
from keenbench.models.offline.items import Item
from keenbench.models.offline.linking import opposed
from keenbench.models.offline.sentence import Sentence
from keenbench.models.offline.slips import mistyped
from keenbench.models.offline.synonyms import meanings
from keenbench.models.offline.words import name_words, stem, word_set
from keenbench.models.reader.nature import nature_of
from keenbench.models.reader.sense import Sense
from keenbench.models.reader.vocabulary import cost_of_leaving_out
from keenbench.query.dataset_schema import DatasetSchema

_SAME = 0.2
_BY_ITS_KIND = 0.24
_GENERAL = 0.32
_SAME_COLUMN = 0.25
_PART_OF_A_HEADER = 0.1
_SAYS_NO_MORE = word_set("name title id code no number type date time total the of")
_KINDS = word_set("type kind category class")
_LOOSER = 0.12
_A_VERB = 0.12
"""What it costs at most to leave out a word that anybody uses as a verb."""
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
    if not is_used_as_noun(item, s):
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


_BEFORE_NOUNS = word_set("the a an each every per by of for our your their all any these those and")
_ASKING = ("agg", "which", "super", "group", "share", "cmp", "how_much", "list", "top", "null")
_PLURALS = word_set("people children men women mice geese teeth feet lives")


def is_used_as_noun(item: Item, s: Sentence) -> bool:
    """Whether a word is no verb here: `left a rating` is no leave, nor are `who rents` rents."""
    token = item.tokens[-1]
    if token.norm != token.stem and not token.norm.endswith("s") and token.norm not in _PLURALS:
        return False
    if cost_of_leaving_out(token.norm) > _A_VERB:
        return True
    at = s.items.index(item)
    before = s.items[at - 1] if at else None
    if before is None or before.number is not None:
        return True
    return before.norm in _BEFORE_NOUNS or before.tag in _ASKING or bool(before.values)


def with_rows_akin(found: list[Sense], item: Item, s: Sentence) -> list[Sense]:
    """Return senses with the rows that several such things are, where only columns hint at them.

    `jobs` of work_orders are those, rather than a Work Type or who they are Assigned To.
    """
    token = item.tokens[-1]
    several = token.stem != token.norm and len(item.tokens) == 1
    if not several or item.meaning is not None or token.stem not in EVERYDAY_NOUNS:
        return found
    columns = [x for x in found if x.kind == "col" and _is_loose(x, token.stem)]
    if not columns or any(x.kind != "rows" and x not in columns for x in found):
        return found
    told = [x for x in found if x.kind == "rows"]
    rows = [pair for pair in rows_akin(token.stem, s.schema) if pair[1] < _GENERAL and not told]
    best = min((cost for _, cost in rows), default=0.0)
    told += [Sense("rows", cost, table=t, how="synonym") for t, cost in rows if cost == best]
    return [*told, *(replace(x, cost=x.cost + _LOOSER) for x in columns)] if told else found


def _is_loose(sense: Sense, word: str) -> bool:
    """Whether a column is only called by another word for it, or described by it."""
    if sense.ref is None or sense.how not in ("synonym", "described", "part"):
        return False
    return word not in map(stem, name_words(sense.ref.column))


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
        names = [stem(each) for each in table_words(name_words(table.name))]
        head, whole = names[-1], "".join(names[-2:])  # work orders are jobs
        typed = any(_tells_its_kind(word, column.name) for column in table.columns)
        if head == word or akin(word, head) or akin(word, whole):
            found.append((table.name, _SAME))
        elif typed and word in EVERYDAY_NOUNS:
            found.append((table.name, _BY_ITS_KIND))
        elif head in GENERAL.get(word, ()):
            found.append((table.name, _GENERAL))
    return tuple(found)


def _tells_its_kind(word: str, header: str) -> bool:
    """Whether a header says what kind of such a thing each row is: gadgets, of a device_type."""
    words = [stem(each) for each in name_words(header)]
    return len(words) == 2 and words[1] in _KINDS and akin(word, words[0])


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
            kind = nature_of(schema, ref).kind
            if not named or kind == "key" or _tells_its_kind(word, column.name):
                continue
            if word in EVERYDAY_NOUNS - COLUMN_WORDS and kind != "text":
                continue  # a bottle is no number of anything
            rest = len(words) - len(named)
            found.append((ref, _SAME_COLUMN + rest * _PART_OF_A_HEADER))
    return tuple(found)


__all__ = ["akin", "akin_senses", "columns_akin", "is_used_as_noun", "rows_akin", "with_rows_akin"]
