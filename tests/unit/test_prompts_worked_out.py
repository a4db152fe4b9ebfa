"""Questions that tables suggest: of what they hold, and such as the offline model answers."""

from __future__ import annotations

import pytest

from keenbench.analyst.prompts_worked_out import prompts_of
from keenbench.query.dataset_schema import (
    ColumnSchema,
    ColumnType,
    DatasetSchema,
    Relation,
    TableSchema,
)
from tests.analyst_questions.in_process import Threads, tables

DEMO = ("shop", "support", "sensors", "bank", "hr")
OTHERS = (
    "second/clinic", "second/football", "second/energy", "second/library", "fourth/fleet",
    "fourth/school", "fourth/mailings", "fourth/personnel", "fifth/stock", "fifth/dental",
    "fifth/grants", "thirty_sixth/shop", "thirty_eighth/league", "fortieth/solar",
)  # fmt: skip


def column(name: str, kind: ColumnType, distinct: int, *edges: str) -> ColumnSchema:
    least, greatest = edges or (None, None)
    return ColumnSchema(name, kind, distinct=distinct, least=least, greatest=greatest)


def orders(*more: ColumnSchema, name: str = "orders") -> TableSchema:
    columns = (
        column("order_id", "integer", 900),
        column("customer_id", "integer", 80),
        column("status", "string", 4),
        column("unit_no", "integer", 40),
        column("amount_eur", "decimal", 700),
    )
    return TableSchema(name, f"{name}.csv", 900, (*columns, *more))


PLACED = column("placed_on", "date", 700, "2023-02-01", "2025-06-30")
CUSTOMERS = TableSchema(
    "customers", "customers.csv", 80,
    (column("customer_id", "integer", 80), column("customer_name", "string", 80),
     column("country", "string", 9)),
)  # fmt: skip
RELATION = Relation("orders", "customer_id", "customers", "customer_id")


def schema(*of: TableSchema, relations: tuple[Relation, ...] = ()) -> DatasetSchema:
    return DatasetSchema("d", of, relations)


def test_rows_are_counted_measured_followed_through_time_ranked_and_joined() -> None:
    asked = prompts_of(schema(orders(PLACED), CUSTOMERS, relations=(RELATION,)))
    assert asked == (
        "How many orders are there?",
        "Total amount by status",
        "Orders per month in 2024",
        "Top 5 customers by total amount",
        "Total amount by country",
    )


def test_the_same_schema_suggests_the_same() -> None:
    of = schema(orders(PLACED), CUSTOMERS, relations=(RELATION,))
    assert prompts_of(of) == prompts_of(of)


def test_a_number_of_a_row_is_no_measure() -> None:
    keys = TableSchema("units", "units.csv", 90, orders().columns[:4])
    assert prompts_of(schema(keys)) == ("How many units are there?", "Number of units by status")


def test_a_table_whose_name_says_nothing_has_rows() -> None:
    asked = prompts_of(schema(orders(PLACED, name="export_2024")))
    assert asked[:3] == (
        "How many rows are there?",
        "Total amount by status",
        "Total amount per month in 2024",
    )


def test_of_two_dates_none_is_guessed() -> None:
    sent = column("sent_on", "date", 700, "2023-02-01", "2025-06-30")
    assert not [each for each in prompts_of(schema(orders(PLACED, sent))) if "per month" in each]


@pytest.mark.parametrize(
    ("edges", "period"),
    [
        (("2024-03-01", "2024-03-20"), "per day"),
        (("2024-03-01 10:00:00", "2024-12-20 11:00:00"), "per month"),
        (("2022-12-30", "2024-12-31"), "per month in 2024"),
        (("2022-12-30", "2024-09-30"), "per month in 2023"),
        (("1990-01-01", "2024-12-31"), "per year"),
    ],
)
def test_a_period_is_as_long_as_the_dates_need(edges: tuple[str, str], period: str) -> None:
    dated = column("placed_on", "date", 700, *edges)
    assert f"Orders {period}" in prompts_of(schema(orders(dated)))


def test_a_table_that_is_pointed_to_in_two_ways_is_not_asked_about() -> None:
    twice = (RELATION, Relation("orders", "unit_no", "customers", "customer_id"))
    asked = prompts_of(schema(orders(), CUSTOMERS, relations=twice))
    assert not [each for each in asked if "country" in each or "customers" in each]


def test_tables_without_rows_suggest_nothing() -> None:
    assert prompts_of(schema(TableSchema("orders", "orders.csv", 0, orders().columns))) == ()


@pytest.mark.parametrize("dataset", [*DEMO, *OTHERS])
def test_the_offline_model_answers_each_without_asking_back(dataset: str) -> None:
    asked = prompts_of(tables(dataset).schema)
    assert 3 <= len(asked) <= 5
    assert len(set(asked)) == len(asked)
    for question in asked:
        assert "_" not in question
        answer = Threads().answer(dataset, None, question)
        assert answer["status"] == "success", (question, answer["assistant_message"])
        assert answer["result"]["rows"], question
