"""The body of a document as an outline: paragraphs, tables and the rest, in document order."""

from __future__ import annotations

from keenbench.formats.documents import main_part
from keenbench.formats.docx.beside import Beside
from keenbench.formats.docx.story import (
    ALTERNATE,
    PROPERTIES,
    SDT,
    TBL,
    P,
    Story,
    chosen,
    row_text,
)
from keenbench.formats.docx.styles import NO_PROPERTIES, paragraph_properties
from keenbench.formats.ooxml_names import W
from keenbench.formats.outline import Block, Gathered, Outline, heading_of
from keenbench.formats.package import Package
from keenbench.formats.xml_part import Element

_SECTION = f"{W}sectPr"
_WRAPPERS = {
    SDT,
    f"{W}sdtContent",
    f"{W}customXml",
    f"{W}ins",
    f"{W}del",
    f"{W}moveTo",
    f"{W}moveFrom",
}


def read_body(package: Package) -> tuple[Outline, Story]:
    """Return the outline of the document, and the story that reads more of its paragraphs."""
    name = main_part(package)
    root = package.xml(name)
    body = root.find(f"{W}body")
    if body is None:
        raise package.damaged("has no body")
    beside = Beside(package, name)
    story = beside.story(name)
    walk = _Walk(story, beside)
    walk.container(body)
    walk.other(beside.left_over(), None)
    return Outline(walk.blocks, beside.has_headers_footers, beside.warnings.items), story


class _Walk:
    def __init__(self, story: Story, beside: Beside) -> None:
        self.blocks: list[Block] = []
        self._story = story
        self._beside = beside
        self._paragraphs = 0
        self._tables = 0

    def container(self, container: Element) -> None:
        for child in container:
            tag = child.tag
            if tag == P:
                self._paragraph(child)
            elif tag == TBL:
                self._table(child)
            elif tag in _WRAPPERS:
                self.container(child)
            elif tag == ALTERNATE:
                self.container(chosen(child))
            elif tag == _SECTION:
                self.other(self._beside.page_parts(child), child)
            else:
                self._unknown(child)

    def other(self, got: Gathered, source: Element | None, text: str = "") -> None:
        """Add what is neither paragraph nor table, where it says something."""
        whole = (f"{text}\n" if text.strip() else "") + got.lines
        if whole:
            self.blocks.append(
                Block("other", -1, [whole], images=got.images, asides=got.asides, source=source)
            )

    def _paragraph(self, paragraph: Element) -> None:
        story = self._story
        got = Gathered()
        properties = NO_PROPERTIES
        for child in paragraph:  # they stand first, or there are none
            if child.tag == PROPERTIES:
                properties = paragraph_properties(child)
            break
        style = story.styles.get(properties.style)
        indent, label = "", None
        if properties.list_id is not None or style.list_id is not None:
            indent, label = story.label(properties)
        text = story.paragraph(paragraph, got)
        if properties.section is not None:
            pages = self._beside.page_parts(properties.section)
            got.asides.extend(pages.asides)
            got.images.extend(pages.images)
        level = style.level if properties.level is None else properties.level
        heading = heading_of(text) if level else None
        shown = f"{indent}{label} {text}\n" if label else f"{text}\n"
        self.blocks.append(
            Block(
                "paragraph",
                self._paragraphs,
                [shown + got.lines],
                heading,
                level if heading else 0,
                label,
                got.images,
                got.asides,
                source=paragraph,
            )
        )
        self._paragraphs += 1

    def _table(self, table: Element) -> None:
        block = Block("table", self._tables, [], source=table)
        for cells, got in self._story.rows(table):
            block.rows.append(cells)
            block.pieces.append(f"{row_text(cells)}\n{got.lines}")
            block.images.extend(got.images)
            block.asides.extend(got.asides)
        self.blocks.append(block)
        self._tables += 1

    def _unknown(self, element: Element) -> None:
        got = Gathered()
        lines = self._story.lines([element], got)
        self.other(got, element, "\n".join(lines))
