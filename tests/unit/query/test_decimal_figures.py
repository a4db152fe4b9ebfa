"""Figures over columns of decimals, by value: nothing is cut to the decimals' own scale."""

from __future__ import annotations

import statistics
from decimal import Decimal
from typing import Any

import duckdb
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from keenbench.query.compile import check_plan, compile_plan
from keenbench.query.dataset_schema import ColumnSchema, DatasetSchema, TableSchema
from keenbench.query.plan import read_plan

_SCHEMA = DatasetSchema(
    "prices",
    (
        TableSchema(
            "prices",
            "prices.csv",
            0,
            (
                ColumnSchema("price", "decimal"),
                ColumnSchema("pieces", "integer"),
                ColumnSchema("kind", "string"),
            ),
        ),
    ),
)


def _figures(rows: list[tuple[Any, ...]], *select: dict[str, Any], **plan: Any) -> list[Any]:
    body = {"dataset_id": "prices", "table": "prices", "select": list(select)} | plan
    made = check_plan(compile_plan(read_plan(body), _SCHEMA), _SCHEMA)
    with duckdb.connect(config={"threads": 1}) as connection:
        connection.execute("CREATE TABLE prices (price DECIMAL(9,2), pieces INT, kind VARCHAR)")
        connection.executemany("INSERT INTO prices VALUES (?, ?, ?)", rows)
        return connection.execute(made.sql).fetchall()


def _agg(func: str, column: str = "price", **more: Any) -> dict[str, Any]:
    return {"agg": {"func": func, "column": column} | more}


def test_a_median_between_two_decimals_is_not_cut_to_their_scale() -> None:
    rows = [(Decimal("19.99"), 1, "a"), (Decimal("20.00"), 1, "a")]

    assert _figures(rows, _agg("median")) == [(19.995,)]


def test_a_median_of_some_of_the_rows() -> None:
    rows = [(Decimal("0.10"), 1, "a"), (Decimal("0.15"), 1, "a"), (Decimal(9), 1, "b")]
    only = {"column": "kind", "op": "=", "value": "a"}

    assert _figures(rows, _agg("median", where=only)) == [(0.125,)]


def test_a_median_of_products_with_a_decimal_is_not_cut_either() -> None:
    rows = [(Decimal("0.01"), 1, "a"), (Decimal("0.01"), 2, "a")]

    assert _figures(rows, _agg("median", "pieces", times="price")) == [(0.015,)]
    assert _figures(rows, _agg("median", times="pieces")) == [(0.015,)]


def test_groups_are_tested_and_ordered_by_their_median() -> None:
    rows = [(Decimal(text), 1, kind) for text, kind in (("1", "a"), ("1.01", "a"), ("1", "b"))]

    found = _figures(
        rows,
        {"column": "kind"},
        _agg("median") | {"alias": "middle"},
        group_by=["kind"],
        having={"column": "middle", "op": ">=", "value": 1},
        order_by=[{"expr": "middle", "direction": "desc"}],
    )

    assert found == [("a", 1.005), ("b", 1.0)]


def test_a_median_of_nothing_is_null() -> None:
    assert _figures([(None, 1, "a")], _agg("median")) == [(None,)]


@settings(deadline=None, max_examples=30)
@given(
    st.lists(
        st.decimals(-9999999, 9999999, places=2, allow_nan=False, allow_infinity=False),
        min_size=2,
        max_size=9,
    )
)
def test_figures_are_those_of_the_exact_decimals(prices: list[Decimal]) -> None:
    rows = [(price, 1, "a") for price in prices]
    [(median, mean, spread)] = _figures(rows, _agg("median"), _agg("avg"), _agg("stddev"))

    assert median == float(statistics.median(prices))
    assert mean == pytest.approx(float(statistics.mean(prices)), rel=1e-12, abs=1e-9)
    assert spread == pytest.approx(float(statistics.stdev(prices)), rel=1e-9, abs=1e-6)
