"""How two versions of a paragraph or a table look, and what of it differs."""

from __future__ import annotations

import posixpath
from collections.abc import Hashable, Iterator
from itertools import pairwise
from typing import Any

from lxml import etree

from keenbench.diff.sequences import matches
from keenbench.formats.document_changes import TextFormat
from keenbench.formats.docx.methods import Run
from keenbench.formats.docx.runs import RunReader
from keenbench.formats.docx.story import PROPERTIES, RUN, RUN_PROPERTIES, Story
from keenbench.formats.flat_xml import flat
from keenbench.formats.ooxml_names import W
from keenbench.formats.outline import Block, Image
from keenbench.formats.xml_part import Element

# What a paragraph's properties say that is told by name, or is no formatting of it.
_TOLD = {"pStyle", "jc", "numPr", "rPr", "sectPr", "pPrChange"}
_RUN_TOLD = {
    "b", "bCs", "i", "iCs", "u", "strike", "vanish", "rFonts", "sz", "szCs", "color", "highlight",
    "lang", "rPrChange", "noProof", "ins", "del", "moveFrom", "moveTo",
}  # fmt: skip
_LONGEST_COMPARED = 4_000
# What people call what the file format abbreviates.
NAMES = {
    "shd": "shading", "ind": "indentation", "tblBorders": "borders", "tcBorders": "borders",
    "pBdr": "borders", "vAlign": "vertical alignment", "pgSz": "page size", "pgMar": "margins",
    "cols": "columns", "tblStyle": "table style", "tblW": "width", "caps": "capitals",
    "vertAlign": "superscript or subscript", "keepNext": "keep with next", "tabs": "tab stops",
}  # fmt: skip

Span = tuple[int, int, dict[str, Any]]


class DocxFormatting:
    """Compares the looks of blocks of two documents."""

    def __init__(self, old: Story, new: Story) -> None:
        self._stories = (old, new)
        self._readers = (RunReader(old), RunReader(new))

    def paragraph(self, old: Block, new: Block) -> list[TextFormat]:
        before, after = (
            reader.paragraph(block) for reader, block in zip(self._readers, (old, new), strict=True)
        )
        found: list[TextFormat] = []
        for name in ("style", "alignment", "list", "level"):
            was, now = getattr(before, name), getattr(after, name)
            if was != now:
                found.append(TextFormat(property=name, before=was, after=now))
        found += _others(old.source.find(PROPERTIES), new.source.find(PROPERTIES), _TOLD)
        sides = [
            _spans(reader, story, block.source)
            for reader, story, block in zip(self._readers, self._stories, (old, new), strict=True)
        ]
        found += _run_changes(*sides[0], *sides[1])
        return found

    def table(self, old: Block, new: Block) -> list[TextFormat]:
        found = _others(old.source.find(f"{W}tblPr"), new.source.find(f"{W}tblPr"), ())
        before, after = (flat(block.source.find(f"{W}tblGrid")) for block in (old, new))
        if before != after:
            found.append(TextFormat(property="column widths", before=before, after=after))
        return found

    def cell(
        self, old: Block, new: Block, old_place: tuple[int, int], new_place: tuple[int, int]
    ) -> list[TextFormat]:
        cells = cell_element(old, *old_place), cell_element(new, *new_place)
        if cells[0] is None or cells[1] is None:
            return []
        found = _others(
            cells[0].find(f"{W}tcPr"), cells[1].find(f"{W}tcPr"), ("tcW", "gridSpan", "vMerge")
        )
        before, after = (list(_paragraph_looks(cell)) for cell in cells if cell is not None)
        if before and after and set(before) != set(after):
            found.append(TextFormat(property="text formatting", before=before[0], after=after[0]))
        return found

    def image(self, image: Image, side: int) -> Hashable:
        """Return what tells a picture's bytes from any other's."""
        story = self._stories[side]
        if image.target is None:
            return None
        name = posixpath.normpath(posixpath.join(posixpath.dirname(story.part), image.target))
        part = story.package.find(name.lstrip("/")) or story.package.find(image.target.lstrip("/"))
        return (part.info.CRC, part.size) if part is not None else image.target


def _others(old: Element | None, new: Element | None, told: Any) -> list[TextFormat]:
    """Name the properties that differ and have no name of ours, by the file format's own."""
    sides: list[dict[str, str]] = []
    for element in (old, new):
        words: dict[str, str] = {}
        for child in element if element is not None else ():
            if isinstance(child.tag, str) and (name := etree.QName(child).localname) not in told:
                words[name] = flat(child)
        sides.append(words)
    return [
        TextFormat(
            property=NAMES.get(name, name), before=sides[0].get(name), after=sides[1].get(name)
        )
        for name in sorted({*sides[0], *sides[1]})
        if sides[0].get(name) != sides[1].get(name)
    ]


def _spans(reader: RunReader, story: Story, element: Element) -> tuple[str, list[Span]]:
    """Return a paragraph's text, and how each stretch of it looks."""
    runs: list[tuple[Run, Element | None]] = []
    gathered: list[Run] = []
    reader.collect(element, gathered)
    elements = [run for run in element.iter(RUN) if story.run_text(run)]
    pairs = len(gathered) == len(elements)
    for at, run in enumerate(gathered):
        runs.append((run, elements[at] if pairs else None))
    text = ""
    spans: list[Span] = []
    for run, source in runs:
        if run.revision == "deleted":
            continue
        look = run.model_dump(exclude={"text", "revision"}, exclude_none=True)
        look = {key: value for key, value in look.items() if value is not False}
        properties = source.find(RUN_PROPERTIES) if source is not None else None
        for child in properties if properties is not None else ():
            if isinstance(child.tag, str):
                name = etree.QName(child).localname
                if name not in _RUN_TOLD:
                    look[name] = flat(child)
        start = len(text)
        text += run.text
        if spans and spans[-1][2] == look:
            spans[-1] = (spans[-1][0], len(text), look)
        else:
            spans.append((start, len(text), look))
    return text, spans


def _run_changes(
    old_text: str, old: list[Span], new_text: str, new: list[Span]
) -> Iterator[TextFormat]:
    """Give what differs in the look of the text that both versions share."""
    if old_text == new_text:
        blocks = [(0, 0, len(new_text))]
    elif max(len(old_text), len(new_text)) > _LONGEST_COMPARED:
        blocks = []
    else:
        # Not difflib's blocks: over a text of few different letters they take minutes. And a few
        # letters that two texts happen to share say nothing about their look.
        found = matches(old_text, new_text)
        blocks = [(run.old, run.new, run.size) for run in found if run.size > 3]
    open_change: TextFormat | None = None
    for a, b, size in blocks:
        cuts = {0, size}
        for spans, base in ((old, a), (new, b)):
            for start, end, _ in spans:
                cuts |= {at - base for at in (start, end) if 0 < at - base < size}
        edges = sorted(cuts)
        changed: dict[str, TextFormat] = {}
        for start, end in pairwise(edges):
            before, after = _look_at(old, a + start), _look_at(new, b + start)
            for name in sorted({*before, *after}):
                was, now = before.get(name), after.get(name)
                if was == now:
                    continue
                open_change = changed.get(name)
                if (
                    open_change is not None
                    and open_change.end == b + start
                    and (open_change.before, open_change.after) == (was, now)
                ):
                    open_change.end = b + end
                    continue
                if open_change is not None:
                    yield open_change
                changed[name] = TextFormat(
                    property=name, before=was, after=now, start=b + start, end=b + end
                )
        yield from changed.values()


def _look_at(spans: list[Span], at: int) -> dict[str, Any]:
    return next((look for start, end, look in spans if start <= at < end), {})


def cell_element(block: Block, row: int, col: int) -> Element | None:
    """Return the element of a cell; None where wrappers hide which it is."""
    source: Element = block.source
    rows = source.findall(f"{W}tr")
    if len(rows) != len(block.rows):
        return None
    at = 0
    for cell in rows[row].iterfind(f"{W}tc"):
        if at == col:
            return cell
        span = cell.find(f"{W}tcPr/{W}gridSpan")
        width = span.get(f"{W}val", "1") if span is not None else "1"
        at += int(width) if width.isdecimal() and len(width) < 4 else 1
    return None


def _paragraph_looks(cell: Element) -> Iterator[str]:
    for run in cell.iter(RUN):
        if run.find(f"{W}t") is not None:
            yield flat(run.find(RUN_PROPERTIES), ("lang", "noProof")) or "plain"
