"""Columns in figures."""

from __future__ import annotations

import json
from typing import Any

import duckdb

from keenbench.formats.call import Call
from keenbench.formats.shape import MapWarning
from keenbench.tables.methods import TableStats, TableStatsParams
from keenbench.tables.table import Chosen, choose, description_of, open_table, rejected
from keenbench.tables.typing import ColumnType
from keenbench.tables.values import json_text

MOST_COMMON = 5
_LONGEST_VALUE = 1000
_DOUBLE = ColumnType("float", "DOUBLE")


def table_stats(call: Call, params: TableStatsParams) -> TableStats:
    description = description_of(call)
    chosen = choose(description, params.columns)
    warnings = list(description.warnings)
    columns = []
    # One thread: sums of doubles come out the same each time.
    with open_table(call) as connection:
        for done, one in enumerate(chosen):
            call.progress(done, len(chosen), "counting")
            columns.append(_stats(connection, one, description.row_count))
    special = [one.column.name for one in chosen if one.column.special]
    if special:
        warnings.append(
            MapWarning(
                code="not_finite",
                message=f"NaN and infinities in {', '.join(special[:8])} are left out.",
            )
        )
    return TableStats(
        row_count=description.row_count,
        columns=columns,
        warnings=warnings,
        rejected_rows=rejected(description),
    )


def _stats(connection: duckdb.DuckDBPyConnection, one: Chosen, rows: int) -> dict[str, Any]:
    column = one.column
    value = f"t{one.index}"
    stats: dict[str, Any] = {
        "name": column.name,
        "type": column.kind,
        "non_null_count": column.non_null_count,
        "distinct_estimate": column.distinct_estimate,
    }
    if column.kind in ("integer", "decimal", "float"):
        stats |= _number(connection, value, column.type)
    elif column.kind == "boolean":
        row = _one(connection, f"count(*) FILTER ({value}), count(*) FILTER (NOT {value})")
        stats |= {"true_count": row[0], "false_count": row[1]}
    elif column.kind == "string":
        row = _one(connection, f"min(length({value})), max(length({value}))")
        stats |= {"min_length": row[0], "max_length": row[1]}
        stats["most_common"] = _most_common(connection, value)
    else:
        low = json_text(column.type, f"min({value})")
        high = json_text(column.type, f"max({value})")
        stats |= dict(
            zip(("min", "max"), map(_json, _one(connection, f"{low}, {high}")), strict=True)
        )
    return stats


def _number(connection: duckdb.DuckDBPyConnection, value: str, kind: ColumnType) -> dict[str, Any]:
    keep = f"FILTER (isfinite({value}))" if kind.kind == "float" else ""
    parts = {
        "min": json_text(kind, f"(min({value}) {keep})"),
        "max": json_text(kind, f"(max({value}) {keep})"),
        "mean": json_text(_DOUBLE, f"(avg({value}) {keep})"),
        "sum": json_text(kind, f"(sum({value}) {keep})"),
        "stddev": json_text(_DOUBLE, f"(stddev_samp(CAST({value} AS DOUBLE)) {keep})"),
    }
    try:
        row = _one(connection, ", ".join(parts.values()))
    except (duckdb.OutOfRangeException, duckdb.ConversionException):
        # A sum or a spread past what its type holds: as doubles, each alone.
        row = tuple(_alone(connection, name, value, kind, keep) for name in parts)
    return dict(zip(parts, map(_json, row), strict=True))


def _alone(
    connection: duckdb.DuckDBPyConnection, name: str, value: str, kind: ColumnType, keep: str
) -> str | None:
    if name in ("min", "max"):
        return str(_one(connection, json_text(kind, f"({name}({value}) {keep})"))[0])
    function = {"mean": "avg", "sum": "sum", "stddev": "stddev_samp"}[name]
    double = f"({function}(CAST({value} AS DOUBLE)) {keep})"
    try:
        found = _one(connection, json_text(_DOUBLE, double))[0]
    except duckdb.OutOfRangeException:
        return None
    return None if found is None else str(found)


def _most_common(connection: duckdb.DuckDBPyConnection, value: str) -> list[dict[str, Any]]:
    found = connection.execute(
        f"SELECT left({value}, {_LONGEST_VALUE}) AS v, n FROM "
        f"(SELECT {value}, count(*) AS n FROM loaded WHERE {value} IS NOT NULL GROUP BY {value} "
        f"ORDER BY n DESC, {value} LIMIT {MOST_COMMON}) ORDER BY n DESC, {value}"
    ).fetchall()
    return [{"value": text, "count": count} for text, count in found]


def _one(connection: duckdb.DuckDBPyConnection, columns: str) -> tuple[Any, ...]:
    row = connection.execute(f"SELECT {columns} FROM loaded").fetchone()
    assert row is not None
    return row


def _json(text: str | None) -> Any:
    return None if text is None else json.loads(text)
