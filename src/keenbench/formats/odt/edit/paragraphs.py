"""New paragraphs of an OpenDocument text."""

from __future__ import annotations

from collections.abc import Sequence

from lxml import etree

from keenbench.formats.applying import OpReport
from keenbench.formats.odt.edit.looks import Styles
from keenbench.formats.odt.edit.ops import OdtParagraph
from keenbench.formats.odt.edit.slots import fill, protect_spaces
from keenbench.formats.odt.names import TEXT, XLINK
from keenbench.formats.styled_text import Looks
from keenbench.formats.xml_part import Element

_LISTS = ("bullet", "number")


class Builder:
    """Makes blocks of paragraphs; neighbours of one list stand in one list."""

    def __init__(self, styles: Styles, report: OpReport) -> None:
        self._styles = styles
        self._report = report

    def blocks(self, paragraphs: Sequence[OdtParagraph], page: str | None = None) -> list[Element]:
        """Return the blocks; the first begins a page of kind `page` where one is given."""
        blocks: list[Element] = []
        open_list: tuple[str, Element] | None = None
        for paragraph in paragraphs:
            looks = Looks(paragraph, self._report)
            made = self._paragraph(paragraph, looks, page)
            page = None
            kind = looks.choice("list", _LISTS)
            if kind is None:
                open_list = None
                blocks.append(made)
                continue
            if open_list is None or open_list[0] != kind:
                name = self._styles.list(kind)
                top = etree.Element(f"{TEXT}list", {f"{TEXT}style-name": name})
                open_list = (kind, top)
                blocks.append(top)
            level = looks.number("level", 0, 8)
            _item(open_list[1], int(level or 0)).append(made)
        return blocks

    def _paragraph(self, paragraph: OdtParagraph, looks: Looks, page: str | None) -> Element:
        name = self._named(looks)
        level = self._styles.heading_level(name)
        style = self._styles.paragraph(looks, name, page)
        made = etree.Element(f"{TEXT}p" if level is None else f"{TEXT}h")
        if style is not None:
            made.set(f"{TEXT}style-name", style)
        if level is not None:
            made.set(f"{TEXT}outline-level", str(level))
        if paragraph.runs is None:
            fill(made, paragraph.text or "")
            protect_spaces(made)
            return made
        for run in paragraph.runs:
            wears = Looks(run, self._report)
            self._run(made, run.text, self._styles.run(wears), wears.address("link"))
        protect_spaces(made)
        return made

    def _named(self, looks: Looks) -> str | None:
        wanted = looks.text("style")
        if wanted is None:
            return self._styles.named("Standard")
        found = self._styles.named(wanted)
        if found is None:
            looks.skip("style", "is no paragraph style of this document")
            return self._styles.named("Standard")
        return found

    def _run(self, made: Element, text: str, style: str | None, link: str | None) -> None:
        parent = made
        if link is not None:
            parent = etree.SubElement(
                parent, f"{TEXT}a", {f"{XLINK}type": "simple", f"{XLINK}href": link}
            )
        span = etree.SubElement(parent, f"{TEXT}span")
        if style is not None:
            span.set(f"{TEXT}style-name", style)
        fill(span, text)


def _item(top: Element, level: int) -> Element:
    """Return a new item of a list, `level` deep."""
    item = etree.SubElement(top, f"{TEXT}list-item")
    for _ in range(level):
        item = etree.SubElement(etree.SubElement(item, f"{TEXT}list"), f"{TEXT}list-item")
    return item
