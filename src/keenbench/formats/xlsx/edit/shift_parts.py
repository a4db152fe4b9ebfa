"""The parts beside a sheet when rows or columns of it are inserted or deleted.

Comments and their boxes, drawings, pivot tables, cells mapped to XML.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from keenbench.errors import ValidationFailed
from keenbench.formats.xlsx.addresses import cell_name
from keenbench.formats.xlsx.edit.names import MAIN
from keenbench.formats.xlsx.edit.shift import Shift
from keenbench.formats.xlsx.edit.shift_cells import place_of
from keenbench.formats.xlsx.edit.shift_sheet import XDR, find_block, shift_anchor, written
from keenbench.formats.xml_part import Element

if TYPE_CHECKING:
    from keenbench.formats.xlsx.edit.book import EditedBook
    from keenbench.formats.xlsx.edit.sheet import EditedSheet

_ANCHORS = ("twoCellAnchor", "oneCellAnchor")
_SHAPE = re.compile(rb"<v:shape\b(?:[^>]*/>|.*?</v:shape>)\s*", re.DOTALL | re.IGNORECASE)
_ROW = re.compile(rb"(<x:Row>\s*)([0-9]+)(\s*</x:Row>)", re.IGNORECASE)
_COLUMN = re.compile(rb"(<x:Column>\s*)([0-9]+)(\s*</x:Column>)", re.IGNORECASE)
_ANCHOR = re.compile(rb"(<x:Anchor>)([^<]*)(</x:Anchor>)", re.IGNORECASE)
_IS_NOTE = re.compile(rb"""ObjectType=["']Note["']""", re.IGNORECASE)


def shift_parts(book: EditedBook, sheet: EditedSheet, shift: Shift) -> list[str]:
    """Move what stands beside a sheet, tables apart; return warnings."""
    warnings: list[str] = []
    edit = book.edit
    for relationship in sheet.relationships:
        name = relationship.part
        if name is None or name not in edit:
            continue
        kind = relationship.kind
        if kind == "comments":
            _placed(edit.xml(name), "comment", shift)
        elif kind == "threadedComment":
            _placed(edit.xml(name), "threadedComment", shift)
        elif kind == "drawing":
            gone = _drawing(edit.xml(name), shift)
            if gone:
                warnings.append(
                    f"{gone} drawings stood on deleted cells only; they now stand on the next ones."
                )
        elif kind == "vmlDrawing":
            edit.replace(name, _shift_vml(edit.read(name), shift))
            book.touch(name)
            continue
        elif kind == "pivotTable":
            _pivot(edit.xml(name), shift)
        elif kind == "tableSingleCells":
            _placed(edit.xml(name), "singleXmlCell", shift, attribute="r")
        else:
            continue
        book.changed(name)
    return warnings


def shift_sheet_anchors(root: Element, shift: Shift) -> None:
    """Move embedded objects and form controls, whose anchors stand in the sheet itself."""
    for anchor in root.iter(f"{MAIN}anchor"):
        kept = anchor.attrib.pop("editAs", "")
        if anchor.get("sizeWithCells") not in ("1", "true"):
            moves = anchor.get("moveWithCells") in ("1", "true")
            anchor.set("editAs", "oneCell" if moves else "absolute")
        shift_anchor(anchor, shift)
        anchor.attrib.pop("editAs", "")
        if kept:
            anchor.set("editAs", str(kept))


def _placed(root: Element, tag: str, shift: Shift, attribute: str = "ref") -> None:
    """Move elements that stand on one cell each; those whose cell is deleted go with it."""
    for element in list(root.iter()):
        if not isinstance(element.tag, str) or element.tag.rpartition("}")[2] != tag:
            continue
        place = place_of((element.get(attribute) or "").partition(":")[0])
        if place is None:
            continue
        to = shift.cell(*place)
        parent = element.getparent()
        if to is not None:
            element.set(attribute, cell_name(*to))
        elif parent is not None:
            parent.remove(element)


def _drawing(root: Element, shift: Shift) -> int:
    gone = 0
    for name in _ANCHORS:
        for anchor in root.iter(f"{XDR}{name}"):
            gone += shift_anchor(anchor, shift)
    return gone


def _pivot(root: Element, shift: Shift) -> None:
    location = root.find(f"{MAIN}location")
    block = find_block(location.get("ref", "")) if location is not None else None
    if location is None or block is None:
        return
    name = root.get("name", "?")
    moved = shift.block(block)
    if moved is None:
        raise ValidationFailed(
            f"The edit would delete the pivot table {name}; delete its sheet, or keep its cells."
        )
    if moved.cell_count != block.cell_count:
        raise ValidationFailed(
            f"The edit would cut through the pivot table {name} in {block}, which no program "
            "allows; choose rows and columns beside it."
        )
    location.set("ref", written(moved))


def _shift_vml(data: bytes, shift: Shift) -> bytes:
    """Move the boxes of comments and controls in VML, which need not be well-formed XML."""

    def shape(match: re.Match[bytes]) -> bytes:
        text = match[0]
        row, column = _ROW.search(text), _COLUMN.search(text)
        if row is not None and column is not None and _IS_NOTE.search(text):
            to = shift.cell(int(row[2]) + 1, int(column[2]) + 1)
            if to is None:
                return b""
            text = _ROW.sub(rb"\g<1>%d\g<3>" % (to[0] - 1), text, count=1)
            text = _COLUMN.sub(rb"\g<1>%d\g<3>" % (to[1] - 1), text, count=1)
        return _ANCHOR.sub(anchor, text, count=1)

    def anchor(match: re.Match[bytes]) -> bytes:
        pieces = [piece.strip() for piece in match[2].split(b",")]
        if len(pieces) != 8 or not all(piece.lstrip(b"-").isdigit() for piece in pieces):
            return match[0]
        numbers = [int(piece) for piece in pieces]
        first, last = (2, 6) if shift.axis == "rows" else (0, 4)
        at = shift.line(numbers[first] + 1)
        by = (shift.at if at is None else at) - 1 - numbers[first]
        numbers[first] += by
        numbers[last] += by
        return match[1] + b", ".join(b"%d" % number for number in numbers) + match[3]

    return _SHAPE.sub(shape, data)
