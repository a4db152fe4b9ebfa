"""Which columns of text are numbers, dates or lists to a person: looked at once for each version.

The first rows say how a column may be read; one query over all of it says whether every cell does.
Both run in a runner, like any query.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from sqlglot import exp

from keenbench.analyst import almost_numbers
from keenbench.analyst.relations import Warn, unheard
from keenbench.analyst.worker_calls import PASSING
from keenbench.errors import KeenBenchError
from keenbench.query.cell_lists import mark_of
from keenbench.query.dataset_schema import ColumnSchema, Reading, TableSchema, edge
from keenbench.query.readings import MISSING, WIDEST_SCALE, Candidate, candidates, typed

log = logging.getLogger(__name__)

Ask = Callable[[str, int], list[list[Any]]]
"""Runs SQL over the table and returns that many of its rows."""

Told = dict[str, Any]
"""What a column of text turned out to be: how it is read, and from where to where it goes."""

_LOOKED_AT = 60
_LOOKED_AT_FOR_LISTS = 400
_MOST_COLUMNS = 60


def work_out(table: TableSchema, ask: Ask, warn: Warn = unheard) -> TableSchema:
    """Return the table with the readings of its columns of text; warn of what almost has one."""
    texts = [column for column in table.columns if column.type == "string"][:_MOST_COLUMNS]
    if not texts or not table.row_count:
        return table
    try:
        found = _readings(table, texts, ask, warn)
    except PASSING:
        raise
    except KeenBenchError as error:
        # Text stays text; that takes nothing away.
        log.warning("text could not be looked at", extra={"reason": error.error_code})
        return table
    columns = [
        replace(column, **found[column.name]) if column.name in found else column
        for column in table.columns
    ]
    return replace(table, columns=tuple(columns))


def _readings(
    table: TableSchema, texts: list[ColumnSchema], ask: Ask, warn: Warn
) -> dict[str, Told]:
    names = [_quoted(column.name) for column in texts]
    first = ask(f"SELECT {', '.join(names)} FROM {_quoted(table.name)}", _LOOKED_AT_FOR_LISTS)
    lists: dict[str, Told] = {}
    asked: list[tuple[ColumnSchema, Candidate]] = []
    almost: list[str] = []
    for place, column in enumerate(texts):
        cells = [str(row[place]) for row in first if row[place] is not None]
        mark = mark_of(cells)
        if mark:
            lists[column.name] = {"parted_by": mark}
            continue
        ways = candidates(cells[:_LOOKED_AT])
        asked += [(column, candidate) for candidate in ways]
        if not ways and almost_numbers.likely(cells):
            almost.append(column.name)
    if almost:
        for message in almost_numbers.told_of(table.name, almost, ask):
            warn(message)
    if not asked:
        return lists
    tests = [_figures(column, candidate) for column, candidate in asked]
    row = ask(f"SELECT {', '.join(tests)} FROM {_quoted(table.name)}", 1)[0]
    fits: dict[str, list[Told]] = {}
    for place, (column, candidate) in enumerate(asked):
        unread, digits, *edges = row[4 * place : 4 * place + 4]
        lost, scale = int(unread), int(digits or 0)
        reading = candidate.reading
        if lost or scale > WIDEST_SCALE:
            continue
        if reading.kind == "number":
            reading = Reading("number", f"{reading.form[0]}{scale}")
        kind = "decimal" if reading.kind == "number" else "date"
        least, greatest = (edge(kind, text) for text in edges)
        told: Told = {"reads": reading, "least": least, "greatest": greatest}
        fits.setdefault(column.name, []).append(told)
    # Where the day may be the month as well, nobody can tell which was meant.
    return lists | {name: found[0] for name, found in fits.items() if len(found) == 1}


def _figures(column: ColumnSchema, candidate: Candidate) -> str:
    """Return how many cells cannot be read so, how many decimals they have at most, their edges."""
    name, reading = _quoted(column.name), candidate.reading
    missing = ", ".join(_literal(word) for word in MISSING)
    value = typed(exp.column(exp.to_identifier(column.name, quoted=True)), reading)
    sql = value.sql(dialect="duckdb")
    edges = f"CAST(min({sql}) AS VARCHAR), CAST(max({sql}) AS VARCHAR)"
    told = f"{name} IS NOT NULL AND lower(trim({name})) NOT IN ({missing})"
    if reading.kind == "date":
        fits = f"try_strptime(trim({name}), {_literal(reading.form)}) IS NOT NULL"
        return f"count(*) FILTER (WHERE {told} AND NOT {fits}), 0, {edges}"
    fits = f"regexp_full_match({name}, {_literal(candidate.pattern)})"
    after = f"regexp_extract({name}, {_literal(f'[{reading.form[0]}]([0-9]+)')}, 1)"
    return f"count(*) FILTER (WHERE {told} AND NOT {fits}), max(length({after})), {edges}"


def _quoted(name: str) -> str:
    return exp.to_identifier(name, quoted=True).sql(dialect="duckdb")


def _literal(text: str) -> str:
    return exp.Literal.string(text).sql(dialect="duckdb")
