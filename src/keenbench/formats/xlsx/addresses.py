"""Cells and ranges as people write them. Rows and columns are 1-based here."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from keenbench.errors import ValidationFailed

MAX_ROW = 1_048_576
MAX_COLUMN = 16_384

_CELL = r"\$?([A-Za-z]{1,3})\$?([1-9][0-9]{0,6})"
_RANGE = re.compile(rf"\s*{_CELL}(?:\s*:\s*{_CELL})?\s*")
_COLUMNS = re.compile(r"\s*\$?([A-Za-z]{1,3})\s*:\s*\$?([A-Za-z]{1,3})\s*")
_ROWS = re.compile(r"\s*\$?([1-9][0-9]{0,6})\s*:\s*\$?([1-9][0-9]{0,6})\s*")


@dataclass(frozen=True)
class Range:
    """A rectangle of cells, its corners included."""

    first_row: int
    last_row: int
    first_column: int
    last_column: int

    @property
    def row_count(self) -> int:
        return self.last_row - self.first_row + 1

    @property
    def col_count(self) -> int:
        return self.last_column - self.first_column + 1

    @property
    def cell_count(self) -> int:
        return self.row_count * self.col_count

    def holds(self, row: int, column: int) -> bool:
        return (
            self.first_row <= row <= self.last_row
            and self.first_column <= column <= self.last_column
        )

    def touches(self, other: Range) -> bool:
        return (
            self.first_row <= other.last_row
            and other.first_row <= self.last_row
            and self.first_column <= other.last_column
            and other.first_column <= self.last_column
        )

    def __str__(self) -> str:
        first = f"{column_name(self.first_column)}{self.first_row}"
        return f"{first}:{column_name(self.last_column)}{self.last_row}"


@lru_cache(maxsize=20_000)
def column_name(column: int) -> str:
    name = ""
    while column:
        column, letter = divmod(column - 1, 26)
        name = chr(65 + letter) + name
    return name


@lru_cache(maxsize=20_000)
def column_number(name: str) -> int:
    number = 0
    for letter in name.upper():
        number = number * 26 + ord(letter) - 64
    return number


def cell_name(row: int, column: int) -> str:
    return f"{column_name(column)}{row}"


def parse_range(text: str, used: Range | None = None) -> Range:
    """Return the range that `text` means; whole rows and columns end where the sheet is used."""
    if match := _RANGE.fullmatch(text):
        first_column, first_row = column_number(match[1]), int(match[2])
        last_column = column_number(match[3]) if match[3] else first_column
        last_row = int(match[4]) if match[4] else first_row
    elif match := _COLUMNS.fullmatch(text):
        first_column, last_column = column_number(match[1]), column_number(match[2])
        first_row, last_row = (used.first_row, used.last_row) if used else (1, 1)
    elif match := _ROWS.fullmatch(text):
        first_row, last_row = int(match[1]), int(match[2])
        first_column, last_column = (used.first_column, used.last_column) if used else (1, 1)
    else:
        raise ValidationFailed('range is not a range of cells such as "A1:E50".')
    if first_row > last_row or first_column > last_column:
        raise ValidationFailed("range ends before it begins.")
    if last_row > MAX_ROW or last_column > MAX_COLUMN:
        raise ValidationFailed("range lies beyond the last cell of a sheet, XFD1048576.")
    return Range(first_row, last_row, first_column, last_column)


def whole_number(text: bytes | str | None) -> int | None:
    """Return the number that an attribute gives, or None where it gives none of sane size."""
    if text is None:
        return None
    text = text.strip()
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None


def find_range(text: str) -> Range | None:
    """Return the range that a document names, or None where it makes no sense."""
    try:
        return parse_range(text)
    except ValidationFailed:
        return None
