"""The rows and cells of a sheet when rows or columns of it are inserted or deleted."""

from __future__ import annotations

import re

from keenbench.errors import ValidationFailed
from keenbench.formats.xlsx.addresses import (
    MAX_COLUMN,
    Range,
    cell_name,
    column_name,
    column_number,
    find_range,
)
from keenbench.formats.xlsx.edit.cell_xml import Cell
from keenbench.formats.xlsx.edit.names import MAIN
from keenbench.formats.xlsx.edit.rows import SheetRows
from keenbench.formats.xlsx.edit.shift import Shift
from keenbench.formats.xlsx.formulas import parse_area
from keenbench.formats.xlsx.translated import translated
from keenbench.formats.xml_part import Element

# Of the row above, what a new row takes over beside the format of its cells.
_ROW_FORMAT = (b"s", b"customFormat", b"ht", b"customHeight")
_MOST_FORMATTED = 1_000_000
_ARRAYS = (b'"array"', b"'array'", b'"dataTable"', b"'dataTable'")
_CELL_NAME = re.compile(rb'(<c\s(?:[^>]*?\s)?r=")([A-Z]{1,3})')
_CELL_COLUMN = re.compile(rb'<c\s(?:[^>]*?\s)?r="([A-Z]{1,3})')
_CELL_ROW = re.compile(rb'<c\s(?:[^>]*?\s)?r="[A-Z]{1,3}([0-9]+)')
_CELL_STYLE = re.compile(rb'<c\s(?:[^>]*?\s)?s="([1-9][0-9]*)"')
_SPANS = re.compile(rb'(<row\s(?:[^>]*?\s)??)spans="[^"]*"\s?')


def place_of(text: str | None) -> tuple[int, int] | None:
    """Return the row and column that a cell's name gives."""
    area = parse_area(text) if text else None
    if area is None or area.last is not None or area.first.row is None or area.first.column is None:
        return None
    return area.first.row, area.first.column


def unshare(rows: SheetRows) -> None:
    """Write out the formulas that cells share: what they say will no longer be alike."""
    masters: dict[str, tuple[int, int, str]] = {}
    for number, column, said, text in rows.formulas():
        group = said.get("si", "")
        is_shared = said.get("t") == "shared"
        if is_shared and text and ("ref" in said or group not in masters):
            masters[group] = (number, column, text)

    def written(
        number: int, column: int, said: dict[str, str], text: str
    ) -> tuple[dict[str, str], str] | None:
        if said.get("t") != "shared":
            return None
        master = masters.get(said.get("si", ""))
        if master is None:
            raise ValidationFailed(
                f"The formula of {cell_name(number, column)} is shared with a cell that has none; "
                "write it again before rows or columns move."
            )
        own = {key: value for key, value in said.items() if key not in ("t", "si", "ref")}
        return own, translated(master[2], number - master[0], column - master[1])

    rows.map_formulas(written)


def shift_cells(rows: SheetRows, shift: Shift) -> None:
    """Move the rows and cells; formulas already say what they will say."""
    _refuse_lost(rows, shift)
    if rows.holds(*_ARRAYS):
        rows.map_formulas(
            lambda row, column, said, text: _shifted_array(row, column, said, text, shift)
        )
    if shift.axis == "rows":
        _shift_rows(rows, shift)
    else:
        rows.map_bytes(lambda data: _shifted_columns(data, shift))


def _shifted_array(
    number: int, column: int, said: dict[str, str], text: str, shift: Shift
) -> tuple[dict[str, str], str] | None:
    """Return an array formula or data table in its new place; raise where it would be cut."""
    if said.get("t") not in ("array", "dataTable"):
        return None
    block = find_range(said.get("ref", "")) or Range(number, number, column, column)
    if shift.cuts(block):
        kind = "array formula" if said.get("t") == "array" else "data table"
        raise ValidationFailed(f"The edit would cut through the {kind} in {block}; clear it first.")
    return _shifted_place(said, shift), text


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
    first = max(shift.limit - shift.count + 1, shift.at)
    extent = rows.extent()
    if shift.axis == "rows":
        ends = rows.between(first, shift.limit)
    else:
        ends = rows.between(*extent) if extent and rows.last_column() >= first else []
    for number in ends:
        row = rows.peek(number)
        for column, cell in row.cells.items() if row else ():
            line = number if shift.axis == "rows" else column
            if line >= first and not cell.is_blank:
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


def _shifted_columns(data: bytes, shift: Shift) -> bytes:
    # Spans are a hint that need not be there.
    data = _SPANS.sub(rb"\1", data)
    names = {name: column_number(name.decode()) for name in set(_CELL_COLUMN.findall(data))}
    lines = {name: shift.line(column) for name, column in names.items()}
    gone = sorted(name for name, line in lines.items() if line is None)
    if gone:
        data = _cells_of(gone).sub(b"", data)
    moved = {
        name: column_name(line).encode()
        for name, line in lines.items()
        if line is not None and line != names[name]
    }
    pieces = _CELL_NAME.split(data)
    pieces[2::3] = [moved.get(name, name) for name in pieces[2::3]]
    data = b"".join(pieces)
    before = [name for name, column in names.items() if column == shift.at - 1]
    if before and not shift.deletes:
        # New columns look like the one before.
        data = _cells_of(before).sub(lambda match: match[0] + _alike(match[0], shift), data)
    return data


def _cells_of(columns: list[bytes]) -> re.Pattern[bytes]:
    name = rb'<c\s(?:[^>]*?\s)?r="(?:%s)[0-9]+"' % b"|".join(columns)
    return re.compile(name + rb"(?:[^>]*/>|[^>]*>.*?</c\s*>)", re.DOTALL)


def _alike(cell: bytes, shift: Shift) -> bytes:
    """Return empty cells that look like one, in the columns that are inserted."""
    style, name = _CELL_STYLE.match(cell), _CELL_ROW.match(cell)
    if style is None or name is None:
        return b""
    return b"".join(
        b'<c r="%s%s" s="%s"/>' % (column_name(new).encode(), name[1], style[1])
        for new in range(shift.at, shift.at + shift.count)
    )
