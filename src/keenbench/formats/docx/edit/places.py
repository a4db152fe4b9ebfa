"""Paragraphs, tables and page sections by index, as they are read; and anchors."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from keenbench.errors import ValidationFailed
from keenbench.formats.docx.body import WRAPPERS
from keenbench.formats.docx.edit.document import DocumentEdit, refused
from keenbench.formats.docx.edit.lines import Line, line_of
from keenbench.formats.docx.edit.op_parts import Anchor
from keenbench.formats.docx.edit.order import w
from keenbench.formats.docx.runs import RunReader
from keenbench.formats.docx.story import ALTERNATE, TBL, P, chosen
from keenbench.formats.ooxml_names import W
from keenbench.formats.outline import Block
from keenbench.formats.xml_part import Element

_LISTED = 10


@dataclass(frozen=True)
class Found:
    """The paragraph that an anchor means, and the stretch of it where a text was given."""

    paragraph: Element
    index: int | None  # None inside a table
    line: Line
    start: int | None = None
    end: int | None = None


def blocks(container: Element) -> Iterator[Element]:
    """Yield the body's paragraphs and tables, as the reader counts them."""
    for child in container:
        tag = child.tag
        if tag in (P, TBL):
            yield child
        elif tag in WRAPPERS:
            yield from blocks(child)
        elif tag == ALTERNATE:
            yield from blocks(chosen(child))


def paragraphs(doc: DocumentEdit) -> list[Element]:
    return [block for block in blocks(doc.body) if block.tag == P]


def tables(doc: DocumentEdit) -> list[Element]:
    return [block for block in blocks(doc.body) if block.tag == TBL]


def table_at(doc: DocumentEdit, index: int, op: int) -> Element:
    found = tables(doc)
    if index >= len(found):
        raise refused(op, "table", f"table {index} does not exist; {_count(found, 'table')}.")
    return found[index]


def page_sections(doc: DocumentEdit) -> list[Element]:
    """Return the settings of every page section, in order; the last is made where it is missing."""
    found = [
        section
        for block in blocks(doc.body)
        if block.tag == P
        for section in block.findall(f"{W}pPr/{W}sectPr")
    ]
    last = doc.body.find(f"{W}sectPr")
    if last is None:
        last = w("sectPr")
        doc.body.append(last)
    return [*found, last]


def chosen_sections(doc: DocumentEdit, wanted: int | str, op: int) -> list[int]:
    """Return the indexes of the page sections that an operation means."""
    count = len(page_sections(doc))
    if isinstance(wanted, str):
        return list(range(count))
    if wanted >= count:
        raise refused(
            op, "section", f"page section {wanted} does not exist; the document has {count}."
        )
    return [wanted]


def find(doc: DocumentEdit, anchor: Anchor, op: int, key: str) -> Found:
    """Return what an anchor means, or refuse where that is nothing or not one thing."""
    if anchor.index is not None:
        return _by_index(doc, anchor.index, anchor.expect_text, op, key)
    if anchor.heading is not None:
        return _by_heading(doc, anchor.heading, op, key)
    return by_text(doc, anchor.text or "", op, key)


def _by_index(doc: DocumentEdit, index: int, expected: str | None, op: int, key: str) -> Found:
    found = paragraphs(doc)
    if index >= len(found):
        raise refused(op, key, f"paragraph {index} does not exist; {_count(found, 'paragraph')}.")
    if expected is not None:
        expect(doc, index, expected, op, key)
    return Found(found[index], index, line_of(found[index]))


def expect(doc: DocumentEdit, index: int, expected: str, op: int, key: str) -> None:
    """Refuse unless the paragraph reads as expected, but for its white space."""
    block = next(
        block
        for block in doc.read()[0].blocks
        if block.kind == "paragraph" and block.index == index
    )
    wanted = _plain(expected)
    if wanted not in (_plain(text) for text in _readings(doc, block)):
        raise refused(
            op,
            f"{key}.expect_text",
            f"paragraph {index} does not read so; read it again for its index.",
        )


def _readings(doc: DocumentEdit, block: Block) -> Iterator[str]:
    """Yield the ways a paragraph is given to a reader."""
    yield RunReader(doc.read()[1]).paragraph(block).text
    yield block.heading or ""
    yield line_of(block.source).text
    yield block.pieces[0]


def _by_heading(doc: DocumentEdit, heading: str, op: int, key: str) -> Found:
    try:
        section = doc.read()[0].find(heading)
    except ValidationFailed as error:
        raise refused(op, f"{key}.heading", error.message) from None
    for block in section.blocks:
        if block.heading is not None:
            return Found(block.source, block.index, line_of(block.source))
    raise refused(op, f"{key}.heading", "section 0 has no heading; give an index.")


def by_text(doc: DocumentEdit, text: str, op: int, key: str) -> Found:
    """Return the one paragraph that reads as `text`, else the one that holds it.

    The paragraphs of the body come before those of its tables.
    """
    body = paragraphs(doc)
    lines = [(index, line_of(paragraph)) for index, paragraph in enumerate(body)]
    cells: list[tuple[int | None, Line]] = [
        (None, line_of(paragraph)) for table in tables(doc) for paragraph in _cell_lines(table)
    ]
    wanted = _plain(text)
    for among in (lines, cells):
        same = [(index, line) for index, line in among if _plain(line.text) == wanted and wanted]
        if len(same) == 1:
            index, line = same[0]
            start = len(line.text) - len(line.text.lstrip())
            return Found(line.owner, index, line, start, len(line.text.rstrip()))
        if same:
            raise _ambiguous(same, op, key)
        holding = [(index, line) for index, line in among if text in line.text]
        if len(holding) == 1 and holding[0][1].text.count(text) == 1:
            index, line = holding[0]
            start = line.text.index(text)
            return Found(line.owner, index, line, start, start + len(text))
        if holding:
            raise _ambiguous(holding, op, key)
    raise refused(op, f"{key}.text" if key != "text" else key, "no paragraph holds this text.")


def _ambiguous(found: list[tuple[int | None, Line]], op: int, key: str) -> Exception:
    where = f"{key}.text" if key != "text" else key
    indexes = [str(index) for index, _ in found if index is not None]
    if not indexes:
        return refused(op, where, "the text stands in several cells; give a longer one.")
    named = ", ".join(indexes[:_LISTED]) + (", …" if len(indexes) > _LISTED else "")
    if len(found) == 1:
        return refused(
            op, where, f"paragraph {named} holds the text more than once; give a longer one."
        )
    return refused(op, where, f"the text is ambiguous: it stands in paragraphs {named}.")


def _cell_lines(table: Element) -> Iterator[Element]:
    """Yield the paragraphs of a table and of the tables in it, but not of boxes."""
    for paragraph in table.iter(P):
        box = next(paragraph.iterancestors(f"{W}txbxContent"), None)
        if box is None:
            yield paragraph


def _plain(text: str) -> str:
    return " ".join(text.split())


def _count(found: list[Element], word: str) -> str:
    if not found:
        return f"the document has no {word}"
    return f"the document has {len(found)} {word}{'s' if len(found) > 1 else ''}, from 0 on"
