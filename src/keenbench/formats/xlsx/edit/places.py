"""Cells, ranges, rows, columns and sheet names as operations give them."""

from __future__ import annotations

import re

from keenbench.errors import ValidationFailed
from keenbench.formats.xlsx.addresses import MAX_COLUMN, MAX_ROW, Range, column_number, parse_range

_CELL = re.compile(r"\s*\$?([A-Za-z]{1,3})\$?([1-9][0-9]{0,6})\s*")
_LETTERS = re.compile(r"\s*\$?([A-Za-z]{1,3})\s*")
_ROWS = re.compile(r"\s*\$?([1-9][0-9]{0,6})(?:\s*[-:]\s*\$?([1-9][0-9]{0,6}))?\s*")
_COLUMNS = re.compile(r"\s*\$?([A-Za-z]{1,3})(?:\s*[-:]\s*\$?([A-Za-z]{1,3}))?\s*")
_NOT_IN_NAMES = re.compile(r"[\[\]:*?/\\\x00-\x1f]")
WHOLE = Range(1, MAX_ROW, 1, MAX_COLUMN)


def cell_at(text: str) -> tuple[int, int]:
    """Return row and column of a cell such as B2."""
    found = _CELL.fullmatch(text)
    if found is None:
        raise ValueError('is not a cell such as "B2"')
    row, column = int(found[2]), column_number(found[1])
    if row > MAX_ROW or column > MAX_COLUMN:
        raise ValueError("lies beyond the last cell of a sheet, XFD1048576")
    return row, column


def range_at(text: str) -> Range:
    """Return the cells of a range; whole rows and columns are whole."""
    try:
        return parse_range(text, WHOLE)
    except ValidationFailed as error:
        raise ValueError(error.message.removeprefix("range ").rstrip(".")) from None


def column_at(value: str | int) -> int:
    """Return a column given by its letters or its number, 1-based."""
    if isinstance(value, int):
        number = value
    else:
        found = _LETTERS.fullmatch(value)
        if found is None:
            raise ValueError("is not a column: give its letter or its number from 1")
        number = column_number(found[1])
    if not 1 <= number <= MAX_COLUMN:
        raise ValueError("is not a column: give its letter or its number from 1")
    return number


def rows_at(text: str) -> tuple[int, int]:
    """Return the first and last row of "5-9"."""
    found = _ROWS.fullmatch(text)
    if found is None:
        raise ValueError('is not a span of rows such as "5-9"')
    first, last = int(found[1]), int(found[2] or found[1])
    if not first <= last <= MAX_ROW:
        raise ValueError('is not a span of rows such as "5-9"')
    return first, last


def columns_at(text: str) -> tuple[int, int]:
    """Return the first and last column of "C:E"."""
    found = _COLUMNS.fullmatch(text)
    if found is None:
        raise ValueError('is not a span of columns such as "C:E"')
    first, last = column_number(found[1]), column_number(found[2] or found[1])
    if not first <= last <= MAX_COLUMN:
        raise ValueError('is not a span of columns such as "C:E"')
    return first, last


def check_cell(text: str) -> str:
    cell_at(text)
    return text


def check_range(text: str) -> str:
    range_at(text)
    return text


def check_rows(text: str) -> str:
    rows_at(text)
    return text


def check_columns(text: str) -> str:
    columns_at(text)
    return text


def check_sheet_name(name: str) -> str:
    """Return a name that a new sheet may have."""
    if not name or len(name.encode("utf-16-le")) > 62:
        raise ValueError("must have 1 to 31 characters")
    if _NOT_IN_NAMES.search(name) or name.startswith("'") or name.endswith("'"):
        raise ValueError("must not hold [ ] : * ? / \\ nor begin or end with an apostrophe")
    if name.casefold() == "history":
        raise ValueError("is a name that Excel keeps for itself")
    return name
