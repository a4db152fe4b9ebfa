"""Text found across the runs of a paragraph: replaced, formatted, or made a link."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import dataclass

from lxml import etree

from keenbench.formats.ooxml_names import MC, A
from keenbench.formats.xml_part import Element

_FIXED = "\ufffc"


@dataclass(frozen=True)
class _Char:
    """One character: of a run's text, or a line break, or of what is not changed here."""

    char: str
    holder: Element | None  # a:t, or a:br
    at: int = 0


class Line:
    """A paragraph as a line of characters."""

    def __init__(self, paragraph: Element) -> None:
        self._paragraph = paragraph
        self.skipped = 0  # matches that stand in a field, which says something else when shown

    def replace(self, pattern: re.Pattern[str], replacement: str) -> int:
        """Replace what the pattern finds, and return how often; formatting stays as it is."""
        chars, found = self._matches(pattern)
        for start, end in reversed(found):
            self._put(chars[start:end], replacement)
        return len(found)

    def change(self, pattern: re.Pattern[str], change: Callable[[Element], None]) -> int:
        """Call `change` with runs that hold exactly what the pattern finds."""
        chars, found = self._matches(pattern)
        for start, end in reversed(found):
            stretches: dict[Element, tuple[int, int]] = {}
            for char in chars[start:end]:
                if char.holder is not None and char.holder.tag == f"{A}t":
                    first, last = stretches.get(char.holder, (char.at, char.at))
                    stretches[char.holder] = (min(first, char.at), max(last, char.at))
            for text, (first, last) in stretches.items():
                change(_cut(text, first, last + 1))
        return len(found)

    def _chars(self) -> list[_Char]:
        chars: list[_Char] = []
        for child in self._paragraph:
            if child.tag == f"{A}r":
                text = child.find(f"{A}t")
                if text is not None:
                    chars += [_Char(char, text, at) for at, char in enumerate(text.text or "")]
            elif child.tag == f"{A}br":
                chars.append(_Char("\n", child))
            elif child.tag == f"{A}fld":
                chars += [_Char(char, None) for char in child.findtext(f"{A}t") or ""]
            elif child.tag not in (f"{A}pPr", f"{A}endParaRPr"):
                chars.append(_Char(_FIXED, None))
        return chars

    def _matches(self, pattern: re.Pattern[str]) -> tuple[list[_Char], list[tuple[int, int]]]:
        chars = self._chars()
        found: list[tuple[int, int]] = []
        for match in pattern.finditer("".join(char.char for char in chars)):
            if any(char.holder is None for char in chars[match.start() : match.end()]):
                self.skipped += 1
            elif match.end() > match.start():
                found.append((match.start(), match.end()))
        return chars, found

    def _put(self, chars: list[_Char], replacement: str) -> None:
        first = next((char for char in chars if char.holder.tag == f"{A}t"), None)  # type: ignore[union-attr]
        stretches: dict[Element, tuple[int, int]] = {}
        for char in chars:
            assert char.holder is not None
            start, end = stretches.get(char.holder, (char.at, char.at))
            stretches[char.holder] = (min(start, char.at), max(end, char.at))
        if first is None:
            # Nothing but line breaks: the new text stands where the first of them stood.
            holder = chars[0].holder
            assert holder is not None
            run = etree.Element(f"{A}r")
            wears = holder.find(f"{A}rPr")
            if wears is not None:
                run.append(deepcopy(wears))
            text = etree.SubElement(run, f"{A}t")
            text.text = ""
            holder.addprevious(run)
            first = _Char("", text)
        target = first.holder
        assert target is not None
        for holder, (start, end) in stretches.items():
            if holder.tag == f"{A}br":
                self._paragraph.remove(holder)
                continue
            old = holder.text or ""
            new = replacement if holder is target else ""
            holder.text = old[:start] + new + old[end + 1 :]
            emptied = holder.getparent()
            if not holder.text and holder is not target and emptied is not None:
                self._paragraph.remove(emptied)
        if target not in stretches:
            target.text = replacement
        _break_lines(target)


def paragraphs_under(root: Element) -> Iterator[Element]:
    """Yield the paragraphs under `root`, of tables and groups too, in every form they are kept."""
    yield from root.iter(f"{A}p")


def is_shown(paragraph: Element) -> bool:
    """Return whether this is the form that is read, not one kept beside it for other programs."""
    return next(paragraph.iterancestors(f"{MC}Fallback"), None) is None


def _cut(text: Element, start: int, end: int) -> Element:
    """Return a run that holds the characters from `start` to `end` alone."""
    run = text.getparent()
    assert run is not None
    whole = text.text or ""
    if end < len(whole):
        after = deepcopy(run)
        _set_text(after, whole[end:])
        run.addnext(after)
    middle = run
    if start > 0:
        middle = deepcopy(run)
        _set_text(middle, whole[start:end])
        run.addnext(middle)
        text.text = whole[:start]
    else:
        text.text = whole[:end]
    return middle


def _set_text(run: Element, text: str) -> None:
    found = run.find(f"{A}t")
    assert found is not None
    found.text = text


def _break_lines(text: Element) -> None:
    """Write the line ends of a run's text as breaks: a:t may hold none."""
    lines = re.split(r"\r\n|\r|\n", text.text or "")
    run = text.getparent()
    if len(lines) == 1 or run is None:
        return
    text.text = lines[0]
    spot = run
    for line in lines[1:]:
        pause = etree.Element(f"{A}br")
        wears = run.find(f"{A}rPr")
        if wears is not None:
            pause.append(deepcopy(wears))
        spot.addnext(pause)
        following = deepcopy(run)
        _set_text(following, line)
        pause.addnext(following)
        spot = following
