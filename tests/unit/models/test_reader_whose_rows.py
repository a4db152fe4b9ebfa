"""Whose rows a question counts, and what tells them apart."""

from __future__ import annotations

import pytest

from tests.unit.models.asking import Dataset


@pytest.fixture(scope="module")
def grants() -> Dataset:
    return Dataset(
        {
            "charities": """select * from (values
                (1, 'Acorn', 'North'), (2, 'Birch', 'North'), (3, 'Cedar', 'South'))
                t(charity_id, charity_name, region)""",
            "grants": """select * from (values
                (10, 1, date '2023-02-01', 'Won'), (11, 1, '2023-05-01', 'Lost'),
                (12, 2, '2023-06-01', 'Won'), (13, 3, '2023-07-01', 'Won'),
                (14, 1, '2024-01-01', 'Lost')) t(grant_id, charity_id, applied_on, outcome)""",
        },
        ("grants.charity_id charities.charity_id",),
    )


@pytest.fixture(scope="module")
def sales() -> Dataset:
    return Dataset(
        {
            "store_orders": """select * from (values
                (1, 'A1', 'C1', 'Ann Lee', 'East', 10.0), (2, 'A1', 'C1', 'Ann Lee', 'East', 30.0),
                (3, 'A2', 'C2', 'Bob Ray', 'West', 20.0), (4, 'A3', 'C1', 'Ann Lee', 'East', 60.0),
                (5, 'A3', 'C1', 'Ann Lee', 'East', 10.0), (6, 'A4', 'C3', 'Cid Moe', 'West', 50.0))
                t("Row ID", "Order ID", "Customer ID", "Customer Name", "Region", "Sales")""",
        },
    )


def test_what_comes_from_others_is_counted_and_not_they(grants: Dataset) -> None:
    assert grants.ask("How many applications came from charities in the North in 2023?") == [(3,)]


def test_an_order_of_several_lines_is_one_order(sales: Dataset) -> None:
    assert sales.ask("How many orders are there?") == [(4,)]
    assert sales.ask("How many order lines are there?") == [(6,)]


def test_the_average_order_value_is_that_of_orders_and_not_of_their_lines(sales: Dataset) -> None:
    assert sales.ask("What is the average order value?") == [(45.0,)]


def test_customers_are_told_by_name(sales: Dataset) -> None:
    assert sales.ask("top 2 customers by sales")[0][1] == "Ann Lee"


def test_the_year_before_is_that_of_the_question_before(grants: Dataset) -> None:
    assert grants.ask("How many grants in 2024?", "and the year before?") == [(4,)]
