"""What a question says beside its figure: how it ended, who it was, out of which, in brackets."""

from __future__ import annotations

from typing import Any

import pytest

from tests.unit.models.asking import Dataset
from tests.unit.models.invented import league


@pytest.fixture(scope="module")
def club() -> Dataset:
    return league()


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("How many matches ended in a draw?", [(2,)]),
        ("how many home wins were there in 2025/26?", [(1,)]),
        ("What percentage of matches did the away side win?", [(20.0,)]),
        ("how many matches were not drawn", [(3,)]),
        ("How many matches did the Oaks play?", [(4,)]),
        ("How many games did the Oaks win?", [(2,)]),
        ("how many away games did the Oaks lose", [(1,)]),
        ("In how many matches did the home side score at least 2 goals?", [(3,)]),
        ("how many goals did the Oaks score at home", [(4,)]),
    ],
)
def test_how_a_match_ended_is_one_score_against_the_other(
    club: Dataset, question: str, rows: list[Any]
) -> None:
    assert club.ask(question) == rows


@pytest.mark.parametrize(
    "question",
    [
        "Who are the injured forwards and which team are they at?",
        "Who are the injured forwards and how old are they?",
    ],
)
def test_who_is_asked_for_is_named_with_what_is_asked_besides(club: Dataset, question: str) -> None:
    rows = club.ask(question)
    assert [row[1] for row in rows] == ["Ann Bell", "Cy Dunn"]
    assert {"Oaks", 17} & {*rows[0]}


@pytest.mark.parametrize(
    "question",
    [
        "donors who have given more than £500 in total, with their totals",
        "which donors gave over £500 overall, and how much?",
    ],
)
def test_a_total_said_last_is_that_of_the_groups_that_pass(club: Dataset, question: str) -> None:
    assert club.ask(question) == [(1, "Ida Jay", 600)]


def test_who_gives_more_gives_more_money(club: Dataset) -> None:
    assert club.ask("did trusts or companies donate more?")[0] == ("Trust", 620)
    assert club.ask("did trusts or companies give more?")[0] == ("Trust", 620)


def test_the_rows_of_a_gift_are_not_those_with_gift_aid(club: Dataset) -> None:
    assert club.ask("average gift") == [(pytest.approx(800 / 6),)]


def test_the_whole_of_a_share_is_told_by_out_of(club: Dataset) -> None:
    question = "percentage of donations graded A, out of those that have a grade"
    assert club.ask(question) == [(25.0,)]


def test_brackets_that_tell_rows_are_never_left_out(club: Dataset) -> None:
    assert club.ask("how many forwards do we have (injured only)") == [(2,)]


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("teams with more than 1 forward players", []),
        ("teams with fewer than 2 forwards", [("Oaks",), ("Rovers",), ("Town",)]),
    ],
)
def test_cells_that_are_counted_bound_groups(club: Dataset, question: str, rows: list[Any]) -> None:
    assert sorted(row[:1] for row in club.ask(question)) == rows


@pytest.mark.parametrize("said", ["ignoring blanks", "leave out the ones we don't know"])
def test_blanks_are_left_out_of_the_groups(club: Dataset, said: str) -> None:
    assert sorted(club.ask(f"number of donations by grade, {said}")) == [("A", 1), ("B", 3)]


def test_a_second_bound_is_of_what_is_measured(club: Dataset) -> None:
    assert club.ask("how many donations came without gift aid and under 50?") == [(1,)]


def test_what_the_greatest_came_to_is_asked_once(club: Dataset) -> None:
    row = club.ask("who gave the largest donation and how much was it?")[0]
    assert {"Ida Jay", 300} <= {*row}
