"""The note in a workbook that makes an array formula one that spills.

A cell points with its `cm` to an entry of xl/metadata.xml; without it Excel shows the formula in
braces and keeps it to the cells it was entered in.
"""

from __future__ import annotations

from keenbench.formats.xlsx.edit.book import EditedBook
from keenbench.formats.xlsx.edit.names import MAIN
from keenbench.formats.xml_part import Element

_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheetMetadata+xml"
_XDA = "http://schemas.microsoft.com/office/spreadsheetml/2017/dynamicarray"
_URI = "{bdbb8cdc-fa1e-496e-a857-3c3f30c029c3}"
_NAME = "XLDAPR"
_EMPTY = (
    b'<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
    b'<metadata xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" '
    b'xmlns:xda="http://schemas.microsoft.com/office/spreadsheetml/2017/dynamicarray"/>'
)
_ORDER = (
    "metadataTypes",
    "metadataStrings",
    "mdxMetadata",
    "futureMetadata",
    "cellMetadata",
    "valueMetadata",
    "extLst",
)
_WHAT_IT_SURVIVES = (
    "copy",
    "pasteAll",
    "pasteValues",
    "merge",
    "splitFirst",
    "rowColShift",
    "clearFormats",
    "clearComments",
    "assign",
    "coerce",
    "cellMeta",
)


def spilling(book: EditedBook) -> int:
    """Return the `cm` of a cell whose formula spills, noted in the workbook where it is not."""
    part = book.related("sheetMetadata")
    if part is None:
        part = "xl/metadata.xml"
        if part in book.edit:
            part = book.edit.free_name("xl/metadata{}.xml")
        book.add(part, _EMPTY, _TYPE)
        book.edit.relate(book.main, "sheetMetadata", part)
    root = book.edit.xml(part)
    before = sum(1 for _ in root.iter())
    kind = _kind(root)
    value = _value(root)
    entries = _child(root, "cellMetadata")
    found = _entry(entries, kind, value)
    if found is None:
        block = _add(entries, "bk")
        _add(block, "rc", t=str(kind), v=str(value))
        found = len(entries)
        entries.set("count", str(found))
    if sum(1 for _ in root.iter()) != before:
        book.changed(part)
    return found


def _kind(root: Element) -> int:
    """Return the number, from 1, of the type of metadata."""
    types = _child(root, "metadataTypes")
    for number, element in enumerate(types, 1):
        if element.get("name") == _NAME:
            return number
    said = dict.fromkeys(_WHAT_IT_SURVIVES, "1")
    _add(types, "metadataType", name=_NAME, minSupportedVersion="120000", **said)
    types.set("count", str(len(types)))
    return len(types)


def _value(root: Element) -> int:
    """Return the number, from 0, of the block that says: dynamic, and not collapsed."""
    futures = root.findall(f"{MAIN}futureMetadata")
    future = next((one for one in futures if one.get("name") == _NAME), None)
    if future is None:
        future = _child(root, "futureMetadata", fresh=True)
        future.set("name", _NAME)
    for number, block in enumerate(future.findall(f"{MAIN}bk")):
        for said in block.iter(f"{{{_XDA}}}dynamicArrayProperties"):
            if said.get("fDynamic") in ("1", "true") and said.get("fCollapsed", "0") in (
                "0",
                "false",
            ):
                return number
    extensions = _add(_add(future, "bk"), "extLst")
    extension = _add(extensions, "ext", uri=_URI)
    name = f"{{{_XDA}}}dynamicArrayProperties"
    made = extension.makeelement(name, {"fDynamic": "1", "fCollapsed": "0"}, nsmap={"xda": _XDA})
    extension.append(made)
    blocks = len(future.findall(f"{MAIN}bk"))
    future.set("count", str(blocks))
    return blocks - 1


def _entry(entries: Element, kind: int, value: int) -> int | None:
    for number, block in enumerate(entries.findall(f"{MAIN}bk"), 1):
        said = [(one.get("t"), one.get("v")) for one in block]
        if said == [(str(kind), str(value))]:
            return number
    return None


def _child(root: Element, name: str, *, fresh: bool = False) -> Element:
    """Return a child of the metadata, made in its place where it is missing."""
    found = root.find(f"{MAIN}{name}")
    if found is not None and not fresh:
        return found
    made = root.makeelement(f"{MAIN}{name}", {})
    later = _ORDER[_ORDER.index(name) + 1 :]
    after = next((one for one in root if one.tag in {f"{MAIN}{each}" for each in later}), None)
    if after is None:
        root.append(made)
    else:
        after.addprevious(made)
    return made


def _add(parent: Element, tag: str, **said: str) -> Element:
    made = parent.makeelement(f"{MAIN}{tag}", said)
    parent.append(made)
    return made
