"""Lines are not counted for what they are of, and what a figure is split by is never dropped."""

from __future__ import annotations

import pytest

from tests.unit.models.asking import Dataset


@pytest.fixture(scope="module")
def lines() -> Dataset:
    return Dataset(
        {
            "store_orders": """select * from (values
                (1, 'A1', 'Ann', 'North', 'sofa', 40.0), (2, 'A1', 'Ann', 'North', 'lamp', 5.0),
                (3, 'A2', 'Bob', 'South', 'lamp', 6.0), (4, 'A3', 'Ann', 'South', 'sofa', 38.0),
                (5, 'A3', 'Ann', 'South', 'rug', 12.0))
                t("Row ID", "Order ID", customer, region, item, sales)"""
        }
    )


def test_different_orders_are_counted_by_their_key_and_not_by_their_lines(lines: Dataset) -> None:
    assert lines.ask("How many different orders came from the South region?") == [(2,)]


def test_a_bound_on_different_orders_goes_by_their_key_too(lines: Dataset) -> None:
    [found] = lines.ask("Which customers placed more than 1 different orders?")
    assert found[0] == "Ann" and found[-1] == 2


def test_what_names_no_column_to_split_by_is_asked_about(lines: Dataset) -> None:
    """One average of all rows would be the answer to another question."""
    assert lines.asked_back("average sales by kind of use")


@pytest.fixture(scope="module")
def stays() -> Dataset:
    return Dataset(
        {
            "stays": """select * from (values
                (1, 'G7', 'K1', 'Knee clinic', 4), (2, 'G7', 'K1', 'Knee clinic', 2),
                (3, 'G9', 'E2', 'Eye clinic', 3))
                t(stay_no, zz_ref, clinic_code, clinic_title, nights)"""
        }
    )


def test_different_people_that_no_column_tells_apart_are_asked_about(stays: Dataset) -> None:
    assert "apart" in stays.asked_back("How many different patients stayed?")


def test_a_thing_of_a_code_and_a_title_is_shown_with_both(stays: Dataset) -> None:
    assert stays.ask("total nights per clinic") == [
        ("K1", "Knee clinic", 6),
        ("E2", "Eye clinic", 3),
    ]


@pytest.fixture(scope="module")
def walks() -> Dataset:
    return Dataset(
        {
            "guides": "select * from (values (1, 'Ann'), (2, 'Bob')) t(guide_id, guide)",
            "walks": """select * from (values
                (1, 1, date '2024-01-05', 'Cliffs'), (2, 1, '2024-01-09', 'Cliffs'),
                (3, 1, '2024-02-01', 'Moor'), (4, 2, '2024-02-11', 'Moor'))
                t(walk_id, guide_id, walked_on, route)""",
            "stops": """select * from (values
                (1, 1, 2), (2, 1, 3), (3, 2, 1), (4, 3, 4), (5, 3, 1), (6, 4, 3))
                t(stop_id, walk_id, units)""",
        },
        ("walks.guide_id guides.guide_id", "stops.walk_id walks.walk_id"),
    )


@pytest.mark.parametrize(
    ("question", "figure"),
    [
        ("How many stops does a walk have on average?", 1.5),
        ("on average, how many stops are in a walk?", 1.5),
        ("How many walks does a guide lead on average?", 2.0),
        ("how many walks does the average guide lead", 2.0),
        ("how many units are in a walk on average", 3.5),
        ("average number of stops per walk", 1.5),
    ],
)
def test_one_on_average_is_each_of_them(walks: Dataset, question: str, figure: float) -> None:
    assert walks.ask(question) == [(figure,)]


def test_an_average_is_not_dropped_for_a_number(walks: Dataset) -> None:
    assert "on average" in walks.asked_back("how many walks do we have on average")
    assert walks.ask("how many walks do we have") == [(4,)]
