"""Words that say no more than the rest of a question, and nouns that only call the rows."""

from __future__ import annotations

from typing import Any

import pytest

from tests.unit.models.asking import Dataset


@pytest.fixture(scope="module")
def desk() -> Dataset:
    return Dataset(
        {
            "desk_tickets": """select * from (values
                (1, date '2023-02-01', 'Network', 'In use', 4, 'Yes', 2.0, 'Ann Lee'),
                (2, date '2024-03-01', 'Printer', 'In use', 2, 'No', 1.0, 'Bob Ray'),
                (3, date '2024-05-01', 'Network', 'Scrapped', 5, 'Yes', 3.5, 'Cid Moe'),
                (4, date '2025-06-01', 'Email', 'Scrapped', 1, 'No', 4.0, 'Ann Lee'))
                t(ticket_id, raised, category, device_state, rating, paperless, hours, agent)""",
        }
    )


@pytest.mark.parametrize(
    ("questions", "rows"),
    [
        (("What is the average rating given for network problems?",), [(4.5,)]),
        (("How many tickets were raised from 2023 to 2024 inclusive?",), [(3,)]),
        (("How often was network noted?",), [(2,)]),
        (("How many tickets were raised in 2024?", "only those in use"), [(1,)]),
        (
            ("average rating compared between paperless and non-paperless tickets",),
            [("No", 1.5), ("Yes", 4.5)],
        ),
    ],
)
def test_what_says_no_more_is_left_out(
    desk: Dataset, questions: tuple[str, ...], rows: list[Any]
) -> None:
    assert sorted(desk.ask(*questions)) == rows


def test_devices_are_the_assets_of_a_table_of_them() -> None:
    firm = Dataset(
        {
            "it_assets": """select * from (values ('A1', 'Laptop', 'Lost', 900),
                ('A2', 'Phone', 'In use', 300), ('A3', 'Phone', 'Retired', 200))
                t(tag, type, status, cost)""",
            "it_licences": """select * from (values ('L1', 'Office', 10), ('L2', 'CAD', 2))
                t(licence, software, seats)""",
        }
    )
    assert firm.ask("how many devices are either lost or retired?") == [(2,)]
    assert firm.ask("What did the hardware cost in total?") == [(1400,)]


def test_who_has_them_is_somebody_named_in_the_rows(desk: Dataset) -> None:
    found = desk.ask("Which tickets are in use?", "who is handling them?")
    assert sorted(row[-1] for row in found) == ["Ann Lee", "Bob Ray"]


def test_a_noun_before_a_measure_that_only_means_another_column_is_no_group() -> None:
    samples = Dataset(
        {
            "samples": """select * from (values (1, 'Aire', 'Weir', 4.0), (2, 'Nidd', 'Weir', 9.0),
                (3, 'Nidd', 'Ford', 2.0)) t(sample, river, site, temperature)""",
        }
    )
    first = "What was the lowest water temperature at the weir?"
    assert samples.ask(first) == [(4.0,)]
    assert samples.ask(first, "and the highest?") == [(9.0,)]
