"""Whatever is asked, of whatever tables: an answer that runs, or a question back."""

from __future__ import annotations

import pytest

from keenbench.models.offline.frame import Clarification, LookupsNeeded, Pending, Understanding
from keenbench.models.offline.lookups import Answer
from keenbench.models.offline.understanding import understand
from keenbench.query.plan import QueryPlan
from tests.unit.models.asking import Dataset, shop


class _Talk:
    """A thread of questions, each of which must end in a run or in words for the user."""

    def __init__(self, dataset: Dataset) -> None:
        self.dataset = dataset
        self.previous: Understanding | None = None
        self.pending: Pending | None = None

    def ask(self, plan: QueryPlan) -> Answer:
        return self.dataset.lookup(plan)

    def say(self, question: str) -> Understanding | Clarification:
        meant = understand(question, self.dataset.schema, self, self.previous, self.pending)
        assert not isinstance(meant, LookupsNeeded)  # all of them were answered
        if isinstance(meant, Clarification):
            assert meant.message
            self.pending = meant.pending or Pending(
                question=question, words=meant.words, proposed=meant.proposed
            )
            return meant
        assert meant.plan is not None
        self.dataset.run(meant.plan)
        self.previous, self.pending = meant.model_copy(update={"plan": None}), None
        return meant


@pytest.fixture(scope="module")
def store() -> Dataset:
    return shop()


@pytest.fixture(scope="module")
def odd() -> Dataset:
    """Headers of no word, of one that means something else, and very long; one of each row."""
    headers = [
        "%", "名前", "😀", "2019", "0", "select", "not", "top", "total", "count", "date", "(kg)",
        "min", "Größe", "it's", "SELECT 1; DROP TABLE x;--", "x" * 300,
    ]  # fmt: skip
    cells = ["'a'", "1", "date '9999-12-31'", "null::varchar", "2.5::double", "true"]
    chosen = [f'{cells[at % len(cells)]} as "{name}"' for at, name in enumerate(headers)]
    return Dataset({"select": f"select {', '.join(chosen)}"})


@pytest.fixture(scope="module")
def endless() -> Dataset:
    """Rows whose last day stands for no end."""
    return Dataset(
        {
            "leases": """select * from (values
                (1, date '2024-02-03', 5), (2, '9999-12-31', 7)) t(lease_id, ends_on, rent)""",
        }
    )


NOTHING_SAID = ["", "   ", "?", "!!!???", "\x00", "\u200b", "?" * 5000]


def test_a_message_that_says_nothing_is_asked_about(store: Dataset) -> None:
    for message in NOTHING_SAID:
        assert isinstance(_Talk(store).say(message), Clarification)


ODD = [
    '"', 'how many "orders', "how many (orders", "((((", ")(", "😀 orders 😀", "x" * 5000,
    "9" * 4400, "how many orders " * 300, "orders over 1e400", "orders over ²", "top ½ orders",
    "orders with total over 99999999999999999999", "top 99999999999999999999 orders",
    "top 0 orders", "total between 5 and 1", "not not not", "by by by", "per", "versus",
    "total in bands of 0", "total divided by 0", "the 0th order", "'; DROP TABLE orders; --",
    "SELECT * FROM orders", "{{7*7}} ${x} %s%n", "１２ orders", "how\nmany\norders",
]  # fmt: skip


def test_odd_messages_end_in_an_answer_or_a_question(store: Dataset) -> None:
    for question in ODD:
        _Talk(store).say(question)


@pytest.mark.parametrize(
    "day", ["31 February 2024", "2024-02-30", "29.02.2023", "31/12/99999", "2024-13"]
)
def test_a_day_that_no_calendar_has_is_not_guessed(store: Dataset, day: str) -> None:
    assert isinstance(_Talk(store).say(f"How many orders were placed on {day}?"), Clarification)


def test_more_time_than_there_is_goes_back_to_the_first_day(store: Dataset) -> None:
    assert store.ask("How many orders in the last 9000 years?") == [(6,)]
    asked = store.asked_back("How many orders were placed before 0001-01-02?")
    assert "I find nothing" in asked


def test_a_last_day_that_stands_for_no_end_is_no_day_to_count_from(endless: Dataset) -> None:
    assert "Which days are meant?" in endless.asked_back("total rent in the last 30 days")
    _Talk(endless).say("How many leases end on 9999-12-31?")
    assert endless.ask("How many leases end in 2024?") == [(1,)]


ASKED = [
    "how many rows", "total 2019", "average of 名前 by 😀", "highest 0 for each select",
    "how many have no %", "list not and top", "count by date", "select", "min", "total by month",
    "how many 2019 over 5", "x" * 300, "SELECT 1; DROP TABLE x;--", "in the last 30 days",
]  # fmt: skip


def test_headers_may_be_anything(odd: Dataset) -> None:
    for question in ASKED:
        _Talk(odd).say(question)


@pytest.mark.parametrize("rows", [0, 1])
def test_a_table_may_have_no_row_or_hold_nothing(rows: int) -> None:
    empty = Dataset(
        {
            "visits": f"select 1 as visit_id, null::date as seen_on, null::varchar as ward, "
            f"null::double as fee from range({rows})"
        }
    )
    assert empty.ask("How many visits?") == [(rows,)]
    for question in (
        "total fee by ward", "visits last month", "which ward has the highest fee", "share of A",
        "monthly fee", "visits in March", "fee above average", "visits without a ward",
    ):  # fmt: skip
        _Talk(empty).say(question)


def test_a_table_may_have_two_hundred_columns() -> None:
    wide = Dataset(
        {"wide": "select " + ", ".join(f'{at} as "weight {at}"' for at in range(1, 201))}
    )
    assert wide.ask("highest weight 17") == [(17,)]


FIRST = ["yes", "no", "2", "and in 2024?", "what about?", "only those", "undo", "sort by it"]


def test_a_reply_to_nothing_ends_in_an_answer_or_a_question(store: Dataset) -> None:
    for message in FIRST:
        _Talk(store).say(message)


@pytest.mark.parametrize("reply", ["yes", "no", "2", "status"])
def test_any_reply_to_a_question_back_is_borne(store: Dataset, reply: str) -> None:
    talk = _Talk(store)
    assert isinstance(talk.say("average wobble per country"), Clarification)
    talk.say(reply)
    talk.say("how many orders in 2024?")
    talk.say("and in 2025?")


def test_a_yes_without_a_proposal_is_asked_about(store: Dataset) -> None:
    talk = _Talk(store)
    for question in ("zzz", "x" * 5000):
        talk.pending = Pending(question=question)
        assert isinstance(talk.say("yes"), Clarification)
        talk.say("status")
