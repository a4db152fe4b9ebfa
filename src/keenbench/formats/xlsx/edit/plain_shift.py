"""Rows and columns inserted or deleted, for plain formulas: see `plain_formulas`."""

from __future__ import annotations

import re

from keenbench.formats.xlsx.addresses import column_name, column_number
from keenbench.formats.xlsx.edit.shift import Shift
from keenbench.formats.xlsx.formulas import GONE
from keenbench.formats.xlsx.plain_formulas import AREA, is_there


def shifted_plain(formula: str, shift: Shift) -> str:
    """Return a plain formula of the sheet whose rows or columns are inserted or deleted."""
    rows = shift.axis == "rows"

    def change(match: re.Match[str]) -> str:
        fix_column, column, fix_row, row, *end = match.groups()
        one = not end[3]
        first = int(row) if rows else column_number(column)
        last = first if one else int(end[3]) if rows else column_number(end[1])
        if max(first, last) < shift.at or not is_there(match):
            return match[0]
        ends = shift.ends(first, last)
        if ends is None:
            return GONE
        if rows:
            start = f"{fix_column}{column}{fix_row}{ends[0]}"
            return start if one else f"{start}:{end[0]}{end[1]}{end[2]}{ends[1]}"
        start = f"{fix_column}{column_name(ends[0])}{fix_row}{row}"
        return start if one else f"{start}:{end[0]}{column_name(ends[1])}{end[2]}{end[3]}"

    return AREA.sub(change, formula)
