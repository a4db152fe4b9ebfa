"""The rows of a range put in another order, as bytes.

A row is looked into once for what it is sorted by and once where it is written, and is never held
apart: a hundred thousand rows of ten cells would be a million objects.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from keenbench.formats.xlsx.addresses import Range, cell_name, column_number
from keenbench.formats.xlsx.edit.cell_xml import Cell
from keenbench.formats.xlsx.edit.row_bytes import moved_cells, with_formulas
from keenbench.formats.xlsx.edit.row_xml import CELL, ROW_START
from keenbench.formats.xlsx.edit.rows import SheetRows
from keenbench.formats.xlsx.part_access import PartDamaged
from keenbench.formats.xlsx.translated import translated

_NAME = re.compile(rb'<c\s(?:[^>]*?\s)?r="([A-Z]{1,3})')


def cell_in(xml: bytes, number: int, column: int) -> Cell | None:
    """Return one cell of a row."""
    name = b'r="%s"' % cell_name(number, column).encode()
    at = xml.find(name)
    while at >= 0:
        cell = CELL.match(xml, max(0, xml.rfind(b"<", 0, at)))
        if cell is not None:
            return Cell(column, cell[0])
        at = xml.find(name, at + 1)
    return None


def sorted_rows(rows: SheetRows, block: Range, order: list[int]) -> Iterator[bytes]:
    """Give the rows of a block when each holds, in its columns, the cells of another.

    `order` names for each row of the block the one whose cells it will hold. What a row says of
    itself (its height, say) stays where it is, and so do the cells beside the block.
    """
    whole = block.first_column == 1 and rows.last_column() <= block.last_column
    for number, source in enumerate(order, block.first_row):
        own = rows.xml(number)
        if source == number:
            if own is not None:
                yield own
            continue
        given = rows.xml(source)
        taken = b"" if given is None else _taken(given, None if whole else block, number, source)
        if own is not None:
            yield _with_cells(own, None if whole else block, taken)
        elif taken:
            yield b'<row r="%d">%s</row>' % (number, taken)


def start_of(xml: bytes) -> bytes:
    """Return the start tag of a row."""
    start = ROW_START.match(xml)
    if start is None:
        raise PartDamaged("is not well-formed XML in a row")
    return start[0]


def _taken(xml: bytes, block: Range | None, number: int, source: int) -> bytes:
    """Return the cells that a row gives away, as they read in the row `number`."""
    _, cells, _ = _apart(xml)
    if block is not None:
        cells = b"".join(cell for column, cell in _cells(cells) if _is_in(column, block))
    if b"<f" in cells:
        cells, _ = with_formulas(
            cells,
            lambda row, column, said, text: (
                (said, translated(text, number - source, 0)) if text else None
            ),
        )
    return moved_cells(cells, number)


def _with_cells(xml: bytes, block: Range | None, taken: bytes) -> bytes:
    start, cells, end = _apart(xml)
    if block is not None:
        stay = [(column, cell) for column, cell in _cells(cells) if not _is_in(column, block)]
        taken = b"".join(cell for _, cell in sorted([*stay, *_cells(taken)]))
    if start.endswith(b"/>") and taken:
        start, end = start[:-2].rstrip() + b">", b"</row>" + end
    return start + taken + end


def _apart(xml: bytes) -> tuple[bytes, bytes, bytes]:
    """Return a row's start tag, its cells, and its end with an extension before it."""
    start = start_of(xml)
    if start.endswith(b"/>"):
        return start, b"", xml[len(start) :]
    end = xml.rfind(b"</row")
    if b"<extLst" in xml:
        ends = [cell.end() for cell in CELL.finditer(xml, len(start), end)]
        end = ends[-1] if ends else len(start)
    return start, xml[len(start) : end], xml[end:]


def _cells(xml: bytes) -> Iterator[tuple[int, bytes]]:
    for cell in CELL.finditer(xml):
        name = _NAME.match(cell[0])
        if name is not None:
            yield column_number(name[1].decode()), cell[0]


def _is_in(column: int, block: Range) -> bool:
    return block.first_column <= column <= block.last_column
