"""Footer text, slide number and date: placeholders of the layout, shown on a slide."""

from __future__ import annotations

from lxml import etree

from keenbench.formats.applying import OpReport
from keenbench.formats.ooxml_names import A
from keenbench.formats.pptx.edit.deck import DeckEdit
from keenbench.formats.pptx.edit.layouts import add_placeholder, kind_of, placeholders, text_body
from keenbench.formats.pptx.edit.ops import SetFooter
from keenbench.formats.pptx.edit.paragraphs import Writer, lines_of
from keenbench.formats.styled_text import ParagraphKeys
from keenbench.formats.xml_part import Element

# Fields want an id; any will do, and these are always the same.
_NUMBER = "{B6F15528-21DE-4FAA-801E-634DDDAF4B2B}"
_DATE = "{1D8BD707-D9CF-40AE-B4C6-C98DA3205C09}"
_NAMES = {"ftr": "footer", "sldNum": "slide number", "dt": "date"}


def set_footer(deck: DeckEdit, parts: list[str], op: SetFooter, report: OpReport) -> None:
    wanted: dict[str, str | bool] = {}
    if op.text is not None:
        wanted["ftr"] = op.text or False
    if op.slide_number is not None:
        wanted["sldNum"] = op.slide_number
    if op.date is not None:
        wanted["dt"] = op.date
    changed = 0
    for part in parts:
        done = [_set(deck, part, kind, value, report) for kind, value in wanted.items()]
        if any(done):
            deck.touch(part)
            changed += 1
    report.count(slides=changed)


def _set(deck: DeckEdit, part: str, kind: str, value: str | bool, report: OpReport) -> bool:
    tree = deck.tree(part)
    found = next((one for one in placeholders(tree) if kind_of(one) == kind), None)
    if value is False:
        if found is None:
            return False
        parent = found.getparent()
        assert parent is not None
        parent.remove(found)
        return True
    if found is None:
        model = _model(deck, part, kind)
        if model is None:
            report.warn(
                "no_placeholder",
                f"The layout of some slides has no place for a {_NAMES[kind]}; they show none.",
            )
            return False
        found = add_placeholder(tree, model)
    body = text_body(found)
    if isinstance(value, str):
        lines = lines_of(value, None) or [[]]
        Writer(deck, part, report).fill(body, lines, ParagraphKeys())
    elif kind == "sldNum":
        _field(body, "slidenum", _NUMBER, "‹#›")
    else:
        _field(body, "datetime1", _DATE, "")
    return True


def _model(deck: DeckEdit, part: str, kind: str) -> Element | None:
    layout = deck.layout_of(part)
    for holder in (layout, deck.master_of(layout)):
        for shape in () if holder is None else placeholders(deck.tree(holder)):
            if kind_of(shape) == kind:
                return shape
    return None


def _field(body: Element, kind: str, id: str, text: str) -> None:
    for paragraph in body.findall(f"{A}p"):
        body.remove(paragraph)
    paragraph = etree.SubElement(body, f"{A}p")
    field = etree.SubElement(paragraph, f"{A}fld", id=id, type=kind)
    etree.SubElement(field, f"{A}rPr", lang="en-US")
    etree.SubElement(field, f"{A}t").text = text
