"""Columns that are the two halves of one measure: the goals of the home and of the away side.

Who asks for goals, and for no side's, means both: `goals per month` are those of HomeGoals and of
AwayGoals together. Only opposites that leave nothing out are halves; the Budget Hours and the
Actual Hours are two measures, and which of them is meant is asked.
"""

from __future__ import annotations

from collections.abc import Iterable

from keenbench.models.offline.columns import ColumnRef
from keenbench.models.offline.items import Item
from keenbench.models.offline.linking import ColumnLink
from keenbench.models.offline.pairs import is_measure, worked
from keenbench.models.offline.sentence import Sentence
from keenbench.models.offline.words import name_words, root, stem, word_set
from keenbench.models.reader.nature import nature_of

SIDES = (("home", "away"), ("home", "visitor"), ("home", "visiting"), ("home", "guest"))
"""The two that play against each other."""
_HALVES = (
    *SIDES, ("male", "female"), ("men", "women"), ("boys", "girls"), ("adult", "child"),
    ("adults", "children"), ("day", "night"), ("daytime", "nighttime"), ("morning", "afternoon"),
    ("morning", "evening"), ("am", "pm"), ("weekday", "weekend"), ("domestic", "international"),
    ("domestic", "foreign"), ("online", "offline"), ("indoor", "outdoor"), ("urban", "rural"),
    ("inbound", "outbound"),
)  # fmt: skip
_PARTED = frozenset(map(root, word_set(
    "difference gap margin compare versus vs both either side equal host respective"
)))  # fmt: skip
"""What says that the two are held against each other, or that only one of them is meant."""
_AS_GOOD = 0.031
"""By how much less a column may be called by a word than the one that is called by it best."""


def facing(
    refs: Iterable[ColumnRef], pairs: Iterable[tuple[str, str]]
) -> list[tuple[ColumnRef, ColumnRef]]:
    """Return the columns of which two differ by one of some pairs of words."""
    held = {(ref.table, tuple(map(stem, name_words(ref.column)))): ref for ref in refs}
    found = []
    for one, other in ((stem(one), stem(other)) for one, other in pairs):
        for (table, words), ref in held.items():
            pair = held.get((table, tuple(other if word == one else word for word in words)))
            if one in words and pair is not None:
                found.append((ref, pair))
    return found


def read_halves(s: Sentence) -> None:
    """Let a word that names both halves alike, where nothing tells of one of them, mean both."""
    said = {root(token.norm) for item in s.items for token in item.tokens}
    if said & _PARTED:
        return
    for item in s.items:
        pair = _halves(item, s)
        if pair is None or item.used:
            continue
        one, other = ({root(word) for word in name_words(ref.column)} for ref in pair)
        apart = {root(w) for words in _HALVES for w in words if (one ^ other) & {*map(root, words)}}
        if said & apart or _tells_of_one(item, s, apart):
            continue
        both = worked(s, "+", *pair)
        for verb in s.items:
            named = {link.ref for link in verb.columns[:2]}
            if verb.norm.endswith("ed") and named == {*pair} and verb is not item:
                verb.used, verb.columns = True, []  # goals scored
        item.columns = [ColumnLink(both, 1.0, "exact", len(item.tokens))]


def _halves(item: Item, s: Sentence) -> tuple[ColumnRef, ColumnRef] | None:
    """Return the two halves whose headers have the words of an item, and no other as well."""
    links = [link for link in item.columns if _holds(item, link.ref)]
    best = [link.ref for link in links if link.score >= links[0].score - _AS_GOOD]
    if len(best) != 2 or not all(is_measure(s, ref) and ref not in s.hints for ref in best):
        return None
    if any(s.column(ref).nullable for ref in best):
        return None  # the sum of a number and of nothing is nothing
    one, other = (nature_of(s.schema, ref) for ref in best)
    if not (one.added and other.added) or (one.unit, one.money) != (other.unit, other.money):
        return None
    found = facing(best, _HALVES)
    return found[0] if found else None


def _holds(item: Item, ref: ColumnRef) -> bool:
    """Whether a header has the words that were said: goals, of HomeGoals."""
    return {token.stem for token in item.tokens} <= {*map(stem, name_words(ref.column))}


def _tells_of_one(item: Item, s: Sentence, apart: set[str]) -> bool:
    """Whether something else is of one half alone: a team, that plays at home or away."""
    for other in s.items:
        refs = [] if other is item else [*(link.ref for link in other.values)]
        refs += [] if other is item else [c.ref for c in other.columns if not is_measure(s, c.ref)]
        if any(apart & {root(word) for word in name_words(ref.column)} for ref in refs):
            return True
    return False


__all__ = ["SIDES", "facing", "read_halves"]
