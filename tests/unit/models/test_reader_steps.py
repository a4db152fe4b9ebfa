"""Steps told by their place, and the whole of a share with a word before it."""

from __future__ import annotations

import pytest

from keenbench.models.offline.frame import Understanding
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
def rides() -> Dataset:
    return Dataset(
        {
            "rides": """select * from (values
                (1, 'Ann', 1, 40, 'finished', 7), (2, 'Ann', 2, 44, 'absent', 7),
                (3, 'Bea', 1, 50, 'absent', 8), (4, 'Bea', 2, 54, 'finished', 8),
                (5, 'Cal', 1, 60, 'fell', 8), (6, 'Cal', 3, 64, 'finished', 7))
                t(ride_no, rider, heat_no, seconds, outcome, horse_no)""",
            "horses": "select * from (values (7, 'Rex'), (8, 'Max')) t(horse_no, horse)",
        },
        ("rides.horse_no horses.horse_no",),
    )


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("Average seconds of first heats versus second heats", [(1, 50.0), (2, 49.0)]),
        ("Compare the median seconds of the first heat and the third heat", [(1, 50.0), (3, 64.0)]),
        ("How many rides were in the second heat?", [(2,)]),
        ("average seconds in the first heat", [(50.0,)]),
    ],
)
def test_numbers_that_count_are_steps_though_their_header_says_no(
    rides: Dataset, question: str, rows: list[tuple[float, ...]]
) -> None:
    assert sorted(rides.ask(question)) == rows


def test_a_number_that_tells_rows_is_no_step(rides: Dataset) -> None:
    for question in ("average seconds of the first ride", "average seconds of the second horse"):
        found = rides.understand(question)
        tests = found.tests if isinstance(found, Understanding) else ()
        assert not any(test.value in (1, 2) for test in tests)


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("How many absences were there?", 2),
        ("Leaving out absences, what percentage of rides finished?", 75.0),
        ("What share of rides finished, not counting absences?", 75.0),
        ("What percentage of rides finished?", 50.0),
        ("What percentage of rides were absent?", 100 / 3),
    ],
)
def test_what_is_left_out_is_in_no_part_of_a_share_in_whichever_form_of_the_word(
    rides: Dataset, question: str, answer: float
) -> None:
    assert rides.ask(question)[0][0] == pytest.approx(answer)
