"""The export of a query: the policy has let it through, the second judge and a locked engine look
again, and it runs in a parser's box without the deadline of a query."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal, TypeVar

from pydantic import Field

from keenbench.formats.call import Call, FileParams
from keenbench.formats.shape import MapWarning
from keenbench.tables.methods import (
    TableExportResult,
    TableUpdateResult,
    UpdateTarget,
    internal,
)

if TYPE_CHECKING:
    from keenbench.tables.export import Wanted

R = TypeVar("R")


class _CheckedQueryParams(FileParams):
    encoding: str | None = None
    delimiter: str | None = None
    source_sheet: str | None = None
    source_range: str | None = None
    source_table: int | None = None
    rejected: bool = False
    target_path: str
    target_root: str = "draft"
    sql: str
    # In the order of the databases among the call's files.
    tables: list[str]
    policy_tables: list[str]
    warnings: list[dict[str, str]] = Field(default_factory=list)


class QueryExportParams(_CheckedQueryParams):
    format: Literal["csv", "xlsx", "parquet", "jsonl"]
    sheet: str | None = None
    split_sheets: bool = False
    raw: bool | None = None


class QueryUpdateParams(_CheckedQueryParams, UpdateTarget):
    pass


@internal.method("TabularExportQuery")
def export_query(call: Call, params: QueryExportParams) -> TableExportResult:
    """Write the rows of a checked query to the call's result."""
    from keenbench.tables.export import write_rows

    def finish(connection: Any, wanted: Wanted, warnings: list[MapWarning]) -> TableExportResult:
        wanted = replace(
            wanted,
            format=params.format,
            sheet=params.sheet,
            split_sheets=params.split_sheets,
            guarded=params.raw is not True,
        )
        return write_rows(connection, call, wanted, params.target_path, warnings)

    return _checked(call, params, finish)


@internal.method("TabularUpdateFromExportQuery")
def update_query(call: Call, params: QueryUpdateParams) -> TableUpdateResult:
    """Write the rows of a checked query into a workbook."""
    from keenbench.tables.update import Target, update_workbook

    def finish(connection: Any, wanted: Wanted, warnings: list[MapWarning]) -> TableUpdateResult:
        target = Target(params.target_root, params.target_path, params)
        return update_workbook(connection, call, wanted, target, warnings)

    return _checked(call, params, finish)


def _checked(
    call: Call,
    params: _CheckedQueryParams,
    finish: Callable[[Any, Wanted, list[MapWarning]], R],
) -> R:
    """Run a checked query in a locked engine and give its rows to `finish`."""
    import _duckdb

    from keenbench.errors import RunError
    from keenbench.query.judge import agree, judge
    from keenbench.query.lexer import read as read_text
    from keenbench.sandbox.runner import failures, order, rows
    from keenbench.sandbox.runner.lockdown import Lent, Room, lend, lock, open_engine
    from keenbench.sandbox.runs import as_tabular_error
    from keenbench.tables.database import MEMORY_LIMIT
    from keenbench.tables.export import Wanted
    from keenbench.tables.names import string

    spill = call.out / "spill"
    spill.mkdir()
    connection = open_engine(Room(MEMORY_LIMIT, str(spill), 2 * 1024 * MEMORY_LIMIT))
    try:
        paths = [
            f"/proc/self/fd/{call.files[('tabular', str(n))]}" for n in range(len(params.tables))
        ]
        lent = [Lent(name, path) for name, path in zip(params.tables, paths, strict=True)]
        lend(connection, lent)
        # The one place that the engine may write to: where the result is made.
        connection.execute(f"SET allowed_directories = [{string(str(call.out))}]")
        lock(connection)
        text = read_text(params.sql)
        trees = order.serialize(connection, text)
        agree(judge(trees.query, params.tables), params.policy_tables)
        columns = rows.bind(connection, text.sql)
        query = order.make_repeatable(connection, text, trees, len(columns.names))
        warnings = [MapWarning(**warning) for warning in params.warnings]
        if query.arbitrary:
            warnings.append(
                MapWarning(
                    code="no_order",
                    message="The query has no ORDER BY and no row order of its own; its rows are "
                    "written in the order of their values, column by column.",
                )
            )
        wanted = Wanted(
            select=f"SELECT * FROM ({query.sql}\n)",
            names=list(columns.names),
            kinds=[
                (word, str(kind)) for word, kind in zip(columns.words, columns.kinds, strict=True)
            ],
            format="xlsx",
            texts=tuple(word == "string" for word in columns.words),
        )
        return finish(connection, wanted, warnings)
    except (RunError, _duckdb.Error) as error:
        explained = failures.explain(error, params.sql, seconds=0, late=False)
        raise as_tabular_error(explained) from None
    finally:
        connection.close()
