"""Questions that anybody asks of orders, staff and measurements: answered as meant, or not."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from keenbench.models.offline.frame import Clarification, Understanding
from tests.unit.models.asking import Dataset


@pytest.fixture(scope="module")
def shop() -> Dataset:
    return Dataset(
        {
            "customers": "select * from (values (1, 'Ann', 'Spain'), (2, 'Bob', 'Spain'), "
            "(3, 'Cy', 'Italy')) t(customer_id, customer_name, country)",
            "products": "select * from (values (7, 'Lamp', 9.0), (8, 'Desk', 90.0), "
            "(9, 'Rug', 40.0)) t(product_id, product_name, cost)",
            "orders": "select * from (values "
            "(1, 1, 7, date '2024-01-03', 100.0, 'paid'), "
            "(2, 1, 8, date '2024-02-03', 300.0, 'cancelled'), "
            "(3, 3, 8, date '2025-02-03', 50.0, 'paid')) "
            "t(order_id, customer_id, product_id, order_date, total, status)",
        },
        (
            "orders.customer_id customers.customer_id",
            "orders.product_id products.product_id",
        ),
    )


@pytest.fixture(scope="module")
def office() -> Dataset:
    return Dataset(
        {
            "agents": "select * from (values ('A1', 'Ida', 'Sales', 900), ('A2', 'Jo', 'Sales', "
            "700), ('A3', 'Kim', 'Legal', 800)) t(agent_id, agent_name, team, salary)",
            "readings": "select * from (values ('A1', 20.0, timestamp '2024-01-01 10:00:00'), "
            "('A1', 1.0, timestamp '2024-01-01 11:00:00'), "
            "('A2', 5.0, timestamp '2024-01-01 10:00:00'), "
            "('A2', 6.0, timestamp '2024-01-01 11:00:00')) t(agent_id, temperature_c, taken_at)",
        },
        ("readings.agent_id agents.agent_id",),
    )


def understood(dataset: Dataset, question: str) -> Understanding | Clarification:
    return dataset.understand(question)


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("average order value by country", [("Italy", 50.0), ("Spain", 200.0)]),
        ("what is the average order value?", [(150.0,)]),
        ("how many orders have a value over 80", [(2,)]),
        ("orders above 200 euros", [(2, 300.0)]),
    ],
)
def test_the_value_of_an_order_is_what_the_order_came_to(
    shop: Dataset, question: str, rows: list[Any]
) -> None:
    assert sorted(shop.ask(question)) == rows


@pytest.mark.parametrize(
    ("question", "first"),
    [
        ("which country has the highest cancellation rate?", ("Spain", 50.0)),
        ("which country has the lowest share of cancelled orders?", ("Italy", 0.0)),
        ("top 1 countries by cancellation rate", ("Spain", 50.0)),
        ("which customers have the highest cancellation rate?", (1, "Ann", 50.0)),
        ("worst country by cancellation rate", ("Spain", 50.0)),
    ],
)
def test_groups_are_ranked_by_their_share(
    shop: Dataset, question: str, first: tuple[Any, ...]
) -> None:
    assert shop.ask(question) == [first]


def test_a_second_place_is_said_to_be_one(shop: Dataset) -> None:
    meant = understood(shop, "second most expensive product by cost")
    assert isinstance(meant, Understanding)
    assert "only the one in place 2" in meant.sentence


def test_a_range_is_both_its_ends(office: Dataset) -> None:
    rows = office.ask("salary range per team")
    assert sorted(rows) == [("Legal", 800, 800), ("Sales", 700, 900)]


def test_what_was_recorded_lowest_is_one_reading_and_no_average(office: Dataset) -> None:
    assert office.ask("which agent recorded the lowest temperature?")[0][:2] == ("A1", "Ida")


@pytest.mark.parametrize(
    "question",
    [
        "number of agents per account",
        "which team has the highest turnover?",
        "temperature at the end of 2024",
        "top 3 customers by number of readings",
    ],
)
def test_what_is_not_there_is_asked_about(office: Dataset, question: str) -> None:
    assert isinstance(understood(office, question), Clarification)


@pytest.fixture(scope="module")
def files() -> Dataset:
    return Dataset(
        {
            "expenses": "select * from (values ('C1', 'IT', 10.0, true), ('C2', 'IT', 20.0, "
            "false), ('C3', 'HR', 40.0, true)) t(claim_id, department, amount_eur, approved)",
            "contracts": "select * from (values ('K1', date '2026-03-01', 'active', 90), "
            "('K2', date '2026-05-01', 'expired', 30), ('K3', date '2027-05-01', 'active', 30)) "
            "t(contract_no, end_date, status, notice_days)",
            "plan": "select * from (values ('Rent', 5.0, 6.0), ('Rent', 5.0, 7.0), "
            "('Travel', 9.0, 10.0)) t(account, budget, actual)",
        }
    )


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("total expenses per department", [("HR", 40.0), ("IT", 30.0)]),
        ("rejection rate by department", [("HR", 0.0), ("IT", 50.0)]),
        ("which contracts are expiring in 2026", [("K1", "2026-03-01"), ("K2", "2026-05-01")]),
        ("actual by account", [("Rent", 13.0), ("Travel", 10.0)]),
    ],
)
def test_words_of_the_trade_are_read_by_what_the_table_has(
    files: Dataset, question: str, rows: list[Any]
) -> None:
    found = [
        tuple(float(c) if isinstance(c, float | Decimal) else str(c) for c in row)
        for row in files.ask(question)
    ]
    assert sorted(found) == rows


def test_what_lies_ahead_is_no_text_that_cells_end_in(files: Dataset) -> None:
    assert isinstance(understood(files, "contracts that end in the next 90 days"), Clarification)
