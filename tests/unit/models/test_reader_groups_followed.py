"""Other groups of the same figure: what was only left out for the old ones comes back."""

from __future__ import annotations

from typing import Any

import pytest

from tests.unit.models.asking import Dataset


@pytest.fixture(scope="module")
def clinic() -> Dataset:
    return Dataset(
        {
            "visits": """select * from (values
                (1, 'Cat', 'indoor', date '2024-01-03', 40.0, 'Ann', 'East'),
                (2, 'Dog', 'outdoor', '2024-01-13', 60.0, 'Bob', null),
                (3, 'Dog', 'indoor', '2024-02-03', 80.0, 'Ann', 'West'),
                (4, 'Rabbit', 'indoor', '2024-02-05', 20.0, 'Bob', 'West'),
                (5, 'Cat', 'outdoor', '2024-03-03', 50.0, null, 'West'),
                (6, 'Cat', 'indoor', '2024-03-08', 30.0, null, 'East'))
                t(visit_no, species, kept, visit_date, fee, vet, branch)""",
        }
    )


@pytest.mark.parametrize(
    ("questions", "rows"),
    [
        (("top 2 vets by number of visits", "same but for species"), [("Cat", 3), ("Dog", 2)]),
        (("top 2 vets by number of visits", "what about the branch?"), [("West", 3), ("East", 2)]),
        (("top 3 branches by number of visits", "same for kept"), [("indoor", 4), ("outdoor", 2)]),
    ],
)
def test_what_is_of_no_old_group_may_be_of_a_new_one(
    clinic: Dataset, questions: tuple[str, ...], rows: list[Any]
) -> None:
    assert clinic.ask(*questions) == rows


def test_what_was_said_of_the_old_groups_stays(clinic: Dataset) -> None:
    asked = ("number of visits with a vet by vet", "same but by species")
    assert sorted(clinic.ask(*asked)) == [("Cat", 1), ("Dog", 2), ("Rabbit", 1)]
