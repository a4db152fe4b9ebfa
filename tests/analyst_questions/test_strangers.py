"""The suites of strangers hold together, so that what they measure means something."""

from __future__ import annotations

from typing import Any

import pytest

from tests.analyst_questions import strangers
from tests.analyst_questions.comparing import is_expected

SUITES = {name: strangers.load(name) for name in strangers.NAMES}


@pytest.mark.parametrize("suite", strangers.NAMES)
def test_there_are_enough_questions_over_enough_tables(suite: str) -> None:
    questions = SUITES[suite]
    assert len(questions) >= 120
    assert len({question["id"] for question in questions}) == len(questions)
    assert len({question["dataset"] for question in questions}) >= 8
    assert sum(question["expect"]["kind"] == "asks" for question in questions) >= 5
    assert sum("follow_up_of" in question for question in questions) >= 5


@pytest.mark.parametrize("suite", strangers.NAMES)
def test_a_follow_up_comes_after_what_it_follows_in_the_same_dataset(suite: str) -> None:
    seen: dict[str, str] = {}
    for question in SUITES[suite]:
        if "follow_up_of" in question:
            assert seen[question["follow_up_of"]] == question["dataset"], question["id"]
        seen[question["id"]] = question["dataset"]


@pytest.mark.parametrize("suite", strangers.NAMES)
def test_an_answer_is_right_as_it_stands_and_wrong_with_a_row_more_or_none(suite: str) -> None:
    for question in SUITES[suite]:
        expect: dict[str, Any] = question["expect"]
        if expect["kind"] == "asks":
            continue
        rows = expect["rows"]
        assert is_expected(expect, rows), question["id"]
        assert not is_expected(expect, []), question["id"]
        assert not is_expected(expect, [*rows, ["more"] * len(rows[0])]), question["id"]


@pytest.mark.parametrize("suite", strangers.NAMES)
def test_the_tables_of_every_dataset_are_there(suite: str) -> None:
    for dataset in {question["dataset"] for question in SUITES[suite]}:
        paths = strangers.files_of(dataset)
        kept = [path for path in paths if strangers.CORPUS not in path.parents]
        assert all(path.is_file() for path in kept), dataset
