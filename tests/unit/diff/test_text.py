from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keenbench.diff.text import CONTEXT_LINES, Hunk, diff_lines, mark_words, split_lines

lines = st.lists(st.sampled_from(["a", "b", "c", "", "the same", "another line"]), max_size=30)


def apply(old: list[str], hunks: list[Hunk]) -> list[str]:
    """Return what the hunks make of the old lines, as a reader of the diff would."""
    made: list[str] = []
    at = 0
    for hunk in hunks:
        first = next((line.old_line for line in hunk.lines if line.old_line is not None), None)
        begin = (first - 1) if first is not None else at
        made += old[at:begin]
        at = begin
        for line in hunk.lines:
            if line.type != "added":
                assert old[at] == line.text
                assert line.old_line == at + 1
                at += 1
            if line.type != "removed":
                made.append(line.text)
                assert line.new_line == len(made)
    return made + old[at:]


@given(lines, lines)
def test_the_hunks_lead_from_old_to_new(old: list[str], new: list[str]) -> None:
    hunks = diff_lines(old, new)
    if hunks or old == new:
        assert apply(old, hunks) == new
    assert bool(hunks) == (old != new)


@given(lines, lines)
def test_no_more_context_than_needed_and_no_hunk_without_a_change(
    old: list[str], new: list[str]
) -> None:
    for hunk in diff_lines(old, new):
        types = [line.type for line in hunk.lines]
        changed = [index for index, each in enumerate(types) if each != "context"]
        assert changed
        assert changed[0] <= CONTEXT_LINES
        assert len(types) - 1 - changed[-1] <= CONTEXT_LINES


def test_three_lines_of_context_and_one_hunk_where_two_would_touch() -> None:
    old = [f"line {n}" for n in range(30)]
    new = list(old)
    new[10] = "changed"
    new[16] = "changed too"
    new[25] = "far away"
    first, second = diff_lines(old, new)
    assert [line.text for line in first.lines][:4] == ["line 7", "line 8", "line 9", "line 10"]
    assert first.lines[-1].text == "line 19"
    assert (second.lines[0].text, second.lines[-1].text) == ("line 22", "line 28")


def test_changed_words_are_marked_in_both_versions_of_a_line() -> None:
    (hunk,) = diff_lines(["Revenue grew 12% in Q3."], ["Revenue grew 23% in Q4."])
    removed, added = hunk.lines
    assert [removed.text[a:b] for a, b in removed.marks or ()] == ["12", "Q3"]
    assert [added.text[a:b] for a, b in added.marks or ()] == ["23", "Q4"]


def test_two_unrelated_lines_are_not_marked() -> None:
    assert mark_words("the quick brown fox", "0123456789 abcdef") is None
    assert mark_words("x" * 3_000, "x" * 2_999) is None


@pytest.mark.parametrize(
    ("old", "new"), [("!?" * 1000, "?!!" * 666), ("a b " * 500, "b a a " * 330)]
)
def test_lines_of_few_different_words_are_marked_as_any_other(old: str, new: str) -> None:
    # By difflib's longest blocks one such pair takes minutes.
    marks = mark_words(old, new)
    assert marks is not None
    kept = ["".join(_outside(text, spans)) for text, spans in zip((old, new), marks, strict=True)]
    assert kept[0] == kept[1]


def _outside(text: str, spans: tuple[tuple[int, int], ...]) -> list[str]:
    edges = [0, *(edge for span in spans for edge in span), len(text)]
    return [text[a:b] for a, b in zip(edges[::2], edges[1::2], strict=True)]


def test_marks_are_characters_not_bytes_or_units() -> None:
    marks = mark_words("😀 old text here", "😀 new text here")
    assert marks == (((2, 5),), ((2, 5),))


def test_every_kind_of_line_end_ends_a_line() -> None:
    assert split_lines("a\r\nb\rc\nd") == ["a", "b", "c", "d"]
    assert split_lines("a\n") == ["a"]
    assert split_lines("a\n\n") == ["a", ""]
    assert split_lines("") == []
    # A form feed or a line separator within a line is text.
    assert split_lines("a\x0cb\u2028c") == ["a\x0cb\u2028c"]


def test_long_texts_are_told_apart() -> None:
    rng = random.Random(1)
    old = [f"row {rng.randrange(10**9)}, value {n}" for n in range(50_000)]
    new = [line + " x" if rng.random() < 0.01 else line for line in old]
    assert apply(old, diff_lines(old, new)) == new
