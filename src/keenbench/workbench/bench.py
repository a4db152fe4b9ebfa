"""A workbench on the disk: how it is read, and how one writer at a time changes it."""

from __future__ import annotations

import fcntl
import os
import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from keenbench import storage
from keenbench.errors import Busy, DraftExists, UnknownId
from keenbench.paths import STAGING_ROOT
from keenbench.reading import Folders, View, list_names, open_folders, read_consistently
from keenbench.settings import MIB
from keenbench.workbench.journal import NEXT_PREFIX, finish, has_journal, remove_folder
from keenbench.workbench.manifest import Manifest, read_manifest

LOCK = "lock"
# How long a writer waits for another before it is told that the workbench is busy.
LOCK_WAIT_SECONDS = 5.0
_LOCK_POLL_SECONDS = 0.02

_ORPHAN = re.compile(rf"{STAGING_ROOT.pattern}|draft\.prev")

Read = TypeVar("Read")


@dataclass(frozen=True)
class Limits:
    max_files: int = 200
    max_file_bytes: int = 2048 * MIB


@dataclass(frozen=True)
class Workbench:
    """The workbench `workbench_id` in the folder of all workbenches."""

    workbenches: Path
    workbench_id: str
    limits: Limits = field(default_factory=Limits)

    def read(
        self, read: Callable[[View], Read], undo: Callable[[Read], None] | None = None
    ) -> Read:
        """Return `read` of the workbench at one moment; never waits for a writer."""
        with open_folders(self.workbenches, self.workbench_id) as folders:
            return read_consistently(folders, read, undo)

    @contextmanager
    def writing(self, *, wait: float = LOCK_WAIT_SECONDS) -> Iterator[Writing]:
        """Be the one writer of this workbench, in this process and all others.

        The lock goes with the process that holds it. What a crashed one left half done is finished
        before this one begins.
        """
        with (
            open_folders(self.workbenches, self.workbench_id) as folders,
            locked(folders.make("meta"), LOCK, wait=wait, workbench_id=self.workbench_id),
        ):
            self._check_still_there(folders)
            clear_up(folders)
            yield Writing(self, folders)

    def _check_still_there(self, folders: Folders) -> None:
        try:
            now = (self.workbenches / self.workbench_id).lstat()
        except FileNotFoundError:
            now = None
        mine = os.fstat(folders.get(""))
        if now is None or (now.st_dev, now.st_ino) != (mine.st_dev, mine.st_ino):
            raise UnknownId(f"There is no workbench {self.workbench_id}.")


class Writing:
    """A workbench while its writer's lock is held."""

    def __init__(self, bench: Workbench, folders: Folders) -> None:
        self.bench = bench
        self.folders = folders

    @property
    def view(self) -> View:
        """The workbench as it is now; a fresh look after every commit."""
        return View(self.folders)

    @property
    def manifest(self) -> Manifest:
        return read_manifest(self.view)

    def require_no_draft(self, what: str) -> None:
        if self.view.draft is not None:
            raise DraftExists(
                f"There is a Draft; publish or discard it before {what}.",
                workbench_id=self.bench.workbench_id,
            )

    @contextmanager
    def staging(self, name: str) -> Iterator[str]:
        """Give a fresh staging folder, which is gone afterwards."""
        relative = f"draft.{name}.staging"
        remove_folder(self.folders, relative)
        self.folders.make(relative)
        try:
            yield relative
        finally:
            # A journal that could not be carried out to its end still needs what waits there.
            if not has_journal(self.folders):
                remove_folder(self.folders, relative)


@contextmanager
def locked(folder: int, name: str, *, wait: float, workbench_id: str | None) -> Iterator[None]:
    """Hold the lock file `name` in `folder`, or raise Busy when another has it for too long."""
    try:
        fd = os.open(
            name, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600, dir_fd=folder
        )
    except OSError as error:
        raise storage.write_failed(error, name) from None
    try:
        deadline = time.monotonic() + wait
        while True:
            try:
                fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except BlockingIOError:
                if time.monotonic() >= deadline:
                    raise Busy(
                        "Another change of this workbench is under way; try again when it is done.",
                        workbench_id=workbench_id,
                    ) from None
                time.sleep(_LOCK_POLL_SECONDS)
        yield
    finally:
        os.close(fd)


def clear_up(folders: Folders) -> None:
    """Finish or forget what a crashed writer left. The caller holds the lock."""
    finish(folders)
    for name in list_names(folders.get("")):
        if _ORPHAN.fullmatch(name):
            remove_folder(folders, name)
    for name in list_names(folders.get("meta")):
        if name.startswith(NEXT_PREFIX):
            remove_folder(folders, f"meta/{name}")
