"""Pictures put into a document, at the size the picture itself says."""

from __future__ import annotations

from lxml import etree

from keenbench.errors import FileReadFailed
from keenbench.formats.applying import OpReport
from keenbench.formats.docx.edit import blocks as edit_blocks
from keenbench.formats.docx.edit.document import DocumentEdit, refused
from keenbench.formats.docx.edit.ops import InsertImage
from keenbench.formats.docx.edit.order import w
from keenbench.formats.docx.edit.page import text_size
from keenbench.formats.docx.edit.paragraphs import place_of, where
from keenbench.formats.docx.edit.places import page_sections
from keenbench.formats.ooxml_names import PIC, WP, A, R
from keenbench.formats.picture import INCH, MOST_BYTES, Picture, picture_of
from keenbench.formats.xml_part import Element

_TWIP = 635


def insert_image(doc: DocumentEdit, op: InsertImage, report: OpReport) -> None:
    with doc.call.open(doc.root_name, op.image_path) as file:
        data = file.read(MOST_BYTES + 1)
    try:
        picture = picture_of(data)
    except ValueError as error:
        raise refused(report.index, "image_path", f"the picture {error}.") from None
    container, at = place_of(doc, op, report.index)
    width, height = picture.width, picture.height
    room = [side * _TWIP for side in text_size(page_sections(doc)[-1])[:2]]
    if op.width is not None:
        width, height = round(op.width * INCH), round(op.width * INCH * height / width)
        if height > room[1] > 0:
            report.warn(
                "too_high",
                "At this width the picture is higher than the text of a page, which cuts it off.",
            )
    else:
        whole = (width, height)
        if width > room[0] > 0:
            width, height = room[0], round(height * room[0] / width)
        if height > room[1] > 0:
            width, height = round(width * room[1] / height), room[1]
        if (width, height) != whole:
            report.warn(
                "fitted", "The picture is larger than the text of a page; it was fitted to it."
            )
    _see(min(width, height), op, report)
    if not _has_sound_theme(doc):
        report.warn(
            "damaged_theme",
            "The theme of the document is damaged, and programs read it to draw pictures: "
            "LibreOffice opens the document no longer.",
        )
    id = embed(doc, doc.main, picture)
    made = w("p", [w("r", [drawing(doc, id, op.image_path, op.alt_text, width, height)])])
    edit_blocks.insert(doc, container, at, [made])
    doc.change()
    report.count(width=round(width / INCH, 4), height=round(height / INCH, 4), **where(doc, made))


def _has_sound_theme(doc: DocumentEdit) -> bool:
    for link in doc.edit.relationships(doc.main).of_kind("theme"):
        try:
            if link.part is not None and link.part in doc.edit:
                doc.edit.read(link.part)
        except FileReadFailed:
            return False
    return True


def _see(side: int, op: InsertImage, report: OpReport) -> None:
    """Refuse a picture that nobody would see, and say where it is a hairline."""
    if side < _TWIP:
        key = "image_path" if op.width is None else "width"
        raise refused(
            report.index, key, "one side of the picture would be too small to be seen or printed."
        )
    if side < INCH // 100:
        report.warn("tiny", "One side of the picture is less than a hundredth of an inch.")


def embed(doc: DocumentEdit, source: str, picture: Picture) -> str:
    """Return the id by which part `source` refers to the picture; one that is there is shared."""
    folder = doc.beside("media/")
    name = next(
        (
            one
            for one in doc.edit.names()
            if one.startswith(folder)
            and one.endswith(f".{picture.ending}")
            and doc.edit.read(one) == picture.data
        ),
        None,
    )
    if name is None:
        name = doc.edit.free_name(folder + "image{}." + picture.ending)
        doc.add_part(name, picture.data)
    for known in doc.edit.relationships(source).of_kind("image"):
        if known.part == name:
            return known.id
    return doc.edit.relate(source, "image", name)


def drawing(
    doc: DocumentEdit, rel_id: str, name: str, alt: str | None, width: int, height: int
) -> Element:
    """Return the drawing of a picture that stands in the line."""
    id = doc.next_drawing_id()
    wp, a, pic = WP[1:-1], A[1:-1], PIC[1:-1]
    inline = etree.fromstring(
        f'<wp:inline xmlns:wp="{wp}" xmlns:a="{a}" xmlns:pic="{pic}" xmlns:r="{R[1:-1]}" '
        'distT="0" distB="0" distL="0" distR="0">'
        f'<wp:extent cx="{width}" cy="{height}"/><wp:docPr id="{id}" name=""/>'
        '<wp:cNvGraphicFramePr><a:graphicFrameLocks noChangeAspect="1"/></wp:cNvGraphicFramePr>'
        f'<a:graphic><a:graphicData uri="{pic}"><pic:pic><pic:nvPicPr><pic:cNvPr id="{id}" '
        f'name=""/><pic:cNvPicPr/></pic:nvPicPr><pic:blipFill><a:blip r:embed="{rel_id}"/>'
        "<a:stretch><a:fillRect/></a:stretch></pic:blipFill><pic:spPr><a:xfrm>"
        f'<a:off x="0" y="0"/><a:ext cx="{width}" cy="{height}"/></a:xfrm>'
        '<a:prstGeom prst="rect"><a:avLst/></a:prstGeom></pic:spPr></pic:pic></a:graphicData>'
        "</a:graphic></wp:inline>"
    )
    for named in (inline.find(f"{WP}docPr"), inline.find(f".//{PIC}cNvPr")):
        assert named is not None
        named.set("name", name)
        if alt is not None:
            named.set("descr", alt)
    return w("drawing", [inline])
