"""Conditions and corrections that nothing can be made of are asked about, in the user's words."""

from __future__ import annotations

import pytest

from keenbench.models.offline.frame import Clarification, Understanding
from tests.unit.models.asking import Dataset


@pytest.fixture(scope="module")
def members() -> Dataset:
    return Dataset(
        {
            "members": """select * from (values
                (1, 'Harbour', 'Basic', date '2023-01-05', date '2023-03-01', 20.0),
                (2, 'Harbour', 'Gold', '2023-06-01', null, 40.0),
                (3, 'Mill', 'Basic', '2023-02-01', '2024-12-01', 20.0),
                (4, 'Mill', 'Gold', '2024-03-01', null, 40.0))
                t(member_no, branch, plan, joined, cancelled, fee)"""
        }
    )


@pytest.mark.parametrize(
    "question",
    ["how many members cancelled within a year", "how many members cancelled within 6 months",
     "which plan loses the most members"],
)  # fmt: skip
def test_what_would_be_dropped_is_asked_about(members: Dataset, question: str) -> None:
    assert members.asked_back(question)


def test_no_by_itself_turns_no_condition_round(members: Dataset) -> None:
    before = members.understand("members in Harbour per plan")
    assert isinstance(before, Understanding)
    assert isinstance(members.understand("no", before), Clarification)


def test_what_a_chart_is_called_says_nothing_of_the_rows(members: Dataset) -> None:
    assert sorted(members.ask("pie chart of members by plan")) == [("Basic", 2), ("Gold", 2)]


def test_what_is_asked_back_names_the_word_that_was_said() -> None:
    budget = Dataset(
        {"budget": "select * from (values ('Desks', 300), ('Lamps', 90)) t(item, paid)"}
    )
    assert "departed" not in budget.asked_back("how much is left?")


def test_money_per_row_is_what_one_row_comes_to(members: Dataset) -> None:
    assert members.ask("fee per member") == [(30.0,)]
