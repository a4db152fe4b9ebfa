"""States, rates and the worst of something: words that say which rows, or which end, is meant."""

from __future__ import annotations

from typing import Any

import pytest

from tests.unit.models.asking import Dataset


@pytest.fixture(scope="module")
def workshop() -> Dataset:
    return Dataset(
        {
            "jobs": """
            select * from (values
              (1, 'Ford', 'Ann', date '2026-01-05', date '2026-01-09', 'Brakes', 'Pass', true, 2),
              (2, 'Ford', 'Bob', date '2026-01-07', null, 'Tyres', 'Fail', false, 7),
              (3, 'Kia', 'Ann', date '2026-02-03', date '2026-02-04', 'Oil', null, false, 1),
              (4, 'Kia', 'Bob', date '2026-02-11', null, 'Tyres', null, true, 0),
              (5, 'Seat', 'Ann', date '2026-03-02', date '2026-03-20', 'Exhaust', 'Pass', false, 3))
              t(job_id, make, mechanic, rcvd_dt, cmpl_dt, task_name, result, courtesy_car,
                missed_calls)
            """
        }
    )


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("How many jobs are still open?", [(2,)]),
        ("how many completed jobs are there", [(3,)]),
        ("jobs still open by mechanic", [("Bob", 2)]),
    ],
)
def test_what_has_no_last_day_yet_is_open(
    workshop: Dataset, question: str, rows: list[Any]
) -> None:
    assert workshop.ask(question) == rows


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("number of jobs by make of car", [("Ford", 2), ("Kia", 2), ("Seat", 1)]),
        ("how many jobs have a courtesy car", [(2,)]),
    ],
)
def test_a_noun_of_a_yes_or_no_column_is_no_condition_by_itself(
    workshop: Dataset, question: str, rows: list[Any]
) -> None:
    assert workshop.ask(question) == rows


def test_a_rate_is_of_the_rows_that_have_a_result(workshop: Dataset) -> None:
    [(rate,)] = workshop.ask("What is the pass rate?")
    assert round(rate, 2) == 66.67


def test_the_worst_of_what_nobody_wants_is_the_most(workshop: Dataset) -> None:
    rows = workshop.ask("Rank the mechanics by missed calls, worst first")
    assert rows == [("Bob", 7), ("Ann", 6)]


def test_how_many_tasks_is_asked_of_the_rows_that_are_so_called(workshop: Dataset) -> None:
    assert workshop.ask("How many tasks are there?") == [(5,)]


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("Which make has the highest pass rate?", [("Seat", 100.0)]),
        ("top 1 make by pass rate", [("Seat", 100.0)]),
        ("rank the makes by pass rate", [("Seat", 100.0), ("Ford", 50.0)]),
    ],
)
def test_groups_are_ranked_by_their_share(
    workshop: Dataset, question: str, rows: list[Any]
) -> None:
    assert workshop.ask(question) == rows


@pytest.fixture(scope="module")
def clinic() -> Dataset:
    return Dataset(
        {
            "visits": """
            select * from (values
              (1, 'Ann', 'Crown', date '2026-01-05', 40, date '2026-01-09', 'People', 2, 10.0),
              (2, 'Ann', 'Check', date '2026-01-07', 20, null, 'Pets', 1, 30.0),
              (3, 'Ben', 'Crown', date '2026-02-03', 60, date '2026-02-04', 'People', 3, 20.0),
              (4, 'Ben', 'Crown', date '2026-02-11', 50, null, 'Pets', 1, 10.0))
              t(visit_id, patient, treatment, visit_date, duration_min, paid_on, department, qty,
                unit_cost)
            """
        }
    )


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("average visit length by treatment", [("Crown", 50.0), ("Check", 20.0)]),
        ("How many visits are there, counting only the paid ones?", [(2,)]),
        ("visits by treatment, most frequent treatment first", [("Crown", 3), ("Check", 1)]),
    ],
)
def test_lengths_are_those_that_rows_say_and_only_says_which_rows(
    clinic: Dataset, question: str, rows: list[Any]
) -> None:
    assert clinic.ask(question) == rows


def test_what_one_costs_is_not_added_up(clinic: Dataset) -> None:
    assert clinic.ask("total value of all visits") != [(70.0,)]


def test_only_says_of_which_rows_a_share_is(clinic: Dataset) -> None:
    rows = clinic.ask("% Crown for each department, counting only the paid ones")
    assert rows == [("People", 100.0)]


@pytest.fixture(scope="module")
def bills() -> Dataset:
    return Dataset(
        {
            "bills": """
            select * from (values
              (1, 'Paid', 10.0), (2, 'Open', 20.0), (3, 'Overdue', 40.0), (4, 'Disputed', 80.0),
              (5, 'Paid', 160.0)) t(bill_no, state, amount)
            """,
        }
    )


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("how many bills are not paid yet?", [(3,)]),
        ("total amount of the unpaid bills", [(140.0,)]),
        ("how much is still outstanding?", [(140.0,)]),
        ("how many bills are overdue?", [(1,)]),
        ("total amount of the paid bills", [(170.0,)]),
    ],
)
def test_what_is_overdue_is_not_all_that_is_unpaid(
    bills: Dataset, question: str, rows: list[Any]
) -> None:
    assert bills.ask(question) == rows


def test_what_a_cell_calls_unpaid_is_no_other_cell() -> None:
    dues = Dataset(
        {
            "dues": """
            select * from (values (1, 'Paid'), (2, 'Unpaid'), (3, 'Overdue'), (4, 'Waived'),
              (5, 'Paid')) t(due_no, state)
            """
        }
    )
    assert dues.ask("how many dues are not paid?") == [(2,)]


@pytest.fixture(scope="module")
def parish() -> Dataset:
    return Dataset(
        {
            "candidacies": """
            select * from (values
              (1, 'Ann', 'Blue', date '2021-05-06', 300, 'Y'),
              (2, 'Bob', 'Red', '2021-05-06', 200, 'N'), (3, 'Cid', 'Blue', '2025-05-01', 150, 'N'),
              (4, 'Dee', 'Red', '2025-05-01', 250, 'Y'), (5, 'Eva', 'Red', '2025-05-01', 220, 'Y'))
              t(no, candidate, list_name, election_date, votes, elected)
            """
        }
    )


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("total votes in the 2025 election", [(620,)]),
        ("average votes in the 2021 election", [(250.0,)]),
        ("how many candidates were elected in the 2025 election?", [(2,)]),
        ("how many candidates of Red won?", [(2,)]),
        ("how many candidates were elected?", [(3,)]),
    ],
)
def test_an_election_is_its_day_and_who_won_it_was_elected(
    parish: Dataset, question: str, rows: list[Any]
) -> None:
    assert parish.ask(question) == rows
