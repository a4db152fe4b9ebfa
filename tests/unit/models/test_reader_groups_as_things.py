"""Groups that something is said of as things: how many they are, what each has in all, or lacks."""

from __future__ import annotations

from typing import Any

import pytest

from tests.unit.models.asking import Dataset


@pytest.fixture(scope="module")
def harbour() -> Dataset:
    """Boats and what they landed; two landings are of no boat, and two of one that is not there."""
    return Dataset(
        {
            "boats": """select * from (values
                (1, 'Alba', 'Oban'), (2, 'Bree', 'Oban'), (3, 'Cove', 'Wick'), (4, 'Dana', 'Wick'))
                t(boat_id, boat_name, port)""",
            "landings": """select * from (values
                (101, 1, 'cod', 30.0, 300.0, date '2024-01-05'),
                (102, 1, 'hake', 40.0, 200.0, '2024-02-05'),
                (103, 1, 'cod', 20.0, 100.0, '2024-03-05'),
                (104, 2, 'cod', 45.0, 450.0, '2024-01-09'),
                (105, 2, 'crab', 10.0, 90.0, '2024-04-09'),
                (106, 3, 'crab', 12.0, 120.0, '2024-05-09'),
                (107, null, 'cod', 41.0, 400.0, '2024-05-10'),
                (108, null, 'cod', 44.0, 410.0, '2024-05-11'),
                (109, 77, 'hake', 42.0, 420.0, '2024-05-12'),
                (110, 77, 'hake', 43.0, 430.0, '2024-05-13'))
                t(landing_id, boat_id, species, catch_kg, value_gbp, landed_on)""",
        },
        ("landings.boat_id boats.boat_id",),
    )


@pytest.fixture(scope="module")
def garage() -> Dataset:
    """One table, in which a customer is only a name."""
    return Dataset(
        {
            "jobs": """select * from (values
                (1, 'Ann Lee', 'brakes', 90.0), (2, 'Ann Lee', 'tyres', 60.0),
                (3, 'Bob Ray', 'brakes', 80.0), (4, 'Cid Moe', 'tyres', 70.0),
                (5, null, 'clutch', 50.0), (6, null, 'tyres', 55.0))
                t(job_id, customer, repair, cost)""",
        }
    )


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("How many boats made more than 1 landing?", [(2,)]),
        ("How many boats had at least 2 landings?", [(2,)]),
        ("Which boats had more than 1 landing?", [(1, "Alba", 3), (2, "Bree", 2)]),
        ("average number of landings per boat", [(2.0,)]),
    ],
)
def test_what_is_of_no_boat_is_no_boat(harbour: Dataset, question: str, rows: list[Any]) -> None:
    assert harbour.ask(question) == rows


def test_nor_is_a_name_that_is_missing(garage: Dataset) -> None:
    assert garage.ask("How many customers had more than 1 job?") == [(1,)]
    assert garage.ask("Which customers had more than 1 job?") == [("Ann Lee", 2)]


def test_rows_of_none_stay_where_all_are_counted_by_group(garage: Dataset) -> None:
    assert sorted(garage.ask("number of jobs by customer"), key=str) == [
        ("Ann Lee", 2), ("Bob Ray", 1), ("Cid Moe", 1), (None, 2),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("How many boats earned more than 500?", [(2,)]),
        ("How many boats brought in less than 200 pounds?", [(1,)]),
        ("How many boats landed more than 50 kg?", [(2,)]),
        ("How many boats gave more than 40 kg in 2024?", [(2,)]),
        ("Which boats landed less than 60 kg?", [(2, "Bree", 55.0), (3, "Cove", 12.0)]),
    ],
)
def test_what_each_came_to_is_bounded(harbour: Dataset, question: str, rows: list[Any]) -> None:
    assert harbour.ask(question) == rows


def test_rows_are_bounded_by_what_each_has_itself(harbour: Dataset) -> None:
    assert harbour.ask("How many landings were over 40 kg?") == [(5,)]
    assert harbour.ask("How many landings brought in more than 400 pounds?") == [(4,)]


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("Which boat has no cod?", {"Cove", "Dana"}),
        ("boats without a crab", {"Alba", "Dana"}),
        ("Which boats do not have a hake?", {"Bree", "Cove", "Dana"}),
        ("Which boats have no landings?", {"Dana"}),
    ],
)
def test_who_lacks_what_rows_of_his_say_has_none_among_all(
    harbour: Dataset, question: str, names: set[str]
) -> None:
    assert {row[1] for row in harbour.ask(question)} == names


def test_so_has_a_group_that_only_a_column_tells(garage: Dataset) -> None:
    assert garage.ask("Which customers have no brakes?") == [("Cid Moe",)]
    assert garage.ask("customers without a clutch") == [("Ann Lee",), ("Bob Ray",), ("Cid Moe",)]
    assert len(garage.ask("jobs that are not brakes")) == 4


@pytest.mark.parametrize(
    ("question", "cell"),
    [
        ("value of landing 104", 450.0),
        ("species of landing 105", "crab"),
        ("What is the catch of landing 102?", 40.0),
        ("port of boat 3", "Wick"),
    ],
)
def test_a_number_after_a_noun_says_which_row(
    harbour: Dataset, question: str, cell: float | str
) -> None:
    assert [row[-1] for row in harbour.ask(question)] == [cell]


def test_a_number_that_bounds_is_no_key(harbour: Dataset) -> None:
    assert [row[0] for row in harbour.ask("landings with a value of 450")] == [104]


def test_what_was_done_so_often_is_counted_of_each() -> None:
    school = Dataset(
        {
            "pupils": """select * from (values (1, 'Ann'), (2, 'Bob'), (3, 'Cid'))
                t(pupil_id, name)""",
            "absences": """select * from (values (1, 1, 'ill'), (2, 1, 'ill'), (3, 1, 'trip'),
                (4, 2, 'ill'), (5, 2, 'trip'), (6, 3, 'ill')) t(absence_id, pupil_id, reason)""",
        },
        ("absences.pupil_id pupils.pupil_id",),
    )
    assert school.ask("How many pupils were absent more than 2 times?") == [(1,)]
    assert school.ask("How many pupils were absent more than once?") == [(2,)]
    assert school.ask("How many pupils were there?") == [(3,)]
