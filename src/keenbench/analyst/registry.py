"""`registry.json`: the datasets of a folder. Only id, name and files are needed (CONTRACTS §8)."""

from __future__ import annotations

import json
import re
from functools import lru_cache
from pathlib import Path, PurePath
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from keenbench.errors import FileReadFailed, KeenBenchError, SandboxViolation, ValidationFailed
from keenbench.paths import check_name
from keenbench.registry import describe

REGISTRY = "registry.json"
DATASET_ID = re.compile(r"[A-Za-z0-9_.-]{1,100}")
_NON_WORD = re.compile(r"\W")
_MOST_BYTES = 16 * 1000 * 1000


class _Part(BaseModel):
    # A registry is written by people; what we do not know is theirs.
    model_config = ConfigDict(extra="ignore", frozen=True)


class RegistryColumn(_Part):
    type: str | None = None
    description: str = ""
    values: tuple[str, ...] | None = None


class RegistryFile(_Part):
    name: str
    path: str
    table: str | None = None
    row_count: int | None = None
    description: str = ""
    sheet: str | None = None
    columns: dict[str, RegistryColumn] = Field(default_factory=dict, alias="schema")

    @property
    def table_name(self) -> str:
        return self.table or table_name(self.name)


class RegistryRelation(_Part):
    from_: str = Field(alias="from")
    to: str


class RegistryDataset(_Part):
    id: str
    name: str
    files: tuple[RegistryFile, ...] = Field(min_length=1)
    description: str = ""
    engine: Literal["duckdb"] = "duckdb"
    prompts: tuple[str, ...] = ()
    relations: tuple[RegistryRelation, ...] | None = None
    version_hash: str | None = None
    columns: dict[str, Any] = Field(default_factory=dict, alias="schema")

    @property
    def states_prompts(self) -> bool:
        """Whether the registry says what to suggest; it may say that there is nothing."""
        return "prompts" in self.model_fields_set

    def column(self, file: RegistryFile, name: str, table: str | None = None) -> RegistryColumn:
        """Return what the registry says of a column, with its file or for the whole dataset.

        `table` is the one of the file's that is meant, where it is a workbook of several.
        """
        found = file.columns.get(name)
        if found is not None:
            return found
        tables = (table or file.table_name, file.table_name)
        for place in (*map(self.columns.get, tables), self.columns):
            if isinstance(place, dict) and isinstance(place.get(name), dict):
                try:
                    return RegistryColumn.model_validate(place[name])
                except ValidationError:
                    continue
        return RegistryColumn()


def table_name(file: str) -> str:
    """Return what queries call the table of a file: its stem, `_` for what is no word character."""
    return plain_name(PurePath(file).stem) or "table"


def plain_name(text: str) -> str:
    return _NON_WORD.sub("_", text)


def read_registry(folder: Path) -> tuple[list[RegistryDataset], dict[str, KeenBenchError]]:
    """Return the datasets of a folder, and by id what is wrong with those that are not right.

    A folder without a registry has none.
    """
    try:
        with (folder / REGISTRY).open("rb") as file:
            raw = file.read(_MOST_BYTES + 1)
    except FileNotFoundError:
        return [], {}
    except OSError as error:
        raise FileReadFailed(f"{REGISTRY} cannot be read: {error.strerror}.") from None
    good, bad = _parse(raw)
    return [*good], {**bad}


# A chat asks for its dataset several times, and checking all of a registry took 8 ms of it.
@lru_cache(maxsize=8)
def _parse(raw: bytes) -> tuple[tuple[RegistryDataset, ...], dict[str, KeenBenchError]]:
    try:
        document = json.loads(raw)
        entries = document["datasets"]
    except (ValueError, KeyError, TypeError, RecursionError):
        raise FileReadFailed(f"{REGISTRY} is no registry of datasets.") from None
    if len(raw) > _MOST_BYTES or not isinstance(entries, list):
        raise FileReadFailed(f"{REGISTRY} is no registry of datasets.")
    good: dict[str, RegistryDataset] = {}
    bad: dict[str, KeenBenchError] = {}
    for number, entry in enumerate(entries):
        known = entry.get("id") if isinstance(entry, dict) else None
        name = known if isinstance(known, str) else f"datasets[{number}]"
        try:
            dataset = _check(RegistryDataset.model_validate(entry))
        except ValidationError as error:
            bad[name] = ValidationFailed(f"{REGISTRY}, {name}: {describe(error)}", phase="analyst")
        except (SandboxViolation, ValidationFailed) as error:
            bad[name] = type(error)(f"{REGISTRY}, {name}: {error.message}", phase="analyst")
        else:
            if name in good:
                bad[name] = ValidationFailed(f"{REGISTRY} names {name} twice.", phase="analyst")
            good[name] = dataset
    return tuple(dataset for name, dataset in good.items() if name not in bad), bad


def _check(dataset: RegistryDataset) -> RegistryDataset:
    if not DATASET_ID.fullmatch(dataset.id):
        raise ValidationFailed("an id is 1 to 100 of the characters A-Z a-z 0-9 _ . -")
    tables: set[str] = set()
    for file in dataset.files:
        check_relative(file.path)
        name = file.table_name.casefold()
        if name in tables:
            raise ValidationFailed(f"two files are called {file.table_name}; give one a `table`")
        tables.add(name)
    return dataset


def check_relative(path: str) -> str:
    """Return `path` if it leads to a file below the folder it is relative to."""
    steps = path.split("/")
    if path.startswith("/") or ".." in steps or not path:
        raise SandboxViolation("a path leads to a file below the folder of the registry")
    for step in steps:
        check_name(step)
    return path
