"""Killing a process at every call of the storage module, and cutting its power there.

A crash is made in a forked child: a watcher counts the calls of `keenbench.storage` and kills the
process with SIGKILL at the n-th. For a power cut the watcher also keeps a shadow of what has been
synced, and leaves that as the disk which the next start finds.
"""

from __future__ import annotations

import os
import shutil
import signal
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from keenbench import storage

# What is left on the disk after the crash: everything (the process alone was killed), only what
# was synced (a power cut), or every name but of the bytes only those that were synced.
Loss = Literal["killed", "power_cut", "names_kept"]
LOSSES: tuple[Loss, ...] = ("killed", "power_cut", "names_kept")

_NEVER = 1 << 30


@dataclass
class Disk:
    """A shadow of what is safe: for each folder its synced names, for each file its bytes."""

    root: Path
    names: dict[int, dict[str, int]] = field(default_factory=dict)
    bytes: dict[int, bytes] = field(default_factory=dict)
    # An inode that is held open is not used again for another file.
    held: dict[int, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Take everything that stands there as safe."""
        for folder, folders, files in os.walk(self.root):
            names = {}
            for name in (*folders, *files):
                path = Path(folder) / name
                inode = self._hold(path)
                names[name] = inode
                if path.is_file():
                    self.bytes[inode] = path.read_bytes()
            self.names[self._hold(Path(folder))] = names

    def synced(self, fd: int) -> None:
        found = os.fstat(fd)
        if not stat.S_ISDIR(found.st_mode):
            self.bytes[found.st_ino] = os.pread(fd, found.st_size, 0)
            return
        names = {}
        for entry in os.scandir(fd):
            inode = entry.inode()
            if inode not in self.held:
                self.held[inode] = os.open(entry.name, os.O_PATH | os.O_NOFOLLOW, dir_fd=fd)
            names[entry.name] = inode
        self.names[found.st_ino] = names

    def leave(self, target: Path, loss: Loss) -> None:
        """Write what a power cut would leave to `target`."""
        self._leave(self.root.stat().st_ino, target, loss, self.root)

    def _leave(self, folder: int, target: Path, loss: Loss, live: Path) -> None:
        target.mkdir()
        if loss == "names_kept":
            entries = {path.name: path.lstat().st_ino for path in live.iterdir()}
            folders = {path.name for path in live.iterdir() if path.is_dir()}
        else:
            entries = self.names.get(folder, {})
            folders = {name for name, inode in entries.items() if self._is_folder(inode)}
        for name, inode in entries.items():
            if name in folders:
                self._leave(inode, target / name, loss, live / name)
                continue
            (target / name).write_bytes(self.bytes.get(inode, b""))
            found = os.fstat(self.held[inode]) if inode in self.held else None
            if found is not None:
                os.utime(target / name, ns=(found.st_mtime_ns, found.st_mtime_ns))

    def _is_folder(self, inode: int) -> bool:
        return stat.S_ISDIR(os.fstat(self.held[inode]).st_mode)

    def _hold(self, path: Path) -> int:
        inode = path.lstat().st_ino
        if inode not in self.held:
            self.held[inode] = os.open(path, os.O_PATH | os.O_NOFOLLOW)
        return inode


@dataclass
class Crash:
    """A watcher that ends the process at its n-th call."""

    at: int
    disk: Disk | None = None
    leave: Callable[[Disk], None] | None = None
    calls: int = 0

    def before(self, call: str) -> None:
        self.calls += 1
        if self.calls == self.at:
            self.die()

    def synced(self, fd: int) -> None:
        if self.disk is not None:
            self.disk.synced(fd)

    def die(self) -> None:
        if self.disk is not None and self.leave is not None:
            self.leave(self.disk)
        os.kill(os.getpid(), signal.SIGKILL)


@contextmanager
def watching(watcher: storage.Watcher) -> Iterator[None]:
    storage.watch(watcher)
    try:
        yield
    finally:
        storage.watch(None)


def count_calls(action: Callable[[], object]) -> int:
    """Return how many calls of the storage module an action makes."""
    counter = Crash(at=_NEVER)
    with watching(counter):
        action()
    return counter.calls


@dataclass(frozen=True)
class Crashed:
    """What a crash left, by the kind of loss, and how many actions were acknowledged before it."""

    left: dict[Loss, Path]
    acknowledged: int


# A name below a folder, and of a file its bytes and its time.
Left = tuple[str, tuple[bytes, int] | None]


def left_in(root: Path) -> frozenset[Left]:
    """Return all that a folder holds."""
    found: set[Left] = set()
    for folder, folders, files in os.walk(root):
        found |= {(f"{folder[len(str(root)) :]}/{name}", None) for name in folders}
        for name in files:
            path = Path(folder, name)
            state = (path.read_bytes(), path.stat().st_mtime_ns)
            found.add((f"{folder[len(str(root)) :]}/{name}", state))
    return frozenset(found)


def crash(root: Path, at: int, *actions: Callable[[], object]) -> Crashed:
    """Run actions on the folder `root` in a child that dies at its `at`-th call.

    With as many calls as they make and one more, it dies right after the last acknowledgement.
    """
    left: dict[Loss, Path] = {loss: root.with_name(f"{root.name}.{loss}") for loss in LOSSES}
    left["killed"] = root
    for loss in ("power_cut", "names_kept"):
        shutil.rmtree(left[loss], ignore_errors=True)

    def leave(disk: Disk) -> None:
        disk.leave(left["power_cut"], "power_cut")
        disk.leave(left["names_kept"], "names_kept")

    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        # Nothing of the test may go on in the child, whatever happens.
        try:
            os.close(reader)
            watcher = Crash(at, Disk(root), leave)
            with watching(watcher):
                for action in actions:
                    action()
                    os.write(writer, b".")
            watcher.die()
        finally:
            os._exit(70)
    os.close(writer)
    _, status = os.waitpid(child, 0)
    assert os.WIFSIGNALED(status), "the action failed by itself"
    assert os.WTERMSIG(status) == signal.SIGKILL
    acknowledged = len(os.read(reader, len(actions)))
    os.close(reader)
    return Crashed(left, acknowledged)
