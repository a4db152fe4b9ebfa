"""The six table tools and what goes with them: over delimited text, and over sheets of a workbook.

Reading rows shows them to the model. Queries, statistics and exports go over all rows on this
machine; a query counts as such when it aggregates, or when all the rows it found were shown.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from keenbench.errors import ValidationFailed
from keenbench.tables.tools import METHODS
from keenbench.workshop.coverage import Reading, cells_of
from keenbench.workshop.tool_call import Told, ToolCall
from keenbench.workshop.tool_specs import ALSO, TABLE_ALSO
from keenbench.workshop.visible_files import VisibleFile

_TABLE_KINDS = ("table", "text", "xlsx")


def table_file(call: ToolCall) -> VisibleFile:
    file = call.file()
    if file.what not in _TABLE_KINDS:
        raise ValidationFailed(
            f"{file.path} is no table: table tools read csv, tsv, psv, delimited text and "
            f"workbooks. Use read_file for a {file.what} file.",
            path=file.path,
        )
    return file


def source_of(call: ToolCall, *names: str) -> dict[str, Any]:
    """Return the arguments that say which table is meant and what is asked of it."""
    return call.given(*names, *TABLE_ALSO, *ALSO.get(call.tool, {}))


def table_tool(name: str, *names: str) -> Callable[[ToolCall], Told]:
    """Return the reading tool `name`, which takes the arguments named."""

    def read(call: ToolCall) -> Told:
        file = table_file(call)
        if "query" in call.arguments:
            check_joins(call, call.arguments["query"])
        result = call.read(METHODS[name], file.path, **source_of(call, *names))
        if name == "table_get_map" and file.what != "xlsx" and not _is_other_table(call):
            call.run.coverage.know(file.path, result)
        readings = _readings(call, file, result)
        # The same call says the same: how long it took is no part of the answer.
        result.pop("query_elapsed_ms", None)
        return Told(result, readings)

    return read


def check_joins(call: ToolCall, query: str) -> None:
    """Refuse a query over files of the Draft that this model may not see."""
    if not call.visible.hidden:
        return
    # Loads sqlglot, which most runs do not need in this process.
    from keenbench.query.policy import check
    from keenbench.worker.tabular import join_names

    names, _ = join_names(list(call.visible.files), call.arguments["path"])
    check(query, {"data": (), **dict.fromkeys(names, ())})


def _is_other_table(call: ToolCall) -> bool:
    """Whether a call is about rows outside the file's first table, which coverage counts."""
    return call.arguments.get("source_table", 1) != 1 or bool(call.arguments.get("rejected"))


def _readings(call: ToolCall, file: VisibleFile, result: dict[str, Any]) -> list[Reading]:
    if _is_other_table(call):
        return []
    if call.tool == "table_read_rows":
        first, last = result["row_start"], result["row_start"] + result["row_count"] - 1
        if file.what == "xlsx":
            return _cells_read(call, file, first, last)
        columns = tuple(result["columns"]) if "columns" in call.arguments else None
        return [Reading(file.path, "rows", first, last, result["total_rows"], columns=columns)]
    if call.tool == "table_stats":
        return [Reading(file.path, "rows", computed=call.tool)]
    if call.tool == "table_query" and goes_over_all(call.arguments["query"], result):
        return [Reading(file.path, "rows", computed=call.tool)]
    return []


def _cells_read(call: ToolCall, file: VisibleFile, first: int, last: int) -> list[Reading]:
    """Return rows of a sheet's table as the cells they stand in, its header's with them."""
    found = call.read("TabularGetMap", file.path, **call.given(*TABLE_ALSO))
    table = cells_of(found.get("range") or "")
    if table is None or "columns" in call.arguments or last < first:
        return []
    header = 1 if found["has_header"] else 0
    rows = [(first + header, last + header)] + ([(1, 1)] if header else [])
    return [
        Reading(
            file.path,
            "cells",
            part=found["sheet"],
            area=replace(
                table,
                first_row=table.first_row + begin - 1,
                last_row=min(table.first_row + end - 1, table.last_row),
            ),
        )
        for begin, end in rows
    ]


# Words that leave rows out by their number, and so before all of them were looked at.
_LIMITS = frozenset({"limit", "fetch", "offset", "sample", "tablesample"})
_AGGREGATES = frozenset({"count", "sum", "avg", "min", "max", "median", "stddev", "mode"})


def goes_over_all(query: str, result: dict[str, Any]) -> bool:
    """True when every row of the table had its say in what the model was shown."""
    from keenbench.query.lexer import read
    from keenbench.query.tokens import Kind

    tokens = read(query).tokens
    words = [token.value.casefold() if token.kind is Kind.WORD else "" for token in tokens]
    if not _LIMITS.isdisjoint(words):
        return False
    called = {
        word
        for word, after in zip(words, tokens[1:], strict=False)
        if after.kind is Kind.MARK and after.value == "("
    }
    return "group" in words or not _AGGREGATES.isdisjoint(called) or not result["has_more"]
