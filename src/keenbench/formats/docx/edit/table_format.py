"""format_table: widths, merged cells, shading, borders, where a table stands."""

from __future__ import annotations

from typing import Any

from keenbench.formats.applying import OpReport
from keenbench.formats.docx.edit import grid
from keenbench.formats.docx.edit.document import DocumentEdit, refused
from keenbench.formats.docx.edit.lines import line_of
from keenbench.formats.docx.edit.ops import FormatTable, Merge
from keenbench.formats.docx.edit.order import drop, first, put, w
from keenbench.formats.docx.edit.places import table_at
from keenbench.formats.docx.edit.properties import INCH, WordLooks
from keenbench.formats.docx.story import PROPERTIES, TBL, P
from keenbench.formats.ooxml_names import W
from keenbench.formats.style_values import colour, number
from keenbench.formats.xml_part import Element

_SIDES = ("top", "left", "bottom", "right", "insideH", "insideV")
_STYLES = {
    "none": "nil",
    "nil": "nil",
    "single": "single",
    "thin": "single",
    "thick": "thick",
    "double": "double",
    "dotted": "dotted",
    "dashed": "dashed",
}


def format_table(doc: DocumentEdit, op: FormatTable, report: OpReport) -> None:
    table = table_at(doc, op.table, report.index)
    looks = WordLooks(
        {"shading": op.shading, "borders": op.borders, "alignment": op.alignment}, report
    )
    properties = first(table, "tblPr")
    if op.widths is not None:
        _widths(table, op.widths, report.index)
    merged = 0
    for at, merge in enumerate(op.merge or []):
        _merge(table, merge, report.index, f"merge[{at}]")
        merged += 1
    shaded = _shade(table, looks)
    _borders(properties, looks)
    alignment = looks.choice("alignment", ("left", "center", "right"))
    if alignment is not None:
        put(properties, w("jc", val=alignment))
    doc.change()
    report.count(merged=merged, shaded_cells=shaded)


def _widths(table: Element, widths: list[float], op: int) -> None:
    columns = grid.width(table)
    if len(widths) != columns:
        raise refused(op, "widths", f"gives {len(widths)} widths; the table has {columns} columns.")
    twips = [round(one * INCH) for one in widths]
    lines = table.find(f"{W}tblGrid")
    if lines is None:
        lines = w("tblGrid")
        table.insert(1, lines)
    for child in list(lines):
        lines.remove(child)
    lines.extend(w("gridCol", w=one) for one in twips)
    properties = first(table, "tblPr")
    put(properties, w("tblW", w=sum(twips), type="dxa"))
    put(properties, w("tblLayout", type="fixed"))
    for row in grid.rows(table):
        for place in grid.cells(row):
            total = sum(twips[place.col : place.col + place.span])
            put(first(place.cell, "tcPr"), w("tcW", w=total, type="dxa"))


def _merge(table: Element, merge: Merge, op: int, key: str) -> None:
    """Make one cell of a rectangle; what its cells said stands in it, one after another."""
    top, bottom = sorted((merge.first.row, merge.last.row))
    left, right = sorted((merge.first.col, merge.last.col))
    rows = grid.rows(table)
    if bottom >= len(rows) or right >= grid.width(table):
        raise refused(
            op, key, f"the table has {len(rows)} rows and {grid.width(table)} columns, from 0 on."
        )
    if (top, left) == (bottom, right):
        raise refused(op, key, "one cell is no rectangle to merge.")
    chosen: list[list[grid.Place]] = []
    for row in rows[top : bottom + 1]:
        inside = [
            place
            for place in grid.cells(row)
            if place.col <= right and place.col + place.span > left
        ]
        fits = inside and inside[0].col == left and inside[-1].col + inside[-1].span == right + 1
        if not fits:
            raise refused(op, key, "the rectangle cuts through a merged cell.")
        chosen.append(inside)
    if any(place.covered for place in chosen[0]):
        raise refused(op, key, "the rectangle cuts through a merged cell.")
    below = rows[bottom + 1 : bottom + 2]
    if any(
        place.covered and left <= place.col <= right for row in below for place in grid.cells(row)
    ):
        raise refused(op, key, "the rectangle cuts through a merged cell.")
    home = chosen[0][0].cell
    for down, inside in enumerate(chosen):
        head = inside[0].cell
        for place in inside:
            if place.cell is not home:
                _move_content(place.cell, home)
        wide = sum(_width(place.cell) for place in inside)
        for place in inside[1:]:
            parent = place.cell.getparent()
            assert parent is not None
            parent.remove(place.cell)
        properties = first(head, "tcPr")
        if right > left:
            put(properties, w("gridSpan", val=right - left + 1))
            if wide:
                put(properties, w("tcW", w=wide, type="dxa"))
        drop(properties, "hMerge")
        if bottom > top:
            put(properties, w("vMerge", val="restart") if down == 0 else w("vMerge"))


def _move_content(source: Element, target: Element) -> None:
    """Move what a cell says to the end of another, and leave an empty paragraph."""
    moved = [child for child in source if child.tag != f"{W}tcPr"]
    says = any(
        child.tag != P or len(child) > (child.find(PROPERTIES) is not None) for child in moved
    )
    for child in moved:
        source.remove(child)
    source.append(w("p"))
    if not says:
        return
    held = [child for child in target if child.tag != f"{W}tcPr"]
    if len(held) == 1 and held[0].tag == P and not line_of(held[0]).text and len(held[0]) <= 1:
        target.remove(held[0])
    target.extend(moved)
    if target[-1].tag == TBL:
        target.append(w("p"))


def _width(cell: Element) -> int:
    found = cell.find(f"{W}tcPr/{W}tcW")
    value = "" if found is None else found.get(f"{W}w", "")
    return int(value) if value.isdecimal() and len(value) < 7 else 0


def _shade(table: Element, looks: WordLooks) -> int:
    value = looks.value("shading")
    if value is None:
        return 0
    rules = value if isinstance(value, list) else [{"color": value}]
    count = 0
    for rule in rules:
        known = isinstance(rule, dict) and set(rule) <= {"row", "col", "color"}
        ink = colour(rule.get("color")) if known else None
        if ink is None or not all(_is_index(rule.get(key)) for key in ("row", "col")):
            looks.skip("shading", "is neither #RRGGBB nor a list of {row, col, color}")
            continue
        for at, row in enumerate(grid.rows(table)):
            if rule.get("row") not in (None, at):
                continue
            for place in grid.cells(row):
                inside = range(place.col, place.col + place.span)
                if rule.get("col") is None or rule["col"] in inside:
                    shade = w("shd", val="clear", color="auto", fill=ink)
                    put(first(place.cell, "tcPr"), shade)
                    count += 1
    return count


def _is_index(value: Any) -> bool:
    return value is None or (isinstance(value, int) and not isinstance(value, bool) and value >= 0)


def _borders(properties: Element, looks: WordLooks) -> None:
    value = looks.value("borders")
    if value is None:
        return
    given = {"style": value} if isinstance(value, str) else value
    known = isinstance(given, dict) and set(given) <= {"style", "color", "size"}
    style = _STYLES.get(str(given.get("style", "single"))) if known else None
    ink = (
        "auto"
        if known and given.get("color") is None
        else colour(given.get("color") if known else None)
    )
    size = number(given.get("size", 0.5), 0.25, 12) if known else None
    if style is None or ink is None or size is None:
        looks.skip("borders", f"is none of {', '.join(_STYLES)}, or {{style, color, size}}")
        return
    sides = [
        w(side, val=style, sz=round(size * 8), space=0, color=ink)
        if style != "nil"
        else w(side, val="nil")
        for side in _SIDES
    ]
    put(properties, w("tblBorders", sides))
