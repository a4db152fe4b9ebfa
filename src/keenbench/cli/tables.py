"""`keenbench describe | stats | rows | query | export FILE`: tables of the user's, without a
workbench, loaded in the same box and queried in the same runner."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from keenbench.cli.output import print_json, reports_errors
from keenbench.cli.reading import FileArgument, JsonOption, open_reader
from keenbench.errors import ValidationFailed

_FORMATS = ("csv", "xlsx", "parquet", "jsonl")
_WIDEST = 60

EncodingOption = Annotated[
    str | None, typer.Option(help="The file's encoding, where the guess is wrong.")
]
DelimiterOption = Annotated[
    str | None, typer.Option(help="The file's delimiter, where the guess is wrong.")
]
ColumnOption = Annotated[
    list[str] | None, typer.Option("--column", help="A column; may be given several times.")
]
SourceSheetOption = Annotated[
    str | None, typer.Option(help="For a workbook: the sheet to take as a table.")
]
SourceRangeOption = Annotated[
    str | None, typer.Option(help="For a workbook: the cells to take, such as B3:F200.")
]
SourceTableOption = Annotated[
    int | None, typer.Option(help="For a text file that holds several tables: which, from 1.")
]
RejectedOption = Annotated[
    bool, typer.Option("--rejected", help="Take the rows that the table could not hold instead.")
]


@reports_errors
def describe(
    file: FileArgument,
    column: ColumnOption = None,
    encoding: EncodingOption = None,
    delimiter: DelimiterOption = None,
    source_sheet: SourceSheetOption = None,
    source_range: SourceRangeOption = None,
    source_table: SourceTableOption = None,
    rejected: RejectedOption = False,
    as_json: JsonOption = False,
) -> None:
    """Show the columns of a table: types, nulls, how many different values."""
    with open_reader(file) as reader:
        result = reader.call(
            "TabularDescribe",
            encoding=encoding,
            delimiter=delimiter,
            source_sheet=source_sheet,
            source_range=source_range,
            source_table=source_table,
            rejected=rejected or None,
        )
    if column:
        result["columns"] = _only(result["columns"], column)
    if as_json:
        print_json(result)
        return
    heads = ("name", "inferred_type", "nullable", "non_null_count", "distinct_estimate")
    _print_table(heads, [[one[head] for head in heads] for one in result["columns"]])
    _print_notes(f"{result['row_count']} rows, {result['column_count']} columns", result)


@reports_errors
def stats(
    file: FileArgument,
    column: ColumnOption = None,
    encoding: EncodingOption = None,
    delimiter: DelimiterOption = None,
    source_sheet: SourceSheetOption = None,
    source_range: SourceRangeOption = None,
    source_table: SourceTableOption = None,
    rejected: RejectedOption = False,
    as_json: JsonOption = False,
) -> None:
    """Show figures of the columns: extremes, sums, the most common values."""
    with open_reader(file) as reader:
        result = reader.call(
            "TabularGetStats",
            columns=column or None,
            encoding=encoding,
            delimiter=delimiter,
            source_sheet=source_sheet,
            source_range=source_range,
            source_table=source_table,
            rejected=rejected or None,
        )
    if as_json:
        print_json(result)
        return
    named = ("name", "type", "non_null_count", "distinct_estimate")
    rows = []
    for one in result["columns"]:
        figures = [f"{key} {_shown(value)}" for key, value in one.items() if key not in named]
        rows.append([*(one[head] for head in named), "; ".join(figures)])
    _print_table((*named, "figures"), rows)
    _print_notes(f"{result['row_count']} rows", result)


@reports_errors
def rows(
    file: FileArgument,
    start: Annotated[int, typer.Option(help="The first row, from 1.")] = 1,
    count: Annotated[int, typer.Option(help="How many rows.")] = 50,
    column: ColumnOption = None,
    raw: Annotated[bool, typer.Option("--raw", help="Show the source text of the cells.")] = False,
    encoding: EncodingOption = None,
    delimiter: DelimiterOption = None,
    source_sheet: SourceSheetOption = None,
    source_range: SourceRangeOption = None,
    source_table: SourceTableOption = None,
    rejected: RejectedOption = False,
    as_json: JsonOption = False,
) -> None:
    """Show rows of a table by position."""
    with open_reader(file) as reader:
        result = reader.call(
            "TabularReadRows",
            row_start=start,
            row_count=count,
            columns=column or None,
            raw=raw,
            encoding=encoding,
            delimiter=delimiter,
            source_sheet=source_sheet,
            source_range=source_range,
            source_table=source_table,
            rejected=rejected or None,
        )
    if as_json:
        print_json(result)
        return
    _print_table(result["columns"], result["rows"])
    last = result["row_start"] + result["row_count"] - 1
    shown = f"rows {result['row_start']}-{last} of {result['total_rows']}"
    _print_notes(shown if result["rows"] else f"no rows; there are {result['total_rows']}", result)


@reports_errors
def query(
    file: FileArgument,
    sql: Annotated[str, typer.Argument(help="One SELECT; the table is called data.")],
    rows: Annotated[int, typer.Option(help="Rows to show at most.")] = 100,
    offset: Annotated[int, typer.Option(help="Rows to skip first.")] = 0,
    encoding: EncodingOption = None,
    delimiter: DelimiterOption = None,
    source_sheet: SourceSheetOption = None,
    source_range: SourceRangeOption = None,
    source_table: SourceTableOption = None,
    rejected: RejectedOption = False,
    as_json: JsonOption = False,
) -> None:
    """Run one reading SQL statement over a table."""
    with open_reader(file) as reader:
        result = reader.call(
            "TabularQuery",
            query=sql,
            window_rows=rows,
            window_offset=offset,
            encoding=encoding,
            delimiter=delimiter,
            source_sheet=source_sheet,
            source_range=source_range,
            source_table=source_table,
            rejected=rejected or None,
        )
    if as_json:
        print_json(result)
        return
    _print_table(result["columns"], result["rows"])
    more = "; more with --offset" if result["has_more"] else ""
    _print_notes(f"{result['row_count']} of {result['total_row_count']} rows{more}", result)


@reports_errors
def export(
    file: FileArgument,
    target: Annotated[Path, typer.Argument(help="The file to write; replaced if it is there.")],
    query: Annotated[str | None, typer.Option(help="One SELECT [the whole table].")] = None,
    sheet: Annotated[str | None, typer.Option(help="The sheet's name in xlsx.")] = None,
    form: Annotated[
        str | None, typer.Option("--format", help="csv, xlsx, parquet or jsonl [by the ending].")
    ] = None,
    raw: Annotated[
        bool | None, typer.Option("--raw/--typed", help="Source text, or typed values.")
    ] = None,
    split_sheets: Annotated[
        bool, typer.Option("--split-sheets", help="Use further sheets past 1,048,576 rows.")
    ] = False,
    encoding: EncodingOption = None,
    delimiter: DelimiterOption = None,
    source_sheet: SourceSheetOption = None,
    source_range: SourceRangeOption = None,
    source_table: SourceTableOption = None,
    rejected: RejectedOption = False,
    as_json: JsonOption = False,
) -> None:
    """Write a table, or the result of a query over it, to a file."""
    form = form or target.suffix.lower().lstrip(".")
    if form not in _FORMATS:
        raise ValidationFailed(f"--format is one of {', '.join(_FORMATS)}.")
    if target.exists() and target.samefile(file):
        # What the table could not hold, such as rejected rows, would be lost for good.
        raise ValidationFailed("A table is not exported over its own file; give another target.")
    with open_reader(file, target=target) as reader:
        result = reader.call(
            "TabularExport",
            target_path=target.name,
            format=form,
            query=query,
            sheet=sheet,
            raw=raw,
            split_sheets=split_sheets or None,
            encoding=encoding,
            delimiter=delimiter,
            source_sheet=source_sheet,
            source_range=source_range,
            source_table=source_table,
            rejected=rejected or None,
        )
    if as_json:
        print_json(result)
        return
    _print_notes(f"{target}: {result['row_count']} rows, {result['column_count']} columns", result)


def _only(columns: list[dict[str, Any]], names: list[str]) -> list[dict[str, Any]]:
    known = {column["name"]: column for column in columns}
    for name in names:
        if name not in known:
            raise ValidationFailed(f"There is no column {name}.")
    return [known[name] for name in names]


def _print_table(heads: Sequence[str], lines: Sequence[Sequence[Any]]) -> None:
    """Print a table: drawn on a terminal, tab-separated into a pipe."""
    if not sys.stdout.isatty():
        for line in (heads, *lines):
            sys.stdout.write("\t".join(_plain(cell) for cell in line) + "\n")
        return
    from rich.box import SIMPLE_HEAD
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(box=SIMPLE_HEAD)
    for head in heads:
        table.add_column(Text(_printable(head)), overflow="ellipsis", max_width=_WIDEST)
    for line in lines:
        # Text and not markup: a cell may hold [red].
        table.add_row(*(Text(_shown(cell)) for cell in line))
    Console().print(table)


def _shown(cell: Any) -> str:
    if isinstance(cell, list):
        return ", ".join(_shown(item) for item in cell)
    if isinstance(cell, dict):
        return " ".join(_shown(item) for item in cell.values())
    return "" if cell is None else _printable(str(cell))


def _plain(cell: Any) -> str:
    return _shown(cell).replace("\t", " ")


def _printable(text: str) -> str:
    """Return text without what a terminal would obey."""
    return "".join(c if c.isprintable() else " " for c in text)


def _print_notes(summary: str, result: dict[str, Any]) -> None:
    sys.stderr.write(summary + "\n")
    for warning in result.get("warnings", ()):
        sys.stderr.write(f"note: {_printable(warning['message'])}\n")
