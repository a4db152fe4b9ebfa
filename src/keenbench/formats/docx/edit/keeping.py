"""What a deletion must not take along.

Bookmarks that other text refers to, the ends of ranges that begin elsewhere, comments, permissions:
they move to the neighbouring paragraph. A section break keeps its paragraph, emptied. Half of a
field cannot be kept: that deletion is refused.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from keenbench.formats.docx.edit.document import DocumentEdit, refused
from keenbench.formats.docx.edit.order import remove, w
from keenbench.formats.docx.story import ALTERNATE, PROPERTIES, RUN, TBL, P
from keenbench.formats.ooxml_names import W
from keenbench.formats.xml_part import Element

_RANGES = {
    f"{W}{name}"
    for name in (
        "bookmarkStart", "bookmarkEnd", "commentRangeStart", "commentRangeEnd", "permStart",
        "permEnd",
    )
}  # fmt: skip
# Ends of a tracked move or of custom XML; a pair that is deleted whole may go.
_PAIRED = {
    f"{W}{kind}{end}"
    for kind in ("moveFromRange", "moveToRange", "customXmlInsRange", "customXmlDelRange")
    for end in ("Start", "End")
}
_FIELD, _FIELD_TYPE = f"{W}fldChar", f"{W}fldCharType"
_BLOCKS = (P, TBL, f"{W}sdt", f"{W}customXml")


def check_fields(doc: DocumentEdit, deleted: Iterable[Element], op: int, key: str) -> None:
    """Refuse a deletion that would cut a field in two."""
    depth = 0
    for block in deleted:
        for mark in block.iter(_FIELD):
            kind = mark.get(_FIELD_TYPE)
            depth += 1 if kind == "begin" else -1 if kind == "end" else 0
            if depth < 0:
                break
        if depth < 0:
            break
    if depth:
        raise refused(
            op,
            key,
            "what would be deleted holds one end of a field (such as a table of contents) whose "
            "other end stands elsewhere. Delete the whole field, or use replace_text.",
        )


def check_alternates(deleted: Iterable[Element], op: int, key: str) -> None:
    """Refuse where a block stands in one of two branches: the other would still say it."""
    for block in deleted:
        if next(block.iterancestors(ALTERNATE), None) is not None:
            raise refused(
                op,
                key,
                "the paragraph is written twice for different programs (mc:AlternateContent). Only "
                "replace_text changes both.",
            )


def rescued(blocks: Iterable[Element]) -> list[Element]:
    """Return what must stay of blocks that are deleted: the ends of ranges, and comments."""
    found = list(_markers(blocks))
    whole = {
        (_stem(element), element.get(f"{W}id"))
        for element in found
        if element.tag in _PAIRED and str(element.tag).endswith("Start")
    } & {
        (_stem(element), element.get(f"{W}id"))
        for element in found
        if element.tag in _PAIRED and str(element.tag).endswith("End")
    }
    out = []
    for element in found:
        if element.tag in _PAIRED and (_stem(element), element.get(f"{W}id")) in whole:
            continue
        if element.tag == f"{W}commentReference":
            out.append(w("r", [element]))
        else:
            element.tail = None
            out.append(element)
    return out


def _markers(blocks: Iterable[Element]) -> Iterator[Element]:
    for block in blocks:
        if block.tag in _RANGES or block.tag in _PAIRED:
            yield block
            continue
        yield from block.iter(*_RANGES, *_PAIRED, f"{W}commentReference")


def _stem(element: Element) -> str:
    return str(element.tag).removesuffix("Start").removesuffix("End")


def section_of(paragraph: Element) -> Element | None:
    return paragraph.find(f"{W}pPr/{W}sectPr")


def empty(paragraph: Element) -> None:
    """Take everything out of a paragraph but its properties and what must stay."""
    kept = rescued([paragraph])
    for child in list(paragraph):
        if child.tag != PROPERTIES:
            paragraph.remove(child)
    paragraph.extend(kept)


def fill_empty(container: Element) -> None:
    """See that a cell, content control or body that lost all its blocks holds a paragraph."""
    if any(child.tag in _BLOCKS for child in container):
        return
    at = len(container)
    last = container.find(f"{W}sectPr")
    if last is not None:
        at = container.index(last)
    container.insert(at, w("p"))


def notes_in(blocks: Iterable[Element]) -> list[tuple[str, str]]:
    """Return the notes that blocks refer to: (footnotes or endnotes, id)."""
    return [
        (kind, element.get(f"{W}id", ""))
        for block in blocks
        for kind, tag in (("footnotes", "footnoteReference"), ("endnotes", "endnoteReference"))
        for element in block.iter(f"{W}{tag}")
    ]


def drop_notes(doc: DocumentEdit, notes: Iterable[tuple[str, str]]) -> int:
    """Remove notes whose reference was deleted, unless another refers to them."""
    dropped = 0
    used = {(kind, note_id) for kind, note_id in notes_in([doc.root])}
    for kind, note_id in notes:
        part = doc.part_of_kind(kind)
        root = None if part is None else doc.tree(part)
        if root is None or part is None or (kind, note_id) in used:
            continue
        for note in root.findall(f"{W}{kind[:-1]}"):
            if note.get(f"{W}id") == note_id and note.get(f"{W}type") in (None, "normal"):
                remove(note)
                doc.change(part)
                dropped += 1
    return dropped


def is_empty(paragraph: Element) -> bool:
    return next(paragraph.iter(RUN), None) is None
