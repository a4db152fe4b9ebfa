from __future__ import annotations

import json
from typing import Any

import pytest

from keenbench.errors import RunInvalid
from keenbench.query.plan import is_storable, read_plan

PLAN: dict[str, Any] = {"dataset_id": "shop", "table": "orders"}


def refused(**more: Any) -> str:
    with pytest.raises(RunInvalid) as error:
        read_plan(PLAN | more)
    assert error.value.error_code == "VALIDATION_ERROR"
    return error.value.message


def test_a_plan_comes_back_as_it_was_written() -> None:
    plan = PLAN | {
        "joins": [{"table": "customers", "on": [{"left": "a", "right": "b"}], "kind": "left"}],
        "select": [
            {"column": "status"},
            {"agg": {"func": "count", "column": "*"}, "alias": "n"},
            {"ratio": {"num": "n", "den": {"window": {"func": "sum", "column": "n"}}}},
        ],
        "filters": {"all_of": [{"not": {"column": "x", "op": "in", "value": [1, 2.5, "a", True]}}]},
        "group_by": ["status", {"bucket": {"column": "day", "unit": "week"}}],
        "having": {"agg": {"func": "sum", "column": "x"}, "op": ">", "value": 3},
        "keep": {"of": ["status"], "order_by": [{"expr": "n", "direction": "desc"}], "first": 2},
        "order_by": [{"expr": "n", "direction": "desc"}],
        "limit": 5,
        "offset": 0,
        "distinct": False,
        "notes": "lookup: values of status",
    }
    read = read_plan(plan)
    assert read.to_json() == plan
    assert read.is_lookup


def test_a_plan_may_be_a_json_text() -> None:
    assert read_plan('{"dataset_id": "shop", "table": "orders"}').table == "orders"


@pytest.mark.parametrize("text", ["", "{", "[]", "null", "[" * 3000, '{"a":' * 2000])
def test_what_is_no_plan_is_refused(text: str) -> None:
    with pytest.raises(RunInvalid):
        read_plan(text)


def test_an_unknown_key_is_named() -> None:
    assert refused(sql="SELECT 1") == "plan.sql is not a key of a plan."
    assert "plan.select[0].expr is not a key" in refused(select=[{"expr": "1+1"}])
    assert "filters.all_of[0].x is" in refused(
        filters={"all_of": [{"column": "a", "op": "=", "value": 1, "x": 2}]}
    )


def test_types_are_not_guessed() -> None:
    assert "limit" in refused(limit="5")
    assert "limit" in refused(limit=-1)
    assert "distinct" in refused(distinct="yes")
    assert "op" in refused(filters={"column": "a", "op": "like", "value": "x"})


@pytest.mark.parametrize(
    ("op", "value"),
    [
        ("=", None),
        ("=", [1]),
        ("in", 1),
        ("in", []),
        ("between", [1]),
        ("is_null", 1),
        ("contains", 5),
        ("=", {"a": 1}),
    ],
)
def test_a_value_that_does_not_suit_its_operator_is_refused(op: str, value: Any) -> None:
    refused(filters={"column": "a", "op": op, "value": value})


def test_an_item_is_exactly_one_thing() -> None:
    assert "exactly one of" in refused(select=[{"alias": "x"}])
    assert "exactly one of" in refused(select=[{"column": "a", "agg": {"func": "count"}}])


def test_only_count_takes_a_star() -> None:
    assert "needs a column" in refused(select=[{"agg": {"func": "sum", "column": "*"}}])


def test_what_is_kept_is_the_first_of_something_in_some_order() -> None:
    order = [{"expr": "a"}]
    assert "keep.of" in refused(keep={"of": [], "order_by": order})
    assert "keep.order_by" in refused(keep={"of": ["a"]})
    assert "keep.order_by" in refused(keep={"of": ["a"], "order_by": []})
    assert "keep.first" in refused(keep={"of": ["a"], "order_by": order, "first": 0})
    assert "keep.last" in refused(keep={"of": ["a"], "order_by": order, "last": 1})


def test_half_a_surrogate_pair_is_no_plan_and_is_not_written_down() -> None:
    plan = {"dataset_id": "d", "table": "t", "notes": "\ud800"}
    with pytest.raises(RunInvalid):
        read_plan(json.dumps(plan))
    assert not is_storable(plan)


def test_a_plan_nested_too_deeply_is_refused_and_not_written_down() -> None:
    filters: Any = {"column": "a", "op": "=", "value": 1}
    for _ in range(200):
        filters = {"not": {"all_of": [filters]}}
    plan = {"dataset_id": "d", "table": "t", "filters": filters}
    with pytest.raises(RunInvalid, match="too deeply"):
        read_plan(plan)
    assert not is_storable(plan)
