"""The body of a document as an outline: paragraphs, tables and the rest, in document order."""

from __future__ import annotations

from keenbench.formats.documents import main_part
from keenbench.formats.docx.beside import Beside
from keenbench.formats.docx.story import (
    ALTERNATE,
    SDT,
    TBL,
    P,
    Story,
    chosen,
    row_text,
)
from keenbench.formats.docx.styles import NO_PROPERTIES, read_properties
from keenbench.formats.ooxml_names import W
from keenbench.formats.outline import Block, Gathered, Outline, heading_of
from keenbench.formats.package import Package
from keenbench.formats.xml_part import Element

_SECTION = f"{W}sectPr"
WRAPPERS = {
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
        self._properties = NO_PROPERTIES
        self._indent = ""
        self._label: str | None = None
        self._got = Gathered()  # empty until a paragraph has something beside it
        self._tables = 0

    def container(self, container: Element) -> None:
        for child in container:
            tag = child.tag
            if tag == P:
                self._paragraph(child)
            elif tag == TBL:
                self._table(child)
            elif tag in WRAPPERS:
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
        got = self._got
        self._properties, self._indent, self._label = NO_PROPERTIES, "", None
        text = self._story.paragraph(paragraph, got, self._meet)
        properties, label = self._properties, self._label
        style = self._story.styles.get(properties.style)
        if properties is NO_PROPERTIES and style.list_id is not None:
            self._indent, label = self._story.label(properties)
        if properties.section is not None:
            pages = self._beside.page_parts(properties.section)
            got.asides.extend(pages.asides)
            got.images.extend(pages.images)
        level = style.level if properties.level is None else properties.level
        heading = heading_of(text) if level else None
        shown = f"{self._indent}{label} {text}\n" if label else f"{text}\n"
        block = Block(
            "paragraph",
            self._paragraphs,
            [shown],
            heading,
            level if heading else 0,
            label,
            source=paragraph,
        )
        if got.asides or got.images:
            block.images, block.asides = got.images, got.asides
            block.pieces = [shown + got.lines]
            self._got = Gathered()
        self.blocks.append(block)
        self._paragraphs += 1

    def _meet(self, element: Element) -> None:
        """Take the properties of the paragraph under way, and count it in its list."""
        self._properties = read_properties(element)
        self._indent, self._label = self._story.label(self._properties)

    def _table(self, table: Element) -> None:
        met = Gathered()
        rows: list[list[str | None]] = []
        pieces: list[str] = []
        for cells, got in self._story.rows(table):
            rows.append(cells)
            pieces.append(f"{row_text(cells)}\n{got.lines}")
            met.images.extend(got.images)
            met.asides.extend(got.asides)
        self.blocks.append(
            Block(
                "table",
                self._tables,
                pieces,
                images=met.images,
                asides=met.asides,
                rows=rows,
                source=table,
            )
        )
        self._tables += 1

    def _unknown(self, element: Element) -> None:
        got = Gathered()
        lines = self._story.lines([element], got)
        self.other(got, element, "\n".join(lines))
