"""Giving new content the line ends of the file that it replaces.

Content comes from people and models who write \\n and mean "the next line". A file whose lines all
end alike keeps that end. In one that mixes them, a line that is not changed keeps its own.
"""

from __future__ import annotations

from dataclasses import dataclass
from difflib import SequenceMatcher

from keenbench.formats.shape import MapWarning
from keenbench.formats.text.lines import LINE_END, TextFile, count_ends

_ENDS = {"lf": "\n", "crlf": "\r\n", "cr": "\r"}
_LARGEST = 16_000_000  # characters of an old text that is compared line by line
_PAIRS = 4_000_000  # pairs of changed lines that are; difflib takes some 2 s for so many


@dataclass(frozen=True)
class Ended:
    """Content with its line ends settled, and what there is to say of that."""

    text: str
    warnings: list[MapWarning]


def keep_line_ends(content: str, old: TextFile) -> Ended:
    """Return `content` with the line ends of `old`."""
    name = old.ends.name
    if name == "none":
        return Ended(content, [])
    if name == "mixed":
        return _keep_each(content, old)
    text = LINE_END.sub(_ENDS[name], content)
    given = count_ends(content).name
    if given in (name, "lf", "none"):
        return Ended(text, [])
    message = f"The line ends of the content were made those of the file ({name})."
    return Ended(text, [MapWarning(code="line_ends_changed", message=message)])


@dataclass(frozen=True)
class _Line:
    body: str
    end: str


def _lines(text: str) -> list[_Line]:
    lines: list[_Line] = []
    at = 0
    for match in LINE_END.finditer(text):
        lines.append(_Line(text[at : match.start()], match[0]))
        at = match.end()
    if at < len(text):
        lines.append(_Line(text[at:], ""))
    return lines


def _keep_each(content: str, old: TextFile) -> Ended:
    """Give each line that the old text has too the end that it has there."""
    new = _lines(content)
    before = _lines(old.text()) if old.char_count <= _LARGEST else []
    kept = 0
    for i, j in _unchanged([line.body for line in before], [line.body for line in new]):
        # \n is what anyone writes for "the next line"; another end is meant as it is given.
        if new[j].end == "\n" and before[i].end:
            new[j] = before[i]
            kept += 1
    given = sum(1 for line in new if line.end) - kept
    message = (
        f"The lines of the file end in different ways: {kept} unchanged lines keep their ends, "
        f"{given} are written with the ends given."
    )
    text = "".join(line.body + line.end for line in new)
    return Ended(text, [MapWarning(code="mixed_line_ends", message=message)])


def _unchanged(old: list[str], new: list[str]) -> list[tuple[int, int]]:
    """Return which lines of `old` and `new` are the same, in order."""
    shorter = min(len(old), len(new))
    head = 0
    while head < shorter and old[head] == new[head]:
        head += 1
    tail = 0
    while tail < shorter - head and old[-1 - tail] == new[-1 - tail]:
        tail += 1
    pairs = [(i, i) for i in range(head)]
    middle_old, middle_new = old[head : len(old) - tail], new[head : len(new) - tail]
    if len(middle_old) * len(middle_new) <= _PAIRS:
        for i, j, size in SequenceMatcher(
            None, middle_old, middle_new, autojunk=False
        ).get_matching_blocks():
            pairs += [(head + i + k, head + j + k) for k in range(size)]
    pairs += [(len(old) - tail + k, len(new) - tail + k) for k in range(tail)]
    return pairs
