"""A table, or a query's rows, as a file: streamed, typed, and harmless to open.

csv    without a query the source text, cell by cell; with one, values. Text that a spreadsheet
       would run as a formula (it begins with = @ tab CR, or with + or - and is no number) gets an
       apostrophe in front, which is counted in a warning; `raw: true` leaves it as it is.
xlsx   typed cells; text is always a text cell, whatever it begins with.
parquet, jsonl   typed, by the engine itself.

The same rows give the same bytes in every format.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from keenbench.formats.call import Call
from keenbench.formats.shape import MapWarning
from keenbench.tables.database import THREADS
from keenbench.tables.load import source_text
from keenbench.tables.methods import TableExportParams, TableExportResult
from keenbench.tables.names import quoted, string
from keenbench.tables.table import choose, description_of, open_table

if TYPE_CHECKING:
    import duckdb

# ASCII codes of = @ tab CR and + -.
_RUNS = "61, 64, 9, 13"
_SIGNS = "43, 45"
_NUMERIC = r"[-+][\d\s.,()/:%€$£¥eE+-]*"
_PROGRESS_SECONDS = 0.5


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
    description = description_of(call)
    chosen = choose(description, None)
    raw = params.format == "csv" if params.raw is None else params.raw
    columns, names, kinds = [], [], []
    for one in chosen:
        column = one.column
        value = f"t{one.index}"
        if raw:
            value = source_text(one.index, column.type)
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
        format=params.format,
        sheet=params.sheet,
        split_sheets=params.split_sheets,
        texts=tuple(one.column.kind == "string" for one in chosen),
        guarded=params.raw is not True,
    )
    warnings = [w for w in description.warnings if w.code in ("rejected_rows", "more_tables")]
    # csv and jsonl keep the order of the rows whatever the number of threads.
    threads = THREADS if params.format in ("csv", "jsonl") else 1
    with open_table(call, threads=threads) as connection:
        return write_rows(connection, call, wanted, params.target_path, warnings)


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
        sheet=(wanted.sheet or "Sheet1") if wanted.format == "xlsx" else None,
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
    cells = []
    suspects = _suspects(connection, wanted, source, places) if wanted.format == "csv" else []
    for place, name in zip(places, names, strict=True):
        value = _guarded(place) if wanted.guarded and place in suspects else place
        cells.append(f"{value} AS {quoted(name)}")
    # The header is text of ours: a source may name two columns alike, or one not at all.
    header = ",".join(_header(name, wanted.guarded) for name in wanted.names) + "\n"
    options = {
        "csv": "FORMAT csv, DELIMITER ',', QUOTE '\"', ESCAPE '\"', HEADER false, "
        # With a suffix the last row has no line end of its own.
        f"PREFIX {string(header)}, SUFFIX '\n'",
        "parquet": "FORMAT parquet, COMPRESSION zstd",
        "jsonl": "FORMAT json",
    }[wanted.format]
    rows = f"SELECT {', '.join(cells)} FROM {source}"
    with _watched(connection, call):
        written = connection.execute(
            f"COPY ({rows}) TO {string(str(call.result_path))} ({options})"
        )
        found = written.fetchone()
    assert found is not None
    if wanted.format == "csv":
        if not found[0]:
            call.result_path.write_text(header, encoding="utf-8")
        _warn_guarded(connection, wanted, source, suspects, told)
    return int(found[0])


def _header(name: str, guarded: bool) -> str:
    if guarded and name[:1] in ("=", "@", "\t", "\r", "+", "-"):
        name = "'" + name
    if any(c in name for c in ',"\r\n'):
        return '"' + name.replace('"', '""') + '"'
    return name


def _is_formula(text: str) -> str:
    return (
        f"(ascii({text}) IN ({_RUNS}) OR (ascii({text}) IN ({_SIGNS}) "
        f"AND NOT regexp_full_match({text}, '{_NUMERIC}')))"
    )


def _guarded(text: str) -> str:
    return f"CASE WHEN {_is_formula(text)} THEN '''' || {text} ELSE {text} END"


def _suspects(
    connection: duckdb.DuckDBPyConnection, wanted: Wanted, source: str, places: list[str]
) -> list[str]:
    """Return the columns of text in which a cell begins as a formula could: mostly none.

    The others are then written as they are, which takes a third off an export.
    """
    texts = [place for place, is_text in zip(places, wanted.texts, strict=True) if is_text]
    if not texts:
        return []
    first = ", ".join(f"count(*) FILTER (ascii({text}) IN ({_RUNS}, {_SIGNS}))" for text in texts)
    row = connection.execute(f"SELECT {first} FROM {source}").fetchone()
    assert row is not None
    return [text for text, count in zip(texts, row, strict=True) if count]


def _warn_guarded(
    connection: duckdb.DuckDBPyConnection,
    wanted: Wanted,
    source: str,
    texts: list[str],
    told: list[MapWarning],
) -> None:
    if not texts:
        return
    counted = " + ".join(f"count(*) FILTER ({_is_formula(text)})" for text in texts)
    row = connection.execute(f"SELECT {counted} FROM {source}").fetchone()
    assert row is not None
    if not row[0]:
        return
    if wanted.guarded:
        message = f"{row[0]} cells that a spreadsheet would run as formulas begin with ' now."
    else:
        message = f"{row[0]} cells could be run as formulas by a spreadsheet that opens the file."
    told.append(MapWarning(code="formula_text", message=message))


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
