"""The cheapest reading of a question, or what to ask where none is cheap enough."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from keenbench.models.offline.columns import ColumnRef
from keenbench.models.offline.dating import read_periods
from keenbench.models.offline.frame import Ask, Understanding, Wait
from keenbench.models.offline.items import Item
from keenbench.models.offline.planning import make_plan
from keenbench.models.offline.sentence import Sentence
from keenbench.models.offline.values import Known
from keenbench.models.offline.working import read_worked
from keenbench.models.offline.year_headers import read_year_headers
from keenbench.models.reader.assembly import Assembly
from keenbench.models.reader.parts import Part
from keenbench.models.reader.recurring import read_recurring
from keenbench.models.reader.senses import Sense, choices
from keenbench.query.dataset_schema import DatasetSchema

MOST = 0.65
"""What a reading may cost at most: one word that says nothing is too much."""
GAP = 0.045
"""By how much the best reading must be cheaper than another that answers differently."""
_MOST_WAYS = 6
"""How many readings one choice of senses may have."""


Found = list[tuple[float, Understanding, Assembly]]
Asks = list[tuple[float, Ask]]
Make = Callable[[Sentence, list[Part]], Assembly]


def read(
    items: list[Item],
    schema: DatasetSchema,
    known: Known,
    *,
    asking: bool = False,
    hints: tuple[ColumnRef, ...] = (),
) -> Understanding:
    """Return the cheapest reading of a question; ask where there is none, or two.

    `asking` says that it ends in a question mark; `hints` are columns named when asked which.
    """
    s = Sentence(copied(items), schema, known, hints=hints)
    return cheapest(*readings(s, Assembly, asking=asking), schema)


def readings(s: Sentence, make: Make, *, asking: bool = False) -> tuple[Found, Asks]:
    """Return the readings of a sentence with what they cost, and why others are none."""
    found: Found = []
    why: Asks = []
    read_worked(s)
    near = list(s.near)
    read_recurring(s)
    read_year_headers(s)
    read_periods(s)
    tests = [(placed.test, placed.at) for placed in s.tests]
    remarks, doubt = list(s.remarks), s.doubt
    for cost, senses in choices(s.items, s):
        best = min((total for total, _, _ in found), default=None)
        if best is not None and cost > best + GAP:
            break
        ways: list[tuple[int, ...]] = [()]
        for picks in ways:
            s.near, s.remarks, s.doubt = list(near), list(remarks), doubt
            assembly = make(s, _parts(s, senses))
            assembly.tests = list(tests)
            assembly.asks = asking
            assembly.picks = picks
            try:
                meant = assembly.read()
                make_plan(meant, s.schema)
            except Ask as ask:
                why.append((cost + assembly.cost + s.doubt, ask))
            else:
                found.append((cost + assembly.cost + s.doubt, meant, assembly))
            ways += _other_ways(assembly)[: _MOST_WAYS - len(ways)]
    if s.known.open:
        raise Wait
    return found, why


def _other_ways(assembly: Assembly) -> list[tuple[int, ...]]:
    """Return the ways that a reading did not go at the forks it was the first to meet."""
    taken = [fork.way for fork in assembly.forks]
    return [
        (*taken[:at], other)
        for at, fork in enumerate(assembly.forks)
        if at >= len(assembly.picks)
        for other in range(1, fork.ways)
    ]


def cheapest(found: Found, asks: Asks, schema: DatasetSchema) -> Understanding:
    """Return the cheapest reading, where it is cheap enough and no other is as cheap."""
    if not found:
        raise min(asks, key=lambda pair: pair[0])[1] if asks else Ask("I did not understand that.")
    found = sorted(found, key=lambda each: each[0])
    cost, meant, assembly = found[0]
    if cost > MOST:
        cheaper = [pair for pair in asks if pair[0] < min(cost, MOST)]
        if cheaper:
            raise min(cheaper, key=lambda pair: pair[0])[1]
        raise Ask(_unplaced(assembly), *_words(assembly))
    known = assembly.s.known
    others = [
        (m, a)
        for c, m, a in found[1:]
        if c <= cost + GAP and _differs(m, meant) and not _same_answer(m, meant, schema, known)
    ]
    if known.open:
        raise Wait
    if others:
        other, its = others[0]
        raise Ask(_forked(assembly, its) or _two(meant, other, schema))
    return meant


def _forked(one: Assembly, other: Assembly) -> str:
    """Return what to ask where two readings went different ways at a fork that has a question."""
    for mine, its in zip(one.forks, other.forks, strict=False):
        if mine.what == its.what and mine.way != its.way:
            return mine.question
    return ""


def copied(items: Iterable[Item]) -> list[Item]:
    return [
        replace(
            item, columns=list(item.columns), tables=list(item.tables), values=list(item.values)
        )
        for item in items
    ]


def _parts(s: Sentence, senses: tuple[Sense, ...]) -> list[Part]:
    return [
        Part(at, item, sense) for at, (item, sense) in enumerate(zip(s.items, senses, strict=True))
    ]


def _differs(one: Understanding, other: Understanding) -> bool:
    drop = {"remarks": (), "sentence": "", "shown": ()}
    if _is_edge(one, other) or _is_edge(other, one):
        return False
    return one.model_copy(update=drop) != other.model_copy(update=drop)


def _is_edge(rows: Understanding, figure: Understanding) -> bool:
    """Whether one tells the greatest of a column, and the other which row has it."""
    if len(rows.order) != 1 or rows.limit != 1 or rows.offset or rows.figures:
        return False
    ref, way = rows.order[0].column, {"desc": "max", "asc": "min"}[rows.order[0].direction]
    figures = figure.figures
    if len(figures) != 1 or figure.keys or figures[0].column != ref or figures[0].func != way:
        return False
    said = {test for test in rows.tests if test.said}
    return said == set(figure.tests) and not figure.change


def _same_answer(
    one: Understanding, other: Understanding, schema: DatasetSchema, known: Known
) -> bool:
    """Whether two readings come to the same: a status of Paid, and a day of payment, say."""
    answers = [known.look(make_plan(each, schema), "what it may mean") for each in (one, other)]
    first, second = answers
    if first is None or second is None:
        return False
    return first.complete and second.complete and first.rows == second.rows


def _words(assembly: Assembly) -> list[str]:
    lost = [p.item for p in assembly.parts if p.kind == "skip" and p.sense.cost > 0.5]
    lost.sort(key=lambda item: item.meaning is not None or item.names_something)
    return list(dict.fromkeys([*(item.text for item in lost), *getattr(assembly, "left", [])]))


def _unplaced(assembly: Assembly) -> str:
    words = _words(assembly)
    named = " or ".join(f'"{word}"' for word in words[:3]) if words else "all of that"
    return f"I do not know what {named} means here. Could you say it in another way?"


def _two(one: Understanding, other: Understanding, schema: DatasetSchema) -> str:
    from keenbench.models.offline.explaining import explain

    first = explain(one.model_copy(update={"remarks": ()}), schema).removeprefix("I understood: ")
    second = explain(other.model_copy(update={"remarks": ()}), schema).removeprefix(
        "I understood: "
    )
    return f"That could be {first.rstrip('.')}, or {second.rstrip('.')}. Which one do you mean?"
