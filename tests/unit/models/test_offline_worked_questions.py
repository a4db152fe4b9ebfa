"""Questions that work with two columns, with averages, changes, places and what is not there."""

from __future__ import annotations

from typing import Any

import pytest

from tests.unit.models.asking import Dataset

JOBS = """
select * from (values
  (1, 'Ann', 'phone', date '2023-01-10', date '2023-01-12', 100, 40, 2, null),
  (2, 'Ann', 'laptop', date '2023-02-01', date '2023-02-11', 300, 200, 0, 'scratched'),
  (3, 'Bob', 'phone', date '2024-01-05', date '2024-01-06', 120, 130, 1, null),
  (4, 'Bob', 'tablet', date '2024-02-07', null, 200, 90, 0, 'wet'),
  (5, 'Cid', 'laptop', date '2024-02-20', date '2024-03-10', 500, 250, 3, null)
) t(job_id, worker, device, received_on, finished_on, revenue, parts_cost, photos, remarks)
"""


@pytest.fixture(scope="module")
def workshop() -> Dataset:
    return Dataset({"jobs": JOBS})


def last_cells(rows: list[tuple[Any, ...]]) -> list[Any]:
    return [row[-1] for row in rows]


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("What is the total revenue minus parts cost?", 510),
        ("What is the total profit?", 510),
        ("How many jobs have a parts cost above the revenue?", 1),
        ("How many jobs brought in less revenue than parts cost?", 1),
        ("How many days are there between received and finished on average?", 8),
        ("How long does a job take on average, in days?", 8),
        ("How many jobs took more than a week?", 2),
        ("How many jobs are not finished?", 1),
        ("How many jobs have an above average revenue?", 2),
        ("How many jobs were neither phones nor laptops?", 1),
        ("How many jobs have no remarks?", 3),
        ("How many jobs are for phones or cost more than 200?", 3),
        ("What share of jobs are laptops?", 40),
    ],
)
def test_a_figure_is_worked_out_of_what_the_question_names(
    workshop: Dataset, question: str, answer: float
) -> None:
    assert workshop.ask(question) == [(pytest.approx(answer),)]


@pytest.mark.parametrize(
    ("question", "job"),
    [
        ("Which job had the biggest difference between revenue and parts cost?", 5),
        ("Which job has the highest ratio of revenue to parts cost?", 1),
        ("Which job took the longest to finish?", 5),
        ("Which job has the second highest revenue?", 2),
    ],
)
def test_a_row_is_ranked_by_what_two_columns_make(
    workshop: Dataset, question: str, job: int
) -> None:
    assert [row[0] for row in workshop.ask(question)] == [job]


def test_growth_tells_both_years_the_difference_and_the_percentage(workshop: Dataset) -> None:
    rows = workshop.ask("How much did revenue grow from 2023 to 2024?")

    assert rows == [(400, 820, 420, 105)]


def test_a_change_from_year_to_year_begins_with_the_second(workshop: Dataset) -> None:
    rows = workshop.ask("year over year change in revenue")

    assert [row[1:3] for row in rows] == [(400, None), (820, 420)]


def test_a_running_total_adds_up_as_it_goes(workshop: Dataset) -> None:
    assert last_cells(workshop.ask("running total of revenue per year")) == [400, 1220]


def test_an_average_of_months_is_of_what_each_month_comes_to(workshop: Dataset) -> None:
    assert workshop.ask("average monthly revenue") == [(305,)]


def test_groups_are_told_apart_by_their_difference(workshop: Dataset) -> None:
    rows = workshop.ask("difference in total revenue between Ann and Bob")

    assert rows[0][2] == 80


def test_who_got_something_has_it_in_some_row(workshop: Dataset) -> None:
    assert workshop.ask("How many workers got a remark?") == [(2,)]


def test_an_average_to_compare_with_is_of_all_rows_and_said(workshop: Dataset) -> None:
    meant = workshop.understand("How many laptop jobs have an above average revenue?")

    assert "above average (244)" in getattr(meant, "sentence", "")


@pytest.mark.parametrize(
    "question",
    [
        "What was the average invoice?",
        "total revenue per gazebo",
        "How many jobs were insured?",
    ],
)
def test_what_has_two_readings_or_none_is_asked_back(workshop: Dataset, question: str) -> None:
    assert workshop.asked_back(question)
