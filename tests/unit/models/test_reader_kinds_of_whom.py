"""People named by the cell of a column that tells their kind."""

from __future__ import annotations

import pytest

from tests.unit.models.asking import Dataset


@pytest.fixture(scope="module")
def rentals() -> Dataset:
    return Dataset(
        {
            "rentals": """select * from (values
                (1, 'Ann Lee', 'Person', 'Van', 10.0), (2, 'Ann Lee', 'Person', 'Car', 30.0),
                (3, 'Acme Ltd', 'Company', 'Van', 90.0), (4, 'Bob Ray', 'Person', 'Car', 25.0),
                (5, 'Bolt Plc', 'Company', 'Car', 20.0), (6, 'Bolt Plc', 'Company', 'Van', 80.0))
                t(rental_no, client, client_type, vehicle, charge)"""
        }
    )


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("Top 1 company by total charge", [("Bolt Plc", 100.0)]),
        ("Top 2 corporate companies by total charge", [("Acme Ltd", 90.0), ("Bolt Plc", 100.0)]),
        ("How many companies are there?", [(2,)]),
        ("How many clients are companies?", [(2,)]),
        ("How many private persons rented?", [(2,)]),
        ("How many rentals were made by companies?", [(3,)]),
        ("What is the total charge of companies?", [(190.0,)]),
    ],
)
def test_who_is_of_a_kind(rentals: Dataset, question: str, rows: object) -> None:
    assert sorted(rentals.ask(question)) == rows


def test_the_kind_of_a_thing_still_tells_rows(rentals: Dataset) -> None:
    assert rentals.ask("How many vans were rented?") == [(3,)]


def test_an_adjective_that_tells_some_of_them_is_asked_about(rentals: Dataset) -> None:
    assert "foreign" in rentals.asked_back("How many rentals were made by foreign companies?")


def test_individuals_are_anybody_where_no_cell_tells_them_apart() -> None:
    staff = Dataset(
        {
            "staff": """select * from (values (1, 'Ann Lee', 'People', 30.0),
                (2, 'Bob Ray', 'Sales', 40.0)) t(staff_id, full_name, department, salary)"""
        }
    )
    assert staff.ask("How many people are there?") == [(2,)]
