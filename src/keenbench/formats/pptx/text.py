"""Paragraphs, runs and tables inside a shape."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from keenbench.formats.drawing_text import math_text
from keenbench.formats.ooxml_names import MC, A, M, R, is_on
from keenbench.formats.pptx.methods import SlideRun, TextBlock
from keenbench.formats.relationships import Relationships
from keenbench.formats.xml_part import Element

_ALTERNATE = f"{MC}AlternateContent"
_SKIPPED = {f"{A}pPr", f"{A}rPr", f"{A}endParaRPr", f"{A}bodyPr", f"{A}lstStyle"}


def paragraph_text(paragraph: Element) -> str:
    """Return the text of an a:p, line breaks, fields and equations included."""
    out: list[str] = []
    _walk(paragraph, out)
    return "".join(out)


def paragraphs(body: Element) -> Iterator[Element]:
    """Yield the paragraphs of a text body."""
    yield from body.iterchildren(f"{A}p")


def level_of(paragraph: Element) -> int:
    properties = paragraph.find(f"{A}pPr")
    value = "" if properties is None else properties.get("lvl", "")
    return min(int(value), 8) if value.isdecimal() and len(value) < 3 else 0


def text_block(paragraph: Element, links: Relationships | None) -> TextBlock:
    """Return a paragraph as a block; its runs too where `links` are given to name their targets."""
    return TextBlock(
        text=paragraph_text(paragraph),
        level=level_of(paragraph),
        runs=None if links is None else list(_runs(paragraph, links)),
    )


def table_rows(table: Element) -> list[list[str | None]]:
    """Return the rows of an a:tbl, None where a merge covers the place and says nothing."""
    rows: list[list[str | None]] = []
    for row in table.iterchildren(f"{A}tr"):
        cells: list[str | None] = []
        for cell in row.iterchildren(f"{A}tc"):
            body = cell.find(f"{A}txBody")
            lines = [] if body is None else [paragraph_text(one) for one in paragraphs(body)]
            text = "\n".join(lines)
            covered = any(
                cell.get(name) is not None and is_on(cell.get(name))
                for name in ("hMerge", "vMerge")
            )
            cells.append(None if covered and not text.strip() else text)
        rows.append(cells)
    return rows


def _walk(element: Iterable[Element], out: list[str]) -> None:
    for child in element:
        tag = str(child.tag)
        if tag == f"{A}t":
            out.append(child.text or "")
        elif tag == f"{A}br":
            out.append("\n")
        elif tag == _ALTERNATE:
            _alternate(child, out)
        elif tag.startswith(M):
            out.append(math_text(child) if len(child) else child.text or "")
        elif tag not in _SKIPPED:
            _walk(child, out)


def _alternate(element: Element, out: list[str]) -> None:
    """Take the first branch that says something: the others say the same for other readers."""
    for branch in element:
        inner: list[str] = []
        _walk(branch, inner)
        if inner:
            out.extend(inner)
            return


def _runs(paragraph: Element, links: Relationships) -> Iterator[SlideRun]:
    for child in paragraph:
        if child.tag in _SKIPPED:
            continue
        if child.tag in (f"{A}r", f"{A}fld"):
            text = "".join(one.text or "" for one in child.iterchildren(f"{A}t"))
        else:
            out: list[str] = []
            _walk([child], out)
            text = "".join(out)
        if text:
            yield SlideRun(text=text, **_format(child.find(f"{A}rPr"), links))


def _format(properties: Element | None, links: Relationships) -> dict[str, Any]:
    found: dict[str, Any] = {}
    if properties is None:
        return found
    for attribute, name in (("b", "bold"), ("i", "italic")):
        value = properties.get(attribute)
        if value is not None:
            found[name] = is_on(value)
    for attribute, name, none in (("u", "underline", "none"), ("strike", "strike", "noStrike")):
        value = properties.get(attribute)
        if value is not None:
            found[name] = value != none
    size = properties.get("sz", "")
    if size.isdecimal() and len(size) < 7:
        found["font_size"] = int(size) / 100
    font = properties.find(f"{A}latin")
    if font is not None and font.get("typeface"):
        found["font_name"] = font.get("typeface")
    color = properties.find(f"{A}solidFill/{A}srgbClr")
    if color is not None and color.get("val"):
        found["font_color"] = f"#{color.get('val', '').upper()}"
    click = properties.find(f"{A}hlinkClick")
    if click is not None:
        target = links.get(click.get(f"{R}id"))
        if target is not None:
            found["link"] = target.target
    return found
