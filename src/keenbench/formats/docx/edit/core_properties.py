"""What the document says of itself: docProps/core.xml."""

from __future__ import annotations

from lxml import etree

from keenbench.formats.applying import OpReport
from keenbench.formats.docx.edit.document import DocumentEdit
from keenbench.formats.docx.edit.ops import SetProperties

_CP = "http://schemas.openxmlformats.org/package/2006/metadata/core-properties"
_DC = "http://purl.org/dc/elements/1.1/"
_TYPE = "http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties"
_CONTENT = "application/vnd.openxmlformats-package.core-properties+xml"
_NAMES = {
    "title": f"{{{_DC}}}title",
    "author": f"{{{_DC}}}creator",
    "subject": f"{{{_DC}}}subject",
    "keywords": f"{{{_CP}}}keywords",
}


def set_properties(doc: DocumentEdit, op: SetProperties, report: OpReport) -> None:
    part = _part(doc)
    root = doc.edit.xml(part)
    keywords = ", ".join(op.keywords) if isinstance(op.keywords, list) else op.keywords
    given = {"title": op.title, "author": op.author, "subject": op.subject, "keywords": keywords}
    written = 0
    for key, value in given.items():
        if value is None:
            continue
        element = root.find(_NAMES[key])
        if element is None:
            element = etree.SubElement(root, _NAMES[key], nsmap={"dc": _DC, "cp": _CP})
        for child in list(element):
            element.remove(child)
        element.text = value
        written += 1
    doc.change(part)
    report.count(properties=written)


def _part(doc: DocumentEdit) -> str:
    for relationship in doc.edit.relationships().of_kind("core-properties"):
        if relationship.part is not None and relationship.part in doc.edit:
            return relationship.part
    name = "docProps/core.xml"
    if name in doc.edit:
        name = doc.edit.free_name("docProps/core{}.xml")
    doc.add_part(name, f'<cp:coreProperties xmlns:cp="{_CP}" xmlns:dc="{_DC}"/>', _CONTENT)
    doc.edit.relate("", _TYPE, name)
    return name
