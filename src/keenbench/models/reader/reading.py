"""The readings that a question can have, and the likeliest of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from keenbench.models.offline.columns import ColumnRef
from keenbench.models.offline.dating import read_periods
from keenbench.models.offline.frame import Ask, Test, Understanding, Wait
from keenbench.models.offline.items import Item
from keenbench.models.offline.planning import make_plan
from keenbench.models.offline.sentence import Sentence, placed
from keenbench.models.offline.values import Known
from keenbench.models.offline.working import read_worked
from keenbench.models.offline.year_headers import read_year_headers
from keenbench.models.reader.assembly import Assembly
from keenbench.models.reader.both_ways import read_both_ways
from keenbench.models.reader.choices import choices
from keenbench.models.reader.choosing import Asks, Found, likeliest
from keenbench.models.reader.halves import read_halves
from keenbench.models.reader.measured_tables import tables_in_play
from keenbench.models.reader.nonsense import nonsense
from keenbench.models.reader.outcomes import read_outcomes
from keenbench.models.reader.parts import Part
from keenbench.models.reader.recurring import read_recurring
from keenbench.models.reader.sense import Sense
from keenbench.models.reader.shown_beside import shown_beside
from keenbench.models.reader.tails import split_off
from keenbench.models.reader.unread import unread
from keenbench.query.dataset_schema import DatasetSchema

_TOO_FAR = 0.8
"""What costs so much more than the cheapest reading is not read on: it would never be chosen."""
_MOST_WAYS = 6
"""How many readings one choice of senses may have."""

Make = Callable[[Sentence, list[Part]], Assembly]


def read(
    items: list[Item],
    schema: DatasetSchema,
    known: Known,
    *,
    asking: bool = False,
    hints: tuple[ColumnRef, ...] = (),
    given: Sequence[Test] = (),
) -> Understanding:
    """Return the likeliest reading of a question; ask where none is likely enough.

    `asking` says that it ends in a question mark; `hints` are columns named when asked which;
    `given` are conditions that it takes from the question before.
    """
    beside, meant = read_with_tail(items, schema, known, hints=hints, given=given)
    if meant is not None:
        return meant
    s = Sentence(copied(items), schema, known, hints=hints, tests=placed(given))
    found, why = readings(s, Assembly, asking=asking)
    return likeliest([*found, *beside], why, schema)


def read_with_tail(
    items: Sequence[Item],
    schema: DatasetSchema,
    known: Known,
    *,
    hints: tuple[ColumnRef, ...] = (),
    given: Sequence[Test] = (),
) -> tuple[Found, Understanding | None]:
    """Return the readings of a question that ends in what to show, and the one that is sure."""
    parted = split_off(items)
    if parted is None:
        return [], None
    main, wanted = parted
    try:
        s = Sentence(copied(main), schema, known, hints=hints, tests=placed(given))
        found, _ = readings(s, Assembly)
    except Ask:
        return [], None
    beside: Found = []
    for cost, meant, assembly in found:
        told = shown_beside(meant, assembly, wanted)
        if told is None or not _can_be_planned(told[1], schema):
            continue
        beside.append((cost + told[0], told[1], assembly))
    if known.open:
        raise Wait
    if not beside or min(beside, key=lambda each: each[0])[2].unknown():
        return beside, None
    try:
        return beside, likeliest(beside, [], schema)
    except Ask:
        return beside, None


def _can_be_planned(meant: Understanding, schema: DatasetSchema) -> bool:
    try:
        make_plan(meant, schema)
    except Ask:
        return False
    return not nonsense(meant, schema)


def readings(s: Sentence, make: Make, *, asking: bool = False) -> tuple[Found, Asks]:
    """Return the readings of a sentence with what they cost, and why others are none."""
    found: Found = []
    why: Asks = []
    read_halves(s)
    read_worked(s)
    near = list(s.near)
    read_recurring(s)
    read_outcomes(s)
    read_both_ways(s)
    read_year_headers(s)
    s.near = tables_in_play(s)
    read_periods(s)
    tests = [(each.test, each.at) for each in s.tests]
    remarks, doubt = list(s.remarks), s.doubt
    for cost, senses in choices(s.items, s):
        best = min((total for total, _, _ in found), default=None)
        if best is not None and cost > best + _TOO_FAR:
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
                odd = nonsense(meant, s.schema) or unread(assembly)
                if odd:
                    raise Ask(odd)
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
