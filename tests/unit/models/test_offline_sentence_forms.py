"""How the parts of a question stand to each other: lists, thresholds, times, what goes on."""

from __future__ import annotations

from typing import Any

import pytest

from tests.unit.models.asking import Dataset


def fines() -> Dataset:
    return Dataset(
        {
            "drivers": """select * from (values
                (1, 'Ada', 'Nord'), (2, 'Ben', 'Nord'), (3, 'Cleo', 'Sud'))
                t(driver_id, driver_name, town)""",
            "parking_fines": """select * from (values
                ('F1', 1, 'Mill Lane', 40, date '2025-03-01', date '2025-03-11', true),
                ('F2', 1, 'Mill Lane', 60, date '2025-03-03', date '2025-03-05', false),
                ('F3', 2, 'High Street', 90, date '2025-03-04', null, false),
                ('F4', 1, 'High Street', 60, date '2025-04-07', date '2025-04-11', true))
                t(ref_code, driver_id, street, "Fine (£)", issued_on, paid_on, appealed)""",
        },
        ("parking_fines.driver_id drivers.driver_id",),
    )


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("How many fines were issued on each street?", [("High Street", 2), ("Mill Lane", 2)]),
        ("Total fines on Mill Lane", [(100,)]),
        ("Which streets had more than 1 fine over 50?", [("High Street", 2)]),
        ("Which drivers have never had a fine?", [(3, "Cleo")]),
        ("Which drivers were fined over 100 in total?", [(1, "Ada", 160)]),
        ("How many fines were issued on weekends?", [(1,)]),
        ("Average fine on Mondays vs Tuesdays", [("Monday", 60), ("Tuesday", 90)]),
        ("How long does it take to pay a fine?", [(16 / 3,)]),
    ],
)
def test_a_form_is_answered(question: str, rows: list[tuple[Any, ...]]) -> None:
    found = fines().ask(question)

    assert sorted(row[: len(rows[0])] for row in found) == rows


@pytest.mark.parametrize(
    ("questions", "rows"),
    [
        (("How many fines in March 2025?", "by street"), [("High Street", 1), ("Mill Lane", 2)]),
        (("Which street has the most fines in March?", "and the fewest?"), [("High Street", 1)]),
        (("What share of fines was appealed?", "same thing by street"),
         [("High Street", 50.0), ("Mill Lane", 50.0)]),
        (("Which fines are over 50?", "how many are there?"), [(3,)]),
    ],
)  # fmt: skip
def test_a_question_goes_on_from_the_one_before(
    questions: tuple[str, ...], rows: list[tuple[Any, ...]]
) -> None:
    found = fines().ask(*questions)

    assert sorted(row[: len(rows[0])] for row in found) == rows
