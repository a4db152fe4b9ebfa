"""What a group is called, and groups without a name."""

from __future__ import annotations

from typing import Any

import pytest

from keenbench.models.offline.frame import Understanding
from tests.unit.models.asking import Dataset


@pytest.fixture(scope="module")
def records() -> Dataset:
    return Dataset(
        {
            "album_sales": """select * from (values
                (1, 'Blue', 'vinyl', 9.0, 'Ann'), (2, 'Dune', 'vinyl', 8.0, null),
                (3, 'Blue', 'tape', 7.0, 'Bob'), (4, 'Blue', 'disc', 6.0, 'Ann'),
                (5, 'Fern', 'disc', 5.0, null), (6, 'Dune', 'tape', 4.0, 'Bob'),
                (7, 'Gull', 'disc', 3.0, 'Ann'), (8, 'Hart', 'disc', 2.0, null))
                t(rank, name, medium, sales, sponsor)""",
        }
    )


@pytest.fixture(scope="module")
def workshop() -> Dataset:
    return Dataset(
        {
            "orders": """select * from (values (1, 'Ann'), (2, 'Ann'), (3, 'Bob'))
                t(order_id, buyer)""",
            "order_lines": """select * from (values (1, 1, 10.0), (2, 1, 30.0), (3, 2, 20.0),
                (4, 3, 5.0), (5, 3, 5.0)) t(line_id, order_id, line_total)""",
        },
        ("order_lines.order_id orders.order_id",),
    )


def test_what_stands_in_several_rows_is_grouped_by_its_name(records: Dataset) -> None:
    found = records.ask("Which albums came out on at least three mediums?")
    assert [row[0] for row in found] == ["Blue"]


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("average order value", [(70 / 3,)]),
        ("What is the average value of an order for each buyer?", [("Ann", 30.0), ("Bob", 10.0)]),
    ],
)
def test_an_order_comes_to_the_sum_of_its_lines(
    workshop: Dataset, question: str, rows: list[Any]
) -> None:
    found = workshop.ask(question)
    assert [row[:-1] for row in found] == [row[:-1] for row in rows]
    assert [row[-1] for row in found] == pytest.approx([row[-1] for row in rows])


@pytest.mark.parametrize(
    ("question", "groups"),
    [
        ("How many album sales has each sponsor backed?", {"Ann", "Bob"}),
        ("average sales by sponsor", {"Ann", "Bob"}),
        ("number of album sales by sponsor", {"Ann", "Bob", None}),
    ],
)
def test_none_is_no_sponsor_but_part_of_the_whole(
    records: Dataset, question: str, groups: set[str | None]
) -> None:
    assert {row[0] for row in records.ask(question)} == groups


def test_it_is_said_that_rows_were_left_out(records: Dataset) -> None:
    found = records.understand("average sales by sponsor")
    assert isinstance(found, Understanding)
    assert "rows without sponsor left out" in found.sentence
