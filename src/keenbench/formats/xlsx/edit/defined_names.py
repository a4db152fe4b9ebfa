"""Names of the workbook: defined by operations, and those that Excel keeps for itself."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from keenbench.formats.applying import OpReport
from keenbench.formats.xlsx.addresses import MAX_COLUMN, MAX_ROW, Range, column_name, column_number
from keenbench.formats.xlsx.edit.book import EditedBook, refused
from keenbench.formats.xlsx.edit.names import MAIN, WORKBOOK, child_in_order
from keenbench.formats.xlsx.edit.ops import DefineName
from keenbench.formats.xlsx.edit.places import range_at
from keenbench.formats.xlsx.edit.sheet import EditedSheet
from keenbench.formats.xlsx.edit.shift_tables import named_columns
from keenbench.formats.xlsx.edit.tables_of_sheet import all_tables
from keenbench.formats.xlsx.edit.values import formula_text
from keenbench.formats.xlsx.formulas import Kind, references, sheet_prefix, tokens
from keenbench.formats.xml_part import Element

_NAME = re.compile(r"[^\W\d][\w.\\?]*|\\[\w.\\?]*")
_CELL = re.compile(r"([A-Za-z]{1,3})([0-9]{1,7})")
_R1C1 = re.compile(r"[Rr][0-9]*(?:[Cc][0-9]*)?|[Cc][0-9]*")
_QUOTED = re.compile(r"'(.)", re.DOTALL)
_ESCAPED = re.compile(r"_x([0-9A-Fa-f]{4})_")
_PLACE = re.compile(r"(?:(?P<sheet>'(?:[^']|'')+'|[^'!\[\]:]+)!)?(?P<range>[$A-Za-z0-9:]+)")


def is_name(text: str) -> bool:
    """Return whether a name may be given: nothing that reads as a cell."""
    if not _NAME.fullmatch(text) or _R1C1.fullmatch(text):
        return False
    if text.lower() in ("true", "false") or text.lower().startswith("_xlnm."):
        return False
    cell = _CELL.fullmatch(text)
    return not (cell and column_number(cell[1]) <= MAX_COLUMN and 1 <= int(cell[2]) <= MAX_ROW)


def define_name(book: EditedBook, op: DefineName, report: OpReport) -> None:
    if not is_name(op.name):
        raise refused(
            report,
            "name",
            "is no name: it begins with a letter or _, holds letters, digits, _ and . only, and "
            "does not read as a cell.",
        )
    if any(table.name.casefold() == op.name.casefold() for table in all_tables(book)):
        raise refused(report, "name", "is the name of a table; tables and names share one list.")
    sheet = None if op.sheet is None else book.sheet(op.sheet, report)
    text = _referred(book, op, sheet, report)
    at = None if sheet is None else book.sheets.index(sheet)
    existed = find_name(book, op.name, at) is not None
    set_name(book, op.name, text, at)
    book.values_changed = True
    report.count(refers_to=text, redefined=existed)


def _referred(book: EditedBook, op: DefineName, sheet: EditedSheet | None, report: OpReport) -> str:
    try:
        text = formula_text(op.refers_to)
    except ValueError as why:
        raise refused(report, "refers_to", f"{why}.") from None
    place = _PLACE.fullmatch(text)
    area = None
    if place is not None:
        try:
            area = range_at(place["range"])
        except ValueError:
            area = None  # a name or a formula
    if place is not None and area is not None:
        if place["sheet"] is None:
            if sheet is None:
                raise refused(report, "refers_to", 'names no sheet; write it as "Sheet1!$A$1".')
            return absolute(sheet.name, area)
        named = place["sheet"].strip("'").replace("''", "'")
        found = book.find_sheet(named)
        if found is None:
            raise refused(report, "refers_to", "names a sheet that the workbook does not have.")
        return absolute(found.name, area)
    refuse_unknown_sheets(book, text, report, "refers_to")
    return text


def refuse_unknown_sheets(book: EditedBook, formula: str, report: OpReport, key: str) -> None:
    """Raise where a formula names what there is not, for which Excel would repair the file."""
    linked = len(book.workbook.findall(f"{MAIN}externalReferences/{MAIN}externalReference"))
    for reference in references(formula):
        if reference.book is not None:
            if reference.book.isdecimal() and not 1 <= int(reference.book) <= linked:
                raise refused(
                    report, key, f"names another workbook, [{reference.book}], that is not linked."
                )
            continue
        for name in (reference.sheet, reference.last_sheet):
            if name is not None and book.find_sheet(name) is None:
                raise refused(report, key, "names a sheet that the workbook does not have.")
    if "[" in formula:
        _refuse_unknown_columns(book, formula, report, key)


def _refuse_unknown_columns(book: EditedBook, formula: str, report: OpReport, key: str) -> None:
    columns = {
        table.name.casefold(): {_column_name(column) for column in table.columns}
        for table in all_tables(book)
    }
    table: set[str] | None = None
    for token in tokens(formula):
        if token.kind is Kind.BRACKETS and table is not None:
            named = {_QUOTED.sub(r"\1", name) for name in named_columns(token.text)}
            if not named <= table | {""}:
                raise refused(report, key, "names a column that its table does not have.")
        table = columns.get(token.text.casefold()) if token.kind is Kind.WORD else None


def _column_name(column: Element) -> str:
    """Return the name of a table's column as formulas have it, case folded."""
    name = _ESCAPED.sub(lambda match: chr(int(match[1], 16)), column.get("name", ""))
    return name.casefold()


def absolute(sheet: str, area: Range) -> str:
    """Return a range as names hold it: Sheet1!$A$1:$B$2."""
    prefix = sheet_prefix(sheet)
    first, last = column_name(area.first_column), column_name(area.last_column)
    if area.first_column == 1 and area.last_column == MAX_COLUMN:
        return f"{prefix}${area.first_row}:${area.last_row}"
    if area.first_row == 1 and area.last_row == MAX_ROW:
        return f"{prefix}${first}:${last}"
    if area.cell_count == 1:
        return f"{prefix}${first}${area.first_row}"
    return f"{prefix}${first}${area.first_row}:${last}${area.last_row}"


def find_name(book: EditedBook, name: str, at: int | None) -> Element | None:
    """Return a name of the workbook, or of the sheet at that place."""
    for element in book.workbook.iterfind(f"{MAIN}definedNames/{MAIN}definedName"):
        said = element.get("localSheetId")
        same_scope = said is None if at is None else said == str(at)
        if same_scope and element.get("name", "").casefold() == name.casefold():
            return element
    return None


def set_name(
    book: EditedBook, name: str, text: str, at: int | None, *, hidden: bool = False
) -> None:
    """Define a name, or define it anew."""
    element = find_name(book, name, at)
    if element is None:
        names = child_in_order(book.workbook, "definedNames", WORKBOOK)
        element = names.makeelement(f"{MAIN}definedName", {"name": name})
        if at is not None:
            element.set("localSheetId", str(at))
        if hidden:
            element.set("hidden", "1")
        names.append(element)
    element.text = text
    book.changed(book.main)


def drop_name(book: EditedBook, name: str, at: int | None) -> None:
    element = find_name(book, name, at)
    if element is None:
        return
    names = element.getparent()
    assert names is not None
    names.remove(element)
    if names.find(f"{MAIN}definedName") is None:
        book.workbook.remove(names)
    book.changed(book.main)


HANDLERS: dict[str, Callable[[EditedBook, Any, OpReport], None]] = {"define_name": define_name}
