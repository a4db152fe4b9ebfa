"""Money asked for by its currency, where a header says it and cells say it too."""

from __future__ import annotations

import pytest

from tests.unit.models.asking import Dataset


@pytest.fixture(scope="module")
def fares() -> Dataset:
    return Dataset(
        {
            "bookings": """select * from (values
                (1, 'Ann', 'North', 100, 'USD', 100.0), (2, 'Bob', 'North', 50, 'GBP', 65.0),
                (3, 'Ann', 'South', 80, 'EUR', 90.0), (4, 'Cid', 'South', 10, 'USD', 10.0))
                t(booking_no, agent, region, amt_paid, curr, amt_usd)"""
        }
    )


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("Dollars earned per region", [("North", 165.0), ("South", 100.0)]),
        ("How many dollars did we take?", [(265.0,)]),
        ("How many dollars did each agent earn?", [("Ann", 190.0), ("Bob", 65.0), ("Cid", 10.0)]),
        ("How many bookings were in dollars?", [(2,)]),
        ("How many bookings were paid in pounds?", [(1,)]),
        ("How many USD bookings are there?", [(2,)]),
    ],
)
def test_a_currency_is_the_column_that_says_it(fares: Dataset, question: str, rows: object) -> None:
    assert sorted(fares.ask(question)) == rows


def test_a_price_of_one_is_no_sum() -> None:
    shop = Dataset(
        {
            "sales": """select * from (values (1, 'tea', 3, 2.0), (2, 'jam', 1, 5.0))
                t(sale_no, item, qty, unit_price_usd)"""
        }
    )
    asked = shop.understand("How many dollars did we take?")
    assert "sum of unit_price_usd." not in str(asked)
