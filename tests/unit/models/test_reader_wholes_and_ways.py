"""Wholes told first, averages of days, how weeks go, both ends of a way, and the row of an edge."""

from __future__ import annotations

from typing import Any

import pytest

from keenbench.models.offline.frame import Clarification, LookupsNeeded, Pending, Understanding
from keenbench.models.offline.understanding import understand
from tests.unit.models.asking import Dataset, _Answers


@pytest.fixture(scope="module")
def haulage() -> Dataset:
    """Parcels between depots, of which each has two, and what was packed on which day."""
    return Dataset(
        {
            "depots": """select * from (values
                (1, 'Alder', 'Coast', 4), (2, 'Birch', 'Coast', 6), (3, 'Cedar', 'Hills', 8),
                (4, 'Daisy', 'Plain', 3)) t(depot_id, depot_name, region, bays)""",
            "parcels": """select * from (values
                (1, 1, 3, 'Delivered', 'Life', 20, date '2024-01-01', 5),
                (2, 1, 4, 'Delivered', 'Motor', 5, '2024-01-01', 2),
                (3, 2, 3, 'Returned', 'Life', 40, '2024-01-03', 3),
                (4, 3, 1, 'Delivered', 'Motor', 30, '2024-01-09', 1),
                (5, 3, 2, 'Lost', 'Motor', 2, '2024-02-05', 4),
                (6, 4, 1, 'Returned', 'Life', 1, '2024-02-06', 6))
                t(parcel_no, from_depot_id, to_depot_id, status, product, late_min, sent_on,
                  weight_kg)""",
        },
        ("parcels.from_depot_id depots.depot_id", "parcels.to_depot_id depots.depot_id"),
    )


@pytest.fixture(scope="module")
def bakery() -> Dataset:
    """Sales with a number of pieces, and people who live somewhere."""
    return Dataset(
        {
            "members": """select * from (values
                (1, 'Ann Lee', 'Leeds'), (2, 'Bob Ray', 'York'), (3, 'Cid Moe', 'York'))
                t(member_id, full_name, town)""",
            "sales": """select * from (values
                (1, 1, 'Roll', 4, false, 'Life', date '2024-01-01', 8.0),
                (2, 2, 'Roll', 6, false, 'Home', '2024-01-02', 12.0),
                (3, 2, 'Bun', 3, true, 'Life', '2024-02-01', 9.0),
                (4, 3, 'Bun', 5, false, 'Home', '2024-02-01', 15.0))
                t(sale_id, member_id, kind, quantity, refunded, campaign, sold_on, amount)""",
        },
        ("sales.member_id members.member_id",),
    )


@pytest.mark.parametrize(
    ("question", "share"),
    [
        ("Of the parcels that were not lost, what percentage was late by more than 10?", 60.0),
        ("Of the parcels that were delivered, what share was Motor?", 200 / 3),
        ("Among returned parcels, what percentage had a late_min over 10?", 50.0),
        ("Out of the Life parcels, what share was delivered?", 100 / 3),
        # Nothing tells a whole first here.
        ("What percentage of Motor parcels was delivered?", 200 / 3),
        ("Of all parcels, what percentage was returned?", 100 / 3),
    ],
)
def test_what_is_said_after_of_bounds_the_whole(
    haulage: Dataset, question: str, share: float
) -> None:
    assert haulage.ask(question) == [(pytest.approx(share),)]


@pytest.mark.parametrize(
    ("question", "share"),
    [
        ("Of the amount that was not refunded, what share came from buns?", 1500 / 35),
        ("Of the amount of buns, what percentage was refunded?", 900 / 24),
        ("Of the total amount, what share was refunded?", 900 / 44),
        ("What share of the amount was refunded?", 900 / 44),
    ],
)
def test_a_sum_told_first_is_the_whole(bakery: Dataset, question: str, share: float) -> None:
    assert float(bakery.ask(question)[0][0]) == pytest.approx(share)


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("Average daily amount for each month", {"2024-01-01": 10.0, "2024-02-01": 24.0}),
        ("average daily amount by kind", {"Roll": 10.0, "Bun": 24.0}),
        ("What is the average amount per day by month?", {"2024-01-01": 10.0, "2024-02-01": 24.0}),
        ("average amount for each month", {"2024-01-01": 10.0, "2024-02-01": 12.0}),
    ],
)
def test_what_is_averaged_over_days_is_not_split_by_them(
    bakery: Dataset, question: str, rows: dict[str, float]
) -> None:
    assert {str(row[0]): float(row[-1]) for row in bakery.ask(question)} == pytest.approx(rows)


@pytest.mark.parametrize(
    "question",
    [
        "How many parcels were sent per week? Weeks start on Monday",
        "How many parcels were sent per week? Weeks start on Monday.",
        "number of parcels per week (weeks starting on Monday)",
        "number of parcels by week (Monday to Sunday)",
        "Weeks begin on Mondays. How many parcels per week?",
        "number of parcels per week",
    ],
)
def test_how_weeks_go_says_nothing_of_which_rows_count(haulage: Dataset, question: str) -> None:
    rows = [(str(row[0]), row[1]) for row in haulage.ask(question)]
    assert rows == [("2024-01-01", 3), ("2024-01-08", 1), ("2024-02-05", 2)]


def test_on_mondays_still_says_which_rows(haulage: Dataset) -> None:
    rows = haulage.ask("How many parcels were sent per week on Mondays?")
    assert [(str(row[0]), row[1]) for row in rows] == [("2024-01-01", 2), ("2024-02-05", 1)]


def test_other_weeks_are_not_there(haulage: Dataset) -> None:
    asked = haulage.asked_back("number of parcels per week, where weeks start on Sunday")
    assert "start on Monday" in asked


@pytest.mark.parametrize(
    "question",
    [
        "How many parcels went from a depot in the Coast region to one in the Hills region?",
        "How many parcels went from the Coast region to the Hills region?",
        "How many parcels went from a depot in Coast to another in Hills?",
        "How many parcels went from Coast to Hills?",
    ],
)
def test_both_ends_may_be_said_with_their_header(haulage: Dataset, question: str) -> None:
    assert haulage.ask(question) == [(2,)]


def test_one_end_goes_by_one_way(haulage: Dataset) -> None:
    assert haulage.ask("How many parcels went to a depot in the Coast region?") == [(3,)]


@pytest.mark.parametrize(
    ("questions", "rows"),
    [
        (("What is the greatest late_min?", "Which product was that parcel?"), {"Life"}),
        (("What is the highest weight?", "What status does that parcel have?"), {"Returned"}),
        (("What is the highest weight of Motor parcels?", "Which status was that parcel in?"),
         {"Lost"}),
    ],
)  # fmt: skip
def test_that_row_is_the_one_with_the_edge_told_before(
    haulage: Dataset, questions: tuple[str, ...], rows: set[str]
) -> None:
    found = haulage.ask(*questions)
    assert len(found) == 1 and rows <= set(found[0])


@pytest.mark.parametrize(
    "question",
    [
        "What is the total amount per town the member lives in?",
        "total amount by the town a member lives in",
    ],
)
def test_where_somebody_lives_is_no_cell_life(bakery: Dataset, question: str) -> None:
    assert sorted((row[0], float(row[-1])) for row in bakery.ask(question)) == [
        ("Leeds", 8.0),
        ("York", 36.0),
    ]


def test_a_cell_is_still_named_by_its_plural(bakery: Dataset) -> None:
    assert bakery.ask("How many sales were rolls?") == [(2,)]


@pytest.mark.parametrize(
    ("questions", "rows"),
    [
        (("What is the total quantity?", "How many of those were buns?"), [(8,)]),
        (("total quantity not refunded", "How many of them were rolls?"), [(10,)]),
        (("How many sales were there?", "How many of those were buns?"), [(2,)]),
        (("What is the total amount?", "How many of those were buns?"), [(2,)]),
    ],
)
def test_how_many_of_those_counts_what_was_counted(
    bakery: Dataset, questions: tuple[str, ...], rows: list[Any]
) -> None:
    assert bakery.ask(*questions) == rows


def test_nobody_goes_on_from_money_that_was_not_understood(bakery: Dataset) -> None:
    previous = bakery.understand("total amount of buns")
    assert isinstance(previous, Understanding)
    pending = Pending(question="…", words=("un- paid",), proposed=(previous,))
    found = understand("And on the rolls?", bakery.schema, _Answers(bakery), None, pending)
    assert not isinstance(found, LookupsNeeded)
    assert isinstance(found, Clarification) and "not answered yet" in found.message


@pytest.fixture(scope="module")
def desk() -> Dataset:
    """Tickets of a state, one of which is called as the day on which it came to be so."""
    return Dataset(
        {
            "tickets": """select * from (values
                (1, 'Open', date '2024-01-01', null, 'Kim', 10.0, 30.0),
                (2, 'Closed', '2024-01-02', date '2024-01-05', 'Kim', 40.0, 20.0),
                (3, 'Answered', '2024-01-03', '2024-01-06', 'Lou', 5.0, 25.0),
                (4, 'Can''t Help', '2024-01-04', null, 'Lou', 0.0, 90.0),
                (5, 'Waiting', '2024-01-05', null, 'Lou', 15.0, 15.0))
                t(ticket_no, status, created, answered, agent, paid_eur, claimed_eur)""",
        }
    )


@pytest.mark.parametrize(
    ("question", "count"),
    [
        ("How many tickets aren't closed, answered or can't help?", 2),
        ("How many tickets are closed, answered or can't help?", 3),
        ("How many tickets are not closed or answered?", 3),
        ("How many tickets are can't help?", 1),
        # By itself it is what the day tells.
        ("How many tickets were answered?", 2),
        ("How many tickets were not closed?", 4),
    ],
)
def test_states_in_a_list_are_cells_of_one_column(desk: Dataset, question: str, count: int) -> None:
    assert desk.ask(question) == [(count,)]


def test_a_payout_is_what_was_paid_and_no_claim(desk: Dataset) -> None:
    (row,) = desk.ask("Which agent's tickets cost us the most in payouts?")
    assert row[0] == "Kim"
    rows = {row[0]: float(row[-1]) for row in desk.ask("total payouts by agent")}
    assert rows == {"Kim": 50.0, "Lou": 20.0}
    assert float(desk.ask("total claimed")[0][0]) == 180.0
