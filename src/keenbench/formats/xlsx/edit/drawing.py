"""The drawing of a sheet: where pictures and charts are anchored."""

from __future__ import annotations

from lxml import etree

from keenbench.errors import ValidationFailed
from keenbench.formats.xlsx.edit.book import EditedBook
from keenbench.formats.xlsx.edit.names import MAIN, R
from keenbench.formats.xlsx.edit.places import cell_at
from keenbench.formats.xlsx.edit.sheet import EditedSheet
from keenbench.formats.xml_part import Element
from keenbench.formats.xml_write import DECLARATION

XDR = "{http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing}"
A = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
_TYPE = "application/vnd.openxmlformats-officedocument.drawing+xml"
_EMPTY = f'<xdr:wsDr xmlns:xdr="{XDR[1:-1]}" xmlns:a="{A[1:-1]}"/>'


def drawing_of(book: EditedBook, sheet: EditedSheet) -> str:
    """Return the part of the sheet's drawing, made where it has none."""
    element = sheet.frame.find(f"{MAIN}drawing")
    if element is not None:
        known = sheet.relationships.get(element.get(f"{R}id"))
        if known is not None and known.part is not None and known.part in book.edit:
            return known.part
        raise book.damaged(f"has a sheet {sheet.name} whose drawing is missing")
    part = book.edit.free_name("xl/drawings/drawing{}.xml")
    book.add(part, DECLARATION + _EMPTY.encode(), _TYPE)
    id_ = book.edit.relate(sheet.part, "drawing", part)
    sheet.add(sheet.frame.makeelement(f"{MAIN}drawing", {f"{R}id": id_}))
    sheet.frame_changed()
    return part


def next_id(root: Element) -> int:
    """Return a number that no shape of the drawing has."""
    used = [element.get("id", "0") for element in root.iter(f"{XDR}cNvPr")]
    return 1 + max((int(said) for said in used if said.isdigit()), default=1)


def corner(parent: Element, tag: str, row: int, column: int) -> None:
    """Append a corner of an anchor: a cell, 0-based, without an offset."""
    element = etree.SubElement(parent, f"{XDR}{tag}")
    for name, value in (("col", column), ("colOff", 0), ("row", row), ("rowOff", 0)):
        etree.SubElement(element, f"{XDR}{name}").text = str(value)


def anchor_at(text: str) -> tuple[int, int]:
    """Return row and column of an anchor, 0-based."""
    row, column = cell_at(text)
    return row - 1, column - 1


def move_anchor(anchor: Element, place: str) -> None:
    """Anchor a drawing to another cell, in its size."""
    try:
        row, column = anchor_at(place)
    except ValueError as why:
        raise ValidationFailed(f"anchor {why}.") from None
    start, end = anchor.find(f"{XDR}from"), anchor.find(f"{XDR}to")
    if start is None:
        raise ValidationFailed("The drawing stands at a fixed place of the page, not on a cell.")
    for tag, line in (("row", row), ("col", column)):
        first = start.find(f"{XDR}{tag}")
        last = end.find(f"{XDR}{tag}") if end is not None else None
        by = line - int(first.text or "0") if first is not None else 0
        for found in (first, last):
            if found is not None:
                found.text = str(int(found.text or "0") + by)
