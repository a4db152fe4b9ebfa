"""Other groups of the same figure: what was only left out for the old ones comes back."""

from __future__ import annotations

from typing import Any

import pytest

from tests.unit.models.asking import Dataset
from tests.unit.models.invented import pet_visits


@pytest.fixture(scope="module")
def clinic() -> Dataset:
    return pet_visits()


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
