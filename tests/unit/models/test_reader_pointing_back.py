"""Messages that point at what was before: the ones who, each of them, the first place."""

from __future__ import annotations

from typing import Any

import pytest

from keenbench.models.offline.frame import Clarification, Understanding
from tests.unit.models.asking import Dataset


@pytest.fixture(scope="module")
def clinic() -> Dataset:
    return Dataset(
        {
            "vets": """select * from (values
                (1, 'Ann Roe', date '2020-01-01', 'East', date '2024-05-01'),
                (2, 'Bob Ray', '2021-05-01', 'West', null),
                (3, 'Cy Dow', '2022-02-02', 'East', null))
                t(vet_id, vet_name, hired_on, branch, left_on)""",
            "visits": """select * from (values
                (1, 'Cat', date '2024-01-03', 40.0, 1), (2, 'Dog', '2024-01-13', 60.0, 1),
                (3, 'Dog', '2024-02-03', 80.0, 2), (4, 'Rabbit', '2024-02-05', 20.0, 2),
                (5, 'Cat', '2024-03-03', 50.0, 3), (6, 'Cat', '2024-03-08', 30.0, 3),
                (7, 'Hen', '2024-03-08', 30.0, 3))
                t(visit_no, species, visit_date, fee, vet_id)""",
        },
        ("visits.vet_id vets.vet_id",),
    )


@pytest.mark.parametrize(
    ("questions", "rows"),
    [
        (
            ("number of visits per species", "leave out those who are cats"),
            [("Dog", 2), ("Hen", 1), ("Rabbit", 1)],
        ),
        (("number of visits per species", "only the ones which are cats"), [("Cat", 3)]),
        (
            ("number of visits per branch", "exclude those with a fee over 50"),
            [("East", 4), ("West", 1)],
        ),
        (("number of vets per branch", "Leave out the ones who left"), [("East", 1), ("West", 1)]),
        (("number of vets per branch", "just the ones who left"), [("East", 1)]),
    ],
)
def test_the_ones_who_tells_which_and_asks_nothing(
    clinic: Dataset, questions: tuple[str, ...], rows: list[Any]
) -> None:
    assert sorted(clinic.ask(*questions)) == rows


def test_who_asks_where_nothing_is_told_by_it(clinic: Dataset) -> None:
    found = clinic.ask("how many visits cost more than 50?", "who had those?")
    assert [row[1] for row in found] == ["Ann Roe", "Bob Ray"]


@pytest.mark.parametrize(
    ("questions", "rows"),
    [
        (
            ("number of visits by branch", "what is the average fee for each of them?"),
            [("East", 42.0), ("West", 50.0)],
        ),
        (
            ("number of visits by branch", "what's the total fee of each of those?"),
            [("East", 210.0), ("West", 100.0)],
        ),
        (
            ("list the vets in East", "how many visits did each of them have?"),
            [(1, "Ann Roe", 2), (3, "Cy Dow", 3)],
        ),
        (
            (
                "number of visits by branch",
                "list the vets and the number of visits for each of them",
            ),
            [(1, "Ann Roe", 2), (2, "Bob Ray", 2), (3, "Cy Dow", 3)],
        ),
        (
            ("number of visits by branch", "average fee for each species"),
            [("Cat", 40.0), ("Dog", 70.0), ("Hen", 30.0), ("Rabbit", 20.0)],
        ),
    ],
)
def test_each_of_them_are_the_groups_or_rows_before(
    clinic: Dataset, questions: tuple[str, ...], rows: list[Any]
) -> None:
    assert sorted(clinic.ask(*questions)) == rows


def test_who_shares_a_place_is_shown_but_what_follows_asks_for_the_first(clinic: Dataset) -> None:
    asked = ("which species has the fewest visits?",)
    assert clinic.ask(*asked) == [("Hen", 1), ("Rabbit", 1)]
    assert clinic.ask(*asked, "and the most?") == [("Cat", 3)]
    meant = clinic.understand(asked[0])
    assert isinstance(meant, Understanding)
    assert "2 share this place" in meant.sentence


@pytest.mark.parametrize(
    ("questions", "row"),
    [
        (("which vet was hired most recently?", "how many visits has he had so far?"), (3,)),
        (("which vet was hired most recently?", "how many cats did they see?"), (2,)),
        (("which vet was hired most recently?", "how many visits does that vet have?"), (3,)),
        (("which vet was hired most recently?", "which branch is she in?"), ("East",)),
        (("which species has the most visits?", "what is its average fee?"), (40.0,)),
        (("which species has the most visits?", "how many vets have seen it?"), (2,)),
        (("which branch has the most visits?", "how many vets work there?"), (2,)),
        (("which month had the most visits?", "how many cats came in that month?"), (2,)),
        (("which vet is in the West branch?", "how many visits has he had?"), (2,)),
        (("how many visits did Bob Ray have?", "what was his average fee?"), (50.0,)),
    ],
)
def test_it_is_the_one_row_of_the_answer_before(
    clinic: Dataset, questions: tuple[str, ...], row: tuple[Any, ...]
) -> None:
    assert clinic.ask(*questions) == [row]


def test_a_figure_of_it_is_of_the_period_it_was_ranked_for(clinic: Dataset) -> None:
    ranked = "which vet had the highest total fee in February 2024?"
    assert clinic.ask(ranked, "how many visits did he have?") == [(2,)]
    meant = clinic.understand(ranked)
    assert isinstance(meant, Understanding)
    asked = clinic.understand("how many visits did he have?", meant)
    ever = clinic.understand("how many visits has he had so far?", meant)
    assert isinstance(asked, Understanding) and any(test.period for test in asked.tests)
    assert isinstance(ever, Understanding) and not any(test.period for test in ever.tests)


@pytest.mark.parametrize(
    ("first", "then"),
    [
        ("which species has the fewest visits?", "what is its average fee?"),
        ("which vets are in the East branch?", "how many visits has he had?"),
    ],
)
def test_where_several_could_be_it_is_asked_which(clinic: Dataset, first: str, then: str) -> None:
    meant = clinic.understand(first)
    assert isinstance(meant, Understanding)
    found = clinic.understand(then, meant)
    assert isinstance(found, Clarification)
    assert found.message.startswith("Which one do you mean")


@pytest.mark.parametrize(
    ("then", "rows"),
    [
        ("how many visits are there?", [(7,)]),
        (
            "for each vet, how many visits has he had?",
            [(1, "Ann Roe", 2), (2, "Bob Ray", 2), (3, "Cy Dow", 3)],
        ),
        ("what is the average fee of Ann Roe in all her visits?", [(50.0,)]),
    ],
)
def test_what_a_message_names_itself_is_no_row_before(
    clinic: Dataset, then: str, rows: list[Any]
) -> None:
    assert sorted(clinic.ask("which vet was hired most recently?", then)) == rows
