"""What a number is taken from: how many people came, going by party size.

Such a `by` groups nothing: it says which column holds what was asked for, whatever it is called.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from keenbench.models.offline.items import Item
from keenbench.models.offline.sentence import Sentence
from keenbench.models.offline.words import word_set

if TYPE_CHECKING:
    from keenbench.models.reader.parts import Parts

_TAKEN = word_set("going judging counting measured counted reckoning")


def is_taken_from(item: Item, s: Sentence) -> bool:
    """Whether a word only leads up to the column that a number is taken from."""
    at = s.items.index(item)
    after = s.items[at + 1] if at + 1 < len(s.items) else None
    marked = item.tokens[0].after_mark or item.norm in ("going", "judging")
    return item.norm in _TAKEN and marked and after is not None and after.norm in ("by", "by the")


def read_going_by(parts: Parts) -> None:
    """`how many people did we seat, going by party size`: all of that column together."""
    for by in parts.open("group"):
        led = parts.parts[by.at - 1] if by.at else None
        column = parts.after(by.at)
        if led is None or column is None or not is_taken_from(led.item, parts.s):
            continue
        counts = [p for p in parts.open("agg") if p.value == "count" and p.at < by.at]
        noun = parts.after(counts[0].at) if len(counts) == 1 else None
        ref = column.sense.ref
        if noun is None or noun.at >= led.at or ref is None or not parts.is_measure(column):
            continue
        if noun.kind not in ("rows", "col") or not parts.nature(ref).addable:
            continue
        noun.sense = replace(noun.sense, kind="col", ref=ref, table=ref.table, how="unit")
        parts.use(led, by, column)


__all__ = ["is_taken_from", "read_going_by"]
