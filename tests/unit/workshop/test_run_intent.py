"""Which turns only look."""

from __future__ import annotations

import pytest

from keenbench.workshop.run_intent import only_looks


@pytest.mark.parametrize(
    "text",
    [
        "Do not change anything, just tell me what is in it.",
        "Please don't modify any files. How many rows are there?",
        "Count the rows without changing anything",
        "Analysis only: which region sells most?",
        "What is in the report? No changes.",
        "Just look at it.",
        "Never touch my files; what do they say?",
    ],
)
def test_words_that_forbid_changes_as_a_whole_make_an_analysis_turn(text: str) -> None:
    assert only_looks(text)


@pytest.mark.parametrize(
    "text",
    [
        "Replace Alpha by Beta.",
        "What is in this file?",
        "Fix the title and do not change anything else.",
        "Do not change the header.",
        "Do not change anything except the date.",
        'Add a line saying "Do not change anything."',
        "Say that there were no changes in Q3.",
        "Make no changes to the header, but fix the sums.",
        "Just look and then fix it.",
    ],
)
def test_words_that_ask_for_a_change_or_forbid_one_thing_do_not(text: str) -> None:
    assert not only_looks(text)


def test_what_the_sender_states_wins() -> None:
    assert only_looks("Replace it.", stated=True)
    assert not only_looks("Do not change anything.", stated=False)
