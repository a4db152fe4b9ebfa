"""Sorting the rows of a range, as Excel does it.

Values, formulas and the looks of cells move; a formula reads as if it had been copied to its new
row. Numbers come before text, text before FALSE and TRUE, these before errors; empty cells are
last in either direction, and rows that are alike keep their order.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from keenbench.errors import ValidationFailed
from keenbench.formats.applying import OpReport
from keenbench.formats.xlsx.addresses import Range, cell_name
from keenbench.formats.xlsx.edit.book import refused
from keenbench.formats.xlsx.edit.cell_values import value_of
from keenbench.formats.xlsx.edit.holders import drop_chain
from keenbench.formats.xlsx.edit.names import MAIN
from keenbench.formats.xlsx.edit.ops import SortRange
from keenbench.formats.xlsx.edit.pivots import pivot_tables
from keenbench.formats.xlsx.edit.places import range_at
from keenbench.formats.xlsx.edit.protection import warn_protected
from keenbench.formats.xlsx.edit.shift_cells import unshare
from keenbench.formats.xlsx.edit.shift_sheet import blocks_of
from keenbench.formats.xlsx.edit.sort_rows import cell_in, sorted_rows, start_of
from keenbench.formats.xlsx.plain_xml import WellFormed
from keenbench.formats.xlsx.sheet_rows import attributes_of

if TYPE_CHECKING:
    from keenbench.formats.xlsx.edit.book import EditedBook
    from keenbench.formats.xlsx.edit.sheet import EditedSheet

_NUMBER, _TEXT, _BOOLEAN, _ERROR, _BLANK = range(5)
_ERRORS = ("#NULL!", "#DIV/0!", "#VALUE!", "#REF!", "#NAME?", "#NUM!", "#N/A")
Key = tuple[int, float, str]


def sort_range(book: EditedBook, op: SortRange, report: OpReport) -> None:
    sheet = book.sheet(op.sheet, report)
    block = _sorted_block(sheet, op)
    if block is None:
        report.count(rows_moved=0)
        report.warn("nothing_sorted", "There is nothing to sort.")
        return
    for key in op.keys:
        if not block.first_column <= int(key.column) <= block.last_column:
            raise refused(report, "keys", f"names a column outside the range {op.range}.")
    if sheet.rows.holds(b'"shared"', b"'shared'"):
        unshare(sheet.rows)
    _refuse(book, sheet, block)
    numbers = list(range(block.first_row, block.last_row + 1))
    order = list(numbers)
    for key in reversed(op.keys):
        column = int(key.column)
        keys = {number: _key(book, sheet, number, column) for number in numbers}
        down = key.direction == "desc"
        order.sort(key=keys.__getitem__)  # blanks have the highest rank
        if down:
            order = _stable_reversed(order, keys)
    moved = sum(number != source for number, source in zip(numbers, order, strict=True))
    if moved:
        warn_protected(sheet, report)
    if moved:
        rows = sorted_rows(sheet.rows, block, order)
        sheet.rows.replace_between(block.first_row, block.last_row, rows)
        sheet.touched()
        drop_chain(book)
        book.values_changed = True
    report.count(rows_sorted=len(numbers), rows_moved=moved)
    _warn(sheet, block, report)


def _sorted_block(sheet: EditedSheet, op: SortRange) -> Range | None:
    block = range_at(op.range)
    extent = sheet.rows.extent()
    first = block.first_row + (1 if op.header else 0)
    last = min(block.last_row, extent[1] if extent is not None else 0)
    right = min(block.last_column, sheet.rows.last_column())
    if first > last or block.first_column > right:
        return None
    return Range(first, last, block.first_column, right)


def _refuse(book: EditedBook, sheet: EditedSheet, block: Range) -> None:
    for pivot in pivot_tables(book, sheet):
        if pivot.area.touches(block):
            raise ValidationFailed(
                f"The range holds part of the pivot table {pivot.name} ({pivot.area}), which the "
                "next refresh would write over; sort its source, or another range."
            )
    for merge in sheet.merges():
        if merge.touches(block):
            raise ValidationFailed(f"The range holds merged cells ({merge}); unmerge them first.")
    for area, _, _ in sheet.arrays():
        if area.touches(block):
            raise ValidationFailed(
                f"The range holds an array formula or a data table ({area}), which cannot be "
                "sorted."
            )
    proof = WellFormed()
    for number in sheet.rows.between(block.first_row, block.last_row):
        xml = sheet.rows.xml(number) or b""
        proof.check(xml, f"row {number}")
        if attributes_of(start_of(xml)).get(b"hidden") in (b"1", b"true"):
            raise ValidationFailed(
                f"Row {number} of the range is hidden, by a filter perhaps; show all rows first."
            )


def _key(book: EditedBook, sheet: EditedSheet, number: int, column: int) -> Key:
    row = sheet.rows.xml(number)
    cell = cell_in(row, number, column) if row is not None else None
    if cell is None or cell.is_blank:
        return (_BLANK, 0.0, "")
    if cell.formula is not None and cell.value is None:
        raise ValidationFailed(
            f"{cell_name(number, column)} holds a formula without a saved result, so it cannot be "
            "sorted by; apply the operations before with recalculate: true first."
        )
    kind, value = cell.kind, cell.value or ""
    if kind in (b"s", b"inlineStr", b"str", b"d"):
        text = str(value_of(book, cell) or "")
        return (_TEXT, 0.0, text.casefold()) if text or cell.formula else (_BLANK, 0.0, "")
    if kind == b"b":
        return (_BOOLEAN, float(value.strip() in ("1", "true")), "")
    if kind == b"e":
        return (_ERROR, float(_ERRORS.index(value)) if value in _ERRORS else 99.0, "")
    try:
        return (_NUMBER, float(value), "")
    except ValueError:
        return (_TEXT, 0.0, value.casefold())


def _stable_reversed(order: list[int], keys: dict[int, Key]) -> list[int]:
    """Return the rows from last to first, those alike and the empty ones in their old order."""
    groups: list[list[int]] = []
    for number in order:
        if groups and keys[groups[-1][0]] == keys[number]:
            groups[-1].append(number)
        else:
            groups.append([number])
    blanks = [group for group in groups if keys[group[0]][0] == _BLANK]
    filled = [group for group in groups if keys[group[0]][0] != _BLANK]
    return [number for group in [*reversed(filled), *blanks] for number in group]


def _warn(sheet: EditedSheet, block: Range, report: OpReport) -> None:
    stays = []
    for tag, what in (
        ("hyperlink", "links"),
        ("conditionalFormatting", "conditional formats"),
        ("dataValidation", "validations"),
    ):
        for element in sheet.frame.iter(f"{MAIN}{tag}"):
            listed = element.get("ref") or element.get("sqref")
            # What covers every row of the range alike loses nothing.
            if any(
                area.touches(block)
                and not (area.first_row <= block.first_row and area.last_row >= block.last_row)
                for area in blocks_of(listed)
            ):
                stays.append(what)
                break
    if any(relationship.kind == "comments" for relationship in sheet.relationships):
        stays.append("comments")
    if stays:
        report.warn("stays", f"These stay on the cells they were on: {', '.join(stays)}.")
