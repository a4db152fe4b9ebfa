"""Lists in the order that `by` tells, how long rows lasted, and what a thread is ranked by."""

from __future__ import annotations

import pytest

from tests.unit.models.asking import Dataset


def hire() -> Dataset:
    return Dataset(
        {
            "boats": """select * from (values
                ('B1', 'Swan', 'canoe', 20.0), ('B2', 'Tern', 'dinghy', 55.0),
                ('B3', 'Auk', 'canoe', 25.0))
                t(boat_id, boat, class, daily_rate)""",
            "customers": """select * from (values
                (1, 'Ida Zed', 'Leeds'), (2, 'Bo Ash', 'York'), (3, 'Cy Moe', 'Leeds'))
                t(customer_id, full_name, city)""",
            "agents": "select * from (values (1, 'Tom'), (2, 'Una')) t(agent_id, agent_name)",
            "hires": """select * from (values
                (1, 'B1', 1, 1, date '2024-01-10', date '2024-01-03', 7, 140.0),
                (2, 'B1', 1, 2, '2024-02-10', '2024-02-08', 2, 40.0),
                (3, 'B2', 2, 2, '2024-03-05', '2024-03-01', 4, 220.0),
                (4, 'B3', 3, 1, '2025-01-09', '2025-01-04', 5, 125.0),
                (5, 'B3', 1, 1, '2025-02-03', '2025-02-02', 1, 25.0))
                t(hire_id, boat_id, customer_id, agent_id, returnDate, pickupDate, days, paid)""",
        },
        ("hires.boat_id boats.boat_id", "hires.customer_id customers.customer_id",
         "hires.agent_id agents.agent_id"),
    )  # fmt: skip


@pytest.mark.parametrize(
    "question", ["Average hire length in days", "Average hire length", "How long is a hire?"]
)
def test_a_length_goes_from_the_earlier_date_to_the_later(question: str) -> None:
    assert hire().ask(question) == [(pytest.approx(3.8),)]


def test_a_count_after_a_ranking_ranks_the_same_groups() -> None:
    found = hire().ask("top 2 customers by paid, in 2024", "by number of hires")
    assert [(row[1], row[-1]) for row in found] == [("Ida Zed", 2), ("Bo Ash", 1)]


def test_a_figure_after_totals_by_group_is_told_of_each_group() -> None:
    found = hire().ask("total paid by city", "by number of hires")
    assert found == [("Leeds", 4), ("York", 1)]


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("list boats by daily rate, highest first", ["Tern", "Auk", "Swan"]),
        ("list boats by daily rate", ["Swan", "Auk", "Tern"]),
        ("list customers by name", ["Bo Ash", "Cy Moe", "Ida Zed"]),
        ("list customers sorted by name", ["Bo Ash", "Cy Moe", "Ida Zed"]),
    ],
)
def test_a_list_by_a_column_of_its_own_is_in_that_order(question: str, names: list[str]) -> None:
    assert [row[1] for row in hire().ask(question)] == names


def test_groups_are_still_counted_by_a_kind() -> None:
    assert hire().ask("list boats by class") == [("canoe", 2), ("dinghy", 1)]
