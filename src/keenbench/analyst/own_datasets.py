"""Datasets that the user adds, by upload or from the disk: copied to `<data>/datasets/<id>/`.

The files come first, then the worker's boxed parser tells whether there is a table in them, and the
entry in the registry comes last: a dataset is there whole or not at all. Whoever adds one holds its
folder locked. A folder that the registry does not name and nobody holds was left by a process that
was killed, and is cleared away at the next start.
"""

from __future__ import annotations

import fcntl
import json
import os
import re
import secrets
import stat
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path, PurePath
from typing import Any

from keenbench import storage
from keenbench.analyst.dataset import TABLE_KINDS, WORKBOOK_KINDS, Dataset
from keenbench.analyst.datasets import Datasets, of_entry
from keenbench.analyst.registry import REGISTRY, RegistryDataset, read_registry, table_name
from keenbench.errors import FileReadFailed, UnknownId, ValidationFailed
from keenbench.paths import check_name, open_below
from keenbench.settings import Settings
from keenbench.workbench.bench import LOCK_WAIT_SECONDS, locked

_KINDS = TABLE_KINDS | WORKBOOK_KINDS | {".txt"}
_NAME_LENGTH = 120
_CHUNK = 1 << 20
_OWN_ID = re.compile(r"[a-z0-9-]{1,40}-[0-9a-f]{8}")
_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC

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
        entry = {"id": dataset_id, "name": name, "files": _entries(dataset_id, files)}
        storage.make_folders(self._root)
        with _folder(self._root) as root, self._held(root, dataset_id) as folder:
            try:
                for file, (_, chunks) in zip(files, uploads, strict=True):
                    storage.receive(chunks, folder, file, limit=self._settings.max_file_bytes)
                dataset = of_entry(RegistryDataset.model_validate(entry), "own")
                self._datasets.describe(dataset)
                with self._registry(root) as entries:
                    _write(root, [*entries, entry])
            except BaseException:
                storage.remove_tree(root, dataset_id)
                self._datasets.forget(dataset_id)
                raise
        return dataset

    @contextmanager
    def _held(self, root: int, dataset_id: str) -> Iterator[int]:
        """Make the folder of a new dataset and hold it, so that no other takes it for left over."""
        with self._registry(root) as entries:
            _clear_up(root, entries)
            storage.make_folder(root, dataset_id)
            folder = os.open(dataset_id, _FOLDER, dir_fd=root)
            fcntl.flock(folder, fcntl.LOCK_EX)
        try:
            yield folder
        finally:
            os.close(folder)

    def clear_up(self) -> None:
        """Remove what processes that were killed left of datasets that they added or removed."""
        if not self._root.is_dir():
            return
        with _folder(self._root) as root, self._registry(root) as entries:
            _clear_up(root, entries)

    def add_from(self, path: Path, name: str | None = None) -> Dataset:
        """Add a dataset of a file of the user's, or of the table files in a folder.

        Unless it is given a name, it has that of the file or folder.
        """
        path = path.absolute()
        try:
            if not stat.S_ISDIR(path.stat().st_mode):
                # The user may name a link; what it leads to is read.
                file = path.resolve()
                return self.add(name or path.stem, [(path.name, _read(file.parent, file.name))])
            kinds = _KINDS - {".txt"}
            found = sorted(
                each.name for each in os.scandir(path)
                if PurePath(each.name).suffix.lower() in kinds
                and not each.is_dir(follow_symlinks=False)
            )  # fmt: skip
        except OSError as error:
            raise FileReadFailed(f"{path} cannot be read: {error.strerror}.") from None
        if not found:
            raise ValidationFailed(f"There is no csv, tsv, psv or xlsx file in {path}.")
        return self.add(name or path.name, [(each, _read(path, each)) for each in found])

    def remove(self, dataset_id: str) -> None:
        """Remove a dataset that the user added."""
        with _folder(self._root) as root, self._registry(root) as entries:
            kept = [entry for entry in entries if entry.get("id") != dataset_id]
            if len(kept) == len(entries):
                raise UnknownId(
                    f"There is no dataset {dataset_id[:100]} of your own.", phase="analyst"
                )
            _write(root, kept)
            storage.remove_tree(root, dataset_id)
            self._datasets.forget(dataset_id)

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


def _clear_up(root: int, entries: list[Any]) -> None:
    """Remove what no entry names and nobody holds. The caller holds the registry's lock."""
    named = {path.split("/")[0] for entry in entries for path in _paths(entry)}
    for name in sorted(os.listdir(root)):
        if storage.is_temporary(name):
            storage.remove(root, name)
        elif _OWN_ID.fullmatch(name) and name not in named:
            _remove_left_over(root, name)


def _remove_left_over(root: int, name: str) -> None:
    try:
        folder = os.open(name, _FOLDER, dir_fd=root)
    except OSError:
        return  # a file or a link: not ours
    try:
        fcntl.flock(folder, fcntl.LOCK_EX | fcntl.LOCK_NB)
        storage.remove_tree(root, name)
    except BlockingIOError:
        return  # it is being added just now
    finally:
        os.close(folder)


def _paths(entry: Any) -> list[str]:
    """Return where an entry's files lie, also of one that is not right in other ways."""
    if not isinstance(entry, dict):
        return []
    files = entry.get("files")
    listed = files if isinstance(files, list) else []
    paths = [file.get("path") for file in listed if isinstance(file, dict)]
    return [path for path in (*paths, entry.get("id")) if isinstance(path, str)]


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


def _read(folder: Path, name: str) -> Iterator[bytes]:
    """Give what is in a file of a folder: no link, which might lead anywhere, and no pipe."""
    try:
        with os.fdopen(open_below(folder, name), "rb") as file:
            while chunk := file.read(_CHUNK):
                yield chunk
    except OSError as error:
        raise FileReadFailed(f"{name} cannot be read: {error.strerror}.") from None
