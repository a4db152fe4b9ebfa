"""Rows by position, as values or as the text that the file holds."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from keenbench.errors import RunnerResourceExceeded, ValidationFailed
from keenbench.formats.call import Call
from keenbench.formats.shape import MapWarning, window_info
from keenbench.tables.load import source_text
from keenbench.tables.long_cells import naming_long_cells
from keenbench.tables.methods import CHUNK_ROWS, DEFAULT_ROWS, TableRows, TableRowsParams
from keenbench.tables.table import Chosen, choose, description_of, open_quickly, rejected
from keenbench.tables.values import row_text

if TYPE_CHECKING:
    import duckdb

# What one answer may hold; a window of very long cells is asked for in smaller ones.
MAX_BYTES = 32 * 1000 * 1000
_COLUMNS_AT_ONCE = 100


def table_rows(call: Call, params: TableRowsParams) -> TableRows:
    description = description_of(call)
    start, count = _window(params)
    chosen = choose(description, params.columns)
    last = min(start + count - 1, description.row_count)
    rows: list[list[Any]] = []
    warnings = list(description.warnings)
    if last >= start:
        rows = _read(call, chosen, start, last, params.raw)
    if not params.raw and _holds_special(chosen, rows):
        warnings.append(
            MapWarning(code="not_finite", message="NaN and infinities are given as null.")
        )
    return TableRows(
        columns=[one.column.name for one in chosen],
        column_types=["string" if params.raw else one.column.kind for one in chosen],
        rows=rows,
        row_start=start,
        row_count=len(rows),
        total_rows=description.row_count,
        has_more=last < description.row_count and start <= description.row_count,
        chunk_info=window_info(
            unit="rows",
            # Past the end nothing is covered: an empty stretch behind the last row.
            first=min(start, description.row_count + 1),
            last=last,
            total=description.row_count,
            size=CHUNK_ROWS,
        ),
        warnings=warnings,
        rejected_rows=rejected(description),
    )


def _window(params: TableRowsParams) -> tuple[int, int]:
    """Return the first row and how many: chunk 0 where nothing was asked for."""
    asked = params.row_start is not None or params.row_count is not None
    if params.chunk is not None:
        if asked:
            raise ValidationFailed("Give chunk, or row_start and row_count, not both.")
        return params.chunk * CHUNK_ROWS + 1, CHUNK_ROWS
    if not asked:
        return 1, CHUNK_ROWS
    return params.row_start or 1, params.row_count or DEFAULT_ROWS


def _read(call: Call, chosen: list[Chosen], start: int, last: int, raw: bool) -> list[list[Any]]:
    rows: list[list[Any]] = [[] for _ in range(start, last + 1)]
    size = 0
    with (
        naming_long_cells(call, chosen, "read as rows", start, last),
        open_quickly(call) as connection,
    ):
        # A statement over thousands of columns takes the engine half a minute to plan.
        for place in range(0, len(chosen), _COLUMNS_AT_ONCE):
            part = chosen[place : place + _COLUMNS_AT_ONCE]
            lines = _lines(connection, part, start, last, raw, MAX_BYTES - size)
            size += sum(map(len, lines))
            for row, line in zip(rows, lines, strict=True):
                row += json.loads(line)
    return rows


def _lines(
    connection: duckdb.DuckDBPyConnection,
    chosen: list[Chosen],
    start: int,
    last: int,
    raw: bool,
    left: int,
) -> list[str]:
    if raw:
        cells = ", ".join(
            f"to_json(coalesce({source_text(one.index, one.column.type)}, ''))" for one in chosen
        )
        written = f"'[' || array_to_string([{cells}]::VARCHAR[], ',') || ']'"
    else:
        written = row_text([(one.column.type, f"t{one.index}") for one in chosen])
    found = connection.execute(
        f"SELECT sum(strlen(line)), "
        f"CASE WHEN sum(strlen(line)) <= {left} THEN list(line ORDER BY n) END FROM "
        f"(SELECT rowid AS n, {written} AS line FROM loaded "
        f"WHERE rowid BETWEEN {start - 1} AND {last - 1})"
    ).fetchone()
    assert found is not None
    if found[1] is None:
        raise RunnerResourceExceeded(
            f"The rows asked for take more than {MAX_BYTES / 1e6:.0f} MB; ask for fewer rows or "
            "columns.",
            detail={"limit": "bytes"},
        )
    return list(found[1])


def _holds_special(chosen: list[Chosen], rows: list[list[Any]]) -> bool:
    """Whether a null here could be a NaN: a float column that has no null cells."""
    for place, one in enumerate(chosen):
        if one.column.special and any(row[place] is None for row in rows):
            return True
    return False
