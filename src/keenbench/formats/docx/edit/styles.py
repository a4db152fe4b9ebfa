"""The styles of a document: found by name or id, made where Word has them built in."""

from __future__ import annotations

import re

from lxml import etree

from keenbench.formats.applying import OpReport
from keenbench.formats.docx.edit.document import DocumentEdit, refused
from keenbench.formats.docx.edit.lists import ListMaker
from keenbench.formats.docx.edit.ops import DefineStyle
from keenbench.formats.docx.edit.order import put, w
from keenbench.formats.docx.edit.properties import WordLooks, set_paragraph_keys, set_run_keys
from keenbench.formats.ooxml_names import W
from keenbench.formats.xml_part import Element

_NS = f'xmlns:w="{W[1:-1]}"'
EMPTY_STYLES = f"<w:styles {_NS}/>"
_HEADING_SIZES = {1: 32, 2: 26, 3: 24, 4: 22, 5: 22, 6: 22, 7: 22, 8: 21, 9: 21}


def _heading(level: int) -> str:
    return (
        f'<w:style {_NS} w:type="paragraph" w:styleId="Heading{level}"><w:name '
        f'w:val="heading {level}"/><w:basedOn w:val="Normal"/><w:next w:val="Normal"/>'
        '<w:uiPriority w:val="9"/><w:qFormat/><w:pPr><w:keepNext/><w:keepLines/><w:spacing '
        f'w:before="{240 if level == 1 else 160}" w:after="80"/>'
        f'<w:outlineLvl w:val="{level - 1}"/></w:pPr>'
        f'<w:rPr><w:b/><w:color w:val="1F3864"/><w:sz w:val="{_HEADING_SIZES[level]}"/></w:rPr>'
        "</w:style>"
    )


def _paragraph(id: str, name: str, paragraph: str = "", run: str = "") -> str:
    return (
        f'<w:style {_NS} w:type="paragraph" w:styleId="{id}"><w:name w:val="{name}"/>'
        '<w:basedOn w:val="Normal"/>'
        + ("<w:qFormat/>" if name[0].isupper() else "")
        + (f"<w:pPr>{paragraph}</w:pPr>" if paragraph else "")
        + (f"<w:rPr>{run}</w:rPr>" if run else "")
        + "</w:style>"
    )


def _character(id: str, name: str, run: str) -> str:
    return (
        f'<w:style {_NS} w:type="character" w:styleId="{id}"><w:name w:val="{name}"/>'
        f"<w:rPr>{run}</w:rPr></w:style>"
    )


_BORDERS = "".join(
    f'<w:{side} w:val="single" w:sz="4" w:space="0" w:color="auto"/>'
    for side in ("top", "left", "bottom", "right", "insideH", "insideV")
)
_TABS = (
    '<w:tabs><w:tab w:val="center" w:pos="4680"/><w:tab w:val="right" w:pos="9360"/></w:tabs>'
    '<w:spacing w:after="0" w:line="240" w:lineRule="auto"/>'
)
_MARGINS = (
    '<w:tblPr><w:tblInd w:w="0" w:type="dxa"/><w:tblCellMar><w:top w:w="0" w:type="dxa"/>'
    '<w:left w:w="108" w:type="dxa"/><w:bottom w:w="0" w:type="dxa"/>'
    '<w:right w:w="108" w:type="dxa"/></w:tblCellMar></w:tblPr>'
)
# What Word has built in under these names, for documents that do not define it.
_BUILT_IN = {
    "normal": f'<w:style {_NS} w:type="paragraph" w:default="1" w:styleId="Normal">'
    '<w:name w:val="Normal"/><w:qFormat/></w:style>',
    **{f"heading {level}": _heading(level) for level in range(1, 10)},
    "title": _paragraph(
        "Title", "Title", '<w:spacing w:after="80"/><w:contextualSpacing/>', '<w:sz w:val="56"/>'
    ),
    "subtitle": _paragraph(
        "Subtitle",
        "Subtitle",
        '<w:spacing w:after="160"/>',
        '<w:color w:val="595959"/><w:sz w:val="28"/>',
    ),
    "list paragraph": _paragraph(
        "ListParagraph", "List Paragraph", '<w:ind w:left="720"/><w:contextualSpacing/>'
    ),
    "quote": _paragraph(
        "Quote", "Quote", '<w:spacing w:before="160"/><w:jc w:val="center"/>', "<w:i/>"
    ),
    "intense quote": _paragraph(
        "IntenseQuote",
        "Intense Quote",
        '<w:spacing w:before="360" w:after="360"/>'
        '<w:ind w:left="864" w:right="864"/><w:jc w:val="center"/>',
        "<w:i/>",
    ),
    "caption": _paragraph("Caption", "caption", '<w:spacing w:after="200"/>', "<w:i/>"),
    "no spacing": _paragraph(
        "NoSpacing", "No Spacing", '<w:spacing w:after="0" w:line="240" w:lineRule="auto"/>'
    ),
    "body text": _paragraph("BodyText", "Body Text", '<w:spacing w:after="120"/>'),
    "header": _paragraph("Header", "header", _TABS),
    "footer": _paragraph("Footer", "footer", _TABS),
    "footnote text": _paragraph(
        "FootnoteText",
        "footnote text",
        '<w:spacing w:after="0" w:line="240" w:lineRule="auto"/>',
        '<w:sz w:val="20"/>',
    ),
    "annotation text": _paragraph(
        "CommentText",
        "annotation text",
        '<w:spacing w:line="240" w:lineRule="auto"/>',
        '<w:sz w:val="20"/>',
    ),
    "footnote reference": _character(
        "FootnoteReference", "footnote reference", '<w:vertAlign w:val="superscript"/>'
    ),
    "annotation reference": _character(
        "CommentReference", "annotation reference", '<w:sz w:val="16"/>'
    ),
    "hyperlink": _character(
        "Hyperlink", "Hyperlink", '<w:color w:val="0563C1"/><w:u w:val="single"/>'
    ),
    "normal table": f'<w:style {_NS} w:type="table" w:default="1" w:styleId="TableNormal">'
    f'<w:name w:val="Normal Table"/><w:uiPriority w:val="99"/>{_MARGINS}</w:style>',
    "table grid": f'<w:style {_NS} w:type="table" w:styleId="TableGrid">'
    f'<w:name w:val="Table Grid"/><w:basedOn w:val="TableNormal"/><w:tblPr><w:tblBorders>'
    f"{_BORDERS}</w:tblBorders></w:tblPr></w:style>",
}
# Word's own styles of other kinds, which a document need not define to have them.
_NOT_PARAGRAPHS = {
    "default paragraph font": "character",
    "emphasis": "character",
    "strong": "character",
    "subtle emphasis": "character",
    "intense emphasis": "character",
    "subtle reference": "character",
    "intense reference": "character",
    "book title": "character",
    "followedhyperlink": "character",
    "placeholder text": "character",
    "page number": "character",
    "line number": "character",
    "no list": "numbering",
}
_BASES = {"TableNormal": "normal table", "Normal": "normal"}


def built_in(name: str) -> str:
    """Return the XML of a style that Word has built in, to stand in a styles part."""
    return _BUILT_IN[name].replace(f" {_NS}", "")


class StyleSheet:
    """The styles of the document under edit."""

    def __init__(self, doc: DocumentEdit) -> None:
        self._doc = doc

    def find(self, wanted: str, kind: str) -> str | None:
        """Return the id of the style of this name or id; a built-in one is made when missing."""
        found = self._present(wanted, kind)
        if found is not None:
            return found.get(f"{W}styleId", "")
        key = next((name for name in _BUILT_IN if _loose(name) == _loose(wanted)), None)
        if key is None:
            return None
        element = etree.fromstring(_BUILT_IN[key])
        if element.get(f"{W}type") != kind:
            return None
        return self._add(element)

    def require(self, name: str, kind: str) -> str:
        """Return the id of a style that Word has built in."""
        found = self.find(name, kind)
        assert found is not None
        return found

    def element(self, wanted: str, kind: str) -> Element | None:
        return self._present(wanted, kind)

    def other_kind(self, name: str) -> str | None:
        """Return the kind of style, not of paragraphs, that has this name."""
        wanted = name.casefold()
        for kind in ("character", "table", "numbering"):
            if any(style_name(style).casefold() == wanted for style in self._all(kind)):
                return kind
        own = _BUILT_IN.get(wanted)
        if own is not None:
            kind = etree.fromstring(own).get(f"{W}type", "paragraph")
            return None if kind == "paragraph" else kind
        return _NOT_PARAGRAPHS.get(wanted)

    def names(self, kind: str) -> list[str]:
        return [style_name(style) for style in self._all(kind)]

    def _present(self, wanted: str, kind: str) -> Element | None:
        styles = self._all(kind)
        for same in (
            lambda style: style.get(f"{W}styleId") == wanted,
            lambda style: style_name(style) == wanted,
            lambda style: style_name(style).casefold() == wanted.casefold(),
            lambda style: _loose(style_name(style)) == _loose(wanted),
            lambda style: _loose(style.get(f"{W}styleId", "")) == _loose(wanted),
        ):
            for style in styles:
                if same(style):
                    return style
        return None

    def _all(self, kind: str) -> list[Element]:
        part = self._doc.part_of_kind("styles")
        root = None if part is None else self._doc.tree(part)
        if root is None:
            return []
        return [
            style
            for style in root.iterchildren(f"{W}style")
            if style.get(f"{W}type", "paragraph") == kind
        ]

    def _add(self, element: Element) -> str:
        part = self.part()
        root = self._doc.edit.xml(part)
        base = element.find(f"{W}basedOn")
        if base is not None:
            # The default style of a localised document has a name of its own.
            kind = element.get(f"{W}type", "paragraph")
            default = self.default(kind)
            base.set(f"{W}val", default or self.require(_BASES[base.get(f"{W}val", "")], kind))
        following = element.find(f"{W}next")
        if following is not None and base is not None:
            following.set(f"{W}val", base.get(f"{W}val", ""))
        if element.get(f"{W}default") and self.default(element.get(f"{W}type", "")):
            del element.attrib[f"{W}default"]
        element.set(f"{W}styleId", self.free_id(element.get(f"{W}styleId", "Style")))
        root.append(element)
        self._doc.change(part)
        return element.get(f"{W}styleId", "")

    def part(self) -> str:
        return self._doc.require_part("styles", "styles.xml", "styles+xml", EMPTY_STYLES)

    def default(self, kind: str) -> str | None:
        for style in self._all(kind):
            if style.get(f"{W}default") in ("1", "true", "on"):
                return style.get(f"{W}styleId")
        return None

    def free_id(self, wanted: str) -> str:
        root = self._doc.edit.xml(self.part())
        used = {style.get(f"{W}styleId", "").lower() for style in root.iter(f"{W}style")}
        stem, number = wanted, 1
        while wanted.lower() in used:
            number += 1
            wanted = f"{stem}{number}"
        return wanted


def define_style(doc: DocumentEdit, op: DefineStyle, report: OpReport) -> None:
    """Make a paragraph style, or change the one of this name."""
    sheet = StyleSheet(doc)
    base: str | None = None
    if op.based_on is not None:
        base = sheet.find(op.based_on, "paragraph")
        if base is None:
            raise refused(report.index, "based_on", "the document has no paragraph style so named.")
    made = sheet.element(op.name, "paragraph")
    new = made is None
    if made is None and (kind := sheet.other_kind(op.name)) is not None:
        raise refused(
            report.index,
            "name",
            f"a {kind} style has this name, and this operation makes paragraph styles. Give "
            "another name.",
        )
    if made is None and sheet.find(op.name, "paragraph") is not None:
        made = sheet.element(op.name, "paragraph")
    part = sheet.part()
    root = doc.edit.xml(part)
    if made is None:
        id = sheet.free_id(re.sub(r"\W", "", op.name) or "Style")
        made = w("style", type="paragraph", customStyle=1, styleId=id)
        put(made, w("name", val=op.name))
        default = base or sheet.default("paragraph")
        if default is not None:
            put(made, w("basedOn", val=default))
        put(made, w("qFormat"))
        root.append(made)
    elif base is not None:
        if _reaches(sheet, base, made.get(f"{W}styleId", "")):
            raise refused(report.index, "based_on", "the style would be based on itself.")
        put(made, w("basedOn", val=base))
    looks = WordLooks(op, report)
    properties = made.find(f"{W}pPr")
    if properties is None:
        properties = put(made, w("pPr"))
    set_paragraph_keys(properties, looks)
    ListMaker(doc, None).mark(properties, looks)
    own = made.find(f"{W}rPr")
    if own is None:
        own = put(made, w("rPr"))
    set_run_keys(own, looks)
    if looks.value("link") is not None:
        looks.skip("link", "has no place in a style")
    for child in (properties, own):
        if not len(child):
            made.remove(child)
    doc.change(part)
    report.count(style_id=made.get(f"{W}styleId"), created=new)


def _reaches(sheet: StyleSheet, start: str, goal: str) -> bool:
    seen: set[str] = set()
    at: str | None = start
    while at is not None and at not in seen:
        if at == goal:
            return True
        seen.add(at)
        style = sheet.element(at, "paragraph")
        base = None if style is None else style.find(f"{W}basedOn")
        at = None if base is None else base.get(f"{W}val")
    return False


def style_name(style: Element) -> str:
    found = style.find(f"{W}name")
    return "" if found is None else found.get(f"{W}val", "")


def _loose(name: str) -> str:
    return name.replace(" ", "").casefold()
