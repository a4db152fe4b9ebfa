"""What came out of a run, in plain sentences; nothing that the result does not hold."""

from __future__ import annotations

from typing import Any

from keenbench.models.offline.frame import Understanding

_NAMED = 5


def answer(meant: Understanding, told: dict[str, Any]) -> str:
    """Return how the question was understood and what the run gave, or what failed."""
    if told.get("status") != "success":
        error = told.get("error") or {}
        return (
            f"{meant.sentence} The query could not be answered: {error.get('message', 'it failed')}"
        )
    columns = [str(name) for name in told.get("columns", [])]
    rows = told.get("rows", [])
    total = int(told.get("total_row_count", len(rows)))
    return f"{meant.sentence} {_outcome(meant, columns, rows, total)}"


def _outcome(meant: Understanding, columns: list[str], rows: list[Any], total: int) -> str:
    if meant.count_groups:
        return f"The answer is {_cell(rows[0][0]) if rows else 0}."
    if not rows or not total:
        return "No rows match."
    if meant.exists and len(rows) == 1 and len(rows[0]) == 1:
        count = rows[0][0]
        return f"Yes: {_cell(count)}." if count else "No: 0."
    if not meant.keys and meant.figures and len(rows) == 1:
        if all(cell is None for cell in rows[0]):
            return "There is no value to work it out from."
        if len(columns) == 1:
            unit = " %" if meant.figures[0].share == "of_rows" else ""
            return f"The answer is {_cell(rows[0][0])}{unit}."
        return f"{_row(columns, rows[0])}."
    if len(rows) == 1 and total == 1:
        return f"{_row(columns, rows[0])}."
    first = f"The first: {_row(columns, rows[0])}"
    return f"There are {total:,} rows. {first}."


def _row(columns: list[str], row: list[Any]) -> str:
    pairs = list(zip(columns, row, strict=False))[:_NAMED]
    return "; ".join(f"{name} {_cell(cell)}" for name, cell in pairs)


def _cell(cell: Any) -> str:
    if cell is None:
        return "(empty)"
    if isinstance(cell, bool):
        return "yes" if cell else "no"
    if isinstance(cell, int):
        return f"{cell:,}" if abs(cell) >= 10_000 else str(cell)
    if isinstance(cell, float):
        return f"{cell:,.2f}" if abs(cell) >= 100 else f"{cell:.4g}"
    text = str(cell)
    return text if len(text) <= 80 else text[:79] + "…"
