"""What each piece of a question may mean, what that costs, and the cheapest choices of all."""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from keenbench.models.offline.columns import ColumnRef
from keenbench.models.offline.items import Item
from keenbench.models.offline.lexicon import BUCKET_UNITS, Meaning
from keenbench.models.offline.sentence import Sentence
from keenbench.models.offline.words import name_words, root, stem
from keenbench.models.reader.nature import is_of_people, nature_of, people_columns
from keenbench.models.reader.vocabulary import EVENTS, PEOPLE, THINGS, cost_of_leaving_out
from keenbench.query.plan import Unit

Kind = Literal["cue", "col", "val", "rows", "num", "unit", "skip", "used"]

_BY_COLUMN = {
    "exact": 0.0, "verb": 0.08, "part": 0.12, "typo": 0.2, "synonym": 0.25, "described": 0.35,
}  # fmt: skip
_BY_VALUE = {"exact": 0.0, "verb": 0.08, "part": 0.16, "typo": 0.22}
_NAMED_BUT_LEFT_OUT = 0.75
_MOST_CHOICES = 20
_SENSES_OF_ONE = 6


@dataclass(frozen=True)
class Sense:
    kind: Kind
    cost: float
    ref: ColumnRef | None = None
    table: str = ""
    values: tuple[str, ...] = ()
    how: str = ""
    unit: Unit | None = None
    meaning: Meaning | None = None


def senses_of(item: Item, s: Sentence) -> list[Sense]:
    """Return what an item may mean, the cheapest first."""
    if item.used:
        return [Sense("used", 0.0)]
    found: list[Sense] = []
    has_cue = item.meaning is not None and item.tag not in ("filler", "light")
    if has_cue:
        found.append(Sense("cue", 0.0, meaning=item.meaning))
    if item.number is not None:
        found.append(Sense("num", 0.0))
    unit = BUCKET_UNITS.get(stem(item.norm))
    if unit is not None and item.norm not in ("date", "dates"):
        found.append(Sense("unit", 0.04, unit=unit))  # type: ignore[arg-type]
    more = 0.15 if has_cue or item.number is not None else 0.0
    found += [replace(sense, cost=sense.cost + more) for sense in _names(item, s)]
    found.append(Sense("skip", _left_out(item, found)))
    found.sort(key=lambda sense: sense.cost)
    return found[:_SENSES_OF_ONE]


def _left_out(item: Item, found: Sequence[Sense]) -> float:
    if item.tag == "filler":
        return 0.0 if not found else 0.1
    if item.tag == "light":
        return 0.03
    if any(token.kind == "quoted" for token in item.tokens):
        return 2.0
    plain = max(cost_of_leaving_out(token.norm) for token in item.tokens)
    loose = all(sense.how in ("synonym", "described", "part", "typo") for sense in found)
    if found and loose:
        return max(plain, 0.3) if plain < 0.5 else _NAMED_BUT_LEFT_OUT
    if found:
        return _NAMED_BUT_LEFT_OUT
    token = item.tokens[0]
    proper = token.text[:1].isupper() and item.start > 0 and plain > 0.5
    return 2.0 if proper else plain


def _names(item: Item, s: Sentence) -> list[Sense]:
    found: list[Sense] = []
    top = item.columns[0].score if item.columns else 0.0
    for link in item.columns:
        cost = _BY_COLUMN[link.how] + (top - link.score)
        cost += _said_beside(item, link.ref, s)
        found.append(Sense("col", cost, ref=link.ref, table=link.ref.table, how=link.how))
    for table in item.tables:
        cost = _BY_COLUMN[table.how] + (1 - table.score) * 0.3
        if any(c.how == "exact" and c.score > 0.97 for c in item.columns):
            cost += 0.02
        found.append(Sense("rows", cost, table=table.table, how=table.how))
    taken = {sense.table for sense in found if sense.kind == "rows"}
    for name in [*([item.rows_of] if item.rows_of else []), *item.rows_maybe]:
        if name not in taken:
            taken.add(name)
            found.append(Sense("rows", 0.05 if item.rows_of == name else 0.14, table=name))
    found += [sense for sense in _of_kind(item, s) if sense.table not in taken]
    exact = any(sense.cost < 0.05 for sense in found)
    for value in item.values[:4]:
        cost = _BY_VALUE[value.how] + (0.04 if exact else 0.0)
        found.append(Sense("val", cost, ref=value.ref, table=value.ref.table, values=value.values,
                           how=value.how))  # fmt: skip
    return found


def _said_beside(item: Item, ref: ColumnRef, s: Sentence) -> float:
    """Return a little less cost for a column of which other words stand in the question too."""
    own = {root(token.norm) for token in item.tokens}
    said = {root(t.norm) for other in s.items if other is not item for t in other.tokens}
    words = {root(word) for word in name_words(ref.column)} - own
    return -0.04 * min(2, len(words & said))


def _of_kind(item: Item, s: Sentence) -> list[Sense]:
    """Return the rows, or the people of a row, that a general noun may mean."""
    noun = stem(item.norm)
    if len(item.tokens) > 1 or noun not in PEOPLE | EVENTS | THINGS:
        return []
    if any(link.how == "exact" for link in item.columns) or any(
        link.how == "exact" for link in item.tables
    ):
        return []
    found: list[Sense] = []
    for table in s.schema.tables:
        if noun in PEOPLE:
            if is_of_people(s.schema, table.name):
                found.append(Sense("rows", 0.15, table=table.name, how="kind"))
                continue
            people = people_columns(s.schema, table.name)
            if len(people) == 1:
                found.append(Sense("col", 0.2, ref=people[0], table=table.name, how="kind"))
            elif noun in ("person", "folk") :
                found.append(Sense("rows", 0.25, table=table.name, how="kind"))
        elif len(s.schema.tables) == 1:
            found.append(Sense("rows", 0.22, table=table.name, how="kind"))
    return found


def choices(items: Sequence[Item], s: Sentence) -> list[tuple[float, tuple[Sense, ...]]]:
    """Return the cheapest ways to give each item one sense."""
    best: list[tuple[float, tuple[Sense, ...]]] = [(0.0, ())]
    for item in items:
        wider = [
            (cost + sense.cost, (*chosen, sense))
            for cost, chosen in best
            for sense in senses_of(item, s)
        ]
        best = heapq.nsmallest(_MOST_CHOICES, wider, key=lambda pair: pair[0])
    return best


__all__ = ["Sense", "choices", "nature_of", "senses_of"]
