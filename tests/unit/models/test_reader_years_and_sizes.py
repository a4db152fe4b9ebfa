"""Years and months in plain numbers, and bounds in the unit and the size of their column."""

from __future__ import annotations

from typing import Any

import pytest

from tests.unit.models.asking import Dataset


@pytest.fixture(scope="module")
def boats() -> Dataset:
    """Boats that were auctioned: when each was built, and in which month of which year it sold."""
    return Dataset(
        {
            "boat_sales": """select * from (values
                (1, 'Wren', 'Corm', 1962, 5, 2021, 18500, 7, 2),
                (2, 'Plover', 'Corm', 1988, 6, 2021, 64000, 11, 6),
                (3, 'Dunlin', 'Aven', 1975, 6, 2022, 41000, 9, 4),
                (4, 'Knot', 'Aven', 2004, 9, 2022, 120000, 14, 8),
                (5, 'Teal', 'Aven', 2021, 9, 2023, 97000, 12, 6))
                t(lot, boat, harbour, YearBuilt, MoSold, YrSold, price, length_m, berths)""",
        }
    )


@pytest.fixture(scope="module")
def ferries() -> Dataset:
    """Crossings with a delay of no unit, what passengers made of them, and the lines' fleets."""
    return Dataset(
        {
            "crossings": """select * from (values
                (1, 'A', date '2024-05-01', 5, 45), (2, 'A', '2024-05-02', 75, 50),
                (3, 'B', '2024-05-02', 0, 90), (4, 'B', '2024-05-03', 130, 200),
                (5, 'B', '2024-05-04', 62, 95))
                t(crossing_id, line, sailed_on, delay, runtime_min)""",
            "lines": """select * from (values
                ('A', 'Sound', 2015, 120.5), ('B', 'Strait', 1998, 840.0))
                t(line, name, founded, turnover_meur)""",
            "reviews": """select * from (values
                (1, 'A', 'Ann', 4), (2, 'A', 'Ann', 5), (3, 'B', 'Ann', 2), (4, 'B', 'Ann', 3),
                (5, 'B', 'Ann', 3), (6, 'B', 'Ann', 1), (7, 'B', 'Bo', 4))
                t(review_id, line, passenger, rating)""",
        },
        ("crossings.line lines.line", "reviews.line lines.line"),
    )


@pytest.fixture(scope="module")
def clinic() -> Dataset:
    return Dataset(
        {
            "patients": """select * from (values
                (1, 'Ann Bell', date '1950-04-01', 'Open-ended'),
                (2, 'Cy Dunn', '1958-09-12', 'Month-to-month'),
                (3, 'Eve Fox', '1991-01-30', 'Month-to-month'))
                t(patient_id, patient_name, date_of_birth, plan)""",
            "visits": """select * from (values
                (1, 1, date '2024-01-05', 80.0), (2, 2, '2024-02-05', 40.0),
                (3, 3, '2024-02-09', 60.0))
                t(visit_id, patient_id, visit_date, fee)""",
        },
        ("visits.patient_id patients.patient_id",),
    )


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("How many boats were sold each year?", [(2021, 2), (2022, 2), (2023, 1)]),
        ("how many boats were sold in June 2022", [(1,)]),
        ("how many boats did we sell in September", [(2,)]),
        ("What was the highest price paid in 2022?", [(120000,)]),
        ("how many boats built before 1980 were there", [(2,)]),
        ("how many boats are older than 1980?", [(2,)]),
    ],
)
def test_years_and_months_in_plain_numbers_are_periods(
    boats: Dataset, question: str, rows: list[Any]
) -> None:
    assert boats.ask(question) == rows


def test_the_oldest_has_the_least_year(boats: Dataset) -> None:
    assert 1962 in boats.ask("what is the oldest boat?")[0]
    assert 1975 in boats.ask("When was the oldest boat in Aven built?")[0]


def test_a_period_that_all_dates_lie_in_is_about_the_year_of_its_own() -> None:
    vans = Dataset(
        {
            "vans": """select * from (values
                (1, 'Ace', 2015, date '2024-03-01'), (2, 'Bay', 2019, '2024-03-09'),
                (3, 'Cab', 2021, '2024-04-02')) t(van_id, model, year, listed_on)""",
        }
    )
    assert vans.ask("how many vans from 2019 or newer?") == [(2,)]
    assert vans.ask("how many vans were listed since April 2024?") == [(1,)]


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("how many boats sold for between 40,000 and 100,000?", [(3,)]),
        ("how many boats over 50k are there?", [(3,)]),
    ],
)
def test_a_bound_is_of_the_column_that_it_parts(
    boats: Dataset, question: str, rows: list[Any]
) -> None:
    assert boats.ask(question) == rows


def test_more_ratings_than_a_rating_can_be_are_so_many_rows(ferries: Dataset) -> None:
    assert ferries.ask("which passengers have given more than 5 ratings?") == [("Ann", 6)]


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("how many crossings were more than an hour late?", [(3,)]),
        ("how many crossings had a delay of over 2 hours", [(1,)]),
        ("how many crossings ran longer than 3 hours?", [(1,)]),
        ("how many lines have a turnover over 500 million?", [(1,)]),
        ("how many lines have a turnover over 0.5 bn?", [(1,)]),
    ],
)
def test_a_bound_is_read_in_the_unit_and_size_of_its_column(
    ferries: Dataset, question: str, rows: list[Any]
) -> None:
    assert ferries.ask(question) == rows


def test_who_was_born_then_was_not_seen_then(clinic: Dataset) -> None:
    assert clinic.ask("how many patients were born before 1960?") == [(2,)]


def test_where_no_birth_is_known_it_is_asked_about(ferries: Dataset) -> None:
    assert "born" in ferries.asked_back("how many passengers were born in 1990?")


def test_what_people_are_under_is_an_age(clinic: Dataset) -> None:
    assert "old" in clinic.asked_back("how many patients are under 65?")


def test_a_cell_that_looks_like_a_change_is_a_cell(clinic: Dataset) -> None:
    assert clinic.ask("average fee for month-to-month patients") == [(50.0,)]


def test_how_late_it_is_is_no_length(ferries: Dataset) -> None:
    assert ferries.ask("how many crossings were late by at least 1 hour?") == [(3,)]


@pytest.fixture(scope="module")
def flats() -> Dataset:
    return Dataset(
        {
            "flats": """select * from (values
                ('F1', 'Elm', 1998), ('F2', 'Oak', 2004), ('F3', 'Elm', 1998), ('F4', 'Oak', 2010),
                ('F5', 'Oak', null)) t(flat, street, boiler_year)""",
        }
    )


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("how many boilers are older than 2005", [(3,)]),
        ("how many boilers are from before 2005", [(3,)]),
        ("how many boilers are from 1998", [(2,)]),
        ("how many boilers by street", [("Elm", 2), ("Oak", 2)]),
        ("how many different boiler years are there", [(3,)]),
        ("how many boiler years are there", [(3,)]),
    ],
)
def test_what_has_a_year_is_counted_by_rows(flats: Dataset, question: str, rows: list[Any]) -> None:
    assert flats.ask(question) == rows
