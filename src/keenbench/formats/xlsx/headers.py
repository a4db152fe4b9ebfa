"""The row of an island that names its columns, told by how it differs from the rows below."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise

from keenbench.formats.xlsx.addresses import Range
from keenbench.formats.xlsx.cells import Cell, CellReader

_SAMPLE_ROWS = 12
_FIRST_ROWS = 6  # how far down a header may stand, below titles
_LABEL_CHARS = 200

Rows = Mapping[int, Mapping[int, Cell]]


@dataclass(frozen=True)
class Island:
    """A block of cells, and the row that names its columns where there is one."""

    range: Range
    label: str
    header_row: int | None
    headers: dict[int, str]  # by column


def describe_island(reader: CellReader, area: Range, known: list[Range]) -> Island:
    """Look at the first rows of an island; `known` are tables and filters, which say it plainly."""
    last = min(area.last_row, area.first_row + _SAMPLE_ROWS - 1)
    rows = reader.read(Range(area.first_row, last, area.first_column, area.last_column))
    header = _known_header(area, known)
    if header is None:
        header = _found_header(rows, area)
    has_data = (header is not None and header < area.last_row) or any(
        cell.kind != "string" for cells in rows.values() for cell in cells.values()
    )
    headers = {}
    if header is not None:
        headers = {
            column: str(cell.value)
            for column, cell in rows.get(header, {}).items()
            if cell.value is not None and str(cell.value).strip()
        }
    is_data = has_data or area.row_count > _SAMPLE_ROWS
    return Island(area, "data" if is_data else "header", header, headers)


def _known_header(area: Range, known: list[Range]) -> int | None:
    for other in known:
        top = other.first_row
        within = area.first_row <= top < min(area.last_row, area.first_row + _SAMPLE_ROWS)
        overlaps = other.first_column <= area.last_column and area.first_column <= other.last_column
        if within and overlaps:
            return top
    return None


def _found_header(rows: Rows, area: Range) -> int | None:
    """Return the first row that reads as names over the rows below it."""
    if area.row_count == 1:
        cells = rows.get(area.first_row, {})
        return area.first_row if len(cells) > 1 and all(map(_is_label, cells.values())) else None
    enough = max(1, -(-area.col_count // 2)) if area.col_count > 1 else 1
    for row in range(area.first_row, min(area.first_row + _FIRST_ROWS, area.last_row)):
        cells = rows.get(row, {})
        if len(cells) < enough or (area.col_count > 1 and len(cells) < 2):
            continue
        below = [rows[other] for other in sorted(rows) if other > row]
        if not below:
            return None
        if all(_is_label(cell) for cell in cells.values()):
            if _differs(cells, below) or (row == area.first_row and _names(cells, area, below)):
                return row
        elif _is_series(cells, area) and _numbers_below(cells, below):
            return row
        if any(cell.kind in ("number", "date", "boolean") for cell in cells.values()):
            # Rows of data have begun.
            return None
    return None


def _is_label(cell: Cell) -> bool:
    return cell.kind == "string" and len(str(cell.value)) <= _LABEL_CHARS


def _differs(cells: Mapping[int, Cell], below: list[Mapping[int, Cell]]) -> bool:
    """Return whether, under some text of the row, most of the column is not text."""
    for column in cells:
        kinds = [row[column].kind for row in below if column in row]
        others = sum(kind != "string" for kind in kinds)
        if kinds and others * 2 > len(kinds):
            return True
    return False


def _names(cells: Mapping[int, Cell], area: Range, below: list[Mapping[int, Cell]]) -> bool:
    """Return whether a row of texts over texts reads as names: complete, different, in no column
    the same as what stands below."""
    values = [str(cell.value).strip() for cell in cells.values()]
    if len(cells) < area.col_count or len(set(values)) < len(values) or not all(values):
        return False
    if area.col_count == 1:
        return False
    return not any(
        column in row and row[column].value == cell.value
        for column, cell in cells.items()
        for row in below
    )


def _is_series(cells: Mapping[int, Cell], area: Range) -> bool:
    """Return whether the row holds years or dates in order, after a corner of text or nothing."""
    columns = sorted(cells)
    if cells[columns[0]].kind == "string" or columns[0] > area.first_column:
        columns = [column for column in columns if cells[column].kind != "string"]
    values = [cells[column].value for column in columns]
    if len(values) < 2:
        return False
    if all(cells[column].kind == "date" for column in columns):
        texts = [str(value) for value in values]
        return texts == sorted(set(texts)) or texts == sorted(set(texts), reverse=True)
    years = [value for value in values if isinstance(value, int) and 1900 <= value <= 2100]
    steps = {b - a for a, b in pairwise(years)}
    return len(years) == len(values) and len(steps) == 1 and steps <= {1, -1}


def _numbers_below(cells: Mapping[int, Cell], below: list[Mapping[int, Cell]]) -> bool:
    labels = [row.get(min(cells)) for row in below]
    has_labels = any(cell is not None and cell.kind == "string" for cell in labels)
    return has_labels and any(cell.kind == "number" for row in below for cell in row.values())
