"""The questions hold together, and the scorer can tell a right answer from a wrong one."""

from __future__ import annotations

import csv
import json
import statistics
from collections import Counter
from typing import Any

import pytest

from tests.analyst_questions.comparing import is_expected, same
from tests.analyst_questions.reference import HALVES, expected, load, tables_of
from tests.analyst_questions.scorer import Payload, score
from tests.analyst_questions.tables import DEMO, is_demo, is_there

QUESTIONS = {half: load(half) for half in HALVES}
ALL = [question for half in HALVES for question in QUESTIONS[half]]
DATASETS = sorted({question["dataset"] for question in ALL})


def test_there_are_enough_over_enough_tables_and_the_halves_are_alike() -> None:
    assert len(ALL) >= 220
    assert len(DATASETS) >= 10
    kinds = {
        half: Counter(kind for question in QUESTIONS[half] for kind in question["kinds"])
        for half in HALVES
    }
    assert abs(len(QUESTIONS["dev"]) - len(QUESTIONS["held_out"])) <= 10
    for kind, count in (kinds["dev"] + kinds["held_out"]).items():
        assert abs(kinds["dev"][kind] - kinds["held_out"][kind]) <= max(2, count // 4), kind


def test_no_question_is_in_both_halves_and_ids_are_unique() -> None:
    assert len({question["id"] for question in ALL}) == len(ALL)
    asked = [
        {(question["dataset"], question["question"]) for question in QUESTIONS[half]}
        for half in HALVES
    ]
    assert not asked[0] & asked[1]


def test_a_follow_up_comes_right_after_what_it_follows() -> None:
    for half in HALVES:
        for before, question in zip(QUESTIONS[half], QUESTIONS[half][1:], strict=False):
            if "follow_up_of" in question:
                assert question["follow_up_of"] == before["id"]
                assert question["dataset"] == before["dataset"]


@pytest.mark.parametrize("dataset", DATASETS)
def test_what_is_expected_is_what_another_reader_of_the_files_finds(dataset: str) -> None:
    if not is_there(dataset):
        pytest.skip("the corpus is not on this machine")
    connection = tables_of(dataset)
    for question in ALL:
        if question["dataset"] == dataset:
            again = expected(connection, question)
            if question["expect"]["kind"] == "asks":
                assert again == question["expect"]
            else:
                assert is_expected(question["expect"], again["rows"]), question["id"]
                assert len(again.get("also", [])) == len(question["expect"].get("also", []))


def test_a_third_way_agrees_for_plain_questions_of_the_shop() -> None:
    with (DEMO / "shop" / "orders.csv").open(encoding="utf-8") as file:
        orders = list(csv.DictReader(file))
    totals = [float(order["total"]) for order in orders]
    by_hand: dict[str, float] = {
        "number of orders": len(orders),
        "What is our total revenue?": sum(totals),
        "median order total": statistics.median(totals),
        "what is the average order total": statistics.mean(totals),
    }
    found = {
        question["question"]: question["expect"]["rows"][0][0]
        for question in ALL
        if question["dataset"] == "shop" and question["question"] in by_hand
    }
    assert found == pytest.approx(by_hand)


def test_cells_are_compared_by_what_they_say() -> None:
    assert same("2024-03", "2024-03-01T00:00:00")
    assert same("2024-Q2", "2024-04-01")
    assert same(2024, "2024-01-01 00:00:00")
    assert same(12.5, "12.50")
    assert same(True, "yes")
    assert not same(12.5, 12.51)
    assert not same("2024-03", "2024-03-02")
    assert not same("Berlin", "berlin")
    assert not same(0, None)


def test_columns_may_move_and_gain_company_but_values_may_not_change() -> None:
    expect = {"kind": "rows", "columns": ["team", "n"], "rows": [["a", 1], ["b", 2]]}
    assert is_expected(expect, [[2, "x", "b"], [1, "y", "a"]])
    assert not is_expected(expect, [[1, "x", "b"], [2, "y", "a"]])
    assert not is_expected(expect, [["a", 1]])
    assert not is_expected(expect, [["a", 1], ["b", 2], ["c", 3]])
    assert not is_expected({**expect, "ordered": True}, [["b", 2], ["a", 1]])
    assert is_expected({**expect, "ordered": ["n"]}, [["a", 1], ["b", 2]])


def test_a_share_may_be_a_fraction_but_in_one_way_throughout() -> None:
    expect = {
        "kind": "rows",
        "columns": ["k", "pct"],
        "rows": [["a", 25.0], ["b", 75.0]],
        "percent": ["pct"],
    }
    assert is_expected(expect, [["a", 0.25], ["b", 0.75]])
    assert is_expected(expect, [["a", 25], ["b", 75]])
    assert not is_expected(expect, [["a", 0.25], ["b", 75]])


def given(rows: list[list[Any]] | None, status: str = "success") -> Payload:
    result = None if rows is None else {"columns": [], "rows": rows, "has_more": False}
    return {"status": status, "result": result, "assistant_message": "…", "thread_id": "t"}


def test_verdicts_and_shares() -> None:
    value = {"kind": "value", "columns": ["n"], "rows": [[7]]}
    texts = {
        "right": given([[7]]),
        "wrong": given([[8]]),
        "asked": given(None, "needs_clarification"),
        "told": given(None),
        "failed": given(None, "error"),
    }
    questions = [
        {"id": text, "dataset": "shop", "question": text, "expect": value, "kinds": ["count"]}
        for text in texts
    ]
    questions.append({**questions[2], "id": "must-ask", "expect": {"kind": "asks"}})
    questions.append({**questions[0], "id": "must-not", "expect": {"kind": "asks"}})
    done = score(questions, lambda _dataset, _thread, text: texts[text])
    verdicts = [entry.verdict for entry in done.entries]
    assert verdicts == ["right", "wrong", "asked", "asked", "failed", "right", "wrong"]
    # Three answers were shown, and two of them should not have been.
    assert done.wrong_share == pytest.approx(2 / 3)
    assert "WRONG" in done.listing()


@pytest.mark.parametrize("dataset", DATASETS)
def test_the_right_rows_are_right_and_any_other_rows_are_wrong(dataset: str) -> None:
    for question in ALL:
        expect = question["expect"]
        if question["dataset"] != dataset or expect["kind"] == "asks":
            continue
        rows = expect["rows"]
        beside = [[*reversed(row), "beside"] for row in rows]
        assert is_expected(expect, beside), question["id"]
        assert not is_expected(expect, []), question["id"]
        assert not is_expected(expect, [*rows, ["more"] * len(rows[0])]), question["id"]
        last = rows[-1][-1]
        other = last * 1.001 + 0.5 if isinstance(last, int | float) else f"{last}?"
        spoilt = [*rows[:-1], [*rows[-1][:-1], other]]
        assert not is_expected(expect, spoilt), question["id"]


def test_a_follow_up_goes_into_the_thread_of_what_it_follows() -> None:
    heard: list[tuple[str | None, str]] = []

    def answer(_dataset: str, thread: str | None, text: str) -> Payload:
        heard.append((thread, text))
        return {**given([[1]]), "thread_id": f"thread-of-{text}"}

    base = {"dataset": "shop", "expect": {"kind": "asks"}, "kinds": []}
    score(
        [
            {**base, "id": "1", "question": "one"},
            {**base, "id": "2", "question": "two", "follow_up_of": "1"},
            {**base, "id": "3", "question": "three"},
        ],
        answer,
    )
    assert heard == [(None, "one"), ("thread-of-one", "two"), (None, "three")]


def test_the_prompts_that_the_demo_suggests_are_all_asked() -> None:
    registry = json.loads((DEMO / "registry.json").read_text(encoding="utf-8"))
    asked = {(question["dataset"], question["question"]) for question in QUESTIONS["dev"]}
    for dataset in registry["datasets"]:
        assert is_demo(dataset["id"])
        for prompt in dataset["prompts"]:
            assert (dataset["id"], prompt) in asked, prompt
