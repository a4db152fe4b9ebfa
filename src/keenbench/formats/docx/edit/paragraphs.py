"""Paragraphs set, appended, inserted and deleted; sections replaced; pages broken."""

from __future__ import annotations

from keenbench.errors import ValidationFailed
from keenbench.formats.applying import OpReport
from keenbench.formats.docx.edit import blocks as edit_blocks
from keenbench.formats.docx.edit import keeping
from keenbench.formats.docx.edit.document import DocumentEdit, refused
from keenbench.formats.docx.edit.op_parts import Placed
from keenbench.formats.docx.edit.ops import (
    AddPageBreak,
    AppendParagraph,
    DeleteParagraphs,
    InsertParagraphs,
    ReplaceSection,
    SetParagraphs,
)
from keenbench.formats.docx.edit.order import w
from keenbench.formats.docx.edit.places import blocks, by_text, expect, find, paragraphs
from keenbench.formats.docx.edit.write import make_paragraphs
from keenbench.formats.docx.story import SDT_CONTENT, TBL, P
from keenbench.formats.ooxml_names import W
from keenbench.formats.xml_part import Element


def set_paragraphs(doc: DocumentEdit, op: SetParagraphs, report: OpReport) -> None:
    """Replace the body. Page sections keep their settings: the new text stands in the first."""
    new = make_paragraphs(doc, op.paragraphs, report)
    old = list(blocks(doc.body))
    broken = [block for block in old if block.tag == P and keeping.section_of(block) is not None]
    if not old:
        container, at = edit_blocks.body_end(doc)
        edit_blocks.insert(doc, container, at, new or [w("p")])
        gone = edit_blocks.Deleted()
    elif doc.tracking is None:
        gone = _set_plain(doc, old, new or [w("p")])
    elif broken:
        home = old[0].getparent()
        assert home is not None
        edit_blocks.insert(doc, home, home.index(old[0]), new)
        gone = edit_blocks.delete(doc, old)
    else:
        gone = edit_blocks.replace(doc, old, new)
    if broken:
        report.warn(
            "sections_kept",
            f"The document has {len(broken) + 1} page sections; the new text stands in one of "
            "them, and the others are kept with their settings, empty.",
        )
    doc.change()
    report.count(paragraphs=len(op.paragraphs), **_counts(gone))


def _set_plain(doc: DocumentEdit, old: list[Element], new: list[Element]) -> edit_blocks.Deleted:
    out = edit_blocks.Deleted()
    notes = keeping.notes_in(old)
    sections = [keeping.section_of(block) for block in old if block.tag == P]
    top = [child for child in doc.body if child.tag != f"{W}sectPr"]
    markers = keeping.rescued(top)
    for block in old:
        out.count(block)
    for child in top:
        doc.body.remove(child)
    for at, block in enumerate(new):
        doc.body.insert(at, block)
    place = 1 if new[0].find(f"{W}pPr") is not None else 0
    for offset, marker in enumerate(markers):
        new[0].insert(place + offset, marker)
    at = len(new)
    for section in sections:
        if section is not None:
            doc.body.insert(at, edit_blocks.section_break(doc, section))
            at += 1
            out.kept_breaks += 1
    if out.kept_breaks:
        # A section ends with a paragraph of its own; the last one needs one too.
        doc.body.insert(at, w("p"))
    out.moved = len(markers)
    out.notes = keeping.drop_notes(doc, notes)
    return out


def append_paragraph(doc: DocumentEdit, op: AppendParagraph, report: OpReport) -> None:
    container, at = edit_blocks.body_end(doc)
    new = make_paragraphs(doc, [op], report, _paragraph_before(container, at))
    edit_blocks.insert(doc, container, at, new)
    doc.change()
    report.count(paragraphs=1, paragraph_index=len(paragraphs(doc)) - 1)


def insert_paragraphs(doc: DocumentEdit, op: InsertParagraphs, report: OpReport) -> None:
    container, at = place_of(doc, op, report.index)
    new = make_paragraphs(doc, op.paragraphs, report, _paragraph_before(container, at))
    edit_blocks.insert(doc, container, at, new)
    doc.change()
    report.count(paragraphs=len(new), **where(doc, new[0]))


def add_page_break(doc: DocumentEdit, op: AddPageBreak, report: OpReport) -> None:
    container, at = place_of(doc, op, report.index)
    if container.tag == f"{W}tc":
        raise refused(report.index, "", "a page cannot be broken inside a table.")
    new = w("p", [w("r", [w("br", type="page")])])
    edit_blocks.insert(doc, container, at, [new])
    doc.change()
    report.count(**where(doc, new))


def delete_paragraphs(doc: DocumentEdit, op: DeleteParagraphs, report: OpReport) -> None:
    found = paragraphs(doc)
    if op.text is not None:
        paragraph = by_text(doc, op.text, report.index, "text").paragraph
        gone = [paragraph]
        key = "text"
    else:
        start, count = op.start or 0, op.count or 1
        if start + count > len(found):
            raise refused(
                report.index,
                "start" if start >= len(found) else "count",
                f"paragraphs {start} to {start + count - 1} do not all exist; the document has "
                f"{len(found)}, from 0 on.",
            )
        if op.expect_text is not None:
            expect(doc, start, op.expect_text, report.index, "start")
        gone = found[start : start + count]
        key = "start"
    keeping.check_alternates(gone, report.index, key)
    keeping.check_fields(doc, gone, report.index, key)
    deleted = edit_blocks.delete(doc, gone)
    doc.change()
    report.count(**_counts(deleted))
    _say_kept(deleted, report)


def replace_section(doc: DocumentEdit, op: ReplaceSection, report: OpReport) -> None:
    """Replace what stands under a heading: paragraphs, tables and pictures."""
    outline, _ = doc.read()
    try:
        section = outline.find(op.section)
    except ValidationFailed as error:
        raise refused(report.index, "section", error.message) from None
    head = next((block for block in section.blocks if block.heading is not None), None)
    old = [
        block.source
        for block in section.blocks
        if block.kind in ("paragraph", "table") and block is not head
    ]
    if head is not None:
        # Empty paragraphs before the first heading are read with it, but stand before it.
        at = section.blocks.index(head)
        before = {id(block.source) for block in section.blocks[:at]}
        old = [source for source in old if id(source) not in before]
    keeping.check_alternates(old, report.index, "section")
    keeping.check_fields(doc, old, report.index, "section")
    anchor = head.source if head is not None else None
    new = make_paragraphs(doc, op.paragraphs, report, anchor)
    if old:
        deleted = edit_blocks.replace(doc, old, new)
    else:
        deleted = edit_blocks.Deleted()
        if anchor is not None:
            container = anchor.getparent()
            assert container is not None
            at = container.index(anchor) + 1
        else:
            container, at = edit_blocks.body_end(doc)
        edit_blocks.insert(doc, container, at, new)
    doc.change()
    report.count(section_index=section.index, paragraphs=len(new), **_counts(deleted))
    _say_kept(deleted, report)


def place_of(doc: DocumentEdit, op: Placed, index: int) -> tuple[Element, int]:
    """Return the container and the place in it where an operation puts something."""
    anchor, key = (op.after, "after") if op.after is not None else (op.before, "before")
    if anchor is None:
        return edit_blocks.body_end(doc)
    paragraph = find(doc, anchor, index, key).paragraph
    keeping.check_alternates([paragraph], index, key)
    container = paragraph.getparent()
    assert container is not None
    at = container.index(paragraph)
    return container, at + 1 if op.after is not None else at


def where(doc: DocumentEdit, paragraph: Element) -> dict[str, int]:
    """Return the index of a new paragraph, for the report; none inside a table."""
    for index, one in enumerate(paragraphs(doc)):
        if one is paragraph:
            return {"paragraph_index": index}
    return {}


def _paragraph_before(container: Element, at: int) -> Element | None:
    for child in reversed(list(container)[:at]):
        if child.tag == P:
            return child
        if child.tag in (TBL, SDT_CONTENT):
            return None
    return None


def _counts(deleted: edit_blocks.Deleted) -> dict[str, int]:
    return {
        "deleted_paragraphs": deleted.paragraphs,
        "deleted_tables": deleted.tables,
        "deleted_notes": deleted.notes,
        "deleted_text_boxes": deleted.boxes,
    }


def _say_kept(deleted: edit_blocks.Deleted, report: OpReport) -> None:
    if deleted.kept_breaks:
        report.warn(
            "section_break_kept",
            "A deleted paragraph ends a page section; it was emptied and keeps the section's "
            "settings.",
        )
    if deleted.moved:
        report.warn(
            "marks_kept",
            f"{deleted.moved} bookmarks, comments or other marks of deleted text were kept at its "
            "place.",
        )
