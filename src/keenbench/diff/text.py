"""Two texts, line by line: hunks with context, and the words that differ within a line."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from hashlib import sha256
from typing import Literal

from keenbench.diff.sequences import Match, matches

CONTEXT_LINES = 3
# Lines of both sides together beyond which no diff is made.
MAX_LINES = 200_000
# Longer lines are shown whole: their words are not compared.
_MAX_MARKED_CHARS = 2_000
# And so are all lines once this much was compared word by word.
_MAX_MARKED_TOTAL = 1_000_000
# Two lines that share less than this are two lines, not one that changed.
_SIMILAR = 0.4

LineType = Literal["context", "added", "removed"]
Mark = tuple[int, int]

_WORD = re.compile(r"\w+|\s+|[^\w\s]")
_LINE_END = re.compile(r"\r\n|\r|\n")


@dataclass(frozen=True)
class Line:
    """A line of a hunk; line numbers are 1-based, marks are [start, end) in characters."""

    type: LineType
    text: str
    old_line: int | None = None
    new_line: int | None = None
    marks: tuple[Mark, ...] | None = None


@dataclass(frozen=True)
class Hunk:
    lines: list[Line]

    @property
    def change_id(self) -> str:
        """A name made of what changes and where in the old text: other hunks do not alter it."""
        digest = sha256()
        at = 0
        for line in self.lines:
            at = line.old_line or at
            if line.type != "context":
                said = line.text.encode("utf-8", "surrogatepass")
                digest.update(b"%s %d %d\n%s\n" % (line.type.encode(), at, len(said), said))
        return digest.hexdigest()[:16]


def split_lines(text: str) -> list[str]:
    """Return the lines of a text, without their ends; a last end begins no further line."""
    lines = _LINE_END.split(text)
    if lines[-1] == "":
        lines.pop()
    return lines


def diff_lines(old: Sequence[str], new: Sequence[str]) -> list[Hunk]:
    """Return what changed from `old` to `new`, with some unchanged lines around it."""
    hunks: list[Hunk] = []
    hunk: list[Line] = []
    before: list[Line] = []  # what a hunk that begins here shows first
    old_at = new_at = 0
    budget = _Budget(_MAX_MARKED_TOTAL)
    for match in [*matches(old, new), Match(len(old), len(new), 0)]:
        changed = list(_changed(old, old_at, match.old, new, new_at, match.new, budget))
        if changed:
            hunk = [*(hunk or before), *changed]
        old_at, new_at = match.old + match.size, match.new + match.size
        is_end = (old_at, new_at) == (len(old), len(new))
        if hunk and (is_end or match.size > 2 * CONTEXT_LINES):
            hunks.append(Hunk(hunk + _context(old, match, 0, min(CONTEXT_LINES, match.size))))
            hunk = []
        elif hunk:
            hunk += _context(old, match, 0, match.size)
        if is_end:
            break
        before = _context(old, match, match.size - CONTEXT_LINES, match.size)
    return hunks


def _context(old: Sequence[str], match: Match, begin: int, end: int) -> list[Line]:
    return [
        Line("context", old[match.old + i], match.old + i + 1, match.new + i + 1)
        for i in range(max(0, begin), end)
    ]


@dataclass
class _Budget:
    left: int


def _changed(
    old: Sequence[str],
    old_from: int,
    old_to: int,
    new: Sequence[str],
    new_from: int,
    new_to: int,
    budget: _Budget,
) -> Iterator[Line]:
    """Give removed lines, then added ones; the n-th of each are compared word by word."""
    removed_marks: dict[int, tuple[Mark, ...]] = {}
    added_marks: dict[int, tuple[Mark, ...]] = {}
    for i in range(min(old_to - old_from, new_to - new_from)):
        budget.left -= len(old[old_from + i]) + len(new[new_from + i])
        if budget.left < 0:
            break
        pair = mark_words(old[old_from + i], new[new_from + i])
        if pair is not None:
            removed_marks[old_from + i], added_marks[new_from + i] = pair
    for i in range(old_from, old_to):
        yield Line("removed", old[i], old_line=i + 1, marks=removed_marks.get(i))
    for i in range(new_from, new_to):
        yield Line("added", new[i], new_line=i + 1, marks=added_marks.get(i))


def mark_words(old: str, new: str) -> tuple[tuple[Mark, ...], tuple[Mark, ...]] | None:
    """Return what differs within two versions of a line; None when they are not versions of one."""
    if len(old) > _MAX_MARKED_CHARS or len(new) > _MAX_MARKED_CHARS:
        return None
    old_words, new_words = _WORD.findall(old), _WORD.findall(new)
    matcher = SequenceMatcher(None, old_words, new_words, autojunk=False)
    if matcher.real_quick_ratio() < _SIMILAR or matcher.quick_ratio() < _SIMILAR:
        return None
    # Not difflib's own blocks: over a line of few different signs they take minutes.
    runs = [*matches(old_words, new_words), Match(len(old_words), len(new_words), 0)]
    shared = sum(len(word) for run in runs for word in old_words[run.old : run.old + run.size])
    if 2 * shared < _SIMILAR * (len(old) + len(new)):
        return None
    return (
        _gaps(old_words, [(run.old, run.size) for run in runs]),
        _gaps(new_words, [(run.new, run.size) for run in runs]),
    )


def _gaps(words: Sequence[str], kept: Sequence[tuple[int, int]]) -> tuple[Mark, ...]:
    """Return the spans of characters that lie between kept words."""
    starts = [0]
    for word in words:
        starts.append(starts[-1] + len(word))
    marks: list[Mark] = []
    at = 0
    for begin, size in kept:
        if at < begin:
            marks.append((starts[at], starts[begin]))
        at = begin + size
    return tuple(marks)
