"""Datasets that the user adds, by upload or from a folder: copied to `<data>/datasets/<id>/`.

The files come first and the entry in the registry last, so that a dataset is there whole or not at
all. Nothing is parsed here: the worker's boxed parser tells whether there is a table in it.
"""

from __future__ import annotations

import json
import os
import re
import secrets
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path, PurePath
from typing import Any

from keenbench import storage
from keenbench.analyst.dataset import TABLE_KINDS, WORKBOOK_KINDS, Dataset
from keenbench.analyst.datasets import Datasets
from keenbench.analyst.registry import REGISTRY, read_registry, table_name
from keenbench.errors import FileReadFailed, UnknownId, ValidationFailed
from keenbench.paths import check_name
from keenbench.settings import Settings
from keenbench.workbench.bench import LOCK_WAIT_SECONDS, locked

_KINDS = TABLE_KINDS | WORKBOOK_KINDS | {".txt"}
_NAME_LENGTH = 120
_CHUNK = 1 << 20

Upload = tuple[str, Iterable[bytes]]


class OwnDatasets:
    def __init__(self, settings: Settings, datasets: Datasets) -> None:
        self._settings = settings
        self._datasets = datasets
        self._root = settings.own_datasets_dir

    def add(self, name: str, uploads: Sequence[Upload]) -> Dataset:
        """Add a dataset of these files, or raise and leave nothing behind."""
        name = _check_name(name)
        files = _check_files([file for file, _ in uploads], self._settings.max_files)
        dataset_id = self._new_id(name)
        storage.make_folders(self._root)
        with _folder(self._root) as root:
            storage.make_folder(root, dataset_id)
            try:
                with _folder(self._root / dataset_id) as folder:
                    for file, (_, chunks) in zip(files, uploads, strict=True):
                        limit = self._settings.max_file_bytes
                        storage.receive(chunks, folder, file, limit=limit)
                entry = {
                    "id": dataset_id,
                    "name": name,
                    "files": _entries(dataset_id, files),
                }
                self._enter(root, entry)
            except BaseException:
                storage.remove_tree(root, dataset_id)
                raise
        dataset = self._datasets.get(dataset_id)
        try:
            self._datasets.describe(dataset)
        except BaseException:
            self.remove(dataset_id)
            raise
        return dataset

    def add_folder(self, name: str, folder: Path) -> Dataset:
        """Add a dataset of the table files in a folder of the user's."""
        try:
            found = sorted(
                entry for entry in folder.iterdir() if entry.suffix.lower() in _KINDS - {".txt"}
            )
        except OSError as error:
            raise FileReadFailed(f"{folder} cannot be read: {error.strerror}.") from None
        if not found:
            raise ValidationFailed(f"There is no csv, tsv, psv or xlsx file in {folder}.")
        return self.add(name, [(path.name, _read(path)) for path in found])

    def remove(self, dataset_id: str) -> None:
        """Remove a dataset that the user added."""
        with _folder(self._root) as root:
            with self._registry(root) as entries:
                kept = [entry for entry in entries if entry.get("id") != dataset_id]
                if len(kept) == len(entries):
                    raise UnknownId(
                        f"There is no dataset {dataset_id[:100]} of your own.", phase="analyst"
                    )
                _write(root, kept)
            storage.remove_tree(root, dataset_id)

    def _enter(self, root: int, entry: dict[str, Any]) -> None:
        with self._registry(root) as entries:
            _write(root, [*entries, entry])

    @contextmanager
    def _registry(self, root: int) -> Iterator[list[dict[str, Any]]]:
        """Give the entries of the registry, while no other process changes them."""
        with locked(root, "lock", wait=LOCK_WAIT_SECONDS, workbench_id=None):
            read_registry(self._root)  # a damaged one is said, not written over
            try:
                document = json.loads((self._root / REGISTRY).read_bytes())
            except FileNotFoundError:
                document = {"datasets": []}
            yield list(document["datasets"])

    def _new_id(self, name: str) -> str:
        plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
        stem = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:40] or "dataset"
        return f"{stem}-{secrets.token_hex(4)}"


def _write(root: int, entries: list[dict[str, Any]]) -> None:
    text = json.dumps({"version": 1, "datasets": entries}, ensure_ascii=False, indent=1)
    storage.write_file(root, REGISTRY, text.encode())


def _entries(dataset_id: str, files: list[str]) -> list[dict[str, str]]:
    """Return the files with a table name each, no two alike."""
    taken: set[str] = set()
    entries = []
    for file in files:
        stem = table_name(file)
        name, number = stem, 1
        while name.casefold() in taken:
            number += 1
            name = f"{stem}_{number}"
        taken.add(name.casefold())
        entries.append({"name": file, "path": f"{dataset_id}/{file}", "table": name})
    return entries


def _check_name(name: str) -> str:
    name = name.strip()
    if not 1 <= len(name) <= _NAME_LENGTH or not name.isprintable():
        raise ValidationFailed(
            f"A dataset's name is one line of 1 to {_NAME_LENGTH} characters.", phase="analyst"
        )
    return name


def _check_files(names: list[str], most: int) -> list[str]:
    if not names or len(names) > most:
        raise ValidationFailed(f"A dataset has 1 to {most} files.", phase="analyst")
    seen: set[str] = set()
    for name in names:
        check_name(name)
        if name.startswith(".") or PurePath(name).suffix.lower() not in _KINDS:
            raise ValidationFailed(
                f"{name} is no table; add csv, tsv, psv, txt or xlsx files.",
                phase="analyst",
                path=name,
            )
        key = unicodedata.normalize("NFC", name).casefold()
        if key in seen:
            raise ValidationFailed(f"Two files are called {name}.", phase="analyst", path=name)
        seen.add(key)
    return names


@contextmanager
def _folder(path: Path) -> Iterator[int]:
    try:
        fd = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    except OSError:
        raise UnknownId("There are no datasets of your own.", phase="analyst") from None
    try:
        yield fd
    finally:
        os.close(fd)


def _read(path: Path) -> Iterator[bytes]:
    try:
        with path.open("rb") as file:
            while chunk := file.read(_CHUNK):
                yield chunk
    except OSError as error:
        raise FileReadFailed(f"{path} cannot be read: {error.strerror}.") from None
