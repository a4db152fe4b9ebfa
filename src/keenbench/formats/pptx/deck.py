"""A presentation: its slides in order, each with its layout, notes and comments."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

from keenbench.errors import FileReadFailed
from keenbench.formats.documents import check_relationships, main_part
from keenbench.formats.drawing_text import chart_text, diagram_text, drawing_paragraphs
from keenbench.formats.ooxml_names import CHART, P, R
from keenbench.formats.package import Package
from keenbench.formats.pptx.comments import comment_authors, comments_of
from keenbench.formats.pptx.methods import SlideComment
from keenbench.formats.pptx.shapes import Inherited, Shape, elements, placeholder_of, slide_shapes
from keenbench.formats.pptx.text import paragraph_text, paragraphs
from keenbench.formats.shape import MapWarning
from keenbench.formats.warned import Warned
from keenbench.formats.xml_part import Element

_SLIDES = 10_000
_TITLES = ("title", "ctrTitle")
# What a notes page repeats of the slide itself.
_NOT_NOTES = ("sldImg", "sldNum")


@dataclass
class DeckSlide:
    """One slide as it was read, or why it could not be."""

    index: int
    part: str | None
    layout: str | None = None
    hidden: bool = False
    shapes: list[Shape] = field(default_factory=list)
    notes: str | None = None
    comments: list[SlideComment] = field(default_factory=list)
    charts: dict[int, str] = field(default_factory=dict)
    diagrams: dict[int, str] = field(default_factory=dict)
    unreadable: str | None = None

    @cached_property
    def title(self) -> str | None:
        for shape in self.shapes:
            kind = shape.placeholder.kind if shape.placeholder is not None else None
            if kind in _TITLES and shape.body is not None:
                words = " ".join(paragraph_text(one) for one in paragraphs(shape.body))
                return " ".join(words.split()) or None
        return None


class Deck:
    """The presentation in a package."""

    def __init__(self, package: Package) -> None:
        self.package = package
        self.main = main_part(package)
        self.root = package.xml(self.main)
        self._warned = Warned()
        self._sheets: dict[str, tuple[str | None, Inherited]] = {}
        links = package.relationships(self.main)
        self._parts = [
            found.part if found is not None else None
            for entry in self.root.iterfind(f"{P}sldIdLst/{P}sldId")
            for found in [links.get(entry.get(f"{R}id"))]
        ]
        if len(self._parts) > _SLIDES:
            raise package.damaged(f"lists {len(self._parts)} slides")

    @property
    def slide_count(self) -> int:
        return len(self._parts)

    @property
    def size(self) -> tuple[int, int] | None:
        found = self.root.find(f"{P}sldSz")
        values = ("", "") if found is None else (found.get("cx", ""), found.get("cy", ""))
        if all(value.isdecimal() and len(value) < 12 for value in values):
            return int(values[0]), int(values[1])
        return None

    @cached_property
    def authors(self) -> dict[str, str]:
        try:
            return comment_authors(self.package, self.main)
        except FileReadFailed as error:
            self.warn(error.message)
            return {}

    @property
    def warnings(self) -> list[MapWarning]:
        return self._warned.items

    def warn(self, message: str) -> None:
        self._warned.add("part_unreadable", message)

    def slide(self, index: int) -> DeckSlide:
        """Return a slide; one that cannot be read says why in `unreadable`."""
        part = self._parts[index]
        slide = DeckSlide(index, part)
        try:
            if part is None or part not in self.package:
                raise self.package.damaged(f"has no part for slide {index + 1}")
            root = self.package.xml(part)
            check_relationships(self.package, part, self._warned)
            slide.hidden = root.get("show", "1") in ("0", "false")
            slide.layout, inherited = self._layout(part)
            slide.shapes = slide_shapes(root, inherited)
        except FileReadFailed as error:
            slide.unreadable = error.message
            self.warn(f"Slide {index + 1} cannot be read. {error.message}")
            return slide
        self._read_beside(slide, part)
        return slide

    def _read_beside(self, slide: DeckSlide, part: str) -> None:
        given: set[str] = set()
        for shape in slide.shapes:
            if shape.chart_id is not None:
                root = self._referred(part, shape.chart_id, given)
                if root is not None:
                    words = chart_text(root) if str(root.tag).startswith(CHART) else ""
                    slide.charts[shape.index] = words or "\n".join(drawing_paragraphs(root))
            if shape.diagram_id is not None:
                root = self._referred(part, shape.diagram_id, given)
                if root is not None:
                    slide.diagrams[shape.index] = diagram_text(root)
        for relationship in self.package.relationships(part):
            if relationship.part is None or relationship.part not in self.package:
                continue
            if relationship.kind == "notesSlide":
                notes = self._read(relationship.part)
                slide.notes = None if notes is None else _notes(notes)
            elif relationship.kind == "comments":
                comments = self._read(relationship.part)
                if comments is not None:
                    slide.comments.extend(comments_of(comments, self.authors))

    def _layout(self, part: str) -> tuple[str | None, Inherited]:
        for relationship in self.package.relationships(part).of_kind("slideLayout"):
            name = relationship.part
            if name is None or name not in self.package:
                continue
            if name not in self._sheets:
                layout = self._read(name)
                sheet = None if layout is None else layout.find(f"{P}cSld")
                called = None if sheet is None else sheet.get("name") or None
                self._sheets[name] = called, Inherited(layout, self._master(name))
            return self._sheets[name]
        return None, Inherited()

    def _master(self, layout: str) -> Element | None:
        check_relationships(self.package, layout, self._warned)
        links = self.package.relationships(layout).of_kind("slideMaster")
        for relationship in links:
            if relationship.part is not None and relationship.part in self.package:
                return self._read(relationship.part)
        return None

    def _referred(self, part: str, rel_id: str, given: set[str]) -> Element | None:
        """Return the part that a shape refers to, where it is the first of the slide to do so."""
        found = self.package.relationships(part).get(rel_id)
        if found is None or found.part is None or found.part not in self.package:
            return None
        if found.part in given:
            return None
        given.add(found.part)
        return self._read(found.part)

    def _read(self, name: str) -> Element | None:
        try:
            return self.package.xml(name)
        except FileReadFailed as error:
            self.warn(error.message)
            return None


def _notes(root: Element) -> str | None:
    """Return what is written on a notes page, the notes themselves first."""
    tree = root.find(f"{P}cSld/{P}spTree")
    first: list[str] = []
    others: list[str] = []
    for shape in () if tree is None else _flat(tree):
        placeholder = placeholder_of(shape)
        kind = None if placeholder is None else placeholder.kind
        if kind in _NOT_NOTES:
            continue
        text = "\n".join(
            paragraph_text(one) for body in shape.iter(f"{P}txBody") for one in paragraphs(body)
        )
        if text.strip():
            (first if kind == "body" else others).append(text)
    return "\n".join([*first, *others]) or None


def _flat(tree: Element) -> list[Element]:
    found: list[Element] = []
    for element in elements(tree):
        if element.tag == f"{P}grpSp":
            found.extend(_flat(element))
        else:
            found.append(element)
    return found
