"""What every suite over tables of its own has to satisfy."""

from __future__ import annotations

import itertools
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from tests.analyst_questions.comparing import is_expected
from tests.analyst_questions.reference import expected, tables_of
from tests.analyst_questions.tables import is_there

Questions = list[dict[str, Any]]


def check_there_are_enough(questions: Questions, *, all_: int, asks: int, follow_ups: int) -> None:
    assert len(questions) >= all_
    assert len({question["id"] for question in questions}) == len(questions)
    assert sum(question["expect"]["kind"] == "asks" for question in questions) >= asks
    assert sum("follow_up_of" in question for question in questions) >= follow_ups


def check_follow_ups_stay_in_their_dataset(questions: Questions) -> None:
    for before, question in itertools.pairwise(questions):
        followed = question.get("follow_up_of", before["id"])
        assert followed == before["id"]
        assert "follow_up_of" not in question or question["dataset"] == before["dataset"]


def check_stored_answers(questions: Questions, dataset: str) -> None:
    """Check that the stored answers of a dataset are those of its files, and no others."""
    if not is_there(dataset):
        pytest.skip("the corpus is not on this machine")
    connection = tables_of(dataset)
    for question in questions:
        if question["dataset"] != dataset or question["expect"]["kind"] == "asks":
            continue
        rows = expected(connection, question)["rows"]
        assert is_expected(question["expect"], rows), question["id"]
        assert not is_expected(question["expect"], []), question["id"]
        assert not is_expected(question["expect"], [*rows, ["more"] * len(rows[0])])


def check_tables_are_made_the_same(
    maker: ModuleType, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stored: Path = maker.FOLDER
    monkeypatch.setattr(maker, "FOLDER", folder)
    maker.main()
    made = {path.name: path.read_bytes() for path in folder.iterdir()}
    assert made == {path.name: path.read_bytes() for path in stored.iterdir()}
