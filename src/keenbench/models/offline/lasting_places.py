"""What is left of a question once a time between two dates stands in the place of its words."""

from __future__ import annotations

from dataclasses import replace

from keenbench.models.offline.columns import ColumnRef
from keenbench.models.offline.pairs import drop, put
from keenbench.models.offline.sentence import Sentence
from keenbench.models.offline.words import stem, word_set

UNITS = word_set("day night hour minute time week month")
TAKING = word_set(
    """
    take takes took taken taking last lasts lasted stay stays stayed need needs needed pass passes
    passed wait waits waited elapse elapsed spend spends spent go goes went gone lie lies open
    keep keeps kept remain remains remained sit sits sat hold holds held run runs ran running
    """
)
TAKEN_UP = word_set(
    """
    transit processing handling cycle lead turnaround throughput waiting service fulfilment
    fulfillment travel journey elapsed total running active project case stay
    """
)
"""What stands before time where it means how long something took."""


def place(s: Sentence, first: int, last: int, ref: ColumnRef, cues: list[int]) -> None:
    """Put a column in the place of words, and take out the unit that it says itself."""
    units = [i for i in cues if i < first or i > last]
    before = s.items[first - 1] if first else None
    going = first > 1 and s.items[first - 2].norm in TAKING
    if before is not None and before.norm == "by" and going:
        before.used = True  # how many days go by between
        before.meaning = None
    bound = {i for i in units if i and s.items[i - 1].number is not None}
    for index in units:
        kind = s.items[index - 1] if index else None
        if kind is not None and kind.norm in TAKEN_UP and s.items[index].norm == "time":
            kind.used = True  # the waiting time between
    put(s, first, last, ref)
    shift = last - first
    gone: set[int] = set()
    for index in units:
        if index in bound:
            continue
        place = index if index < first else index - shift
        gone.add(place)
        counted = s.before(place)
        said = s.items[counted].meaning if counted is not None else None
        if counted is not None and said is not None and (said.tag, said.value) == ("agg", "count"):
            gone.add(counted)
    early = [i for i in gone if i < first]
    if early:
        s.items.insert(min(early), s.items.pop(first))
        gone = {i + 1 if min(early) <= i < first else i for i in gone}
    drop(s, *gone)
    clear(s)


def clear(s: Sentence) -> None:
    for at, item in enumerate(s.items):
        if at and s.items[at - 1].norm == "in" and stem(item.norm) in UNITS:
            item.used = True  # in days
    for at, item in enumerate(s.items):
        measured = any(c.how == "exact" for c in item.columns)  # the average stay
        if item.norm in TAKING and not (item.tables or item.values or measured):
            s.items[at] = replace(item, used=True)


__all__ = ["TAKEN_UP", "TAKING", "UNITS", "clear", "place"]
