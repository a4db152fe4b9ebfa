"""Nouns that no table has: those that can be left out, and those that nothing is right without."""

from __future__ import annotations

import pytest

from keenbench.models.offline.frame import Clarification
from tests.unit.models.asking import Dataset


@pytest.fixture(scope="module")
def boats() -> Dataset:
    rows = """select * from (values
        ('Ada', 'Red', 'north', 12.0, 5, true, 'A'), ('Bee', 'Green', 'south', 20.0, 1, true, 'B'),
        ('Cat', 'Red', 'north', 16.0, 2, false, 'A'), ('Dot', 'Blue', null, 24.0, 4, true, 'B')
    ) as t(name, color, harbour_zip, wind, rating, active, pclass)"""
    return Dataset({"harbour_log": rows})


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("what is the average wind speed?", [(18.0,)]),
        ("how many red and green dinghies are there?", [(3,)]),
        ("what is the average rating by passenger class?", [("A", 3.5), ("B", 2.5)]),
        ("how many are unhappy (rating 2 or lower)?", [(2,)]),
    ],
)
def test_a_noun_that_says_a_name_in_full_is_left_out(
    boats: Dataset, question: str, rows: list[tuple[object, ...]]
) -> None:
    answer = boats.ask(question)
    assert sorted(map(str, answer)) == sorted(map(str, rows))


@pytest.mark.parametrize(
    "question",
    [
        "how many are out for repair?",
        "what did we spend on marketing?",
        "what is the average insurance?",
        "how many yoga classes are there?",
    ],
)
def test_what_is_asked_for_and_not_there_is_asked_about(boats: Dataset, question: str) -> None:
    assert isinstance(boats.understand(question), Clarification)
