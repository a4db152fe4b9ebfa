"""A verb that a column of kinds tells, in a cell of another form of the word."""

from __future__ import annotations

import pytest

from tests.unit.models.asking import Dataset


@pytest.fixture(scope="module")
def ledger() -> Dataset:
    return Dataset(
        {
            "entries": """select * from (values
                (1, 'Payment', 'North', 10.0, 3, date '2025-01-04'),
                (2, 'Withdrawal', 'North', 20.0, 5, '2025-01-09'),
                (3, 'Receipt', 'South', 40.0, 7, '2025-02-01'),
                (4, 'Receipt', 'North', 80.0, 11, '2025-02-03'),
                (5, 'Return', 'South', 5.0, 2, '2025-02-08'),
                (6, 'Issue', 'South', 6.0, 13, '2025-03-02'))
                t(entry_no, entry_type, branch, amount, pieces, booked_on)"""
        }
    )


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("How many pieces did we receive?", [(18,)]),
        ("How many pieces were received in February 2025?", [(18,)]),
        ("How many pieces did we return?", [(2,)]),
        ("How many pieces were issued?", [(13,)]),
        ("How many pieces did we withdraw?", [(5,)]),
        ("Pieces received per branch", [("North", 11), ("South", 7)]),
    ],
)
def test_a_deed_is_the_kind_of_its_family(ledger: Dataset, question: str, rows: object) -> None:
    assert sorted(ledger.ask(question)) == rows


def test_all_pieces_are_those_of_all_kinds(ledger: Dataset) -> None:
    assert ledger.ask("How many pieces are there in total?") == [(41,)]


def test_what_a_status_says_is_no_kind() -> None:
    orders = Dataset(
        {
            "orders": """select * from (values (1, 'Receipt', 3), (2, 'Packed', 4),
                (3, 'Packed', 5)) t(order_no, status, pieces)"""
        }
    )
    assert orders.ask("How many orders did we receive?") == [(3,)]
