"""Groups without a name: the rows of which a cell does not say which group they are of.

`how many episodes has each sponsor backed`: those without a sponsor are no sponsor's. Authors of
questions leave them out after each, and of averages and rates; of counts and sums by something
they keep them, so that nothing is missing from the whole. Where groups are counted, bounded or
averaged over as things, what is of none is no thing: no customer ordered what nobody did.
"""

from __future__ import annotations

from collections.abc import Iterator

from keenbench.models.offline.columns import ColumnRef, column_of
from keenbench.models.offline.frame import Test, Understanding
from keenbench.models.offline.joins import downstream
from keenbench.query.dataset_schema import DatasetSchema


def left_out_of(meant: Understanding, schema: DatasetSchema) -> list[ColumnRef]:
    """Return what groups are made by of which rows without any are left out."""
    figures = [*meant.figures, *(having.figure for having in meant.having)]
    if not meant.named or meant.every or not figures:
        return []
    asked = {t.column for test in meant.tests for t in _leaves(test) if t.op == "is_null"}
    first = figures[0]
    ways = downstream(schema, first.column.table if first.column else first.table)
    found: list[ColumnRef] = []
    for key in meant.keys:
        ref = key.column
        if key.unit is not None or ref.worked is not None or ref in asked:
            continue
        steps = [ColumnRef(r.from_table, r.from_column) for r in ways.get(ref.table, ())]
        if steps and ref.table in {each.table for each in found}:
            continue  # who is not pointed at has neither a key nor a name
        if any(column_of(schema, each).nullable for each in (ref, *steps)):
            found.append(ref)
    return found


def are_things(meant: Understanding) -> bool:
    """Whether something is said of the groups themselves: how many there are, which of them."""
    mean = meant.change is not None and meant.change.kind == "mean"
    return bool(meant.having) or meant.count_groups or mean


def _leaves(test: Test) -> Iterator[Test]:
    for each in (*test.any_of, *test.all_of):
        yield from _leaves(each)
    yield test


__all__ = ["are_things", "left_out_of"]
