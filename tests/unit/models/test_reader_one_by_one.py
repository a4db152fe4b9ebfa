"""Cells listed after a figure: each by itself, or all together."""

from __future__ import annotations

from typing import Any

import pytest

from tests.unit.models.asking import Dataset
from tests.unit.models.invented import pet_visits


@pytest.fixture(scope="module")
def clinic() -> Dataset:
    return pet_visits()


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("median fee for cats, dogs and rabbits", [("Cat", 40), ("Dog", 70), ("Rabbit", 20)]),
        ("what is the highest fee for cats and dogs?", [("Cat", 50), ("Dog", 80)]),
        ("average fee for cats and dogs by kept",
         [("indoor", "Cat", 35), ("indoor", "Dog", 80), ("outdoor", "Cat", 50),
          ("outdoor", "Dog", 60)]),
        ("how many indoor and outdoor visits were there?", [("indoor", 4), ("outdoor", 2)]),
        ("how many cats and dogs did each vet see?",
         [("Ann", "Cat", 1), ("Ann", "Dog", 1), ("Bob", "Dog", 1)]),
    ],
)  # fmt: skip
def test_each_of_the_cells_listed_is_shown(clinic: Dataset, question: str, rows: list[Any]) -> None:
    assert sorted(clinic.ask(question)) == rows


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("how many cats and dogs were seen?", [(5,)]),
        ("average fee of cats and dogs together", [(52.0,)]),
        ("average fee for cats or dogs", [(52.0,)]),
        ("how many cats or dogs did each vet see?", [("Ann", 2), ("Bob", 1)]),
        ("total fee for cats and dogs", [(260.0,)]),
    ],
)
def test_what_is_meant_together_stays_together(
    clinic: Dataset, question: str, rows: list[Any]
) -> None:
    assert sorted(clinic.ask(question)) == rows
