"""A number compared of single rows, or of what they come to: whether it is all the same."""

from __future__ import annotations

from typing import Any

from keenbench.models.offline.columns import ColumnRef
from keenbench.models.offline.frame import Test
from keenbench.models.offline.sentence import Placed, Sentence
from keenbench.query.plan import LOOKUP, read_plan

_MOST = 50


def same_either_way(s: Sentence, placed: Placed, ref: ColumnRef) -> bool:
    """Return whether the same values pass by one of their rows and by the total of all of them."""
    test = placed.test
    others = [p.test for p in s.tests if p is not placed]
    if test.column is None or test.column.worked is not None or test.column.table != ref.table:
        return False
    if s.without or any(not _plain(other, ref.table) for other in others):
        return False
    where = [_leaf(other) for other in others]
    plan: dict[str, Any] = {
        "dataset_id": s.schema.dataset_id,
        "table": ref.table,
        "select": [{"column": ref.column}],
        "limit": _MOST + 1,
        "notes": f"{LOOKUP} {ref.column} by single rows and by totals",
    }
    single = {**plan, "filters": {"all_of": [*where, _leaf(test)]}, "distinct": True}
    total = {"agg": {"func": "sum", "column": test.column.column}, "op": test.op}
    whole = {**plan, "group_by": [ref.column], "having": {**total, "value": _value(test)}}
    if where:
        whole["filters"] = {"all_of": where}
    one, other = (s.known.look(read_plan(each)) for each in (single, whole))
    s.wait()
    if one is None or other is None or not one.complete or not other.complete:
        return False
    return {row[0] for row in one.rows} == {row[0] for row in other.rows}


def _plain(test: Test, table: str) -> bool:
    parts = (*test.any_of, *test.all_of)
    if parts:
        return all(_plain(part, table) for part in parts)
    column = test.column
    return column is not None and column.table == table and column.worked is None


def _leaf(test: Test) -> dict[str, Any]:
    if test.any_of:
        return {"any_of": [_leaf(part) for part in test.any_of]}
    if test.all_of:
        return {"all_of": [_leaf(part) for part in test.all_of]}
    assert test.column is not None
    found: dict[str, Any] = {"column": test.column.column, "op": test.op}
    if test.part is not None:
        found["part"] = test.part
    if test.than is not None:
        found["than"] = test.than.column
    if test.value is not None:
        found["value"] = _value(test)
    return found


def _value(test: Test) -> Any:
    return list(test.value) if isinstance(test.value, tuple) else test.value
