"""Which of the readings of a question is taken, and what is asked where none is likely enough."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from keenbench.errors import RunInvalid
from keenbench.models.offline.explaining import explain
from keenbench.models.offline.frame import Ask, Understanding, Wait
from keenbench.models.offline.planning import make_plan
from keenbench.models.offline.values import Known
from keenbench.models.reader.assembly import Assembly
from keenbench.models.reader.nothing_found import gave_nothing, gives_something
from keenbench.models.reader.signs import Signs, all_signs
from keenbench.models.reader.weighing import chances
from keenbench.query.compile import compile_plan
from keenbench.query.dataset_schema import DatasetSchema

Found = list[tuple[float, Understanding, Assembly]]
"""Readings, each with what it cost and how it was made."""
Asks = list[tuple[float, Ask]]

ENOUGH = 0.7
"""How likely a reading must be to be answered: a wrong answer is worse than a question."""
SURE = 0.85
"""From where on an answer says nothing of doubt: below it, of strangers' questions, every fourth
was answered wrongly, above it every sixteenth. (Asked about instead, plain ones would be too.)"""
ENOUGH_WITHOUT = 0.9
"""The same for a reading that leaves out a word of some weight: of those, every third was wrong."""
_SOME_WEIGHT = 0.35
_LIGHT = 0.25
"""What a word must have cost to be told of where it was left out."""
ENOUGH_FOR_NOTHING = 0.98
"""The same for a reading whose answer is that there is nothing."""
_RIVAL = 0.4
"""Of the chance of the likeliest, what another must have to be named when asking which is meant."""

_SOME_CHANCE = 0.03
"""How likely another reading must be to be taken where there is nothing of the likeliest."""
_WORTH_PROPOSING = 0.2
"""How likely a reading must be to be named where a word of the question has no place in it."""
_LOOKED_AT = 4
"""Of the likeliest readings, how many are looked at: the others have hardly any chance."""


@dataclass
class Rated:
    """A reading that differs from the others, with its chance."""

    meant: Understanding
    assembly: Assembly
    chance: float


def likeliest(found: Found, asks: Asks, schema: DatasetSchema) -> Understanding:
    """Return the likeliest reading; ask where it is not likely enough to be answered."""
    if not found:
        raise min(asks, key=lambda pair: pair[0])[1] if asks else Ask("I did not understand that.")
    found = sorted(found, key=lambda each: each[0])
    rated = rate(found)[:_LOOKED_AT]
    best = rated[0]
    if _is_sure(best) and _can_be_run(best.meant, schema):
        return _unless_nothing(rated, schema)
    rated = [each for each in rated if _can_be_run(each.meant, schema)]
    if not rated:
        raise Ask("I cannot put that into one query. Could you ask for a part of it?")
    best = rated[0]
    known = best.assembly.s.known
    if not _is_sure(best):
        best.chance += sum(
            other.chance for other in rated[1:]
            if best.chance + other.chance >= _RIVAL
            and _same_answer(other.meant, best.meant, schema, known)
        )  # fmt: skip
        if known.open:
            raise Wait
    if _is_sure(best):
        return _unless_nothing(rated, schema)
    raise _question(rated, found[0][0], asks, schema)


def _is_sure(best: Rated) -> bool:
    lost = any(
        part.kind == "skip" and part.sense.cost >= _SOME_WEIGHT and not part.item.tables
        for part in best.assembly.parts
    )  # that something was sold is said by its being among the sales
    return best.chance >= (ENOUGH_WITHOUT if lost else ENOUGH)


def _unless_nothing(rated: Sequence[Rated], schema: DatasetSchema) -> Understanding:
    """Return the likeliest reading, or where there is nothing of it, the next that has something.

    Raises Ask where that is not likely enough either.
    """
    best = rated[0]
    known = best.assembly.s.known
    if not gave_nothing(best.meant, schema, known):
        return _told(best)
    others = [
        each for each in rated[1:]
        if each.chance >= _SOME_CHANCE
        and not _only_drops(each.meant, best.meant)
        and _can_be_run(each.meant, schema)
        and gives_something(each.meant, schema, known)
    ]  # fmt: skip
    if known.open:
        raise Wait
    nothing = f"I find nothing for {_said(best.meant, schema)}."
    if not others:
        if best.chance >= ENOUGH_FOR_NOTHING or _is_of_a_state(best):
            return _told(best)
        message = f"{nothing} Is that what you mean? Say yes, or say it in another way."
        raise Ask(message, proposed=(best.meant,))
    other = others[0]
    if other.chance < ENOUGH * (1 - best.chance):
        said = _said(other.meant, schema)
        message = f"{nothing} Do you mean {said}? Say yes, or say it in other words."
        raise Ask(message, proposed=(other.meant,))
    taken = _told(other)
    return taken.model_copy(update={"remarks": (*taken.remarks, nothing)})


def _only_drops(other: Understanding, meant: Understanding) -> bool:
    """Whether a reading is the same without a condition: all items are none that are sold out."""
    fewer = set(other.tests) < set(meant.tests)
    same = other.model_copy(update={"tests": meant.tests, "shown": meant.shown})
    return fewer and (same.subject, same.figures, same.keys, same.having, same.without) == (
        meant.subject, meant.figures, meant.keys, meant.having, meant.without
    )  # fmt: skip


def _is_of_a_state(best: Rated) -> bool:
    """`items that are out of stock`: that none is so is as good an answer as which are."""
    states = [part for part in best.assembly.parts if part.kind == "state"]
    return len(states) == len(best.meant.tests) == 1 and best.chance >= ENOUGH


def _told(best: Rated) -> Understanding:
    """Return a reading that says which words it makes nothing of, and where it is in doubt."""
    remarks = []
    words = [*_words(best.assembly), *_passed_over(best.assembly)]
    if words:
        named = " and ".join(f"“{word}”" for word in words[:3])
        remarks.append(f"I left out {named}, of which I could make nothing here.")
    if best.chance < SURE:
        remarks.append("I am not quite sure that this is what you mean.")
    if not remarks:
        return best.meant
    return best.meant.model_copy(update={"remarks": (*best.meant.remarks, *remarks)})


def _can_be_run(meant: Understanding, schema: DatasetSchema) -> bool:
    """Whether a plan can say it: that of two children of one table, say, cannot be."""
    try:
        compile_plan(make_plan(meant, schema), schema)
    except RunInvalid:
        return False
    return True


def rate(found: Found) -> list[Rated]:
    """Return the readings that differ, the likeliest first; `found` has the cheapest first."""
    rated: list[Rated] = []
    signs = all_signs(found)
    for (_, meant, assembly), chance in zip(found, _shared(signs, chances(signs)), strict=True):
        same = next((each for each in rated if not _differs(meant, each.meant)), None)
        if same is not None:
            same.chance += chance
        else:
            rated.append(Rated(meant, assembly, chance))
    return sorted(rated, key=lambda each: -each.chance)


def _shared(signs: Sequence[Signs], each: Sequence[float]) -> list[float]:
    """Return the chances, with the same for readings that all signs speak for alike.

    Of a temperature that is temp_max or temp_min the first is no likelier for being first.
    """
    alike: dict[frozenset[tuple[str, float]], list[int]] = defaultdict(list)
    for place, found in enumerate(signs):
        alike[frozenset(pair for pair in found.items() if pair[0] != "cheapest")].append(place)
    shared = list(each)
    for places in alike.values():
        mean = sum(each[place] for place in places) / len(places)
        for place in places:
            shared[place] = mean
    return shared


def _question(rated: Sequence[Rated], cost: float, asks: Asks, schema: DatasetSchema) -> Ask:
    """Return what to ask: what a word means, which of two is meant, or whether this one is."""
    best = rated[0]
    nearer = [pair for pair in asks if pair[0] < cost]
    if nearer:
        return min(nearer, key=lambda pair: pair[0])[1]
    said = _said(best.meant, schema)
    words = _words(best.assembly)
    if words:
        named = " or ".join(f'"{word}"' for word in words[:3])
        unknown = f"I do not know what {named} means here."
        if best.chance < _WORTH_PROPOSING:
            return Ask(f"{unknown} Could you say it in another way?", *words)
        message = f"{unknown} Without it, that is {said}. Say yes, or say it in another way."
        return Ask(message, *words, proposed=(best.meant,))
    rivals = [each for each in rated[1:] if each.chance >= best.chance * _RIVAL]
    if rivals:
        other = rivals[0]
        forked = _forked(best.assembly, other.assembly)
        two = f"That could be (1) {said}, or (2) {_said(other.meant, schema)}. Which one?"
        return Ask(forked or two, proposed=() if forked else (best.meant, other.meant))
    message = f"I am not sure. Do you mean {said}? Say yes, or say it in other words."
    return Ask(message, proposed=(best.meant,))


def _forked(one: Assembly, other: Assembly) -> str:
    """Return what to ask where two readings went different ways at a fork that has a question."""
    for mine, its in zip(one.forks, other.forks, strict=False):
        if mine.what == its.what and mine.way != its.way:
            return mine.question
    return ""


def _differs(one: Understanding, other: Understanding) -> bool:
    if _is_edge(one, other) or _is_edge(other, one):
        return False
    return _plainly(one) != _plainly(other)


def _plainly(meant: Understanding) -> Understanding:
    """Return a reading without what it says beside, and what it leaves out unsaid.

    Rows without a figure add nothing to it, and those of nothing are not among the first few.
    """
    added = {figure.column for figure in meant.figures}
    if meant.limit is not None:
        added |= {key.column for key in meant.keys}
    tests = tuple(
        test for test in meant.tests
        if test.said or test.op != "is_not_null" or test.column not in added
    )  # fmt: skip
    return meant.model_copy(update={"remarks": (), "sentence": "", "shown": (), "tests": tests})


def _is_edge(rows: Understanding, figure: Understanding) -> bool:
    """Whether one tells the greatest of a column, and the other which row has it."""
    if len(rows.order) != 1 or rows.limit != 1 or rows.offset or rows.figures or rows.of_each:
        return False
    ref, way = rows.order[0].column, {"desc": "max", "asc": "min"}[rows.order[0].direction]
    figures = figure.figures
    if len(figures) != 1 or figure.keys or figures[0].column != ref or figures[0].func != way:
        return False
    said = {test for test in rows.tests if test.said}
    return said == {test for test in figure.tests if test.said} and not figure.change


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
    return list(dict.fromkeys([*(item.text for item in lost), *assembly.left]))


def _passed_over(assembly: Assembly) -> list[str]:
    """Return the lighter words that nothing here is called by: exported to the grid."""
    return [
        p.item.text for p in assembly.parts
        if p.kind == "skip" and _LIGHT <= p.sense.cost <= 0.5
        and p.item.meaning is None and not p.item.names_something
    ]  # fmt: skip


def _said(meant: Understanding, schema: DatasetSchema) -> str:
    sentence = explain(meant.model_copy(update={"remarks": ()}), schema)
    return sentence.removeprefix("I understood: ").rstrip(".")
