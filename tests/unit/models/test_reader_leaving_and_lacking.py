"""Who left and who stayed, what is lacking, and whether a sum, a count or a list is asked for."""

from __future__ import annotations

from typing import Any

import pytest

from tests.unit.models.asking import Dataset


@pytest.fixture(scope="module")
def office() -> Dataset:
    return Dataset(
        {
            "staff": """select * from (values
              (1, 'Ann', 'Sales', date '2020-01-06', null, 30),
              (2, 'Bob', 'Sales', '2021-03-01', date '2023-05-31', 12),
              (3, 'Cy', 'Legal', '2021-09-01', null, 25),
              (4, 'Di', 'Legal', '2022-02-01', '2024-01-31', 8))
              t(staff_id, name, department, hire_date, leaving_date, vacation_days_left)""",
            "absences": """select * from (values
              (1, 1, date '2023-02-01', 3), (2, 2, '2022-04-01', 1), (3, 1, '2023-07-01', 2))
              t(absence_id, staff_id, start_date, days)""",
        },
        ("absences.staff_id staff.staff_id",),
    )


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("How many staff have not left the company?", [(2,)]),
        ("How many people left in 2023?", [(1,)]),
        ("How many are still with the firm?", [(2,)]),
        ("How many people joined in 2021?", [(2,)]),
        ("leavers by department", [("Legal", 1), ("Sales", 1)]),
    ],
)
def test_who_left_has_a_day_of_leaving_and_is_not_on_leave(
    office: Dataset, question: str, rows: list[Any]
) -> None:
    assert office.ask(question) == rows


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("How many customers have left us?", [(2,)]),
        ("How many customers have churned?", [(2,)]),
        ("average balance of those who stayed", [(30.0,)]),
    ],
)
def test_a_yes_or_no_says_who_left_even_of_a_table_called_so(
    question: str, rows: list[Any]
) -> None:
    bank = Dataset(
        {
            "bank_churn": """select * from (values
              (1, 'France', 20.0, 'No'), (2, 'Spain', 50.0, 'Yes'), (3, 'Spain', 40.0, 'No'),
              (4, 'France', 10.0, 'Yes')) t(customer_id, country, balance, churn)"""
        }
    )
    assert bank.ask(question) == rows


@pytest.fixture(scope="module")
def charity() -> Dataset:
    return Dataset(
        {
            "donors": """select * from (values
              (1, 'Ann', date '2022-01-01'), (2, 'Bob', '2023-02-02'), (3, 'Cy', '2023-05-05'))
              t(donor_id, donor_name, joined_on)""",
            "gifts": """select * from (values
              (1, 1, date '2023-03-03', 50.0, 'Yes', null), (2, 1, '2024-03-03', 60.0, 'No', 'Eve'),
              (3, 2, '2023-07-01', 150.0, 'No', 'Max'))
              t(gift_id, donor_id, gift_date, amount, thank_you_sent, officer)""",
        },
        ("gifts.donor_id donors.donor_id",),
    )


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("How many gifts had no thank you sent?", [(2,)]),
        ("How many gifts are there for which a thank you was sent?", [(1,)]),
        ("How many gifts were not signed off by an officer?", [(1,)]),
        ("Which donors gave in 2024?", [(1, "Ann")]),
    ],
)
def test_what_is_lacking_may_be_said_in_a_whole_sentence(
    charity: Dataset, question: str, rows: list[Any]
) -> None:
    assert charity.ask(question) == rows


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("how many rides had tolls?", [(2,)]),
        ("how many rides had no tolls", [(2,)]),
        ("average tip, ignoring rides that had none", [(3.0,)]),
    ],
)
def test_having_some_of_a_figure_is_more_than_nothing(question: str, rows: list[Any]) -> None:
    rides = Dataset(
        {
            "rides": """select * from (values
              (1, 12.5, 2.0, 0.0), (2, 8.0, 0.0, 6.5), (3, 20.0, 4.0, 6.5), (4, 15.0, 0.0, 0.0))
              t(ride_id, fare, tip, tolls)"""
        }
    )
    assert rides.ask(question) == rows


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("How many trips were there in 2024?", [(450,)]),
        ("Average daily trips by season", [("summer", 290.0), ("winter", 60.0)]),
        ("How many days had fewer than 100 trips?", [(2,)]),
        ("how many registered riders in 2023?", [(180,)]),
    ],
)
def test_a_row_for_each_day_counts_what_is_asked_for(question: str, rows: list[Any]) -> None:
    days = Dataset(
        {
            "hire_day": """select * from (values
              (1, date '2023-01-05', 'winter', 10, 40, 50),
              (2, '2023-06-06', 'summer', 60, 140, 200),
              (3, '2024-01-01', 'winter', 20, 50, 70), (4, '2024-07-03', 'summer', 80, 300, 380))
              t(instant, day, season, casual, registered, cnt)"""
        }
    )
    assert days.ask(question) == rows


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("stock value at cost price by supplier", [("Bo", 80), ("Acme", 71)]),
        ("What is the value of our stock at retail price?", [(295,)]),
    ],
)
def test_stock_is_valued_at_the_price_that_is_said(question: str, rows: list[Any]) -> None:
    cellar = Dataset(
        {
            "wines": """select * from (values
              (1, 'Rioja', 'Acme', 5.0, 9.0, 10), (2, 'Cava', 'Bo', 4.0, 8.0, 20),
              (3, 'Port', 'Acme', 7.0, 15.0, 3))
              t(wine_id, wine, supplier, cost_price, sell_price, bottles)"""
        }
    )
    assert cellar.ask(question) == rows


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("How many cases did we open in 2025?", [(2,)]),
        ("Which lawyers handle tax cases?", [("Ida",), ("Jo",)]),
    ],
)
def test_what_was_done_is_no_state_and_which_asks_for_each_once(
    question: str, rows: list[Any]
) -> None:
    law = Dataset(
        {
            "cases": """select * from (values
              (1, 'Tax', 'Ida', 'Open', date '2025-01-01'),
              (2, 'Tax', 'Jo', 'Closed', '2025-02-01'),
              (3, 'Tax', 'Ida', 'Closed', '2024-03-01'), (4, 'Land', 'Kay', 'Open', '2024-05-01'))
              t(case_no, area, lawyer, status, opened_on)"""
        }
    )
    assert law.ask(question) == rows


@pytest.fixture(scope="module")
def hall() -> Dataset:
    return Dataset(
        {
            "members": """select * from (values (1, 'Ann'), (2, 'Bob'), (3, 'Cy'), (4, 'Di'))
                t(member_id, member)""",
            "bookings": """select * from (values
                (1, 1, date '2024-01-05', 'confirmed', 'Hall', 100.0),
                (2, 1, '2024-01-09', 'cancelled', 'Hall', 40.0),
                (3, 2, '2024-02-01', 'refunded', 'Bar', 30.0),
                (4, 2, '2024-02-11', 'confirmed', 'Bar', 70.0),
                (5, 3, '2024-03-01', 'confirmed', 'Hall', 50.0),
                (6, 3, '2024-03-09', 'confirmed', 'Roof', 20.0))
                t(booking_id, member_id, booked_on, status, room, total)""",
        },
        ("bookings.member_id members.member_id",),
    )


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("revenue without cancelled and refunded bookings in 2024", [(240,)]),
        ("revenue without cancelled or refunded bookings", [(240,)]),
        ("how many bookings are not cancelled and refunded", [(4,)]),
        ("how many bookings are neither cancelled nor refunded", [(4,)]),
        ("how many bookings are not in the Hall or the Bar", [(1,)]),
        ("how many bookings without Hall and Bar", [(1,)]),
        ("how many members have no cancelled or refunded bookings", [(2,)]),
    ],
)
def test_what_turns_one_cell_turns_all_that_are_joined_to_it(
    hall: Dataset, question: str, rows: list[Any]
) -> None:
    assert hall.ask(question) == rows


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("how many bookings are not cancelled but refunded", [(1,)]),
        ("how many bookings are confirmed and not in the Hall", [(2,)]),
        ("how many bookings in the Hall are not cancelled", [(2,)]),
    ],
)
def test_a_condition_that_is_not_turned_stays(
    hall: Dataset, question: str, rows: list[Any]
) -> None:
    assert hall.ask(question) == rows
