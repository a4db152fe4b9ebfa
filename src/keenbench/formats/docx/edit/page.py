"""The set-up of pages: paper, margins, columns."""

from __future__ import annotations

import copy

from keenbench.formats.applying import OpReport
from keenbench.formats.docx.edit.document import DocumentEdit, refused
from keenbench.formats.docx.edit.ops import PaperSize, SetPage
from keenbench.formats.docx.edit.order import drop, put, w
from keenbench.formats.docx.edit.places import chosen_sections, page_sections
from keenbench.formats.docx.edit.properties import INCH
from keenbench.formats.docx.edit.revisions import revision
from keenbench.formats.ooxml_names import W
from keenbench.formats.xml_part import Element

# Width and height in twentieths of a point, upright.
_PAPERS = {
    "A3": (16838, 23811),
    "A4": (11906, 16838),
    "A5": (8391, 11906),
    "B5": (10318, 14570),
    "Letter": (12240, 15840),
    "Legal": (12240, 20160),
    "Tabloid": (15840, 24480),
    "Executive": (10440, 15120),
}
_MARGINS = ("top", "right", "bottom", "left", "header", "footer", "gutter")
_USUAL = {"top": 1440, "right": 1440, "bottom": 1440, "left": 1440, "header": 720, "footer": 720,
          "gutter": 0}  # fmt: skip


def set_page(doc: DocumentEdit, op: SetPage, report: OpReport) -> None:
    chosen = chosen_sections(doc, op.section, report.index)
    sections = page_sections(doc)
    for index in chosen:
        _set(doc, sections[index], op, report.index)
    doc.change()
    report.count(sections=len(chosen))


def _set(doc: DocumentEdit, section: Element, op: SetPage, index: int) -> None:
    old = copy.deepcopy(section)
    width, height = text_size(section)[2:]
    if op.size is not None:
        if isinstance(op.size, PaperSize):
            width, height = round(op.size.width * INCH), round(op.size.height * INCH)
        else:
            upright = _PAPERS[op.size]
            lying = op.orientation is None and width > height
            width, height = upright[::-1] if lying else upright
    if op.orientation is not None and (op.orientation == "landscape") != (width > height):
        width, height = height, width
    if op.size is not None or op.orientation is not None:
        size = section.find(f"{W}pgSz")
        if size is None:
            size = put(section, w("pgSz"))
        size.set(f"{W}w", str(width))
        size.set(f"{W}h", str(height))
        if width > height:
            size.set(f"{W}orient", "landscape")
        else:
            size.attrib.pop(f"{W}orient", "")
        size.attrib.pop(f"{W}code", "")
    if op.margins is not None:
        margins = section.find(f"{W}pgMar")
        if margins is None:
            margins = put(section, w("pgMar", **_USUAL))
        for key in _MARGINS:
            value = getattr(op.margins, key)
            if value is not None:
                margins.set(f"{W}{key}", str(round(value * INCH)))
    if text_size(section)[0] < INCH // 2 or text_size(section)[1] < INCH // 2:
        raise refused(index, "margins" if op.margins else "size", "no room is left for text.")
    if op.columns is not None:
        columns = section.find(f"{W}cols")
        space = "720" if columns is None else columns.get(f"{W}space", "720")
        made = w("cols", space=space)
        if op.columns > 1:
            made.set(f"{W}num", str(op.columns))
        put(section, made)
    if doc.tracking is not None:
        _note(doc, section, old)


def _note(doc: DocumentEdit, section: Element, old: Element) -> None:
    """Note the old settings for whoever rejects the change."""
    if section.find(f"{W}sectPrChange") is not None:
        return
    drop(old, "headerReference", "footerReference", "sectPrChange")
    change = revision(doc, "sectPrChange")
    change.append(old)
    put(section, change)


def text_size(section: Element) -> tuple[int, int, int, int]:
    """Return the width and height of text on a page, and those of the paper."""
    size, margins = section.find(f"{W}pgSz"), section.find(f"{W}pgMar")
    width, height = _twips(size, "w", 12240), _twips(size, "h", 15840)
    sides = _twips(margins, "left", 1440) + _twips(margins, "right", 1440)
    sides += _twips(margins, "gutter", 0)
    ends = abs(_twips(margins, "top", 1440)) + abs(_twips(margins, "bottom", 1440))
    return width - sides, height - ends, width, height


def _twips(element: Element | None, name: str, default: int) -> int:
    value = None if element is None else element.get(f"{W}{name}")
    try:
        return round(float(value)) if value is not None else default
    except ValueError:
        return default
