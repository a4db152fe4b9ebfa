"""Ordinary words that no table holds: what rows are called besides, degrees, and mere company."""

from __future__ import annotations

import pytest

from keenbench.models.offline.degrees import grades
from keenbench.models.offline.frame import Clarification
from keenbench.models.reader.akin import akin
from tests.unit.models.asking import Dataset


@pytest.fixture(scope="module")
def estate() -> Dataset:
    households = """select * from (values
        (1, 'Elm Street 1', 80.0, true), (2, 'Elm Street 2', 120.0, false),
        (3, 'Mill Lane 4', 95.0, true)) t(household_id, address, floor_area, has_solar)"""
    orders = """select * from (values
        (1, 1, date '2024-01-03', date '2024-01-09', 'Ann', 2.5),
        (2, 1, '2024-02-01', null, 'Bob', 1.0), (3, 3, '2024-03-05', '2024-03-06', 'Ann', 6.0)
        ) t(order_no, household_id, reported_on, closed_on, assigned_to, depth_m)"""
    return Dataset(
        {"households": households, "work_orders": orders},
        ("work_orders.household_id households.household_id",),
    )


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("How many homes have solar panels?", [(2,)]),
        ("how many jobs were reported in March 2024?", [(1,)]),
        ("Which home is the most spacious?", [(2, "Elm Street 2", 120.0)]),
        ("how many work orders were shallower than 2?", [(1,)]),
        ("how many housholds have solar?", [(2,)]),
        ("Sorry for asking, how many households are in the programme?", [(3,)]),
    ],
)
def test_what_rows_are_called_besides_is_understood(
    estate: Dataset, question: str, rows: list[tuple[object, ...]]
) -> None:
    assert estate.ask(question) == rows


@pytest.mark.parametrize(
    "question", ["how many suppliers do we have?", "how many are in the north?"]
)
def test_what_is_nothing_here_is_still_asked_about(estate: Dataset, question: str) -> None:
    assert isinstance(estate.understand(question), Clarification)


@pytest.mark.parametrize(
    ("one", "other"),
    [("profit", "loss"), ("income", "cost"), ("customer", "supplier"), ("salesperson", "customer")],
)
def test_opposites_are_never_akin(one: str, other: str) -> None:
    assert not akin(one, other)


@pytest.mark.parametrize(
    ("word", "forms"),
    [("deep", ("deeper", "deepest")), ("dry", ("drier", "driest")), ("hot", ("hotter", "hottest")),
     ("wide", ("wider", "widest")), ("narrow", ("narrower", "narrowest")), ("generous", None)],
)  # fmt: skip
def test_degrees_are_formed_as_in_english(word: str, forms: tuple[str, str] | None) -> None:
    assert grades(word) == forms


def test_what_happens_in_one_way_only_is_not_just_any_row() -> None:
    weather = Dataset(
        {
            "town_weather": """select * from (values
                (date '2014-01-01', 3.5, 1.0), ('2014-01-02', 4.5, 0.0)) t(date, temp_max, rain)""",
        }
    )
    assert "earthquakes" in weather.asked_back("how many earthquakes were there in 2014")
