"""Notes, comments, page headers and footers: what stands beside the body, in parts of its own.

Each is given once, where the body first refers to it. A part that cannot be read is a warning, and
the rest of the document stays readable.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from keenbench.errors import FileReadFailed
from keenbench.formats.documents import check_relationships
from keenbench.formats.docx.numbering import Numbering
from keenbench.formats.docx.story import Story
from keenbench.formats.docx.styles import Styles
from keenbench.formats.numerals import numeral
from keenbench.formats.ooxml_names import W14, W15, R, W, is_on
from keenbench.formats.outline import Aside, Gathered
from keenbench.formats.package import Package
from keenbench.formats.warned import Warned
from keenbench.formats.xml_part import Element

_PAGES = {"first": "first-page ", "even": "even-page "}


@dataclass
class _Notes:
    """The notes of one part by id, in its order."""

    part: str
    elements: dict[str, Element] = field(default_factory=dict)
    labels: dict[str, str] = field(default_factory=dict)


class Beside:
    """What the parts around the body hold."""

    def __init__(self, package: Package, main: str) -> None:
        self.package = package
        self.main = main
        self.warnings = Warned()
        self.has_headers_footers = False
        check_relationships(package, main, self.warnings)
        self.styles = Styles(self.part_of_kind("styles"))
        self.numbering = Numbering(self.part_of_kind("numbering"))
        self._notes: dict[str, _Notes] = {}
        self._shown_pages: set[str] = set()
        self._shown_comments: set[str] = set()

    def story(self, part: str) -> Story:
        check_relationships(self.package, part, self.warnings)
        return Story(self.package, part, self.styles, self.numbering, self)

    def part_of_kind(self, kind: str) -> Element | None:
        """Return the root of the part that the main part refers to as `kind`."""
        found = self._name_of_kind(kind)
        return None if found is None else self._readable(found)

    # Notes.

    def note(self, kind: str, note_id: str) -> Aside | None:
        """Return the note that is referred to; None where there is none or it was given before."""
        notes = self._notes_of(kind)
        element = notes.elements.get(note_id)
        if element is None or note_id in notes.labels:
            return None
        number = numeral(len(notes.labels) + 1, "decimal" if kind == "footnote" else "lowerRoman")
        notes.labels[note_id] = f"^{number}"
        return Aside(kind, f"^{number}", self._text(notes.part, element))

    def _notes_of(self, kind: str) -> _Notes:
        notes = self._notes.get(kind)
        if notes is None:
            name = self._name_of_kind(f"{kind}s")
            notes = self._notes[kind] = _Notes(name or "")
            root = None if name is None else self._readable(name)
            for element in () if root is None else root.iterchildren(f"{W}{kind}"):
                # The lines between text and notes are notes too, and now and then say something.
                notes.elements.setdefault(element.get(f"{W}id", ""), element)
        return notes

    # Comments.

    def comment(self, comment_id: str) -> Iterator[Aside]:
        """Yield the comment of this id, unless it was given before."""
        notes = self._comments()
        element = notes.elements.get(comment_id)
        if element is None or comment_id in self._shown_comments:
            return
        self._shown_comments.add(comment_id)
        author = element.get(f"{W}author", "").strip()
        word = notes.labels.get(_paragraph_id(element), "comment")
        label = f"{word} by {author}" if author else word
        yield Aside("comment", label, self._text(notes.part, element))

    def _comments(self) -> _Notes:
        notes = self._notes.get("comment")
        if notes is None:
            name = self._name_of_kind("comments")
            notes = self._notes["comment"] = _Notes(name or "")
            root = None if name is None else self._readable(name)
            if root is not None:
                for element in root.iterchildren(f"{W}comment"):
                    notes.elements.setdefault(element.get(f"{W}id", ""), element)
                notes.labels = self._threads()
        return notes

    def _threads(self) -> dict[str, str]:
        """Return what each comment is called, by the id of its last paragraph."""
        root = self.part_of_kind("commentsExtended")
        names: dict[str, str] = {}
        for element in () if root is None else root.iterchildren(f"{W15}commentEx"):
            word = "reply" if element.get(f"{W15}paraIdParent") else "comment"
            if element.get(f"{W15}done") and is_on(element.get(f"{W15}done")):
                word = f"resolved {word}"
            names[element.get(f"{W15}paraId", "")] = word
        return names

    # Page headers and footers.

    def page_parts(self, section: Element) -> Gathered:
        """Return the headers and footers that a w:sectPr refers to, each once."""
        got = Gathered()
        for reference in section:
            if reference.tag in (f"{W}headerReference", f"{W}footerReference"):
                kind = "header" if reference.tag == f"{W}headerReference" else "footer"
                found = self.package.relationships(self.main).get(reference.get(f"{R}id"))
                if found is not None and found.part is not None:
                    pages = _PAGES.get(reference.get(f"{W}type", ""), "")
                    self._page_part(found.part, kind, f"{pages}{kind}", got)
        return got

    def _page_part(self, name: str, kind: str, label: str, got: Gathered) -> None:
        if name in self._shown_pages:
            return
        self._shown_pages.add(name)
        root = self._readable(name)
        if root is None:
            return
        inner = Gathered()
        text = "\n".join(self.story(name).lines(root, inner)).strip("\n")
        if text.strip():
            got.asides.append(Aside(kind, label, text))
        got.asides.extend(inner.asides)
        got.images.extend(inner.images)
        if text.strip() or inner.asides or inner.images:
            self.has_headers_footers = True

    def left_over(self) -> Gathered:
        """Return what no reference led to, so that it is not lost."""
        got = Gathered()
        for relationship in self.package.relationships(self.main).of_kind("header", "footer"):
            if relationship.part is not None and relationship.part in self.package:
                kind = relationship.kind
                self._page_part(relationship.part, kind, f"unused {kind}", got)
        for kind in ("footnote", "endnote"):
            notes = self._notes_of(kind)
            for note_id in [one for one in notes.elements if one not in notes.labels]:
                note = self.note(kind, note_id)
                if note is not None and note.text.strip():
                    got.asides.append(Aside(kind, f"{kind} without a reference", note.text))
        for comment_id in self._comments().elements:
            got.asides.extend(self.comment(comment_id))
        return got

    # Parts.

    def _text(self, part: str, element: Element) -> str:
        inner = Gathered()
        lines = self.story(part).lines(element, inner)
        lines.extend(aside.line.rstrip("\n") for aside in inner.asides)
        lines.extend(image.mark for image in inner.images)
        return "\n".join(lines).strip()

    def _name_of_kind(self, kind: str) -> str | None:
        for relationship in self.package.relationships(self.main).of_kind(kind):
            if relationship.part is not None:
                if relationship.part in self.package:
                    return relationship.part
                self.warnings.add(
                    "part_missing", f"The document refers to {kind} that it does not hold."
                )
        return None

    def _readable(self, name: str) -> Element | None:
        try:
            return self.package.xml(name)
        except FileReadFailed as error:
            self.warnings.add("part_unreadable", error.message)
            return None


def _paragraph_id(comment: Element) -> str:
    paragraphs = comment.findall(f".//{W}p")
    return paragraphs[-1].get(f"{W14}paraId", "") if paragraphs else ""
