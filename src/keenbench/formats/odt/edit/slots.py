"""The characters of a paragraph, and where in the XML each stands, so that they can be replaced.

ODF writes text in the text and tail of elements, runs of white space count as one space, and
further spaces, tabs and line ends are elements of their own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from lxml import etree

from keenbench.formats.odt.lists import whole
from keenbench.formats.odt.names import OFFICE, TEXT
from keenbench.formats.xml_part import Element

PARAGRAPHS = (f"{TEXT}p", f"{TEXT}h")
_SPACE = " \t\r\n"
_BARRIER = "\ufffc"
_MOST_SPACES = 10_000
# Elements whose content is read as part of the line.
_INLINE = {
    f"{TEXT}{name}" for name in ("span", "a", "meta", "ruby", "ruby-base", "bookmark-ref-text")
}
# Elements that stand between two characters and take no place.
_MARKS = {
    f"{TEXT}{name}"
    for name in (
        *("bookmark", "bookmark-start", "bookmark-end"),
        *("reference-mark", "reference-mark-start", "reference-mark-end"),
        *("change", "change-start", "change-end", "soft-page-break"),
        *("alphabetical-index-mark", "alphabetical-index-mark-start"),
        *("alphabetical-index-mark-end", "toc-mark", "toc-mark-start", "toc-mark-end"),
        *("user-index-mark", "user-index-mark-start", "user-index-mark-end"),
    )
} | {f"{OFFICE}annotation-end"}


@dataclass
class _Slot:
    """A text of the XML: of an element, or after it."""

    element: Element
    tail: bool

    @property
    def text(self) -> str:
        return (self.element.tail if self.tail else self.element.text) or ""

    @text.setter
    def text(self, value: str) -> None:
        if self.tail:
            self.element.tail = value
        else:
            self.element.text = value


@dataclass
class _Char:
    """One character as it is read: a stretch of a slot, or an element."""

    char: str
    slot: _Slot | None
    start: int = 0
    end: int = 0
    element: Element | None = None


class Line:
    """A paragraph as a line of characters."""

    def __init__(self, paragraph: Element) -> None:
        self._paragraph = paragraph
        self._read()

    @property
    def text(self) -> str:
        return "".join(char.char for char in self._chars)

    def replace(self, pattern: re.Pattern[str], replacement: str) -> int:
        """Replace what the pattern finds, and return how often; formatting stays as it is."""
        matches = [match for match in pattern.finditer(self.text) if _BARRIER not in match[0]]
        if matches:
            self._plain()
            for match in reversed(matches):
                self._put(self._chars[match.start() : match.end()], replacement)
            protect_spaces(self._paragraph)
        return len(matches)

    def _read(self) -> None:
        self._chars: list[_Char] = []
        self.track: list[_Slot | str] = []  # its slots, and what stands between them
        self._after_space = True  # white space at the beginning of a paragraph is not shown
        self._collect(self._paragraph)

    def _plain(self) -> None:
        """Take out the white space that is not shown: what is left is all there."""
        shown: dict[int, list[str]] = {}
        for char in self._chars:
            if char.slot is not None:
                shown.setdefault(id(char.slot), []).append(char.char)
        for slot in self.track:
            if isinstance(slot, _Slot) and slot.text:
                slot.text = "".join(shown.get(id(slot), []))
        self._read()

    def _put(self, chars: list[_Char], replacement: str) -> None:
        first = next((char for char in chars if char.slot is not None), None)
        if first is None:
            # Nothing but spaces, tabs or line ends: the new text stands where the last ended.
            last = chars[-1].element
            assert last is not None
            first = _Char("", _Slot(last, tail=True))
        slot = first.slot
        assert slot is not None
        at = first.start
        stretches: dict[int, tuple[_Slot, int, int]] = {}
        for char in chars:
            if char.slot is not None:
                key = id(char.slot)
                _, start, end = stretches.get(key, (char.slot, char.start, char.end))
                stretches[key] = (char.slot, min(start, char.start), max(end, char.end))
        for one, start, end in stretches.values():
            one.text = one.text[:start] + one.text[end:]
        _insert(slot, at, replacement)
        for char in chars:
            if char.element is not None:
                _drop_char(char.element)

    def _collect(self, parent: Element) -> None:
        self._take(_Slot(parent, tail=False))
        for child in parent:
            tag = child.tag
            if not isinstance(tag, str):
                pass  # a comment
            elif tag == f"{TEXT}s":
                for _ in range(min(whole(child.get(f"{TEXT}c"), 1), _MOST_SPACES)):
                    self._element(" ", child)
            elif tag == f"{TEXT}tab":
                self._element("\t", child)
            elif tag == f"{TEXT}line-break":
                self._element("\n", child)
            elif tag in _INLINE:
                self._collect(child)
            elif tag not in _MARKS:
                # A note, a frame, a field: what stands there is not part of this line.
                self._chars.append(_Char(_BARRIER, None))
                self.track.append(_BARRIER)
                self._after_space = False
            self._take(_Slot(child, tail=True))

    def _element(self, char: str, element: Element) -> None:
        self._chars.append(_Char(char, None, element=element))
        self.track.append(char)
        self._after_space = char == "\n"

    def _take(self, slot: _Slot) -> None:
        self.track.append(slot)
        for at, char in enumerate(slot.text):
            if char in _SPACE:
                if self._after_space:
                    if self._chars and self._chars[-1].slot is slot:
                        self._chars[-1].end = at + 1  # one space with the one before
                    continue
                char = " "
            self._chars.append(_Char(char, slot, at, at + 1))
            self._after_space = char == " "


def lines(root: Element) -> Iterator[Element]:
    """Yield the paragraphs under `root` that are shown: not those deleted, nor of comments."""
    hidden = (f"{TEXT}tracked-changes", f"{OFFICE}annotation", f"{OFFICE}forms")
    for element in root:
        if not isinstance(element.tag, str) or element.tag in hidden:
            continue
        if element.tag in PARAGRAPHS:
            yield element
        yield from lines(element)


def protect_spaces(paragraph: Element) -> None:
    """Write the spaces of a paragraph that would not be shown as elements, which are."""
    after_space = True
    for slot in Line(paragraph).track:
        if isinstance(slot, str):
            after_space = slot == "\n"
            continue
        pieces: list[str | Element] = []
        for found in re.finditer(r" +|[^ ]+", slot.text):
            piece = found[0]
            if not piece.startswith(" "):
                pieces.append(piece)
                after_space = False
                continue
            count = len(piece)
            if not after_space:
                pieces.append(" ")
                count -= 1
            if count:
                pieces.append(etree.Element(f"{TEXT}s", {f"{TEXT}c": str(count)}))
            after_space = not count
        if any(not isinstance(piece, str) for piece in pieces):
            _write(slot, "", pieces, "")


def _insert(slot: _Slot, at: int, text: str) -> None:
    """Put text into a slot: its tabs and line ends as elements."""
    _write(slot, slot.text[:at], list(_pieces(text)), slot.text[at:])


def _write(slot: _Slot, before: str, pieces: list[str | Element], after: str) -> None:
    slot.text = before
    spot: _Slot = slot
    for piece in pieces:
        if isinstance(piece, str):
            spot.text += piece
            continue
        if spot.tail:
            kept, spot.element.tail = spot.element.tail, None
            spot.element.addnext(piece)
            spot.element.tail = kept
        else:
            spot.element.insert(0, piece)
        spot = _Slot(piece, tail=True)
    spot.text += after


def _pieces(text: str) -> Iterator[str | Element]:
    for piece in re.findall(r"\r\n|\r|\n|\t|[^\r\n\t]+", text):
        if piece == "\t":
            yield etree.Element(f"{TEXT}tab")
        elif piece[0] in "\r\n":
            yield etree.Element(f"{TEXT}line-break")
        else:
            yield piece


def fill(element: Element, text: str) -> None:
    """Give an empty element this text; `protect_spaces` of its paragraph comes after."""
    _insert(_Slot(element, tail=False), 0, text)


def _drop_char(element: Element) -> None:
    """Take one character from an element that stands for some; without any left it goes."""
    parent = element.getparent()
    if parent is None:
        return
    count = whole(element.get(f"{TEXT}c"), 1) if element.tag == f"{TEXT}s" else 1
    if count > 1:
        element.set(f"{TEXT}c", str(count - 1))
        return
    tail = element.tail or ""
    previous = element.getprevious()
    parent.remove(element)
    if previous is not None:
        previous.tail = (previous.tail or "") + tail
    else:
        parent.text = (parent.text or "") + tail
