"""The second suite holds together: other tables, other people, answers that can be recomputed."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest

from tests.analyst_questions import make_tables
from tests.analyst_questions.comparing import is_expected
from tests.analyst_questions.reference import HALVES, expected, load, tables_of
from tests.analyst_questions.tables import is_there

SECOND = load("second")
DATASETS = sorted({question["dataset"] for question in SECOND})


def test_there_are_enough_over_enough_tables_that_the_first_suite_does_not_use() -> None:
    assert len(SECOND) >= 160
    assert len(DATASETS) >= 12
    assert not set(DATASETS) & {question["dataset"] for half in HALVES for question in load(half)}
    assert len({question["id"] for question in SECOND}) == len(SECOND)


def test_about_one_in_ten_must_be_asked_back_and_one_in_ten_follows_another() -> None:
    asks = sum(question["expect"]["kind"] == "asks" for question in SECOND)
    follows = sum("follow_up_of" in question for question in SECOND)
    assert 0.08 <= asks / len(SECOND) <= 0.12
    assert 0.08 <= follows / len(SECOND) <= 0.12


def test_a_follow_up_comes_right_after_what_it_follows() -> None:
    for before, question in itertools.pairwise(SECOND):
        if "follow_up_of" in question:
            assert question["follow_up_of"] == before["id"]
            assert question["dataset"] == before["dataset"]


@pytest.mark.parametrize("dataset", DATASETS)
def test_what_is_expected_is_what_another_reader_of_the_files_finds(dataset: str) -> None:
    if not is_there(dataset):
        pytest.skip("the corpus is not on this machine")
    connection = tables_of(dataset)
    for question in SECOND:
        if question["dataset"] != dataset or question["expect"]["kind"] == "asks":
            continue
        again = expected(connection, question)
        assert is_expected(question["expect"], again["rows"]), question["id"]
        assert len(again.get("also", [])) == len(question["expect"].get("also", []))


@pytest.mark.parametrize("dataset", DATASETS)
def test_the_right_rows_are_right_and_any_other_rows_are_wrong(dataset: str) -> None:
    for question in SECOND:
        expect = question["expect"]
        if question["dataset"] != dataset or expect["kind"] == "asks":
            continue
        rows = expect["rows"]
        assert is_expected(expect, [[*reversed(row), "beside"] for row in rows]), question["id"]
        assert not is_expected(expect, []), question["id"]
        assert not is_expected(expect, [*rows, ["more"] * len(rows[0])]), question["id"]
        last = rows[-1][-1]
        other = last * 1.001 + 0.57 if isinstance(last, int | float) else f"{last}?"
        assert not is_expected(expect, [*rows[:-1], [*rows[-1][:-1], other]]), question["id"]


def test_our_own_tables_are_made_the_same_each_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stored = make_tables.FOLDER
    monkeypatch.setattr(make_tables, "FOLDER", tmp_path)
    make_tables.main()
    made = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    assert made == {path.name: path.read_bytes() for path in stored.iterdir()}
