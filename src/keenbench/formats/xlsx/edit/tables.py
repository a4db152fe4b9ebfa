"""Tables and filters of a sheet."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from lxml import etree

from keenbench.formats.applying import OpReport
from keenbench.formats.xlsx.addresses import Range, cell_name, find_range
from keenbench.formats.xlsx.edit.book import EditedBook, refused
from keenbench.formats.xlsx.edit.cell_values import value_of
from keenbench.formats.xlsx.edit.defined_names import (
    absolute,
    drop_name,
    find_name,
    is_name,
    set_name,
)
from keenbench.formats.xlsx.edit.names import MAIN, R
from keenbench.formats.xlsx.edit.ops import AddTable, SetAutofilter
from keenbench.formats.xlsx.edit.overwrite import write_cells
from keenbench.formats.xlsx.edit.places import range_at
from keenbench.formats.xlsx.edit.sheet import EditedSheet
from keenbench.formats.xlsx.edit.tables_of_sheet import all_tables, tables_of
from keenbench.formats.xlsx.edit.values import content_of, number_text
from keenbench.formats.xlsx.edit.write import Write
from keenbench.formats.xml_write import DECLARATION

_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.table+xml"
_FILTER_NAME = "_xlnm._FilterDatabase"
_STYLES = frozenset(
    f"TableStyle{shade}{number}"
    for shade, last in (("Light", 21), ("Medium", 28), ("Dark", 11))
    for number in range(1, last + 1)
)


def add_table(book: EditedBook, op: AddTable, report: OpReport) -> None:
    sheet = book.sheet(op.sheet, report)
    area = range_at(op.range)
    _refuse_overlap(book, sheet, area, report)
    if area.row_count < (2 if op.header else 1):
        raise refused(report, "range", "has no row below its header.")
    style = op.style if op.style is not None else "TableStyleMedium2"
    if style not in _STYLES and not _is_own_style(book, style):
        report.warn("style_skipped", "style names no table style; the usual one was taken.")
        style = "TableStyleMedium2"
    tables = all_tables(book)
    name = _name(book, op, [table.name for table in tables], report)
    columns = _header(book, sheet, area, report) if op.header else _numbered(area.col_count)
    ids = [int(said) for table in tables if (said := table.root.get("id", "")).isdigit()]
    part = book.edit.free_name("xl/tables/table{}.xml")
    root = etree.Element(f"{MAIN}table", nsmap={None: MAIN[1:-1]})  # type: ignore[dict-item]
    root.attrib.update({"id": str(max(ids, default=0) + 1), "name": name, "displayName": name})
    root.set("ref", str(area))
    if op.header:
        root.set("totalsRowShown", "0")
        etree.SubElement(root, f"{MAIN}autoFilter", ref=str(area))
    else:
        root.attrib.update({"headerRowCount": "0", "totalsRowShown": "0"})
    listed = etree.SubElement(root, f"{MAIN}tableColumns", count=str(len(columns)))
    for at, column in enumerate(columns, 1):
        etree.SubElement(listed, f"{MAIN}tableColumn", id=str(at), name=column)
    info = {"name": style, "showFirstColumn": "0", "showLastColumn": "0"}
    info |= {"showRowStripes": "1", "showColumnStripes": "0"}
    etree.SubElement(root, f"{MAIN}tableStyleInfo", info)
    book.add(part, DECLARATION + etree.tostring(root), _TYPE)
    id_ = book.edit.relate(sheet.part, "table", part)
    parts = sheet.child("tableParts")
    etree.SubElement(parts, f"{MAIN}tablePart", {f"{R}id": id_})
    parts.set("count", str(len(parts.findall(f"{MAIN}tablePart"))))
    sheet.frame_changed()
    report.count(name=name, columns=columns)


def set_autofilter(book: EditedBook, op: SetAutofilter, report: OpReport) -> None:
    sheet = book.sheet(op.sheet, report)
    at = book.sheets.index(sheet)
    area = None if op.range is None else range_at(op.range)
    if area is not None:
        for table in tables_of(book, sheet):
            if table.area.touches(area):
                raise refused(
                    report, "range", f"overlaps the table {table.name}, which has its own filter."
                )
    shown = _show_filtered(sheet)
    sheet.drop("autoFilter")
    if area is None:
        drop_name(book, _FILTER_NAME, at)
    else:
        sheet.add(sheet.frame.makeelement(f"{MAIN}autoFilter", {"ref": str(area)}))
        sheet.frame_changed()
        set_name(book, _FILTER_NAME, absolute(sheet.name, area), at, hidden=True)
    report.count(range=None if area is None else str(area), rows_shown=shown)


def _show_filtered(sheet: EditedSheet) -> int:
    """Show the rows that the old filter hid; return how many."""
    old = sheet.frame.find(f"{MAIN}autoFilter")
    area = find_range(old.get("ref", "")) if old is not None else None
    if old is None or area is None or old.find(f"{MAIN}filterColumn") is None:
        return 0
    shown = 0
    for number in sheet.rows.between(area.first_row + 1, area.last_row):
        row = sheet.rows.peek(number)
        if row is not None and row.attributes.get(b"hidden") in (b"1", b"true"):
            sheet.rows.touch(number).attributes.pop(b"hidden")
            shown += 1
    if shown:
        sheet.touched()
    return shown


def _refuse_overlap(book: EditedBook, sheet: EditedSheet, area: Range, report: OpReport) -> None:
    for table in tables_of(book, sheet):
        if table.area.touches(area):
            raise refused(report, "range", f"overlaps the table {table.name} ({table.area}).")
    for other in sheet.merges():
        if other.touches(area):
            raise refused(report, "range", f"holds the merged cells {other}; unmerge them first.")
    for array, _, _ in sheet.arrays():
        if array.cell_count > 1 and array.touches(area):
            raise refused(report, "range", f"holds the array formula of {array}.")
    old = sheet.frame.find(f"{MAIN}autoFilter")
    filtered = find_range(old.get("ref", "")) if old is not None else None
    if filtered is not None and filtered.touches(area):
        raise refused(report, "range", f"overlaps the filter on {filtered}; remove it first.")


def _name(book: EditedBook, op: AddTable, taken: list[str], report: OpReport) -> str:
    used = {name.casefold() for name in taken}
    if op.name is None:
        number = 1
        while f"table{number}" in used or find_name(book, f"Table{number}", None) is not None:
            number += 1
        return f"Table{number}"
    if not is_name(op.name):
        raise refused(report, "name", "is no name that a table can have: letters, digits and _.")
    if op.name.casefold() in used or find_name(book, op.name, None) is not None:
        raise refused(report, "name", f"is taken: the workbook has a {op.name} already.")
    return op.name


def _numbered(count: int) -> list[str]:
    return [f"Column{number}" for number in range(1, count + 1)]


def _header(book: EditedBook, sheet: EditedSheet, area: Range, report: OpReport) -> list[str]:
    """Return the names of the columns, each once; cells that hold no such text are rewritten."""
    names: list[str] = []
    used: set[str] = set()
    row = area.first_row
    writes = []
    for column in range(area.first_column, area.last_column + 1):
        cell = sheet.cell(row, column)
        where = cell_name(row, column)
        if cell is not None and cell.formula is not None:
            raise refused(
                report,
                "range",
                f"has a formula in its header, {where}, where a table needs a text.",
            )
        value = value_of(book, cell)
        text = value if isinstance(value, str) else None
        if text is None and value is not None:
            text = str(value).upper() if isinstance(value, bool) else number_text(value)
        text = text or f"Column{column - area.first_column + 1}"
        name, number = text, 2
        while name.casefold() in used:
            name, number = f"{text}{number}", number + 1
        used.add(name.casefold())
        if name != value:
            content = content_of(name, "string", book.strings, since_1904=book.since_1904)
            writes.append(Write(row, column, content, None, "range", name))
            report.warn("header_written", f"{where} now holds the name of its column as a text.")
        names.append(name.replace("\n", "_x000a_"))
    if writes:
        write_cells(book, sheet, writes, report)
    return names


def _is_own_style(book: EditedBook, style: str) -> bool:
    part = book.related("styles")
    if part is None:
        return False
    own = book.edit.xml(part).iterfind(f"{MAIN}tableStyles/{MAIN}tableStyle")
    return any(element.get("name") == style for element in own)


HANDLERS: dict[str, Callable[[EditedBook, Any, OpReport], None]] = {
    "add_table": add_table,
    "set_autofilter": set_autofilter,
}
