"""What is still to come: out for delivery, up for renewal, awaiting approval."""

from __future__ import annotations

from keenbench.models.offline.items import Item
from keenbench.models.offline.sentence import Sentence
from keenbench.models.offline.value_matching import ValueLink
from keenbench.models.offline.words import word_set

_AHEAD = word_set("awaiting await awaits pending")
_AHEAD_FOR = word_set(
    "out up due ready waiting wait waits scheduled in set booked queued lined earmarked planned"
)
_OPPOSITE = 1.5
_GOING_ON = 0.3
"""What is expiring has not expired."""


def still_to_come(item: Item, link: ValueLink, s: Sentence) -> float:
    """Return what it costs to take a deed that lies ahead as done: due for return, of Returned."""
    if link.how != "verb":
        return 0.0
    if item.norm.endswith("ing"):
        return _GOING_ON
    words = [t.norm for each in s.items[: s.items.index(item)] for t in each.tokens]
    if words[-1:] in (["a"], ["the"], ["their"], ["its"]):
        words.pop()
    ahead = words[-1:] == ["for"] and words[-2:-1] and words[-2] in _AHEAD_FOR
    return _OPPOSITE if ahead or (words and words[-1] in _AHEAD) else 0.0


__all__ = ["still_to_come"]
