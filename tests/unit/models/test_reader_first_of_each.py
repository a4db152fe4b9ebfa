"""The first of each group, of rows and of groups within groups; rows against an average."""

from __future__ import annotations

from typing import Any

import pytest

from tests.unit.models.asking import Dataset, shop
from tests.unit.models.invented import bakeries, dogs


@pytest.fixture(scope="module")
def firm() -> Dataset:
    return Dataset(
        {
            "staff": """select * from (values
                (1, 'Ann Lee', 'Sales', 'Oslo', 5000, date '2020-01-05', 31, 'Clerk'),
                (2, 'Bob Ray', 'Sales', 'Oslo', 6000, '2021-01-05', 45, 'Clerk'),
                (3, 'Cid Moe', 'IT', 'Rome', 7000, '2019-01-05', 28, 'Engineer'),
                (4, 'Dee Fox', 'IT', 'Oslo', 7000, '2022-01-05', 52, 'Engineer'),
                (5, 'Eve Jay', 'IT', 'Rome', 4000, '2023-01-05', 23, 'Tester'))
                t(employee_id, name, department, city, salary, hired_on, age, job_title)""",
        }
    )


def told(rows: list[tuple[Any, ...]], *places: int) -> list[tuple[str, ...]]:
    return [tuple(str(row[place]) for place in places) for row in rows]


@pytest.mark.parametrize(
    ("question", "people"),
    [
        ("Who earns the most in each department?", ["Cid Moe", "Dee Fox", "Bob Ray"]),
        ("highest paid employee in every city", ["Dee Fox", "Cid Moe"]),
        ("oldest employee per department", ["Dee Fox", "Bob Ray"]),
        ("each department's youngest employee", ["Eve Jay", "Ann Lee"]),
        ("For each department, who was hired first?", ["Cid Moe", "Ann Lee"]),
        (
            "the two best paid people of each department",
            ["Cid Moe", "Dee Fox", "Bob Ray", "Ann Lee"],
        ),
    ],
)
def test_of_each_group_the_first_row_is_shown_with_what_ties(
    firm: Dataset, question: str, people: list[str]
) -> None:
    assert [row[2] for row in firm.ask(question)] == people


def test_where_only_the_greatest_is_asked_for_it_is_the_figure_of_each(firm: Dataset) -> None:
    assert firm.ask("highest salary per department") == [("IT", 7000), ("Sales", 6000)]
    assert dogs().ask("How heavy is the heaviest dog of each breed?")[0] == ("Collie", 24.5)


@pytest.mark.parametrize(
    ("question", "found"),
    [
        ("most common job title in each city", [("Oslo", "Clerk"), ("Rome", "Engineer"),
                                                ("Rome", "Tester")]),
        ("What is the most common city by department?", [("IT", "Rome"), ("Sales", "Oslo")]),
        ("Which department has the most employees in each city?", [("Oslo", "Sales"),
                                                                   ("Rome", "IT")]),
        ("Which job title has the highest average salary in each city?", [("Oslo", "Engineer"),
                                                                          ("Rome", "Engineer")]),
    ],
)  # fmt: skip
def test_within_each_group_groups_are_ranked(
    firm: Dataset, question: str, found: list[tuple[str, str]]
) -> None:
    assert told(firm.ask(question), 0, 1) == found


def test_groups_and_what_is_ranked_may_stand_in_different_tables() -> None:
    stores = bakeries()
    found = stores.ask("Which product brings in the most takings in each town?")
    assert told(found, 0, 1) == [("Aven", "Bun"), ("Brix", "Rye")]
    orders = shop().ask("each customer's latest order")
    assert told(orders, 1, 2) == [("Ann Lee", "11"), ("Bob Ray", "12"), ("Cid Moe", "14")]
    assert told(shop().ask("biggest order per year"), 0, 1) == [
        ("2024-01-01", "10"),
        ("2025-01-01", "14"),
    ]


def test_when_the_first_was_is_one_date_of_each() -> None:
    found = shop().ask("when was the latest order of each customer")
    assert ("3", "Cid Moe", "2025-01-05") in told(found, 0, 1, 2)


def test_a_follow_up_stays_within_the_groups(firm: Dataset) -> None:
    first = "Who earns the most in each department?"
    assert [row[2] for row in firm.ask(first, "only in Rome")] == ["Cid Moe"]
    assert len(firm.ask(first, "top 2 of each")) == 4
    assert [row[2] for row in firm.ask(first, "and the lowest?")] == ["Eve Jay", "Ann Lee"]
    meant = firm.understand(first)
    second = firm.understand("and the second?", meant)  # type: ignore[arg-type]
    assert "the first few" in second.message  # type: ignore[union-attr]


def test_what_is_sold_best_is_no_day_of_sale() -> None:
    found = bakeries().ask("best selling product in each shop")
    assert [(row[2], row[3]) for row in found] == [("Bun", 5), ("Rye", 8), ("Bun", 4)]


@pytest.mark.parametrize(
    ("question", "people"),
    [
        ("Who earns more than the average?", ["Bob Ray", "Cid Moe", "Dee Fox"]),
        ("Who earns less than the average of their own department?", ["Ann Lee", "Eve Jay"]),
        ("Which employees earn more than the average salary in their city?",
         ["Cid Moe", "Dee Fox"]),
        ("who in IT earns more than the IT average", ["Cid Moe", "Dee Fox"]),
        ("which employees are older than the average engineer", ["Bob Ray", "Dee Fox"]),
    ],
)  # fmt: skip
def test_rows_are_held_against_the_average_of_all_or_of_a_group(
    firm: Dataset, question: str, people: list[str]
) -> None:
    assert [row[1] for row in firm.ask(question)] == people


def test_rows_above_the_average_of_their_group_are_counted(firm: Dataset) -> None:
    assert firm.ask("How many employees earn less than their department's average?") == [(2,)]
    assert firm.ask("How many staff cost more than the average employee?") == [(3,)]


def test_the_average_of_each_group_is_held_against_that_of_all(firm: Dataset) -> None:
    question = "Which departments have an average salary above the overall average?"
    assert firm.ask(question) == [("IT", 6000.0)]


def test_of_which_rows_an_average_is_is_asked_where_it_could_be_both(firm: Dataset) -> None:
    assert "only of Sales" in firm.asked_back("who earns more than the average in Sales")
