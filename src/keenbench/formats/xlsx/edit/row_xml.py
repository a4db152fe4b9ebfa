"""One row of a sheet taken apart: a list of cells, each its own bytes."""

from __future__ import annotations

import re

from keenbench.formats.xlsx.addresses import MAX_COLUMN, column_number
from keenbench.formats.xlsx.edit.cell_xml import Cell, said
from keenbench.formats.xlsx.part_access import PartDamaged
from keenbench.formats.xlsx.plain_xml import WellFormed
from keenbench.formats.xlsx.sheet_rows import attributes_of

CELL = re.compile(rb"<c(?=[\s/>])(?:[^>]*/>|[^>]*>.*?</c\s*>)", re.DOTALL)
ROW_START = re.compile(rb"<row((?:\s[^>]*?)?)\s*(/?)>")
_REFERENCE = re.compile(rb"([A-Za-z]{1,3})([1-9][0-9]{0,6})")


class Row:
    """One row: its attributes, its cells by column, and what may stand after them."""

    __slots__ = ("after", "attributes", "cells", "number", "tail")

    def __init__(self, number: int) -> None:
        self.number = number
        self.attributes: dict[bytes, bytes] = {b"r": b"%d" % number}
        self.cells: dict[int, Cell] = {}
        self.tail = b""  # an extension of the row
        self.after = b""  # space between this row and the next

    @classmethod
    def of(cls, number: int, xml: bytes) -> Row:
        row = cls(number)
        start = ROW_START.match(xml)
        if start is None:
            raise PartDamaged(f"is not well-formed XML at row {number}")
        row.attributes = {b"r": b"%d" % number, **attributes_of(start[1])}
        if start[2]:
            row.after = xml[start.end() :]
            return row
        end = xml.rfind(b"</row")
        close = xml.find(b">", end) + 1
        row.after = xml[close:]
        WellFormed().check(xml[:close], f"row {number}")
        column, at = 0, start.end()
        for match in CELL.finditer(xml, start.end(), end):
            cell = Cell(column + 1, match[0])
            reference = _REFERENCE.fullmatch(cell.attributes.get(b"r", b"").strip())
            if reference is None:
                cell.move(number, column + 1)
            else:
                cell.column = column_number(reference[1].decode())
            column = cell.column
            if column > MAX_COLUMN:
                raise PartDamaged("holds a cell beyond the last column, XFD")
            row.cells[column] = cell
            at = match.end()
        row.tail = xml[at:end]
        return row

    def xml(self) -> bytes:
        self._fit_spans()
        tag = said(self.attributes)
        inside = b"".join(self.cells[column].xml for column in sorted(self.cells)) + self.tail
        if not inside:
            return b"<row%s/>%s" % (tag, self.after)
        return b"<row%s>%s</row>%s" % (tag, inside, self.after)

    def cell(self, column: int) -> Cell | None:
        return self.cells.get(column)

    def put(self, cell: Cell) -> None:
        self.cells[cell.column] = cell

    def move(self, number: int) -> None:
        """Make it another row, its cells with it."""
        self.number = number
        self.attributes[b"r"] = b"%d" % number
        for column, cell in self.cells.items():
            cell.move(number, column)

    def _fit_spans(self) -> None:
        spans = self.attributes.get(b"spans")
        if spans is None or not self.cells:
            return
        first, _, last = spans.partition(b":")
        if b" " in spans or not (first.isdigit() and last.isdigit()):
            del self.attributes[b"spans"]  # only a hint, and not one worth mending
            return
        low, high = min(self.cells), max(self.cells)
        if low < int(first) or high > int(last):
            self.attributes[b"spans"] = b"%d:%d" % (min(low, int(first)), max(high, int(last)))
