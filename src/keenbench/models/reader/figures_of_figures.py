"""Columns that are called as a figure is: the average total, the sum of count."""

from __future__ import annotations

from keenbench.models.offline.items import Item
from keenbench.models.offline.sentence import Sentence

_BETWEEN = ("of", "the", "all")


def figured(item: Item, s: Sentence) -> bool:
    """Return whether a word names the column that the figure just before it is of."""
    if item.tag != "agg" or not any(c.how == "exact" and s.is_number(c.ref) for c in item.columns):
        return False
    at = s.items.index(item) - 1
    while at >= 0 and s.items[at].norm in _BETWEEN:
        at -= 1
    if at < 0 or item.tokens[0].after_mark:
        return False
    before = s.items[at]
    return before.tag == "agg" and before.meaning is not None and before.meaning.value != "count"
