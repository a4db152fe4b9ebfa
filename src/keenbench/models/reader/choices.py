"""The cheapest ways to give each piece of a question one sense."""

from __future__ import annotations

import heapq
from collections.abc import Sequence

from keenbench.models.offline.items import Item
from keenbench.models.offline.sentence import Sentence
from keenbench.models.reader.sense import Sense
from keenbench.models.reader.senses import senses_of

_MOST_CHOICES = 20


def _said_otherwise(sense: Sense, before: Sequence[Sense]) -> float:
    """Return what it costs that a word said twice is the name of two things: adults and adults."""
    names = ("col", "rows", "val")
    if not before or before[0].kind not in names or sense.kind not in names:
        return 0.0
    same = (sense.kind, sense.ref, sense.table) == (before[0].kind, before[0].ref, before[0].table)
    return 0.0 if same else 0.3


def choices(items: Sequence[Item], s: Sentence) -> list[tuple[float, tuple[Sense, ...]]]:
    """Return the cheapest ways to give each item one sense."""
    best: list[tuple[float, tuple[Sense, ...]]] = [(0.0, ())]
    for item in items:
        senses = senses_of(item, s)
        at = next((i for i, other in enumerate(items) if other.norm == item.norm), 0)
        wider = [
            (cost + sense.cost + _said_otherwise(sense, chosen[at : at + 1]), (*chosen, sense))
            for cost, chosen in best for sense in senses
        ]  # fmt: skip
        best = heapq.nsmallest(_MOST_CHOICES, wider, key=lambda pair: pair[0])
    return best


__all__ = ["choices"]
