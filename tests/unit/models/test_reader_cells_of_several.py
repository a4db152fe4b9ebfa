"""Cells that name several things at once: tags, genres, people."""

from __future__ import annotations

from typing import Any

import pytest

from keenbench.query.cell_lists import mark_of
from tests.unit.models.asking import Dataset


@pytest.fixture(scope="module")
def recipes() -> Dataset:
    return Dataset(
        {
            "recipes": """select * from (values
                (1, 'Dal', 'Vegan, Spicy', 30), (2, 'Toast', 'Quick, Vegan', 5),
                (3, 'Stew', 'Spicy', 90), (4, 'Omelette', 'Quick', 10),
                (5, 'Chilli', 'Spicy, Vegan', 60), (6, 'Salad', 'Quick, Semi Vegan', 15),
                (7, 'Curry', 'Spicy, Quick', 40), (8, 'Soup', 'Semi Vegan, Spicy', 50))
                t(recipe_id, recipe, tags, minutes)""",
        }
    )


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("How many vegan recipes are there?", [(3,)]),
        ("how many recipes are spicy and vegan together", [(2,)]),
        ("how many recipes are tagged quick or spicy", [(8,)]),
        ("average minutes of quick vs spicy recipes", [(17.5, 54.0)]),
    ],
)
def test_a_cell_that_names_it_among_others_counts(
    recipes: Dataset, question: str, rows: list[Any]
) -> None:
    assert recipes.ask(question) == rows


def test_whole_cells_are_no_groups(recipes: Dataset) -> None:
    assert "several at once" in str(recipes.understand("how many recipes by tags"))


@pytest.mark.parametrize(
    ("cells", "mark"),
    [
        (["a;b", "b;c", "c;a", "a", "b;a"], ";"),
        (["Leeds, Yorkshire", "York, Yorkshire", "Hull, Yorkshire", "Bath, Somerset"] * 2, ""),
        (["Bell, Ann", "Fox, Eve", "Hay, Gus", "Dunn, Cy", "Ash, Ida"], ""),
    ],
)
def test_elements_of_a_list_come_again_in_other_places(cells: list[str], mark: str) -> None:
    assert mark_of(cells) == mark
