"""Sheets as a whole: made, coloured, hidden."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from keenbench.formats.applying import OpReport
from keenbench.formats.style_values import colour
from keenbench.formats.xlsx.edit.book import EditedBook, refused
from keenbench.formats.xlsx.edit.layout import hide_columns, hide_rows
from keenbench.formats.xlsx.edit.names import MAIN, SHEET_PROPERTIES, R, child_in_order
from keenbench.formats.xlsx.edit.ops import EnsureSheet, SetHidden, SetTabColor
from keenbench.formats.xlsx.edit.places import check_sheet_name, columns_at, rows_at
from keenbench.formats.xlsx.edit.sheet import EditedSheet
from keenbench.formats.xml_part import Element


def ensure_sheet(book: EditedBook, op: EnsureSheet, report: OpReport) -> None:
    found = book.find_sheet(op.sheet)
    if found is not None:
        if found.kind != "worksheet":
            raise refused(report, "sheet", f"is a {found.kind}, which holds no cells to edit.")
        report.count(created=found.name == book.fresh)
        book.fresh = None
        return
    try:
        check_sheet_name(op.sheet)
    except ValueError as why:
        raise refused(report, "sheet", f"{why}.") from None
    book.add_sheet(op.sheet)
    report.count(created=True)


def set_tab_color(book: EditedBook, op: SetTabColor, report: OpReport) -> None:
    sheet = book.sheet(op.sheet, report)
    properties = sheet.frame.find(f"{MAIN}sheetPr")
    if op.color is None:
        old = properties.find(f"{MAIN}tabColor") if properties is not None else None
        if properties is not None and old is not None:
            properties.remove(old)
            sheet.frame_changed()
        report.count(color=None)
        return
    shade = colour(op.color)
    if shade is None:
        raise refused(report, "color", "is not a colour such as #2F5496.")
    tab = child_in_order(sheet.child("sheetPr"), "tabColor", SHEET_PROPERTIES)
    tab.attrib.clear()
    tab.set("rgb", f"FF{shade}")
    sheet.frame_changed()
    report.count(color=f"#{shade}")


def set_hidden(book: EditedBook, op: SetHidden, report: OpReport) -> None:
    if op.rows is not None:
        first, last = rows_at(op.rows)
        hide_rows(book.sheet(op.sheet, report), first, last, op.hidden, report)
        report.count(rows=last - first + 1)
        return
    if op.columns is not None:
        first, last = columns_at(op.columns)
        hide_columns(book.sheet(op.sheet, report), first, last, op.hidden)
        report.count(columns=last - first + 1)
        return
    sheet = book.find_sheet(op.sheet)
    if sheet is None:
        sheet = book.sheet(op.sheet, report)
    _hide_sheet(book, sheet, op.hidden, report)


def listed(book: EditedBook, sheet: EditedSheet) -> Element:
    """Return the element by which the workbook lists a sheet."""
    for element in book.workbook.iterfind(f"{MAIN}sheets/{MAIN}sheet"):
        if element.get("name") == sheet.name:
            return element
    raise book.damaged(f"does not list its sheet {sheet.name}")


def _hide_sheet(book: EditedBook, sheet: EditedSheet, hidden: bool, report: OpReport) -> None:
    entry = listed(book, sheet)
    was = entry.get("state") in ("hidden", "veryHidden")
    report.count(hidden=hidden)
    if was == hidden:
        return
    if not hidden:
        entry.attrib.pop("state", "")
        book.changed(book.main)
        return
    shown = [
        at
        for at, other in enumerate(book.workbook.iterfind(f"{MAIN}sheets/{MAIN}sheet"))
        if other is not entry and other.get("state") not in ("hidden", "veryHidden")
    ]
    if not shown:
        raise refused(report, "sheet", "is the only sheet that shows, so it cannot be hidden.")
    entry.set("state", "hidden")
    # Excel refuses to open on a sheet that does not show.
    at = [e.get(f"{R}id") for e in book.workbook.iterfind(f"{MAIN}sheets/{MAIN}sheet")].index(
        entry.get(f"{R}id")
    )
    for view in book.workbook.iterfind(f"{MAIN}bookViews/{MAIN}workbookView"):
        if view.get("activeTab", "0") == str(at):
            view.set("activeTab", str(shown[0]))
        if view.get("firstSheet") == str(at):
            view.set("firstSheet", str(shown[0]))
    book.changed(book.main)
    for view in sheet.frame.iterfind(f"{MAIN}sheetViews/{MAIN}sheetView"):
        if view.attrib.pop("tabSelected", ""):
            sheet.frame_changed()


HANDLERS: dict[str, Callable[[EditedBook, Any, OpReport], None]] = {
    "ensure_sheet": ensure_sheet,
    "set_tab_color": set_tab_color,
    "set_hidden": set_hidden,
}
