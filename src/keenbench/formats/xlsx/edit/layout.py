"""Widths, heights, frozen panes and merges."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from typing import Any

from lxml import etree

from keenbench.formats.applying import OpReport
from keenbench.formats.xlsx.addresses import Range, cell_name
from keenbench.formats.xlsx.edit.book import EditedBook, refused
from keenbench.formats.xlsx.edit.names import MAIN
from keenbench.formats.xlsx.edit.ops import (
    FreezePanes,
    MergeCells,
    SetColumnWidths,
    SetRowHeights,
    UnmergeCells,
)
from keenbench.formats.xlsx.edit.places import range_at
from keenbench.formats.xlsx.edit.sheet import EditedSheet
from keenbench.formats.xlsx.edit.tables_of_sheet import tables_of
from keenbench.formats.xml_part import Element

_MOST_ROWS = 100_000


def set_column_widths(book: EditedBook, op: SetColumnWidths, report: OpReport) -> None:
    sheet = book.sheet(op.sheet, report)
    for given in op.columns:
        assert isinstance(given.column, int)
        element = column_element(sheet, given.column)
        element.set("width", f"{given.width:g}")
        element.set("customWidth", "1")
    sheet.frame_changed()
    report.count(columns=len(op.columns))


def hide_columns(sheet: EditedSheet, first: int, last: int, hidden: bool) -> None:
    for element in column_elements(sheet, first, last):
        if hidden:
            element.set("hidden", "1")
        else:
            element.attrib.pop("hidden", "")
            if element.get("width") == "0":
                element.set("width", _default_width(sheet))
    sheet.frame_changed()


def column_element(sheet: EditedSheet, column: int) -> Element:
    return column_elements(sheet, column, column)[0]


def column_elements(sheet: EditedSheet, first: int, last: int) -> list[Element]:
    """Return <col> elements that cover exactly these columns, others split off from them."""
    cols = sheet.frame.find(f"{MAIN}cols")
    if cols is None:
        cols = sheet.child("cols")
    inside: list[Element] = []
    for element in list(cols.iterfind(f"{MAIN}col")):
        low, high = int(element.get("min", "1")), int(element.get("max", "1"))
        if high < first or low > last:
            continue
        for cut_low, cut_high in ((low, min(high, first - 1)), (max(low, last + 1), high)):
            if cut_low <= cut_high:
                copy = deepcopy(element)
                copy.set("min", str(cut_low))
                copy.set("max", str(cut_high))
                if cut_high < first:
                    element.addprevious(copy)
                else:
                    element.addnext(copy)
        element.set("min", str(max(low, first)))
        element.set("max", str(min(high, last)))
        inside.append(element)
    at = first
    covered = [(int(element.get("min", "1")), int(element.get("max", "1"))) for element in inside]
    for low, high in [*covered, (last + 1, last + 1)]:
        if at < low:
            gap = etree.Element(f"{MAIN}col", min=str(at), max=str(low - 1))
            gap.set("width", _default_width(sheet))
            _place(cols, gap)
            inside.append(gap)
        at = high + 1
    return sorted(inside, key=lambda element: int(element.get("min", "1")))


def _place(cols: Element, col: Element) -> None:
    low = int(col.get("min", "1"))
    at = sum(int(other.get("min", "1")) < low for other in cols.iterfind(f"{MAIN}col"))
    cols.insert(at, col)


def _default_width(sheet: EditedSheet) -> str:
    found = sheet.frame.find(f"{MAIN}sheetFormatPr")
    said = found.get("defaultColWidth") if found is not None else None
    if said is not None:
        return said
    base = found.get("baseColWidth") if found is not None else None
    return f"{(int(base) if base and base.isdigit() else 8) + 0.7109375:g}"


def set_row_heights(book: EditedBook, op: SetRowHeights, report: OpReport) -> None:
    sheet = book.sheet(op.sheet, report)
    for given in op.rows:
        row = sheet.rows.touch(given.row)
        row.attributes[b"ht"] = f"{given.height:g}".encode()
        row.attributes[b"customHeight"] = b"1"
    sheet.touched()
    report.count(rows=len(op.rows))


def hide_rows(sheet: EditedSheet, first: int, last: int, hidden: bool, report: OpReport) -> None:
    if hidden and last - first + 1 > _MOST_ROWS:
        raise refused(report, "rows", f"are more than {_MOST_ROWS} rows to hide one by one.")
    numbers = range(first, last + 1) if hidden else sheet.rows.between(first, last)
    for number in numbers:
        row = sheet.rows.touch(number)
        if hidden:
            row.attributes[b"hidden"] = b"1"
        else:
            row.attributes.pop(b"hidden", None)
            if row.attributes.get(b"ht") == b"0":
                row.attributes.pop(b"ht")
                row.attributes.pop(b"customHeight", None)
    sheet.touched()


def freeze_panes(book: EditedBook, op: FreezePanes, report: OpReport) -> None:
    sheet = book.sheet(op.sheet, report)
    views = sheet.child("sheetViews")
    if views.find(f"{MAIN}sheetView") is None:
        etree.SubElement(views, f"{MAIN}sheetView", workbookViewId="0")
    for view in views.iterfind(f"{MAIN}sheetView"):
        _freeze(view, op.row, op.column)
    sheet.frame_changed()
    report.count(row=op.row, column=op.column)


def _freeze(view: Element, row: int, column: int) -> None:
    for tag in ("pane", "selection"):
        for old in view.findall(f"{MAIN}{tag}"):
            view.remove(old)
    if not row and not column:
        return
    first = cell_name(row + 1, column + 1)
    pane = {"xSplit": str(column)} if column else {}
    if row:
        pane["ySplit"] = str(row)
    corner = "bottomRight" if row and column else "bottomLeft" if row else "topRight"
    pane |= {"topLeftCell": first, "activePane": corner, "state": "frozen"}
    view.insert(0, view.makeelement(f"{MAIN}pane", pane))
    names = ["topRight", "bottomLeft", "bottomRight"] if row and column else [corner]
    for at, name in enumerate(names, 1):
        said = {"pane": name, "activeCell": first, "sqref": first} if name == corner else {}
        view.insert(at, view.makeelement(f"{MAIN}selection", said or {"pane": name}))
    view.attrib.pop("topLeftCell", "")


def merge_cells(book: EditedBook, op: MergeCells, report: OpReport) -> None:
    sheet = book.sheet(op.sheet, report)
    area = range_at(op.range)
    if area.cell_count == 1:
        raise refused(report, "range", "is a single cell; merging takes two or more.")
    for other in sheet.merges():
        if other == area:
            report.count(merged=0)
            return
        if other.touches(area):
            raise refused(
                report, "range", f"overlaps the merged cells {other}; unmerge them first."
            )
    for table in tables_of(book, sheet):
        if table.area.touches(area):
            raise refused(
                report, "range", f"lies in the table {table.name}, whose cells cannot be merged."
            )
    for array, _, _ in sheet.arrays():
        if array.touches(area):
            raise refused(report, "range", f"touches the array formula of {array}.")
    _refuse_lost(sheet, area, report)
    cells = sheet.child("mergeCells")
    etree.SubElement(cells, f"{MAIN}mergeCell", ref=str(area))
    cells.set("count", str(len(cells.findall(f"{MAIN}mergeCell"))))
    sheet.frame_changed()
    report.count(merged=1)


def _refuse_lost(sheet: EditedSheet, area: Range, report: OpReport) -> None:
    first = (area.first_row, area.first_column)
    for number in sheet.rows.between(area.first_row, area.last_row):
        row = sheet.rows.peek(number)
        assert row is not None
        for column, cell in row.cells.items():
            inside = area.first_column <= column <= area.last_column
            if inside and (number, column) != first and not cell.is_blank:
                raise refused(
                    report,
                    "range",
                    f"would hide what {cell_name(number, column)} holds; clear it first.",
                )


def unmerge_cells(book: EditedBook, op: UnmergeCells, report: OpReport) -> None:
    sheet = book.sheet(op.sheet, report)
    area = range_at(op.range)
    undone = 0
    for cells in sheet.frame.findall(f"{MAIN}mergeCells"):
        for element in cells.findall(f"{MAIN}mergeCell"):
            try:
                other = range_at(element.get("ref", ""))
            except ValueError:
                continue  # no range at all: left as it is
            if not other.touches(area):
                continue
            if not (
                area.holds(other.first_row, other.first_column)
                and area.holds(other.last_row, other.last_column)
            ):
                raise refused(report, "range", f"cuts the merged cells {other}; take them whole.")
            cells.remove(element)
            undone += 1
        if len(cells.findall(f"{MAIN}mergeCell")):
            cells.set("count", str(len(cells.findall(f"{MAIN}mergeCell"))))
        else:
            sheet.frame.remove(cells)
    if undone:
        sheet.frame_changed()
    else:
        report.warn("nothing_merged", "There are no merged cells in the range.")
    report.count(unmerged=undone)


HANDLERS: dict[str, Callable[[EditedBook, Any, OpReport], None]] = {
    "set_column_widths": set_column_widths,
    "set_row_heights": set_row_heights,
    "freeze_panes": freeze_panes,
    "merge_cells": merge_cells,
    "unmerge_cells": unmerge_cells,
}
