"""Nouns of every day beside cells and tables that are called so too: which of them is meant."""

from __future__ import annotations

from typing import Any

import pytest

from tests.unit.models.asking import Dataset


@pytest.fixture(scope="module")
def club() -> Dataset:
    return Dataset(
        {
            "volunteers": """
            select * from (values
              (1, 'Ann Lee', 'People', 'Captain of People', 'Hull', 52, 9),
              (2, 'Bob Ray', 'Events', 'Captain of Events', 'York', 41, 14),
              (3, 'Cid Moe', 'Events', 'Steward', 'Hull', 23, 8),
              (4, 'Dee Fox', 'People', 'Caller', 'York', 67, 3),
              (5, 'Eva Orr', 'Stores', 'Captain of Stores', 'Hull', 35, 11),
              (6, 'Fay Utt', 'Stores', 'Packer', 'Hull', 29, 5))
              t(volunteer_id, full_name, team, role, town, age, hours)
            """
        }
    )


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("average hours of people in Hull", [(8.25,)]),
        ("how many hours did people in York work in total?", [(17,)]),
        ("average age of people with more than 8 hours", [(42.666666666666664,)]),
        ("number of people by town", [("Hull", 4), ("York", 2)]),
    ],
)
def test_people_are_those_of_the_rows_though_a_team_is_called_so(
    club: Dataset, question: str, rows: list[Any]
) -> None:
    assert club.ask(question) == rows


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("average hours in people", [(6.0,)]),
        ("total hours of the people team", [(12,)]),
        ("total hours of People", [(12,)]),
        ("total hours of people and stores", [(28,)]),
    ],
)
def test_people_are_a_team_where_they_stand_in_its_place(
    club: Dataset, question: str, rows: list[Any]
) -> None:
    assert club.ask(question) == rows


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("how many captains of team are there?", [(3,)]),
        ("total hours of the captains of team", [(34,)]),
        ("How many people who are not captains of team live in Hull?", [(2,)]),
    ],
)
def test_cells_say_themselves_of_which_they_are(
    club: Dataset, question: str, rows: list[Any]
) -> None:
    assert club.ask(question) == rows


def test_a_column_behind_of_is_grouped_by_as_before(club: Dataset) -> None:
    assert club.ask("average age by team") == [("People", 59.5), ("Events", 32.0), ("Stores", 32.0)]
    assert club.ask("how many stewards are there?") == [(1,)]


@pytest.fixture(scope="module")
def swimmers() -> Dataset:
    return Dataset(
        {
            "entries": """
            select * from (values
              (1, 'woman', 'female', 'A', true), (2, 'child', 'female', 'A', true),
              (3, 'man', 'male', 'B', true), (4, 'child', 'male', 'B', false),
              (5, 'woman', 'female', 'C', false), (6, 'man', 'male', 'C', true))
              t(entry_id, who, sex, pool, finished)
            """
        }
    )


@pytest.mark.parametrize(
    ("questions", "rows"),
    [
        (("how many women or girls finished?",), [(2,)]),
        (("how many entries finished?", "and how many of them were women or girls?"), [(2,)]),
        (("how many entries finished?", "only children or those in pool B"), [(2,)]),
        (("how many entries finished?", "and how many of them were women or children?"), [(2,)]),
        (("how many entries finished?", "only the women in pool A"), [(1,)]),
    ],
)
def test_what_is_said_with_or_is_either_of_two_and_not_both(
    swimmers: Dataset, questions: tuple[str, ...], rows: list[Any]
) -> None:
    assert swimmers.ask(*questions) == rows


def test_who_is_meant_by_girls_alone_is_asked(swimmers: Dataset) -> None:
    assert "Which one?" in swimmers.asked_back("how many girls finished?")


@pytest.fixture(scope="module")
def office() -> Dataset:
    return Dataset(
        {
            "payroll_fr": """
            select * from (values
              (1, date '2025-01-31', 'Lyon', 100.0), (2, date '2025-02-28', 'Lyon', 300.0),
              (3, date '2025-02-28', 'Nice', 50.0)) t(slip_no, paid_on, bureau, gross)
            """,
            "ledger": """
            select * from (values
              (1, date '2025-01-31', 'Rent', 700.0), (2, date '2025-03-31', 'Rent', 900.0))
              t(entry_no, booked_on, account, amount)
            """,
        }
    )


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("how many rows are in the payroll?", [(3,)]),
        ("total gross in the payroll", [(450.0,)]),
        ("which bureau has the highest gross in the French payroll?", [("Lyon", 400.0)]),
        ("total amount in the ledger", [(1600.0,)]),
    ],
)
def test_a_table_is_named_without_its_language(
    office: Dataset, question: str, rows: list[Any]
) -> None:
    assert office.ask(question) == rows


@pytest.fixture(scope="module")
def trade() -> Dataset:
    return Dataset(
        {
            "quotes": """
            select * from (values (1, 'Ann', date '2025-01-05'), (2, 'Bob', date '2025-02-05'),
              (3, 'Ann', date '2025-03-05')) t(quote_id, rep, quoted_on)
            """,
            "quote_details": """
            select * from (values (1, 1, 'Lamp', 3), (2, 1, 'Desk', 1), (3, 2, 'Lamp', 2))
              t(line_id, quote_id, product, quantity)
            """,
        },
        ("quote_details.quote_id quotes.quote_id",),
    )


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("how many quotes are there?", [(3,)]),
        ("how many quote details are there?", [(3,)]),
        ("how many quote lines are there?", [(3,)]),
        ("how many quotes did each rep make?", [("Ann", 2), ("Bob", 1)]),
        ("total quantity by product", [("Lamp", 5), ("Desk", 1)]),
    ],
)
def test_what_a_table_is_wholly_called_are_not_the_details_of_it(
    trade: Dataset, question: str, rows: list[Any]
) -> None:
    assert trade.ask(question) == rows


@pytest.fixture(scope="module")
def taxis() -> Dataset:
    return Dataset(
        {
            "taxis": """
            select * from (values (1, 'black', 12.5, 7.0), (2, 'white', 3.0, 4.0),
              (3, 'black', 8.0, 9.0)) t(ride_no, colour, distance_km, fare)
            """
        }
    )


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("how many black cabs are there?", [(2,)]),
        ("average fare of the black cabs", [(8.0,)]),
        ("total fare by colour", [("black", 16.0), ("white", 4.0)]),
    ],
)
def test_a_cab_is_a_taxi(taxis: Dataset, question: str, rows: list[Any]) -> None:
    assert taxis.ask(question) == rows


@pytest.fixture(scope="module")
def films() -> Dataset:
    return Dataset(
        {
            "films": """
            select * from (values (1, 'Alba', 'Drama'), (2, 'Brim', 'Crime'), (3, 'Cove', 'Crime'))
              t(film_id, title, genre)
            """,
            "rentals": """
            select * from (values (1, 1, 'Ann'), (2, 2, 'Ann'), (3, 2, 'Bob'), (4, 2, 'Cid'),
              (5, 3, 'Bob'), (6, 3, 'Cid')) t(rental_id, film_id, renter)
            """,
        },
        ("rentals.film_id films.film_id",),
    )


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("Which two titles were rented most often?", [("Brim", 3), ("Cove", 2)]),
        ("top 2 titles by number of rentals", [("Brim", 3), ("Cove", 2)]),
        ("how many titles are there?", [(3,)]),
        ("rentals by genre", [("Crime", 5), ("Drama", 1)]),
    ],
)
def test_rows_by_their_name_are_the_rows(films: Dataset, question: str, rows: list[Any]) -> None:
    assert films.ask(question) == rows


def test_how_often_is_a_cell_in_another_form() -> None:
    plans = Dataset(
        {
            "plans": """
            select * from (values (1, 'Oslo', 'annual', date '2024-01-05'),
              (2, 'Oslo', 'monthly', date '2024-02-05'), (3, 'Bern', 'annual', date '2025-01-05'),
              (4, 'Bern', 'annual', date '2025-03-05')) t(plan_no, town, billing, since)
            """
        }
    )
    assert plans.ask("how many plans in Bern are billed annually?") == [(2,)]
    assert plans.ask("how many plans are billed yearly?") == [(3,)]
    assert plans.ask("number of plans by year") != [(3,)]


def test_what_brackets_write_short_is_not_a_second_condition() -> None:
    shops = Dataset(
        {
            "closures": """
            select * from (values (1, 'GA', 'Bank of Georgia'), (2, 'GA', 'Peach Trust'),
              (3, 'TX', 'First Georgia Trust'), (4, 'TX', 'Lone Star')) t(no, st, taken_over_by)
            """
        }
    )
    assert shops.ask("how many closures were in Georgia (GA)?") == [(2,)]
    assert shops.ask("how many closures were in Texas (TX)?") == [(2,)]
