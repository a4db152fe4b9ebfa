"""The body of an OpenDocument text as an outline, in document order."""

from __future__ import annotations

from keenbench.errors import FileReadFailed
from keenbench.formats.odt.changes import Changes
from keenbench.formats.odt.lists import ListStyles, whole
from keenbench.formats.odt.names import OFFICE, STYLE, TABLE, TEXT
from keenbench.formats.odt.story import (
    LISTS,
    PARAGRAPHS,
    SKIPPED,
    Story,
    form_controls,
    row_text,
)
from keenbench.formats.outline import Aside, Block, Gathered, Outline, heading_of
from keenbench.formats.package import Package
from keenbench.formats.warned import Warned
from keenbench.formats.xml_part import Element

_CONTENT = "content.xml"
_STYLES = "styles.xml"
# Elements that hold blocks and nothing of their own.
_HOLDERS = {
    f"{TEXT}{name}"
    for name in (
        "section",
        "index-body",
        "index-title",
        "table-of-content",
        "illustration-index",
        "table-index",
        "object-index",
        "user-index",
        "alphabetical-index",
        "bibliography",
        "page-sequence",
    )
}


def read_outline(package: Package) -> Outline:
    """Return the outline of the document in `package`."""
    root = package.xml(_CONTENT)
    body = root.find(f"{OFFICE}body/{OFFICE}text")
    if body is None:
        raise package.damaged("has no text body")
    warnings = Warned()
    styles: Element | None = None
    try:
        styles = package.xml(_STYLES) if _STYLES in package else None
    except FileReadFailed as error:
        warnings.add("part_unreadable", error.message)
    changes = Changes(body)
    story = Story(package, ListStyles(root, styles), changes, warnings)
    story.controls = form_controls(body)
    walk = _Walk(story)
    walk.container(body)
    walk.left_over(changes)
    pages = _page_parts(story, styles)
    walk.other(pages)
    has_pages = bool(pages.asides or pages.images)
    return Outline(walk.blocks, has_pages, warnings.items)


class _Walk:
    def __init__(self, story: Story) -> None:
        self.blocks: list[Block] = []
        self._story = story
        self._paragraphs = 0
        self._tables = 0

    def container(self, container: Element) -> None:
        for child in container:
            tag = str(child.tag)
            if tag in PARAGRAPHS:
                got = Gathered()
                self._paragraph(child, self._story.paragraph(child, got), None, got)
            elif tag in LISTS:
                self._list(child)
            elif tag == f"{TABLE}table":
                self._table(child)
            elif tag in _HOLDERS:
                self.container(child)
            elif tag not in SKIPPED:
                got = Gathered()
                lines = self._story.lines([child], got)
                self.other(got, "\n".join(lines))

    def other(self, got: Gathered, text: str = "") -> None:
        """Add what is neither paragraph nor table, where it says something."""
        whole_text = (f"{text}\n" if text.strip() else "") + got.lines
        if whole_text:
            self.blocks.append(
                Block("other", -1, [whole_text], images=got.images, asides=got.asides)
            )

    def left_over(self, changes: Changes) -> None:
        got = Gathered()
        for deletion in changes.left_over():
            text = "\n".join(self._story.lines(deletion, got))
            if text.strip():
                got.asides.append(Aside("deletion", "deleted text", text))
        self.other(got)

    def _paragraph(self, element: Element, text: str, label: str | None, got: Gathered) -> None:
        heading, level = None, 0
        if element.tag == f"{TEXT}h":
            heading = heading_of(text)
            level = max(1, whole(element.get(f"{TEXT}outline-level"), 1))
            if heading and label is None and element.get(f"{TEXT}is-list-header") != "true":
                label = self._story.lists.headings.label(level)
                text = f"{label} {text}" if label else text
        self.blocks.append(
            Block(
                "paragraph",
                self._paragraphs,
                [f"{text}\n{got.lines}"],
                heading,
                level if heading else 0,
                label,
                got.images,
                got.asides,
                source=element,
            )
        )
        self._paragraphs += 1

    def _list(self, element: Element) -> None:
        got = Gathered()
        for child, text, label in self._story.list_items(element, got):
            if child.tag in PARAGRAPHS:
                # The paragraph keeps what was met in it; the next one gathers anew.
                self._paragraph(child, text, label, Gathered(got.asides[:], got.images[:]))
            else:
                self.other(Gathered(got.asides[:], got.images[:]), text)
            got.asides.clear()
            got.images.clear()
        self.other(got)

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
            Block("table", self._tables, pieces, images=met.images, asides=met.asides, rows=rows)
        )
        self._tables += 1


def _page_parts(story: Story, styles: Element | None) -> Gathered:
    """Return the headers and footers of every kind of page."""
    got = Gathered()
    masters = () if styles is None else styles.iter(f"{STYLE}master-page")
    for master in masters:
        for element in master:
            name = str(element.tag).removeprefix(STYLE)
            if not name.startswith(("header", "footer")):
                continue
            kind, _, pages = name.partition("-")
            inner = Gathered()
            text = "\n".join(story.lines(element, inner)).strip("\n")
            if text.strip():
                label = {"left": "left-page ", "first": "first-page "}.get(pages, "") + kind
                got.asides.append(Aside(kind, label, text))
            got.asides.extend(inner.asides)
            got.images.extend(inner.images)
    return got
