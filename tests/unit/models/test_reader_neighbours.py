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
