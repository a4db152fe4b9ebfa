"""A last sentence that only says that all rows count, and headers that begin with `Type of`."""

from __future__ import annotations

import pytest

from tests.unit.models.asking import Dataset


@pytest.fixture(scope="module")
def grants() -> Dataset:
    return Dataset(
        {
            "grants": """select * from (values
                (1, 'Arts', 'Won', 10), (2, 'Arts', 'Lost', 20), (3, 'Sport', 'Won', 30),
                (4, 'Sport', 'Open', 40)) t(grant_no, "Type of Fund", outcome, points)"""
        }
    )


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("What percentage of grants were won? Count every grant, also the open and lost ones",
         [(50.0,)]),
        ("What percentage of grants were won, by type of fund? Include all grants, open ones too.",
         [("Arts", 50.0), ("Sport", 50.0)]),
        ("How many grants by type of fund?", [("Arts", 2), ("Sport", 2)]),
        ("Average points per type of fund", [("Arts", 15.0), ("Sport", 35.0)]),
        ("How many grants are open? Count them.", [(1,)]),
        ("Count every grant that was won", [(2,)]),
    ],
)  # fmt: skip
def test_all_rows_count_anyway(grants: Dataset, question: str, rows: object) -> None:
    assert sorted(grants.ask(question)) == rows


def test_what_is_left_out_is_not_read_past(grants: Dataset) -> None:
    found = grants.understand("What percentage of grants were won? Count all but the open ones")
    assert "50.0" not in str(found) and "Open" in str(found)


@pytest.mark.parametrize(
    ("question", "share"),
    [
        ("Ignoring losses, what percentage of grants were won?", 200 / 3),
        ("What percentage of grants were won, ignoring losses?", 200 / 3),
        ("Excluding open grants, what percentage of grants were won?", 200 / 3),
        ("What percentage of grants were not won?", 50.0),
    ],
)
def test_what_is_left_out_is_in_neither_part_nor_whole(
    grants: Dataset, question: str, share: float
) -> None:
    assert grants.ask(question)[0][-1] == pytest.approx(share)


def test_a_number_of_rows_is_no_column_of_another_table() -> None:
    stays = Dataset(
        {
            "flats": """select * from (values (1, 'Loft', 40), (2, 'Barn', 7))
                t(flat_id, flat_name, number_of_reviews)""",
            "reviews": """select * from (values (1, 1, date '2023-01-04'), (2, 1, '2023-02-01'),
                (3, 2, '2023-02-09')) t(review_id, flat_id, written_on)""",
        },
        ("reviews.flat_id flats.flat_id",),
    )
    found = stays.ask("Number of reviews per month in 2023")
    assert [row[-1] for row in found] == [1, 2]
