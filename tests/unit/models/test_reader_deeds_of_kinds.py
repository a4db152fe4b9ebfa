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


@pytest.fixture(scope="module")
def farm() -> Dataset:
    return Dataset(
        {
            "animals": """select * from (values (1, 'Bella', 'goat'), (2, 'Cora', 'goat'),
                (3, 'Dan', 'sheep')) t(animal_id, animal_name, species)""",
            "pen_moves": """select * from (values (1, 1, 'Ann', 3), (2, 1, 'Ann', 4),
                (3, 3, 'Bob', 9), (4, 3, 'Ann', 1)) t(move_no, animal_id, keeper, head)""",
        },
        ("pen_moves.animal_id animals.animal_id",),
    )


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("How many pen movements were there?", [(4,)]),
        ("How many movements per keeper?", [("Ann", 3), ("Bob", 1)]),
        ("How many animals have had no pen movements at all?", [(1,)]),
        ("How many animals are there?", [(3,)]),
    ],
)
def test_the_doing_of_what_a_table_is_named_by(farm: Dataset, question: str, rows: object) -> None:
    assert sorted(farm.ask(question)) == rows


def test_which_have_no_row_of_them(farm: Dataset) -> None:
    assert "Cora" in str(farm.ask("Which animals have had no pen movements?"))


def test_a_category_is_no_deed() -> None:
    bank = Dataset(
        {
            "statement": """select * from (values (1, 'Housing', 900.0), (2, 'Food', 50.0))
                t(line_no, category, amount)"""
        }
    )
    assert "Housing" not in str(bank.understand("Should I buy a house?"))
