"""Where in a document the operations changed something, told by what it was before them.

Operations name places in many ways, and one that found nothing changed none: the blocks of the
body are compared instead, which costs a small part of writing them.
"""

from __future__ import annotations

from lxml import etree

from keenbench.formats.docx.body import read_body
from keenbench.formats.docx.edit.document import DocumentEdit
from keenbench.formats.docx.edit.places import blocks
from keenbench.formats.focus import Focus
from keenbench.formats.ooxml_names import W
from keenbench.formats.outline import Outline
from keenbench.formats.outline_focus import on_block, other_asides
from keenbench.formats.xml_part import Element


class Before:
    """A document's body as it was before the operations."""

    def __init__(self, doc: DocumentEdit) -> None:
        self._doc = doc
        self._blocks = [_known(block) for block in blocks(doc.body)]
        self._pages = _pages(doc)

    def focus(self, outline: Outline) -> Focus | None:
        """Return the first place that is another now; `outline` is the document as it is now.

        None where the text, and what stands beside it, is as it was: styles and properties are of
        no place.
        """
        changed = self._first_changed()
        if changed is not None:
            return on_block(outline, _place(outline, changed))
        if self._doc.touched.changed | self._doc.touched.added:
            aside = other_asides(read_body(self._doc.edit.package)[0], outline)
            if aside is not None:
                return on_block(outline, aside)
        if _pages(self._doc) != self._pages:
            return on_block(outline, _place(outline, self._last_pages()))
        return None

    def _first_changed(self) -> int | None:
        """Return which block differs first; where blocks only went, the one before them."""
        now = [_known(block) for block in blocks(self._doc.body)]
        for at, (was, one) in enumerate(zip(self._blocks, now, strict=False)):
            if was != one:
                gone = len(now) < len(self._blocks) and one in self._blocks[at + 1 :]
                return max(0, at - 1) if gone else at
        if len(now) == len(self._blocks):
            return None
        at = min(len(now), len(self._blocks))
        return at if len(now) > at else max(0, at - 1)

    def _last_pages(self) -> int:
        """Return the first block of the last page section, whose settings stand after all."""
        ends = [
            at
            for at, block in enumerate(blocks(self._doc.body))
            if block.find(f"{W}pPr/{W}sectPr") is not None
        ]
        return ends[-1] + 1 if ends else 0


def _known(element: Element) -> int:
    return hash(etree.tostring(element, with_tail=False))


def _pages(doc: DocumentEdit) -> int | None:
    found = doc.body.find(f"{W}sectPr")
    return None if found is None else _known(found)


def _place(outline: Outline, at: int) -> int:
    """Return where among all blocks of an outline the paragraph or table number `at` stands."""
    counted = -1
    for place, block in enumerate(outline.blocks):
        counted += block.kind != "other"
        if counted == at:
            return place
    return len(outline.blocks)
