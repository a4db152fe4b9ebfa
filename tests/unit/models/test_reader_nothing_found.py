"""A reading that gives nothing is not told before another that gives something is thought of."""

from __future__ import annotations

import pytest

from keenbench.models.offline.frame import Clarification, Understanding
from tests.unit.models.asking import Dataset
from tests.unit.models.invented import bakeries
from tests.unit.models.test_offline_chat_model import talk


@pytest.fixture(scope="module")
def shops() -> Dataset:
    return bakeries()


def test_what_has_no_row_is_said_and_asked_about(shops: Dataset) -> None:
    """Nobody who asks about the cakes at Station doubts that there were some."""
    found = shops.understand("how many cakes were sold in Corm in February 2025")
    assert isinstance(found, Clarification)
    assert "nothing" in found.message
    assert found.proposed, "a yes says that this was meant"


def test_no_is_an_answer_to_whether_there_is_any(shops: Dataset) -> None:
    found = shops.understand("are there any sales in Corm?")
    assert isinstance(found, Understanding)
    assert found.exists


def test_what_has_rows_is_told(shops: Dataset) -> None:
    assert shops.ask("how many sales of cake were paid in cash") == [(2,)]


def test_a_plan_that_gave_nothing_is_followed_by_a_question_not_by_its_answer(
    shops: Dataset,
) -> None:
    messages, calls = talk(shops, "how many cakes were sold in Corm in February 2025")
    assert calls.count("plan") == 1
    assert messages[-1].response_metadata["status"] == "needs_clarification"
    assert "I find nothing for" in str(messages[-1].text)


def test_a_yes_takes_the_empty_answer(shops: Dataset) -> None:
    asked = "how many cakes were sold in Corm in February 2025"
    messages, _ = talk(shops, asked, "yes")
    assert messages[-1].response_metadata["status"] == "success"
    assert "There is no value to work it out from" in str(messages[-1].text)


def test_a_no_is_neither_run_nor_taken_for_a_question(shops: Dataset) -> None:
    asked = "how many cakes were sold in Corm in February 2025"
    messages, calls = talk(shops, asked, "no")
    assert "plan" not in calls
    assert "in other words" in str(messages[-1].text)


def test_that_none_is_in_a_state_is_an_answer() -> None:
    goods = Dataset(
        {"goods": "select * from (values (1, 'Rope', 4), (2, 'Hook', 9)) t(good_id, good, stock)"}
    )
    messages, _ = talk(goods, "How many goods are out of stock?")
    assert messages[-1].response_metadata["status"] == "success"
    assert "The answer is 0" in str(messages[-1].text)
