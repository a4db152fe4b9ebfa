"""Files come into a workbench, leave it, and are copied out of it."""

from __future__ import annotations

import os
import stat
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePath
from typing import Literal

from keenbench import storage
from keenbench.errors import (
    FileMissing,
    KeenBenchError,
    SandboxViolation,
    TooLarge,
    ValidationFailed,
)
from keenbench.paths import check_name
from keenbench.reading import MANIFEST, View, list_names
from keenbench.storage import is_temporary
from keenbench.workbench.bench import Workbench, Writing
from keenbench.workbench.events import Event, EventSink, no_events
from keenbench.workbench.identity import iso_ns, new_id, now
from keenbench.workbench.journal import Transaction
from keenbench.workbench.manifest import FileEntry, Manifest, entry_for, read_manifest

Status = Literal["added", "removed", "extracted", "skipped"]
Reason = Literal["unreadable", "symlink", "directory", "size_limit", "duplicate", "missing"]


@dataclass(frozen=True)
class FileResult:
    path: str
    status: Status
    reason: Reason | None = None
    final_path: str | None = None


class _Skip(Exception):
    def __init__(self, reason: Reason) -> None:
        super().__init__(reason)
        self.reason = reason


def same_name(name: str) -> str:
    """Return what two names share that no workbench may hold beside each other."""
    return unicodedata.normalize("NFC", name).casefold()


def check_new_name(name: str) -> str:
    """Return `name` if a file of the user's may be called so."""
    check_name(name)
    if is_temporary(name):
        raise ValidationFailed(f"{name} is a name that KeenBench keeps for itself.", path=name)
    return name


def check_count(bench: Workbench, count: int) -> None:
    if count > bench.limits.max_files:
        raise ValidationFailed(
            f"A workbench holds at most {bench.limits.max_files} files; this would make {count}.",
            phase="workbench",
        )


def add_files(
    bench: Workbench, sources: Sequence[Path], events: EventSink = no_events
) -> list[FileResult]:
    """Copy files of the user's into Published; all that can be added are, in one step."""

    def receiver(source: Path) -> Callable[[int, str], None]:
        return lambda folder, name: _copy_source(source, folder, name, bench.limits.max_file_bytes)

    return _add(bench, [(source.name, receiver(source)) for source in sources], events)


def add_uploads(
    bench: Workbench, uploads: Iterable[tuple[str, Iterable[bytes]]], events: EventSink = no_events
) -> list[FileResult]:
    """Write files that arrive as bytes into Published; all that can be added are, in one step."""

    def receiver(chunks: Iterable[bytes]) -> Callable[[int, str], None]:
        def receive(folder: int, name: str) -> None:
            try:
                storage.receive(chunks, folder, name, limit=bench.limits.max_file_bytes)
            except TooLarge:
                raise _Skip("size_limit") from None

        return receive

    return _add(bench, [(name, receiver(chunks)) for name, chunks in uploads], events)


def _add(
    bench: Workbench, incoming: Sequence[tuple[str, Callable[[int, str], None]]], events: EventSink
) -> list[FileResult]:
    for name, _ in incoming:
        check_new_name(name)
    with bench.writing() as writing:
        writing.require_no_draft("adding files")
        manifest = writing.manifest
        # Also a file that stands in Published without being listed is not overwritten.
        on_disk = list_names(writing.folders.make("published"))
        taken = {same_name(name) for name in (*manifest.paths, *on_disk)}
        fresh = {same_name(name) for name, _ in incoming} - taken
        check_count(bench, len(manifest) + len(fresh))
        results: list[FileResult] = []
        entries: list[FileEntry] = []
        with writing.staging(new_id("add")) as staging:
            folder = writing.folders.get(staging)
            for name, receive in incoming:
                try:
                    if same_name(name) in taken:
                        raise _Skip("duplicate")
                    receive(folder, name)
                except _Skip as skip:
                    results.append(FileResult(name, "skipped", skip.reason))
                    continue
                taken.add(same_name(name))
                found = os.stat(name, dir_fd=folder, follow_symlinks=False)
                entries.append(entry_for(name, found.st_size, iso_ns(found.st_mtime_ns), now()))
                results.append(FileResult(name, "added"))
            if entries:
                change = Transaction(writing.folders, "add")
                for entry in entries:
                    change.install("published", entry.path, staging)
                _commit_manifest(writing, change, manifest.changed(put=entries))
    if entries:
        _files_changed(bench, events, added=[entry.path for entry in entries])
    return results


def _copy_source(source: Path, folder: int, name: str, limit: int) -> None:
    try:
        found = source.lstat()
    except OSError:
        raise _Skip("unreadable") from None
    if stat.S_ISLNK(found.st_mode):
        raise _Skip("symlink")
    if stat.S_ISDIR(found.st_mode):
        raise _Skip("directory")
    try:
        # O_NOFOLLOW: a link put there since the look above is not followed either.
        fd = os.open(source, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError:
        raise _Skip("unreadable") from None
    try:
        opened = os.fstat(fd)
        if not stat.S_ISREG(opened.st_mode):
            raise _Skip("unreadable")
        if opened.st_size > limit:
            raise _Skip("size_limit")
        if storage.copy_into(fd, folder, name) > limit:
            storage.remove(folder, name)
            raise _Skip("size_limit")
        storage.set_modified(folder, name, opened.st_mtime_ns)
    finally:
        os.close(fd)


def remove_files(
    bench: Workbench, paths: Sequence[str], events: EventSink = no_events
) -> list[FileResult]:
    """Take files out of the workbench, in one step."""
    for path in paths:
        check_name(path)
    with bench.writing() as writing:
        writing.require_no_draft("removing files")
        manifest = writing.manifest
        gone = [path for path in dict.fromkeys(paths) if path in manifest]
        if gone:
            change = Transaction(writing.folders, "remove")
            for path in gone:
                change.remove("published", path)
            _commit_manifest(writing, change, manifest.changed(drop=gone))
    if gone:
        _files_changed(bench, events, removed=gone)
    return [
        FileResult(path, "removed") if path in gone else FileResult(path, "skipped", "missing")
        for path in paths
    ]


def extract_files(bench: Workbench, paths: Sequence[str], destination: Path) -> list[FileResult]:
    """Copy Published files to a folder of the user's; nothing there is overwritten."""
    for path in paths:
        check_name(path)
    try:
        folder = os.open(destination, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC)
    except FileNotFoundError:
        raise ValidationFailed(f"There is no folder {destination}.", phase="workbench") from None
    except OSError:
        raise SandboxViolation(
            f"{destination} is not a folder, or is a link, which is not followed."
        ) from None
    try:
        opened = bench.read(lambda view: _open_published(view, paths), _close)
        try:
            return [
                _extract(path, fd, folder, destination)
                for path, fd in zip(paths, opened, strict=True)
            ]
        finally:
            _close(opened)
    finally:
        os.close(folder)


def _open_published(view: View, paths: Sequence[str]) -> list[int | None]:
    manifest = read_manifest(view)
    opened: list[int | None] = []
    try:
        for path in paths:
            opened.append(view.open("published", path) if path in manifest else None)
    except KeenBenchError:
        _close(opened)
        raise
    return opened


def _close(fds: Iterable[int | None]) -> None:
    for fd in fds:
        if fd is not None:
            os.close(fd)


def _extract(path: str, fd: int | None, folder: int, destination: Path) -> FileResult:
    if fd is None:
        return FileResult(path, "skipped", "missing")
    for name in free_names(path):
        if storage.copy_new(fd, folder, name):
            return FileResult(path, "extracted", final_path=str(destination / name))
    raise AssertionError("free_names never ends")


def free_names(name: str) -> Iterable[str]:
    """Give `report.docx`, `report (1).docx`, `report (2).docx`, …"""
    yield name
    parts = PurePath(name)
    number = 0
    while True:
        number += 1
        yield f"{parts.stem} ({number}){parts.suffix}"


def _commit_manifest(writing: Writing, change: Transaction, manifest: Manifest) -> None:
    change.write("meta", MANIFEST, manifest.encode(change.id))
    change.commit()


def _files_changed(bench: Workbench, events: EventSink, **paths: list[str]) -> None:
    events(Event("WorkbenchFilesChanged", bench.workbench_id, dict(paths)))


def open_active(bench: Workbench, version: str, path: str) -> int:
    """Return a read descriptor of a file's version: `draft`, `published`, or the active one."""
    check_name(path)
    root = "published" if version == "published" else "draft"
    fd = bench.read(lambda view: view.open_in_root(root, path), lambda fd: _close([fd]))
    if fd is None:
        raise FileMissing(f"There is no file {path}.", path=path)
    return fd
