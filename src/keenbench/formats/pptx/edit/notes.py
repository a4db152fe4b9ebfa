"""Speaker notes: the notes page of a slide, and the notes master, made where they are missing."""

from __future__ import annotations

from lxml import etree

from keenbench.formats.applying import OpReport
from keenbench.formats.ooxml_names import A, P, R
from keenbench.formats.pptx.edit.deck import DeckEdit
from keenbench.formats.pptx.edit.layouts import add_placeholder, kind_of, placeholders, text_body
from keenbench.formats.pptx.edit.ops import SetNotes
from keenbench.formats.pptx.edit.paragraphs import Writer, lines_of
from keenbench.formats.styled_text import ParagraphKeys
from keenbench.formats.xml_part import Element
from keenbench.formats.xml_write import DECLARATION

_TYPE = "application/vnd.openxmlformats-officedocument"
_NAMES = f'xmlns:a="{A[1:-1]}" xmlns:r="{R[1:-1]}" xmlns:p="{P[1:-1]}"'
_EMPTY_GROUP = (
    '<p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr>'
    '<a:xfrm><a:off x="0" y="0"/><a:ext cx="0" cy="0"/><a:chOff x="0" y="0"/>'
    '<a:chExt cx="0" cy="0"/></a:xfrm></p:grpSpPr>'
)
_COLOURS = (
    '<p:clrMap bg1="lt1" tx1="dk1" bg2="lt2" tx2="dk2" accent1="accent1" accent2="accent2" '
    'accent3="accent3" accent4="accent4" accent5="accent5" accent6="accent6" hlink="hlink" '
    'folHlink="folHlink"/>'
)


def set_notes(deck: DeckEdit, part: str, op: SetNotes, report: OpReport) -> None:
    notes = deck.related(part, "notesSlide")
    made = notes is None
    if notes is None:
        notes = _add_notes(deck, part)
    body = _body(deck, notes)
    lines = lines_of(op.text, None) or [[]]
    Writer(deck, notes, report).fill(text_body(body), lines, ParagraphKeys())
    deck.touch(notes)
    report.count(paragraphs=len(lines), notes_page_added=made)


def _body(deck: DeckEdit, notes: str) -> Element:
    tree = deck.tree(notes)
    for shape in placeholders(tree):
        if kind_of(shape) == "body":
            return shape
    master = deck.related(notes, "notesMaster")
    for shape in () if master is None else placeholders(deck.tree(master)):
        if kind_of(shape) == "body":
            return add_placeholder(tree, shape)
    model = etree.fromstring(f'<p:sp {_NAMES}><p:ph type="body" idx="1"/></p:sp>')
    return add_placeholder(tree, model)


def _add_notes(deck: DeckEdit, part: str) -> str:
    master = deck.related(deck.main, "notesMaster") or _add_master(deck)
    notes = deck.edit.free_name("ppt/notesSlides/notesSlide{}.xml")
    deck.add(
        notes,
        DECLARATION
        + (
            f"<p:notes {_NAMES}><p:cSld><p:spTree>{_EMPTY_GROUP}<p:sp><p:nvSpPr>"
            '<p:cNvPr id="2" name="Slide Image Placeholder 1"/><p:cNvSpPr><a:spLocks noGrp="1" '
            'noRot="1" noChangeAspect="1"/></p:cNvSpPr><p:nvPr><p:ph type="sldImg"/></p:nvPr>'
            '</p:nvSpPr><p:spPr/></p:sp><p:sp><p:nvSpPr><p:cNvPr id="3" '
            'name="Notes Placeholder 2"/><p:cNvSpPr><a:spLocks noGrp="1"/></p:cNvSpPr><p:nvPr>'
            '<p:ph type="body" idx="1"/></p:nvPr></p:nvSpPr><p:spPr/><p:txBody><a:bodyPr/>'
            "<a:lstStyle/><a:p/></p:txBody></p:sp></p:spTree></p:cSld><p:clrMapOvr>"
            "<a:masterClrMapping/></p:clrMapOvr></p:notes>"
        ).encode(),
        f"{_TYPE}.presentationml.notesSlide+xml",
    )
    deck.relate(notes, "notesMaster", master)
    deck.relate(notes, "slide", part)
    deck.relate(part, "notesSlide", notes)
    return notes


def _add_master(deck: DeckEdit) -> str:
    master = deck.edit.free_name("ppt/notesMasters/notesMaster{}.xml")
    width, height = _notes_size(deck)
    image = (width // 8, height // 12, width * 3 // 4, width * 9 // 22)
    text = (width // 10, height // 2, width * 4 // 5, height * 2 // 5)
    deck.add(
        master,
        DECLARATION
        + (
            f"<p:notesMaster {_NAMES}><p:cSld><p:bg><p:bgRef idx='1001'>"
            f"<a:schemeClr val='bg1'/></p:bgRef></p:bg><p:spTree>{_EMPTY_GROUP}"
            '<p:sp><p:nvSpPr><p:cNvPr id="2" name="Slide Image Placeholder 1"/><p:cNvSpPr>'
            '<a:spLocks noGrp="1" noRot="1" noChangeAspect="1"/></p:cNvSpPr><p:nvPr>'
            f'<p:ph type="sldImg" idx="2"/></p:nvPr></p:nvSpPr><p:spPr>{_place(image)}'
            '<a:noFill/><a:ln w="12700"><a:solidFill><a:prstClr val="black"/></a:solidFill></a:ln>'
            '</p:spPr></p:sp><p:sp><p:nvSpPr><p:cNvPr id="3" name="Notes Placeholder 2"/>'
            '<p:cNvSpPr><a:spLocks noGrp="1"/></p:cNvSpPr><p:nvPr><p:ph type="body" sz="quarter" '
            f'idx="3"/></p:nvPr></p:nvSpPr><p:spPr>{_place(text)}</p:spPr><p:txBody><a:bodyPr/>'
            '<a:lstStyle/><a:p><a:pPr lvl="0"/><a:r><a:rPr lang="en-US"/>'
            "<a:t>Click to edit Master text styles</a:t></a:r></a:p></p:txBody></p:sp>"
            f"</p:spTree></p:cSld>{_COLOURS}<p:notesStyle><a:lvl1pPr marL='0' algn='l'>"
            "<a:defRPr sz='1200'><a:solidFill><a:schemeClr val='tx1'/></a:solidFill>"
            "<a:latin typeface='+mn-lt'/><a:ea typeface='+mn-ea'/><a:cs typeface='+mn-cs'/>"
            "</a:defRPr></a:lvl1pPr></p:notesStyle></p:notesMaster>"
        ).encode(),
        f"{_TYPE}.presentationml.notesMaster+xml",
    )
    theme = deck.edit.free_name("ppt/theme/theme{}.xml")
    slide_master = deck.related(deck.main, "slideMaster")
    source = None if slide_master is None else deck.related(slide_master, "theme")
    if source is None:
        raise deck.edit.package.damaged("has no theme")
    deck.add(theme, deck.edit.read(source), f"{_TYPE}.theme+xml")
    deck.relate(master, "theme", theme)
    id = deck.relate(deck.main, "notesMaster", master)
    listed = etree.Element(f"{P}notesMasterIdLst")
    etree.SubElement(listed, f"{P}notesMasterId", {f"{R}id": id})
    masters = deck.root.find(f"{P}sldMasterIdLst")
    if masters is not None:
        masters.addnext(listed)
    else:
        deck.root.insert(0, listed)
    deck.touch(deck.main)
    return master


def _notes_size(deck: DeckEdit) -> tuple[int, int]:
    found = deck.root.find(f"{P}notesSz")
    values = ("", "") if found is None else (found.get("cx", ""), found.get("cy", ""))
    if all(value.isdecimal() for value in values):
        return int(values[0]), int(values[1])
    return 6_858_000, 9_144_000


def _place(box: tuple[int, int, int, int]) -> str:
    left, top, width, height = box
    return (
        f'<a:xfrm><a:off x="{left}" y="{top}"/><a:ext cx="{width}" cy="{height}"/></a:xfrm>'
        '<a:prstGeom prst="rect"><a:avLst/></a:prstGeom>'
    )
