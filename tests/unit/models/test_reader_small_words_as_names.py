"""Small words that are cells or columns: a plan called Plus, a column called total."""

from __future__ import annotations

import pytest

from tests.unit.models.asking import Dataset


@pytest.fixture(scope="module")
def orders() -> Dataset:
    tiers = ["Plus", "Top", "Basic", "Plus", "Most", "Plus", "Basic", "Top"]
    states = ["No", "Open", "No", "All", "Open", "Open", "Other", "No"]
    rows = [
        f"({at}, '{tier}', '{state}', {2021 + at % 2}, {10 * at * at}, {at})"
        for at, (tier, state) in enumerate(zip(tiers, states, strict=True), 1)
    ]
    values = ", ".join(rows)
    return Dataset(
        {"orders": f"select * from (values {values}) t(order_no, tier, state, year, total, count)"}
    )


@pytest.mark.parametrize(
    ("question", "count"),
    [
        ("how many Plus orders are there?", 3),
        ("how many orders have the Plus tier", 3),
        ("how many orders have the plus tier", 3),
        ("how many orders of tier Top", 2),
        ("how many Most orders are there", 1),
        ("how many orders have state No", 3),
        ("how many orders have state All", 1),
        ("how many orders have state Other", 1),
        ("how many Basic or Plus orders are there", 5),
    ],
)
def test_a_small_word_written_as_a_name_is_a_cell(
    orders: Dataset, question: str, count: int
) -> None:
    assert orders.ask(question) == [(count,)]


def test_a_cell_that_is_a_small_word_may_begin_the_question(orders: Dataset) -> None:
    assert sorted(orders.ask("Plus orders by year")) == [(2021, 2), (2022, 1)]


def test_a_small_word_that_is_written_small_stays_one(orders: Dataset) -> None:
    assert orders.ask("how many orders are there overall") == [(8,)]


@pytest.mark.parametrize("question", ["sum of count by year", "total count per year"])
def test_the_sum_of_a_column_called_count_adds_it_up(orders: Dataset, question: str) -> None:
    assert sorted(orders.ask(question)) == [(2021, 20), (2022, 16)]


@pytest.mark.parametrize(
    "question",
    ["top 1 tier by average total", "average total by tier, top 1",
     "which tier has the highest average total"],
)  # fmt: skip
def test_the_average_of_a_column_called_total_is_no_sum(orders: Dataset, question: str) -> None:
    assert orders.ask(question) == [("Top", 340.0)]
