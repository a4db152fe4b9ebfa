"""What a question asks to be shown beside what it is about: …, and how many? Names please."""

from __future__ import annotations

from typing import Any

import pytest

from tests.unit.models.asking import Dataset


@pytest.fixture(scope="module")
def boats() -> Dataset:
    return Dataset(
        {
            "skippers": """
                select * from (values (1, 'Ann Bell', 'Hull'), (2, 'Bo Cole', 'Wick'),
                (3, 'Cy Dunn', 'Hull')) t(skipper_id, skipper_name, town)
            """,
            "trips": """
                select * from (values
                (1, 1, 'Herring', 40, 120.0, date '2025-03-01', 'Paid'),
                (2, 1, 'Cod', 55, 480.0, date '2025-03-09', 'Open'),
                (3, 1, 'Cod', 20, 210.0, date '2025-04-02', 'Open'),
                (4, 2, 'Cod', 90, 700.0, date '2025-04-20', 'Paid'),
                (5, 2, 'Sprat', 10, 35.0, date '2025-05-11', 'Open'))
                t(trip_id, skipper_id, catch, crates, price, landed_on, status)
            """,
        },
        relations=("trips.skipper_id skippers.skipper_id",),
    )


@pytest.mark.parametrize(
    ("question", "row"),
    [
        ("Which skipper made the most trips, and how many?", {"Ann Bell", 3}),
        ("Who made the most trips and how many were there?", {"Ann Bell", 3}),
        ("Which skipper landed the most crates, and how many was it?", {"Ann Bell", 115}),
        ("Which catch came up most often, and how often?", {"Cod", 3}),
        ("Which trip landed the most crates? Tell me the catch and the date.", {4, 90, "Cod"}),
        ("What was the highest price? Give me the catch.", {4, 700.0, "Cod"}),
        ("the dearest trip, with its catch", {4, 700.0, "Cod"}),
    ],
)
def test_what_is_said_last_is_shown_of_what_was_found(
    boats: Dataset, question: str, row: set[Any]
) -> None:
    (found,) = boats.ask(question)
    assert row <= {*found}


def test_a_tail_that_counts_is_of_each_that_the_list_is_of(boats: Dataset) -> None:
    rows = boats.ask("Which skippers have open trips, and how many each?")
    assert sorted((row[-2], row[-1]) for row in rows) == [("Ann Bell", 2), ("Bo Cole", 1)]


def test_bare_rows_with_how_many_behind_them_are_counted(boats: Dataset) -> None:
    assert boats.ask("trips with more than 30 crates, how many?") == [(3,)]


def test_names_asked_for_in_a_second_sentence_leave_the_question_alone(boats: Dataset) -> None:
    rows = boats.ask("Which skippers have no trips? Names only please.")
    assert [row[-1] for row in rows] == ["Cy Dunn"]


def test_a_second_part_that_tells_other_rows_is_no_tail(boats: Dataset) -> None:
    found = boats.ask("How many trips are open and how many are paid?")
    assert found != [(3,)] and found != [(5,)]


def test_the_cheapest_of_a_kind_is_a_row_and_not_only_its_price(boats: Dataset) -> None:
    (found,) = boats.ask("cheapest outing that is open")
    assert {5, 35.0} <= {*found}


def test_the_lowest_price_is_a_price(boats: Dataset) -> None:
    assert boats.ask("What is the lowest price?") == [(35.0,)]
