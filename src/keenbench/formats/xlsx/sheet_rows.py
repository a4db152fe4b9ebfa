"""Rows and cells in the bytes of a sheet: their numbers, their attributes, their content."""

from __future__ import annotations

import re
from collections.abc import Iterator

from keenbench.formats.xlsx.addresses import MAX_COLUMN, MAX_ROW, column_number, whole_number
from keenbench.formats.xlsx.part_access import PartDamaged

ROW_END = b"</row>"
CELL_NAME = re.compile(rb"([A-Za-z]{1,3})([1-9][0-9]{0,6})")
_ATTRIBUTE = re.compile(rb"""([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')""")
_RUN_PROPERTIES = re.compile(rb"<rPr(?:\s[^>]*)?/>|<rPr(?:\s[^>]*)?>.*?</rPr\s*>", re.DOTALL)


def attributes_of(tag: bytes) -> dict[bytes, bytes]:
    """Return the attributes in the inside of a start tag."""
    return {name: double or single for name, double, single in _ATTRIBUTE.findall(tag)}


def row_number(piece: bytes, before: int) -> int:
    """Return the number of the row that ends a piece of XML; `before` is the last row's."""
    at = piece.rfind(b"<row")
    if piece.startswith(b'<row r="', at):
        number = piece[at + 8 : piece.find(b'"', at + 8)]
        if number.isdigit() and len(number) < 8:
            return int(number)
    return _counted_row(piece, before)


def _counted_row(piece: bytes, before: int) -> int:
    """Number rows that do not all say which they are: by their cells, else by counting."""
    number = before
    for tag in piece.split(b"<row")[1:]:
        end = tag.find(b">")
        said = attributes_of(tag[:end]).get(b"r")
        if said is not None:
            given = whole_number(said)
            number = MAX_ROW + 1 if given is None else given
            continue
        cell = tag.find(b"<c", end)
        reference = CELL_NAME.match(
            attributes_of(tag[cell + 2 : tag.find(b">", cell)]).get(b"r", b"") if cell >= 0 else b""
        )
        number = int(reference[2]) if reference else number + 1
    return number


def without_run_properties(data: bytes) -> bytes:
    """Return rows without the formatting of rich text.

    It holds no text, and elements (`color`, `family`) that begin like a cell or a formula.
    """
    return _RUN_PROPERTIES.sub(b"", data) if b"<rPr" in data else data


def cells_of(piece: bytes) -> Iterator[tuple[int, dict[bytes, bytes], bytes]]:
    """Give the cells in the XML of a row: column (1-based), attributes, content."""
    column = 0
    for part in without_run_properties(piece).split(b"<c")[1:]:
        end = part.find(b">")
        empty = part[end - 1 : end] == b"/"
        attributes = attributes_of(part[:end])
        reference = CELL_NAME.fullmatch(attributes.get(b"r", b"").strip())
        column = column_number(reference[1].decode()) if reference else column + 1
        if column > MAX_COLUMN:
            raise PartDamaged("holds a cell beyond the last column, XFD")
        yield column, attributes, b"" if empty else part[end + 1 :]
