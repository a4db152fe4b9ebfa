"""Values as JSON text, written by DuckDB itself (CONTRACTS §3 "Values").

A row becomes one string inside the engine, so that a million rows are hashed without a Python
object per cell, and nothing is lost on the way through Python's types (months of an interval, the
years before 1, nanoseconds). The text is the one that Python's `json.dumps(…, separators=(",",
":"), ensure_ascii=False)` gives for the same values, so that anyone can recompute a hash over
them: DuckDB writes a DOUBLE as Python's `repr` does.

| DuckDB | column_type | JSON |
|---|---|---|
| integers of any width, BIGNUM | integer | number; a string past 2^53 |
| FLOAT, DOUBLE | float | number; null for NaN and infinities |
| DECIMAL | decimal | number; a string past 15 significant digits |
| BOOLEAN | boolean | true, false |
| DATE, TIMESTAMP*, TIME* | date, timestamp, time | ISO 8601; a time zone's time in UTC with Z |
| VARCHAR, ENUM, UUID, JSON, BIT, VARIANT, GEOMETRY, NULL | string | its text |
| INTERVAL | interval | DuckDB's text: `1 year 2 months 3 days 04:05:06` |
| BLOB | blob | lower-case hex |
| LIST, ARRAY, TUPLE | list | array |
| STRUCT | struct | object, keys sorted |
| MAP | map | array of {"key", "value"} in the map's order |
| UNION | union | object with one key, the tag |
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from typing import TypeAlias, cast

from _duckdb._sqltypes import DuckDBPyType

from keenbench.sandbox.runner.lockdown import string

Type: TypeAlias = DuckDBPyType

_SMALL_INTEGERS = frozenset(("tinyint", "smallint", "integer", "utinyint", "usmallint", "uinteger"))
_LARGE_INTEGERS = frozenset(("bigint", "ubigint", "hugeint", "uhugeint", "bignum"))
TIMESTAMPS = frozenset(
    ("timestamp", "timestamp_s", "timestamp_ms", "timestamp_ns", "timestamp with time zone")
)
# Those that come to Python as one: BIGNUM does not.
WHOLE_NUMBERS = (_SMALL_INTEGERS | _LARGE_INTEGERS) - {"bignum"}
_WORDS = {
    **dict.fromkeys(_SMALL_INTEGERS | _LARGE_INTEGERS, "integer"),
    **dict.fromkeys(TIMESTAMPS, "timestamp"),
    **dict.fromkeys(("time", "time_ns", "time with time zone"), "time"),
    **dict.fromkeys(("float", "double"), "float"),
    **dict.fromkeys(("list", "array", "tuple"), "list"),
    **{same: same for same in ("decimal", "boolean", "date", "interval", "blob")},
    **{same: same for same in ("struct", "map", "union")},
}
LAST_EXACT = 2**53
# Stands before a null that was a number or a date. In JSON text a control character stands for
# nothing else: those of the values are escaped.
_ODD = "\x01"
ODD_NULL = f"{_ODD}null"
_ESCAPE = re.compile(r"\\(?:u[0-9A-F]{4}|.)")


def word(kind: Type) -> str:
    """Return the contract's word for a column of this type."""
    return _WORDS.get(kind.id, "string")


def row_text(kinds: Sequence[Type], columns: Sequence[str]) -> str:
    """Return the SQL that writes a row of `columns` as a JSON array, to be read by `read_row`."""
    cells = [_or_null(encode(kind, column)) for kind, column in zip(kinds, columns, strict=True)]
    # One call: a chain of || takes DuckDB twice as long to plan.
    return f"concat('[', concat_ws(',', {', '.join(cells)}), ']')"


def row_size(kinds: Sequence[Type], columns: Sequence[str]) -> str:
    """Return the SQL of how many bytes the texts of a row take, without writing any of them."""
    sizes = [
        f"coalesce({'octet_length' if kind.id == 'blob' else 'strlen'}({column}), 0)"
        for kind, column in zip(kinds, columns, strict=True)
        if kind.id in ("varchar", "blob")
    ]
    return _sum(sizes) if sizes else "0"


def _sum(terms: Sequence[str]) -> str:
    """Return the SQL of a sum, halved and halved again: a chain of 1,000 is too deep for DuckDB."""
    if len(terms) == 1:
        return terms[0]
    middle = len(terms) // 2
    return f"({_sum(terms[:middle])} + {_sum(terms[middle:])})"


def read_row(text: str) -> tuple[str, bool]:
    """Return the row as JSON text, and whether a NaN or an infinity in it was written as null."""
    odd = _ODD in text
    if odd:
        text = text.replace(_ODD, "")
    if "\\u" in text:
        # DuckDB writes \u001F where Python writes \u001f.
        text = _ESCAPE.sub(lambda found: _lower(found.group()), text)
    return text, odd


def encode(kind: Type, value: str, depth: int = 0) -> str:
    """Return the SQL that writes the expression `value` as JSON; NULL where it is null."""
    text = f"CAST({value} AS VARCHAR)"
    known = kind.id
    if known in _SMALL_INTEGERS or known == "boolean":
        return text
    if known in _LARGE_INTEGERS:
        # BIGNUM compares with nothing else; every other width does so exactly.
        number = f"TRY_CAST({value} AS BIGINT)" if known == "bignum" else value
        lowest = 0 if known in ("ubigint", "uhugeint") else -LAST_EXACT
        return (
            f"CASE WHEN {number} BETWEEN {lowest} AND {LAST_EXACT} THEN {text} "
            f"ELSE {_quoted(text)} END"
        )
    if known in ("float", "double"):
        return _if_finite(value, text)
    if known == "decimal":
        return _decimal(kind, value, text)
    if known == "date":
        return _if_finite(value, _quoted(text))
    if known in TIMESTAMPS:
        return _timestamp(value, text, zone=known.endswith("zone"))
    if known == "blob":
        return _quoted(f"lower(hex({value}))")
    if known in ("list", "array"):
        return _array(value, lambda item: encode(_child(kind, "child"), item, depth + 1), depth)
    if known == "map":
        entries = f"map_entries({value})"
        return _array(entries, lambda item: _entry(kind, item, depth + 1), depth)
    if known == "struct":
        return _object(value, _fields(kind, value), depth)
    if known == "tuple":
        items = [
            _or_null(encode(child, f"struct_extract_at({value}, {position})", depth + 1))
            for position, (_, child) in enumerate(_children(kind), start=1)
        ]
        return _unless_null(value, "'[' || " + " || ',' || ".join(items) + " || ']'")
    if known == "union":
        return _union(kind, value, depth)
    return _string(text)


def _lower(escape: str) -> str:
    return escape.lower() if escape.startswith("\\u") else escape


def _decimal(kind: Type, value: str, text: str) -> str:
    precision = cast(int, dict(kind.children)["precision"])
    if precision <= 15:
        return f"CAST(CAST({value} AS DOUBLE) AS VARCHAR)"
    # By way of the text: DuckDB's own cast of a wide decimal to DOUBLE may be off by one digit.
    digits = f"length(trim(replace(ltrim({text}, '-'), '.', ''), '0'))"
    return (
        f"CASE WHEN {digits} <= 15 THEN CAST(CAST({text} AS DOUBLE) AS VARCHAR) "
        f"ELSE {_quoted(text)} END"
    )


def _timestamp(value: str, text: str, *, zone: bool) -> str:
    # The engine's time zone is UTC, so that the text ends in +00.
    shown = f"left({text}, length({text}) - 3) || 'Z'" if zone else text
    iso = _quoted(f"replace({shown}, ' ', 'T')")
    # Years before 1 are written with (BC), which no ISO form has room for.
    written = f"CASE WHEN contains({text}, '(BC)') THEN {_quoted(text)} ELSE {iso} END"
    return _if_finite(value, written)


def _if_finite(value: str, text: str) -> str:
    return f"CASE WHEN isfinite({value}) THEN {text} WHEN {value} IS NOT NULL THEN '{ODD_NULL}' END"


def _array(value: str, write: Callable[[str], str], depth: int) -> str:
    item = f"e{depth}"
    items = f"list_transform({value}, lambda {item}: {_or_null(write(item))})"
    return f"'[' || array_to_string({items}, ',') || ']'"


def _entry(kind: Type, item: str, depth: int) -> str:
    parts = [(part, f"{item}.{part}", child) for part, child in _children(kind)]
    return _object(item, parts, depth)


def _object(value: str, parts: Sequence[tuple[str, str, Type]], depth: int) -> str:
    # Sorted, as canonical JSON has them.
    members = [
        string(json.dumps(key, ensure_ascii=False) + ":")
        + " || "
        + _or_null(encode(child, part, depth + 1))
        for key, part, child in sorted(parts, key=lambda part: part[0])
    ]
    return _unless_null(value, "'{' || " + " || ',' || ".join(members) + " || '}'")


def _union(kind: Type, value: str, depth: int) -> str:
    cases = " ".join(
        f"WHEN {string(tag)} THEN "
        + _object(value, [(tag, f"union_extract({value}, {string(tag)})", child)], depth)
        for tag, child in _tags(kind)
    )
    return f"CASE CAST(union_tag({value}) AS VARCHAR) {cases} END"


def _fields(kind: Type, value: str) -> list[tuple[str, str, Type]]:
    return [
        (key, f"struct_extract({value}, {string(key)})", child) for key, child in _children(kind)
    ]


def _tags(kind: Type) -> list[tuple[str, Type]]:
    # The first child is the tag itself, without a name.
    return _children(kind)[1:]


def _children(kind: Type) -> list[tuple[str, Type]]:
    return cast("list[tuple[str, Type]]", kind.children)


def _child(kind: Type, name: str) -> Type:
    return dict(_children(kind))[name]


def _string(text: str) -> str:
    return f"CAST(to_json({text}) AS VARCHAR)"


def _quoted(text: str) -> str:
    return f"'\"' || {text} || '\"'"


def _or_null(text: str) -> str:
    return f"coalesce({text}, 'null')"


def _unless_null(value: str, text: str) -> str:
    return f"CASE WHEN {value} IS NOT NULL THEN {text} END"
