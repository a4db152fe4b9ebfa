"""The folder on disk that one boxed child may write to."""

from __future__ import annotations

import fcntl
import os
import secrets
import shutil
from pathlib import Path


class Scratch:
    """A new folder in `parent`, locked while its owner lives.

    A broker that was killed leaves its folders behind; the lock went with it, and whoever makes
    the next folder in the same place removes those that nobody holds.
    """

    def __init__(self, parent: Path) -> None:
        parent.mkdir(parents=True, exist_ok=True)
        self.path = parent / secrets.token_hex(8)
        self.path.mkdir(mode=0o700)
        self._lock = os.open(self.path, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        fcntl.flock(self._lock, fcntl.LOCK_EX)
        self._remove_abandoned(parent)

    def remove(self) -> None:
        if self._lock >= 0:
            shutil.rmtree(self.path, ignore_errors=True)
            os.close(self._lock)
            self._lock = -1

    def _remove_abandoned(self, parent: Path) -> None:
        for other in parent.iterdir():
            if other == self.path:
                continue
            try:
                fd = os.open(other, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC)
            except OSError:
                continue  # gone meanwhile
            try:
                fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                continue  # its owner lives
            else:
                shutil.rmtree(other, ignore_errors=True)
            finally:
                os.close(fd)


def size_of(folder: Path) -> int:
    """Return the bytes that everything below `folder` takes on the disk, links not followed."""
    total = 0
    try:
        with os.scandir(folder) as entries:
            for entry in entries:
                try:
                    if entry.is_dir(follow_symlinks=False):
                        total += size_of(Path(entry.path))
                    else:
                        total += entry.stat(follow_symlinks=False).st_blocks * 512
                except FileNotFoundError:
                    continue  # removed while we looked
    except FileNotFoundError:
        return 0
    return total
