"""Which sum of money, and which quantity, a question means that names no header."""

from __future__ import annotations

from typing import Any

import pytest

from tests.unit.models.asking import Dataset


@pytest.fixture(scope="module")
def market() -> Dataset:
    """Sales with a total of their own, beside the quantity and the price of one piece."""
    return Dataset(
        {
            "market_sales": """select * from (values
                (101, 'A', 'Tea', 2, 3.0, 6.0, 'Card', date '2024-01-05'),
                (102, 'A', 'Pot', 1, 9.0, 9.0, 'Cash', '2024-01-05'),
                (103, 'B', 'Tea', 5, 3.0, 15.0, 'Card', '2024-02-02'))
                t(sale_id, branch, product, quantity, unit_price, total, payment, sold_on)""",
        }
    )


@pytest.fixture(scope="module")
def shop() -> Dataset:
    """Orders that say how many, of products that say what one costs."""
    return Dataset(
        {
            "products": """select * from (values
                (1, 'Scarf', 'Wool', 20.0, 8.0, 50), (2, 'Socks', 'Wool', 5.0, 2.0, 90),
                (3, 'Belt', 'Leather', 30.0, 12.0, 10))
                t(product_id, product_name, material, unit_price, cost_price, stock_qty)""",
            "orders": """select * from (values
                (11, 1, 2, date '2024-03-01'), (12, 2, 9, '2024-03-02'), (13, 3, 1, '2024-04-01'))
                t(order_id, product_id, qty, order_date)""",
        },
        relations=("orders.product_id products.product_id",),
    )


@pytest.fixture(scope="module")
def staff() -> Dataset:
    """What people are paid beside numbers that are only called alike."""
    return Dataset(
        {
            "staff": """select * from (values
                (1, 'Ann', 'Cook', 3000, 11, 10.0), (2, 'Bob', 'Cook', 2000, 14, 12.0),
                (3, 'Cid', 'Head', 4000, 12, 11.0))
                t(staff_no, name, job_role, monthly_income, percent_salary_hike, ot_pay)""",
        }
    )


def _set(rows: list[Any]) -> set[tuple[Any, ...]]:
    return {(row[0], row[-1]) for row in rows}


@pytest.mark.parametrize(
    "question", ["Total sales by branch", "Revenue by branch", "takings per branch"]
)
def test_money_words_add_up_the_total_and_count_no_rows(market: Dataset, question: str) -> None:
    assert _set(market.ask(question)) == {("A", 15.0), ("B", 15.0)}


def test_purchases_are_as_many_as_rows_and_pieces_as_their_quantity(market: Dataset) -> None:
    assert market.ask("How many purchases were paid by card?") == [(2,)]
    assert market.ask("How many units were sold in branch A?") == [(3,)]


def test_revenue_is_how_many_times_what_one_costs_over_two_tables(shop: Dataset) -> None:
    assert _set(shop.ask("Revenue by material")) == {("Wool", 85.0), ("Leather", 30.0)}
    assert shop.ask("Which material brought in the most money?")[0][0] == "Wool"


def test_the_best_selling_has_the_most_pieces_and_not_the_highest_price(shop: Dataset) -> None:
    assert "Socks" in shop.ask("best-selling product")[0]


def test_a_selling_price_is_not_what_it_was_bought_at(shop: Dataset) -> None:
    asked = "average selling price by material"
    assert _set(shop.ask(asked)) == {("Wool", 12.5), ("Leather", 30.0)}


def test_pay_is_neither_overtime_nor_a_rise(staff: Dataset) -> None:
    assert _set(staff.ask("average salary by job role")) == {("Cook", 2500.0), ("Head", 4000.0)}


@pytest.fixture(scope="module")
def kennel() -> Dataset:
    return Dataset(
        {
            "stays": """select * from (values
                (1, 'Cat', 40.0), (2, 'Dog', 60.0), (3, 'Dog', 80.0), (4, 'Hen', 20.0))
                t(stay_no, species, fee)""",
        }
    )


@pytest.mark.parametrize(
    ("question", "row"),
    [
        ("Number of cats and dogs in total", (3,)),
        ("how many cats and dogs are there in total?", (3,)),
        ("number of cats, dogs and hens in total", (4,)),
        ("how many dogs are there, and what do they add up to?", (2, 140.0)),
        ("how many stays are there and what is the total?", (4, 200.0)),
    ],
)
def test_kinds_joined_in_total_are_one_number_and_no_sum(
    kennel: Dataset, question: str, row: tuple[Any, ...]
) -> None:
    assert kennel.ask(question) == [row]
