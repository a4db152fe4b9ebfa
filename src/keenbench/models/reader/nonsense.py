"""Readings that nobody can mean, however well their words fit: they are no readings at all."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

from keenbench.models.offline.columns import ColumnRef, column_of
from keenbench.models.offline.frame import Test, Understanding
from keenbench.models.reader.apart import are_apart
from keenbench.models.reader.nature import nature_of
from keenbench.query.dataset_schema import DatasetSchema


def nonsense(meant: Understanding, schema: DatasetSchema) -> str:
    """Return what nobody can mean in a reading; nothing where there is no such thing."""
    return next(_found(meant, schema), "")


def _by_column(said: Sequence[Test]) -> Mapping[ColumnRef, list[Test]]:
    tests: dict[ColumnRef, list[Test]] = defaultdict(list)
    for test in said:
        if test.column is not None and not (test.any_of or test.all_of or test.than or test.part):
            tests[test.column].append(test)
    return tests


def _contradictions(said: Sequence[Test], schema: DatasetSchema) -> Iterator[str]:
    """`graded A, out of those without a grade`: what no row can be, in the part of a share too."""
    for ref, held in _by_column(said).items():
        ops = {test.op for test in held}
        if "is_null" in ops and len(ops) > 1:
            yield f"{ref} cannot be missing and be there."
        cells = {test.value for test in held if test.op == "="}
        if len(cells) > 1 and not column_of(schema, ref).parted_by:
            yield f"{ref} cannot be two things at once."


def _apart(said: Sequence[Test]) -> Iterator[str]:
    """`lower in 2020 than in 2019`: no day is in both."""
    spans: dict[ColumnRef, list[tuple[str, str]]] = defaultdict(list)
    for test in said:
        ends = [t.value for t in test.all_of if isinstance(t.value, str)]
        if test.period and len(ends) == 2 and len(set(test.columns())) == 1:
            spans[test.columns()[0]].append((min(ends), max(ends)))
    for ref, held in spans.items():
        if max(start for start, _ in held) >= min(end for _, end in held):
            yield f"{ref} cannot be in two periods at once."


def _never_both(said: Sequence[Test], schema: DatasetSchema) -> Iterator[str]:
    """`under 30 and over 50`: of nobody; the two are to be set side by side."""
    several = {
        ColumnRef(table.name, column.name)
        for table in schema.tables for column in table.columns if column.parted_by
    }  # fmt: skip
    # A cell may name both of two things: spicy and vegan.
    plain = [t for t in said if t.said and not t.period and not several & {*t.columns()}]
    for one, other in combinations(plain, 2):
        if are_apart(one, other):
            yield f"No row is both {one.said} and {other.said}."


def _without_saying(said: Sequence[Test]) -> Iterator[str]:
    """`gave in 2023 but not in 2024`: of one gift nobody would say so; it is of two of them."""
    for kept in said:
        days = [str(test.value) for test in kept.all_of]
        if not kept.period or len(days) != 2:
            continue
        for out in said:
            edges = [str(test.value) for test in out.any_of]
            both = [test.op for test in out.any_of] == ["<", ">="] and out.period
            if not both or out.columns()[0] != kept.columns()[0]:
                continue
            if days[1] <= edges[0] or days[0] >= edges[1]:
                yield "Who is there at one time but not at the other I cannot work out offline."


def _found(meant: Understanding, schema: DatasetSchema) -> Iterator[str]:
    for part in [(), *((*figure.where, *figure.among) for figure in meant.figures)]:
        yield from _contradictions([*meant.tests, *part], schema)
        yield from _apart([*meant.tests, *part])
        yield from _never_both([*meant.tests, *part], schema)
    yield from _without_saying(meant.tests)
    for figure in meant.figures:
        if figure.func == "count_distinct" and figure.column is not None:
            nature = nature_of(schema, figure.column)
            if nature.kind == "number" and (nature.money or nature.score):
                yield f"How many different {figure.column} there are says nothing."
    tests = _by_column(meant.tests)
    for figure in meant.figures:
        if figure.share == "of_rows" and any(_is_all(w, tests) for w in figure.where):
            yield "That share is all of them."
    single = [k.column for k in meant.keys if k.unit is None and nature_of(schema, k.column).unique]
    unique = {ref.table for ref in single}
    for figure in meant.figures:
        rows = figure.func == "count" and figure.column is None and not figure.where
        alone = rows and figure.table in unique and not meant.without and not figure.share
        if alone and {k.column.table for k in meant.keys} == {figure.table}:
            yield f"Each of {figure.table} is there once."
    days = {k.column for k in meant.keys if k.unit == "day"}
    for figure in meant.figures:
        rows = figure.func == "count" and figure.column is None and not figure.where
        once = any(ref.table == figure.table and nature_of(schema, ref).unique for ref in days)
        if rows and once and len(meant.keys) == 1:
            yield f"Each day of {figure.table} is there once."
    for having in meant.having:
        rows = having.figure.func == "count" and having.figure.column is None
        tables = {k.column.table for k in meant.keys if nature_of(schema, k.column).unique}
        if rows and having.figure.table in tables:
            yield f"Each of {having.figure.table} is there once."


def _is_all(part: Test, wholes: Mapping[ColumnRef, Sequence[Test]]) -> bool:
    """Whether each row of the whole is in the part: those that passed or failed, of the failed."""
    if part.column is None or part.op not in ("=", "in") or part.part or part.than:
        return False
    held = set(part.value) if isinstance(part.value, tuple) else {part.value}
    return any(
        (set(t.value) if isinstance(t.value, tuple) else {t.value}) <= held
        for t in wholes.get(part.column, ()) if t.op in ("=", "in")
    )  # fmt: skip


__all__ = ["nonsense"]
