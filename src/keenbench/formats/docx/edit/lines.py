"""The live text of a paragraph, and the elements it stands in.

A line is what a person reads as one stretch of text: a paragraph with its links, fields, content
controls and tracked insertions. What is marked as deleted is not in it; pictures, notes and other
objects stand in it without a character of their own.
"""

from __future__ import annotations

import copy
import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from keenbench.formats.docx.edit.order import w
from keenbench.formats.docx.story import ALTERNATE, RUN, TEXT, P
from keenbench.formats.ooxml_names import MC, W
from keenbench.formats.xml_part import Element

MARKS = {
    f"{W}tab": "\t",
    f"{W}ptab": "\t",
    f"{W}br": "\n",
    f"{W}cr": "\n",
    f"{W}noBreakHyphen": "\u2011",
    f"{W}softHyphen": "\u00ad",
}
# What may hold runs of a paragraph; all else (objects, settings, deleted text) is passed over.
_HOLDERS = {
    f"{W}{name}"
    for name in (
        "hyperlink", "ins", "moveTo", "smartTag", "sdt", "sdtContent", "fldSimple", "customXml",
        "dir", "bdo", "ruby", "rubyBase",
    )
}  # fmt: skip
_BRANCHES = (f"{MC}Choice", f"{MC}Fallback")
_RUBY, _RT = f"{W}ruby", f"{W}rt"
_PIECES = re.compile(r"[\n\t]|[^\n\t]+")
SPACE = "{http://www.w3.org/XML/1998/namespace}space"


@dataclass(eq=False)
class Atom:
    """One w:t, or one mark such as w:tab, with the run it stands in."""

    text: str
    element: Element
    run: Element

    @property
    def is_text(self) -> bool:
        return self.element.tag == TEXT


@dataclass(eq=False)
class Line:
    """A stretch of text and its atoms."""

    atoms: list[Atom]
    owner: Element
    mirrored: bool = False  # says again what another branch says

    @cached_property
    def text(self) -> str:
        return "".join(atom.text for atom in self.atoms)

    @cached_property
    def starts(self) -> list[int]:
        out, at = [], 0
        for atom in self.atoms:
            out.append(at)
            at += len(atom.text)
        return out

    def at(self, position: int) -> int:
        """Return which atom holds the character at `position`."""
        found = bisect_right(self.starts, position) - 1
        while not self.atoms[found].text and found + 1 < len(self.atoms):
            found += 1
        return found


def line_of(paragraph: Element) -> Line:
    """Return the line that a paragraph is; what a second branch says again is not in it."""
    return next(lines_in(paragraph))


def lines_in(paragraph: Element) -> Iterator[Line]:
    """Yield the line of a paragraph, then those of its side branches and its ruby texts."""
    aside: list[tuple[Element, bool]] = []
    atoms: list[Atom] = []
    _collect(paragraph, None, atoms, aside)
    yield Line(atoms, paragraph)
    while aside:
        branch, mirrored = aside.pop(0)
        atoms = []
        run = branch.getparent() if mirrored else None
        while run is not None and run.tag != RUN:
            run = run.getparent() if run.tag != P else None
        _collect(branch, run, atoms, aside)
        if atoms:
            yield Line(atoms, branch, mirrored)


def all_lines(root: Element) -> Iterator[Line]:
    """Yield every line of a part, in tables and text boxes too, in both branches of alternates."""
    for paragraph in root.iter(P):
        doubled = _in_second_branch(paragraph)
        for line in lines_in(paragraph):
            line.mirrored = line.mirrored or doubled
            yield line


def _collect(
    element: Element, run: Element | None, atoms: list[Atom], aside: list[tuple[Element, bool]]
) -> None:
    for child in element:
        tag = child.tag
        if tag == RUN:
            _collect(child, child, atoms, aside)
        elif tag == TEXT:
            if run is not None:
                atoms.append(Atom(child.text or "", child, run))
        elif tag in MARKS:
            if run is not None:
                atoms.append(Atom(MARKS[str(tag)], child, run))
        elif tag in _HOLDERS:
            _collect(child, None if tag in (_RUBY,) else run, atoms, aside)
            if tag == _RUBY:
                aside.extend((rt, False) for rt in child.findall(_RT))
        elif tag == ALTERNATE:
            _alternate(child, run, atoms, aside)


def _alternate(
    element: Element, run: Element | None, atoms: list[Atom], aside: list[tuple[Element, bool]]
) -> None:
    """Take the first branch that says something as the text, the others beside it."""
    told = False
    for branch in element:
        if branch.tag not in _BRANCHES:
            continue
        if told:
            aside.append((branch, True))
            continue
        before = len(atoms)
        _collect(branch, run, atoms, aside)
        told = len(atoms) > before


def _in_second_branch(paragraph: Element) -> bool:
    """Return whether a first branch of an alternate says what this paragraph says again."""
    for holder in paragraph.iterancestors(f"{MC}Fallback"):
        choice = holder.getprevious()
        if choice is not None and next(choice.iter(P), None) is not None:
            return True
    return False


def set_text(element: Element, text: str) -> None:
    """Give a w:t its text, spaces at its ends included."""
    element.text = text
    if text != text.strip() or "  " in text:
        element.set(SPACE, "preserve")


def pieces(text: str) -> list[Element]:
    """Return the elements that a run holds for `text`: line ends and tabs have their own."""
    out: list[Element] = []
    for piece in _PIECES.findall(text.replace("\r\n", "\n").replace("\r", "\n")):
        if piece in ("\n", "\t"):
            out.append(w("br" if piece == "\n" else "tab"))
        else:
            element = w("t")
            set_text(element, piece)
            out.append(element)
    return out


def split_run(run: Element, at: Element) -> Element:
    """Cut a run before its child `at`; return the new run that begins with it.

    Where `at` stands first there is nothing to cut, and the run itself is returned.
    """
    own = run.find(f"{W}rPr")
    if at.getprevious() is own or at.getprevious() is None:
        return run
    return _cut(run, run.index(at))


def split_run_after(run: Element, at: Element) -> Element:
    """Cut a run after its child `at`; return the run that ends with it."""
    if at.getnext() is not None:
        _cut(run, run.index(at) + 1)
    return run


def _cut(run: Element, at: int) -> Element:
    right = w("r")
    for name, value in run.attrib.items():
        right.set(name, value)
    own = run.find(f"{W}rPr")
    if own is not None:
        right.append(copy.deepcopy(own))
    for child in list(run)[at:]:
        right.append(child)
    run.addnext(right)
    return right


def split_text(atom: Atom, offset: int) -> Element:
    """Cut a w:t at `offset`; return the new w:t that holds what stands from there on."""
    right = w("t")
    set_text(right, atom.text[offset:])
    atom.text = atom.text[:offset]
    set_text(atom.element, atom.text)
    atom.element.addnext(right)
    return right


def isolate(atom: Atom, start: int, end: int) -> Element:
    """Return a run that holds exactly the characters from `start` to `end` of an atom.

    The atom keeps what stands before them; what stands after is in runs of its own.
    """
    element = atom.element
    if atom.is_text:
        if end < len(atom.text):
            split_text(atom, end)
        if start > 0:
            element = split_text(atom, start)
    run = _run_of(element)
    run = split_run(run, element)
    return split_run_after(run, element)


def _run_of(element: Element) -> Element:
    parent = element.getparent()
    while parent is not None and parent.tag != RUN:
        parent = parent.getparent()
    assert parent is not None
    return parent
