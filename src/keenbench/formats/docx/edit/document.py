"""The document under edit: its parts, its ids, and what the operations touched."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from lxml import etree

from keenbench.errors import FileReadFailed, ValidationFailed
from keenbench.formats.call import Call
from keenbench.formats.documents import main_part
from keenbench.formats.docx.body import read_body
from keenbench.formats.docx.story import Story
from keenbench.formats.fidelity import Touched
from keenbench.formats.ooxml_names import WP, W
from keenbench.formats.outline import Outline
from keenbench.formats.package import Package
from keenbench.formats.package_edit import PackageEdit
from keenbench.formats.relationships import Relationships
from keenbench.formats.xml_part import Element
from keenbench.formats.xml_write import DECLARATION

WORD_TYPE = "application/vnd.openxmlformats-officedocument.wordprocessingml."
_STORIES = ("header", "footer", "footnotes", "endnotes", "comments")
_ID = f"{W}id"
# Elements whose w:id names something else than an annotation.
_OTHER_IDS = {
    f"{W}{name}"
    for name in (
        "footnote", "endnote", "comment", "footnoteReference", "endnoteReference",
        "commentReference", "commentRangeStart", "commentRangeEnd", "headerReference", "sdt",
    )
}  # fmt: skip
_MOST = 2**31 - 2


@dataclass(frozen=True)
class Tracking:
    """Who makes the revisions, and when, where that is told."""

    author: str
    date: str | None


class DocumentEdit:
    """A Word document whose trees are changed in place and written together."""

    def __init__(
        self, call: Call, root_name: str, edit: PackageEdit, tracking: Tracking | None = None
    ) -> None:
        self.call = call
        self.root_name = root_name  # where the pictures lie that operations name
        self.edit = edit
        self.tracking = tracking
        self.main = main_part(edit.package)
        self.root = edit.xml(self.main)
        body = self.root.find(f"{W}body")
        if body is None:
            raise edit.package.damaged("has no body")
        self.body = body
        self._changed: set[str] = set()
        self._added: set[str] = set()
        self._unrelated: set[tuple[str, str]] = set()
        self._retyped: set[str] = set()
        self._outline: tuple[Outline, Story] | None = None

    # Parts

    def change(self, part: str | None = None) -> None:
        """Note that the tree of a part [the main one] was changed."""
        name = self.main if part is None else part
        self.edit.changed(name)
        self._changed.add(name)
        self._outline = None

    def part_of_kind(self, kind: str) -> str | None:
        """Return the part that the main part refers to as `kind`, where there is one."""
        for relationship in self.edit.relationships(self.main).of_kind(kind):
            if relationship.part is not None and relationship.part in self.edit:
                return relationship.part
        return None

    def require_part(self, kind: str, name: str, content: str, empty: str) -> str:
        """Return the part that the main part refers to as `kind`; made of `empty` when missing."""
        found = self.part_of_kind(kind)
        if found is not None:
            return found
        wanted = self.beside(name)
        if wanted in self.edit:
            stem, _, extension = name.rpartition(".")
            wanted = self.edit.free_name(self.beside(stem + "{}." + extension))
        self.add_part(wanted, empty, WORD_TYPE + content)
        self.edit.relate(self.main, kind, wanted)
        return wanted

    def add_part(self, name: str, data: str | bytes, content_type: str | None = None) -> None:
        if isinstance(data, str):
            data = DECLARATION + data.encode()
        self.edit.add(name, data, content_type)
        self._added.add(name)

    def beside(self, name: str) -> str:
        """Return the name of a part in the folder of the main part."""
        folder, slash, _ = self.main.rpartition("/")
        return f"{folder}{slash}{name}"

    def unrelate(self, source: str, id: str) -> None:
        self.edit.unrelate(source, id)
        self._unrelated.add((source, id))

    def retype(self, part: str, content_type: str) -> None:
        self.edit.retype(part, content_type)
        self._retyped.add(part)

    def stories(self) -> Iterator[tuple[str, str]]:
        """Yield (kind, part) of every part that holds text of the document, the body first."""
        yield "body", self.main
        seen = {self.main}
        for relationship in self.edit.relationships(self.main).of_kind(*_STORIES):
            part = relationship.part
            if part is not None and part in self.edit and part not in seen:
                seen.add(part)
                yield relationship.kind, part

    def tree(self, part: str) -> Element | None:
        """Return the root of a part, or None where the part is damaged: then it is left alone."""
        try:
            return self.edit.xml(part)
        except FileReadFailed:
            return None

    @property
    def touched(self) -> Touched:
        return Touched(
            changed=frozenset(self._changed),
            added=frozenset(self._added),
            unrelated=frozenset(self._unrelated),
            retyped=frozenset(self._retyped),
        )

    # What the reader sees

    def read(self) -> tuple[Outline, Story]:
        """Return the document as its reader sees it now."""
        if self._outline is None:
            self._outline = read_body(CurrentParts(self.edit))
        return self._outline

    @cached_property
    def bookmarks(self) -> frozenset[str]:
        """The names that links may lead to, in one case, as Word compares them."""
        # No operation makes a bookmark or takes one out; every document has a top.
        return frozenset(
            [
                "_top",
                *(
                    mark.get(f"{W}name", "").casefold()
                    for root in self._roots()
                    for mark in root.iter(f"{W}bookmarkStart")
                ),
            ]
        )

    # Ids, each the next after the largest in use: the same edit gives the same.

    def next_id(self) -> str:
        """Return a free id for a revision or bookmark."""
        self._last_id += 1
        return str(self._last_id)

    def next_drawing_id(self) -> str:
        self._last_drawing += 1
        return str(self._last_drawing)

    @cached_property
    def _last_id(self) -> int:
        return self._largest(
            int(value)
            for root in self._roots()
            for element in root.iter(etree.Element)
            if (value := element.get(_ID)) and value.isdecimal() and element.tag not in _OTHER_IDS
        )

    @cached_property
    def _last_drawing(self) -> int:
        return self._largest(
            int(value)
            for root in self._roots()
            for element in root.iter(f"{WP}docPr")
            if (value := element.get("id")) and value.isdecimal()
        )

    def _roots(self) -> Iterator[Element]:
        for _, part in self.stories():
            root = self.tree(part)
            if root is not None:
                yield root

    def _largest(self, used: Iterator[int]) -> int:
        numbers = set(used)
        largest = max(numbers, default=0)
        if largest < _MOST - 1_000_000:
            return largest
        # Some writers take ids from the top of the range; there is room below.
        below = max((number for number in numbers if number < _MOST - 1_000_000), default=0)
        return below if below < _MOST - 2_000_000 else 0


class CurrentParts(Package):
    """What the reader sees of a document under edit: its parts as they will be."""

    def __init__(self, edit: PackageEdit) -> None:
        # Not a file of its own: what the reader asks is answered by the edit.
        self.path = edit.package.path
        self._edit = edit
        self._known: dict[str, Relationships] = {}

    def __contains__(self, name: str) -> bool:
        return name in self._edit

    def xml(self, name: str) -> Element:
        return self._edit.xml(name)

    def relationships(self, source: str = "") -> Relationships:
        if source not in self._known:
            self._known[source] = self._edit.relationships(source)
        return self._known[source]

    def without_relationships(self, source: str) -> None:
        self._known[source] = Relationships()


def refused(index: int, key: str, why: str) -> ValidationFailed:
    """Return the error of an operation that cannot be done: what to change, and why."""
    where = f"ops[{index}].{key}" if key else f"ops[{index}]"
    return ValidationFailed(f"{where}: {why}")
