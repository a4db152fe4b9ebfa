"""A table, or a query's rows, as a file: streamed, typed, and harmless to open.

csv    without a query the source text, cell by cell; with one, values. Text that a spreadsheet
       would run as a formula is guarded (`formula_guard`); `raw: true` leaves it as it is.
xlsx   typed cells; text is always a text cell, whatever it begins with.
parquet, jsonl   typed, by the engine itself; `fit` settles first what they cannot hold.

The same rows give the same bytes in every format.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from keenbench.formats.call import Call
from keenbench.formats.shape import MapWarning
from keenbench.tables.database import THREADS
from keenbench.tables.fit import Fitted, fit
from keenbench.tables.formula_guard import FormulaGuard
from keenbench.tables.load import source_text
from keenbench.tables.long_cells import naming_long_cells
from keenbench.tables.methods import TableExportParams, TableExportResult
from keenbench.tables.names import quoted, string
from keenbench.tables.table import choose, description_of, open_table

if TYPE_CHECKING:
    import duckdb

_PROGRESS_SECONDS = 0.5
# What the engine writes in a header as it is.
_PLAIN_NAME = re.compile(r"[A-Za-z0-9_]+(?: [A-Za-z0-9_]+)*")


@dataclass(frozen=True)
class Wanted:
    """What to write: a SELECT, what its columns are, and into what."""

    select: str
    names: list[str]
    # The contract's word for each column's type, and the engine's own.
    kinds: list[tuple[str, str]]
    format: str
    sheet: str | None = None
    split_sheets: bool = False
    # Which columns hold text that a spreadsheet could run: what is typed as a number or a date
    # is none, also in its source text.
    texts: tuple[bool, ...] = ()
    guarded: bool = True


def table_export(call: Call, params: TableExportParams) -> TableExportResult:
    """Write the whole table."""
    raw = params.format == "csv" if params.raw is None else params.raw
    wanted, warnings = whole_table(call, raw=raw, as_text=params.format != "csv")
    wanted = replace(
        wanted,
        format=params.format,
        sheet=params.sheet,
        split_sheets=params.split_sheets,
        guarded=params.raw is not True,
    )
    # csv and jsonl keep the order of the rows whatever the number of threads.
    threads = THREADS if params.format in ("csv", "jsonl") else 1
    with (
        naming_long_cells(call, choose(description_of(call), None), f"exported to {params.format}"),
        open_table(call, threads=threads, width=len(wanted.names)) as connection,
    ):
        return write_rows(connection, call, wanted, params.target_path, warnings)


def whole_table(call: Call, *, raw: bool, as_text: bool = True) -> tuple[Wanted, list[MapWarning]]:
    """Return the table that a call is about as rows to write, and what is to be said of it.

    Without `as_text` a raw value may come typed where its text, written by the engine, is the
    source's: a csv of a million rows then takes half the time.
    """
    description = description_of(call)
    chosen = choose(description, None)
    columns, names, kinds = [], [], []
    for one in chosen:
        column = one.column
        value = f"t{one.index}"
        if raw:
            if column.raw:
                value = source_text(one.index, column.type)
            elif as_text or not column.type.is_plain:
                value = column.type.render(value)
            name = column.source_name if description.has_header else column.name
            kinds.append(("string", "VARCHAR"))
        else:
            name = column.name
            kinds.append((column.kind, column.sql))
        columns.append(value)
        names.append(name)
    placed = ", ".join(f"{value} AS c{index}" for index, value in enumerate(columns))
    wanted = Wanted(
        select=f"SELECT {placed} FROM loaded",
        names=names,
        kinds=kinds,
        format="xlsx",
        texts=tuple(one.column.kind == "string" for one in chosen),
    )
    codes = ["rejected_rows", "more_tables", "damaged_utf8"]
    if not raw:
        codes += ["null_words", "dots_ambiguous", "dots_thousands"]
    return wanted, [warning for warning in description.warnings if warning.code in codes]


def write_rows(
    connection: Any,
    call: Call,
    wanted: Wanted,
    target_path: str,
    warnings: list[MapWarning],
) -> TableExportResult:
    """Write the rows of `wanted` to the call's result and say what was written."""
    told = list(warnings)
    if wanted.format == "xlsx":
        from keenbench.tables.workbook import write_workbook

        count = write_workbook(connection, call, wanted, told)
    else:
        count = _copy(connection, call, wanted, told)
    return TableExportResult(
        target_path=target_path,
        format=wanted.format,
        sheet=("Sheet1" if wanted.sheet is None else wanted.sheet)
        if wanted.format == "xlsx"
        else None,
        row_count=count,
        column_count=len(wanted.names),
        warnings=told,
    )


def _copy(
    connection: duckdb.DuckDBPyConnection, call: Call, wanted: Wanted, told: list[MapWarning]
) -> int:
    places = [f"c{index}" for index in range(len(wanted.names))]
    source = f"({wanted.select}\n) AS q({', '.join(places)})"
    names = unique(wanted.names)
    header, headed = "", "HEADER"
    if wanted.format == "csv":
        guard = FormulaGuard(connection, source, wanted.guarded)
        texts = [place for place, text in zip(places, wanted.texts, strict=True) if text]
        cells = guard.cells(places, texts)
        header = ",".join(map(_quoted_where_needed, guard.names(wanted.names))) + "\n"
        told += guard.warnings
        if names != wanted.names or not all(map(_PLAIN_NAME.fullmatch, names)):
            # The header is text of ours: a source may name two columns alike, or one not at all.
            # With a suffix the last row has no line end of its own.
            headed = f"HEADER false, PREFIX {string(header)}, SUFFIX '\n'"
    else:
        columns = [
            Fitted(name, place, kind)
            for name, place, (_, kind) in zip(names, places, wanted.kinds, strict=True)
        ]
        cells = fit(connection, source, columns, wanted.format, told)
    options = {
        "csv": f"FORMAT csv, DELIMITER ',', QUOTE '\"', ESCAPE '\"', {headed}",
        "parquet": "FORMAT parquet, COMPRESSION zstd",
        "jsonl": "FORMAT json",
    }[wanted.format]
    placed = [f"{cell} AS {quoted(name)}" for cell, name in zip(cells, names, strict=True)]
    rows = f"SELECT {', '.join(placed)} FROM {source}"
    with _watched(connection, call):
        written = connection.execute(
            f"COPY ({rows}) TO {string(str(call.result_path))} ({options})"
        )
        found = written.fetchone()
    assert found is not None
    if wanted.format == "csv" and not found[0]:
        call.result_path.write_text(header, encoding="utf-8")
    return int(found[0])


def _quoted_where_needed(name: str) -> str:
    if any(c in name for c in ',"\r\n'):
        return '"' + name.replace('"', '""') + '"'
    return name


def unique(names: list[str]) -> list[str]:
    """Return `names` with a number at those that stood before."""
    taken: set[str] = set()
    found = []
    for index, name in enumerate(names):
        name = name.strip() or f"column_{index + 1}"
        candidate, number = name, 1
        while candidate.casefold() in taken:
            number += 1
            candidate = f"{name}_{number}"
        taken.add(candidate.casefold())
        found.append(candidate)
    return found


@contextmanager
def _watched(connection: duckdb.DuckDBPyConnection, call: Call) -> Iterator[None]:
    """Report how far the engine has come with its one statement."""
    done = threading.Event()

    def watch() -> None:
        while not done.wait(_PROGRESS_SECONDS):
            percent = connection.query_progress()
            if percent >= 0:
                call.progress(int(percent), 100, "writing")

    watcher = threading.Thread(target=watch, daemon=True)
    call.progress(0, 100, "writing")
    watcher.start()
    try:
        yield
    finally:
        done.set()
        watcher.join()
    call.progress(100, 100, "writing")
