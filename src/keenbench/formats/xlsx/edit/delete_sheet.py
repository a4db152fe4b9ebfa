"""Deleting a sheet: what refers to it says #REF!, and what only it used goes with it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from keenbench.errors import ValidationFailed
from keenbench.formats.applying import OpReport
from keenbench.formats.xlsx.edit.holders import Follow, drop_chain, follow_everywhere, tell_broken
from keenbench.formats.xlsx.edit.names import MAIN
from keenbench.formats.xlsx.edit.ops import DeleteSheet
from keenbench.formats.xlsx.edit.references import without_sheet
from keenbench.formats.xlsx.edit.shift_tables import without_table
from keenbench.formats.xlsx.edit.titles import forget_in_properties

if TYPE_CHECKING:
    from keenbench.formats.xlsx.edit.book import EditedBook
    from keenbench.formats.xlsx.edit.sheet import EditedSheet


def delete_sheet(book: EditedBook, op: DeleteSheet, report: OpReport) -> None:
    sheet = book.find_sheet(op.sheet) or book.sheet(op.sheet, report)
    _refuse_last(book, sheet)
    _refuse_slicers(book, sheet)
    order = [other.name for other in book.sheets]
    tables = _tables_of(book, sheet)
    pivots = _pivots_from(book, sheet, tables)
    drop_chain(book)

    def formula(text: str, home: str | None) -> str:
        for table in tables:
            text = without_table(text, table)
        return without_sheet(text, sheet.name, order)

    walked = follow_everywhere(
        book,
        Follow(
            formula=formula,
            name=lambda _, text: formula(text, None),
            source=lambda named, ref: (named, ref),  # its pivot tables keep what they remember
            keeps_shared=True,
        ),
    )
    book.settle()
    index = book.sheets.index(sheet)
    _forget(book, sheet, index)
    parts = _only_its_own(book, sheet)
    for relationship in list(book.edit.relationships(book.main)):
        if relationship.part == sheet.part:
            book.unrelate(book.main, relationship.id)
    for part in parts:
        book.remove(part)
    forget_in_properties(book, sheet.name)
    book.forget()
    book.values_changed = True
    report.count(formulas_changed=walked.formulas, parts_removed=len(parts))
    tell_broken([place for place in walked.broken if place[0] != sheet.name], report)
    walked.warn(report)
    if pivots:
        report.warn(
            "pivot_source",
            f"{pivots} pivot tables took their data from {sheet.name}; they keep what they "
            "show and can no longer be refreshed.",
        )


def _refuse_last(book: EditedBook, sheet: EditedSheet) -> None:
    elements = book.edit.xml(book.main).iterfind(f"{MAIN}sheets/{MAIN}sheet")
    shown = [
        element.get("name", "") for element in elements if element.get("state") in (None, "visible")
    ]
    if shown == [sheet.name]:
        raise ValidationFailed(
            f"{sheet.name} is the only sheet in sight, and a workbook needs one; show or add "
            "another first."
        )


def _refuse_slicers(book: EditedBook, sheet: EditedSheet) -> None:
    kinds = {relationship.kind for relationship in sheet.relationships}
    if kinds & {"slicer", "timeline"}:
        raise ValidationFailed(
            f"{sheet.name} holds slicers, which the workbook lists elsewhere too; remove them "
            "first."
        )
    caches = [
        name
        for name in book.edit.names()
        if any(
            word in book.edit.content_type(name).lower()
            for word in ("slicercache", "timelinecache")
        )
    ]
    if "pivotTable" in kinds and any(
        element.get("tabId") == str(sheet.sheet_id)
        for name in caches
        for element in book.edit.xml(name).iter()
        if isinstance(element.tag, str)
    ):
        raise ValidationFailed(
            f"A slicer belongs to a pivot table of {sheet.name}; remove the slicer first."
        )


def _tables_of(book: EditedBook, sheet: EditedSheet) -> list[str]:
    return [
        book.edit.xml(relationship.part).get("displayName", "")
        for relationship in sheet.relationships.of_kind("table")
        if relationship.part is not None and relationship.part in book.edit
    ]


def _pivots_from(book: EditedBook, sheet: EditedSheet, tables: list[str]) -> int:
    """Return how many pivot tables' data come from the sheet and stay when it goes."""
    folded = {table.casefold() for table in tables}
    caches = set()
    for name in book.edit.names():
        if not book.edit.content_type(name).lower().endswith("pivotcachedefinition+xml"):
            continue
        for tag in ("worksheetSource", "rangeSet"):
            for source in book.edit.xml(name).iter(f"{MAIN}{tag}"):
                if any(str(key).endswith("}id") for key in source.attrib):
                    continue  # another workbook
                on_it = source.get("sheet", "").casefold() == sheet.name.casefold()
                if on_it or source.get("name", "").casefold() in folded:
                    caches.add(name)
    return sum(
        relationship.part in caches
        for other in book.sheets
        if other is not sheet
        for pivot in other.relationships.of_kind("pivotTable")
        if pivot.part is not None
        for relationship in book.edit.relationships(pivot.part).of_kind("pivotCacheDefinition")
    )


def _forget(book: EditedBook, sheet: EditedSheet, index: int) -> None:
    """Take the sheet out of the workbook's lists, which count sheets by their place."""
    root = book.edit.xml(book.main)
    sheets = root.find(f"{MAIN}sheets")
    assert sheets is not None
    for element in list(sheets):
        if element.get("name") == sheet.name:
            sheets.remove(element)
    names = root.find(f"{MAIN}definedNames")
    for element in list(names) if names is not None else ():
        local = element.get("localSheetId")
        if local is None or not local.isdigit():
            continue
        if int(local) == index:
            assert names is not None
            names.remove(element)
        elif int(local) > index:
            element.set("localSheetId", str(int(local) - 1))
    if names is not None and len(names) == 0:
        root.remove(names)
    count = len(sheets)
    for view in root.iterfind(f"{MAIN}bookViews/{MAIN}workbookView"):
        for name in ("activeTab", "firstSheet"):
            place = int(view.get(name, "0"))
            if place > index or place >= count:
                view.set(name, str(max(0, place - 1)))
    for view in root.iterfind(f"{MAIN}customWorkbookViews/{MAIN}customWorkbookView"):
        if view.get("activeSheetId") == str(sheet.sheet_id) and count:
            view.set("activeSheetId", sheets[0].get("sheetId", "1"))
    book.changed(book.main)


def _only_its_own(book: EditedBook, sheet: EditedSheet) -> list[str]:
    """Return the parts that nothing but the sheet leads to, the sheet itself among them."""
    kept = _reached(book, "", without=sheet.part)
    mine = _reached(book, sheet.part, without="")
    return sorted(mine - kept)


def _reached(book: EditedBook, start: str, without: str) -> set[str]:
    found: set[str] = set()
    waiting = [start]
    while waiting:
        source = waiting.pop()
        if source:
            found.add(source)
        for relationship in book.edit.relationships(source):
            part = relationship.part
            if part and part != without and part not in found and part in book.edit:
                waiting.append(part)
    return found
