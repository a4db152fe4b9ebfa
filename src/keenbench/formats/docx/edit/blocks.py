"""Blocks put into a container and taken out of it, tracked or not."""

from __future__ import annotations

import copy
from dataclasses import dataclass

from keenbench.formats.docx.edit import keeping, revisions
from keenbench.formats.docx.edit.document import DocumentEdit
from keenbench.formats.docx.edit.order import first, put, remove, w
from keenbench.formats.docx.story import PROPERTIES, TBL, P
from keenbench.formats.ooxml_names import MC, W
from keenbench.formats.xml_part import Element

_SECTION = f"{W}sectPr"
_CELL = f"{W}tc"
_BOX = f"{W}txbxContent"


def _is_told_again(box: Element) -> bool:
    """Whether a text box is the second telling of one, for programs that do not know the first."""
    for second in box.iterancestors(f"{MC}Fallback"):
        first_telling = second.getprevious()
        if first_telling is not None and next(first_telling.iter(_BOX), None) is not None:
            return True
    return False


@dataclass
class Deleted:
    """What a deletion took out."""

    paragraphs: int = 0
    tables: int = 0
    notes: int = 0
    kept_breaks: int = 0
    moved: int = 0
    boxes: int = 0

    def count(self, block: Element) -> None:
        self.boxes += sum(not _is_told_again(box) for box in block.iter(_BOX))
        if block.tag == TBL:
            self.tables += 1
        else:
            self.paragraphs += 1


def body_end(doc: DocumentEdit) -> tuple[Element, int]:
    """Return where a block goes that is put at the end of the body."""
    last = doc.body.find(_SECTION)
    return doc.body, len(doc.body) if last is None else doc.body.index(last)


def insert(doc: DocumentEdit, container: Element, at: int, new: list[Element]) -> None:
    """Insert blocks before place `at` of a container."""
    before = _block_before(container, at)
    ends = not any(child.tag in (P, TBL) for child in list(container)[at:])
    for offset, block in enumerate(new):
        container.insert(at + offset, block)
    if doc.tracking is None or not new:
        return
    for block in new:
        revisions.mark_inserted(doc, block)
    last = new[-1]
    if (
        ends
        and before is not None
        and before.tag == P
        and last.tag == P
        and revisions.mark_of(before, "ins") is None
        and revisions.mark_of(before, "del") is None
        and keeping.section_of(before) is None
    ):
        # The end of the last paragraph cannot go when the insertion is rejected: it is the end of
        # the old last one that is new, as when a person presses Enter there.
        old = revisions.old_properties(before)
        revisions.mark_end(doc, before, "ins")
        revisions.unmark_end(last, "ins")
        revisions.note_old_properties(doc, last, old)


def _block_before(container: Element, at: int) -> Element | None:
    for child in reversed(list(container)[:at]):
        if child.tag in (P, TBL):
            return child
        if child.tag == f"{W}sdt":
            return None
    return None


def delete(doc: DocumentEdit, blocks: list[Element]) -> Deleted:
    """Delete paragraphs and tables; what must not be lost of them stays."""
    out = Deleted()
    if doc.tracking is not None:
        for block in blocks:
            _delete_tracked(doc, block, out)
        _free_last_end(doc, blocks)
        return out
    notes = keeping.notes_in(blocks)
    for block in blocks:
        container = block.getparent()
        assert container is not None
        out.count(block)
        if block.tag == P and keeping.section_of(block) is not None:
            keeping.empty(block)
            out.kept_breaks += 1
            continue
        _move(keeping.rescued([block]), block, out)
        remove(block)
        keeping.fill_empty(container)
    out.notes = keeping.drop_notes(doc, notes)
    return out


def _move(markers: list[Element], block: Element, out: Deleted) -> None:
    """Move markers of a block that goes to the nearest paragraph that stays."""
    if not markers:
        return
    out.moved += len(markers)
    target = _neighbour(block, forward=True)
    if target is not None:
        at = 1 if target.find(PROPERTIES) is not None else 0
        for offset, marker in enumerate(markers):
            target.insert(at + offset, marker)
        return
    target = _neighbour(block, forward=False)
    if target is None:
        target = w("p")
        block.addnext(target)
    target.extend(markers)


def _neighbour(block: Element, *, forward: bool) -> Element | None:
    siblings = block.itersiblings() if forward else block.itersiblings(preceding=True)
    for sibling in siblings:
        if sibling.tag == P:
            return sibling
        if sibling.tag == TBL:
            return None
    return None


def _delete_tracked(doc: DocumentEdit, block: Element, out: Deleted) -> None:
    out.count(block)
    if block.tag == P and keeping.section_of(block) is not None:
        revisions.delete_inline(doc, block)
        out.kept_breaks += 1
        return
    container = block.getparent()
    assert container is not None
    if not revisions.mark_deleted(doc, block):
        keeping.fill_empty(container)


def _free_last_end(doc: DocumentEdit, blocks: list[Element]) -> None:
    """Where the last paragraph of a container is deleted, delete the end of the one before it.

    The last end stays when deletions are accepted; it takes the looks of that one.
    """
    for block in blocks:
        container = block.getparent()
        if block.tag != P or container is None or revisions.mark_of(block, "del") is None:
            continue
        if any(sibling.tag in (P, TBL) for sibling in block.itersiblings()):
            continue
        revisions.unmark_end(block, "del")
        before: Element | None = block
        while before is not None:
            before = next(
                (one for one in before.itersiblings(preceding=True) if one.tag in (P, TBL)), None
            )
            if before is None or before.tag == TBL:
                break
            if revisions.mark_of(before, "del") is None:
                if keeping.section_of(before) is None:
                    revisions.mark_end(doc, before, "del")
                    revisions.change_properties(doc, block, before.find(PROPERTIES))
                break


def replace(doc: DocumentEdit, old: list[Element], new: list[Element]) -> Deleted:
    """Put `new` in the place of `old` blocks, which stand in one container or more."""
    if not new:
        return delete(doc, old)
    last = old[-1]
    container = last.getparent()
    assert container is not None
    if doc.tracking is not None:
        return _replace_tracked(doc, old, new, container)
    anchor = old[0]
    home = anchor.getparent()
    assert home is not None
    at = home.index(anchor)
    markers = keeping.rescued(
        block for block in old if block.tag == TBL or keeping.section_of(block) is None
    )
    for offset, block in enumerate(new):
        home.insert(at + offset, block)
    target = next((block for block in new if block.tag == P), None)
    if target is not None:
        place = 1 if target.find(PROPERTIES) is not None else 0
        for offset, marker in enumerate(markers):
            target.insert(place + offset, marker)
        markers = []
    out = delete(doc, old)
    out.moved += len(markers)
    return out


def _replace_tracked(
    doc: DocumentEdit, old: list[Element], new: list[Element], container: Element
) -> Deleted:
    last = old[-1]
    out = Deleted()
    if any(block.tag == P and keeping.section_of(block) is not None for block in old):
        # The new text stands before the first section break, as it does untracked.
        home = old[0].getparent()
        assert home is not None
        insert(doc, home, home.index(old[0]), new)
        return delete(doc, old)
    ends = not any(sibling.tag in (P, TBL) for sibling in last.itersiblings())
    if not (ends and last.tag == P and new[-1].tag == P):
        at = container.index(last) + 1
        for offset, block in enumerate(new):
            container.insert(at + offset, block)
            revisions.mark_inserted(doc, block)
        for block in old:
            _delete_tracked(doc, block, out)
        return out
    # The last end cannot be deleted: the last new paragraph takes it over.
    for block in old[:-1]:
        _delete_tracked(doc, block, out)
    out.count(last)
    at = container.index(last)
    for offset, block in enumerate(new[:-1]):
        container.insert(at + offset, block)
        revisions.mark_inserted(doc, block)
    revisions.delete_inline(doc, last)
    taken = new[-1]
    revisions.change_properties(doc, last, taken.find(PROPERTIES))
    content = [child for child in taken if child.tag != PROPERTIES]
    last.extend(revisions.inserted(doc, content))
    return out


def fresh(paragraph: Element) -> Element:
    """Return an empty paragraph that looks like this one."""
    made = w("p")
    properties = paragraph.find(PROPERTIES)
    if properties is not None:
        made.append(copy.deepcopy(properties))
        own = first(made, "pPr")
        for name in ("sectPr", "pPrChange", "numPr"):
            for child in own.findall(f"{W}{name}"):
                own.remove(child)
        marks = own.find(f"{W}rPr")
        if marks is not None:
            for name in ("ins", "del", "moveFrom", "moveTo", "rPrChange"):
                for child in marks.findall(f"{W}{name}"):
                    marks.remove(child)
    return made


def section_break(doc: DocumentEdit, section: Element) -> Element:
    """Return an empty paragraph that carries a section break."""
    made = w("p")
    put(first(made, "pPr"), section)
    return made
