"""The fifth suite holds together: new tables, new wording, answers that can be recomputed."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.analyst_questions import make_fifth_tables
from tests.analyst_questions.reference import load
from tests.analyst_questions.suite_checks import (
    check_follow_ups_stay_in_their_dataset,
    check_stored_answers,
    check_tables_are_made_the_same,
    check_there_are_enough,
)

FIFTH = load("fifth")
DATASETS = sorted({question["dataset"] for question in FIFTH})


def test_there_are_enough_of_each_kind_over_enough_tables() -> None:
    check_there_are_enough(FIFTH, all_=280, asks=25, follow_ups=25)
    assert len(DATASETS) >= 12


def test_a_follow_up_stays_in_the_dataset_of_the_question_before_it() -> None:
    check_follow_ups_stay_in_their_dataset(FIFTH)


@pytest.mark.parametrize("dataset", DATASETS)
def test_the_stored_answers_are_those_of_the_files_and_no_others(dataset: str) -> None:
    check_stored_answers(FIFTH, dataset)


def test_the_fifth_tables_are_made_the_same_each_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    check_tables_are_made_the_same(make_fifth_tables, tmp_path, monkeypatch)
