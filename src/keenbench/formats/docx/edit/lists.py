"""Lists with real numbering: one definition of each kind, an instance for every list."""

from __future__ import annotations

from collections.abc import Iterable

from lxml import etree

from keenbench.formats.docx.edit.document import DocumentEdit
from keenbench.formats.docx.edit.order import put, w
from keenbench.formats.docx.story import P
from keenbench.formats.ooxml_names import W
from keenbench.formats.styled_text import Looks
from keenbench.formats.xml_part import Element

_NS = f'xmlns:w="{W[1:-1]}"'
EMPTY_NUMBERING = f"<w:numbering {_NS}/>"
_FORMATS = ("decimal", "lowerLetter", "lowerRoman")
_BULLETS = ("•", "◦", "▪")
KINDS = ("bullet", "number")


class ListMaker:
    """Gives paragraphs that follow each other one list, and a new list its own counting."""

    def __init__(self, doc: DocumentEdit, previous: Element | None) -> None:
        self._doc = doc
        self._previous = previous

    def mark(self, properties: Element, looks: Looks) -> None:
        """Write the list and level that a paragraph asks for into its w:pPr."""
        kind = looks.choice("list", KINDS)
        level = looks.number("level", 0, 8)
        if level is not None and level != int(level):
            looks.skip("level", "is not a whole number")
            level = None
        if kind is None:
            self._previous = None
            return
        number_id = self._continued(kind) or self._new(kind)
        numbering = w("numPr", [w("ilvl", val=int(level or 0)), w("numId", val=number_id)])
        put(properties, numbering)
        self._previous = w("p", [w("pPr", [etree.fromstring(etree.tostring(numbering))])])

    def _continued(self, kind: str) -> str | None:
        """Return the list of the paragraph before, where it is of this kind."""
        if self._previous is None or self._previous.tag != P:
            return None
        found = self._previous.find(f"{W}pPr/{W}numPr/{W}numId")
        number_id = None if found is None else found.get(f"{W}val")
        if not number_id or number_id == "0":
            return None
        return number_id if self._kind_of(number_id) == kind else None

    def _kind_of(self, number_id: str) -> str | None:
        root = self._root(make=False)
        if root is None:
            return None
        for number in root.iterchildren(f"{W}num"):
            if number.get(f"{W}numId") == number_id:
                of = number.find(f"{W}abstractNumId")
                wanted = None if of is None else of.get(f"{W}val")
                for abstract in root.iterchildren(f"{W}abstractNum"):
                    if abstract.get(f"{W}abstractNumId") == wanted:
                        form = abstract.find(f"{W}lvl/{W}numFmt")
                        value = None if form is None else form.get(f"{W}val")
                        return "bullet" if value == "bullet" else "number"
        return None

    def _new(self, kind: str) -> str:
        root = self._root(make=True)
        assert root is not None
        abstract = self._abstract(root, kind)
        numbers = list(root.iterchildren(f"{W}num"))
        if kind == "bullet":
            for number in numbers:
                of = number.find(f"{W}abstractNumId")
                if of is not None and of.get(f"{W}val") == abstract and len(number) == 1:
                    return number.get(f"{W}numId", "")
        number_id = next_id(number.get(f"{W}numId") for number in numbers)
        made = w("num", [w("abstractNumId", val=abstract)], numId=number_id)
        if kind == "number":
            made.append(w("lvlOverride", [w("startOverride", val=1)], ilvl=0))
        at = len(root)
        for after in root.iterchildren(f"{W}numIdMacAtCleanup"):
            at = root.index(after)
        root.insert(at, made)
        part = self._doc.part_of_kind("numbering")
        self._doc.change(part)
        return str(number_id)

    def _abstract(self, root: Element, kind: str) -> str:
        wanted = _definition(kind, "0")
        for abstract in root.iterchildren(f"{W}abstractNum"):
            plain = etree.fromstring(etree.tostring(abstract))
            plain.set(f"{W}abstractNumId", "0")
            if _canonical(plain) == _canonical(wanted):
                return abstract.get(f"{W}abstractNumId", "")
        present = list(root.iterchildren(f"{W}abstractNum"))
        id = str(next_id((one.get(f"{W}abstractNumId") for one in present), least=0))
        pictures = len(list(root.iterchildren(f"{W}numPicBullet")))
        root.insert(pictures + len(present), _definition(kind, id))
        return id

    def _root(self, *, make: bool) -> Element | None:
        doc = self._doc
        if not make:
            part = doc.part_of_kind("numbering")
            return None if part is None else doc.tree(part)
        return doc.edit.xml(
            doc.require_part("numbering", "numbering.xml", "numbering+xml", EMPTY_NUMBERING)
        )


def _definition(kind: str, id: str) -> Element:
    levels = []
    for level in range(9):
        if kind == "bullet":
            form, text = "bullet", _BULLETS[level % 3]
        else:
            form, text = _FORMATS[level % 3], f"%{level + 1}."
        left = 720 * (level + 1)
        levels.append(
            f'<w:lvl w:ilvl="{level}"><w:start w:val="1"/><w:numFmt w:val="{form}"/>'
            f'<w:lvlText w:val="{text}"/><w:lvlJc w:val="left"/><w:pPr>'
            f'<w:ind w:left="{left}" w:hanging="360"/></w:pPr></w:lvl>'
        )
    return etree.fromstring(
        f'<w:abstractNum {_NS} w:abstractNumId="{id}"><w:multiLevelType w:val="hybridMultilevel"/>'
        f"{''.join(levels)}</w:abstractNum>"
    )


def _canonical(element: Element) -> bytes:
    return etree.tostring(element, method="c14n", exclusive=True)


def next_id(ids: Iterable[str | None], least: int = 1) -> int:
    numbers = [int(id) for id in ids if id and id.isdecimal()]
    return max([least - 1, *numbers]) + 1
