"""Slides added, moved, duplicated and deleted, with all that belongs to them."""

from __future__ import annotations

import re
import zlib

from lxml import etree

from keenbench.errors import ValidationFailed
from keenbench.formats.applying import OpReport
from keenbench.formats.ooxml_names import A, P, R
from keenbench.formats.pptx.edit.deck import DeckEdit
from keenbench.formats.pptx.edit.layouts import FOOTERS, add_placeholder, kind_of, placeholders
from keenbench.formats.relationships import relationships_part
from keenbench.formats.xml_part import Element
from keenbench.formats.xml_write import DECLARATION

SLIDE_TYPE = "application/vnd.openxmlformats-officedocument.presentationml.slide+xml"
P14 = "{http://schemas.microsoft.com/office/powerpoint/2010/main}"
_FIRST_ID = 256
_LAST_ID = 2_147_483_647
# What slides share: a copy of a slide refers to the same.
_SHARED = (
    *("slideLayout", "slideMaster", "notesMaster", "theme", "themeOverride", "image", "slide"),
    *("media", "video", "audio", "font", "hyperlink", "customXml"),
)
# What belongs to the deck, however a slide refers to it.
_OF_THE_DECK = (
    *("slideLayout", "slideMaster", "notesMaster", "handoutMaster", "theme", "slide"),
    *("presProps", "viewProps", "tableStyles", "officeDocument", "customXml"),
)
_COMMENTS = "comments"


def add_slide(deck: DeckEdit, layout: str, at: int) -> str:
    """Add a slide with the empty placeholders of its layout, and return its part."""
    part = deck.edit.free_name("ppt/slides/slide{}.xml")
    deck.add(part, DECLARATION + _NEW, SLIDE_TYPE)
    deck.relate(part, "slideLayout", layout)
    tree = deck.tree(part)
    for model in placeholders(deck.tree(layout)):
        if model.tag == f"{P}sp" and kind_of(model) not in FOOTERS:
            add_placeholder(tree, model)
    deck.touch(part)
    _list(deck, part, at)
    return part


def move_slide(deck: DeckEdit, index: int, to: int) -> None:
    entry = deck.entries()[index]
    listed = deck.slide_list
    listed.remove(entry)
    _insert(deck, entry, to)
    deck.touch(deck.main)


def duplicate_slide(deck: DeckEdit, index: int, at: int, report: OpReport) -> str:
    """Add a copy of a slide: what it shares is shared, what is its own is copied."""
    source = deck.slides()[index]
    copies: dict[str, str] = {}
    part = _copy(deck, source, copies, report)
    for element in deck.edit.xml(part).iter(f"{P14}creationId"):
        # Told from the slide it was copied from, and the same for the same operations.
        old = element.get("val", "")
        element.set("val", str(zlib.crc32(f"{part} {old}".encode())))
        deck.touch(part)
    _list(deck, part, at)
    report.count(copied_parts=len(copies))
    return part


def delete_slide(deck: DeckEdit, index: int, report: OpReport) -> None:
    """Delete a slide, the parts that only it refers to, and what leads to it."""
    entry = deck.entries()[index]
    part = deck.slide_part(entry)
    number = entry.get("id", "")
    id = entry.get(f"{R}id", "")
    deck.slide_list.remove(entry)
    for listed in list(deck.root.iter(f"{P14}sldId")):
        parent = listed.getparent()
        if listed.get("id") == number and parent is not None:
            parent.remove(listed)
    for shown in list(deck.root.iterfind(f"{P}custShowLst/{P}custShow/{P}sldLst/{P}sld")):
        parent = shown.getparent()
        if shown.get(f"{R}id") == id and parent is not None:
            parent.remove(shown)
    deck.unrelate(deck.main, id)
    deck.touch(deck.main)
    notes = deck.related(part, "notesSlide")
    jumps = 0
    for source, link in list(deck.referrers(part)):
        if source not in (deck.main, notes, part):
            jumps += _forget(deck, source, link.id)
    removed = _remove(deck, part)
    report.count(removed_parts=removed)
    if jumps:
        report.count(removed_links=jumps)
        report.warn("links_removed", f"{jumps} links of other slides led to it; they are gone.")


def check_position(deck: DeckEdit, to: int, most: int, where: str) -> None:
    if to > most:
        raise ValidationFailed(
            f"{where} is {to}, but the last place is {most}, counted from 0.", path=deck.path
        )


def _list(deck: DeckEdit, part: str, at: int) -> None:
    """Put a new slide into the list of slides."""
    used = [int(entry.get("id", "0")) for entry in deck.entries() if _is_id(entry)]
    number = max([_FIRST_ID - 1, *used]) + 1
    if number > _LAST_ID:
        number = next(n for n in range(_FIRST_ID, _LAST_ID) if n not in used)
    id = deck.edit.relate(deck.main, "slide", part)
    entry = etree.Element(f"{P}sldId", {"id": str(number), f"{R}id": id})
    _insert(deck, entry, at)
    deck.touch(deck.main)


def _is_id(entry: Element) -> bool:
    value = entry.get("id", "")
    return value.isdecimal() and len(value) < 11


def _insert(deck: DeckEdit, entry: Element, at: int) -> None:
    listed = deck.slide_list
    entries = deck.entries()
    if at < len(entries):
        entries[at].addprevious(entry)
    elif entries:
        entries[-1].addnext(entry)
    else:
        listed.insert(0, entry)
    _into_section(deck, entry, at)


def _into_section(deck: DeckEdit, entry: Element, at: int) -> None:
    """Keep the sections in the order of the slides: one joins the section of its neighbour."""
    lists = list(deck.root.iter(f"{P14}sectionLst"))
    if not lists:
        return
    number = entry.get("id", "")
    for listed in list(deck.root.iter(f"{P14}sldId")):
        parent = listed.getparent()
        if listed.get("id") == number and parent is not None:
            parent.remove(listed)
    made = etree.Element(f"{P14}sldId", id=number)
    entries = deck.entries()
    before = entries[at - 1].get("id") if 0 < at <= len(entries) else None
    after = entries[at + 1].get("id") if at + 1 < len(entries) else None
    places = {one.get("id"): one for one in deck.root.iter(f"{P14}sldId")}
    if before in places:
        places[before].addnext(made)
    elif after in places:
        places[after].addprevious(made)
    else:
        for section in lists[0].iterchildren(f"{P14}section"):
            slides = section.find(f"{P14}sldIdLst")
            if slides is None:
                slides = etree.Element(f"{P14}sldIdLst")
                section.insert(0, slides)
            slides.append(made)
            return


def _forget(deck: DeckEdit, source: str, id: str) -> int:
    """Remove the links of a part that use a reference, and the reference."""
    count = 0
    for element in list(deck.edit.xml(source).iter(f"{A}hlinkClick", f"{A}hlinkHover")):
        parent = element.getparent()
        if element.get(f"{R}id") == id and parent is not None:
            parent.remove(element)
            count += 1
    deck.touch(source)
    deck.unrelate(source, id)
    return count


def _remove(deck: DeckEdit, part: str) -> int:
    """Remove a part and, one after another, what only it referred to."""
    held = [
        link.part
        for link in deck.edit.relationships(part)
        if link.part is not None and link.kind not in _OF_THE_DECK
    ]
    deck.remove(part)
    removed = 1
    for one in dict.fromkeys(held):
        if one not in deck.edit:
            continue
        if not any(source in deck.edit for source, _ in deck.referrers(one) if source != one):
            removed += _remove(deck, one)
    return removed


def _copy(deck: DeckEdit, source: str, copies: dict[str, str], report: OpReport) -> str:
    """Copy a part and what is its own; references keep their ids."""
    part = deck.edit.free_name(part_pattern(source))
    copies[source] = part
    deck.add(part, deck.edit.read(source), deck.type_of(source))
    holder = relationships_part(source)
    if holder not in deck.edit:
        return part
    targets: dict[str, str] = {source: part}
    dropped: list[str] = []
    for link in deck.edit.relationships(source):
        if link.part is None or link.part not in deck.edit:
            continue
        if link.kind == _COMMENTS:
            dropped.append(link.id)
        elif link.part in copies:
            targets[link.part] = copies[link.part]
        elif link.kind not in _SHARED:
            targets[link.part] = _copy(deck, link.part, copies, report)
    made = relationships_part(part)
    deck.add(made, deck.edit.read(holder))
    root = deck.edit.xml(made)
    for element in list(root):
        if element.get("Id") in dropped:
            root.remove(element)
    deck.retarget(made, source, part, targets)
    if dropped:
        report.warn("comments_not_copied", "Comments stay with the slide they were made on.")
    return part


def part_pattern(name: str) -> str:
    """Return the pattern that the names of such parts follow."""
    stem, dot, suffix = name.rpartition(".")
    stem = re.sub(r"\d+$", "", stem).replace("{", "").replace("}", "")
    return f"{stem}{{}}{dot}{suffix}"


_NEW = (
    f'<p:sld xmlns:a="{A[1:-1]}" xmlns:r="{R[1:-1]}" xmlns:p="{P[1:-1]}"><p:cSld><p:spTree>'
    '<p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr>'
    '<a:xfrm><a:off x="0" y="0"/><a:ext cx="0" cy="0"/><a:chOff x="0" y="0"/>'
    '<a:chExt cx="0" cy="0"/></a:xfrm></p:grpSpPr></p:spTree></p:cSld><p:clrMapOvr>'
    "<a:masterClrMapping/></p:clrMapOvr></p:sld>"
).encode()
