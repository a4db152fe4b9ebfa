"""Values of rows, of groups and of nothing, where a plan puts them side by side."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from keenbench.errors import RunInvalid
from tests.unit.query.plans import compiled, rows

_TOTAL = {"agg": {"func": "sum", "column": "amount"}}
_MIXED = {"calc": {"op": "-", "left": "quantity", "right": _TOTAL}}
_BY_STATUS: dict[str, Any] = {"select": [{"column": "status"}, {**_TOTAL, "alias": "total"}]}


def refusal(**plan: Any) -> RunInvalid:
    with pytest.raises(RunInvalid) as error:
        compiled(**plan)
    return error.value


@pytest.mark.parametrize(
    "where",
    [
        {"order_by": [{"expr": _MIXED}]},
        {"keep": {"of": ["status"], "order_by": [{"expr": _MIXED}]}},
        {"keep": {"of": [_MIXED], "order_by": [{"expr": "total"}]}},
        {"having": {"calc": _MIXED["calc"], "op": ">", "value": 0}},
    ],
)
def test_a_row_worked_with_a_group_is_refused_with_what_may_have_been_meant(
    where: dict[str, Any],
) -> None:
    error = refusal(**_BY_STATUS, **where)
    assert error.message == (
        "quantity is of single rows and is worked with what is of groups. "
        "Did you mean its sum or average, or to add it to group_by?"
    )


def test_the_figure_that_is_shown_of_a_column_is_named() -> None:
    share = {"ratio": {"num": "amount", "den": _TOTAL}}
    error = refusal(**_BY_STATUS, order_by=[{"expr": share}])
    assert "Did you mean total, or to add it to group_by?" in error.message
    assert error.fields["detail"] == {"candidates": ["total"]}


def test_what_is_shown_is_held_to_the_same() -> None:
    assert "quantity is of single rows" in refusal(select=[{"column": "status"}, _MIXED]).message


@pytest.mark.parametrize("expr", [_TOTAL, _MIXED])
def test_a_figure_of_groups_needs_groups(expr: dict[str, Any]) -> None:
    shown = [{"column": "status"}]
    error = refusal(select=shown, order_by=[{"expr": expr}])
    assert error.message == (
        "sum_amount is of groups, and the plan has none. Did you mean the column amount, "
        "or to name in group_by what the groups are?"
    )
    kept = {"of": ["status"], "order_by": [{"expr": expr}]}
    assert refusal(select=shown, keep=kept).message == error.message


def test_a_key_is_worked_with_a_figure_of_its_group() -> None:
    left = {"calc": {"op": "-", "left": _TOTAL, "right": "customer_id"}}
    found = rows(
        select=[{"column": "customer_id"}],
        group_by=["customer_id"],
        order_by=[{"expr": left, "direction": "desc"}],
        keep={"of": [{"calc": {"op": "*", "left": "customer_id", "right": {"number": 0}}}],
              "order_by": [{"expr": left, "direction": "desc"}], "first": 2},
    )  # fmt: skip
    assert found == [(3,), (1,)]


@pytest.mark.parametrize(
    ("place", "plan"),
    [
        ("order_by", {"order_by": [{"expr": {"number": 9}}]}),
        ("order_by", {"order_by": [{"expr": "nine"}]}),
        ("order_by", {"order_by": [{"expr": {"calc": {"op": "+", "left": {"number": 1},
                                                      "right": {"number": 2}}}}]}),
        ("keep", {"keep": {"of": [{"number": 1}], "order_by": [{"expr": "amount"}]}}),
        ("keep", {"keep": {"of": ["status"], "order_by": [{"expr": {"number": 1}}]}}),
    ],
)  # fmt: skip
def test_what_is_the_same_for_every_row_orders_nothing(place: str, plan: dict[str, Any]) -> None:
    shown = [{"column": "order_id"}, {"number": 9, "alias": "nine"}]
    message = refusal(select=shown, **plan).message
    assert f"is the same for every row, so {place} cannot go by it." in message
    assert "Did you mean a column" in message


def test_one_row_is_not_ordered_by_a_number_either() -> None:
    assert (
        "same for every row" in refusal(select=[_TOTAL], order_by=[{"expr": {"number": 1}}]).message
    )


@pytest.mark.parametrize("position", [1, 2.5, True])
def test_a_position_is_no_order(position: object) -> None:
    message = refusal(order_by=[{"expr": position}]).message
    assert message == (
        "plan.order_by[0].expr: Rows are ordered by a column, an alias or an expression; "
        "a position or a value is none."
    )


def test_groups_may_be_ordered_by_a_share_of_rows_that_meet_two_conditions() -> None:
    tests = [
        {"column": "quantity", "op": ">", "value": 0},
        {"column": "amount", "op": ">", "value": 0},
    ]
    some = {"agg": {"func": "count", "where": {"all_of": tests}}}
    share = {"ratio": {"num": some, "den": {"agg": {"func": "count"}}}}
    assert rows(**_BY_STATUS, order_by=[{"expr": share}])


def test_an_alias_that_is_not_there_is_no_order() -> None:
    error = refusal(**_BY_STATUS, order_by=[{"expr": "totl"}])
    assert error.message == "There is no column totl in orders. Did you mean total?"
    assert "There is no column 1 in orders." in refusal(order_by=[{"expr": "1"}]).message


# -- the law: what is let through runs --------------------------------------------------------

_LEAVES: list[Any] = [
    "amount", "quantity", "customer_id", "order_id", "total", "doubled", {"number": 2},
    {"column": "quantity"}, _TOTAL, {"agg": {"func": "count"}},
    {"agg": {"func": "max", "calc": {"op": "*", "left": "amount", "right": "quantity"}}},
]  # fmt: skip


def _made_of(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    pair = st.tuples(st.sampled_from("+-*/"), inner, inner)
    ranked = [{"expr": "customer_id"}]
    return st.one_of(
        pair.map(lambda of: {"calc": {"op": of[0], "left": of[1], "right": of[2]}}),
        pair.map(lambda of: {"ratio": {"num": of[1], "den": of[2]}}),
        inner.map(lambda of: {"window": {"func": "sum", "column": of, "order_by": ranked}}),
    )


_EXPRESSIONS = st.recursive(st.sampled_from(_LEAVES), _made_of, max_leaves=4)
_SHOWN: list[list[dict[str, Any]]] = [
    [{"column": "order_id"}, {"calc": {"op": "*", "left": "amount", "right": {"number": 2}},
                              "alias": "doubled"}],
    [{"column": "customer_id"}, {**_TOTAL, "alias": "total"}],
    [{**_TOTAL, "alias": "total"}],
]  # fmt: skip


@settings(max_examples=150)
@given(
    shown=st.sampled_from(_SHOWN),
    extra=st.none() | _EXPRESSIONS.filter(lambda each: isinstance(each, dict)),
    grouped=st.none() | st.lists(_EXPRESSIONS, min_size=1, max_size=2),
    having=st.none() | _EXPRESSIONS.filter(lambda each: isinstance(each, dict) and "calc" in each),
    kept=st.none() | st.tuples(_EXPRESSIONS, _EXPRESSIONS),
    ordered=st.none() | _EXPRESSIONS,
)
def test_a_plan_is_refused_by_its_checker_or_runs(
    shown: list[dict[str, Any]], extra: Any, grouped: Any, having: Any, kept: Any, ordered: Any
) -> None:
    plan: dict[str, Any] = {"select": shown + ([extra] if extra else [])}
    if grouped is not None:
        plan["group_by"] = grouped
    if having is not None:
        plan["having"] = {**having, "op": ">", "value": 0}
    if kept is not None:
        plan["keep"] = {"of": [kept[0]], "order_by": [{"expr": kept[1]}]}
    if ordered is not None:
        plan["order_by"] = [{"expr": ordered}]
    try:
        compiled(**plan)
    except RunInvalid:
        return
    rows(**plan)
