"""Paragraphs and runs made from what a caller wrote."""

from __future__ import annotations

import copy
from collections.abc import Sequence

from keenbench.formats.applying import OpReport
from keenbench.formats.docx.edit.document import DocumentEdit
from keenbench.formats.docx.edit.lines import pieces
from keenbench.formats.docx.edit.lists import ListMaker
from keenbench.formats.docx.edit.op_parts import Content, Paragraph, Run
from keenbench.formats.docx.edit.order import drop, first, put, w
from keenbench.formats.docx.edit.properties import WordLooks, set_paragraph_keys, set_run_keys
from keenbench.formats.docx.edit.styles import StyleSheet
from keenbench.formats.ooxml_names import R
from keenbench.formats.xml_part import Element


def make_paragraphs(
    doc: DocumentEdit,
    wanted: Sequence[Paragraph],
    report: OpReport,
    previous: Element | None = None,
) -> list[Element]:
    """Return new paragraphs; `previous` is the one they follow, whose list they may continue."""
    lists = ListMaker(doc, previous)
    return [_make_paragraph(doc, paragraph, report, lists) for paragraph in wanted]


def _make_paragraph(
    doc: DocumentEdit, wanted: Paragraph, report: OpReport, lists: ListMaker
) -> Element:
    looks = WordLooks(wanted, report)
    made = w("p")
    properties = first(made, "pPr")
    name = looks.text("style")
    if name is not None:
        id = StyleSheet(doc).find(name, "paragraph")
        if id is None:
            looks.skip("style", "names no paragraph style of the document")
        else:
            put(properties, w("pStyle", val=id))
    lists.mark(properties, looks)
    set_paragraph_keys(properties, looks)
    if not len(properties):
        made.remove(properties)
    made.extend(make_content(doc, wanted, report))
    return made


def make_content(
    doc: DocumentEdit,
    wanted: Content,
    report: OpReport,
    *,
    part: str | None = None,
    base: Element | None = None,
) -> list[Element]:
    """Return the runs and links of a text; `base` is the w:rPr that they start from."""
    if wanted.runs is None:
        return [make_run(wanted.text or "", base)] if wanted.text else []
    out = []
    for run in wanted.runs:
        out.extend(_formatted(doc, run, report, part or doc.main, base))
    return out


def _formatted(
    doc: DocumentEdit, wanted: Run, report: OpReport, part: str, base: Element | None
) -> list[Element]:
    if not wanted.text:
        return []
    looks = WordLooks(wanted, report)
    made = make_run(wanted.text, base)
    address = looks.link()
    properties = first(made, "rPr")
    if address is not None:
        put(properties, w("rStyle", val=StyleSheet(doc).require("hyperlink", "character")))
    set_run_keys(properties, looks)
    if not len(properties):
        made.remove(properties)
    if address is None:
        return [made]
    if address.startswith("#") and address[1:].casefold() not in doc.bookmarks:
        report.warn(
            "no_bookmark",
            "link names a bookmark that the document does not have; the link leads nowhere.",
        )
    return [link(doc, part, address, [made])]


def link(doc: DocumentEdit, part: str, address: str, runs: list[Element]) -> Element:
    """Return a hyperlink around runs: to a bookmark, or to what a relationship names."""
    if address.startswith("#"):
        return w("hyperlink", runs, anchor=address[1:], history=1)
    made = w("hyperlink", runs, history=1)
    for known in doc.edit.relationships(part).of_kind("hyperlink"):
        if known.external and known.target == address:
            made.set(f"{R}id", known.id)
            return made
    made.set(f"{R}id", doc.edit.relate(part, "hyperlink", address, external=True))
    return made


def make_run(text: str, base: Element | None = None) -> Element:
    """Return a run of this text, formatted as `base`."""
    made = w("r")
    if base is not None:
        made.append(copy_format(base))
    made.extend(pieces(text))
    return made


def copy_format(base: Element) -> Element:
    """Return a copy of a w:rPr without what it says of tracked changes."""
    made = copy.deepcopy(base)
    drop(made, "rPrChange", "ins", "del", "moveFrom", "moveTo")
    made.tail = None
    return made
