"""What a dataset is: its files, and the tables that one version of them holds."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import PurePath
from typing import Any, Literal

from keenbench.analyst.registry import RegistryDataset, RegistryFile
from keenbench.analyst.versions import Version
from keenbench.query.dataset_schema import DatasetSchema

TABLE_KINDS = frozenset((".csv", ".tsv", ".psv"))
WORKBOOK_KINDS = frozenset((".xlsx", ".xlsm"))

Place = Literal["registry", "own", "workbench"]


@dataclass(frozen=True)
class DatasetFile:
    name: str
    path: str
    entry: RegistryFile | None = None

    @property
    def is_workbook(self) -> bool:
        return PurePath(self.path).suffix.lower() in WORKBOOK_KINDS


@dataclass(frozen=True)
class Dataset:
    """A dataset as it is named; what is in its tables is a matter of `Described`."""

    id: str
    name: str
    place: Place
    files: tuple[DatasetFile, ...]
    description: str = ""
    engine: str = "duckdb"
    prompts: tuple[str, ...] = ()
    workbench_id: str | None = None
    entry: RegistryDataset | None = None

    @property
    def scope(self) -> list[str]:
        """What consent is given for: the list of files."""
        return sorted(file.path for file in self.files)

    @property
    def files_in_order(self) -> list[DatasetFile]:
        """The files as a version goes through them."""
        return sorted(self.files, key=lambda file: file.name)


@dataclass(frozen=True)
class TableSource:
    """A table of a dataset, and the file (and sheet) that the worker reads it from."""

    name: str
    file: DatasetFile
    sheet: str | None = None


@dataclass(frozen=True)
class Described:
    """One version of a dataset: its tables, and where each lies."""

    dataset: Dataset
    version: Version
    schema: DatasetSchema
    sources: dict[str, TableSource]
    warnings: tuple[dict[str, str], ...] = ()

    @cached_property
    def prompts(self) -> tuple[str, ...]:
        """The questions that the tables suggest."""
        # What it knows of words takes a third of a second to load, which a start need not wait for.
        from keenbench.analyst.prompts_worked_out import prompts_of

        return prompts_of(self.schema)

    @property
    def file_hashes(self) -> dict[str, str]:
        files = self.dataset.files_in_order
        return dict(zip((file.name for file in files), self.version.file_hashes, strict=True))

    def worker_tables(self, names: tuple[str, ...]) -> list[dict[str, Any]]:
        return [for_worker(self.dataset, self.sources[name]) for name in names]


def for_worker(dataset: Dataset, source: TableSource) -> dict[str, Any]:
    """Return a table as the worker is told of it."""
    table = {"name": source.name, "place": dataset.place, "path": source.file.path}
    return table if source.sheet is None else table | {"sheet": source.sheet}


def worker_request(dataset: Dataset, *sources: TableSource) -> dict[str, Any]:
    """Return a call about these tables, without what it asks of them."""
    tables = [for_worker(dataset, source) for source in sources]
    asked: dict[str, Any] = {"dataset_id": dataset.id, "tables": tables}
    return asked | ({"workbench_id": dataset.workbench_id} if dataset.workbench_id else {})
