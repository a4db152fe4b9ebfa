from __future__ import annotations

from decimal import Decimal
from typing import Any

import duckdb
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from keenbench.errors import RunInvalid
from keenbench.query.compile import check_plan, compile_plan
from keenbench.query.dataset_schema import ColumnSchema, DatasetSchema, TableSchema
from keenbench.query.plan import read_plan
from tests.unit.query.plans import SHOP, compiled, rows


def refusal(**plan: Any) -> RunInvalid:
    with pytest.raises(RunInvalid) as error:
        compiled(**plan)
    return error.value


def count(**filters: Any) -> int:
    found = rows(select=[{"agg": {"func": "count"}}], filters=filters)
    return int(found[0][0])


def test_names_are_quoted_and_carry_their_table() -> None:
    made = compiled(select=[{"column": "STATUS"}])
    assert made.sql == 'SELECT "orders"."status" AS "status" FROM "orders"'


def test_the_same_plan_gives_the_same_sql() -> None:
    plan: dict[str, Any] = {
        "select": [{"column": "status"}, {"agg": {"func": "sum", "column": "amount"}}],
        "filters": {"column": "amount", "op": ">", "value": 0.1},
    }
    assert compiled(**plan).sql == compiled(**plan).sql


def test_rows_that_tie_have_one_order() -> None:
    made = compiled(
        select=[{"column": "status"}, {"agg": {"func": "count"}, "alias": "n"}],
        order_by=[{"expr": "n", "direction": "desc"}],
        limit=2,
    )
    assert made.sql.endswith("ORDER BY 2 DESC, 1 ASC LIMIT 2")


def test_text_is_compared_without_regard_to_case_unless_asked() -> None:
    assert count(column="status", op="=", value="open") == 2
    assert count(column="status", op="=", value="OPEN", case=True) == 1
    assert count(column="status", op="in", value=["open", "CLOSED"]) == 3
    assert count(column="status", op="contains", value="LOSE") == 1
    assert count(column="status", op="startswith", value="o", case=True) == 0


def test_a_part_of_a_date_is_compared_by_itself() -> None:
    assert count(column="day", part="weekday", op="=", value=3) == 2  # Monday is 1
    assert count(column="day", part="weekday", op="in", value=[4, 5]) == 3
    assert count(column="placed_at", part="hour_of_day", op="<", value=9) == 3
    assert count(column="placed_at", part="month_of_year", op="between", value=[1, 2]) == 3
    error = refusal(
        select=[{"agg": {"func": "count"}}],
        filters={"column": "status", "part": "weekday", "op": "=", "value": 1},
    )
    assert "status" in error.message


def test_percent_and_underscore_are_characters_like_others() -> None:
    assert count(column="status", op="contains", value="50%") == 1
    assert count(column="status", op="contains", value="50_") == 1
    assert count(column="status", op="endswith", value="% off") == 1
    assert count(column="status", op="contains", value="^") == 0


def test_a_day_means_the_whole_day() -> None:
    assert count(column="placed_at", op="=", value="2024-01-31") == 1
    assert count(column="placed_at", op="between", value=["2024-01-01", "2024-01-31"]) == 2
    assert count(column="placed_at", op="<=", value="2024-01-31T22:00:00") == 1
    assert count(column="day", op=">", value="2024-01-31T00:00:01") == 3


def test_nulls_are_asked_for_by_name() -> None:
    assert count(column="status", op="is_null") == 1
    assert count(column="paid", op="is_not_null") == 5
    assert count(**{"not": {"column": "paid", "op": "=", "value": True}}) == 2


def test_a_total_in_buckets() -> None:
    found = rows(
        select=[
            {"bucket": {"column": "placed_at", "unit": "quarter"}, "alias": "quarter"},
            {"agg": {"func": "sum", "column": "amount"}, "alias": "total"},
        ],
        filters={"column": "day", "op": "<", "value": "2025-01-01"},
        group_by=["quarter"],
    )
    assert [(str(quarter), total) for quarter, total in found] == [
        ("2024-01-01", Decimal("35.75")),
        ("2024-04-01", Decimal("5.25")),
    ]


def test_a_product_and_some_of_the_rows() -> None:
    revenue = {"func": "sum", "column": "amount", "times": "quantity"}
    paid = revenue | {"where": {"column": "paid", "op": "=", "value": True}}
    assert rows(select=[{"agg": revenue}, {"agg": paid}]) == [(Decimal("367.22"), Decimal("47.25"))]


def test_a_share_of_the_total() -> None:
    found = rows(
        select=[
            {"column": "customer_id"},
            {"agg": {"func": "count"}, "alias": "n"},
            {
                "ratio": {
                    "num": "n",
                    "den": {"window": {"func": "sum", "column": "n"}},
                    "percent": True,
                },
                "alias": "share",
            },
        ],
        order_by=[{"expr": "share", "direction": "desc"}],
    )
    assert [row[2] for row in found] == pytest.approx([100 / 3] * 3)


def test_a_ratio_with_nothing_below_is_null() -> None:
    none = {"func": "count", "where": {"column": "amount", "op": "<", "value": 0}}
    found = rows(select=[{"ratio": {"num": {"agg": {"func": "count"}}, "den": {"agg": none}}}])
    assert found == [(None,)]


@pytest.mark.parametrize("number", [3600, 0.5, -2, 1e20])
def test_a_figure_is_worked_with_a_number(number: float) -> None:
    [(total, part)] = rows(
        select=[
            {"agg": {"func": "sum", "column": "amount"}, "alias": "total"},
            {"ratio": {"num": "total", "den": {"number": number}}, "alias": "part"},
        ]
    )
    assert part == pytest.approx(float(total) / number)


def test_the_first_of_each_group() -> None:
    first = {
        "func": "row_number",
        "partition_by": ["customer_id"],
        "order_by": [{"expr": "amount", "direction": "desc"}],
    }
    found = rows(
        select=[{"column": "order_id"}, {"window": first, "alias": "place"}],
        having={"column": "place", "op": "=", "value": 1},
    )
    # Orders 3 and 4 tie: the rest of their columns settles it.
    assert found == [(2, 1), (3, 1), (5, 1)]


_DEAREST = {"of": ["customer_id"], "order_by": [{"expr": "amount", "direction": "desc"}]}


def test_of_each_group_the_first_rows_are_kept_with_all_that_tie() -> None:
    shown = [{"column": "customer_id"}, {"column": "order_id"}]
    assert rows(select=shown, keep=_DEAREST) == [(1, 2), (2, 3), (2, 4), (3, 5)]
    two = rows(select=shown, keep=_DEAREST | {"first": 2}, limit=3)
    assert two == [(1, 1), (1, 2), (2, 3)]


def test_of_each_group_the_first_groups_are_kept() -> None:
    found = rows(
        select=[
            {"bucket": {"column": "day", "unit": "year"}, "alias": "year"},
            {"column": "customer_id"},
            {"agg": {"func": "sum", "column": "quantity"}, "alias": "pieces"},
        ],
        filters={"column": "day", "op": "is_not_null"},
        having={"agg": {"func": "count"}, "op": ">=", "value": 1},
        keep={"of": ["year"], "order_by": [{"expr": "pieces", "direction": "desc"}]},
    )
    assert [(str(year), who, pieces) for year, who, pieces in found] == [
        ("2024-01-01", 2, 5),
        ("2025-01-01", 3, 3),
    ]


def test_what_is_kept_has_passed_every_other_test() -> None:
    place = {"func": "row_number", "order_by": [{"expr": "order_id"}]}
    found = rows(
        select=[{"column": "order_id"}, {"window": place, "alias": "place"}],
        having={"column": "place", "op": "<=", "value": 4},
        keep=_DEAREST,
    )
    assert found == [(2, 2), (3, 3), (4, 4)]


def test_a_join_along_a_key() -> None:
    found = rows(
        joins=[{"table": "customers", "on": [{"left": "customer_id", "right": "customer_id"}]}],
        select=[{"column": "name"}, {"agg": {"func": "count"}, "alias": "n"}],
        filters={"column": "customers.name", "op": "!=", "value": "cy"},
        having={"column": "n", "op": ">=", "value": 2},
    )
    assert found == [("Ann", 2), ("Bo", 2)]


def test_a_figure_of_a_group_is_held_against_its_key() -> None:
    pieces = {"agg": {"func": "sum", "column": "quantity"}}
    more = {"calc": {"op": "-", "left": pieces, "right": "customer_id"}, "op": ">", "value": 0}
    found = rows(select=[{"column": "customer_id"}, pieces | {"alias": "pieces"}], having=more)
    assert found
    assert all(pieces > customer for customer, pieces in found)
    other = {"calc": {"op": "-", "left": pieces, "right": "order_id"}, "op": ">", "value": 0}
    with pytest.raises(RunInvalid):
        rows(select=[{"column": "customer_id"}], group_by=["customer_id"], having=other)


def test_keys_of_different_types_are_joined_as_text() -> None:
    found = rows(
        joins=[
            {"table": "customers", "on": [{"left": "orders.customer_id", "right": "code"}],
             "kind": "left"}
        ],
        select=[{"column": "order_id"}, {"column": "name"}],
    )  # fmt: skip
    assert found == [(1, "Ann"), (2, "Ann"), (3, "Bo"), (4, "Bo"), (5, None), (6, None)]


def test_a_figure_over_rows_that_a_join_repeats_is_warned_of() -> None:
    made = compile_plan(
        read_plan(
            {
                "dataset_id": "shop",
                "table": "customers",
                "joins": [
                    {"table": "orders", "on": [{"left": "customer_id", "right": "customer_id"}]}
                ],
                "select": [{"agg": {"func": "sum", "column": "customers.customer_id"}}],
            }
        ),
        SHOP,
    )
    assert [warning.code for warning in made.warnings] == ["multiplied_rows"]


def test_a_wrong_name_is_told_with_what_may_have_been_meant() -> None:
    assert refusal(select=[{"column": "amuont"}]).message == (
        "There is no column amuont in orders. Did you mean amount?"
    )
    assert "Did you mean orders?" in refusal(table="ordrs").message


def test_a_name_that_two_tables_have_is_refused_with_both() -> None:
    joins = [{"table": "customers", "on": [{"left": "customer_id", "right": "customer_id"}]}]
    error = refusal(joins=joins, select=[{"column": "customer_id"}])
    assert error.fields["detail"] == {"candidates": ["orders.customer_id", "customers.customer_id"]}


@pytest.mark.parametrize(
    "plan",
    [
        {"select": [{"agg": {"func": "sum", "column": "status"}}]},
        {"select": [{"agg": {"func": "avg", "column": "day"}}]},
        {"select": [{"bucket": {"column": "status", "unit": "year"}}]},
        {"select": [{"bucket": {"column": "day", "unit": "hour"}}]},
        {"filters": {"column": "amount", "op": "=", "value": "much"}},
        {"filters": {"column": "amount", "op": "=", "value": True}},
        {"filters": {"column": "paid", "op": "=", "value": "perhaps"}},
        {"filters": {"column": "day", "op": "=", "value": "yesterday"}},
        {"filters": {"column": "day", "op": "=", "value": 2024}},
        {"filters": {"column": "status", "op": "<", "value": 5}},
        {"filters": {"agg": {"func": "count"}, "op": ">", "value": 5}},
        {"having": {"column": "amount", "op": ">", "value": 5}},
        {"group_by": [{"window": {"func": "rank", "order_by": [{"expr": "amount"}]}}]},
        {"select": [{"column": "day"}, {"agg": {"func": "count"}}], "group_by": ["status"]},
        {"select": [{"column": "day", "alias": "x"}, {"column": "paid", "alias": "X"}]},
        {"select": [{"column": "day"}], "distinct": True, "order_by": [{"expr": "amount"}]},
        {"joins": [{"table": "orders", "on": [{"left": "day", "right": "day"}]}]},
        {"keep": {"of": ["shop"], "order_by": [{"expr": "amount"}]}},
        {"keep": {"of": ["status"], "order_by": [{"expr": {"agg": {"func": "count"}}}]}},
        {"keep": _DEAREST, "group_by": ["customer_id"]},
        {"keep": _DEAREST, "select": [{"agg": {"func": "count"}}]},
        {"keep": {"of": ["place"], "order_by": [{"expr": "amount"}]},
         "select": [{"window": {"func": "count"}, "alias": "place"}]},
        {"dataset_id": "other"},
    ],
)  # fmt: skip
def test_what_makes_no_sense_is_refused(plan: dict[str, Any]) -> None:
    assert refusal(**plan).error_code == "VALIDATION_ERROR"


# -- laws -------------------------------------------------------------------------------------

_TEXTS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=40)
_NAMES = st.text(st.characters(exclude_categories=("Cs", "Cc")), min_size=1, max_size=20).filter(
    lambda name: name.strip() == name
)


@settings(deadline=None, max_examples=150)
@given(value=_TEXTS)
def test_any_text_is_found_as_it_was_written(value: str) -> None:
    schema = DatasetSchema("d", (TableSchema("t", "t.csv", 1, (ColumnSchema("c", "string"),)),))
    made = compiled(schema, filters={"column": "c", "op": "=", "value": value, "case": True})
    like = compiled(schema, filters={"column": "c", "op": "contains", "value": value})
    with duckdb.connect() as connection:
        connection.execute("CREATE TABLE t AS SELECT ? AS c", [value])
        for each in (made, like):
            assert connection.execute(check_plan(each, schema).sql).fetchall() == [(value,)]


@settings(deadline=None, max_examples=100)
@given(value=st.one_of(st.integers(-(10**37), 10**37), st.floats(-1e300, 1e300)))
def test_any_number_is_found_as_it_was_written(value: float) -> None:
    kind = "DOUBLE" if isinstance(value, float) else "HUGEINT"
    word: Any = "float" if isinstance(value, float) else "integer"
    schema = DatasetSchema("d", (TableSchema("t", "t.csv", 1, (ColumnSchema("c", word),)),))
    made = compiled(schema, filters={"column": "c", "op": "=", "value": value})
    with duckdb.connect() as connection:
        connection.execute(f"CREATE TABLE t AS SELECT CAST(? AS {kind}) AS c", [value])
        assert len(connection.execute(check_plan(made, schema).sql).fetchall()) == 1


@settings(deadline=None, max_examples=150)
@given(
    table=_NAMES, columns=st.lists(_NAMES, min_size=1, max_size=4, unique_by=str.casefold),
    alias=_NAMES, value=_TEXTS,
)  # fmt: skip
def test_any_names_compile_to_what_the_policy_lets_through(
    table: str, columns: list[str], alias: str, value: str
) -> None:
    schema = DatasetSchema(
        "d",
        (TableSchema(table, "t.csv", 1, tuple(ColumnSchema(name, "string") for name in columns)),),
    )
    plan: dict[str, Any] = {
        "select": [{"column": columns[0], "alias": alias}, {"agg": {"func": "count"}}],
        "filters": {"any_of": [{"column": name, "op": "!=", "value": value} for name in columns]},
        "keep": {
            "of": [{"column": columns[0]}],
            "order_by": [{"expr": {"agg": {"func": "count"}}}],
        },
    }
    if alias.casefold() == "count":
        return
    try:
        made = compiled(schema, **plan)
    except RunInvalid as error:
        # `a` beside `t.a` of the table t: nothing tells which one is meant.
        assert "more than one" in error.message
        return
    assert check_plan(made, schema).tables == (table,)


def test_two_hundred_conditions_compile() -> None:
    tests = [{"column": "order_id", "op": "=", "value": number} for number in range(200)]
    assert count(any_of=tests) == 6
    assert count(column="order_id", op="in", value=list(range(2000))) == 6


def test_conditions_within_conditions_compile() -> None:
    tree: dict[str, Any] = {"column": "order_id", "op": "=", "value": 1}
    for _ in range(11):
        tree = {"not": {"all_of": [tree, {"column": "order_id", "op": "=", "value": 1}]}}
    assert count(**tree) in (0, 1, 5, 6)
