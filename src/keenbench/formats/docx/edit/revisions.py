"""Insertions and deletions that Word can accept or reject.

What is deleted stays, marked; what is new is marked too. Rejecting all gives the old text,
accepting all the new one. What our own revisions of the same author and date inserted is simply
taken out again when it is deleted, as Word does.
"""

from __future__ import annotations

import copy
from collections.abc import Iterable

from lxml import etree

from keenbench.formats.docx.edit.document import DocumentEdit
from keenbench.formats.docx.edit.order import add, drop, first, put, remove, w
from keenbench.formats.docx.story import ALTERNATE, PROPERTIES, RUN, TBL, P
from keenbench.formats.ooxml_names import M, W
from keenbench.formats.xml_part import Element

_INS, _DEL, _MOVED_HERE, _MOVED_AWAY = (f"{W}{n}" for n in ("ins", "del", "moveTo", "moveFrom"))
_HOLDERS = {
    f"{W}{name}"
    for name in (
        "ins", "moveTo", "hyperlink", "smartTag", "sdt", "sdtContent", "fldSimple", "customXml",
        "dir", "bdo",
    )
}  # fmt: skip
_MATH = (f"{M}oMath", f"{M}oMathPara")
_DELETED_NAMES = {f"{W}t": f"{W}delText", f"{W}instrText": f"{W}delInstrText"}
_AUTHOR, _DATE, _ID = f"{W}author", f"{W}date", f"{W}id"


def revision(doc: DocumentEdit, name: str) -> Element:
    """Return a new mark of this call's author: w:ins, w:del, w:pPrChange, …"""
    assert doc.tracking is not None
    made = w(name, id=doc.next_id(), author=doc.tracking.author)
    if doc.tracking.date is not None:
        made.set(_DATE, doc.tracking.date)
    return made


def is_ours(doc: DocumentEdit, mark: Element | None) -> bool:
    """Whether a mark is an insertion that this call's author made."""
    tracking = doc.tracking
    return (
        tracking is not None
        and mark is not None
        and mark.tag == _INS
        and mark.get(_AUTHOR) == tracking.author
        and mark.get(_DATE) == tracking.date
    )


def in_our_insertion(doc: DocumentEdit, run: Element) -> bool:
    return any(is_ours(doc, mark) for mark in run.iterancestors(_INS))


# Runs


def delete_run(doc: DocumentEdit, run: Element) -> None:
    """Mark a run as deleted."""
    if in_our_insertion(doc, run):
        parent = run.getparent()
        remove(run)
        if parent is not None and parent.tag == _INS and not len(parent):
            remove(parent)
        return
    parent = run.getparent()
    assert parent is not None
    before = run.getprevious()
    if before is not None and before.tag == _DEL and _same_hand(doc, before):
        holder = before
        holder.append(run)
    else:
        holder = revision(doc, "del")
        parent.replace(run, holder)
        holder.append(run)
    holder.tail, run.tail = run.tail, None
    for element in run.iter(*_DELETED_NAMES):
        # Text of a box inside the run goes with its anchor; it is not deleted text itself.
        if next(element.iterancestors(RUN)) is run:
            element.tag = _DELETED_NAMES[str(element.tag)]


def _same_hand(doc: DocumentEdit, mark: Element) -> bool:
    tracking = doc.tracking
    return (
        tracking is not None
        and mark.get(_AUTHOR) == tracking.author
        and mark.get(_DATE) == tracking.date
    )


def inserted(doc: DocumentEdit, runs: Iterable[Element]) -> list[Element]:
    """Return runs and links as they are put into a paragraph: marked, where changes are tracked."""
    if doc.tracking is None:
        return list(runs)
    out: list[Element] = []
    for run in runs:
        if run.tag in (f"{W}hyperlink", f"{W}fldSimple"):
            inner = list(run)
            for child in inner:
                run.remove(child)
            run.extend(inserted(doc, inner))
            out.append(run)
        elif run.tag != RUN:
            out.append(run)
        elif out and out[-1].tag == _INS:
            out[-1].append(run)
        else:
            holder = revision(doc, "ins")
            holder.append(run)
            out.append(holder)
    return out


def put_after(doc: DocumentEdit, node: Element, new: list[Element]) -> None:
    """Put new inline content after `node`, outside of an insertion that someone else made."""
    parent = node.getparent()
    assert parent is not None
    if doc.tracking is not None and parent.tag in (_INS, _MOVED_HERE):
        rest = list(node.itersiblings())
        if rest:
            tail = copy.copy(parent)
            for child in list(tail):
                tail.remove(child)
            tail.set(_ID, doc.next_id())
            tail.extend(rest)
            parent.addnext(tail)
        node = parent
    for element in reversed(new):
        node.addnext(element)


def put_before(doc: DocumentEdit, node: Element, new: list[Element]) -> None:
    """Put new inline content before `node`, outside of an insertion that someone else made."""
    before = node.getprevious()
    parent = node.getparent()
    assert parent is not None
    if doc.tracking is not None and parent.tag in (_INS, _MOVED_HERE):
        if before is not None:
            put_after(doc, before, new)
            return
        node = parent
    for element in new:
        node.addprevious(element)


def delete_inline(doc: DocumentEdit, element: Element) -> None:
    """Mark everything that stands in a paragraph as deleted; its bookmarks and the like stay."""
    for child in list(element):
        tag = child.tag
        if tag == RUN:
            delete_run(doc, child)
        elif tag in _HOLDERS:
            delete_inline(doc, child)
        elif tag in _MATH:
            holder = revision(doc, "del")
            element.replace(child, holder)
            holder.append(child)
        elif tag == ALTERNATE:
            for branch in child:
                delete_inline(doc, branch)


# Paragraphs


def mark_of(paragraph: Element, name: str) -> Element | None:
    """Return the mark that says the paragraph's end was inserted or deleted."""
    return paragraph.find(f"{W}pPr/{W}rPr/{W}{name}")


def mark_end(doc: DocumentEdit, paragraph: Element, name: str) -> None:
    """Mark the paragraph's end as inserted or deleted."""
    properties = first(paragraph, "pPr")
    own = properties.find(f"{W}rPr")
    if own is None:
        own = add(properties, w("rPr"))
    put(own, revision(doc, name))


def unmark_end(paragraph: Element, name: str) -> None:
    mark = mark_of(paragraph, name)
    if mark is not None:
        own = mark.getparent()
        assert own is not None
        own.remove(mark)
        if not len(own):
            remove(own)


def change_properties(doc: DocumentEdit, paragraph: Element, new: Element | None) -> None:
    """Give a paragraph other properties, and note the old ones for whoever rejects."""
    old = paragraph.find(PROPERTIES)
    properties = w("pPr") if new is None else copy.deepcopy(new)
    drop(properties, "sectPr", "pPrChange")
    unmarked = properties.find(f"{W}rPr")
    drop(unmarked, "ins", "del", "moveFrom", "moveTo")
    if old is not None:
        for kept in old.findall(f"{W}sectPr"):
            put(properties, copy.deepcopy(kept))
        marks = old.find(f"{W}rPr")
        if marks is not None:
            for mark in marks:
                if mark.tag in (_INS, _DEL, _MOVED_AWAY, _MOVED_HERE):
                    own = properties.find(f"{W}rPr")
                    put(own if own is not None else add(properties, w("rPr")), copy.deepcopy(mark))
        paragraph.remove(old)
    paragraph.insert(0, properties)
    before = _plain_properties(old)
    if _written(before) != _written(_plain_properties(properties)):
        earlier = None if old is None else old.find(f"{W}pPrChange")
        change = copy.deepcopy(earlier) if earlier is not None else revision(doc, "pPrChange")
        if earlier is None:
            change.append(before)
        put(properties, change)


def old_properties(paragraph: Element) -> Element:
    """Return the properties a paragraph had before any tracked change of them."""
    change = paragraph.find(f"{W}pPr/{W}pPrChange/{W}pPr")
    return (
        copy.deepcopy(change)
        if change is not None
        else _plain_properties(paragraph.find(PROPERTIES))
    )


def note_old_properties(doc: DocumentEdit, paragraph: Element, old: Element) -> None:
    """Note on a new paragraph which properties its end has when its insertion is rejected."""
    properties = first(paragraph, "pPr")
    if _written(old) == _written(_plain_properties(properties)):
        return
    change = revision(doc, "pPrChange")
    change.append(old)
    put(properties, change)


def _plain_properties(properties: Element | None) -> Element:
    """Return a w:pPr as a w:pPrChange may hold it."""
    plain = w("pPr") if properties is None else copy.deepcopy(properties)
    drop(plain, "rPr", "sectPr", "pPrChange")
    return plain


def _written(element: Element) -> bytes:
    return etree.tostring(element, method="c14n")


def mark_inserted(doc: DocumentEdit, block: Element) -> None:
    """Mark a new paragraph or table as inserted, with all it holds."""
    if block.tag == TBL:
        for row in block.iter(f"{W}tr"):
            put(_row_properties(row), revision(doc, "ins"))
        for paragraph in block.iter(P):
            mark_inserted(doc, paragraph)
        return
    content = [child for child in block if child.tag != PROPERTIES]
    for child in content:
        block.remove(child)
    block.extend(inserted(doc, content))
    mark_end(doc, block, "ins")


def mark_deleted(doc: DocumentEdit, block: Element) -> bool:
    """Mark a paragraph or table as deleted; return False where it was ours and is simply gone."""
    if block.tag == TBL:
        rows = list(block.iter(f"{W}tr"))
        if rows and all(is_ours(doc, row.find(f"{W}trPr/{W}ins")) for row in rows):
            remove(block)
            return False
        for row in rows:
            put(_row_properties(row), revision(doc, "del"))
        for paragraph in block.iter(P):
            delete_inline(doc, paragraph)
            mark_end(doc, paragraph, "del")
        return True
    delete_inline(doc, block)
    if is_ours(doc, mark_of(block, "ins")) and not holds_runs(block):
        remove(block)
        return False
    if mark_of(block, "del") is None:
        mark_end(doc, block, "del")
    return True


def _row_properties(row: Element) -> Element:
    found = row.find(f"{W}trPr")
    if found is None:
        found = w("trPr")
        exceptions = row.find(f"{W}tblPrEx")
        row.insert(0 if exceptions is None else 1, found)
    return found


def mark_row_inserted(doc: DocumentEdit, row: Element) -> None:
    put(_row_properties(row), revision(doc, "ins"))
    for paragraph in row.iter(P):
        mark_inserted(doc, paragraph)


def holds_runs(paragraph: Element) -> bool:
    return next(paragraph.iter(RUN, *_MATH), None) is not None
