"""Footnotes: their text in a part of its own, the reference in the body."""

from __future__ import annotations

from lxml import etree

from keenbench.formats.applying import OpReport
from keenbench.formats.docx.edit import revisions
from keenbench.formats.docx.edit.document import DocumentEdit
from keenbench.formats.docx.edit.ops import AddFootnote
from keenbench.formats.docx.edit.order import put, w
from keenbench.formats.docx.edit.places import find
from keenbench.formats.docx.edit.ranges import ends
from keenbench.formats.docx.edit.styles import StyleSheet
from keenbench.formats.docx.edit.write import make_run
from keenbench.formats.ooxml_names import W

_NS = f'xmlns:w="{W[1:-1]}"'
# The lines between text and notes are notes too; Word refuses a part without them.
_EMPTY = (
    f'<w:footnotes {_NS}><w:footnote w:type="separator" w:id="-1"><w:p><w:pPr><w:spacing '
    'w:after="0" w:line="240" w:lineRule="auto"/></w:pPr><w:r><w:separator/></w:r></w:p>'
    '</w:footnote><w:footnote w:type="continuationSeparator" w:id="0"><w:p><w:pPr><w:spacing '
    'w:after="0" w:line="240" w:lineRule="auto"/></w:pPr><w:r><w:continuationSeparator/></w:r>'
    "</w:p></w:footnote></w:footnotes>"
)


def add_footnote(doc: DocumentEdit, op: AddFootnote, report: OpReport) -> None:
    found = find(doc, op.anchor, report.index, "anchor")
    _, end = ends(found, report.index)
    new = doc.part_of_kind("footnotes") is None
    part = doc.require_part("footnotes", "footnotes.xml", "footnotes+xml", _EMPTY)
    if new:
        _name_separators(doc)
    root = doc.edit.xml(part)
    used = [
        int(value)
        for tree in (root, doc.root)
        for note in tree.iter(f"{W}footnote", f"{W}footnoteReference")
        if (value := note.get(f"{W}id", "")).lstrip("-").isdecimal()
    ]
    id = max([0, *used]) + 1
    sheet = StyleSheet(doc)
    mark = sheet.require("footnote reference", "character")
    text = sheet.require("footnote text", "paragraph")
    note = w("footnote", id=id)
    lines = op.text.replace("\r\n", "\n").split("\n")
    for at, line in enumerate(lines):
        content = []
        if at == 0:
            content.append(w("r", [w("rPr", [w("rStyle", val=mark)]), w("footnoteRef")]))
            line = f" {line}"
        if line:
            content.append(make_run(line))
        paragraph = w("p", [w("pPr", [w("pStyle", val=text)])])
        paragraph.extend(revisions.inserted(doc, content))
        note.append(paragraph)
    root.append(note)
    reference = w("r", [w("rPr", [w("rStyle", val=mark)]), w("footnoteReference", id=id)])
    made = revisions.inserted(doc, [reference])
    if end is None:
        found.paragraph.extend(made)
    else:
        revisions.put_after(doc, end, made)
    doc.change(part)
    doc.change()
    report.count(footnote_id=id, footnotes=1)
    if found.index is not None:
        report.count(paragraph_index=found.index)


def _name_separators(doc: DocumentEdit) -> None:
    """Say in the settings which notes are the lines between text and notes."""
    part = doc.part_of_kind("settings")
    if part is None:
        return
    root = doc.edit.xml(part)
    properties = root.find(f"{W}footnotePr")
    if properties is None:
        properties = put(root, w("footnotePr"))
    for old in properties.findall(f"{W}footnote"):
        properties.remove(old)
    for id in ("-1", "0"):
        etree.SubElement(properties, f"{W}footnote").set(f"{W}id", id)
    doc.change(part)
