"""Steps told by their place, and the whole of a share with a word before it."""

from __future__ import annotations

import pytest

from tests.unit.models.asking import Dataset


@pytest.fixture(scope="module")
def voyage() -> Dataset:
    return Dataset(
        {
            "passengers": """select * from (values
                (1, 'Ann', 'female', 1, 1, 80.0), (2, 'Bea', 'female', 3, 0, 8.0),
                (3, 'Cal', 'male', 3, 0, 7.0), (4, 'Dan', 'male', 2, 1, 21.0),
                (5, 'Eve', 'female', 3, 1, 9.0))
                t(passenger_id, name, sex, pclass, survived, fare)""",
        }
    )


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("How many third class passengers were there?", 3),
        ("average fare in second class", 21.0),
        ("How many first class passengers survived?", 1),
    ],
)
def test_an_ordinal_before_a_column_of_whole_numbers_is_one_of_them(
    voyage: Dataset, question: str, answer: float
) -> None:
    assert voyage.ask(question)[0][-1] == answer


def test_a_share_of_the_women_is_of_all_women(voyage: Dataset) -> None:
    assert voyage.ask("What percentage of the women survived?")[0][0] == pytest.approx(200 / 3)


def test_each_combination_of_two_columns_is_a_group(voyage: Dataset) -> None:
    found = voyage.ask("number of passengers for each combination of sex and pclass")
    assert len(found) == 4


def test_what_leads_in_is_no_question_by_itself(voyage: Dataset) -> None:
    found = voyage.ask("By sex, what is the average fare?")
    assert {row[0]: row[1] for row in found} == {
        "female": pytest.approx(97 / 3),
        "male": pytest.approx(14.0),
    }


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
