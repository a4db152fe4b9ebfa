"""Tables of which each row is counted already: a row for each kind, with how many there were."""

from __future__ import annotations

from typing import Any

import pytest

from tests.unit.models.asking import Dataset


@pytest.fixture(scope="module")
def permits() -> Dataset:
    return Dataset(
        {
            "building_permits": """select * from (values
                ('Camden', 'Loft', 2022, 40), ('Camden', 'Cellar', 2022, 5),
                ('Camden', 'Loft', 2023, 30), ('Barnet', 'Loft', 2022, 7),
                ('Barnet', 'Cellar', 2023, 20), ('Harrow', 'Loft', 2023, 2))
                t(borough, kind, year, n)""",
        }
    )


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("How many permits were there in Camden?", [(75,)]),
        ("total number of permits by borough", [("Barnet", 27), ("Camden", 75), ("Harrow", 2)]),
        ("show permits by kind", [("Cellar", 25), ("Loft", 79)]),
        ("which borough had the most permits", [("Camden", 75)]),
        ("boroughs with more than 20 permits", [("Barnet", 27), ("Camden", 75)]),
        ("how many permits in 2023", [(52,)]),
        # Which there are, and how many kinds, is told by the rows themselves.
        ("how many different kinds are there", [(2,)]),
        ("list the permits of Harrow", [("Harrow", "Loft", 2023, 2)]),
    ],
)
def test_what_is_counted_already_is_added_up(
    permits: Dataset, question: str, rows: list[Any]
) -> None:
    assert sorted(permits.ask(question)) == rows


def test_what_a_table_of_counts_is_split_by_is_no_row_of_it() -> None:
    calls = Dataset(
        {
            "calls_by_ward": """select * from (values
                ('North', 'Fire', 9), ('North', 'Flood', 8), ('South', 'Fire', 12),
                ('East', 'Fire', 3), ('East', 'Flood', 4)) t(ward, reason, count)""",
        }
    )
    assert calls.ask("which ward had the most calls") == [("North", 17)]
    assert calls.ask("wards with more than 10 calls") == [("North", 17), ("South", 12)]
    assert calls.ask("how many wards are there") == [(3,)]


def test_a_header_may_say_what_it_counts() -> None:
    """The rows are of what the header says, and not of what the table is called by."""
    crossings = Dataset(
        {
            "ferries": """select * from (values
                ('Oban', 'Mull', 12), ('Oban', 'Coll', 3), ('Mull', 'Oban', 11),
                ('Coll', 'Oban', 4)) t(from_port, to_port, num_crossings)""",
        }
    )
    assert crossings.ask("number of crossings from Oban to Mull") == [(12,)]
    assert crossings.ask("how many crossings are there?") == [(30,)]


def test_what_has_a_name_of_its_own_is_counted_by_its_rows() -> None:
    stock = Dataset(
        {
            "orders": """select * from (values (1, 'Ann'), (2, 'Bob'), (3, 'Cid'))
                t(order_id, customer)""",
            "lines": """select * from (values
                (1, 'Pen', 'red', 10), (1, 'Ink', 'red', 2), (2, 'Pen', 'blue', 5),
                (3, 'Ink', 'red', 4)) t(order_id, product, colour, count)""",
        },
        ("lines.order_id orders.order_id",),
    )
    assert stock.ask("how many orders are there?") == [(3,)]
    shelves = Dataset(
        {
            "products": """select * from (values
                ('Pen', 'red', 10), ('Ink', 'red', 2), ('Nib', 'blue', 5))
                t(name, colour, count)""",
        }
    )
    assert shelves.ask("how many products are red?") == [(2,)]


def test_what_is_measured_besides_is_no_kind() -> None:
    flats = Dataset(
        {
            "flats": """select * from (values
                ('Aven', 'New', 2, 500), ('Aven', 'Old', 4, 900), ('Brix', 'New', 2, 450),
                ('Brix', 'Old', 2, 400), ('Aven', 'Old', 3, 700))
                t(town, age, room_count, rent)""",
        }
    )
    assert flats.ask("how many flats are in Aven?") == [(3,)]
    assert flats.ask("which towns have flats with more than 3 rooms?") == [("Aven",)]


def test_what_was_seen_on_a_day_may_be_one_however_many_it_was_of() -> None:
    seen = Dataset(
        {
            "sightings": """select * from (values
                (date '2025-01-02', 'Hide', 'Teal', 30), (date '2025-01-02', 'Reed', 'Teal', 4),
                (date '2025-01-03', 'Hide', 'Smew', 1), (date '2025-01-03', 'Reed', 'Teal', 9))
                t(seen_on, place, species, count)""",
        }
    )
    assert seen.ask("how many sightings were there?") == [(4,)]
