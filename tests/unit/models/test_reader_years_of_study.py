"""Years that count from one, and what something went by."""

from __future__ import annotations

import pytest

from tests.unit.models.asking import Dataset


@pytest.fixture(scope="module")
def academy() -> Dataset:
    return Dataset(
        {
            "marks": """select * from (values
                (1, 'Ann', 'Art', 1, 4, 2024), (2, 'Ann', 'Art', 1, 6, 2024),
                (3, 'Bob', 'Art', 2, 8, 2024), (4, 'Cid', 'Law', 1, 5, 2025),
                (5, 'Dot', 'Law', 3, 9, 2025))
                t(mark_no, trainee, track, "Year of Course", points, held_in)"""
        }
    )


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("How many first-year trainees are there?", [(2,)]),
        ("How many trainees are in their second year?", [(1,)]),
        ("Total points of third-year trainees", [(9,)]),
        ("How many points has each Art trainee earned?", [("Ann", 10), ("Bob", 8)]),
        ("How many points has each first-year Art trainee earned?", [("Ann", 10)]),
        ("How many points has each trainee earned?",
         [("Ann", 10), ("Bob", 8), ("Cid", 5), ("Dot", 9)]),
        ("Total points per track", [("Art", 18), ("Law", 14)]),
    ],
)  # fmt: skip
def test_a_year_of_few_is_told_by_its_place(academy: Dataset, question: str, rows: object) -> None:
    assert sorted(academy.ask(question)) == rows


def test_what_something_went_by_is_no_group() -> None:
    post = Dataset(
        {
            "parcels": """select * from (values (1, 'Standard', 2.0), (2, 'Express', 4.0),
                (3, 'Express', 6.0)) t(parcel_no, service, weight_kg)"""
        }
    )
    question = "What is the average weight of the parcels that did not go by standard service?"
    assert post.ask(question) == [(5.0,)]
