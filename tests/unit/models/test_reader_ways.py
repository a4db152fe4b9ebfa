"""Two ways between the same two tables: words tell which is meant, or it is asked."""

from __future__ import annotations

from typing import Any

import pytest

from keenbench.models.offline.frame import Clarification
from tests.unit.models.asking import Dataset


@pytest.fixture(scope="module")
def ferries() -> Dataset:
    return Dataset(
        {
            "ports": """select * from (values ('AV', 'Aven', 'North'), ('BX', 'Brix', 'South'),
                ('CO', 'Corm', 'South'), ('DE', 'Dell', 'North'))
                t(code, port, coast)""",
            "crossings": """select * from (values
                (1, 'AV', 'BX', 5.0, 10), (2, 'BX', 'AV', 0.0, 20), (3, 'CO', 'AV', 2.0, 30),
                (4, 'AV', 'CO', 9.0, 40), (5, 'BX', 'AV', 4.0, 50),
                (6, 'CO', 'CO', 1.0, 60))
                t(crossing_id, origin, dest, departure_delay, cars)""",
        },
        ("crossings.origin ports.code", "crossings.dest ports.code"),
    )


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("How many crossings leave from ports in the South?", [(4,)]),
        ("How many crossings arrive in the South?", [(3,)]),
        ("average departure delay of crossings to the South", [(5.0,)]),
        ("total cars on crossings from Aven to Brix", [(10,)]),
        ("How many crossings went from the South to the North?", [(3,)]),
    ],
)
def test_what_stands_before_a_place_tells_the_way(
    ferries: Dataset, question: str, rows: list[Any]
) -> None:
    assert ferries.ask(question) == rows


def test_rows_without_a_match_are_those_without_one_that_way(ferries: Dataset) -> None:
    found = ferries.ask("Which ports have no departing crossings?")
    assert [row[0] for row in found] == ["DE"]


def test_where_no_word_tells_the_way_it_is_asked(ferries: Dataset) -> None:
    found = ferries.understand("number of crossings by coast")
    assert isinstance(found, Clarification)
    assert "origin or dest" in found.message
