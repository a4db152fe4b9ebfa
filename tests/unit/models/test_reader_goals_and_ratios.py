"""Goals that were reached, what is used most, and so much for each of other rows."""

from __future__ import annotations

from dataclasses import replace

import pytest

from keenbench.query.dataset_schema import Relation
from tests.unit.models.asking import Dataset


def appeals(*, silent: bool = False) -> Dataset:
    extra = ", ('Trees', 50, date '2024-05-01')" if silent else ""
    return Dataset(
        {
            "givers": """select * from (values
                (1, 'Ann', 'Cork'), (2, 'Bob', 'Cork'), (3, 'Cid', 'Sligo'))
                t(giver_id, giver, town)""",
            "appeals": f"""select * from (values
                ('Wells', 100, date '2024-01-01'), ('Books', 300, '2024-02-01'){extra})
                t(appeal, goal, start)""",
            "gifts": """select * from (values
                (1, 1, 'Wells', date '2024-01-05', 70.0, 'card'),
                (2, 1, 'Wells', '2024-01-09', 50.0, 'card'),
                (3, 2, 'Books', '2024-02-10', 20.0, 'card'),
                (4, 3, 'Books', '2024-03-10', 120.0, 'cash'),
                (5, 3, 'Books', '2024-03-11', 10.0, 'cash'),
                (6, 2, 'Books', '2024-04-11', 10.0, 'card'))
                t(gift_id, giver_id, appeal, given_on, amount, method)""",
        },
        ("gifts.giver_id givers.giver_id", "gifts.appeal appeals.appeal"),
    )


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("Which appeals reached their goal?", ["Wells"]),
        ("Which appeals met their goal?", ["Wells"]),
        ("Which appeals missed their goal?", ["Books"]),
        ("Which appeals did not reach their goal?", ["Books"]),
    ],
)
def test_a_goal_is_held_against_what_was_given(question: str, names: list[str]) -> None:
    assert [row[0] for row in appeals().ask(question)] == names


def test_those_without_any_gift_missed_their_goal_too_so_it_is_asked() -> None:
    assert "no gifts at all" in appeals(silent=True).asked_back("Which appeals missed their goal?")


def test_a_goal_that_nothing_can_be_held_against_is_asked_about() -> None:
    teams = Dataset(
        {"teams": "select * from (values ('A', 3, 8), ('B', 4, 9)) t(team, goal, members)"}
    )
    assert "goal" in teams.asked_back("Which teams reached their goal?")


def test_goals_are_still_listed_and_ranked() -> None:
    assert appeals().ask("Which appeal has the highest goal?") == [("Books", 300)]


@pytest.mark.parametrize(
    "question", ["Which payment method is used most?", "Which method was used the most in 2024?"]
)
def test_what_is_used_most_is_what_is_used_most_often(question: str) -> None:
    assert appeals().ask(question) == [("card", 4)]


def test_a_sum_per_giver_ranks_by_the_sum_over_the_number_of_givers() -> None:
    assert appeals().ask("Which town gives the most per giver?") == [("Sligo", 130.0)]


def test_a_sum_per_row_of_its_own_is_an_average() -> None:
    found = appeals().ask("Which town gives the most per gift?")
    assert found == [("Sligo", 65.0)]


def test_the_average_spend_per_giver_is_one_figure() -> None:
    assert appeals().ask("Average spend per giver") == [(pytest.approx(280 / 3),)]
    found = appeals().ask("Average spend per giver by town")
    assert found == [("Sligo", 130.0), ("Cork", 75.0)]


def gym() -> Dataset:
    return Dataset(
        {
            "members": """select * from (values
                ('M1', 'Ann', 'Old Town'), ('M2', 'Bob', 'Airport'))
                t("Member ID", name, branch)""",
            "checkins": """select * from (values
                ('M1', timestamp '2024-01-01 08:00:00', 'Swim', 30),
                ('M1', '2024-01-02 09:00:00', 'Yoga', 60),
                ('M1', '2024-01-03 10:00:00', 'Swim', 50),
                ('M2', '2024-01-03 11:00:00', 'Yoga', 40))
                t("Member ID", "Check-in", activity, minutes)""",
        }
    )


def with_members(dataset: Dataset) -> Dataset:
    """A header with a space in it cannot be told as the ends of a relation are in `Dataset`."""
    relation = Relation("checkins", "Member ID", "members", "Member ID")
    dataset.schema = replace(dataset.schema, relations=(relation,))
    return dataset


def test_per_row_of_its_own_is_no_group_though_a_column_of_times_is_called_so() -> None:
    found = with_members(gym()).ask("Average minutes per check-in by activity")
    assert found == [("Yoga", 50.0), ("Swim", 40.0)]


def test_the_average_of_rows_that_come_to_no_money_is_how_many_there_are() -> None:
    checkins = with_members(gym())
    assert checkins.ask("average check-ins per member") == [(2.0,)]
    found = checkins.ask("average check-ins per member by branch")
    assert found == [("Old Town", 3.0), ("Airport", 1.0)]
