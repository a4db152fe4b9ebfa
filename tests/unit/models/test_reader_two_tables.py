"""Two tables that belong together: whose rows, what is lacking, and both sides of a yes or no."""

from __future__ import annotations

from typing import Any

import pytest

from tests.unit.models.asking import Dataset


@pytest.fixture(scope="module")
def kennels() -> Dataset:
    """Keepers, and the boarding of their dogs."""
    return Dataset(
        {
            "keepers": """select * from (values
                (1, 'Ann Lee', 'Aven', 34, 'yes'), (2, 'Bob Ray', 'Aven', 61, 'no'),
                (3, 'Cid Moe', 'Brix', 58, 'yes'), (4, 'Dot Fay', 'Corm', 25, 'no'))
                t(keeper_id, keeper_name, town, age, insured)""",
            "boardings": """select * from (values
                (1, 1, 'Long', 40.0, 'paid', date '2025-01-04', 'Y'),
                (2, 1, 'Short', 20.0, 'unpaid', '2025-02-01', 'N'),
                (3, 2, 'Long', 60.0, 'paid', null, 'N'),
                (4, 3, 'Short', 90.0, 'paid', '2025-03-09', 'Y'),
                (5, 3, 'Long', 30.0, 'paid', '2025-04-02', 'N'))
                t(boarding_id, keeper_id, stay, fee, payment, collected_on, bitten)""",
        },
        ("boardings.keeper_id keepers.keeper_id",),
    )


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("What is the total of fees paid by keepers in Aven?", [(100.0,)]),
        ("What percentage of keepers are uninsured?", [(50.0,)]),
        ("How many keepers over 50 had a long boarding?", [(2,)]),
        ("How many keepers have had at least one short boarding?", [(2,)]),
    ],
)
def test_one_figure_across_two_tables(kennels: Dataset, question: str, rows: list[Any]) -> None:
    assert kennels.ask(question) == rows


def test_how_many_have_it_and_how_many_do_not_are_two_numbers(kennels: Dataset) -> None:
    found = kennels.ask("How many keepers are insured and how many are not?")
    assert sorted(row[-1] for row in found) == [2, 2]


def test_the_average_of_those_who_have_it_and_of_those_who_do_not(kennels: Dataset) -> None:
    found = kennels.ask("Average age of keepers who are insured and of those who are not")
    assert sorted(row[-1] for row in found) == [43.0, 46.0]


def test_each_with_the_number_of_theirs(kennels: Dataset) -> None:
    found = kennels.ask("List each keeper with the number of boardings they had")
    assert {row[-2]: row[-1] for row in found} == {"Ann Lee": 2, "Bob Ray": 1, "Cid Moe": 2}


def test_what_is_not_done_yet_is_not_lacking(kennels: Dataset) -> None:
    found = kennels.ask("Which keepers have not collected yet?")
    assert [row[-1] for row in found] == ["Bob Ray"]


@pytest.fixture(scope="module")
def depot() -> Dataset:
    """Consignments that were shipped in one or several shipments, each with its cost."""
    return Dataset(
        {
            "consignments": """select * from (values
                (1, 'Glass', 400.0), (2, 'Steel', 900.0), (3, 'Paper', 100.0), (4, 'Glass', 50.0))
                t(consignment_id, goods, worth)""",
            "shipments": """select * from (values
                (1, 1, 'Rail', 30.0), (2, 1, 'Road', 20.0), (3, 2, 'Rail', 70.0),
                (4, 3, 'Road', 5.0), (5, 3, 'Road', 6.0), (6, 3, 'Rail', 7.0))
                t(shipment_id, consignment_id, shipment_mode, shipment_cost)""",
        },
        ("shipments.consignment_id consignments.consignment_id",),
    )


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("How many consignments were shipped in more than one shipment?", [(2,)]),
        ("how many consignments were shipped in at least three shipments", [(1,)]),
        ("how many consignments have more than one shipment", [(2,)]),
        # Where a bound is of what one row has, the verb is no more than a deed either.
        ("how many shipments have a shipment cost over 25", [(2,)]),
        ("how many consignments are worth more than 100", [(2,)]),
    ],
)
def test_more_than_one_of_theirs_is_counted_for_each(
    depot: Dataset, question: str, rows: list[Any]
) -> None:
    assert depot.ask(question) == rows
