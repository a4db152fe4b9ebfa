"""Shares, two things asked at once, and what goes on from the question before."""

from __future__ import annotations

from typing import Any

import pytest

from keenbench.models.offline.frame import Clarification, Pending, Understanding
from keenbench.models.offline.understanding import understand
from tests.unit.models.asking import Dataset, _Answers


@pytest.fixture(scope="module")
def garage() -> Dataset:
    """Repairs of which only those that are paid have a way of paying."""
    return Dataset(
        {
            "repairs": """select * from (values
                (1, 'Ann Lee', 'North', date '2023-01-10', true, 'Card', 'Married', 40, 10, 100.0),
                (2, 'Bob Ray', 'North', '2023-02-11', true, 'Cash', 'Single', 20, 1, 50.0),
                (3, 'Cid Moe', 'South', '2024-02-20', true, 'Card', 'Single', 60, 3, 30.0),
                (4, 'Dee Fox', 'South', '2024-03-05', false, null, 'Married', 30, 6, 70.0),
                (5, 'Eve Orr', 'South', '2024-05-05', true, 'Card', 'Single', 50, 0, 150.0))
                t(repair_no, customer, branch, done_on, paid, pay_method, marital_status,
                  parts_fitted, faulty_parts, amount)""",
        }
    )


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("What share of single customers is in the South?", [(pytest.approx(200 / 3),)]),
        ("fault rate (faulty parts as % of parts fitted)", [(10.0,)]),
        ("What was the amount share of the North branch?", [(37.5,)]),
        ("amount share of single customers in 2024", [(72.0,)]),
        ("what share of repairs were in the North?", [(40.0,)]),
        ("How many repairs had faulty parts of more than 15 % of their parts fitted?", [(2,)]),
    ],
)
def test_a_share_is_of_what_is_told_as_its_whole(
    garage: Dataset, question: str, rows: list[Any]
) -> None:
    assert garage.ask(question) == rows


def test_a_share_of_a_hundred_in_every_group_is_never_meant(garage: Dataset) -> None:
    rows = garage.ask("percentage of paid repairs by pay method")
    assert {(row[0], row[-1]) for row in rows} == {("Card", 75.0), ("Cash", 25.0)}


def test_what_rows_add_up_to_stands_beside_how_many_there_are(garage: Dataset) -> None:
    asked = "paid repairs in the South: how many and what do they add up to?"
    assert garage.ask(asked) == [(2, 180.0)]


def test_the_greatest_and_who_has_it_are_of_one_row(garage: Dataset) -> None:
    rows = garage.ask("What was the highest amount and which customer was it?")
    assert len(rows) == 1 and {"Eve Orr", 150.0} <= set(rows[0])


def test_two_periods_are_two_sides_and_never_of_one_row(garage: Dataset) -> None:
    rows = garage.ask("How much more did we take in 2024 than in 2023?")
    assert rows[0][2] == 100.0
    more = garage.ask("Which branches took more in 2024 than in 2023?")
    assert [row[0] for row in more] == ["South"]  # that had nothing in 2023


@pytest.mark.parametrize(
    ("questions", "rows"),
    [
        (("total amount by branch", "paid repairs only pls"), [("North", 150.0), ("South", 180.0)]),
        (
            (
                "number of paid repairs per branch",
                "make that a percentage of each branch's repairs",
            ),
            [("North", 100.0), ("South", pytest.approx(200 / 3))],
        ),
        (
            ("how many paid repairs are in the South?", "as a percentage of all paid repairs"),
            [(50.0,)],
        ),
    ],
)
def test_a_message_goes_on_from_the_figure_before(
    garage: Dataset, questions: tuple[str, ...], rows: list[Any]
) -> None:
    assert sorted(garage.ask(*questions)) == rows


def test_who_goes_on_from_a_proposed_reading_has_taken_it(garage: Dataset) -> None:
    first = garage.understand("how many gizmos were paid per branch")
    assert isinstance(first, Clarification) and first.proposed
    pending = Pending(question="", words=first.words, proposed=first.proposed)
    told = understand("and by pay method?", garage.schema, _Answers(garage), None, pending)
    assert isinstance(told, Understanding) and told.plan is not None
    assert sorted(garage.run(told.plan)) == [("Card", 3), ("Cash", 1)]
    assert any(remark.startswith("I went by") for remark in told.remarks)
