"""Text that is numbers or dates to a person is worked with as such, and shown as it stands."""

from __future__ import annotations

from typing import Any

import duckdb
import pytest

from keenbench.errors import RunInvalid
from keenbench.query.compile import compile_plan
from keenbench.query.dataset_schema import (
    ColumnSchema,
    DatasetSchema,
    Reading,
    TableSchema,
    schema_from_json,
    schema_to_json,
)
from keenbench.query.plan import read_plan
from keenbench.query.readings import candidates

_ROWS = [
    ("Lamp", "$1,250.50", "31-May-13", "2024-01-05", "2024-01-04"),
    ("Desk", "$80.00", "02-Jan-09", "2024-02-01", "2024-02-09"),
    ("Pen", "n/a", "15-Mar-13", None, "2024-03-01"),
]
SCHEMA = DatasetSchema(
    "d",
    (
        TableSchema(
            "goods",
            "goods.csv",
            3,
            (
                ColumnSchema("name", "string"),
                ColumnSchema("price", "string", reads=Reading("number", ".2")),
                ColumnSchema("sold", "string", reads=Reading("date", "%d-%b-%y")),
                ColumnSchema("back", "date"),
                ColumnSchema("due", "date"),
            ),
        ),
    ),
)


def _run(**plan: Any) -> list[tuple[Any, ...]]:
    connection = duckdb.connect()
    connection.execute("create table goods(name text, price text, sold text, back date, due date)")
    connection.executemany("insert into goods values (?, ?, ?, ?, ?)", _ROWS)
    made = compile_plan(read_plan({"dataset_id": "d", "table": "goods"} | plan), SCHEMA)
    return connection.execute(made.sql).fetchall()


def test_text_with_currency_and_thousands_is_added_up_exactly() -> None:
    figures = [{"agg": {"func": "sum", "column": "price"}}]
    assert [str(cell) for cell in _run(select=figures)[0]] == ["1330.50"]


def test_it_is_compared_and_ordered_by_value_and_shown_as_it_stands() -> None:
    rows = _run(
        select=[{"column": "name"}, {"column": "price"}],
        filters={"column": "price", "op": ">", "value": 5},
        order_by=[{"expr": "price", "direction": "desc"}],
    )
    assert rows == [("Lamp", "$1,250.50"), ("Desk", "$80.00")]


def test_dates_in_words_are_cut_to_years_and_compared() -> None:
    rows = _run(
        select=[{"bucket": {"column": "sold", "unit": "year"}}, {"agg": {"func": "count"}}],
        group_by=[{"bucket": {"column": "sold", "unit": "year"}}],
        filters={"column": "sold", "op": ">=", "value": "2013-01-01"},
    )
    assert [(str(day), count) for day, count in rows] == [("2013-01-01", 2)]


def test_a_condition_may_name_another_column_of_the_row() -> None:
    late = {"column": "back", "op": ">", "than": "due"}
    assert _run(select=[{"column": "name"}], filters=late) == [("Lamp",)]


def test_columns_of_different_kinds_are_not_compared() -> None:
    with pytest.raises(RunInvalid, match="cannot be compared"):
        _run(select=[{"column": "name"}], filters={"column": "back", "op": ">", "than": "price"})


def test_weekdays_come_in_the_order_of_the_week() -> None:
    day = {"bucket": {"column": "due", "unit": "weekday"}}
    rows = _run(select=[day, {"agg": {"func": "count"}}], group_by=[day], order_by=[{"expr": day}])
    assert rows == [("Thursday", 1), ("Friday", 2)]


def test_a_schema_keeps_its_readings_as_json() -> None:
    assert schema_from_json(schema_to_json(SCHEMA)) == SCHEMA


@pytest.mark.parametrize(
    ("cells", "readings"),
    [
        (["$1,250.50", "$80.00", ""], [("number", ".2")]),
        (["€350,000", "€90,000"], [("number", ".0")]),
        (["1.234,50 EUR", "80,00 EUR"], [("number", ",2")]),
        (["12 kg", "3.5 kg"], [("number", ".1")]),
        (["31-May-13", "02-Jan-09"], [("date", "%d-%b-%y")]),
        (["12 kg", "3 lb"], []),
        (["0123", "0456"], []),
        (["A-1", "B-2"], []),
        (["17", "18"], []),
    ],
)
def test_cells_are_read_only_where_all_read_alike(
    cells: list[str], readings: list[tuple[str, str]]
) -> None:
    assert [(c.reading.kind, c.reading.form) for c in candidates(cells)] == readings


def test_a_date_that_may_be_two_days_has_two_readings() -> None:
    assert len(candidates(["03/04/2024", "05/06/2024"])) > 1
