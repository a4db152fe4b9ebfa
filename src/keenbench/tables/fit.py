"""What Parquet and JSON lines cannot hold, and what is written in its place.

DuckDB 2.0 writes a HUGEINT, which every sum of integers is, to Parquet as a double, an interval
without its microseconds, and NaN into JSON as a word that is not JSON.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from keenbench.formats.shape import MapWarning
from keenbench.tables.describing import named

if TYPE_CHECKING:
    import duckdb

_HUGE = ("HUGEINT", "UHUGEINT")
_FLOATS = ("DOUBLE", "FLOAT")
_LAST_BIGINT = 2**63 - 1
_LAST_DECIMAL = 10**38 - 1
# Inside a list, struct or map too.
_CHANGED_BY_PARQUET = re.compile(r"\b(?:U?HUGEINT|BIGNUM|INTERVAL|TIME WITH TIME ZONE)\b")
_FLOATS_WITHIN = re.compile(r"\b(?:DOUBLE|FLOAT)\b")
# The words that DuckDB writes, wherever they stand: one found inside a text only means that its
# column is written as text in vain.
_ODD_WITHIN = r"(?i)\b(?:nan|inf)"


@dataclass(frozen=True)
class Fitted:
    """A column to be written: its name, the SQL of its value, and the engine's type of it."""

    name: str
    value: str
    kind: str


def fit(
    connection: duckdb.DuckDBPyConnection,
    source: str,
    columns: Sequence[Fitted],
    format_name: str,
    told: list[MapWarning],
) -> list[str]:
    """Return the SQL of each column as `format_name` holds it; `told` hears what was changed."""
    fitted = _parquet if format_name == "parquet" else _json_lines
    return fitted(connection, source, columns, told)


def _parquet(
    connection: duckdb.DuckDBPyConnection,
    source: str,
    columns: Sequence[Fitted],
    told: list[MapWarning],
) -> list[str]:
    huge = [column for column in columns if column.kind in _HUGE]
    extremes = _survey(
        connection, source, [f"{f}({column.value})" for column in huge for f in ("min", "max")]
    )
    kinds = {
        column.name: _holder(extremes[place * 2], extremes[place * 2 + 1])
        for place, column in enumerate(huge)
    }
    for column in columns:
        if column.kind not in _HUGE and _CHANGED_BY_PARQUET.search(column.kind):
            kinds[column.name] = "VARCHAR"
    texts = [column.name for column in columns if kinds.get(column.name) == "VARCHAR"]
    if texts:
        message = f"Parquet has no type that holds the values of {named(texts)}: written as text."
        told.append(MapWarning(code="written_as_text", message=message))
    return [
        f"CAST({column.value} AS {kinds[column.name]})" if column.name in kinds else column.value
        for column in columns
    ]


def _holder(low: int | None, high: int | None) -> str:
    """Return the type that holds integers between these, or none at all, exactly."""
    low, high = low or 0, high or 0
    if low >= -_LAST_BIGINT - 1 and high <= _LAST_BIGINT:
        return "BIGINT"
    return "DECIMAL(38,0)" if low >= -_LAST_DECIMAL and high <= _LAST_DECIMAL else "VARCHAR"


def _json_lines(
    connection: duckdb.DuckDBPyConnection,
    source: str,
    columns: Sequence[Fitted],
    told: list[MapWarning],
) -> list[str]:
    tests = {}
    for column in columns:
        if column.kind in _FLOATS:
            tests[column.name] = f"NOT isfinite({column.value})"
        elif _FLOATS_WITHIN.search(column.kind):
            text = f"CAST({column.value} AS VARCHAR)"
            tests[column.name] = f"regexp_matches({text}, '{_ODD_WITHIN}')"
    found = _survey(connection, source, [f"count(*) FILTER ({test})" for test in tests.values()])
    counts = dict(zip(tests, found, strict=True))
    cells = []
    emptied, texts = [], []
    for column in columns:
        if not counts.get(column.name):
            cells.append(column.value)
        elif column.kind in _FLOATS:
            cells.append(f"CASE WHEN isfinite({column.value}) THEN {column.value} END")
            emptied.append(column.name)
        else:
            cells.append(f"CAST({column.value} AS VARCHAR)")
            texts.append(column.name)
    if emptied:
        count = sum(counts[name] for name in emptied)
        message = f"{count} values in {named(emptied)} are NaN or infinite: null in JSON."
        told.append(MapWarning(code="not_finite", message=message))
    if texts:
        message = f"NaN or infinities stand in {named(texts)}, which JSON has not: written as text."
        told.append(MapWarning(code="written_as_text", message=message))
    return cells


def _survey(
    connection: duckdb.DuckDBPyConnection, source: str, aggregates: list[str]
) -> tuple[Any, ...]:
    if not aggregates:
        return ()
    row = connection.execute(f"SELECT {', '.join(aggregates)} FROM {source}").fetchone()
    assert row is not None
    return row
