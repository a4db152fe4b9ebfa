"""What a thing has of its own, in rows that come again and again: the length of a track.

Of plays with a Track Title and a Track Length, the longest track is a title, told once however
often it was played, and no number of seconds.
"""

from __future__ import annotations

from dataclasses import replace

from keenbench.models.offline.columns import ColumnRef
from keenbench.models.offline.frame import Order, Test
from keenbench.models.offline.items import Item
from keenbench.models.offline.sentence import Sentence
from keenbench.models.offline.words import name_words, stem, word_set
from keenbench.models.reader.nature import nature_of
from keenbench.models.reader.parts import Direction, Part, Parts
from keenbench.models.reader.sense import Sense
from keenbench.query.dataset_schema import DatasetSchema

_NAMES = word_set("name title label")
_NO_THING = 0.3


def _thing(ref: ColumnRef) -> tuple[str, ...]:
    """Return what a header names: the track, of a trackTitle."""
    words = tuple(stem(word) for word in name_words(ref.column))
    return words[:-1] if len(words) > 1 and words[-1] in _NAMES else words


def is_own_size(thing: ColumnRef, size: ColumnRef) -> bool:
    """Whether a header says that it is of what another one names."""
    if thing.worked is not None or size.worked is not None or thing.table != size.table:
        return False
    named = _thing(thing)
    words = tuple(stem(word) for word in name_words(size.column))
    return len(words) > len(named) and words[: len(named)] == named


def with_things(item: Item, found: list[Sense], s: Sentence) -> list[Sense]:
    """Return senses of which neither a length nor a play is the longest track.

    Only where a column names tracks, each in several rows, and another how long they are.
    """
    sized = [
        at for at, i in enumerate(s.items) if i.tag == "super" and i.meaning and i.meaning.dims
    ]
    if not sized or any(i.names_something and i is not item for i in s.items[: sized[0]]):
        return found  # which artist has the longest track is not asked of tracks
    said = tuple(token.stem for token in item.tokens)
    things = [x.ref for x in found if x.kind == "col" and x.ref and _thing(x.ref) == said]
    things = [ref for ref in things if _comes_again(s.schema, ref)]
    sizes = [
        x.ref for x in found
        if x.ref and x.kind == "col" and nature_of(s.schema, x.ref).kind == "number"
        and any(is_own_size(thing, x.ref) for thing in things)
    ]  # fmt: skip
    if not sizes:
        return found
    return [
        replace(x, cost=x.cost + _NO_THING)
        if (x.kind == "rows" and x.how != "exact") or (x.ref in sizes and x.how == "part")
        else x
        for x in found
    ]


def _comes_again(schema: DatasetSchema, ref: ColumnRef) -> bool:
    nature = nature_of(schema, ref)
    return nature.kind == "text" and not nature.unique


def rank_things(parts: Parts, entity: Part | None, ref: ColumnRef, way: Direction) -> bool:
    """Rank things by what they have of their own: each once, and not by a figure of its rows."""
    thing = entity.sense.ref if entity is not None and entity.kind == "col" else None
    sized = any(p.tag == "super" and p.sense.meaning and p.sense.meaning.dims for p in parts.parts)
    if thing is None or not sized or parts.keys or parts.nature(ref).added:
        return False
    if not is_own_size(thing, ref):
        return False
    parts.shown = list(dict.fromkeys((thing, *parts.shown, ref)))
    parts.distinct = True
    parts.subject = ref.table
    parts.order.append(Order(column=ref, direction=way))
    if parts.column(ref).nullable:
        parts.test(Test(column=ref, op="is_not_null", said=""), -1)
    return True


__all__ = ["is_own_size", "rank_things", "with_things"]
