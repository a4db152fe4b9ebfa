"""Which of several dates a question means, and the time from one of them to another."""

from __future__ import annotations

from typing import Any

import pytest

from tests.unit.models.asking import Dataset


@pytest.fixture(scope="module")
def inn() -> Dataset:
    """Stays that were booked before they began, tickets of which some are open, and albums."""
    return Dataset(
        {
            "stays": """select * from (values
                (1, 'Suite', date '2024-01-02', date '2024-01-12', date '2024-01-14', 90),
                (2, 'Suite', date '2024-01-03', date '2024-02-02', date '2024-02-12', 70),
                (3, 'Single', date '2024-02-09', date '2024-02-19', date '2024-02-22', 50),
                (4, 'Single', date '2024-02-10', date '2024-04-30', date '2024-05-03', 40))
                t(stay_no, room_type, booked_at, check_in, check_out, price)""",
            "tickets": """select * from (values
                (21, 'Ana', date '2024-01-01', date '2024-01-03'),
                (22, 'Ana', date '2024-01-05', null),
                (23, 'Bo', date '2024-01-06', date '2024-01-16'),
                (24, 'Bo', date '2024-01-08', date '2024-01-09'),
                (25, 'Cy', date '2023-12-01', date '2024-01-30'))
                t(ticket_no, agent, opened, closed)""",
        }
    )


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("How many stays lasted longer than 5 days?", [(1,)]),
        ("Which month had the most check-outs?", [("2024-02-01", 2)]),
        (
            "Total price of stays by check-in month in 2024",
            [("2024-01-01", 90), ("2024-02-01", 120), ("2024-04-01", 40)],
        ),
        ("How many stays were booked from 2023 to 2024 inclusive?", [(4,)]),
    ],
)
def test_a_stay_is_booked_before_it_begins(inn: Dataset, question: str, rows: list[Any]) -> None:
    assert [tuple(map(_plain, row)) for row in inn.ask(question)] == rows


@pytest.mark.parametrize(
    ("question", "row"),
    [
        ("Which agent closes tickets fastest?", ("Ana", 2.0)),
        ("Which agent closes tickets slowest?", ("Cy", 60.0)),
        ("How many tickets are still open?", (1,)),
        ("How many tickets fell on a Monday?", (2,)),
    ],
)
def test_what_tickets_are_and_how_fast_they_are_closed(
    inn: Dataset, question: str, row: tuple[Any, ...]
) -> None:
    assert inn.ask(question) == [row]


def _plain(cell: Any) -> Any:
    return cell if isinstance(cell, int | float | str) else str(cell)
