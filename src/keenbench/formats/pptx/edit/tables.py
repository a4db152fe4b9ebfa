"""Tables on slides."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from xml.sax.saxutils import escape

from keenbench.errors import ValidationFailed
from keenbench.formats.applying import OpReport
from keenbench.formats.pptx.edit.deck import EMU, POINT, DeckEdit, element, next_shape_id
from keenbench.formats.pptx.edit.frames import place, spot_for, warn_of_spot
from keenbench.formats.pptx.edit.ops import AddTable

_STYLE = "{5C22544A-7EE6-4342-B048-85BDC9FD1C3A}"  # Medium Style 2 - Accent 1, built in
_ROW = int(0.4 * EMU)  # of one line
_LINE = int(0.3 * EMU)
_POINTS = 18  # of text in a table
_WIDE = 0.52  # of an em: how wide a character is
_INSETS = 14.4  # points that a cell keeps free left and right of its text
_MOST_COLUMNS = 100


def add_table(deck: DeckEdit, part: str, op: AddTable, report: OpReport, where: str) -> None:
    columns = max(len(row) for row in op.rows)
    if not 0 < columns <= _MOST_COLUMNS:
        raise ValidationFailed(
            f"{where}.rows has {columns} columns; a table on a slide has 1 to {_MOST_COLUMNS}.",
            path=deck.path,
        )
    if any(len(row) < columns for row in op.rows):
        report.warn("rows_padded", "Rows of different length were filled up with empty cells.")
    # More rows than half a slide holds run over it wherever they stand.
    least = (columns * EMU // 2, min(_ROW * len(op.rows), deck.size[1] // 2))
    spot = spot_for(deck, part, op, "tbl", least=least, report=report)
    widths = _shares(spot.width, columns)
    if op.height is not None:
        heights = _shares(spot.height, len(op.rows))
    else:
        heights = [_height(row, spot.width // columns) for row in op.rows]
    height = sum(heights)
    on_slide = height if op.height is not None else min(height, deck.size[1] - spot.top)
    warn_of_spot(deck, part, op, replace(spot, height=on_slide), report)
    tree = deck.tree(part)
    number = next_shape_id(tree)
    grid = "".join(f'<a:gridCol w="{width}"/>' for width in widths)
    rows = "".join(
        f'<a:tr h="{tall}">{"".join(_cell(value) for value in _padded(row, columns))}</a:tr>'
        for tall, row in zip(heights, op.rows, strict=True)
    )
    first = ' firstRow="1"' if op.header else ""
    made = element(
        f'<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="{number}" name="Table {number - 1}"/>'
        "<p:cNvGraphicFramePr><a:graphicFrameLocks noGrp='1'/></p:cNvGraphicFramePr>"
        f"<p:nvPr>{spot.ph}</p:nvPr></p:nvGraphicFramePr>"
        f'<p:xfrm><a:off x="{spot.left}" y="{spot.top}"/>'
        f'<a:ext cx="{spot.width}" cy="{height}"/></p:xfrm><a:graphic><a:graphicData '
        'uri="http://schemas.openxmlformats.org/drawingml/2006/table"><a:tbl>'
        f'<a:tblPr{first} bandRow="1"><a:tableStyleId>{_STYLE}</a:tableStyleId></a:tblPr>'
        f"<a:tblGrid>{grid}</a:tblGrid>{rows}</a:tbl></a:graphicData></a:graphic>"
        "</p:graphicFrame>"
    )
    place(deck, part, made, spot)
    report.count(rows=len(op.rows), columns=columns)
    if on_slide < height:
        report.warn("overflow", "By estimate the table runs past the lower edge of the slide.")


def _height(row: Sequence[object], width: int) -> int:
    """Return how high a row will be shown by estimate: a row grows with its text."""
    room = max(width / POINT - _INSETS, _POINTS)
    lines = [
        sum(
            max(1, math.ceil(len(line) * _WIDE * _POINTS / room)) for line in _said(one).split("\n")
        )
        for one in row
    ]
    return _ROW + (max(lines, default=1) - 1) * _LINE


def _said(value: object) -> str:
    return "" if value is None else str(value).lower() if isinstance(value, bool) else str(value)


def _cell(value: object) -> str:
    text = _said(value)
    paragraphs = "".join(
        f'<a:p><a:r><a:rPr lang="en-US"/><a:t>{escape(line)}</a:t></a:r></a:p>'
        if line
        else "<a:p/>"
        for line in text.split("\n")
    )
    return f"<a:tc><a:txBody><a:bodyPr/><a:lstStyle/>{paragraphs}</a:txBody><a:tcPr/></a:tc>"


def _padded(row: Sequence[object], columns: int) -> list[object]:
    return [*row, *([None] * (columns - len(row)))]


def _shares(whole: int, count: int) -> list[int]:
    """Return `count` whole numbers, as equal as can be, that sum up to `whole`."""
    return [whole * (n + 1) // count - whole * n // count for n in range(count)]
