"""Charts, relations and bounded threads: the parts of the Analyst that need no process."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from keenbench.analyst.charts import choose_chart
from keenbench.analyst.relations import work_out
from keenbench.analyst.threads import bounded
from keenbench.query.compile import Output
from keenbench.query.dataset_schema import (
    ColumnSchema,
    DatasetSchema,
    Relation,
    TableSchema,
    schema_from_json,
    schema_to_json,
)


def mark(
    types: list[str], rows: list[list[Any]], roles: str = "", *, complete: bool = True
) -> str | None:
    columns = [f"column {number}" for number in range(len(types))]
    outputs = tuple(
        Output(name, role)  # type: ignore[arg-type]
        for name, role in zip(columns, roles.split(), strict=False)
    )
    chart = choose_chart(columns, types, rows, complete=complete, outputs=outputs)
    return None if chart is None else str(chart["mark"]["type"])


def test_figures_over_time_are_a_line() -> None:
    rows = [["2024-01-01", 1], ["2024-02-01", 2], ["2024-03-01", 3]]
    assert mark(["date", "integer"], rows) == "line"
    assert mark(["date", "integer"], [rows[0], rows[0]]) is None


def test_figures_of_categories_are_bars_in_the_order_of_the_rows() -> None:
    chart = choose_chart(["a", "b"], ["string", "decimal"], [["x", 1], ["y", 2]], complete=True)
    assert chart is not None
    assert chart["mark"]["type"] == "bar"
    assert chart["encoding"]["y"]["sort"] is None
    assert chart["data"]["values"] == [{"c0": "x", "c1": 1}, {"c0": "y", "c1": 2}]


def test_shares_of_a_whole_are_an_arc() -> None:
    assert mark(["string", "float"], [["x", 0.4], ["y", 0.6]], "key share") == "arc"


def test_two_columns_of_numbers_are_points() -> None:
    assert mark(["integer", "float"], [[1, 2.0], [2, 3.0]]) == "point"
    assert mark(["integer", "float"], [[1, 2.0], [2, 3.0]], "measure measure") is None


def test_a_number_that_is_grouped_by_is_a_category() -> None:
    assert mark(["integer", "integer"], [[2023, 5], [2024, 7]], "key measure") == "bar"


def chart_of(columns: dict[str, str], rows: list[list[Any]], roles: str = "") -> Any:
    outputs = tuple(
        Output(name, role)  # type: ignore[arg-type]
        for name, role in zip(columns, roles.split(), strict=False)
    )
    return choose_chart(list(columns), list(columns.values()), rows, complete=True, outputs=outputs)


@pytest.mark.parametrize(
    "name", ["Donation No", "donation_id", "donationId", "DonorCode", "Invoice Number", "postcode"]
)
def test_a_number_of_a_row_is_no_figure(name: str) -> None:
    rows = [[1001, "€ 650"], [1007, "€ 900"], [1012, "€ 501"]]
    assert chart_of({name: "integer", "Amount": "string"}, rows, "column column") is None
    assert chart_of({name: "integer", "Amount": "string"}, rows) is None


def test_a_number_of_a_row_is_what_a_figure_is_of() -> None:
    rows = [[1001, 650], [1007, 900], [1012, 501]]
    chart = chart_of({"Donation No": "integer", "Amount": "integer"}, rows, "column column")
    assert chart["mark"]["type"] == "bar"
    assert chart["encoding"]["x"]["title"] == "Amount"
    assert chart["encoding"]["y"]["title"] == "Donation No"
    by_year = chart_of({"year": "integer", "total": "integer"}, [[2023, 5], [2024, 7]])
    assert by_year["encoding"]["y"]["title"] == "year"


def test_a_key_beside_a_name_is_left_out_where_the_name_tells_enough() -> None:
    columns = {"customer_id": "integer", "customer_name": "string", "sum of amount": "decimal"}
    chart = chart_of(columns, [[1, "Ann", 5], [2, "Bo", 4]], "key key measure")
    assert chart["encoding"]["y"]["title"] == "customer_name"
    assert "color" not in chart["encoding"]
    same_name = chart_of(columns, [[1, "Ann", 5], [2, "Ann", 4]], "key key measure")
    assert same_name["encoding"]["color"]["title"] == "customer_name"


@pytest.mark.parametrize("name", ["amount_paid", "number", "number of orders", "grid_load"])
def test_what_only_sounds_like_a_key_is_a_figure(name: str) -> None:
    chart = chart_of({"status": "string", name: "integer"}, [["open", 5], ["closed", 7]])
    assert chart["encoding"]["x"]["title"] == name
    counted = {"status": "string", "distinct order_id": "integer"}
    chart = chart_of(counted, [["open", 5], ["closed", 7]], "key measure")
    assert chart["encoding"]["x"]["title"] == "distinct order_id"


def test_a_number_of_a_row_beside_a_date_does_not_stand_in_the_way() -> None:
    rows = [[7, "2024-01-01", 5.5], [8, "2024-01-02", 6.5]]
    columns = {"reading_id": "integer", "day": "date", "kwh": "decimal"}
    chart = chart_of(columns, rows, "column column column")
    assert chart["mark"]["type"] == "line"
    assert chart["encoding"]["y"]["title"] == "kwh"
    assert "color" not in chart["encoding"]


@pytest.mark.parametrize(
    ("types", "rows"),
    [
        (["integer"], [[1]]),
        (["string"], [["x"], ["y"]]),
        (["string", "string", "string", "integer"], [["a", "b", "c", 1], ["a", "b", "d", 2]]),
        (["string", "integer"], [[f"n{number}", number] for number in range(100)]),
        (["list", "integer"], [[[1], 1], [[2], 2]]),
    ],
)
def test_what_is_best_read_as_a_table_has_no_chart(types: list[str], rows: list[list[Any]]) -> None:
    assert mark(types, rows) is None


def test_half_of_a_result_is_no_picture_of_it() -> None:
    assert mark(["string", "integer"], [["x", 1], ["y", 2]], complete=False) is None


def test_a_chart_obeys_no_name_and_holds_no_long_text() -> None:
    rows = [["x" * 10_000, 1], ["y", 2]]
    chart = choose_chart(["a.b[0]", "datum.c0"], ["string", "integer"], rows, complete=True)
    assert chart is not None
    assert chart["encoding"]["y"]["field"] == "c0"
    assert len(chart["data"]["values"][0]["c0"]) == 60


def table(name: str, rows: int, **columns: int) -> TableSchema:
    made = tuple(ColumnSchema(each, "integer", distinct=n) for each, n in columns.items())
    return TableSchema(name, f"{name}.csv", rows, made)


def test_relations_follow_from_the_names_of_keys() -> None:
    tables = [
        table("orders", 100, id=100, customer_id=40, total=90),
        table("customers", 50, id=50, total=48),
        table("order_items", 300, item_id=300, order_id=99),
        table("categories", 5, category_id=5),
        table("products", 30, product_id=30, category_id=5),
    ]
    assert set(work_out(tables)) == {
        Relation("orders", "customer_id", "customers", "id"),
        Relation("order_items", "order_id", "orders", "id"),
        Relation("products", "category_id", "categories", "category_id"),
    }


def test_two_columns_called_id_have_nothing_to_do_with_each_other() -> None:
    assert work_out([table("a", 10, id=10), table("b", 10, id=10)]) == ()


def test_a_key_may_bear_a_word_of_its_part_in_front() -> None:
    tables = [
        table("trips", 90, trip_id=90, start_station_id=8, end_station_id=9),
        table("stations", 10, station_id=10),
    ]
    assert set(work_out(tables)) == {
        Relation("trips", "start_station_id", "stations", "station_id"),
        Relation("trips", "end_station_id", "stations", "station_id"),
    }


def test_a_key_may_be_called_by_another_word_for_its_table() -> None:
    tables = [table("customers", 50, id=50), table("raw_orders", 100, id=100, user_id=40)]
    assert work_out(tables) == (Relation("raw_orders", "user_id", "customers", "id"),)


def test_of_two_tables_with_a_row_each_the_one_that_bears_the_keys_name_is_pointed_to() -> None:
    tables = [table("payments", 30, payment_id=30, order_id=30), table("orders", 30, order_id=30)]
    assert work_out(tables) == (Relation("payments", "order_id", "orders", "order_id"),)


def test_a_column_that_knows_more_than_there_is_points_at_nothing() -> None:
    tables = [table("trips", 90, trip_id=90, end_station_id=60), table("stations", 9, station_id=9)]
    assert work_out(tables) == ()


def test_a_schema_comes_back_from_json() -> None:
    customers = table("my.customers", 3, id=3)
    orders = table("orders", 9, customer_id=3)
    related = (Relation("orders", "customer_id", "my.customers", "id"),)
    day = ColumnSchema("day", "date", least="2024-01-05", greatest="2024-03-09")
    size = ColumnSchema("size", "float", least=-1.5, greatest=8.0)
    orders = replace(orders, columns=(*orders.columns, day, size))
    schema = DatasetSchema("d", (customers, orders), related)
    assert schema_from_json(schema_to_json(schema)) == schema


def message(kind: str, text: str = "x") -> dict[str, Any]:
    return {"type": kind, "data": {"content": text}}


def test_a_thread_keeps_whole_turns_from_the_end() -> None:
    turn = [message("human"), message("ai"), message("tool"), message("ai")]
    kept = bounded(turn * 100)
    assert kept == turn * 30
    large = [message("human", "y" * 300_000), message("ai")]
    assert bounded([*large, *turn]) == turn
    assert bounded([*turn, *large]) == []
    # Of a turn whose look-ups are too large, the question and the answer are remembered.
    told = [message("human"), message("ai"), message("tool", "y" * 300_000), message("ai", "42")]
    assert bounded([*turn, *told]) == [told[0], told[-1]]
