"""Two tables that belong together: whose rows, what is lacking, and both sides of a yes or no."""

from __future__ import annotations

from typing import Any

import pytest

from tests.unit.models.asking import Dataset


@pytest.fixture(scope="module")
def kennels() -> Dataset:
    """Keepers, and the boarding of their dogs."""
    return Dataset(
        {
            "keepers": """select * from (values
                (1, 'Ann Lee', 'Aven', 34, 'yes'), (2, 'Bob Ray', 'Aven', 61, 'no'),
                (3, 'Cid Moe', 'Brix', 58, 'yes'), (4, 'Dot Fay', 'Corm', 25, 'no'))
                t(keeper_id, keeper_name, town, age, insured)""",
            "boardings": """select * from (values
                (1, 1, 'Long', 40.0, 'paid', date '2025-01-04', 'Y'),
                (2, 1, 'Short', 20.0, 'unpaid', '2025-02-01', 'N'),
                (3, 2, 'Long', 60.0, 'paid', null, 'N'),
                (4, 3, 'Short', 90.0, 'paid', '2025-03-09', 'Y'),
                (5, 3, 'Long', 30.0, 'paid', '2025-04-02', 'N'))
                t(boarding_id, keeper_id, stay, fee, payment, collected_on, bitten)""",
        },
        ("boardings.keeper_id keepers.keeper_id",),
    )


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("What is the total of fees paid by keepers in Aven?", [(100.0,)]),
        ("What percentage of keepers are uninsured?", [(50.0,)]),
        ("How many keepers over 50 had a long boarding?", [(2,)]),
        ("How many keepers have had at least one short boarding?", [(2,)]),
    ],
)
def test_one_figure_across_two_tables(kennels: Dataset, question: str, rows: list[Any]) -> None:
    assert kennels.ask(question) == rows


def test_how_many_have_it_and_how_many_do_not_are_two_numbers(kennels: Dataset) -> None:
    found = kennels.ask("How many keepers are insured and how many are not?")
    assert sorted(row[-1] for row in found) == [2, 2]


def test_the_average_of_those_who_have_it_and_of_those_who_do_not(kennels: Dataset) -> None:
    found = kennels.ask("Average age of keepers who are insured and of those who are not")
    assert sorted(row[-1] for row in found) == [43.0, 46.0]


def test_each_with_the_number_of_theirs(kennels: Dataset) -> None:
    found = kennels.ask("List each keeper with the number of boardings they had")
    assert {row[-2]: row[-1] for row in found} == {"Ann Lee": 2, "Bob Ray": 1, "Cid Moe": 2}


def test_what_is_not_done_yet_is_not_lacking(kennels: Dataset) -> None:
    found = kennels.ask("Which keepers have not collected yet?")
    assert [row[-1] for row in found] == ["Bob Ray"]
