"""The datasets that questions can be asked of: those of the registry, the user's own, workbenches.

What a registry does not say is worked out: tables by ingest, in the worker's boxed parser and never
here, relations by the names of keys and what they hold, the version by the files' bytes.
"""

from __future__ import annotations

import logging
import threading
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path, PurePath
from typing import Any, cast

from keenbench.analyst import readings, relations, relations_by_values
from keenbench.analyst.dataset import (
    TABLE_KINDS,
    WORKBOOK_KINDS,
    Dataset,
    DatasetFile,
    Described,
    Place,
    TableSource,
    for_worker,
)
from keenbench.analyst.registry import (
    RegistryDataset,
    plain_name,
    read_registry,
    table_name,
)
from keenbench.analyst.versions import Version, Versions
from keenbench.engine.engine import Engine
from keenbench.errors import (
    FileMissing,
    FileReadFailed,
    KeenBenchError,
    ToolWorkerUnavailable,
    UnknownId,
    ValidationFailed,
)
from keenbench.paths import open_below
from keenbench.query.dataset_schema import (
    ColumnSchema,
    ColumnType,
    DatasetSchema,
    TableSchema,
    edge,
)
from keenbench.workbench.files import open_active
from keenbench.workbench.manifest import read_manifest
from keenbench.workbench.workbenches import info

log = logging.getLogger(__name__)

WORKBENCH = "workbench:"
# A listing of more than these would work out each of them anew every time.
_REMEMBERED = 1000
# What is loaded without being asked about, to tell how many rows a listed dataset has.
_LISTED_BYTES = 32 * 1000 * 1000


class Datasets:
    """Finds datasets and describes them; descriptions are kept for as long as the files stay."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._versions = Versions()
        self._lock = threading.Lock()
        self._described: OrderedDict[tuple[str, str], Described] = OrderedDict()
        self._describing: dict[str, threading.Lock] = {}

    # -- which there are ----------------------------------------------------------------------

    def all(self) -> tuple[list[Dataset], list[dict[str, str]]]:
        """Return every dataset, and what is wrong with those that cannot be had."""
        found: list[Dataset] = []
        warnings: list[dict[str, str]] = []
        for place, folder in self._folders():
            try:
                entries, bad = read_registry(folder)
            except KeenBenchError as error:
                warnings.append({"code": "registry", "message": error.message})
                continue
            taken = {dataset.id for dataset in found}
            found += [of_entry(entry, place) for entry in entries if entry.id not in taken]
            warnings += [{"code": "dataset", "message": each.message} for each in bad.values()]
        found += self._workbenches()
        return found, warnings

    def get(self, dataset_id: str) -> Dataset:
        if dataset_id.startswith(WORKBENCH):
            return self._workbench(dataset_id.removeprefix(WORKBENCH))
        for place, folder in self._folders():
            entries, bad = read_registry(folder)
            for entry in entries:
                if entry.id == dataset_id:
                    return of_entry(entry, place)
            if dataset_id in bad:
                raise bad[dataset_id]
        raise UnknownId(f"There is no dataset {dataset_id[:100]}.", phase="analyst")

    def _folders(self) -> list[tuple[Place, Path]]:
        settings = self._engine.settings
        return [("registry", settings.datasets_dir), ("own", settings.own_datasets_dir)]

    def _workbenches(self) -> list[Dataset]:
        found = []
        for workbench_id in self._engine.workbenches.ids():
            try:
                found.append(self._workbench(workbench_id))
            except KeenBenchError as error:
                # One that is damaged harms no other; its own page says what is wrong.
                log.warning("a workbench is no dataset", extra={"reason": error.error_code})
        return found

    def _workbench(self, workbench_id: str) -> Dataset:
        bench = self._engine.workbenches.get(workbench_id)
        about, files = bench.read(
            lambda view: (info(workbench_id, view), read_manifest(view).files)
        )
        names = [
            file.path
            for file in files
            if PurePath(file.path).suffix.lower() in TABLE_KINDS | WORKBOOK_KINDS
        ]
        return Dataset(
            id=WORKBENCH + workbench_id,
            name=about.name,
            place="workbench",
            files=tuple(DatasetFile(name, name) for name in sorted(names)),
            description="The tables of a workbench, as published.",
            workbench_id=workbench_id,
        )

    # -- what they hold -----------------------------------------------------------------------

    def version(self, dataset: Dataset) -> Version:
        """Return which version of its files the dataset is now."""
        files = dataset.files_in_order
        return self._versions.of([partial(self._open, dataset, file) for file in files])

    def _open(self, dataset: Dataset, file: DatasetFile) -> int:
        settings = self._engine.settings
        if dataset.workbench_id is not None:
            bench = self._engine.workbenches.get(dataset.workbench_id)
            return open_active(bench, "published", file.path)
        root = settings.datasets_dir if dataset.place == "registry" else settings.own_datasets_dir
        try:
            return open_below(root, file.path)
        except FileMissing:
            raise FileReadFailed(
                f"{file.name} of the dataset {dataset.id} is missing.", path=file.path
            ) from None

    def describe(self, dataset: Dataset, canceled: threading.Event | None = None) -> Described:
        """Return the dataset's tables; the first time for a version, its files are ingested."""
        version = self.version(dataset)
        found = self._look_up(dataset, version)
        if found is not None:
            return found
        with self._lock:
            alone = self._describing.setdefault(dataset.id, threading.Lock())
        with alone:
            found = self._look_up(dataset, version)
            if found is None:
                found = self._work_out(dataset, version, canceled)
                with self._lock:
                    self._described[(dataset.id, version.hash)] = found
                    while len(self._described) > _REMEMBERED:
                        self._described.popitem(last=False)
        return found

    def known(self, dataset: Dataset, version: Version) -> Described | None:
        """Return the dataset's tables where that costs little."""
        found = self._look_up(dataset, version)
        stated = all(
            file.entry is not None and file.entry.row_count is not None for file in dataset.files
        )
        small = dataset.place != "workbench" and sum(version.sizes) <= _LISTED_BYTES
        if found is None and small and not stated:
            try:
                return self.describe(dataset)
            except KeenBenchError as error:
                log.warning("a dataset could not be read", extra={"reason": error.error_code})
        return found

    def _look_up(self, dataset: Dataset, version: Version) -> Described | None:
        with self._lock:
            found = self._described.get((dataset.id, version.hash))
            if found is None or found.dataset != dataset:
                return None
            self._described.move_to_end((dataset.id, version.hash))
            # Read again with the same bytes: another inode, the same version.
            return replace(found, version=version)

    def _work_out(
        self, dataset: Dataset, version: Version, canceled: threading.Event | None
    ) -> Described:
        call = partial(self._engine.worker.call, canceled=canceled)
        warnings: list[dict[str, str]] = []
        tables: list[TableSchema] = []
        sources: dict[str, TableSource] = {}
        failure: KeenBenchError | None = None
        for source in self._sources(dataset, call, warnings):
            try:
                answer = call("DatasetDescribe", _these(dataset, source))
            except ToolWorkerUnavailable:
                raise
            except KeenBenchError as error:
                failure = error
                warnings.append(
                    {"code": "table_unreadable", "message": f"{source.file.name}: {error.message}"}
                )
                continue
            description = answer["tables"][0]["description"]
            table = _table(dataset, source, description)
            ask = partial(self._rows, dataset, (source,), call)
            tables.append(readings.work_out(table, ask, partial(_almost, warnings, source)))
            sources[source.name] = source
            warnings += _cautions(source, description)
        if not tables:
            raise failure or ValidationFailed(
                f"{dataset.name} holds no table; add a csv or xlsx file.", phase="analyst"
            )
        schema = DatasetSchema(dataset.id, tuple(tables))
        ask = partial(self._rows, dataset, tuple(sources.values()), call)
        schema = self._related(dataset, schema, ask, warnings)
        stated = dataset.entry.version_hash if dataset.entry is not None else None
        if stated is not None and stated != version.hash:
            warnings.append(
                {
                    "code": "stale_version_hash",
                    "message": f"The registry's version_hash of {dataset.id} is not that of its "
                    "files; the files' own is used.",
                }
            )
        return Described(dataset, version, schema, sources, tuple(warnings))

    def _rows(
        self,
        dataset: Dataset,
        sources: tuple[TableSource, ...],
        call: Callable[..., Any],
        sql: str,
        rows: int,
    ) -> list[list[Any]]:
        seconds = self._engine.settings.run_timeout_seconds
        asked = {"sql": sql, "timeout_seconds": seconds, "max_rows": rows}
        answer = call("DatasetQuery", _these(dataset, *sources) | asked)
        found: list[list[Any]] = answer["rows"]
        return found

    def _sources(
        self, dataset: Dataset, call: Callable[..., Any], warnings: list[dict[str, str]]
    ) -> list[TableSource]:
        """Return the tables of the files: one each, but a workbook has as many as it has sheets."""
        found: list[TableSource] = []
        for file in dataset.files:
            stem = file.entry.table_name if file.entry is not None else table_name(file.name)
            sheet = file.entry.sheet if file.entry is not None else None
            if not file.is_workbook or sheet is not None:
                found.append(TableSource(stem, file, sheet))
                continue
            try:
                sheets = self._sheets(dataset, file, call)
            except ToolWorkerUnavailable:
                raise
            except KeenBenchError as error:
                warnings.append(
                    {"code": "table_unreadable", "message": f"{file.name}: {error.message}"}
                )
                continue
            for sheet in sheets:
                name = stem if len(sheets) == 1 else f"{stem}_{plain_name(sheet)}"
                found.append(TableSource(name, file, sheet))
        return _distinctly(found)

    def _sheets(self, dataset: Dataset, file: DatasetFile, call: Callable[..., Any]) -> list[str]:
        if dataset.workbench_id is None:
            # The first sheet, unless the registry names another: it lists tables, not sheets.
            return [""]
        place = {"workbench_id": dataset.workbench_id, "root": "published", "path": file.path}
        return [str(sheet["name"]) for sheet in call("XlsxGetInfo", place)["sheets"]]

    def _related(
        self,
        dataset: Dataset,
        schema: DatasetSchema,
        ask: relations_by_values.Ask,
        warnings: list[dict[str, str]],
    ) -> DatasetSchema:
        stated = dataset.entry.relations if dataset.entry is not None else None
        if stated is None:

            def warn(message: str) -> None:
                warnings.append({"code": "relations_bounded", "message": message})

            named = relations.work_out(schema.tables, warn)
            related = relations_by_values.fill_in(schema.tables, named, ask, warn)
            return replace(schema, relations=related)
        found, lost = relations.read_relations(schema, ((each.from_, each.to) for each in stated))
        warnings += [
            {"code": "relation", "message": f"The relation {each} leads to no column."}
            for each in lost
        ]
        return replace(schema, relations=found)


def _these(dataset: Dataset, *sources: TableSource) -> dict[str, Any]:
    """Return the tables of a call as the worker is told of them."""
    tables = [for_worker(dataset, source) for source in sources]
    asked: dict[str, Any] = {"dataset_id": dataset.id, "tables": tables}
    return asked | ({"workbench_id": dataset.workbench_id} if dataset.workbench_id else {})


def of_entry(entry: RegistryDataset, place: Place) -> Dataset:
    """Return the dataset that an entry of a registry stands for."""
    return Dataset(
        id=entry.id,
        name=entry.name,
        place=place,
        files=tuple(DatasetFile(file.name, file.path, file) for file in entry.files),
        description=entry.description,
        engine=entry.engine,
        prompts=entry.prompts,
        entry=entry,
    )


def _distinctly(sources: list[TableSource]) -> list[TableSource]:
    taken: set[str] = set()
    named = []
    for source in sources:
        name, number = source.name, 1
        while name.casefold() in taken:
            number += 1
            name = f"{source.name}_{number}"
        taken.add(name.casefold())
        named.append(replace(source, name=name, sheet=source.sheet or None))
    return named


def _table(dataset: Dataset, source: TableSource, description: dict[str, Any]) -> TableSchema:
    rows = int(description["row_count"])
    columns = []
    for column in description["columns"]:
        name, kind = str(column["name"]), cast(ColumnType, column["kind"])
        entry, file = dataset.entry, source.file.entry
        stated = entry.column(file, name) if entry is not None and file is not None else None
        columns.append(
            ColumnSchema(
                name=name,
                type=kind,
                description=stated.description if stated is not None else "",
                nullable=int(column["non_null_count"]) < rows,
                values=stated.values if stated is not None else None,
                distinct=int(column["distinct_estimate"]),
                least=edge(kind, column["least"]),
                greatest=edge(kind, column["greatest"]),
            )
        )
    about = source.file.entry.description if source.file.entry is not None else ""
    return TableSchema(source.name, source.file.name, rows, tuple(columns), about)


_CAUTIONS = (
    "rejected_rows",
    "short_rows",
    "more_tables",
    "damaged_utf8",
    "dots_ambiguous",
    "dots_thousands",
    "null_words",
)


def _almost(warnings: list[dict[str, str]], source: TableSource, message: str) -> None:
    warnings.append({"code": "column_almost_numbers", "message": f"{source.name}: {message}"})


def _cautions(source: TableSource, description: dict[str, Any]) -> list[dict[str, str]]:
    return [
        {"code": str(warning["code"]), "message": f"{source.name}: {warning['message']}"}
        for warning in description["warnings"]
        if warning["code"] in _CAUTIONS
    ]
