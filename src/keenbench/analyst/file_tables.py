"""The tables that the files of a dataset hold: one each, but a workbook one for each of its sheets.

What a file holds is told by the worker's boxed parser. Nothing is left out in silence: a file or a
sheet that cannot be read, and a file in which there is nothing, is told among the warnings.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from keenbench.analyst.dataset import Dataset, DatasetFile, TableSource, worker_request
from keenbench.analyst.registry import plain_name, table_name
from keenbench.analyst.worker_calls import PASSING
from keenbench.errors import KeenBenchError, ValidationFailed

# What one call of the worker takes.
_MOST_TABLES = 500

Call = Callable[..., Any]
Found = tuple[TableSource, dict[str, Any]]
"""A table and what the parser says of it."""


def find_tables(dataset: Dataset, call: Call, warnings: list[dict[str, str]]) -> list[Found]:
    """Return the tables of all files, or raise where there is none."""
    found: list[Found] = []
    failure: KeenBenchError | None = None
    empty: list[str] = []

    def fail(where: str, error: KeenBenchError) -> None:
        nonlocal failure
        failure = failure or error
        warnings.append({"code": "table_unreadable", "message": f"{where}: {error.message}"})

    left_out = 0
    for file in dataset.files:
        told = len(warnings)
        in_file, more = _in_file(dataset, file, call, fail, _MOST_TABLES - len(found))
        left_out += more
        if not in_file and not more and len(warnings) == told:
            empty.append(file.name)
            warnings.append(
                {
                    "code": "table_empty",
                    "message": f"{file.name}: it holds no table, neither a header nor rows.",
                }
            )
        found += in_file
    if not found:
        raise failure or ValidationFailed(_nothing(dataset, empty), phase="analyst")
    if left_out:
        warnings.append(
            {
                "code": "tables_bounded",
                "message": f"A dataset has {_MOST_TABLES} tables at most: {left_out:,} further "
                "files or sheets were not read.",
            }
        )
    return _distinctly(found)


def _nothing(dataset: Dataset, empty: list[str]) -> str:
    if not empty:
        return f"{dataset.name} holds no table; add a csv or xlsx file."
    names = ", ".join(empty[:5]) + (", …" if len(empty) > 5 else "")
    return f"There is no table in {names}: neither a header nor rows."


def _in_file(
    dataset: Dataset,
    file: DatasetFile,
    call: Call,
    fail: Callable[[str, KeenBenchError], None],
    room: int,
) -> tuple[list[Found], int]:
    """Return the tables of a file, and how many sheets there was no room for.

    These are not even read: each would be ingested, and a small workbook can have ten thousand.
    """
    if room < 1:
        return [], 1
    stem = file.entry.table_name if file.entry is not None else table_name(file.name)
    try:
        sheets = _sheets(dataset, file, call)
    except PASSING:
        raise
    except KeenBenchError as error:
        fail(file.name, error)
        return [], 0
    found: list[Found] = []
    unreadable = 0
    for sheet in sheets[:room]:
        source = TableSource(stem, file, sheet)
        try:
            answer = call("DatasetDescribe", worker_request(dataset, source))
        except PASSING:
            raise
        except KeenBenchError as error:
            unreadable += 1
            fail(file.name if len(sheets) == 1 else f"{file.name}, {sheet}", error)
            continue
        description = answer["tables"][0]["description"]
        # An empty sheet is what a new workbook has beside the one that was filled: no news.
        if not any(warning["code"] == "empty" for warning in description["warnings"]):
            found.append((source, description))
    if len(found) + unreadable > 1:
        # Who wrote a registry means the first sheet by the file's name, as its relations do.
        named = 1 if dataset.place == "registry" else 0
        found[named:] = [
            (replace(source, name=f"{stem}_{plain_name(source.sheet or '')}"), description)
            for source, description in found[named:]
        ]
    return found, len(sheets[room:])


def _sheets(dataset: Dataset, file: DatasetFile, call: Call) -> list[str | None]:
    """Return the sheets to read; None is the first one, or a file that has none."""
    if not file.is_workbook:
        return [None]
    entry = file.entry if dataset.place == "registry" else None
    if entry is not None and (entry.sheet is not None or entry.table is not None):
        # Who names a sheet means that one; who names a table means one, and the first is read.
        return [entry.sheet]
    asked = {"dataset_id": dataset.id, "place": dataset.place, "path": file.path}
    if dataset.workbench_id is not None:
        asked["workbench_id"] = dataset.workbench_id
    return [str(sheet) for sheet in call("DatasetSheets", asked)["sheets"]]


def _distinctly(found: list[Found]) -> list[Found]:
    """Return the tables with no two names alike; a name that stands for a whole file stays."""
    names: dict[int, str] = {}
    taken: set[str] = set()
    whole = [_is_of_a_whole_file(source) for source, _ in found]
    for at in sorted(range(len(found)), key=lambda at: (not whole[at], at)):
        stem = found[at][0].name
        name, number = stem, 1
        while name.casefold() in taken:
            number += 1
            name = f"{stem}_{number}"
        taken.add(name.casefold())
        names[at] = name
    return [
        (replace(source, name=names[at]), description)
        for at, (source, description) in enumerate(found)
    ]


def _is_of_a_whole_file(source: TableSource) -> bool:
    entry = source.file.entry
    stem = entry.table_name if entry is not None else table_name(source.file.name)
    return source.name == stem
