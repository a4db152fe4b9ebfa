"""What a freshly loaded table is described by: its columns, and what its reader should know."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import PurePath
from typing import Any

import duckdb

from keenbench.formats.shape import MapWarning
from keenbench.tables.description import Column, TablePlace
from keenbench.tables.dialect import Dialect
from keenbench.tables.layout import Layout
from keenbench.tables.load import Loaded
from keenbench.tables.null_words import told as words_told
from keenbench.tables.several import MOST_TABLES
from keenbench.tables.tolerant import LISTED_REJECTS, Tally

# Up to here distinct values are counted; beyond they are estimated.
_COUNTED_ROWS = 20_000
_NAMED_COLUMNS = 8
_LONGEST_NAME = 60
_DELIMITERS = (",", ";", "\t", "|")
_COUNTED_AT_ONCE = 40
# Up to here the rows of a wide table are counted without the engine.
_FEW_ROWS = 500
_NOT_FINITE = ("nan", "inf", "-inf")
_NUMBERS = ("integer", "decimal", "float")
_ORDERED = (*_NUMBERS, "date", "timestamp")
_ENDLESS = ("float", "date", "timestamp")
"""Types that hold infinities."""
_FACTS = 5
"""What is counted of a column."""

_NOTES = {
    "dates_day_first": "Dates in {} are read as day first (31/12/2024), the only reading that fits "
    "every row.",
    "dates_month_first": "Dates in {} are read as month first (12/31/2024), the only reading that "
    "fits every row.",
    "dates_ambiguous": "Dates in {} are kept as text: day first and month first both fit.",
    "dates_mixed": "Dates in {} are kept as text: some fit only with the day first, others only "
    "with the month first.",
    "dots_thousands": "Numbers in {} such as 1.234 are read as thousands (1234): other columns "
    "have decimal commas.",
    "dots_ambiguous": "Numbers in {} such as 1.234 are read as decimals (1.234); nothing in the "
    "file tells whether the point marks thousands (1234). raw gives them as the file has them.",
    "commas_decimal": "Numbers in {} such as 1,234 are read as decimals (1.234): other columns "
    "have decimal commas.",
    "commas_thousands": "Numbers in {} such as 1,234 are read as thousands (1234).",
    "commas_ambiguous": "Numbers in {} such as 1,234 are kept as text: nothing in the file tells "
    "whether the comma marks thousands or decimals.",
    "too_many_digits": "Numbers in {} are kept as text: exactly, they need more than 38 digits.",
    "float_range": "Numbers in {} are kept as text: some are too large or too small for a float.",
    "floats_rounded": "Some numbers in {} have more digits than a float keeps, so their values are "
    "rounded; raw gives them as the file has them.",
}


def format_of(name: str) -> str:
    suffix = PurePath(name).suffix.lower().lstrip(".")
    return suffix if suffix in ("csv", "tsv", "psv") else "text"


def caution(format_name: str) -> MapWarning:
    return MapWarning(
        code="format_inferred",
        message=f"That this is a table was inferred from its content ({format_name}); types are "
        "best effort, so check what matters before relying on it.",
    )


def columns(
    connection: duckdb.DuckDBPyConnection,
    loaded: Loaded,
    names: Sequence[str],
    header: Sequence[str],
) -> tuple[int, list[Column]]:
    """Return the number of rows, and each column with its counts."""
    counted = connection.execute("SELECT count(*) FROM loaded").fetchone()
    assert counted is not None
    rows = int(counted[0])
    found: list[Column] = []
    few = rows <= _FEW_ROWS and len(names) > _COUNTED_AT_ONCE
    at_once = len(names) if few else _COUNTED_AT_ONCE
    for start in range(0, len(names), at_once):
        part = range(start, min(start + at_once, len(names)))
        parts = []
        for index in part:
            distinct = (
                "count(DISTINCT {})" if rows <= _COUNTED_ROWS else "approx_count_distinct({})"
            )
            kind = loaded.types[index].kind
            special, edges = "0", ["NULL", "NULL"]
            finite = (
                f" FILTER (isfinite(t{index}))" if kind in ("float", "date", "timestamp") else ""
            )
            if kind == "float":
                special = f"count(*) FILTER (NOT isfinite(t{index}))"
            if kind in _ORDERED:
                edges = [f"CAST({edge}(t{index}){finite} AS VARCHAR)" for edge in ("min", "max")]
            parts += [f"count(t{index})", distinct.format(f"t{index}"), special, *edges]
        if few:
            values = _counted_here(connection, loaded, part)
        else:
            row = connection.execute(f"SELECT {', '.join(parts)} FROM loaded").fetchone()
            assert row is not None
            values = row
        for place, index in enumerate(part):
            facts = values[place * _FACTS :][:_FACTS]
            non_null, distinct_estimate, special_count, least, greatest = facts
            type_ = loaded.types[index]
            found.append(
                Column(
                    name=names[index],
                    source_name=header[index] if index < len(header) else "",
                    kind=type_.kind,
                    sql=type_.sql,
                    form=type_.form,
                    raw=index in loaded.kept,
                    special=bool(special_count),
                    non_null_count=int(non_null),
                    # An estimate may come out above what there can be.
                    distinct_estimate=min(int(distinct_estimate), int(non_null)),
                    least=least,
                    greatest=greatest,
                )
            )
    return rows, found


def _counted_here(
    connection: duckdb.DuckDBPyConnection, loaded: Loaded, part: range
) -> tuple[Any, ...]:
    """Return what the engine would count of some columns of few rows, which it is slow to plan."""
    cells = [f"CAST(t{index} AS VARCHAR)" for index in part]
    fetched = connection.execute(f"SELECT {', '.join(cells)} FROM loaded").fetchall()
    columns = list(zip(*fetched, strict=True)) or [()] * len(cells)
    counts: list[Any] = []
    for place, index in enumerate(part):
        kind = loaded.types[index].kind
        held = [text for text in columns[place] if text is not None]
        odd = [text for text in held if text in _NOT_FINITE] if kind == "float" else []
        counts += [len(held), len(set(held)), len(odd), *_edges(kind, held)]
    return tuple(counts)


def _edges(kind: str, cells: Sequence[str]) -> tuple[str | None, str | None]:
    told = [text for text in cells if text not in (*_NOT_FINITE, "infinity", "-infinity")]
    if kind not in _ORDERED or not told:
        return None, None
    if kind in _NUMBERS:
        return min(told, key=float), max(told, key=float)
    return min(told), max(told)


def warnings(
    layout: Layout,
    loaded: Loaded,
    tally: Tally,
    names: Sequence[str],
    dialect: Dialect,
    row_count: int,
) -> list[MapWarning]:
    """Return what a reader of the table should know."""
    found: list[MapWarning] = []

    def warn(code: str, message: str) -> None:
        found.append(MapWarning(code=code, message=message))

    if layout.preamble_lines > 0:
        warn(
            "preamble",
            f"{layout.preamble_lines} lines above the table were left out "
            f"({'its header' if layout.has_header else 'it'} begins at line "
            f"{layout.first_line + layout.preamble_lines}); reading the file as text shows them.",
        )
    if not layout.has_header and not row_count:
        warn("empty", "The file holds no table: it has neither a header nor rows.")
    elif not layout.has_header:
        warn("no_header", "The file has no header; columns are named column_1, column_2, ….")
    if len(layout.header_rows) > 1:
        warn("header_rows", f"{len(layout.header_rows)} header rows were joined.")
    renamed = [
        name
        for index, name in enumerate(names)
        if index < len(layout.header) and layout.header[index].strip() not in ("", name)
    ]
    if renamed:
        warn("columns_renamed", f"Columns were renamed to be unique and plain: {named(renamed)}.")
    if tally.short:
        warn(
            "short_rows",
            f"{tally.short} rows have fewer than {layout.width} cells; the missing ones are null.",
        )
    if tally.rejected:
        warn("rejected_rows", _rejected_told(tally, layout.width))
    if tally.stray_quotes:
        warn("stray_quotes", f"{tally.stray_quotes} rows hold unpaired quotes, read as text.")
    for note, message in _NOTES.items():
        of = [names[index] for index, said in sorted(loaded.notes.items()) if said == note]
        if of:
            warn(note, message.format(named(of)))
    if loaded.null_words:
        missing = [words_told(names[at], words) for at, words in sorted(loaded.null_words.items())]
        warn("null_words", f"Read as null; raw gives the text: {named(missing, 200)}.")
    if not layout.has_header and not row_count:
        return found  # of nothing no delimiter is uncertain
    if dialect.is_one_column and any(
        mark in row[0] for row in layout.sample for mark in _DELIMITERS
    ):
        warn("one_column", "Read as one column; give delimiter if its texts are several cells.")
    elif not dialect.is_one_column and dialect.delimiter not in _DELIMITERS:
        warn("delimiter_uncertain", "The delimiter is unusual; give delimiter to overrule it.")
    return found


def _rejected_told(tally: Tally, width: int) -> str:
    one = tally.rejected == 1
    told = (
        f"{tally.rejected} {'row was' if one else 'rows were'} rejected because "
        f"{'it has' if one else 'they have'} more than {width} cells, and {'is' if one else 'are'} "
        "not part of the table. "
    )
    if tally.rejected > LISTED_REJECTS:
        told += f"rejected_rows shows the first {LISTED_REJECTS}, the start of each; "
    else:
        told += "rejected_rows shows the start of each; "
    return told + "rejected: true (--rejected) gives every one whole, as a table."


def several_tables(table: int, places: Sequence[TablePlace]) -> MapWarning:
    """Return what to say of a file of which this is one table among these."""
    others = [
        f"{place.table} (lines {place.line_start}-{place.line_end})"
        for place in places
        if place.table != table
    ]
    count = f"{len(places)} or more" if len(places) >= MOST_TABLES else str(len(places))
    one = len(others) == 1
    return MapWarning(
        code="more_tables",
        message=f"The file holds {count} tables; this is table {table} alone. The "
        f"{'other is table' if one else 'others are tables'} {named(others)}; "
        "source_table (--source-table) reads another.",
    )


def named(names: Sequence[str], longest: int = _LONGEST_NAME) -> str:
    shown = ", ".join(name[:longest] for name in names[:_NAMED_COLUMNS])
    return (
        f"{shown} and {len(names) - _NAMED_COLUMNS} more" if len(names) > _NAMED_COLUMNS else shown
    )
