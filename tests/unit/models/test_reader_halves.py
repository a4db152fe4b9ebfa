"""Two columns that are the halves of one measure are added up where no half is named."""

from __future__ import annotations

from typing import Any

import pytest

from tests.unit.models.asking import Dataset
from tests.unit.models.invented import league


@pytest.fixture(scope="module")
def park() -> Dataset:
    return Dataset(
        {
            "park_days": """select * from (values
                (date '2024-04-01', 120, 80, 'sunny', 'North', 30.0, 25.0),
                (date '2024-04-02', 90, 40, 'rain', 'North', 20.0, 21.0),
                (date '2024-05-01', 200, 150, 'sunny', 'South', 55.0, 50.0),
                (date '2024-05-02', 60, 20, 'cloudy', 'South', 15.0, 18.0))
                t(visit_date, adult_visitors, child_visitors, weather, gate, planned_income,
                  actual_income)""",
        }
    )


@pytest.fixture(scope="module")
def club() -> Dataset:
    return league()


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("how many visitors were there altogether?", [(760,)]),
        ("total visitors by gate", [("South", 430), ("North", 330)]),
        ("average number of visitors by weather", [("sunny", 275), ("rain", 130), ("cloudy", 80)]),
        ("how many visitors came through each gate?", [("South", 430), ("North", 330)]),
        ("which gate had the most visitors?", [("South", 430)]),
        ("how many days had more than 150 visitors?", [(2,)]),
        ("what was the visitor share of the North gate in April?", [(100.0,)]),
    ],
)
def test_both_halves_are_meant(park: Dataset, question: str, rows: list[Any]) -> None:
    assert park.ask(question) == rows


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("total child visitors", [(290,)]),
        ("adult visitors by gate", [("South", 260), ("North", 210)]),
        ("difference between adult and child visitors in May", [(90,)]),
    ],
)
def test_a_half_that_is_named_is_meant_alone(park: Dataset, question: str, rows: list[Any]) -> None:
    assert park.ask(question) == rows


def test_what_was_planned_and_what_came_are_no_halves(park: Dataset) -> None:
    assert "planned_income" in park.asked_back("total income by gate")


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("how many goals were scored in all?", [(16,)]),
        ("average goals per match", [(3.2,)]),
        ("how many matches had more than 3 goals?", [(2,)]),
        ("how many goals did the home side score?", [(9,)]),
    ],
)
def test_goals_are_those_of_both_sides(club: Dataset, question: str, rows: list[Any]) -> None:
    assert club.ask(question) == rows


@pytest.mark.parametrize(
    "question",
    [
        "how many goals did the Oaks score?",  # at home some, away the others
        "which match had the biggest goal difference?",
    ],
)
def test_of_one_side_it_is_asked(club: Dataset, question: str) -> None:
    assert club.asked_back(question)


def test_what_nothing_tells_apart_is_one_row_of_its_own() -> None:
    games = Dataset(
        {
            "games": """select * from (values
                (1, 'Oaks', 'Rovers', 2, 1), (1, 'Town', 'Elms', 0, 4), (2, 'Oaks', 'Elms', 1, 1))
                t(round, home_team, away_team, home_points, away_points)""",
        }
    )
    found = games.ask("Which game had the most points in total?")
    assert len(found) == 1 and {"Town", "Elms"} <= set(found[0])


def test_a_half_that_may_be_missing_is_not_added() -> None:
    shops = Dataset(
        {
            "shops": """select * from (values ('A', 10.5, 3.5), ('B', 4.0, null), ('C', 8.5, 1.0))
                t(shop, online_sales, offline_sales)""",
        }
    )
    assert "online_sales" in shops.asked_back("total sales")
