"""The short way for formulas such as E2*F2 or SUM($A$1:B9): no sheet, name, text or table in them.

Most formulas of large sheets are so, and moving them this way takes a fifth of the time. What comes
out is what the long way gives; whatever is not plain goes that way.
"""

from __future__ import annotations

import re

from keenbench.formats.xlsx.addresses import MAX_COLUMN, MAX_ROW, column_name, column_number
from keenbench.formats.xlsx.formulas import GONE

_PLAIN = re.compile(r"[A-Z0-9$:+\-*/^&=<>(),.% ]*")
# Whole rows and columns (A:B, 1:3), and spaces around a colon.
_ODD_COLON = re.compile(r"(?<![0-9]):|:(?!\$?[A-Z]{1,3}\$?[0-9])")
_ENDS = r"(?![\w.($])"
_CELL = r"(\$?)([A-Z]{1,3})(\$?)([1-9][0-9]{0,6})"
AREA = re.compile(rf"(?<![\w.$]){_CELL}{_ENDS}(?::{_CELL}{_ENDS})?")


def is_plain(formula: str) -> bool:
    if _PLAIN.fullmatch(formula) is None:
        return False
    return ":" not in formula or _ODD_COLON.search(formula) is None


def translated_plain(formula: str, rows: int, columns: int) -> str:
    """Return a plain formula as it reads `rows` further down and `columns` further right."""

    def change(match: re.Match[str]) -> str:
        if not is_there(match):
            return match[0]
        corners = match.groups()
        first = _moved(rows, columns, *corners[:4])
        last = _moved(rows, columns, *corners[4:]) if match[8] else ""
        if first is None or last is None:
            return GONE
        return f"{first}:{last}" if last else first

    return AREA.sub(change, formula)


def is_there(match: re.Match[str]) -> bool:
    """Tell whether a sheet has such cells: ZZZ1 is a name."""
    return all(
        not row or (int(row) <= MAX_ROW and column_number(column) <= MAX_COLUMN)
        for column, row in (match.group(2, 4), match.group(6, 8))
    )


def _moved(
    rows: int, columns: int, fix_column: str, column: str, fix_row: str, row: str
) -> str | None:
    if not fix_row:
        line = int(row) + rows
        if not 1 <= line <= MAX_ROW:
            return None
        row = str(line)
    if columns and not fix_column:
        line = column_number(column) + columns
        if not 1 <= line <= MAX_COLUMN:
            return None
        column = column_name(line)
    return f"{fix_column}{column}{fix_row}{row}"
