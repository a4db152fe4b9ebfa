"""The fourth suite holds together: new tables, new wording, answers that can be recomputed."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.analyst_questions import make_fourth_tables
from tests.analyst_questions.reference import load
from tests.analyst_questions.suite_checks import (
    check_follow_ups_stay_in_their_dataset,
    check_stored_answers,
    check_tables_are_made_the_same,
    check_there_are_enough,
)

FOURTH = load("fourth")
DATASETS = sorted({question["dataset"] for question in FOURTH})


def test_there_are_enough_of_each_kind_over_enough_tables() -> None:
    check_there_are_enough(FOURTH, all_=160, asks=12, follow_ups=20)
    assert len(DATASETS) >= 10


def test_a_follow_up_stays_in_the_dataset_of_the_question_before_it() -> None:
    check_follow_ups_stay_in_their_dataset(FOURTH)


@pytest.mark.parametrize("dataset", DATASETS)
def test_the_stored_answers_are_those_of_the_files_and_no_others(dataset: str) -> None:
    check_stored_answers(FOURTH, dataset)


def test_the_fourth_tables_are_made_the_same_each_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    check_tables_are_made_the_same(make_fourth_tables, tmp_path, monkeypatch)
