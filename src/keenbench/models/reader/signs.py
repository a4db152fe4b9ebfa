"""What of a reading speaks for it and against it: the signs that its weight is made of.

A sign is a name and how much of it there is. Which signs count how much was learnt from questions
with known answers (`python -m tests.analyst_questions.train`); here is only what can be seen of a
reading. No sign holds a word of a table: what is learnt of one table must be true of others.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence

from keenbench.models.offline.columns import ColumnRef, column_of
from keenbench.models.offline.frame import Figure, Test, Understanding
from keenbench.models.offline.scales import met_by
from keenbench.models.offline.words import word_set
from keenbench.models.reader.assembly import Assembly
from keenbench.models.reader.following import Following
from keenbench.models.reader.nature import nature_of
from keenbench.models.reader.parts import Part
from keenbench.query.dataset_schema import DatasetSchema

Signs = Mapping[str, float]

_STEPS = (0.1, 0.3, 0.5, 0.8, 1.2)


def all_signs(found: Sequence[tuple[float, Understanding, Assembly]]) -> list[Signs]:
    """Return the signs of each reading, with how it stands among the others."""
    least = min((cost for cost, _, _ in found), default=0.0)
    every: list[Signs] = []
    for place, (cost, meant, assembly) in enumerate(found):
        signs = signs_of(cost, meant, assembly)
        signs["any"] = 1.0
        signs["cheapest"] = float(place == 0)
        signs["dearer"] = min(cost - least, 1.0)
        signs["choices"] = min(len(found), 10) / 10
        every.append(signs)
    return every


def signs_of(cost: float, meant: Understanding, assembly: Assembly) -> dict[str, float]:
    """Return the signs of a reading that cost so much."""
    found: dict[str, float] = defaultdict(float)
    found["cost"] = cost
    for step in _STEPS:
        found[f"cost over {step}"] = max(0.0, cost - step)
    found["guessed"] = assembly.cost
    found["remarks"] = len(meant.remarks)
    schema = assembly.s.schema
    roles = _roles(meant)
    for part in assembly.parts:
        for name in _of_part(part, roles, schema):
            found[name] += 1
        if _is_of_others(part, meant.subject):
            found["column of another table, though the rows have one"] += 1
        if part.kind == "val" and part.at and assembly.parts[part.at - 1].tag:
            found[f"cell after {assembly.parts[part.at - 1].tag}"] += 1
        if is_unknown(part):
            place = _place(part, assembly.parts)
            found[f"unknown {place}"] += 1
            if not meant.tests:
                found[f"unknown {place}, and no test"] += 1
    for name in _shape(meant, schema):
        found[name] += 1
    for fork in assembly.forks:
        found[fork.what if fork.alike else f"{fork.what}, way {fork.way}"] += 1
    if isinstance(assembly, Following):
        found["goes on from the question before"] = 1
    found["tables"] = len({ref.table for ref in roles} | {meant.subject})
    for name in _contradictions(meant):
        found[name] += 1
    return dict(found)


def _roles(meant: Understanding) -> dict[ColumnRef, str]:
    """Return what each column does in a reading."""
    roles: dict[ColumnRef, str] = {}
    for ref in meant.shown:
        roles[ref] = "shown"
    for order in meant.order:
        if order.column is not None:
            roles[order.column] = "order"
    for test in meant.tests:
        for ref in test.columns():
            roles[ref] = "test"
    for key in (*meant.keys, *meant.of_each):
        roles[key.column] = "key"
    for figure in (*meant.figures, *(h.figure for h in meant.having)):
        if figure.column is not None:
            roles[figure.column] = "figure"
        for test in (*figure.where, *figure.among):
            for ref in test.columns():
                roles[ref] = "test"
    return roles


def _of_part(part: Part, roles: Mapping[ColumnRef, str], schema: DatasetSchema) -> Iterator[str]:
    sense, item = part.sense, part.item
    if part.kind == "skip":
        yield f"left out at {min(sense.cost, 1.0):.1f}"
        if item.values:
            yield f"left out a cell {item.values[0].how}"
        if item.columns:
            yield f"left out a column {item.columns[0].how}"
        if item.tables:
            yield "left out rows"
    elif part.kind == "col" and sense.ref is not None:
        role = roles.get(sense.ref, "none")
        nature = nature_of(schema, sense.ref)
        yield f"column {sense.how} as {role}"
        yield f"{nature.kind} as {role}"
        if item.values:
            yield f"column though a cell {item.values[0].how}"
        top = item.columns[0].score if item.columns else 0.0
        if sum(link.score >= top - 0.02 for link in item.columns) > 1:
            yield "column of several"
    elif part.kind == "val" and sense.ref is not None:
        yield f"cell {sense.how}"
        if nature_of(schema, sense.ref).unique:
            yield "cell that tells one row"
        if item.columns:
            yield f"cell though a column {item.columns[0].how}"
        if len({v.ref for v in item.values if v.how == sense.how}) > 1:
            yield f"cell {sense.how} of several columns"
        if len(sense.values) > 1:
            yield "several cells by one word"
        if not any(token.text[:1].isupper() for token in item.tokens):
            yield f"cell {sense.how} in small letters"
    elif part.kind == "rows":
        yield f"rows {sense.how or 'by kind'}"
    elif part.kind == "state":
        yield "state"
    if not part.used and part.kind not in ("skip", "used"):
        yield f"unused {part.kind} {part.tag}"


def _is_of_others(part: Part, subject: str) -> bool:
    """`the largest cities by population`: of the city, where its country has one too."""
    ref = part.sense.ref
    if part.kind != "col" or ref is None or ref.table == subject or not part.item.columns:
        return False
    said = max((link.score for link in part.item.columns if link.ref == ref), default=0.0)
    return any(link.ref.table == subject and link.score >= said for link in part.item.columns)


_UNKNOWN = 0.5
"""What it costs at least to leave out a word that anybody would take for a name of something."""
_PREPOSITIONS = word_set("of for on in at with from to into about during under")


def is_unknown(part: Part) -> bool:
    """Whether a part is a word of some weight that names nothing here."""
    item = part.item
    named = item.columns or item.tables or item.values or item.meaning is not None
    return part.kind == "skip" and part.sense.cost >= _UNKNOWN and not named


def _place(part: Part, parts: Sequence[Part]) -> str:
    """Return where a word stands that names nothing here: the jobs of `how many jobs are open`.

    What is counted or listed is most likely called so by the asker alone; what groups are made by,
    or what there should be most of, is missing.
    """
    said = [p for p in parts if p.kind != "skip" or p is part or p.norm in _PREPOSITIONS]
    at = next(index for index, each in enumerate(said) if each is part)
    before = said[at - 1] if at else None
    after = said[at + 1] if at + 1 < len(said) else None
    if part.item.tokens[0].text[:1].isupper() and part.item.start > 0:
        return "with a capital"
    if before is None:
        return "at the beginning"
    if before.tag in ("agg", "how_much", "which", "list", "distinct", "only"):
        return f"after {before.tag} {before.value}".rstrip()
    if before.kind == "cue":
        return f"after {before.tag}"
    if before.norm in _PREPOSITIONS:
        return "after a preposition"
    if after is not None and after.kind in ("col", "rows", "val"):
        return "before a name"
    if before.kind in ("col", "rows", "val", "num", "state"):
        return f"after {before.kind}"
    return "elsewhere"


def _shape(meant: Understanding, schema: DatasetSchema) -> Iterator[str]:
    """Return what kind of answer a reading gives."""
    if meant.exists:
        yield "is: whether"
    elif not meant.figures:
        yield "is: list distinct" if meant.distinct else "is: list"
    for figure in meant.figures[:2]:
        yield f"is: {_figure(figure, schema)}"
    if len(meant.figures) > 1:
        yield "is: several figures"
    if meant.keys:
        dated = any(key.unit for key in meant.keys)
        yield "by time" if dated else "by group"
        if len(meant.keys) > 1:
            yield "by several"
        if any(nature_of(schema, key.column).kind == "key" for key in meant.keys):
            yield "by key"
    if meant.limit is not None:
        yield "limit 1" if meant.limit == 1 else "limit"
        yield "ranks groups" if meant.keys else "ranks rows"
        if meant.of_each:
            yield "ranks within groups"
    elif meant.order:
        yield "sorted"
    if meant.offset:
        yield "offset"
    if meant.having:
        yield "having"
    if meant.without:
        yield "without"
    if meant.change is not None:
        yield f"change {meant.change.kind}"
    if meant.count_groups:
        yield "counts groups"
    if not meant.tests:
        yield "no test"
    for test in meant.tests:
        met = _met(test, schema)
        if met != "some":
            yield f"bound met by {met}"
        if test.period:
            yield "test: period"
        elif test.op in ("is_null", "not_null"):
            yield f"test: {test.op}"
        elif test.any_of or test.all_of:
            yield "test: several"
        elif test.than is not None:
            yield "test: two columns"
        elif isinstance(test.value, bool):
            yield f"test: {test.value}"
        else:
            kind = "text" if isinstance(test.value, str) else "number"
            yield f"test: {kind} {test.op}"


def _met(test: Test, schema: DatasetSchema) -> str:
    """Return whether some rows meet a bound, or all or none, as far as the schema tells."""
    if test.column is None or test.column.worked is not None or test.than is not None:
        return "some"
    value = test.value
    if isinstance(value, bool | str | None):
        return "some"
    if isinstance(value, tuple):
        value = tuple(each for each in value if not isinstance(each, bool | str))
    return met_by(column_of(schema, test.column).numbers, test.op, value)


def _figure(figure: Figure, schema: DatasetSchema) -> str:
    share = f" share {figure.share}" if figure.share else ""
    part = " part" if figure.where else " side" if figure.among else ""
    if figure.column is None:
        return f"{figure.func}{share}{part}"
    nature = nature_of(schema, figure.column)
    worked = " worked" if figure.column.worked is not None else ""
    money = " money" if nature.money else " score" if nature.score else ""
    return f"{figure.func} of {nature.kind}{money}{worked}{share}{part}"


def _contradictions(meant: Understanding) -> Iterator[str]:
    equal = Counter(
        t.column for t in meant.tests if t.op == "=" and t.part is None and not t.period
    )
    if any(count > 1 for count in equal.values()):
        yield "one column equal to two"
    periods = Counter(t.column for t in meant.tests if t.period)
    if any(count > 1 for count in periods.values()):
        yield "two periods of one column"
    if any(key.column in equal and key.unit is None for key in meant.keys):
        yield "group of one cell"
    if any(f.column in [k.column for k in meant.keys] for f in meant.figures if f.column):
        yield "figure of its key"
    if meant.limit is not None and not meant.order:
        yield "limit of no order"
