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
from typing import Any

from keenbench.analyst import readings, relations, relations_by_values
from keenbench.analyst.dataset import (
    TABLE_KINDS,
    WORKBOOK_KINDS,
    Dataset,
    DatasetFile,
    Described,
    Place,
    TableSource,
    worker_request,
)
from keenbench.analyst.described_tables import cautions, table_of
from keenbench.analyst.file_tables import find_tables
from keenbench.analyst.kept_descriptions import KeptDescriptions
from keenbench.analyst.registry import REGISTRY, RegistryDataset, read_registry
from keenbench.analyst.versions import Version, Versions
from keenbench.analyst.worker_calls import WorkerCalls
from keenbench.engine.engine import Engine
from keenbench.errors import (
    FileMissing,
    FileReadFailed,
    KeenBenchError,
    UnknownId,
)
from keenbench.paths import open_below
from keenbench.query.dataset_schema import DatasetSchema, TableSchema
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
        self._kept = KeptDescriptions(engine.settings.descriptions_dir)
        self._versions = Versions()
        self._lock = threading.Lock()
        self._described: OrderedDict[tuple[str, str], Described] = OrderedDict()
        self._describing: dict[str, threading.Lock] = {}
        self._gone: set[str] = set()
        """Ids of datasets that were removed; no other is ever called so."""

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
            if place == "registry" and not (folder / REGISTRY).exists():
                told = f"DATASETS_DIR has no {REGISTRY}, so there are no datasets of it."
                warnings.append({"code": "registry", "message": told})
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
                found = self._kept_or_worked_out(dataset, version, canceled)
                self._remember(found)
        return found

    def _remember(self, found: Described) -> None:
        with self._lock:
            gone = found.dataset.id in self._gone
            if not gone:
                self._described[(found.dataset.id, found.version.hash)] = found
                while len(self._described) > _REMEMBERED:
                    self._described.popitem(last=False)
        if gone:
            self._kept.forget(found.dataset.id)

    def _kept_or_worked_out(
        self, dataset: Dataset, version: Version, canceled: threading.Event | None
    ) -> Described:
        call = WorkerCalls(self._engine.worker, canceled)
        if dataset.workbench_id is not None:
            # What is known of a workbench goes with it.
            return self._work_out(dataset, version, call)
        found = self._kept.get(dataset, version)
        if found is None:
            found = self._work_out(dataset, version, call)
            if not call.failed:
                self._kept.keep(found)
        return found

    def forget(self, dataset_id: str) -> None:
        """Let go of what was worked out of a dataset that is removed.

        Whoever is just working it out finds that it is gone, and keeps nothing.
        """
        with self._lock:
            self._gone.add(dataset_id)
            for key in [key for key in self._described if key[0] == dataset_id]:
                del self._described[key]
            self._describing.pop(dataset_id, None)
        self._kept.forget(dataset_id)

    def clear_up(self) -> None:
        """Let go of what was worked out of datasets that are gone."""
        self._kept.forget_all_but(dataset.id for dataset in self.all()[0])

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
            return found if found.version == version else replace(found, version=version)

    def _work_out(self, dataset: Dataset, version: Version, call: WorkerCalls) -> Described:
        warnings: list[dict[str, str]] = []
        tables: list[TableSchema] = []
        sources: dict[str, TableSource] = {}
        for source, description in find_tables(dataset, call, warnings):
            table = table_of(dataset, source, description)
            ask = partial(self._rows, dataset, (source,), call)
            tables.append(readings.work_out(table, ask, partial(_almost, warnings, source)))
            sources[source.name] = source
            warnings += cautions(source, description)
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
        answer = call("DatasetQuery", worker_request(dataset, *sources) | asked)
        found: list[list[Any]] = answer["rows"]
        return found

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


def _almost(warnings: list[dict[str, str]], source: TableSource, message: str) -> None:
    warnings.append({"code": "column_almost_numbers", "message": f"{source.name}: {message}"})
