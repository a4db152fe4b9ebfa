"""From one place to another: which of two columns that hold the same names is meant."""

from __future__ import annotations

from keenbench.models.offline.columns import ColumnRef
from keenbench.models.offline.items import Item
from keenbench.models.offline.sentence import Sentence
from keenbench.models.offline.words import name_words, stem, word_set

_FIRST = word_set("origin from start departure dep pickup source sender home departing begin")
_LAST = word_set("destination dest to end arrival arr dropoff target recipient away return")
_FROM = word_set("from leave leaving left depart departing departed start started starting out")
_TO = word_set("to into towards for reach reaching arrive arrived arriving end ended ending bound")
_BETWEEN = word_set("or and either the a at in any of both nor")
_OTHER_END = 0.12
_ENDS_SAID = 0.3
"""The same where both ends are named: from Dublin to Cork is from nowhere else."""


def against_its_end(item: Item, ref: ColumnRef, s: Sentence) -> float:
    """Return what it costs to take Dublin for where a flight ended after `from Dublin`."""
    words = {stem(word) for word in name_words(ref.column)}
    first, last = bool(words & _FIRST), bool(words & _LAST)
    if first == last or len({link.ref for link in item.values}) < 2:
        return 0.0
    way = _said_before(item, s)
    if (way, last) not in (("from", True), ("to", False)):
        return 0.0
    ways = {_said_before(each, s) for each in s.items if each.values}
    return _ENDS_SAID if {"from", "to"} <= ways else _OTHER_END


def _said_before(item: Item, s: Sentence) -> str:
    at = s.items.index(item) - 1
    while at >= 0:
        word = s.items[at].norm
        if word in _FROM:
            return "from"
        if word in _TO:
            return "to"
        if word not in _BETWEEN and not s.items[at].values:
            return ""
        at -= 1
    return ""


__all__ = ["against_its_end"]
