"""The rows and cells of a sheet when rows or columns of it are inserted or deleted."""

from __future__ import annotations

from collections.abc import Iterator

from keenbench.errors import ValidationFailed
from keenbench.formats.xlsx.addresses import MAX_COLUMN, Range, cell_name, find_range
from keenbench.formats.xlsx.edit.formulas import parse_area
from keenbench.formats.xlsx.edit.names import MAIN
from keenbench.formats.xlsx.edit.references import translated
from keenbench.formats.xlsx.edit.rows import Cell, Row, SheetRows
from keenbench.formats.xlsx.edit.shift import Shift
from keenbench.formats.xml_part import Element

# Of the row above, what a new row takes over beside the format of its cells.
_ROW_FORMAT = (b"s", b"customFormat", b"ht", b"customHeight")
_MOST_FORMATTED = 1_000_000


def place_of(text: str | None) -> tuple[int, int] | None:
    """Return the row and column that a cell's name gives."""
    area = parse_area(text) if text else None
    if area is None or area.last is not None or area.first.row is None or area.first.column is None:
        return None
    return area.first.row, area.first.column


def formula_cells(rows: SheetRows) -> Iterator[tuple[Row, Cell, dict[str, str], str]]:
    """Give every cell with a formula, to look at: its row, the formula's attributes, its text."""
    for number in rows.holding(b"<f"):
        row = rows.peek(number)
        if row is None:
            continue
        for cell in list(row.cells.values()):
            formula = cell.formula
            if formula is not None:
                yield row, cell, *formula


def unshare(rows: SheetRows) -> None:
    """Write out the formulas that cells share: what they say will no longer be alike."""
    masters: dict[str, tuple[int, int, str]] = {}
    shared = [
        (row.number, cell.column, said, text)
        for row, cell, said, text in formula_cells(rows)
        if said.get("t") == "shared"
    ]
    for number, column, said, text in shared:
        group = said.get("si", "")
        if text and ("ref" in said or group not in masters):
            masters[group] = (number, column, text)
    for number, column, said, _ in shared:
        master = masters.get(said.get("si", ""))
        if master is None:
            raise ValidationFailed(
                f"The formula of {cell_name(number, column)} is shared with a cell that has none; "
                "write it again before rows or columns move."
            )
        own = {key: value for key, value in said.items() if key not in ("t", "si", "ref")}
        rows.touch(number).cells[column].set_formula(
            own, translated(master[2], number - master[0], column - master[1])
        )


def refuse_cut_arrays(rows: SheetRows, shift: Shift) -> None:
    """Raise where part of an array formula or a data table would be moved away from the rest."""
    for row, cell, said, _ in formula_cells(rows):
        if said.get("t") not in ("array", "dataTable"):
            continue
        block = find_range(said.get("ref", "")) or Range(
            row.number, row.number, cell.column, cell.column
        )
        if shift.cuts(block):
            kind = "array formula" if said.get("t") == "array" else "data table"
            raise ValidationFailed(
                f"The edit would cut through the {kind} in {block}; clear it first."
            )


def shift_cells(rows: SheetRows, shift: Shift) -> None:
    """Move the rows and cells; formulas already say what they will say."""
    refuse_cut_arrays(rows, shift)
    _refuse_lost(rows, shift)
    placed = [
        (row.number, cell.column, said, text)
        for row, cell, said, text in formula_cells(rows)
        if said.get("t") in ("array", "dataTable")
    ]
    for number, column, said, text in placed:
        rows.touch(number).cells[column].set_formula(_shifted_place(said, shift), text)
    if shift.axis == "rows":
        _shift_rows(rows, shift)
    else:
        rows.rewrite(lambda row: _shifted_columns(row, shift))


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


def _refuse_lost(rows: SheetRows, shift: Shift) -> None:
    """Raise where an insertion would push content off the sheet."""
    if shift.deletes:
        return
    first = shift.limit - shift.count + 1
    if shift.axis == "rows":
        ends = rows.between(first, shift.limit)
    else:
        extent = rows.extent()
        ends = rows.between(*extent) if extent else []
    for number in ends:
        row = rows.peek(number)
        for column, cell in row.cells.items() if row else ():
            line = number if shift.axis == "rows" else column
            if line >= max(first, shift.at) and not cell.is_blank:
                raise ValidationFailed(
                    f"Inserting {shift.count} {shift.axis} would push {cell_name(number, column)} "
                    "off the sheet; delete some at its end first."
                )


def _shifted_place(said: dict[str, str], shift: Shift) -> dict[str, str]:
    """Return the attributes of an array formula or data table with their references moved."""
    said = dict(said)
    block = find_range(said.get("ref", ""))
    moved = shift.block(block) if block is not None else None
    if moved is not None:
        one = ":" not in said["ref"]
        said["ref"] = cell_name(moved.first_row, moved.first_column) if one else str(moved)
    if said.get("t") == "dataTable":
        for name, gone in (("r1", "del1"), ("r2", "del2")):
            place = place_of(said.get(name))
            if place is None:
                continue
            to = shift.cell(*place)
            if to is None:
                said[gone] = "1"
            else:
                said[name] = cell_name(*to)
    return said


def _shift_rows(rows: SheetRows, shift: Shift) -> None:
    above = rows.peek(shift.at - 1) if shift.at > 1 and not shift.deletes else None
    rows.renumber(shift.line)
    if above is None:
        return
    styles = [(column, cell.style) for column, cell in above.cells.items() if cell.style]
    form = {name: above.attributes[name] for name in _ROW_FORMAT if name in above.attributes}
    if (not styles and not form) or shift.count * max(1, len(styles)) > _MOST_FORMATTED:
        return
    for number in range(shift.at, shift.at + shift.count):
        row = rows.touch(number)
        row.attributes.update(form)
        for column, style in styles:
            row.put(Cell.made(number, column, style))


def _shifted_columns(row: Row, shift: Shift) -> Row:
    row.attributes.pop(b"spans", None)  # a hint that need not be there
    before = row.cells.get(shift.at - 1)
    cells, row.cells = row.cells, {}
    for column, cell in cells.items():
        line = shift.line(column)
        if line is None:
            continue
        if line != column:
            cell.move(row.number, line)
        row.cells[line] = cell
    if before is not None and before.style and not shift.deletes:
        for column in range(shift.at, shift.at + shift.count):
            row.cells.setdefault(column, Cell.made(row.number, column, before.style))
    return row
