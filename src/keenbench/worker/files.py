"""Where the broker finds the files that calls name, and puts the ones they made."""

from __future__ import annotations

import os
import stat
import threading
import unicodedata
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from keenbench import paths, reading, storage
from keenbench.errors import (
    FileMissing,
    FileReadFailed,
    FileWriteFailed,
    SandboxViolation,
    ValidationFailed,
)

_placing = threading.Lock()


class Files(Protocol):
    """The broker's view of the disk."""

    def open(self, workbench_id: str, wanted: list[tuple[str, str]]) -> list[int | None]:
        """Return descriptors of the (root, name) wanted, as of one moment; None where missing."""

    def place(self, workbench_id: str, root: str, name: str, result: Path) -> None: ...

    def names(self, workbench_id: str, root: str) -> list[str]:
        """Return the names of the files that `root` shows."""

    def tabular(self, workbench_id: str) -> Path:
        """Return the folder of ingested tables, which may not exist yet."""

    def workbench(self, workbench_id: str) -> Path | None:
        """Return the workbench's own folder, where there is one."""


@dataclass(frozen=True)
class WorkbenchFiles:
    """The files of all workbenches."""

    workbenches: Path

    def open(self, workbench_id: str, wanted: list[tuple[str, str]]) -> list[int | None]:
        return reading.open_files(self.workbenches, workbench_id, wanted)

    def place(self, workbench_id: str, root: str, name: str, result: Path) -> None:
        """Copy the file that a child left in its out/ to `name` in a draft root."""
        paths.check_name(name)
        source = _open_result(result)
        try:
            # One at a time, or two names that differ in case could both be found free.
            with (
                _placing,
                paths.open_root(self.workbenches, workbench_id, root, create=True) as folder,
            ):
                self._check_unique(workbench_id, root, name)
                storage.drain_into(source, folder, name)
        finally:
            os.close(source)

    def names(self, workbench_id: str, root: str) -> list[str]:
        with reading.open_folders(self.workbenches, workbench_id) as folders:
            return reading.read_consistently(folders, lambda view: view.names_in_root(root))

    def tabular(self, workbench_id: str) -> Path:
        return self.workbench(workbench_id) / "meta" / "tabular"

    def workbench(self, workbench_id: str) -> Path:
        with paths.open_workbench(self.workbenches, workbench_id):
            return self.workbenches / workbench_id

    def _check_unique(self, workbench_id: str, root: str, name: str) -> None:
        """Refuse a name that another file has but for case: on some disks they are one."""
        for place in {root, "draft", "published"}:
            try:
                with paths.open_root(self.workbenches, workbench_id, place) as folder:
                    others = os.listdir(folder)  # noqa: PTH208 - by descriptor
            except FileMissing:
                continue
            for other in others:
                if other != name and _folded(other) == _folded(name):
                    raise ValidationFailed(
                        f"{name} differs from {other} only in case; names are unique without "
                        "regard to it.",
                        path=name,
                    )


@dataclass(frozen=True)
class LooseFile:
    """One file anywhere on the user's disk, for the command line, and one that may be written."""

    path: Path
    scratch_folder: Path
    target: Path | None = None

    @property
    def name(self) -> str:
        """The file's name, or one like it where it is none that a workbench could hold."""
        try:
            return paths.check_name(self.path.name)
        except SandboxViolation:
            ending = self.path.suffix
            return f"file{ending}" if ending.isascii() and ending.isprintable() else "file"

    def open(self, workbench_id: str, wanted: list[tuple[str, str]]) -> list[int | None]:
        return [self._open(name) for _, name in wanted]

    def _open(self, name: str) -> int | None:
        if name != self.name:
            return None
        try:
            fd = os.open(self.path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
        except FileNotFoundError:
            raise FileMissing(f"There is no file {self.path}.", path=name) from None
        except OSError as error:
            reason = os.strerror(error.errno or 0)
            raise FileReadFailed(f"{self.path} cannot be read: {reason}.", path=name) from None
        if not stat.S_ISREG(os.fstat(fd).st_mode):
            os.close(fd)
            raise FileReadFailed(f"{self.path} is not a regular file.", path=name)
        return fd

    def place(self, workbench_id: str, root: str, name: str, result: Path) -> None:
        if self.target is None or name != self.target.name:
            raise SandboxViolation("This command only reads.")
        source = _open_result(result)
        try:
            folder = os.open(self.target.parent, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        except OSError as error:
            os.close(source)
            raise storage.write_failed(error, str(self.target)) from None
        try:
            storage.drain_into(source, folder, name)
        finally:
            os.close(folder)
            os.close(source)

    def names(self, workbench_id: str, root: str) -> list[str]:
        return [self.name]

    def tabular(self, workbench_id: str) -> Path:
        return self.scratch_folder / "tabular"

    def workbench(self, workbench_id: str) -> Path | None:
        return None


def _open_result(result: Path) -> int:
    """Open what a child left, trusting nothing about it."""
    try:
        # For writing too, so that it can be emptied as it is copied.
        fd = os.open(result, os.O_RDWR | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError:
        raise FileWriteFailed("The call ended without leaving its file.") from None
    if not stat.S_ISREG(os.fstat(fd).st_mode):
        os.close(fd)
        raise SandboxViolation("The call left something that is not a file.")
    return fd


def _folded(name: str) -> str:
    return unicodedata.normalize("NFC", name).casefold()
