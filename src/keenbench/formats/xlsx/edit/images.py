"""Pictures on a sheet."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import PurePath
from typing import Any

from lxml import etree

from keenbench.formats.applying import OpReport
from keenbench.formats.picture import INCH, MOST_BYTES, picture_of
from keenbench.formats.xlsx.edit.book import EditedBook, refused
from keenbench.formats.xlsx.edit.drawing import XDR, A, anchor_at, corner, drawing_of, next_id
from keenbench.formats.xlsx.edit.names import R
from keenbench.formats.xlsx.edit.ops import InsertImage


def insert_image(book: EditedBook, op: InsertImage, report: OpReport) -> None:
    sheet = book.sheet(op.sheet, report)
    assert book.call is not None
    with book.call.open(book.root, op.image_path) as file:
        data = file.read(MOST_BYTES + 1)
    try:
        picture = picture_of(data)
    except ValueError as why:
        raise refused(report, "image_path", f"{why}.") from None
    width, height = picture.width, picture.height
    if op.width is not None:
        width = round(op.width * INCH)
        height = round(picture.height * width / picture.width)
    if op.height is not None:
        height = round(op.height * INCH)
        if op.width is None:
            width = round(picture.width * height / picture.height)
    part = drawing_of(book, sheet)
    image = _media(book, picture.data, picture.ending)
    relationship = book.edit.relate(part, "image", image)
    root = book.edit.xml(part)
    row, column = anchor_at(op.anchor)
    number = next_id(root)
    anchor = etree.SubElement(root, f"{XDR}oneCellAnchor")
    corner(anchor, "from", row, column)
    etree.SubElement(anchor, f"{XDR}ext", cx=str(max(1, width)), cy=str(max(1, height)))
    shape = etree.SubElement(anchor, f"{XDR}pic")
    about = etree.SubElement(shape, f"{XDR}nvPicPr")
    name = f"Picture {number - 1}"
    etree.SubElement(
        about, f"{XDR}cNvPr", id=str(number), name=name, descr=PurePath(op.image_path).name
    )
    locks = etree.SubElement(about, f"{XDR}cNvPicPr")
    etree.SubElement(locks, f"{A}picLocks", noChangeAspect="1")
    fill = etree.SubElement(shape, f"{XDR}blipFill")
    etree.SubElement(fill, f"{A}blip", {f"{R}embed": relationship}, nsmap={"r": R[1:-1]})
    etree.SubElement(etree.SubElement(fill, f"{A}stretch"), f"{A}fillRect")
    looks = etree.SubElement(shape, f"{XDR}spPr")
    form = etree.SubElement(looks, f"{A}xfrm")
    etree.SubElement(form, f"{A}off", x="0", y="0")
    etree.SubElement(form, f"{A}ext", cx=str(max(1, width)), cy=str(max(1, height)))
    shapes = etree.SubElement(looks, f"{A}prstGeom", prst="rect")
    etree.SubElement(shapes, f"{A}avLst")
    etree.SubElement(anchor, f"{XDR}clientData")
    book.changed(part)
    report.count(name=name, width=round(width / INCH, 4), height=round(height / INCH, 4))


def _media(book: EditedBook, data: bytes, ending: str) -> str:
    """Return the part of a picture; one that is there already is shared."""
    for name in book.edit.names():
        if not (name.startswith("xl/media/") and name.endswith(f".{ending}")):
            continue
        if book.edit.read(name) == data:
            return name
    part = book.edit.free_name("xl/media/image{}." + ending)
    book.add(part, data)
    return part


HANDLERS: dict[str, Callable[[EditedBook, Any, OpReport], None]] = {"insert_image": insert_image}
