"""Copying a sheet within its workbook, with everything that belongs to it alone."""

from __future__ import annotations

import posixpath
import re
from copy import deepcopy
from typing import TYPE_CHECKING

from keenbench.errors import ValidationFailed
from keenbench.formats.applying import OpReport
from keenbench.formats.relationships import Relationship, relationships_part
from keenbench.formats.xlsx.edit.book import SHEET_TYPE, refused
from keenbench.formats.xlsx.edit.holders import drop_chain
from keenbench.formats.xlsx.edit.names import MAIN, R
from keenbench.formats.xlsx.edit.ops import CopySheet
from keenbench.formats.xlsx.edit.references import copied
from keenbench.formats.xlsx.edit.shift_sheet import XM
from keenbench.formats.xlsx.edit.shift_tables import with_table
from keenbench.formats.xml_part import Element

if TYPE_CHECKING:
    from keenbench.formats.xlsx.edit.book import EditedBook
    from keenbench.formats.xlsx.edit.sheet import EditedSheet

# Parts of which the copy has its own; anything else that a sheet refers to is shared.
_OWN = frozenset(
    (
        "drawing",
        "vmlDrawing",
        "comments",
        "threadedComment",
        "table",
        "chart",
        "chartEx",
        "chartStyle",
        "chartColorStyle",
        "chartUserShapes",
        "printerSettings",
        "ctrlProp",
        "customProperty",
        "pivotTable",
    )
)
_REFUSED = {
    "slicer": "slicers",
    "timeline": "timelines",
    "queryTable": "a query",
    "control": "ActiveX controls",
    "tableSingleCells": "cells mapped to XML",
}
_NUMBER = re.compile(r"[0-9]*(?=\.[^.]*$)")
_REVISION = "{http://schemas.microsoft.com/office/spreadsheetml/2014/revision}uid"


def copy_sheet(book: EditedBook, op: CopySheet, report: OpReport) -> None:
    sheet = book.sheet(op.sheet, report)
    if book.find_sheet(op.new_name) is not None:
        raise refused(report, "new_name", f"is taken: there is a sheet {op.new_name} already.")
    count = len(book.sheets)
    position = count + 1 if op.position is None else op.position
    if position > count + 1:
        raise refused(report, "position", f"is past the end; the workbook has {count} sheets.")
    _refuse(book, sheet)
    drop_chain(book)
    old, new = sheet.name, op.new_name
    part = book.edit.free_name("xl/worksheets/sheet{}.xml")
    book.add(part, book.edit.read(sheet.part), SHEET_TYPE)
    names: dict[str, str] = {}
    copies: dict[str, str] = {sheet.part: part}
    _copy_related(book, sheet.part, part, copies)
    for source, target in copies.items():
        if source != sheet.part:
            _own(book, target, old, new, names)
    _list(book, sheet, part, new, position - 1)
    _copy_names(book, book.sheets.index(sheet), position - 1, old, new)
    book.forget()
    copy = book.find_sheet(new)
    assert copy is not None
    formulas = _follow(book, copy, old, new, names)
    book.settle()
    book.values_changed = True
    report.count(parts_copied=len(copies), formulas_changed=formulas)
    if names:
        told = ", ".join(f"{one} as {other}" for one, other in names.items())
        report.warn("tables_renamed", f"Its tables are copied under new names: {told}.")


def _refuse(book: EditedBook, sheet: EditedSheet) -> None:
    related = [*sheet.relationships]
    for relationship in sheet.relationships.of_kind("table"):
        if relationship.part is not None:
            related += book.edit.relationships(relationship.part)
    for relationship in related:
        what = _REFUSED.get(relationship.kind)
        if what is not None:
            raise ValidationFailed(
                f"The sheet {sheet.name} holds {what}, which cannot be copied; remove them first, "
                "or copy the cells instead."
            )


def _copy_related(book: EditedBook, source: str, target: str, copies: dict[str, str]) -> None:
    """Copy what a part refers to, as far as it is its own, under the same relationship ids."""
    edit = book.edit
    holder = relationships_part(source)
    if holder not in edit:
        return
    edit.add(relationships_part(target), edit.read(holder))
    for relationship in edit.relationships(source):
        part = relationship.part
        if part is None or part not in edit:
            continue
        if relationship.kind in _OWN:
            if part not in copies:
                copies[part] = _free_name(book, part)
                book.add(copies[part], edit.read(part), edit.content_type(part) or None)
                _copy_related(book, part, copies[part], copies)
            _point(book, target, relationship, copies[part])
        elif part in copies:  # back to the sheet, or to a part copied before
            _point(book, target, relationship, copies[part])


def _free_name(book: EditedBook, part: str) -> str:
    return book.edit.free_name(_NUMBER.sub("{}", part, count=1))


def _point(book: EditedBook, source: str, relationship: Relationship, part: str) -> None:
    holder = relationships_part(source)
    target = posixpath.relpath("/" + part, "/" + posixpath.dirname(source))
    for element in book.edit.xml(holder):
        if element.get("Id") == relationship.id:
            element.set("Target", target)
    book.edit.changed(holder)


def _own(book: EditedBook, part: str, old: str, new: str, names: dict[str, str]) -> None:
    """Have a copied part speak of the copy."""
    kind = book.edit.content_type(part).lower()
    if kind.endswith(("drawingml.chart+xml", "chartex+xml")):
        _texts(book.edit.xml(part), ("f", "sqref"), old, new)
    elif kind.endswith("officedocument.drawing+xml"):
        _attributes(book.edit.xml(part), ("textlink", "cellRange"), old, new)
    elif kind.endswith("controlproperties+xml"):
        _attributes(book.edit.xml(part), ("fmlaLink", "fmlaRange", "fmlaTxbx"), old, new)
    elif kind.endswith("spreadsheetml.table+xml"):
        _rename_table(book, book.edit.xml(part), names)
    else:
        return
    book.edit.changed(part)


def _rename_table(book: EditedBook, root: Element, names: dict[str, str]) -> None:
    taken, ids = set(), [0]
    for name in book.edit.names():
        if book.edit.content_type(name).lower().endswith("spreadsheetml.table+xml"):
            other = book.edit.xml(name)
            taken |= {other.get("displayName", "").casefold(), other.get("name", "").casefold()}
            ids.append(int(other.get("id", "0")))
    for element in book.workbook.iterfind(f"{MAIN}definedNames/{MAIN}definedName"):
        taken.add(element.get("name", "").casefold())
    old = root.get("displayName") or "Table"
    number = 1
    while f"{old}_{number}".casefold() in taken:
        number += 1
    names[old] = f"{old}_{number}"
    root.set("id", str(max(ids) + 1))
    root.set("name", names[old])
    root.set("displayName", names[old])
    root.attrib.pop(_REVISION, "")


def _texts(root: Element, tags: tuple[str, ...], old: str, new: str) -> None:
    for element in root.iter():
        if isinstance(element.tag, str) and element.tag.rpartition("}")[2] in tags and element.text:
            element.text = copied(element.text, old, new)


def _attributes(root: Element, names: tuple[str, ...], old: str, new: str) -> None:
    for element in root.iter():
        for name in names if isinstance(element.tag, str) else ():
            text = element.get(name)
            if text:
                element.set(name, copied(text, old, new))


def _list(book: EditedBook, sheet: EditedSheet, part: str, new: str, at: int) -> None:
    id_ = book.edit.relate(book.main, "worksheet", part)
    root = book.workbook
    sheets = root.find(f"{MAIN}sheets")
    assert sheets is not None
    used = [int(e.get("sheetId", "0")) for e in sheets if e.get("sheetId", "0").isdigit()]
    said = {"name": new, "sheetId": str(max(used, default=0) + 1), f"{R}id": id_}
    sheets.insert(at, sheets.makeelement(f"{MAIN}sheet", said))
    for view in root.iterfind(f"{MAIN}bookViews/{MAIN}workbookView"):
        for name in ("activeTab", "firstSheet"):
            place = view.get(name, "0" if name == "activeTab" else "")
            if place.isdigit() and int(place) >= at:
                view.set(name, str(int(place) + 1))
    book.changed(book.main)


def _copy_names(book: EditedBook, source: int, at: int, old: str, new: str) -> None:
    """Give the copy the names that only its original knows: print areas, filters and others."""
    names = book.workbook.find(f"{MAIN}definedNames")
    if names is None:
        return
    for element in list(names):
        local = element.get("localSheetId")
        if local is None or not local.isdigit():
            continue
        place = int(local)
        if place == source:
            copy = deepcopy(element)
            copy.tail = None
            copy.set("localSheetId", str(at))
            copy.text = copied(element.text or "", old, new)
            element.addnext(copy)
        if place >= at:
            element.set("localSheetId", str(place + 1))
    ordered = sorted(names, key=lambda e: (e.get("name", "").casefold(), _local(e)))
    names[:] = ordered
    book.changed(book.main)


def _local(element: Element) -> int:
    local = element.get("localSheetId", "")
    return int(local) if local.isdigit() else -1


def _follow(book: EditedBook, copy: EditedSheet, old: str, new: str, names: dict[str, str]) -> int:
    """Have the copy's own formulas speak of the copy and of its own tables."""

    def follow(text: str) -> str:
        text = copied(text, old, new)
        for table, other in names.items():
            text = with_table(text, table, other)
        return text

    def followed(
        row: int, column: int, said: dict[str, str], text: str
    ) -> tuple[dict[str, str], str] | None:
        moved = follow(text)
        return (said, moved) if moved != text else None

    changed = copy.rows.map_formulas(followed)
    for names_of, tags in ((MAIN, ("formula", "formula1", "formula2")), (XM, ("f",))):
        for element in (e for tag in tags for e in copy.frame.iter(f"{names_of}{tag}")):
            element.text = follow(element.text or "")
    for link in copy.frame.iter(f"{MAIN}hyperlink"):
        location = link.get("location")
        if location:
            link.set("location", copied(location, old, new))
    for view in copy.frame.iter(f"{MAIN}sheetView"):
        view.attrib.pop("tabSelected", "")
    for properties in copy.frame.iter(f"{MAIN}sheetPr"):
        properties.attrib.pop("codeName", "")  # what macros call the sheet; Excel gives a new one
    copy.frame.attrib.pop(_REVISION, "")
    copy.frame_changed()
    copy.touched()
    for relationship in copy.relationships.of_kind("table"):
        part = relationship.part
        if part is None:
            continue
        for tag in ("calculatedColumnFormula", "totalsRowFormula"):
            for element in book.edit.xml(part).iter(f"{MAIN}{tag}"):
                element.text = follow(element.text or "")
        book.edit.changed(part)
    return changed
