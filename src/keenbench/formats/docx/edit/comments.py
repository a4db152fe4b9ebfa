"""Comments: their text in a part of its own, their range and reference in the body."""

from __future__ import annotations

from keenbench.formats.applying import OpReport
from keenbench.formats.docx.edit.document import DocumentEdit
from keenbench.formats.docx.edit.ops import AddComment
from keenbench.formats.docx.edit.order import w
from keenbench.formats.docx.edit.places import find
from keenbench.formats.docx.edit.ranges import ends
from keenbench.formats.docx.edit.styles import StyleSheet
from keenbench.formats.docx.edit.write import make_run
from keenbench.formats.ooxml_names import W
from keenbench.formats.xml_part import Element

_EMPTY = f'<w:comments xmlns:w="{W[1:-1]}"/>'


def add_comment(doc: DocumentEdit, op: AddComment, report: OpReport) -> None:
    found = find(doc, op.anchor, report.index, "anchor")
    start, end = ends(found, report.index)
    part = doc.require_part("comments", "comments.xml", "comments+xml", _EMPTY)
    root = doc.edit.xml(part)
    id = _free_id(doc, root)
    sheet = StyleSheet(doc)
    mark = sheet.require("annotation reference", "character")
    root.append(_comment(op, id, sheet.require("annotation text", "paragraph"), mark))
    reference = w("r", [w("rPr", [w("rStyle", val=mark)]), w("commentReference", id=id)])
    opening, closing = w("commentRangeStart", id=id), w("commentRangeEnd", id=id)
    if start is None or end is None:
        found.paragraph.extend([opening, closing, reference])
    else:
        start.addprevious(opening)
        end.addnext(reference)
        end.addnext(closing)
    doc.change(part)
    doc.change()
    report.count(comment_id=id, comments=1)
    if found.index is not None:
        report.count(paragraph_index=found.index)


def _comment(op: AddComment, id: int, style: str, mark: str) -> Element:
    initials = "".join(word[0] for word in op.author.split())[:9].upper()
    made = w("comment", id=id, author=op.author, initials=initials)
    if op.date is not None:
        made.set(f"{W}date", op.date)
    sign = w("r", [w("rPr", [w("rStyle", val=mark)]), w("annotationRef")])
    for at, line in enumerate(op.text.replace("\r\n", "\n").split("\n")):
        paragraph = w("p", [w("pPr", [w("pStyle", val=style)])])
        if at == 0:
            paragraph.append(sign)
        if line:
            paragraph.append(make_run(line))
        made.append(paragraph)
    return made


def _free_id(doc: DocumentEdit, root: Element) -> int:
    """Return an id that no comment has, nor any mark that lost its comment."""
    tags = (f"{W}comment", f"{W}commentRangeStart", f"{W}commentRangeEnd", f"{W}commentReference")
    used = [
        int(value)
        for tree in (root, doc.root)
        for element in tree.iter(*tags)
        if (value := element.get(f"{W}id", "")).isdecimal()
    ]
    return max(used, default=-1) + 1
