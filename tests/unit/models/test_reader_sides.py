"""Two sides that conditions tell, each with its own figure."""

from __future__ import annotations

from typing import Any

import pytest

from keenbench.models.offline.columns import ColumnRef
from keenbench.models.offline.frame import Clarification, Test
from keenbench.models.reader.apart import are_apart, opposite
from tests.unit.models.asking import Dataset


@pytest.fixture(scope="module")
def inn() -> Dataset:
    """Stays with a price, a party size and whether breakfast was taken."""
    return Dataset(
        {
            "stays": """select * from (values
                (1, 'Ann Lee', date '2023-01-07', 40.0, 2, true, 'Direct', 8.0),
                (2, 'Bob Ray', '2023-02-11', 60.0, 1, false, 'Agency', 6.0),
                (3, 'Cid Moe', '2023-06-20', 90.0, 4, true, 'Direct', 9.0),
                (4, 'Ann Lee', '2024-03-05', 30.0, 2, false, 'Website', 5.0),
                (5, 'Bob Ray', '2024-05-06', 80.0, 3, true, 'Agency', 7.0))
                t(stay_no, guest, arrival, price, nights, breakfast, channel, rating)""",
        }
    )


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("Compare the average rating of stays over $50 with those of stays up to $50",
         [(6.5, pytest.approx(22 / 3))]),
        ("average price for stays with and without breakfast", [(True, 70.0), (False, 45.0)]),
        ("average price of Agency stays versus everything else", [(pytest.approx(160 / 3), 70.0)]),
        ("average rating on weekends versus weekdays", [(7.0, 7.0)]),
    ],
)  # fmt: skip
def test_each_side_has_its_own_figure(inn: Dataset, question: str, rows: list[Any]) -> None:
    found = inn.ask(question)
    assert [tuple(sorted(row)) for row in found] == rows


def test_who_paid_less_in_one_year_than_in_another_is_told_of_each(inn: Dataset) -> None:
    found = inn.ask("Which guests paid a lower price in 2024 than in 2023?")
    assert [row[0] for row in found] == ["Ann Lee"]


def test_a_side_that_names_nothing_is_not_lost(inn: Dataset) -> None:
    found = inn.understand("average price of Agency stays versus zeppelins", None)
    assert isinstance(found, Clarification)


def test_conditions_that_no_row_can_meet_together_are_apart() -> None:
    price = ColumnRef("stays", "price")
    over = Test(column=price, op=">", value=50, said="over 50")
    up_to = Test(column=price, op="<=", value=50, said="up to 50")
    from_40 = Test(column=price, op=">=", value=40, said="from 40")
    assert are_apart(over, up_to)
    assert not are_apart(up_to, from_40)
    turned = opposite(over)
    assert turned is not None and turned.op == "<="
