"""What hours are worth: times the rate that belongs to each row of them."""

from __future__ import annotations

from typing import Any

import pytest

from tests.unit.models.asking import Dataset


@pytest.fixture(scope="module")
def garage() -> Dataset:
    """Mechanics with a rate by the hour, and the jobs they did."""
    return Dataset(
        {
            "mechanics": """select * from (values
                ('M1', 'Ann Lee', 'Body', 40.0), ('M2', 'Bob Ray', 'Paint', 30.0))
                t(mechanic_code, mechanic_name, workshop, hourly_rate)""",
            "jobs": """select * from (values
                (1, 'M1', 'Dent', 2.0, true), (2, 'M1', 'Weld', 3.0, false),
                (3, 'M2', 'Dent', 4.0, true)) t(job_no, mechanic_code, kind, hours, warranty)""",
        },
        ("jobs.mechanic_code mechanics.mechanic_code",),
    )


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("What are the hours worth per workshop?", [("Body", 200), ("Paint", 120)]),
        ("what are the hours worth per kind, at the mechanic's hourly rate?",
         [("Dent", 200), ("Weld", 120)]),
        ("value of the hours by workshop", [("Body", 200), ("Paint", 120)]),
        ("total value of the work (hours multiplied by hourly rate) per workshop",
         [("Body", 200), ("Paint", 120)]),
        # Hours alone, and the rate alone, stay what they are.
        ("hours per workshop", [("Body", 5), ("Paint", 4)]),
        ("average hourly rate", [(35,)]),
    ],
)  # fmt: skip
def test_hours_are_worth_their_rate(garage: Dataset, question: str, rows: list[Any]) -> None:
    assert sorted(garage.ask(question)) == rows
