"""Tables that were loaded once: `meta/tabular/<key>.duckdb` and what is known of each.

The key is the sha256 of the content, of what the caller overruled, and of the versions that made
the database; equal content in one workbench shares it. Beside it stands `<source>.source`, which
says for one file (by inode, size and times) which key it has, so that a warm call neither reads nor
hashes the file.

A database is copied out of the child's box under a temporary name, synced and renamed, and its
description after it: what has a description is whole.
"""

from __future__ import annotations

import fcntl
import hashlib
import json
import logging
import os
import stat
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import Any

from keenbench import reading, storage
from keenbench.errors import (
    FileMissing,
    FileReadFailed,
    FileWriteFailed,
    KeenBenchError,
    SandboxViolation,
    UserCanceled,
)
from keenbench.paths import open_at
from keenbench.tables.ingest_version import INGEST_VERSION

log = logging.getLogger(__name__)

_SOURCE = ".source"
_DATABASE = ".duckdb"
_DESCRIPTION = ".json"


@dataclass(frozen=True)
class Identity:
    """One version of one file: anything that changes its bytes changes this."""

    device: int
    inode: int
    size: int
    mtime_ns: int
    ctime_ns: int

    @classmethod
    def of(cls, status: os.stat_result) -> Identity:
        return cls(
            status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns
        )

    def to_json(self) -> list[int]:
        return [self.device, self.inode, self.size, self.mtime_ns, self.ctime_ns]


@dataclass(frozen=True)
class Source:
    """A file as a table: its name, and what of its reading the caller settled."""

    name: str
    settled: tuple[tuple[str, str | int], ...] = ()

    @classmethod
    def of(cls, name: str, params: Any) -> Source:
        wanted = (
            "encoding",
            "delimiter",
            "source_sheet",
            "source_range",
            "source_table",
            "rejected",
        )
        given = [(key, getattr(params, key)) for key in wanted]
        return cls(name, tuple((key, value) for key, value in given if value not in (None, False)))

    @property
    def overrides(self) -> dict[str, str | int]:
        return dict(self.settled)

    def file_name(self, identity: Identity) -> str:
        text = json.dumps([self.name, self.settled, identity.inode])
        return hashlib.sha256(text.encode()).hexdigest() + _SOURCE

    def key(self, content_sha256: str) -> str:
        # The name's ending says how the content is read, so it belongs to the key.
        kind = os.path.splitext(self.name)[1].lower()  # noqa: PTH122 - a name, not a path
        parts = [content_sha256, kind, self.settled, INGEST_VERSION, metadata.version("duckdb")]
        return hashlib.sha256(json.dumps(parts).encode()).hexdigest()


@dataclass(frozen=True)
class Held:
    """An ingested table, open: its database, its description, and where the database lies."""

    database: int
    description: int
    path: Path

    def read_description(self) -> dict[str, Any]:
        size = os.fstat(self.description).st_size
        return reading.parse_json(os.pread(self.description, size, 0), "table description")


# Loads the open file into `out/result` and returns its description; gives the folder to `take`.
Ingest = Callable[[Source, int, Callable[[Path, dict[str, Any]], None]], None]


class Ingested:
    """The ingested tables of one folder per workbench."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._busy: dict[tuple[str, str], threading.Lock] = {}

    def open(
        self,
        folder: Path,
        source: Source,
        fd: int,
        ingest: Ingest,
        opened: ExitStack,
        canceled: threading.Event,
    ) -> Held:
        """Return the table of the open file `fd`, loading it first where that was not done.

        `folder` is the workbench's `meta/tabular`.
        """
        identity = Identity.of(os.fstat(fd))
        name = source.file_name(identity)
        found = _find(folder, name, identity, opened)
        if found is not None:
            return found
        with self._alone((str(folder), name), canceled):
            found = _find(folder, name, identity, opened)
            if found is None:
                self._ingest(folder, source, identity, fd, ingest)
                found = _find(folder, name, identity, opened)
        if found is None:
            raise FileReadFailed(f"{source.name} changed while it was read; try again.")
        return found

    def _ingest(
        self, folder: Path, source: Source, identity: Identity, fd: int, ingest: Ingest
    ) -> None:
        storage.make_folders(folder)
        with ThreadPoolExecutor(1, thread_name_prefix="hash") as hasher:
            # Beside the ingest, on the other processor; first only where it could spare one.
            digest = hasher.submit(lambda: storage.digest(fd).sha256)
            if _has_size(folder, identity.size):
                key = source.key(digest.result())
                with _folder(folder, lock=fcntl.LOCK_SH) as held:
                    if _is_whole(folder, key):
                        _remember(held, source, identity, key)
                        return

            def take(result: Path, description: dict[str, Any]) -> None:
                key = source.key(digest.result())
                if Identity.of(os.fstat(fd)) != identity:
                    raise FileReadFailed(f"{source.name} changed while it was read; try again.")
                # One lock over both: a sweep in between would take the table for abandoned.
                with _folder(folder, lock=fcntl.LOCK_SH) as held:
                    _place(held, key, result, description)
                    _remember(held, source, identity, key)

            ingest(source, fd, take)

    @contextmanager
    def _alone(self, key: tuple[str, str], canceled: threading.Event) -> Iterator[None]:
        """Let one call at a time load a file; the others find it loaded."""
        with self._lock:
            lock = self._busy.setdefault(key, threading.Lock())
        while not lock.acquire(timeout=0.2):
            if canceled.is_set():
                raise UserCanceled("The call was cancelled.", phase="worker")
        try:
            yield
        finally:
            lock.release()
            with self._lock:
                self._busy.pop(key, None)


@contextmanager
def _folder(path: Path, *, lock: int | None = None) -> Iterator[int]:
    try:
        fd = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC)
    except NotADirectoryError:
        raise SandboxViolation(f"{path.name} is a link, which is not followed.") from None
    try:
        if lock is not None:
            fcntl.flock(fd, lock)
        yield fd
    finally:
        os.close(fd)


def _find(folder: Path, name: str, identity: Identity, opened: ExitStack) -> Held | None:
    try:
        with _folder(folder) as fd:
            entry = _read_source(fd, name)
            if entry is None or entry.get("identity") != identity.to_json():
                return None
            key = str(entry["key"])
            description = open_at(fd, key + _DESCRIPTION)
            opened.callback(os.close, description)
            database = open_at(fd, key + _DATABASE)
            opened.callback(os.close, database)
    except (FileNotFoundError, FileMissing):
        return None
    return Held(database, description, folder / (key + _DATABASE))


def _read_source(folder: int, name: str) -> dict[str, Any] | None:
    data = reading.read_bytes(folder, name)
    if data is None:
        return None
    try:
        entry = json.loads(data)
    except ValueError:
        return None
    return entry if isinstance(entry, dict) else None


def _has_size(folder: Path, size: int) -> bool:
    """Whether some table here was made from a file of this size."""
    with _folder(folder) as fd:
        names = [name for name in reading.list_names(fd) if name.endswith(_SOURCE)]
        entries = [_read_source(fd, name) for name in names]
    return any(entry is not None and entry["identity"][2] == size for entry in entries)


def _is_whole(folder: Path, key: str) -> bool:
    return (folder / (key + _DESCRIPTION)).exists() and (folder / (key + _DATABASE)).exists()


def _place(folder: int, key: str, result: Path, description: dict[str, Any]) -> None:
    try:
        source = os.open(result, os.O_RDWR | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError:
        raise FileWriteFailed("The table was not loaded: its database is missing.") from None
    try:
        if not stat.S_ISREG(os.fstat(source).st_mode):
            raise SandboxViolation("The call left something that is not a file.")
        storage.drain_into(source, folder, key + _DATABASE)
    finally:
        os.close(source)
    text = json.dumps(description, ensure_ascii=False, separators=(",", ":"))
    storage.write_file(folder, key + _DESCRIPTION, text.encode())


def _remember(folder: int, source: Source, identity: Identity, key: str) -> None:
    entry = {
        "name": source.name,
        "settled": source.settled,
        "identity": identity.to_json(),
        "key": key,
    }
    storage.write_file(folder, source.file_name(identity), json.dumps(entry).encode())


def sweep(workbench: Path) -> int:
    """Remove every table whose file is gone or changed; return how many databases went.

    `workbench` is the workbench's own folder. For whoever removes or replaces files; a table that
    is still open stays readable.
    """
    return sweep_folder(
        workbench / "meta" / "tabular", lambda entry: _still_there(workbench, entry)
    )


def sweep_quietly(workbench: Path) -> None:
    """Sweep after something that is done already, and must not be called failed for this."""
    try:
        sweep(workbench)
    except (KeenBenchError, OSError) as error:
        log.warning("tables of a workbench were not swept", extra={"error": type(error).__name__})


def sweep_all(workbenches: Path) -> None:
    """Sweep every workbench: what a killed worker was writing, and tables of files that are gone.

    In the background, since nobody waits for it.
    """

    def run() -> None:
        if workbenches.is_dir():
            for path in sorted(workbenches.iterdir()):
                sweep_quietly(path)

    threading.Thread(target=run, name="sweep tables", daemon=True).start()


def sweep_folder(folder: Path, still_there: Callable[[dict[str, Any]], bool]) -> int:
    """Remove the tables in `folder` of files of which `still_there` says no."""
    if not folder.is_dir():
        return 0
    with _folder(folder, lock=fcntl.LOCK_EX) as fd:
        names = reading.list_names(fd)
        kept: set[str] = set()
        for name in [name for name in names if name.endswith(_SOURCE)]:
            entry = _read_source(fd, name)
            if entry is not None and still_there(entry):
                kept.add(str(entry["key"]))
            else:
                storage.remove(fd, name)
        gone = {
            name.partition(".")[0]
            for name in names
            if name.endswith((_DATABASE, _DESCRIPTION)) and name.partition(".")[0] not in kept
        }
        # What a killed process was writing: nobody is now, while we hold the lock.
        for name in filter(storage.is_temporary, names):
            storage.remove(fd, name)
        for key in sorted(gone):
            # The description first: what has none is not whole.
            storage.remove(fd, key + _DESCRIPTION)
            storage.remove(fd, key + _DATABASE)
        storage.sync_folder(fd)
    return len(gone)


def _still_there(workbench: Path, entry: dict[str, Any]) -> bool:
    roots = [path for path in workbench.iterdir() if path.name == "published"]
    roots += [path for path in workbench.iterdir() if path.name.startswith("draft")]
    for root in roots:
        try:
            status = (root / str(entry["name"])).lstat()
        except (FileNotFoundError, NotADirectoryError):
            continue
        if Identity.of(status).to_json() == entry["identity"]:
            return True
    return False
