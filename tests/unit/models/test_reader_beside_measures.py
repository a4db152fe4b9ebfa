"""Words beside a measure that say no more than it: its verb, its modifier, its end, its unit."""

from __future__ import annotations

from typing import Any

import pytest

from tests.unit.models.asking import Dataset


@pytest.fixture(scope="module")
def readings() -> Dataset:
    """The least and the greatest temperature of each day."""
    return Dataset(
        {
            "readings": """select * from (values
                (1, 'Ashby', date '2024-01-01', -4.0, 3.0),
                (2, 'Ashby', date '2024-01-02', 1.0, 9.0),
                (3, 'Corrie', date '2024-01-01', -9.0, 1.0),
                (4, 'Corrie', date '2024-01-02', 0.0, 12.0))
                t(reading_no, site, day, "Min Temp", "Max Temp")"""
        }
    )


@pytest.fixture(scope="module")
def members() -> Dataset:
    """Members with a fee and whether they paid it, days off, and when they were born."""
    return Dataset(
        {
            "members": """select * from (values
                (1, 'Ann', 150, 'Y', 25, 4, date '1950-05-01', date '2020-01-01', 'Y', 'N'),
                (2, 'Bea', 250, 'N', 12, 22, date '1980-05-01', date '2010-01-01', 'N', 'N'),
                (3, 'Cid', 120, 'N', 21, 0, date '1990-05-01', date '2015-01-01', 'Y', 'Y'))
                t(member_no, full_name, annual_fee, fee_paid, holiday_taken, sick_days, dob,
                  joined_on, furnished, has_guarantor)"""
        }
    )


@pytest.fixture(scope="module")
def parking() -> Dataset:
    """Stays of a few kinds of vehicles; some of them on show."""
    kinds = ", ".join(
        f"({n}, '{'car' if n % 3 else 'van'}', {n * 10}, {n % 4}, {'true' if n < 5 else 'false'})"
        for n in range(1, 13)
    )
    return Dataset(
        {
            "parking": f"""select * from (values {kinds})
                t(ticket_no, vehicle, minutes_parked, deposit, on_display)"""
        }
    )


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("What was the lowest temperature in Corrie?", [(-9.0,)]),
        ("What was the highest temperature in Ashby?", [(9.0,)]),
    ],
)
def test_the_lowest_of_a_least_and_a_greatest_is_the_least_of_the_least(
    readings: Dataset, question: str, rows: list[Any]
) -> None:
    assert readings.ask(question) == rows


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("How many members pay an annual fee between 100 and 200?", [(2,)]),
        ("How many members have paid their fee?", [(1,)]),
        ("How many members are unfurnished?", [(1,)]),
    ],
)
def test_a_deed_with_its_amount_is_no_flag(
    members: Dataset, question: str, rows: list[Any]
) -> None:
    assert members.ask(question) == rows


def test_after_a_unit_stands_what_there_is_so_much_of(members: Dataset) -> None:
    assert members.ask("How many members took more than 20 days of holiday?") == [(2,)]


def test_the_oldest_person_was_born_first(members: Dataset) -> None:
    assert "Ann" in members.ask("Who is our oldest member?")[0]


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("How many vehicles are on display?", [(4,)]),
        ("What is the average stay for vans?", [(75.0,)]),
        ("How many vehicles did not require a deposit?", [(3,)]),
    ],
)
def test_vehicles_of_few_kinds_are_rows(parking: Dataset, question: str, rows: list[Any]) -> None:
    assert parking.ask(question) == rows
