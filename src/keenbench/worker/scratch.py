"""The folder on disk in which this broker's children leave what they made.

It lies in the data folder and not in a workbench: whoever could put a link into a workbench would
otherwise choose where we write, and what we sweep.
"""

from __future__ import annotations

import fcntl
import os
import re
import secrets
import shutil
import tempfile
from pathlib import Path

_NAME = re.compile(r"[0-9a-f]{16}")


class Scratch:
    """A folder of this broker's own, locked while it lives.

    A broker that was killed leaves its folder behind; its lock went with it, and the next broker
    to start in the same place removes the folders that nobody holds.
    """

    def __init__(self, parent: Path) -> None:
        try:
            parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._make(parent)
        except OSError:
            # A data folder that cannot be written can still be read from.
            self._make(Path(tempfile.gettempdir()), prefix="keenbench-")

    def _make(self, parent: Path, prefix: str = "") -> None:
        holding = os.open(parent, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC)
        try:
            if not prefix:
                # Held while one broker makes its folder and sweeps: a folder that was made and not
                # yet locked would look abandoned to another.
                fcntl.flock(holding, fcntl.LOCK_EX)
                _remove_abandoned(parent)
            self.path = parent / f"{prefix}{secrets.token_hex(8)}"
            self.path.mkdir(mode=0o700)
            self._lock = os.open(self.path, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
            fcntl.flock(self._lock, fcntl.LOCK_EX)
        finally:
            os.close(holding)

    def folder(self) -> Path:
        """Return a new folder for one child; made again if someone swept all of it away."""
        folder = self.path / secrets.token_hex(8)
        folder.mkdir(mode=0o700, parents=True)
        return folder

    def remove(self) -> None:
        if self._lock >= 0:
            shutil.rmtree(self.path, ignore_errors=True)
            os.close(self._lock)
            self._lock = -1


def _remove_abandoned(parent: Path) -> None:
    for other in parent.iterdir():
        if not _NAME.fullmatch(other.name):
            continue  # not of our making
        try:
            fd = os.open(other, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC)
        except OSError:
            continue  # gone meanwhile, or no folder
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
