"""Which type a column's cells have, from their texts alone.

A sample gives the first guess; `load.settle` proves it over all rows and asks again for a column
whose cells do not bear it out.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING, Any

from keenbench.tables.null_words import is_null_word, without_null_words
from keenbench.tables.typing import (
    INTEGER,
    SPECIAL,
    STRING,
    ZONE,
    ColumnType,
    lost_in_float,
    scale_of,
)

if TYPE_CHECKING:
    import duckdb

_MAX_DIGITS = 38
_SMALL_DIGITS = 18  # a DECIMAL of up to 18 digits is stored in 64 bits
_FEW_TEXTS = 200
_FLOAT = ColumnType("float", "DOUBLE")

_SHAPES = {
    "integer": INTEGER,
    "zeros": r"[-+]?0\d+(?:\.\d*)?",
    "plus": r"\+[\d.]+",
    "decimal": r"-?(?:(?:0|[1-9]\d*)\.\d*|\.\d+)",
    "exponent": r"[-+]?(?:\d+\.?\d*|\.\d+)[eE][-+]?\d+",
    "special": f"(?i){SPECIAL}",
    "paren": r"\(\d[\d.,]*\)",
    "comma_any": r"\(?-?(?:\d{1,3}(?:\.\d{3})+|\d+)(?:,\d+)?\)?",
    "comma_sure": r"\(?-?(?:\d+,(?:\d{1,2}|\d{4,})|\d{1,3}(?:\.\d{3})+,\d+|0,\d+)\)?",
    "dots_sure": r"\(?-?\d{1,3}(?:\.\d{3}){2,}\)?",
    "thousands_any": r"\(?-?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?\)?",
    "thousands_sure": r"\(?-?(?:\d{1,3}(?:,\d{3})+\.\d+|\d{1,3}(?:,\d{3}){2,})\)?",
    "thousands": r"\(?-?\d{1,3}(?:,\d{3})+(?:\.\d+)?\)?",
    "small": r"\(?-?\d{1,3}\)?",
    "boolean": r"(?i)true|false",
    "iso_date": r"\d{4}-\d{2}-\d{2}",
    "ymd_slash": r"\d{4}/\d{1,2}/\d{1,2}",
    "day_slash": r"\d{1,2}/\d{1,2}/\d{4}",
    "day_dash": r"\d{1,2}-\d{1,2}-\d{4}",
    "day_dot": r"\d{1,2}\.\d{1,2}\.\d{4}",
    "timestamp": r"\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,6})?)?",
    "with_t": r"\d{4}-\d{2}-\d{2}T.*",
    "with_seconds": r".*\d:\d{2}:\d{2}.*",
    "zoned": r"\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,6})?)?" + ZONE,
    "time": r"\d{1,2}:\d{2}(?::\d{2}(?:\.\d{1,6})?)?",
}


@dataclass(frozen=True)
class Inferred:
    column: ColumnType
    # Said to the reader: which reading was taken, or why none was (`describing`).
    note: str | None = None


# What only all cells can prove: asked again over them, and in the end of other columns.
COMMAS_AMBIGUOUS = "commas_ambiguous"
COMMAS_THOUSANDS = "commas_thousands"
UNPROVED = ("dates_ambiguous", COMMAS_AMBIGUOUS, COMMAS_THOUSANDS)

_PATTERNS = {name: re.compile(shape, re.ASCII) for name, shape in _SHAPES.items()}


def infer_plainly(texts: Sequence[str]) -> Inferred | None:
    """Return the type of texts that are plainly words or plain numbers; None where they are not.

    The same answer as `infer` gives, without the engine, which takes some 6 ms a column.
    """
    cells = _written(texts)
    integer, decimal = _PATTERNS["integer"].fullmatch, _PATTERNS["decimal"].fullmatch
    points = 0
    for cell in cells:
        if integer(cell):
            continue
        if decimal(cell):
            points += 1
        elif any(pattern.fullmatch(cell) for pattern in _PATTERNS.values()):
            return None
        else:
            return Inferred(STRING)
    if not cells:
        return None
    wholes, parts = zip(*(cell.lstrip("-").partition(".")[::2] for cell in cells), strict=True)
    whole, part = max(map(len, wholes)), max(map(len, parts))
    most = max(len(w) + len(p) for w, p in zip(wholes, parts, strict=True))
    form = "trimmed" if points and min(map(len, parts)) < part else "plain"
    return _exact_type(form, points > 0, whole, part, most)


def infer(connection: duckdb.DuckDBPyConnection, source: str, params: list[Any]) -> Inferred | None:
    """Return the type of the texts that the query `source` gives as `x`; None where all are empty
    or say that a value is missing.

    `source` is run up to three times.
    """
    source = f"SELECT x FROM ({source}) WHERE NOT {is_null_word('trim(x)')}"
    counts = ", ".join(
        f"count(*) FILTER (regexp_full_match(s, '{shape}'))" for shape in _SHAPES.values()
    )
    row = connection.execute(
        f"SELECT count(*), {counts} FROM (SELECT trim(x) AS s FROM ({source})) WHERE s <> ''",
        params,
    ).fetchone()
    assert row is not None
    n = dict(zip(_SHAPES, row[1:], strict=True))
    return _by_shapes(connection, source, params, int(row[0]), n)


def infer_sample(connection: duckdb.DuckDBPyConnection, texts: Sequence[str]) -> Inferred | None:
    """Return the type of these texts; None where `infer` would."""
    texts = _written(texts)
    plain = _truths(texts) or _moments(texts)
    if plain is not None:
        return plain
    source, params = "SELECT unnest(?::VARCHAR[]) AS x", [list(texts)]
    if len(texts) > _FEW_TEXTS:
        return infer(connection, source, params)
    # Counted here: the engine takes 5 ms a column to plan it, and wide tables have thousands.
    n = {name: sum(map(bool, map(p.fullmatch, texts))) for name, p in _PATTERNS.items()}
    return _by_shapes(connection, source, params, len(texts), n)


def _written(texts: Sequence[str]) -> list[str]:
    """Return the texts that tell a type, without outer spaces."""
    return without_null_words(text for text in (text.strip(" ") for text in texts) if text)


def _truths(texts: Sequence[str]) -> Inferred | None:
    if not texts or not all(map(_PATTERNS["boolean"].fullmatch, texts)):
        return None
    return Inferred(_boolean_type(min(texts)))


def _moments(texts: Sequence[str]) -> Inferred | None:
    """Return the type of texts that are ISO days, or ISO days with a time, to Python too.

    The same answer as `infer` gives, which takes some 25 ms for a sample; where Python cannot read
    one (24:00, the year 0), the engine decides.
    """
    days = sum(map(bool, map(_PATTERNS["iso_date"].fullmatch, texts)))
    times = sum(map(bool, map(_PATTERNS["timestamp"].fullmatch, texts)))
    if not texts or days + times != len(texts) or not all(map(_is_moment, texts)):
        return None
    if not times:
        return Inferred(ColumnType("date", "DATE", "iso"))
    with_t = sum(map(bool, map(_PATTERNS["with_t"].fullmatch, texts)))
    with_seconds = any(map(_PATTERNS["with_seconds"].fullmatch, texts))
    return Inferred(_timestamp_type(times, with_t, with_seconds))


def _is_moment(text: str) -> bool:
    try:
        datetime.fromisoformat(text)
    except ValueError:
        return False
    return True


def _by_shapes(
    connection: duckdb.DuckDBPyConnection,
    source: str,
    params: list[Any],
    total: int,
    n: dict[str, int],
) -> Inferred | None:
    """Return the type of `total` texts of which so many have each shape."""
    if not total:
        return None
    if n["boolean"] == total:
        return _boolean(connection, source, params)
    if n["iso_date"] == total:
        return _checked(connection, source, params, ColumnType("date", "DATE", "iso"))
    if n["ymd_slash"] == total:
        return _checked(connection, source, params, ColumnType("date", "DATE", "ymd/"))
    for shape, mark in (("day_slash", "/"), ("day_dash", "-"), ("day_dot", ".")):
        if n[shape] == total:
            return _day_first_or_month(connection, source, params, mark)
    if n["timestamp"] and n["timestamp"] + n["iso_date"] == total:
        column = _timestamp_type(n["timestamp"], n["with_t"], n["with_seconds"] > 0)
        return _checked(connection, source, params, column)
    if n["zoned"] == total:
        column = ColumnType("timestamp", "TIMESTAMP WITH TIME ZONE", "zone")
        return _checked(connection, source, params, column)
    if n["time"] == total:
        form = "seconds" if n["with_seconds"] else "minutes"
        return _checked(connection, source, params, ColumnType("time", "TIME", form))
    if n["zeros"] or n["plus"]:
        return Inferred(STRING)
    return _number(connection, source, params, total, n)


def _timestamp_type(times: int, with_t: int, with_seconds: bool) -> ColumnType:
    form = "T" if with_t * 2 > times else "space"
    return ColumnType("timestamp", "TIMESTAMP", form if with_seconds else form + "_minutes")


def widen(
    connection: duckdb.DuckDBPyConnection, column: ColumnType, value: str, raw: str, table: str
) -> Inferred | None:
    """Return a wider type of number for a column, from its few kept texts alone, or None.

    A cell without a kept text is a plain number of the old type, so that only the kept ones and
    the largest value need a look.
    """
    if column.form not in ("plain", "trimmed") or column.kind not in ("integer", "decimal"):
        return None
    names = ("integer", "zeros", "plus", "decimal", "exponent", "special")
    counts = ", ".join(f"count(*) FILTER (regexp_full_match(s, '{_SHAPES[n]}'))" for n in names)
    row = connection.execute(
        f"SELECT count(*), {counts}, max(length(split_part(ltrim(s, '-'), '.', 1))), "
        f"max(length(split_part(s, '.', 2))), max(length(translate(s, '-.', ''))), "
        f"count(*) FILTER ({lost_in_float('try_cast(s AS DOUBLE)', 's')}) FROM "
        f"(SELECT trim({raw}) AS s FROM {table} WHERE {raw} IS NOT NULL) "
        f"WHERE s <> '' AND NOT {is_null_word('s')}"
    ).fetchone()
    assert row is not None
    total = int(row[0])
    n = dict(zip(names, row[1:7], strict=True))
    if not total:
        return None
    if n["zeros"] or n["plus"]:
        return Inferred(STRING)
    plain = n["integer"] + n["decimal"]
    if plain + n["exponent"] + n["special"] != total:
        return None
    if n["exponent"] or n["special"]:
        return Inferred(STRING, "float_range") if row[10] else Inferred(_FLOAT)
    largest = connection.execute(
        f"SELECT max(length(CAST(abs(CAST(trunc({value}) AS HUGEINT)) AS VARCHAR))) FROM "
        f"(SELECT min({value}) AS {value} FROM {table} UNION ALL SELECT max({value}) FROM {table})"
    ).fetchone()
    assert largest is not None
    # What did not fit is NULL or rounded, and counted by its text; the rest by its value.
    whole = max(int(row[7]), int(largest[0] or 0))
    part = max(int(row[8]), scale_of(column) if column.kind == "decimal" else 0)
    has_point = n["decimal"] > 0 or column.kind == "decimal"
    form = "trimmed" if has_point else "plain"
    return _exact_type(form, has_point, whole, part, int(row[9]))


def _number(
    connection: duckdb.DuckDBPyConnection,
    source: str,
    params: list[Any],
    total: int,
    n: dict[str, int],
) -> Inferred:
    plain = n["integer"] + n["decimal"]
    if plain == total:
        return _exact(connection, source, params, "plain", n["decimal"] > 0)
    if plain + n["exponent"] + n["special"] == total and plain + n["exponent"]:
        return _float(connection, source, params)
    if n["comma_any"] == total and n["comma_sure"]:
        return _exact(connection, source, params, "comma", True)
    if n["comma_any"] == total and n["dots_sure"]:
        return _exact(connection, source, params, "comma", None)
    if n["thousands_any"] == total and (n["thousands"] or n["paren"]):
        # `1,234` alone could be a decimal comma: believed where another cell settles it, or another
        # column (`separators`).
        if n["thousands_sure"] or n["decimal"] or not n["thousands"]:
            return _exact(connection, source, params, "thousands", None)
        if n["small"] and n["thousands"] > 1 and n["small"] + n["thousands"] == total:
            likely = _exact(connection, source, params, "thousands", None)
            return replace(likely, note=likely.note or COMMAS_THOUSANDS)
        if n["comma_any"] == total:
            return Inferred(STRING, COMMAS_AMBIGUOUS)
    return Inferred(STRING)


def _exact(
    connection: duckdb.DuckDBPyConnection,
    source: str,
    params: list[Any],
    form: str,
    has_point: bool | None,
) -> Inferred:
    plain = {
        "plain": "s",
        "comma": "replace(replace(s, '.', ''), ',', '.')",
        "thousands": "replace(s, ',', '')",
    }[form]
    row = connection.execute(
        f"SELECT max(length(split_part(p, '.', 1))), max(length(split_part(p, '.', 2))), "
        f"min(length(split_part(p, '.', 2))), max(length(replace(p, '.', ''))) FROM "
        f"(SELECT ltrim(regexp_replace({plain}, '[()]', '', 'g'), '-') AS p "
        f"FROM (SELECT trim(x) AS s FROM ({source})) WHERE s <> '')",
        params,
    ).fetchone()
    assert row is not None
    whole, part = int(row[0]), int(row[1])
    if form == "plain" and has_point and int(row[2]) < part:
        form = "trimmed"
    has_point = part > 0 if has_point is None else has_point
    return _exact_type(form, has_point, whole, part, int(row[3]))


def _exact_type(form: str, has_point: bool, whole: int, part: int, most: int) -> Inferred:
    """Return the type of numbers with so many digits before and after the point.

    `most` is how many digits the longest of them has.
    """
    if not has_point:
        if whole > _MAX_DIGITS:
            return Inferred(STRING, "too_many_digits")
        sql = "BIGINT" if whole <= _SMALL_DIGITS else "HUGEINT"
        return Inferred(ColumnType("integer", sql, form))
    if whole + part > _MAX_DIGITS:
        if most > _MAX_DIGITS and form in ("plain", "trimmed"):
            return Inferred(_FLOAT)
        return Inferred(STRING, "too_many_digits")
    precision = _SMALL_DIGITS if whole + part <= _SMALL_DIGITS else _MAX_DIGITS
    return Inferred(ColumnType("decimal", f"DECIMAL({precision},{part})", form))


def _float(connection: duckdb.DuckDBPyConnection, source: str, params: list[Any]) -> Inferred:
    row = connection.execute(
        f"SELECT count(*) FROM (SELECT trim(x) AS s, try_cast(x AS DOUBLE) AS v FROM ({source})) "
        f"WHERE s <> '' AND {lost_in_float('v', 's')}",
        params,
    ).fetchone()
    assert row is not None
    return Inferred(STRING, "float_range") if row[0] else Inferred(_FLOAT)


def _boolean(connection: duckdb.DuckDBPyConnection, source: str, params: list[Any]) -> Inferred:
    row = connection.execute(f"SELECT min(trim(x)) FROM ({source}) WHERE trim(x) <> ''", params)
    return Inferred(_boolean_type(str(row.fetchone()[0])))  # type: ignore[index]


def _boolean_type(first: str) -> ColumnType:
    form = "lower" if first.islower() else "upper" if first.isupper() else "title"
    return ColumnType("boolean", "BOOLEAN", form)


def _unread(
    connection: duckdb.DuckDBPyConnection, source: str, params: list[Any], column: ColumnType
) -> int:
    row = connection.execute(
        f"SELECT count(*) FROM ({source}) "
        f"WHERE trim(x) <> '' AND {column.parse('trim(x)')} IS NULL",
        params,
    ).fetchone()
    assert row is not None
    return int(row[0])


def _checked(
    connection: duckdb.DuckDBPyConnection, source: str, params: list[Any], column: ColumnType
) -> Inferred:
    unread = _unread(connection, source, params, column)
    return Inferred(STRING if unread else column)


def _day_first_or_month(
    connection: duckdb.DuckDBPyConnection, source: str, params: list[Any], mark: str
) -> Inferred:
    day = ColumnType("date", "DATE", f"dmy{mark}")
    month = replace(day, form=f"mdy{mark}")
    day_fails = _unread(connection, source, params, day)
    if mark == ".":  # nobody writes the month first with dots
        return Inferred(STRING if day_fails else day)
    month_fails = _unread(connection, source, params, month)
    if day_fails and month_fails:
        read = f"coalesce({day.parse('trim(x)')}, {month.parse('trim(x)')})"
        row = connection.execute(
            f"SELECT bool_and({read} IS NOT NULL) FROM ({source}) WHERE trim(x) <> ''", params
        ).fetchone()
        assert row is not None
        return Inferred(STRING, "dates_mixed" if row[0] else None)
    if not day_fails and not month_fails:
        return Inferred(STRING, "dates_ambiguous")
    return Inferred(month, "dates_month_first") if day_fails else Inferred(day, "dates_day_first")
