"""Rows with and without a match in another table, and two ways between the same two tables."""

from __future__ import annotations

import pytest

from keenbench.models.offline.frame import Understanding
from tests.unit.models.asking import Dataset
from tests.unit.models.invented import bakeries


@pytest.fixture(scope="module")
def league() -> Dataset:
    return Dataset(
        {
            "teams": """select * from (values
                (1, 'Otters', 'Aven'), (2, 'Herons', 'Brix'), (3, 'Moles', 'Aven'))
                t(team_id, team, town)""",
            "matches": """select * from (values
                (1, 1, 2, 3), (2, 1, 3, 1), (3, 2, 1, 4), (4, 3, 1, 0), (5, 1, 2, 2))
                t(match_id, home_team_id, away_team_id, goals)""",
        },
        (
            "matches.home_team_id teams.team_id",
            "matches.away_team_id teams.team_id",
        ),
    )


@pytest.fixture(scope="module")
def chain() -> Dataset:
    return bakeries()


@pytest.mark.parametrize(
    ("question", "number"),
    [
        ("How many shops have made a sale?", 3),
        ("How many shops have no sales?", 1),
        ("What share of shops had a sale in 2025?", 25),
    ],
)
def test_rows_with_and_without_a_match_are_counted(
    chain: Dataset, question: str, number: int
) -> None:
    assert chain.ask(question) == [(number,)]


@pytest.mark.parametrize(
    ("question", "shops"),
    [
        ("Which shops had no sales in 2025?", [1, 3, 4]),
        ("Which shops have no cake sales?", [4]),
        ("Which shops sold nothing in 2024?", [4]),
    ],
)
def test_a_condition_is_of_the_rows_that_there_are_none_of(
    chain: Dataset, question: str, shops: list[int]
) -> None:
    assert sorted(row[0] for row in chain.ask(question)) == shops


def test_what_has_none_is_shown_with_nought(chain: Dataset) -> None:
    found = chain.ask("number of sales per shop, including shops with none")
    assert {row[0]: row[-1] for row in found} == {1: 2, 2: 3, 3: 1, 4: 0}


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("goals per home team", {"Otters": 6, "Herons": 4, "Moles": 0}),
        ("total goals by away team", {"Otters": 4, "Herons": 5, "Moles": 1}),
    ],
)
def test_a_word_says_which_of_two_ways_is_meant(
    league: Dataset, question: str, rows: dict[str, int]
) -> None:
    found = league.ask(question)
    assert {row[-2]: row[-1] for row in found} == rows


def test_the_answer_says_which_way_was_taken(league: Dataset) -> None:
    found = league.understand("How many matches did the Otters play at home?")
    assert isinstance(found, Understanding)
    assert found.plan is not None
    assert league.run(found.plan) == [(3,)]
    assert found.remarks == ("I went by home_team_id.",)
