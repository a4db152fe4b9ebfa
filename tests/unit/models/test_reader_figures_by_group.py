"""Figures of groups: several in one list, what was sold of a kind, lists by a figure."""

from __future__ import annotations

from typing import Any

import pytest

from tests.unit.models.asking import Dataset


@pytest.fixture(scope="module")
def stall() -> Dataset:
    return Dataset(
        {
            "orders": """select * from (values
                (1, date '2024-01-05', 'North', 'Plum jam', 'Jam', 2, 4.0),
                (2, '2024-01-06', 'North', 'Fig jam', 'Jam', 9, 5.0),
                (3, '2024-01-07', 'South', 'Plum jam', 'Jam', 8, 4.0),
                (4, '2024-02-05', 'South', 'Rye loaf', 'Bread', 1, 3.0),
                (5, '2024-02-06', 'South', 'Rye loaf', 'Bread', 1, 3.0))
                t(order_id, ordered_on, stall, product, category, qty, unit_price)""",
        }
    )


@pytest.fixture(scope="module")
def parcels() -> Dataset:
    return Dataset(
        {
            "parcels": """select * from (values
                (1, 'Express', 10.0, 900.0, 12.5), (2, 'Express', 20.0, 100.0, 4.0),
                (3, 'Economy', 50.0, 10.0, 1.5))
                t(parcel_no, service, price_eur, insured_value_eur, kg_refused)""",
        }
    )


@pytest.fixture(scope="module")
def wards() -> Dataset:
    return Dataset(
        {
            "admissions": """select * from (values
                (1, 'ICU', 'Ms Opal', 60, 10), (2, 'ICU', 'Mr Peel', 40, 20),
                (3, 'Ward 3', 'Mr Peel', 20, 2))
                t(admission_no, ward, consultant, age, hours_per_week)""",
        }
    )


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        (
            "number of orders, units sold and revenue for each stall",
            [("South", 3, 10, 38.0), ("North", 2, 11, 53.0)],
        ),
        ("units sold and total revenue by stall", [("North", 11, 53.0), ("South", 10, 38.0)]),
        ("best selling jam by quantity", [("Plum jam", 10)]),
        ("list products by number of orders", [("Plum jam", 2), ("Rye loaf", 2), ("Fig jam", 1)]),
        ("products with more than 1 order", [("Plum jam", 2), ("Rye loaf", 2)]),
    ],
)
def test_of_each_group_all_that_is_listed_is_told(
    stall: Dataset, question: str, rows: list[tuple[Any, ...]]
) -> None:
    assert [tuple(row) for row in stall.ask(question)] == rows


def test_what_is_insured_is_no_revenue_and_units_may_begin_a_header(parcels: Dataset) -> None:
    assert parcels.ask("revenue per service") == [("Economy", 50.0), ("Express", 30.0)]
    assert parcels.ask("kg refused per service") == [("Express", 16.5), ("Economy", 1.5)]


def test_rows_may_be_called_by_the_people_they_are_of(wards: Dataset) -> None:
    assert wards.ask("average age of patients by ward") == [("ICU", 50.0), ("Ward 3", 20.0)]
    assert wards.ask("average hours per week by ward") == [("ICU", 15.0), ("Ward 3", 2.0)]


@pytest.fixture(scope="module")
def clinics() -> Dataset:
    return Dataset(
        {
            "treatments": """
            select * from (values
              (1, 'North', 'Ann', 40, 90.0), (2, 'North', 'Bob', 20, 50.0),
              (3, 'South', 'Ann', 60, 120.0), (4, 'South', 'Cid', 50, 30.0),
              (5, 'West', 'Bob', 10, 20.0), (6, 'West', 'Cid', 70, 40.0))
              t(treatment_id, clinic, therapist, wait_minutes, fee)
            """
        }
    )


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("Which clinics charge more than 60 on average?", [("South", 75.0), ("North", 70.0)]),
        ("which therapists have a fee of less than 36 on average?", [("Cid", 35.0), ("Bob", 35.0)]),
        ("Which clinics have more than 50 wait minutes on average?", [("South", 55.0)]),
        ("list the clinics with a fee over 60 on average", [("South", 75.0), ("North", 70.0)]),
        ("which clinics have an average fee above 60?", [("South", 75.0), ("North", 70.0)]),
    ],
)
def test_a_mean_said_last_is_that_of_the_bound(
    clinics: Dataset, question: str, rows: list[Any]
) -> None:
    assert sorted(clinics.ask(question)) == sorted(rows)


_BY_CLINIC = [("South", 75.0), ("North", 70.0), ("West", 30.0)]


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("what is the fee of treatments with over 45 wait minutes on average?", [(190 / 3,)]),
        ("how much do treatments over 60 cost on average?", [(105.0,)]),
        ("on average, how much does a treatment cost?", [(350 / 6,)]),
        ("how much does each clinic charge on average?", _BY_CLINIC),
    ],
)
def test_a_mean_said_last_of_another_figure_is_not(
    clinics: Dataset, question: str, rows: list[Any]
) -> None:
    assert clinics.ask(question) == rows


def test_what_each_has_that_is_told_by_its_name_is_listed() -> None:
    rows = "('Elm', 9), ('Oak', 4), ('Ash', 5)"
    trees = Dataset({"sales": f"select * from (values {rows}) t(tree, units)"})
    each = [("Elm", 9), ("Ash", 5), ("Oak", 4)]
    assert trees.ask("units per tree") == each
    assert trees.ask("units by tree") == each
    assert trees.ask("average units per tree") == [(6.0,)]


def test_so_much_per_row_that_has_only_a_number_is_an_average() -> None:
    rows = "(1, 10.0), (2, 30.0)"
    visits = Dataset({"visits": f"select * from (values {rows}) t(visit_id, fee)"})
    assert visits.ask("average fee per visit") == [(20.0,)]
    assert visits.ask("fee per visit") == [(20.0,)]
