"""The fourth suite holds together: new tables, new wording, answers that can be recomputed."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest

from tests.analyst_questions import make_fourth_tables
from tests.analyst_questions.comparing import is_expected
from tests.analyst_questions.reference import expected, load, tables_of
from tests.analyst_questions.tables import is_there

FOURTH = load("fourth")
DATASETS = sorted({question["dataset"] for question in FOURTH})


def test_there_are_enough_of_each_kind_over_enough_tables() -> None:
    assert len(FOURTH) >= 160
    assert len(DATASETS) >= 10
    assert len({question["id"] for question in FOURTH}) == len(FOURTH)
    assert sum(question["expect"]["kind"] == "asks" for question in FOURTH) >= 12
    assert sum("follow_up_of" in question for question in FOURTH) >= 20


def test_a_follow_up_stays_in_the_dataset_of_the_question_before_it() -> None:
    for before, question in itertools.pairwise(FOURTH):
        followed = question.get("follow_up_of", before["id"])
        assert followed == before["id"]
        assert "follow_up_of" not in question or question["dataset"] == before["dataset"]


@pytest.mark.parametrize("dataset", DATASETS)
def test_the_stored_answers_are_those_of_the_files_and_no_others(dataset: str) -> None:
    if not is_there(dataset):
        pytest.skip("the corpus is not on this machine")
    connection = tables_of(dataset)
    for question in FOURTH:
        if question["dataset"] != dataset or question["expect"]["kind"] == "asks":
            continue
        rows = expected(connection, question)["rows"]
        assert is_expected(question["expect"], rows), question["id"]
        assert not is_expected(question["expect"], []), question["id"]
        assert not is_expected(question["expect"], [*rows, ["more"] * len(rows[0])])


def test_the_fourth_tables_are_made_the_same_each_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stored = make_fourth_tables.FOLDER
    monkeypatch.setattr(make_fourth_tables, "FOLDER", tmp_path)
    make_fourth_tables.main()
    made = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    assert made == {path.name: path.read_bytes() for path in stored.iterdir()}
