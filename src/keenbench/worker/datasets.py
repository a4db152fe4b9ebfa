"""Dataset calls: tables that belong together, ingested once per version, asked through runners.

Only the engine calls these. It says where each table's file lies: below DATASETS_DIR (`registry`),
below the user's own datasets (`own`), or in Published of a workbench (`workbench`). A runner is
lent the tables that its query reads and no other.
"""

from __future__ import annotations

import os
from collections import OrderedDict
from contextlib import AbstractContextManager, ExitStack
from dataclasses import replace
from pathlib import Path
from threading import Lock
from typing import Any, Literal

from pydantic import Field

from keenbench import paths, storage
from keenbench.errors import (
    FileMissing,
    RunnerResourceExceeded,
    SandboxViolation,
    ValidationFailed,
)
from keenbench.formats.call import FileRef
from keenbench.jsonrpc import Caller
from keenbench.query.policy import CheckedQuery, check
from keenbench.query.refusal import SqlRefused, as_run_error
from keenbench.registry import Params, parse
from keenbench.sandbox.runs import LentTable, RunRequest, RunResult
from keenbench.settings import Settings
from keenbench.worker.files import Files
from keenbench.worker.ingested import Held, Identity, Ingested, Source, sweep, sweep_folder
from keenbench.worker.parser import Order, Parser
from keenbench.worker.pool import ParserPool
from keenbench.worker.tabular import KnownTable, TableCalls, ingest_seconds

_MOST_TABLES = 500
_REMEMBERED = 512


Place = Literal["registry", "own", "workbench"]


class DatasetTable(Params):
    """A table of the dataset: what queries call it, and the file it is read from."""

    name: str
    place: Place
    path: str
    sheet: str | None = None


class DatasetParams(Params):
    dataset_id: str
    workbench_id: str | None = None
    tables: list[DatasetTable] = Field(max_length=_MOST_TABLES)
    progress: bool = False


class DatasetSheetsParams(Params):
    """A workbook of the dataset."""

    dataset_id: str
    workbench_id: str | None = None
    place: Place
    path: str


class DatasetQueryParams(DatasetParams):
    """`tables` are those that the query reads."""

    sql: str
    timeout_seconds: float = Field(gt=0)
    max_rows: int = Field(ge=1)
    offset: int = Field(default=0, ge=0)
    hash: bool = False


class DatasetExportParams(DatasetParams):
    sql: str
    format: Literal["csv", "xlsx", "parquet"]
    target: str


class DatasetCalls:
    """Answers the Dataset methods."""

    def __init__(
        self, settings: Settings, files: Files, pool: ParserPool, tables: TableCalls
    ) -> None:
        self._settings = settings
        self._files = files
        self._pool = pool
        self._tables = tables
        self._ingested = Ingested()
        self._known: OrderedDict[Path, KnownTable] = OrderedDict()
        self._lock = Lock()

    def handle(self, name: str, params: dict[str, Any], caller: Caller) -> Any:
        return METHODS[name](self, params, caller)

    def describe(self, params: dict[str, Any], caller: Caller) -> dict[str, Any]:
        """Return what is known of each table; a table that cannot be read is said, not hidden."""
        asked = parse(DatasetParams, params)
        self._tables.warm_up()
        described: list[dict[str, Any]] = []
        for table in asked.tables:
            with ExitStack() as opened:
                held = self._open(asked, table, caller, opened)
                described.append({"name": table.name, "description": held.read_description()})
        return {"tables": described}

    def sheets(self, params: dict[str, Any], caller: Caller) -> dict[str, Any]:
        """Return the names of the sheets of a workbook, hidden ones too."""
        asked = parse(DatasetSheetsParams, params)
        with ExitStack() as opened:
            fd = self._open_file(asked.place, asked.path, asked.workbench_id, opened)
            name = asked.path.rpartition("/")[2]
            order = Order(
                method="XlsxGetInfo",
                params={"workbench_id": "dataset", "root": "published", "path": name},
                files=[FileRef("published", name)],
                descriptors=[fd],
                deadline=ingest_seconds(self._settings, fd),
                progress=None,
                canceled=caller.canceled,
            )
            with self._parser(asked, caller) as parser, parser.out() as out:
                answer = parser.run(order, out)
        return {"sheets": [sheet["name"] for sheet in answer["sheets"]]}

    def query(self, params: dict[str, Any], caller: Caller) -> dict[str, Any]:
        asked = parse(DatasetQueryParams, params)
        with ExitStack() as opened:
            lent, known = self._lend(asked, caller, opened)
            checked = _check(asked.sql, known)
            request = RunRequest(
                sql=checked.sql,
                tables=tuple(LentTable(name, path) for name, path in lent.items()),
                dataset_id=asked.dataset_id,
                timeout_seconds=asked.timeout_seconds,
                max_rows=asked.max_rows,
                offset=asked.offset,
                hash=asked.hash,
                threads=min(4, os.cpu_count() or 1) if checked.order_free else 1,
                policy_tables=checked.tables,
            )
            found, cut = self._run(request, caller)
        warnings = [warning for table in known.values() for warning in table.warnings]
        warnings += [{"code": told.code, "message": told.message} for told in checked.warnings]
        return {
            "columns": found.columns,
            "column_types": found.column_types,
            "rows": found.rows,
            "row_count": found.row_count,
            "total_row_count": found.total_row_count,
            "has_more": found.has_more,
            "exec_time_ms": found.exec_time_ms,
            "result_hash": found.result_hash,
            "warnings": [*warnings, *found.warnings, *cut],
        }

    def export(self, params: dict[str, Any], caller: Caller) -> dict[str, Any]:
        """Write all rows of a query to the file `target` of the exports; return what was told."""
        asked = parse(DatasetExportParams, params)
        paths.check_name(asked.target)
        with ExitStack() as opened:
            lent, known = self._lend(asked, caller, opened)
            checked = _check(asked.sql, known)
            files, descriptors = [], []
            for number, path in enumerate(lent.values()):
                fd = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC)
                opened.callback(os.close, fd)
                files.append(FileRef("tabular", str(number)))
                descriptors.append(fd)
            body = {
                "workbench_id": "dataset",
                "path": asked.target,
                "target_path": asked.target,
                "format": asked.format,
                "split_sheets": True,
                "sql": checked.sql,
                "tables": list(lent),
                "policy_tables": list(checked.tables),
            }
            order = Order(
                method="TabularExportQuery",
                params=body,
                files=files,
                descriptors=descriptors,
                deadline=None,
                progress=caller.report if asked.progress else None,
                canceled=caller.canceled,
            )
            with self._parser(asked, caller) as parser, parser.out() as out:
                result: dict[str, Any] = parser.run(order, out)
                self._place(out / "result", asked.target)
        return {"row_count": result["row_count"], "warnings": result["warnings"]}

    # -- tables -------------------------------------------------------------------------------

    def _lend(
        self, asked: DatasetParams, caller: Caller, opened: ExitStack
    ) -> tuple[dict[str, Path], dict[str, KnownTable]]:
        """Return the databases of the tables, and what is known of each."""
        lent: dict[str, Path] = {}
        known: dict[str, KnownTable] = {}
        for table in asked.tables:
            held = self._open(asked, table, caller, opened)
            lent[table.name] = held.path
            known[table.name] = self._remember(held)
        return lent, known

    def _remember(self, held: Held) -> KnownTable:
        # Named by its content, so that what was read once stays true.
        with self._lock:
            found = self._known.get(held.path)
            if found is not None:
                self._known.move_to_end(held.path)
                return found
        known = KnownTable(held.read_description())
        with self._lock:
            self._known[held.path] = known
            while len(self._known) > _REMEMBERED:
                self._known.popitem(last=False)
        return known

    def _open(
        self, asked: DatasetParams, table: DatasetTable, caller: Caller, opened: ExitStack
    ) -> Held:
        """Return the ingested table, loading its file first where that was not done."""
        fd = self._open_file(table.place, table.path, asked.workbench_id, opened)
        settled = (("source_sheet", table.sheet),) if table.sheet is not None else ()
        workbench_id = asked.workbench_id if table.place == "workbench" else None
        if workbench_id is None:
            source = Source(f"{table.place}/{table.path}", settled)
            folder = self._settings.data_dir / "tabular"
        else:
            source = Source(table.path, settled)
            folder = self._files.tabular(workbench_id)

        def ingest(source: Source, fd: int, take: Any) -> None:
            self._load(asked, source, table.path.rpartition("/")[2], fd, take, caller)
            if workbench_id is None:
                sweep_folder(folder, self._still_there)
                return
            workbench = self._files.workbench(workbench_id)
            if workbench is not None:
                sweep(workbench)

        return self._ingested.open(folder, source, fd, ingest, opened, caller.canceled)

    def _open_file(
        self, place: Place, path: str, workbench_id: str | None, opened: ExitStack
    ) -> int:
        if place != "workbench":
            fd = paths.open_below(self._root(place), path)
            opened.callback(os.close, fd)
            return fd
        if workbench_id is None:
            raise ValidationFailed("workbench_id is required for a table of a workbench.")
        paths.check_workbench_id(workbench_id)
        paths.check_name(path)
        (found,) = self._files.open(workbench_id, [("published", path)])
        if found is None:
            raise FileMissing(f"There is no file {path}.", path=path)
        opened.callback(os.close, found)
        return found

    def _load(
        self,
        asked: DatasetParams,
        source: Source,
        name: str,
        fd: int,
        take: Any,
        caller: Caller,
    ) -> None:
        """Have a boxed parser make a database of the open file."""
        order = Order(
            method="TabularIngest",
            params={"workbench_id": "dataset", "root": "published", "path": name}
            | source.overrides,
            files=[FileRef("published", name)],
            descriptors=[fd],
            deadline=ingest_seconds(self._settings, fd),
            progress=caller.report if asked.progress else None,
            canceled=caller.canceled,
        )
        with self._parser(asked, caller) as parser, parser.out() as out:
            answer = parser.run(order, out)
            take(out / "result", answer["description"])

    def _parser(
        self, asked: DatasetParams | DatasetSheetsParams, caller: Caller
    ) -> AbstractContextManager[Parser]:
        # A parser serves one workbench for its life; a dataset is the same to it.
        key = asked.workbench_id or f"dataset:{asked.dataset_id}"
        return self._pool.parser(key, caller.canceled)

    def _root(self, place: str) -> Path:
        if place == "registry":
            return self._settings.datasets_dir
        return self._settings.own_datasets_dir

    def _still_there(self, entry: dict[str, Any]) -> bool:
        place, _, relative = str(entry.get("name", "")).partition("/")
        try:
            fd = paths.open_below(self._root(place), relative)
        except (FileMissing, SandboxViolation):
            return False
        try:
            return bool(Identity.of(os.fstat(fd)).to_json() == entry["identity"])
        finally:
            os.close(fd)

    # -- runs ---------------------------------------------------------------------------------

    def _run(self, request: RunRequest, caller: Caller) -> tuple[RunResult, list[dict[str, str]]]:
        """Run the query; where its window is too many bytes, a smaller window of the same rows."""
        runners = self._tables.warm_up()
        asked = request.max_rows
        while True:
            try:
                found = runners.run(request, caller.canceled)
            except RunnerResourceExceeded as error:
                detail = error.fields["detail"] or {}
                if detail.get("limit") != "bytes" or request.max_rows <= 1:
                    raise
                request = replace(request, max_rows=max(1, request.max_rows // 4))
                continue
            if request.max_rows == asked:
                return found, []
            return found, [
                {
                    "code": "bytes_bounded",
                    "message": f"The first {found.row_count} rows are shown: more would pass the "
                    f"{request.max_bytes // 1_000_000} MB that an answer may take. Page on for "
                    "the rest, or export them.",
                }
            ]

    def _place(self, result: Path, name: str) -> None:
        folder = self._settings.dataset_exports_dir
        storage.make_folders(folder)
        try:
            source = os.open(result, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
        except OSError:
            raise SandboxViolation("The export left no file.") from None
        target = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC)
        try:
            storage.copy_into(source, target, name)
        finally:
            os.close(target)
            os.close(source)


def _check(sql: str, known: dict[str, KnownTable]) -> CheckedQuery:
    """Return the query as the policy lets it through over the tables that it was lent."""
    exact = _in_all(known, lambda table: set(table.exact_columns))
    alike = _in_all(known, lambda table: set(table.alike_columns))
    try:
        return check(
            sql,
            {name: table.columns for name, table in known.items()},
            exact_columns=exact,
            alike_columns=alike,
        )
    except SqlRefused as error:
        raise as_run_error(error) from None


def _in_all(known: dict[str, KnownTable], chosen: Any) -> list[str]:
    """Return the columns that are `chosen` in every table that has a column of that name."""
    wanted: set[str] = set().union(*(chosen(table) for table in known.values()))
    for table in known.values():
        wanted -= set(table.columns) - chosen(table)
    return sorted(wanted)


METHODS = {
    "DatasetSheets": DatasetCalls.sheets,
    "DatasetDescribe": DatasetCalls.describe,
    "DatasetQuery": DatasetCalls.query,
    "DatasetExport": DatasetCalls.export,
}
