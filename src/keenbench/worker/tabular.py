"""Table calls: the file is loaded once, then its database goes to whoever does the work.

Rows, figures and exports are a parser's work; SQL that a person or a model wrote is a runner's.
Neither sees more than the databases of the tables that the call names.
"""

from __future__ import annotations

import os
import re
import threading
from contextlib import ExitStack
from pathlib import Path, PurePath
from typing import Any

from keenbench import paths
from keenbench.errors import FileMissing, RunError, SandboxViolation, ValidationFailed
from keenbench.formats.call import Call, FileRef
from keenbench.jsonrpc import Caller
from keenbench.query.policy import CheckedQuery, check
from keenbench.registry import Method
from keenbench.sandbox.backends import runners
from keenbench.sandbox.runs import LentTable, Runners, RunRequest, as_tabular_error
from keenbench.settings import Settings
from keenbench.tables.methods import (
    DATABASE,
    DESCRIPTION,
    TableExportParams,
    TableParams,
    TableQueryParams,
    TableUpdateParams,
)
from keenbench.worker.files import Files
from keenbench.worker.ingested import Held, Ingested, Source, sweep
from keenbench.worker.parser import Order
from keenbench.worker.pool import ParserPool

TABLE_KINDS = frozenset((".csv", ".tsv", ".psv"))
WORKBOOK_KINDS = frozenset((".xlsx", ".xlsm"))
_NON_WORD = re.compile(r"\W")
# Of what is known of a table, what a reader of query results must hear too.
_WARNED = (
    "rejected_rows",
    "short_rows",
    "more_tables",
    "null_words",
    "damaged_utf8",
    "dots_ambiguous",
    "dots_thousands",
)
_MIB = 1024 * 1024
# A second for each so many bytes, past the usual deadline: a slow disk must not make a table
# unreadable for ever.
_BYTES_A_SECOND = 4 * _MIB

# Below, a second thread costs as much as it saves: 1,000,000 rows are grouped in 8 ms by two, in
# 10 ms by one, and to start the other takes 2 ms.
_PARALLEL_ROWS = 2_000_000

Warning_ = dict[str, str]
# The names by which a query may join other files, and the stems that clash.
JoinNames = tuple[dict[str, str], dict[str, list[str]]]


class TableCalls:
    """Answers the Tabular methods."""

    def __init__(self, settings: Settings, files: Files, pool: ParserPool) -> None:
        self._settings = settings
        self._files = files
        self._pool = pool
        self._ingested = Ingested()
        self._runners: Runners | None = None
        # Calls come at once: a second pool would never be used nor closed.
        self._making_runners = threading.Lock()

    def close(self) -> None:
        if self._runners is not None:
            self._runners.close()

    def warm_up(self) -> Runners:
        """Have runners started, so that the first query finds one."""
        with self._making_runners:
            if self._runners is None:
                self._runners = runners(self._settings)
            return self._runners

    def run(self, method: Method[Call], raw: dict[str, Any], caller: Caller) -> Any:
        params = method.parse(raw)
        workbench_id = paths.check_workbench_id(params.workbench_id)  # type: ignore[attr-defined]
        self.warm_up()
        target = _target(method, params)
        with ExitStack() as opened:
            held = self._open(workbench_id, params.path, params, caller, opened)  # type: ignore[attr-defined]
            if isinstance(params, TableQueryParams):
                return self._query(workbench_id, params, held, caller, opened)
            files, descriptors = [DATABASE, DESCRIPTION], [held.database, held.description]
            name, body = method.name, raw
            if isinstance(params, TableUpdateParams):
                assert target is not None
                (fd,) = self._files.open(workbench_id, [(target.root, target.name)])
                if fd is not None:
                    opened.callback(os.close, fd)
                    files.append(target)
                    descriptors.append(fd)
            if (
                isinstance(params, TableExportParams | TableUpdateParams)
                and params.query is not None
            ):
                name = f"{method.name}Query"
                body, more = self._query_export(workbench_id, params, held, caller, opened)
                for number, fd in enumerate(more):
                    files.append(FileRef("tabular", str(number)))
                    descriptors.append(fd)
            order = Order(
                method=name,
                params=body,
                files=files,
                descriptors=descriptors,
                deadline=method.options.get("deadline", self._settings.call_timeout_seconds),
                progress=caller.report if params.progress else None,  # type: ignore[attr-defined]
                canceled=caller.canceled,
            )
            with self._pool.parser(workbench_id, caller.canceled) as parser, parser.out() as out:
                result = parser.run(order, out)
                if target is not None:
                    self._files.place(workbench_id, target.root, target.name, out / "result")
        return result

    # -- the table ----------------------------------------------------------------------------

    def _open(
        self, workbench_id: str, name: str, params: Any, caller: Caller, opened: ExitStack
    ) -> Held:
        """Return the ingested table of the file `name`, in the root that the call reads."""
        root = paths.check_root(params.root)
        paths.check_name(name)
        own = name == params.path
        source = Source.of(name, params) if own else Source(name)
        (fd,) = self._files.open(workbench_id, [(root, name)])
        if fd is None:
            raise FileMissing(f"There is no file {name}.", path=name)
        opened.callback(os.close, fd)

        def ingest(source: Source, fd: int, take: Any) -> None:
            order = Order(
                method="TabularIngest",
                params={"workbench_id": workbench_id, "root": root, "path": name}
                | source.overrides,
                files=[FileRef(root, name)],
                descriptors=[fd],
                deadline=ingest_seconds(self._settings, fd),
                progress=caller.report if params.progress else None,
                canceled=caller.canceled,
            )
            with self._pool.parser(workbench_id, caller.canceled) as parser, parser.out() as out:
                answer = parser.run(order, out)
                take(out / "result", answer["description"])
            # What the file was before, and files that are gone, leave their tables behind.
            workbench = self._files.workbench(workbench_id)
            if workbench is not None:
                sweep(workbench)

        folder = self._files.tabular(workbench_id)
        return self._ingested.open(folder, source, fd, ingest, opened, caller.canceled)

    # -- queries ------------------------------------------------------------------------------

    def _query(
        self,
        workbench_id: str,
        params: TableQueryParams,
        held: Held,
        caller: Caller,
        opened: ExitStack,
    ) -> dict[str, Any]:
        joinable = join_names(self._files.names(workbench_id, params.root), params.path)
        told: list[Warning_] = []
        rejected: list[dict[str, Any]] = []

        def request() -> RunRequest:
            known, checked, lent = self._check(
                workbench_id, params, params.query or "", held, joinable, caller, opened
            )
            told.extend([*known.warnings, *_told(checked)])
            rejected.extend([] if known.rejected is None else [known.rejected])
            parallel = checked.order_free and known.row_count >= _PARALLEL_ROWS
            return RunRequest(
                sql=checked.sql,
                tables=tuple(LentTable(name, path) for name, path in lent.items()),
                dataset_id=workbench_id,
                timeout_seconds=self._settings.tabular_query_timeout_ms / 1000,
                max_rows=params.window_rows,
                offset=params.window_offset,
                threads=min(4, os.cpu_count() or 1) if parallel else 1,
                policy_tables=checked.tables,
            )

        try:
            if _may_join(params.query, joinable[0], params.path):
                found = self.warm_up().run(request(), caller.canceled)
            else:
                alone = (LentTable("data", held.path),)
                found = self.warm_up().run_checked(alone, request, caller.canceled)
        except RunError as error:
            raise as_tabular_error(error) from None
        result: dict[str, Any] = {
            "columns": found.columns,
            "column_types": found.column_types,
            "rows": found.rows,
            "row_count": found.row_count,
            "total_row_count": found.total_row_count,
            "window_rows": params.window_rows,
            "window_offset": params.window_offset,
            "has_more": found.has_more,
            "query_elapsed_ms": found.exec_time_ms,
            "warnings": [*told, *found.warnings],
        }
        if rejected:
            result["rejected_rows"] = rejected[0]
        return result

    def _query_export(
        self,
        workbench_id: str,
        params: TableExportParams | TableUpdateParams,
        held: Held,
        caller: Caller,
        opened: ExitStack,
    ) -> tuple[dict[str, Any], list[int]]:
        """Return the call that exports a query, and the databases that it reads."""
        assert params.query is not None
        joinable = join_names(self._files.names(workbench_id, params.root), params.path)
        known, checked, lent = self._check(
            workbench_id, params, params.query, held, joinable, caller, opened
        )
        descriptors = []
        for path in lent.values():
            fd = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC)
            opened.callback(os.close, fd)
            descriptors.append(fd)
        body = params.model_dump(exclude={"query"}) | {
            "sql": checked.sql,
            "tables": list(lent),
            "policy_tables": list(checked.tables),
            "warnings": [*known.warnings, *_told(checked)],
        }
        return body, descriptors

    def _check(
        self,
        workbench_id: str,
        params: TableParams,
        sql: str,
        held: Held,
        joinable: JoinNames,
        caller: Caller,
        opened: ExitStack,
    ) -> tuple[KnownTable, CheckedQuery, dict[str, Path]]:
        """Return the query as the policy lets it through, and the databases it reads by name."""
        known = KnownTable(held.read_description())
        names, clashes = joinable
        tables = {"data": known.columns} | dict.fromkeys(names, ())
        checked = check(
            sql, tables, exact_columns=known.exact_columns, alike_columns=known.alike_columns
        )
        lent = {"data": held.path}
        for name in checked.tables:
            if name == "data":
                continue
            other = self._open(workbench_id, names[name], params, caller, opened)
            lent[name] = other.path
            more = KnownTable(other.read_description())
            known.warnings += more.warnings
            known.row_count += more.row_count
        if len(lent) > 1:
            # Known now: a column that is exact here may be a double there.
            checked = check(sql, dict.fromkeys(tables, ()) | {"data": known.columns})
            known.warnings += [_clash(stem, files) for stem, files in sorted(clashes.items())]
        return known, checked, lent


def ingest_seconds(settings: Settings, fd: int) -> float:
    """Return how long the load of the open file may take."""
    return settings.call_timeout_seconds + os.fstat(fd).st_size / _BYTES_A_SECOND


class KnownTable:
    """What the broker needs of a table's description."""

    def __init__(self, description: dict[str, Any]) -> None:
        columns = description["columns"]
        self.columns: tuple[str, ...] = tuple(str(column["name"]) for column in columns)
        self.exact_columns = tuple(
            str(column["name"]) for column in columns if column["kind"] in ("integer", "decimal")
        )
        self.alike_columns = tuple(
            str(column["name"])
            for column in columns
            if column["kind"] in ("string", "boolean", "date", "timestamp", "time")
        )
        self.warnings: list[Warning_] = [
            {"code": str(warning["code"]), "message": str(warning["message"])}
            for warning in description["warnings"]
            if warning["code"] in _WARNED
        ]
        self.rejected: dict[str, Any] | None = description.get("rejected_rows")
        self.row_count = int(description["row_count"])


def join_names(files: list[str], own: str) -> JoinNames:
    """Return the names by which a query may join other files, and the stems that clash.

    A table goes by its stem with `_` for what is no word character; where two files have the same
    one, and for `data`, only the quoted full file name tells them apart.
    """
    tables = [
        name
        for name in sorted(files)
        if PurePath(name).suffix.lower() in TABLE_KINDS | WORKBOOK_KINDS or name == own
    ]
    stems: dict[str, list[str]] = {}
    for name in tables:
        stems.setdefault(_NON_WORD.sub("_", PurePath(name).stem).casefold(), []).append(name)
    names = {name: name for name in tables}
    clashes: dict[str, list[str]] = {}
    for stem, found in stems.items():
        if len(found) > 1 or (stem == "data" and found != [own]):
            clashes[stem] = found
        elif stem != "data":
            names[_NON_WORD.sub("_", PurePath(found[0]).stem)] = found[0]
    return names, clashes


def _may_join(sql: str, names: dict[str, str], own: str) -> bool:
    """Whether the text holds the name of another table, which would have to be loaded first."""
    text = sql.casefold()
    return any(name.casefold() in text for name, file in names.items() if file != own)


def _clash(stem: str, files: list[str]) -> Warning_:
    quoted = ", ".join(f'"{name}"' for name in files)
    return {
        "code": "join_name_clash",
        "message": f"{stem} could mean {quoted}; write the quoted file name.",
    }


def _told(checked: CheckedQuery) -> list[Warning_]:
    return [{"code": warning.code, "message": warning.message} for warning in checked.warnings]


def _target(method: Method[Call], params: Any) -> FileRef | None:
    writes = method.options.get("writes")
    if writes is None:
        return None
    target: FileRef = writes(params)
    paths.check_root(target.root)
    paths.check_name(target.name)
    if not paths.is_draft_root(target.root):
        raise SandboxViolation("Published changes only by Publish.", path=target.name)
    ending = PurePath(target.name).suffix.lower().lstrip(".")
    if isinstance(params, TableUpdateParams):
        if f".{ending}" not in WORKBOOK_KINDS:
            raise ValidationFailed(
                "target_path is not a workbook (.xlsx, .xlsm).", path=target.name
            )
        return target
    if ending != params.format:
        raise ValidationFailed(
            f"target_path ends in .{ending or '?'}, but format is {params.format}.",
            path=target.name,
        )
    return target
