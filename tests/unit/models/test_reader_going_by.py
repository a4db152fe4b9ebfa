"""Numbers that are taken from a column said last: how many people, going by party size."""

from __future__ import annotations

import pytest

from tests.unit.models.asking import Dataset


@pytest.fixture(scope="module")
def tours() -> Dataset:
    return Dataset(
        {
            "tours": """select * from (values
                (1, 'Ann', 'Dawn', 4, 'Done', date '2025-01-04'),
                (2, 'Bob', 'Dusk', 6, 'Done', '2025-01-09'),
                (3, 'Ann', 'Dusk', 3, 'Called off', '2025-02-01'))
                t(tour_no, leader, slot, "Group Size", outcome, held_on)"""
        }
    )


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("How many people did we lead in January 2025, going by group size?", [(10,)]),
        ("How many people did we lead, judging by group size?", [(13,)]),
        ("How many people were on dusk tours, going by the group size?", [(9,)]),
        ("How many tours by slot?", [("Dawn", 1), ("Dusk", 2)]),
    ],
)
def test_a_number_is_taken_from_the_column(tours: Dataset, question: str, rows: object) -> None:
    assert sorted(tours.ask(question)) == rows
