"""Columns that are text because of a few cells, while all the others are numbers.

Nothing is lost by keeping them as text, but nobody can add them up, and a person should know why.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

from sqlglot import exp

from keenbench.query.readings import MISSING

_NUMBER = re.compile(r"\s*[-+]?(?:0|[1-9][0-9]*)?(?:\.[0-9]+)?\s*")
_LEAST_CELLS = 10
_MOST_ODD = 0.05
"""The share of cells up to which they are lapses, and no way of writing of the column's own."""


def likely(cells: Sequence[str]) -> bool:
    """Return whether the first cells of a column are numbers but for very few."""
    told = [cell for cell in cells if cell.strip().casefold() not in MISSING]
    odd = sum(not _NUMBER.fullmatch(cell) for cell in told)
    return len(told) >= _LEAST_CELLS and odd <= len(told) * _MOST_ODD


def told_of(
    table: str, columns: Sequence[str], ask: Callable[[str, int], list[list[Any]]]
) -> list[str]:
    """Return a sentence for each of these columns that a few cells make text."""
    figures = ", ".join(_figures(_quoted(column)) for column in columns)
    row = ask(f"SELECT {figures} FROM {_quoted(table)}", 1)[0]
    found: list[str] = []
    for place, column in enumerate(columns):
        told, odd, first, last = row[4 * place : 4 * place + 4]
        if 0 < int(odd) <= int(told) * _MOST_ODD:
            cells = " and ".join(f"“{_short(cell)}”" for cell in dict.fromkeys((first, last)))
            such = f"is no number: {cells}" if int(odd) == 1 else f"are no numbers, such as {cells}"
            found.append(f"{column}: {odd} of {told} cells {such}; the column is text.")
    return found


def _figures(name: str) -> str:
    """Return how many cells hold something, how many of them no number, and two of those."""
    missing = ", ".join(exp.Literal.string(word).sql(dialect="duckdb") for word in MISSING)
    told = f"{name} IS NOT NULL AND lower(trim({name})) NOT IN ({missing})"
    odd = f"{told} AND TRY_CAST(trim({name}) AS DOUBLE) IS NULL"
    return (
        f"count(*) FILTER (WHERE {told}), count(*) FILTER (WHERE {odd}), "
        f"min({name}) FILTER (WHERE {odd}), max({name}) FILTER (WHERE {odd})"
    )


def _short(cell: object) -> str:
    text = str(cell).strip()
    return text if len(text) <= 40 else f"{text[:39]}…"


def _quoted(name: str) -> str:
    return exp.to_identifier(name, quoted=True).sql(dialect="duckdb")
