"""Words beside the question itself: what leads up to it, and what all the rows are in anyway.

`Quick one before my meeting: how many …`, `films in the programme`, `exported to the grid`, `by
transport mode`. Where they stand tells it, and a word that names anything here is never among them.
"""

from __future__ import annotations

from collections.abc import Sequence

from keenbench.models.offline.items import Item
from keenbench.models.offline.sentence import Sentence
from keenbench.models.offline.words import name_words, stem, word_set
from keenbench.models.reader.nature import nature_of
from keenbench.models.reader.sense import Sense
from keenbench.models.reader.unknown_words import ENDS_OF_NOUNS

_LEADING_UP = 0.04
_ALL_THERE_IS = 0.05
_ADDED = 0.3
_SPELT_OUT = 0.3
_IN_OTHER_WORDS = 0.12
_WITHIN = word_set("in on at from across within throughout to into onto through")
_THE = word_set("the our your this my their")
_WHOLES = word_set(
    """
    programme program catalogue catalog list register registry ledger menu portfolio inventory
    collection network system fleet study survey sample trial dataset archive range lineup schedule
    timetable roster rota calendar league competition championship tournament database log diary
    spreadsheet report workbook organisation organization company business firm charity club
    institution enterprise group library shop store market platform app website planet world globe
    record books pipeline backlog queue stable herd squad roll directory index feed stream journal
    statement account extract export file sheet table data set period history
    """
)
"""What all the rows are in, or on, together."""
_SOME_OF_IT = word_set(
    """
    north south east west northeast northwest southeast southwest centre center middle morning
    afternoon evening night weekend week month year day spring summer autumn fall winter past future
    area region district zone city town village country county state street side front back top
    bottom first second third last next other same rest half quarter capital suburb countryside
    """
)
"""Nouns that say where or when, so that only some rows are meant."""
_ENDS = ENDS_OF_NOUNS | word_set("that which who")
_GREETINGS = word_set("hi hello hey sorry quick quickly i i'm im dear good morning thanks please")
_ASKED = ("agg", "which", "list", "super", "how_much", "share", "yesno", "top")
_NO_LEAD = ("group", "cmp", "cmp_after", "not", "null", "compare", "versus", "match", "bucket")


def said_besides(item: Item, found: Sequence[Sense], s: Sentence) -> float | None:
    """Return what it costs to leave out a word that is no part of what is asked, if it is none."""
    at = s.items.index(item)
    if _leads_up(at, s.items):
        return _LEADING_UP
    if found and _adds_to_a_measure(at, found, s):
        return _IN_OTHER_WORDS
    if found or item.meaning is not None:
        return None
    return _of_all(at, s.items) or _spelt_out(at, s)


def _leads_up(at: int, items: Sequence[Item]) -> bool:
    """`Sorry for asking, how many`; `For tomorrow's call: what share`: before the question."""
    start = next((n for n, item in enumerate(items) if _begins(n, item, items)), 0)
    if at >= start or not start:
        return False
    lead = items[:start]
    if any(_names(item) or item.tag in _NO_LEAD or item.period is not None for item in lead):
        return False
    first = lead[0].tokens[0].norm
    words = {token.norm for item in lead for token in item.tokens}
    parted = items[start].tokens[0].after_mark or any(
        item.tokens[0].after_colon for item in items[start : start + 1]
    )
    if first == "for":
        return parted or bool(words & {"need", "want"})
    return first in _GREETINGS


def _begins(at: int, item: Item, items: Sequence[Item]) -> bool:
    return at > 0 and (item.tag in _ASKED or item.tokens[0].after_colon)


def _names(item: Item) -> bool:
    ways = [*(c.how for c in item.columns), *(t.how for t in item.tables)]
    return "exact" in ways or any(value.how == "exact" for value in item.values)


def _of_all(at: int, items: Sequence[Item]) -> float | None:
    """`in the programme`, `on our books`, `to the grid`: after what is asked, a whole it is in."""
    if at < 3 or items[at - 1].norm not in _THE or items[at - 2].norm not in _WITHIN:
        return None
    token = items[at].tokens[-1]
    after = items[at + 1] if at + 1 < len(items) else None
    ends = after is None or after.tokens[0].after_mark or after.norm in _ENDS or bool(after.tag)
    if not ends or len(items[at].tokens) > 1 or token.text[:1].isupper():
        return None
    if token.stem in _WHOLES:
        return _ALL_THERE_IS
    single = token.stem == token.norm and not token.norm.endswith(("ed", "ing", "est", "er"))
    return _ADDED if single and token.stem not in _SOME_OF_IT else None


def _adds_to_a_measure(at: int, found: Sequence[Sense], s: Sentence) -> bool:
    """`the energy bill`, of a column bill: a noun that only means something else in other words."""
    item, after = s.items[at], s.items[at + 1] if at + 1 < len(s.items) else None
    if after is None or after.tokens[0].after_mark or item.meaning is not None:
        return False
    word = item.tokens[-1].stem
    if len(item.tokens) > 1 or item.tokens[0].text[:1].isupper():
        return False
    loose = all(
        x.kind == "col" and x.ref is not None and x.how in ("synonym", "part", "kind")
        and word not in map(stem, name_words(x.ref.column))
        for x in found
    )  # fmt: skip
    named = [link.ref for link in after.columns if link.how == "exact"]
    return loose and len(named) == 1 and nature_of(s.schema, named[0]).kind == "number"


def _spelt_out(at: int, s: Sentence) -> float | None:
    """`by transport mode`, of a column Mode: more of the name that rows are grouped by."""
    items = s.items
    after = items[at + 1] if at + 1 < len(items) else None
    before = items[at - 1] if at else None
    token = items[at].tokens[-1]
    if after is None or before is None or after.tokens[0].after_mark or token.kind != "word":
        return None
    grouped = before.tag == "group" or (
        before.norm in ("the", "a") and items[at - 2].tag == "group"
    )
    if not grouped or token.text[:1].isupper() or len(items[at].tokens) > 1:
        return None
    exact = [link.ref for link in after.columns if link.how == "exact"]
    told = len(exact) == 1 and nature_of(s.schema, exact[0]).kind in ("text", "key")
    return _SPELT_OUT if told else None


__all__ = ["said_besides"]
