"""Which reading is taken, when the user is asked, and how a yes settles it."""

from __future__ import annotations

import json
import math
from importlib.resources import files

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keenbench.models.offline.frame import Pending, Understanding
from keenbench.models.offline.settling import agreed
from keenbench.models.offline.words import tokenise
from keenbench.models.reader.weighing import chances

SIGNS = st.dictionaries(st.sampled_from(["a", "b", "c"]), st.floats(-5, 5), max_size=3)
WEIGHTS = {"a": 1.5, "b": -2.0, "c": 0.25}


def _reading(subject: str) -> Understanding:
    return Understanding(dataset_id="shop", subject=subject)


ORDERS, CUSTOMERS = _reading("orders"), _reading("customers")
ASKED = Pending(question="how many", proposed=(ORDERS, CUSTOMERS))


@given(st.lists(SIGNS, max_size=6))
def test_chances_are_shared_with_none_of_these(readings: list[dict[str, float]]) -> None:
    found = chances(readings, WEIGHTS)
    assert all(0 <= chance <= 1 for chance in found)
    assert sum(found) < 1 or math.isclose(sum(found), 1, abs_tol=1e-9)


@given(st.lists(SIGNS, min_size=2, max_size=6))
def test_another_reading_takes_chance_from_each(readings: list[dict[str, float]]) -> None:
    fewer = chances(readings[:-1], WEIGHTS)
    more = chances(readings, WEIGHTS)
    assert all(less <= before + 1e-12 for before, less in zip(fewer, more[:-1], strict=True))


def test_a_sign_that_nothing_was_learnt_of_weighs_nothing() -> None:
    assert chances([{"never seen": 3.0}], WEIGHTS) == [0.5]


def test_no_sign_holds_a_word_of_a_table() -> None:
    """What is learnt of one table must be true of others."""
    text = (files("keenbench.models.reader") / "weights.json").read_text(encoding="utf-8")
    names = " ".join(json.loads(text)).split()
    assert not {"orders", "customers", "bakery", "pupils"} & set(names)


@pytest.mark.parametrize("reply", ["yes", "Yes please", "yep, that one", "ok", "that's right", "1"])
def test_a_yes_takes_the_first_reading_that_was_named(reply: str) -> None:
    assert agreed(tokenise(reply), ASKED) == ORDERS


@pytest.mark.parametrize("reply", ["the second", "2", "the second one please", "the latter"])
def test_the_second_takes_the_second(reply: str) -> None:
    assert agreed(tokenise(reply), ASKED) == CUSTOMERS


@pytest.mark.parametrize(
    "reply", ["no", "by region", "customers", "yes but only 2024", "the third"]
)
def test_anything_else_is_no_yes(reply: str) -> None:
    assert agreed(tokenise(reply), ASKED) is None


def test_the_second_of_one_is_none() -> None:
    only = Pending(question="how many", proposed=(ORDERS,))
    assert agreed(tokenise("the second"), only) is None
    assert agreed(tokenise("yes"), Pending(question="how many")) is None
