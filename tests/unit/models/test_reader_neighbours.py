"""Words that others beside them settle: a cell or a figure, a change or a state, off or on."""

from __future__ import annotations

from typing import Any

import pytest

from keenbench.models.offline.abbreviations import is_short_for
from tests.unit.models.asking import Dataset


@pytest.fixture(scope="module")
def bids() -> Dataset:
    """Bids of firms for work, of which some were declined and some won."""
    return Dataset(
        {
            "firms": """select * from (values
                (1, 'Alder Ltd', 'Road'), (2, 'Beck & Co', 'Rail'), (3, 'Cole plc', 'Road'))
                t(firm_id, firm, trade)""",
            "bids": """select * from (values
                (1, 1, 'Quote', 'Declined', 100.0, 20.0, date '2025-01-04', true, null),
                (2, 1, 'Tender', 'Won', 300.0, 60.0, '2025-01-09', false, date '2025-02-01'),
                (3, 2, 'Quote', 'Won', 200.0, 40.0, '2025-02-02', true, date '2025-02-20'),
                (4, 2, 'Tender', 'Declined', 500.0, 90.0, '2025-03-05', false, null),
                (5, 2, 'Tender', 'Open', 400.0, 70.0, '2025-03-08', true, null),
                (6, 3, 'Quote', 'Declined', 150.0, 30.0, '2025-04-01', false, null))
                t(bid_id, firm_id, kind, status, quote_value, vat, made_on, auto_renew,
                  reported_on)""",
        },
        ("bids.firm_id firms.firm_id",),
    )


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("How many bids have auto-renew switched off?", [(3,)]),
        ("How many bids have auto renew disabled?", [(3,)]),
        ("How many bids have auto renew turned on?", [(3,)]),
        ("how many declined bids were there", [(3,)]),
        ("total vat charged", [(310,)]),
        ("how many bids are not reported yet", [(4,)]),
        ("bids per firm", [(1, "Alder Ltd", 2), (2, "Beck & Co", 3), (3, "Cole plc", 1)]),
        ("how many bids per trade, whatever their status", [("Rail", 3), ("Road", 3)]),
    ],
)
def test_a_word_is_read_with_the_words_beside_it(
    bids: Dataset, question: str, rows: list[Any]
) -> None:
    assert sorted(bids.ask(question)) == rows


def test_what_a_figure_is_of_is_no_cell(bids: Dataset) -> None:
    assert bids.ask("median quote") == [(250,)]


def test_the_worst_of_what_nobody_wants_has_most_of_it(bids: Dataset) -> None:
    rows = bids.ask("How many bids are not reported?", "by firm, worst first")
    assert rows[0][-2:] == ("Beck & Co", 2)


def test_a_part_of_each_of_two_wholes_is_told_for_both(bids: Dataset) -> None:
    rows = bids.ask("What share of quotes was won, and what share of tenders?")
    assert sorted(rows) == [("Quote", pytest.approx(100 / 3)), ("Tender", pytest.approx(100 / 3))]


def test_one_of_several_states_is_a_part_of_all_of_them(bids: Dataset) -> None:
    assert bids.ask("won rate of the bids that were won or declined") == [(40,)]


@pytest.mark.parametrize(
    ("header", "asked", "short"),
    [("whse", "warehouse", True), ("rte", "route", True), ("whse", "wharf", False)],
)
def test_a_header_may_leave_out_all_vowels_but_the_last(
    header: str, asked: str, short: bool
) -> None:
    assert is_short_for(header, asked) is short


@pytest.fixture(scope="module")
def works() -> Dataset:
    """Jobs of a workshop, what they were to cost and what they did."""
    return Dataset(
        {
            "jobs": """select * from (values
                (1, 'Brakes', 'Ann', 100.0, 160.0, date '2025-01-04', true, 'Leeds', 'spring'),
                (2, 'Tyres', 'Bob', 200.0, 210.0, '2025-01-09', false, 'York', null),
                (3, 'Brakes', 'Bob', 300.0, 250.0, '2025-02-02', true, 'Leeds', 'summer'),
                (4, 'Paint', 'Bob', 400.0, 700.0, '2025-03-05', false, 'York', null),
                (5, 'Tyres', 'Ann', 150.0, 155.0, '2025-03-08', false, 'York', 'spring'))
                t(job_id, work_type, mechanic, budget, spend, done_on, warranty, site, offer)""",
        }
    )


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("Which jobs overspent their budget by more than 50?", [(1,), (4,)]),
        ("Which jobs overspent by at least 5 percent?", [(1,), (2,), (4,)]),
        ("Which jobs underspent their budget by more than 20?", [(3,)]),
    ],
)
def test_by_how_much_something_was_overspent_is_no_bound_of_the_budget(
    works: Dataset, question: str, rows: list[Any]
) -> None:
    assert sorted(row[:1] for row in works.ask(question)) == rows


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("what kinds of work are there?", [("Brakes",), ("Paint",), ("Tyres",)]),
        ("what offers were there?", [("spring",), ("summer",)]),
        ("how many jobs were done under warranty?", [(2,)]),
        ("which mechanics look after more than 2 jobs?", [("Bob", 3)]),
        ("job volume by mechanic", [("Ann", 2), ("Bob", 3)]),
        ("when was the very latest job for each mechanic?",
         [("Ann", "2025-03-08"), ("Bob", "2025-03-05")]),
        ("which job has the highest spend and how much is it?", [(4, 700)]),
    ],
)  # fmt: skip
def test_small_words_do_not_keep_a_question_from_being_read(
    works: Dataset, question: str, rows: list[Any]
) -> None:
    found = [tuple(str(x) if hasattr(x, "year") else x for x in row) for row in works.ask(question)]
    assert sorted(found) == rows


def test_a_rate_of_what_nothing_tells_is_asked_back(works: Dataset) -> None:
    assert "bounce" in works.asked_back("what was the bounce rate per site?")


def test_what_there_is_with_counts_is_how_many_of_each(works: Dataset) -> None:
    rows = works.ask("offers with counts, leave out those where no offer was given")
    assert sorted(rows) == [("spring", 2), ("summer", 1)]
