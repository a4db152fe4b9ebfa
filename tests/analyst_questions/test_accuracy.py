"""How well the offline model does on the questions, asked of the real app.

The whole suites take minutes and run with the slow tests; a sample of each runs always. All three
were learnt from: how the model does on questions never seen is measured with suites kept apart.
"""

from __future__ import annotations

import pytest

from tests.analyst_questions.run import askable, run

SUITES = ("dev", "held_out", "second")


@pytest.mark.slow
@pytest.mark.parametrize("suite", SUITES)
def test_most_questions_are_answered_rightly_and_hardly_any_wrongly(suite: str) -> None:
    questions = askable(suite)
    if len(questions) < 100:
        pytest.skip("the corpus is not on this machine")
    done = run(questions)
    assert done.right_share >= 0.85, done.listing()
    assert done.wrong_share <= 0.03, done.listing()


def test_a_sample_of_them_is_answered_rightly() -> None:
    sample = [
        question
        for suite in SUITES
        for question in askable(suite)
        if "follow_up_of" not in question and question["dataset"] in ("shop", "second/library")
    ][::6]
    done = run(sample)
    assert done.right_share >= 0.85, done.listing()
    assert done.count("wrong") <= 1, done.listing()
