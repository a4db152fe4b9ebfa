"""How many days, how long, within which time, late or early, and sums that come again."""

from __future__ import annotations

from typing import Any

import pytest

from tests.unit.models.asking import Dataset


@pytest.fixture(scope="module")
def clinic() -> Dataset:
    """Treatments with a length of their own and two dates, and the bills sent for them."""
    return Dataset(
        {
            "treatments": """select * from (values
                (1, 'Massage', 'Kim', date '2024-01-02', date '2024-01-12', 40, 0.5, 3.0),
                (2, 'Massage', 'Ola', date '2024-01-03', date '2024-01-12', 60, 0.0, 3.0),
                (3, 'Acupuncture', 'Kim', date '2024-01-09', date '2024-02-01', 20, 0.25, -2.0),
                (4, 'Acupuncture', 'Ola', date '2024-03-01', date '2024-03-04', 30, 0.8, -1.5),
                (5, 'Acupuncture', 'Ola', date '2024-03-01', date '2024-03-04', 30, 0.1, -1.5))
                t(treatment_id, kind, therapist, booked_on, treated_on, duration_min, discount,
                  temperature)""",
            "bills": """select * from (values
                (11, date '2024-02-01', date '2024-02-15', date '2024-02-10', true),
                (12, date '2024-02-01', date '2024-02-15', date '2024-02-20', false),
                (13, date '2024-02-03', date '2024-02-17', date '2024-03-01', false),
                (14, date '2024-02-05', date '2024-02-19', null, false))
                t(bill_no, issued_on, due_date, paid_on, on_time)""",
        }
    )


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("On how many days was the temperature below 0?", [(2,)]),
        ("on how many days were there treatments", [(3,)]),
    ],
)
def test_days_are_counted_once_though_several_rows_share_them(
    clinic: Dataset, question: str, rows: list[Any]
) -> None:
    assert clinic.ask(question) == rows


def test_how_long_something_takes_is_its_duration_before_it_is_a_time_between_dates(
    clinic: Dataset,
) -> None:
    assert clinic.ask("how long does a massage take on average") == [(50.0,)]


def test_two_dates_that_are_named_are_what_the_days_are_between(clinic: Dataset) -> None:
    question = "average waiting time in days between booking and treatment for massage"
    assert clinic.ask(question) == [(9.5,)]


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("How many bills were paid within 9 days?", [(1,)]),
        ("how many bills were paid after more than 20 days", [(1,)]),
        ("How many bills were paid more than 7 days after the due date?", [(1,)]),
    ],
)
def test_a_lapse_is_the_time_up_to_the_day_that_the_verb_tells(
    clinic: Dataset, question: str, rows: list[Any]
) -> None:
    assert clinic.ask(question) == rows


def test_what_was_paid_early_was_paid_before_it_was_due(clinic: Dataset) -> None:
    assert clinic.ask("how many bills were paid early") == [(1,)]


def test_percent_of_a_column_of_fractions_are_hundredths(clinic: Dataset) -> None:
    assert clinic.ask("how many treatments had a discount of 50% or more") == [(2,)]


def test_what_is_paid_per_month_is_a_monthly_sum_where_rows_have_no_dates() -> None:
    lines = Dataset(
        {
            "phone_lines": """select * from (values
                (1, 'Basic', 10.0), (2, 'Basic', 12.0), (3, 'Family', 20.0), (4, 'Family', 25.0))
                t(line_id, plan, monthly_charge)"""
        }
    )
    assert lines.ask("how much revenue per month do we get from Family lines?") == [(45.0,)]


def test_the_months_of_a_winter_in_brackets_are_those_of_every_year(clinic: Dataset) -> None:
    bills = Dataset(
        {
            "meter_readings": """select * from (values
                (1, date '2023-12-01', 10.0), (2, date '2024-01-01', 20.0),
                (3, date '2024-02-01', 30.0), (4, date '2024-06-01', 100.0),
                (5, date '2024-12-01', 40.0))
                t(reading_id, reading_month, bill)"""
        }
    )
    question = "average bill in the winter months (December, January, February)"
    assert bills.ask(question) == [(25.0,)]
    assert bills.ask("average bill in winter") == [(25.0,)]
