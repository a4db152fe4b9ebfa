"""The rows and cells of a sheet when rows or columns of it are inserted or deleted."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy

from lxml import etree

from keenbench.errors import ValidationFailed
from keenbench.formats.xlsx.addresses import MAX_COLUMN, Range, cell_name, find_range
from keenbench.formats.xlsx.edit.formulas import parse_area
from keenbench.formats.xlsx.edit.references import translated
from keenbench.formats.xlsx.edit.shift import Shift
from keenbench.formats.xml_part import Element

MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
_C, _F, _V, _IS, _ROW = f"{MAIN}c", f"{MAIN}f", f"{MAIN}v", f"{MAIN}is", f"{MAIN}row"
# Of the row above, what a new row takes over: its height and the format of its cells.
_ROW_FORMAT = ("s", "customFormat", "ht", "customHeight")
_MOST_FORMATTED = 1_000_000


def place_of(text: str | None) -> tuple[int, int] | None:
    """Return the row and column that a cell's name gives."""
    area = parse_area(text) if text else None
    if area is None or area.last is not None or area.first.row is None or area.first.column is None:
        return None
    return area.first.row, area.first.column


def rows_of(data: Element) -> Iterator[tuple[int, Element]]:
    """Give the rows of a sheet with their numbers; a row without one follows the one before."""
    number = 0
    for row in data.iterchildren(_ROW):
        said = row.get("r")
        number = int(said) if said and said.isdigit() else number + 1
        yield number, row


def cells_of(row: Element) -> Iterator[tuple[int, Element]]:
    """Give the cells of a row with their columns; a cell without a name follows the one before."""
    column = 0
    for cell in row.iterchildren(_C):
        place = place_of(cell.get("r"))
        column = place[1] if place is not None else column + 1
        yield column, cell


def formula_cells(data: Element) -> Iterator[tuple[int, int, Element, Element]]:
    """Give every cell with a formula: its row, its column, the cell, the formula."""
    for number, row in rows_of(data):
        for column, cell in cells_of(row):
            formula = cell.find(_F)
            if formula is not None:
                yield number, column, cell, formula


def unshare(data: Element) -> None:
    """Write out the formulas that cells share: what they say will no longer be alike."""
    masters: dict[str, tuple[int, int, str]] = {}
    shared = [found for found in formula_cells(data) if found[3].get("t") == "shared"]
    for row, column, _, formula in shared:
        group = formula.get("si", "")
        if formula.text and (formula.get("ref") or group not in masters):
            masters[group] = (row, column, formula.text)
    for row, column, _, formula in shared:
        master = masters.get(formula.get("si", ""))
        if master is None:
            raise ValidationFailed(
                f"The formula of {cell_name(row, column)} is shared with a cell that has none; "
                "write it again before rows or columns move."
            )
        formula.text = translated(master[2], row - master[0], column - master[1])
        for attribute in ("t", "si", "ref"):
            formula.attrib.pop(attribute, None)


def refuse_cut_arrays(data: Element, shift: Shift) -> None:
    """Raise where part of an array formula or a data table would be moved away from the rest."""
    for row, column, _, formula in formula_cells(data):
        if formula.get("t") not in ("array", "dataTable"):
            continue
        block = find_range(formula.get("ref", "")) or Range(row, row, column, column)
        if shift.cuts(block):
            kind = "array formula" if formula.get("t") == "array" else "data table"
            raise ValidationFailed(
                f"The edit would cut through the {kind} in {block}; clear it first."
            )


def shift_cells(data: Element, shift: Shift) -> None:
    """Move the rows and cells; formulas already say what they will say."""
    refuse_cut_arrays(data, shift)
    _refuse_lost(data, shift)
    for _, _, _, formula in formula_cells(data):
        _shift_formula(formula, shift)
    if shift.axis == "rows":
        _shift_rows(data, shift)
    else:
        _shift_columns(data, shift)


def shift_widths(root: Element, shift: Shift) -> None:
    """Move the widths and formats of whole columns."""
    cols = root.find(f"{MAIN}cols")
    if cols is None or shift.axis == "rows":
        return
    for col in list(cols.iterchildren(f"{MAIN}col")):
        first, last = int(col.get("min", "1")), int(col.get("max", "1"))
        span = shift.span(first, min(last, MAX_COLUMN))
        if span is None:
            cols.remove(col)
            continue
        first, last = span
        if not shift.deletes and last == shift.at - 1 and col.get("hidden") not in ("1", "true"):
            last = min(last + shift.count, MAX_COLUMN)  # new columns look like the one before
        col.set("min", str(first))
        col.set("max", str(last))
    if cols.find(f"{MAIN}col") is None:
        root.remove(cols)


def _has_content(cell: Element) -> bool:
    return any(cell.find(tag) is not None for tag in (_V, _F, _IS))


def _refuse_lost(data: Element, shift: Shift) -> None:
    """Raise where an insertion would push content off the sheet."""
    if shift.deletes:
        return
    for number, row in rows_of(data):
        for column, cell in cells_of(row):
            line = number if shift.axis == "rows" else column
            if shift.line(line) is None and _has_content(cell):
                raise ValidationFailed(
                    f"Inserting {shift.count} {shift.axis} would push {cell_name(number, column)} "
                    "off the sheet; delete some at its end first."
                )


def _shift_formula(formula: Element, shift: Shift) -> None:
    block = find_range(formula.get("ref", ""))
    if block is not None:
        moved = shift.block(block)
        if moved is not None:
            one = moved.cell_count == 1 and ":" not in formula.get("ref", "")
            formula.set(
                "ref", cell_name(moved.first_row, moved.first_column) if one else str(moved)
            )
    if formula.get("t") != "dataTable":
        return
    for name, gone in (("r1", "del1"), ("r2", "del2")):
        place = place_of(formula.get(name))
        if place is None:
            continue
        to = shift.cell(*place)
        if to is None:
            formula.set(gone, "1")
        else:
            formula.set(name, cell_name(*to))


def _shift_rows(data: Element, shift: Shift) -> None:
    above: Element | None = None
    after: Element | None = None  # the row behind which new ones go
    for number, row in list(rows_of(data)):
        if number < shift.at:
            after = row
            above = row if number == shift.at - 1 else above
            if row.get("r") is None:
                _number_row(row, number)
            continue
        line = shift.line(number)
        if line is None:
            data.remove(row)
        else:
            _number_row(row, line)
    if not shift.deletes and above is not None:
        _format_new_rows(data, shift, above, after)


def _number_row(row: Element, number: int) -> None:
    row.set("r", str(number))
    for column, cell in cells_of(row):
        cell.set("r", cell_name(number, column))


def _format_new_rows(data: Element, shift: Shift, above: Element, after: Element | None) -> None:
    cells = [(column, style) for column, cell in cells_of(above) if (style := cell.get("s"))]
    form = {name: value for name in _ROW_FORMAT if (value := above.get(name)) is not None}
    if (not cells and not form) or shift.count * max(1, len(cells)) > _MOST_FORMATTED:
        return
    model = etree.Element(_ROW, form, nsmap=None)
    for column, style in cells:
        etree.SubElement(model, _C, r=cell_name(1, column), s=style)
    at = 0 if after is None else data.index(after) + 1
    for offset in range(shift.count):
        row = deepcopy(model)
        _number_row(row, shift.at + offset)
        data.insert(at + offset, row)


def _shift_columns(data: Element, shift: Shift) -> None:
    for number, row in rows_of(data):
        row.attrib.pop("spans", None)  # a hint that need not be there
        before: Element | None = None
        for column, cell in list(cells_of(row)):
            if column < shift.at:
                cell.set("r", cell_name(number, column))
                before = cell if column == shift.at - 1 else None
                continue
            line = shift.line(column)
            if line is None:
                row.remove(cell)
            else:
                cell.set("r", cell_name(number, line))
        style = before.get("s") if before is not None else None
        if before is not None and style and not shift.deletes:
            at = row.index(before) + 1
            for offset in range(shift.count):
                cell = etree.Element(_C, r=cell_name(number, shift.at + offset), s=style)
                row.insert(at + offset, cell)
