"""What is done to whole stretches of rows as bytes, with no row taken apart.

So a hundred thousand rows are moved by a row or a column in seconds, not in minutes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from keenbench.formats.xlsx.addresses import column_number
from keenbench.formats.xlsx.edit.cell_xml import FORMULA, formula_attributes, formula_xml, said
from keenbench.formats.xlsx.edit.row_xml import ROW_START
from keenbench.formats.xlsx.formulas import GONE
from keenbench.formats.xlsx.part_access import PartDamaged
from keenbench.formats.xlsx.sheet_rows import attributes_of
from keenbench.formats.xlsx.xml_text import unescaped

_CELL_BEFORE = re.compile(rb'<c\s[^>]*?\br="([A-Z]{1,3})([1-9][0-9]{0,6})"[^>]*>\s*')
_CELL_NUMBER = re.compile(rb'(<c\s(?:[^>]*?\s)?r=["\'][A-Za-z]{1,3})[0-9]+')
_COLUMN = re.compile(rb'<c\s[^>]*?\br="([A-Z]{1,3})')
NAMELESS = re.compile(rb'<c(?![^>]*\sr="[A-Z]{1,3}[1-9][0-9]*")[\s/>]')

_CELL_TAG = re.compile(rb"<c(\s[^>]*?)\s*>")
_RESULT = re.compile(rb"\s*<v(?:\s[^>]*?)?(?:/>|>([^<]*)</v\s*>)")
_FUNCTION = re.compile(r"([\w.]+)\(")
_PASSES_ERRORS = frozenset(("SUM", "AVERAGE", "MIN", "MAX", "PRODUCT", "ROUND", "ABS"))

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
    at = count = 0
    for cell, formula in _found(xml):
        column = column_number(cell[1].decode())
        attributes = formula_attributes(formula[1])
        old = unescaped(formula[2] or b"")
        new = change(int(cell[2]), column, attributes, old)
        if new is None:
            continue
        count += 1
        made, end = formula_xml(*new), formula.end()
        value = _RESULT.match(xml, end) if old and breaks(old, new[1]) else None
        if value is not None and value[1]:  # a result was saved
            end = value.end()
            tag, result = _broken(cell[0], new[1])
            pieces += (xml[at : cell.start()], tag, made, result)
        else:
            pieces += (xml[at : formula.start()], made)
        at = end
    if not count:
        return xml, 0
    return b"".join([*pieces, xml[at:]]), count


def breaks(old: str, new: str) -> bool:
    """Tell whether a formula lost something that it refers to."""
    return new.count(GONE) > old.count(GONE)


def without_result(xml: bytes, goes: Callable[[dict[str, str]], bool]) -> bytes:
    """Return the rows without the saved results of the formulas whose attributes say so."""
    pieces: list[bytes] = []
    at = 0
    for _, formula in _found(xml):
        value = _RESULT.match(xml, formula.end())
        if value is not None and goes(formula_attributes(formula[1])):
            pieces.append(xml[at : formula.end()])
            at = value.end()
    return b"".join([*pieces, xml[at:]])


def _broken(tag: bytes, formula: str) -> tuple[bytes, bytes]:
    """Return the start of a cell whose formula broke, and its result.

    The saved result was computed from what is gone. Where a function may catch the error there is
    none until the workbook is computed again.
    """
    functions = {name.upper() for name in _FUNCTION.findall(formula)}
    start = _CELL_TAG.match(tag)
    assert start is not None
    attributes = attributes_of(start[1])
    attributes.pop(b"t", None)
    if not functions <= _PASSES_ERRORS:
        return b"<c%s>" % said(attributes), b""
    attributes[b"t"] = b"e"
    return b"<c%s>" % said(attributes), b"<v>%s</v>" % GONE.encode()


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
