"""What is done to whole stretches of rows as bytes, with no row taken apart.

So a hundred thousand rows are moved by a row or a column in seconds, not in minutes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from keenbench.formats.xlsx.addresses import column_number
from keenbench.formats.xlsx.edit.cell_xml import FORMULA, formula_attributes, formula_xml, said
from keenbench.formats.xlsx.edit.row_xml import ROW_START
from keenbench.formats.xlsx.part_access import PartDamaged
from keenbench.formats.xlsx.scan import attributes_of
from keenbench.formats.xlsx.xml_text import unescaped

_CELL_BEFORE = re.compile(rb'<c\s[^>]*?\br="([A-Z]{1,3})([1-9][0-9]{0,6})"[^>]*>\s*')
_CELL_NUMBER = re.compile(rb'(<c\s(?:[^>]*?\s)?r=["\'][A-Za-z]{1,3})[0-9]+')
_COLUMN = re.compile(rb'<c\s[^>]*?\br="([A-Z]{1,3})')
NAMELESS = re.compile(rb'<c(?![^>]*\sr="[A-Z]{1,3}[1-9][0-9]*")[\s/>]')

# Row, column, attributes and text of a formula, and what becomes of the last two.
ChangeFormula = Callable[[int, int, dict[str, str], str], tuple[dict[str, str], str] | None]


def formulas_in(xml: bytes, holding: bytes = b"") -> Iterator[tuple[int, int, dict[str, str], str]]:
    """Give row, column, attributes and text of each formula whose text holds the bytes."""
    for cell, formula in _found(xml):
        text = formula[2] or b""
        if holding in text:
            column = column_number(cell[1].decode())
            yield int(cell[2]), column, formula_attributes(formula[1]), unescaped(text)


def with_formulas(xml: bytes, change: ChangeFormula) -> tuple[bytes, int]:
    """Return the rows with their formulas replaced by what `change` says, and how many were."""
    pieces: list[bytes] = []
    at = 0
    for cell, formula in _found(xml):
        column = column_number(cell[1].decode())
        attributes = formula_attributes(formula[1])
        new = change(int(cell[2]), column, attributes, unescaped(formula[2] or b""))
        if new is not None:
            pieces += (xml[at : formula.start()], formula_xml(*new))
            at = formula.end()
    if not pieces:
        return xml, 0
    return b"".join([*pieces, xml[at:]]), len(pieces) // 2


def renumbered(xml: bytes, number: int) -> bytes:
    """Return one row under another number."""
    start = ROW_START.match(xml)
    if start is None:
        raise PartDamaged("is not well-formed XML in a row")
    attributes = attributes_of(start[1])
    attributes[b"r"] = b"%d" % number
    return b"<row%s%s>" % (said(attributes), start[2]) + moved_cells(xml[start.end() :], number)


def moved_cells(xml: bytes, number: int) -> bytes:
    """Return the cells of one row as they stand in the row `number`."""
    pieces = _CELL_NUMBER.split(xml)
    new = b"%d" % number
    pieces[1::2] = [name + new for name in pieces[1::2]]
    return b"".join(pieces)


def columns_in(xml: bytes) -> set[int]:
    """Return the columns in which a cell stands."""
    return {column_number(name.decode()) for name in set(_COLUMN.findall(xml))}


def _found(xml: bytes) -> Iterator[tuple[re.Match[bytes], re.Match[bytes]]]:
    at = xml.find(b"<f")
    while at >= 0:
        formula = FORMULA.match(xml, at)
        # A formula is the first thing in its cell.
        cell = _CELL_BEFORE.match(xml, max(0, xml.rfind(b"<c", 0, at)), at)
        if formula is None or cell is None or cell.end() != at:
            at = xml.find(b"<f", at + 2)
            continue
        yield cell, formula
        at = xml.find(b"<f", formula.end())
