"""Cells as JSON, written by the engine itself (CONTRACTS §3 "Values").

An integer past 2^53 and a decimal of more than 15 significant digits are strings: a reader whose
numbers are doubles would change them. Dates and times are ISO 8601.
"""

from __future__ import annotations

from keenbench.tables.typing import ColumnType

_LAST_EXACT = 2**53


def json_text(column: ColumnType, value: str) -> str:
    """Return SQL that writes `value` of this type as JSON text; NULL for null."""
    text = f"CAST({value} AS VARCHAR)"
    if column.kind == "integer":
        within = f"{value} BETWEEN -{_LAST_EXACT} AND {_LAST_EXACT}"
        return f"CASE WHEN {within} THEN {text} ELSE '\"' || {text} || '\"' END"
    if column.kind == "decimal":
        # By way of the text: a wide decimal's own cast to DOUBLE may be off by one digit.
        digits = f"length(trim(replace(ltrim({text}, '-'), '.', ''), '0'))"
        number = f"CAST(CAST({text} AS DOUBLE) AS VARCHAR)"
        return f"CASE WHEN {digits} <= 15 THEN {number} ELSE '\"' || {text} || '\"' END"
    if column.kind == "float":
        return f"CASE WHEN isfinite({value}) THEN {text} END"
    if column.kind == "boolean":
        return text
    if column.kind in ("date", "time"):
        return f"'\"' || {text} || '\"'"
    if column.kind == "timestamp":
        shown = text
        if column.sql.endswith("ZONE"):
            shown = f"left({text}, length({text}) - 3) || 'Z'"
        return f"'\"' || replace({shown}, ' ', 'T') || '\"'"
    return f"CAST(to_json({text}) AS VARCHAR)"


def row_text(columns: list[tuple[ColumnType, str]]) -> str:
    """Return SQL that writes a row as a JSON array."""
    cells = [f"coalesce({json_text(column, value)}, 'null')" for column, value in columns]
    # One call: a chain of || is as deep as the row is wide, and the engine's parser gives up on it.
    return f"concat('[', concat_ws(',', {', '.join(cells)}), ']')"
