"""A table as a grid: which cell stands over which columns of which row."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from keenbench.formats.docx.story import ALTERNATE, chosen
from keenbench.formats.ooxml_names import W
from keenbench.formats.xml_part import Element

_SKIPPED = {f"{W}{name}" for name in ("tblPr", "tblGrid", "trPr", "tblPrEx", "sdtPr", "sdtEndPr")}
_COLUMNS = 1000


@dataclass(frozen=True)
class Place:
    """A cell, the first column it stands over, and how many."""

    cell: Element
    col: int
    span: int
    covered: bool  # by the cell above, which it is merged with


def rows(table: Element) -> list[Element]:
    return list(_inside(table, f"{W}tr"))


def cells(row: Element) -> list[Place]:
    out = []
    col = _number(row.find(f"{W}trPr/{W}gridBefore"), 0)
    for cell in _inside(row, f"{W}tc"):
        properties = cell.find(f"{W}tcPr")
        span, covered = 1, False
        if properties is not None:
            span = max(1, _number(properties.find(f"{W}gridSpan"), 1))
            for name in ("vMerge", "hMerge"):
                merge = properties.find(f"{W}{name}")
                covered = covered or (merge is not None and merge.get(f"{W}val") != "restart")
        out.append(Place(cell, col, span, covered))
        col += span
    return out


def width(table: Element) -> int:
    """Return over how many columns the table goes."""
    widest = 0
    for row in rows(table):
        places = cells(row)
        after = _number(row.find(f"{W}trPr/{W}gridAfter"), 0)
        if places:
            widest = max(widest, places[-1].col + places[-1].span + after)
    return min(widest, _COLUMNS)


def _inside(element: Element, tag: str) -> Iterator[Element]:
    for child in element:
        if child.tag == tag:
            yield child
        elif child.tag == ALTERNATE:
            yield from _inside(chosen(child), tag)
        elif isinstance(child.tag, str) and child.tag not in _SKIPPED:
            yield from _inside(child, tag)


def _number(element: Element | None, default: int) -> int:
    value = "" if element is None else element.get(f"{W}val", "")
    return min(int(value), _COLUMNS) if value.isdecimal() and len(value) < 9 else default
