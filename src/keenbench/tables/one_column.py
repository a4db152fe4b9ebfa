"""Whether a file is one column: what looks like a delimiter is then part of its values.

Times hold colons, prices decimal commas, remarks all of it. A name above that is not cut itself,
and values that are whole only uncut, tell such a file from a table.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from keenbench.tables.cells import is_address, is_moment, is_typed
from keenbench.tables.dialect import Dialect
from keenbench.tables.layout import typed_columns, usual_width

# What delimits tables and seldom stands in values; all else must show more.
_USUAL = frozenset(",;\t|")
_LOOKED_AT_FIRST = 3
_COLON_OF_VALUE = re.compile(r"\d:\d\d|://")
_HEX_GROUPS = re.compile(r"[0-9A-Fa-f]{0,4}(?::[0-9A-Fa-f]{0,4})+")


def cuts_records(rows: Sequence[Sequence[str]], lines: Sequence[str], dialect: Dialect) -> bool:
    """Whether the delimiter of `dialect` cuts records into cells.

    `rows` are the records it gives, none of them blank, and `lines` their texts.
    """
    delimiter = dialect.delimiter
    width = usual_width([len(row) for row in rows])
    if width < 2:
        return False
    named = len(rows[0]) == 1 and len(rows) > 1
    cut = [line for row, line in zip(rows, lines, strict=True) if len(row) > 1]
    typed = any(typed_columns([row for row in rows[1:] if len(row) == width], width))
    if named and _are_values(cut, delimiter):
        return False
    if delimiter in _USUAL:
        prose = delimiter == "," and all(line.count(",") == line.count(", ") for line in cut)
        return typed or not named or not prose
    if all(map(is_moment, cut)):
        return False
    if delimiter == ":" and sum(map(_has_colon_of_value, cut)) * 2 > len(cut):
        return False
    regular = sum(1 for row in rows if len(row) == width) / len(rows)
    if named and (width < 3 or not typed or regular < 0.9):
        return False
    return regular >= 0.5 and (typed or delimiter != " ")


def _are_values(lines: Sequence[str], delimiter: str) -> bool:
    """Whether lines that a delimiter would cut are each one value as they are."""
    whole = [
        is_typed(line)
        or is_address(line)
        or (delimiter == ":" and _HEX_GROUPS.fullmatch(line.strip()) is not None)
        for line in lines
    ]
    return all(whole[:_LOOKED_AT_FIRST]) and sum(whole) >= 0.9 * len(whole)


def _has_colon_of_value(line: str) -> bool:
    return len(_COLON_OF_VALUE.findall(line)) * 2 >= line.count(":")
