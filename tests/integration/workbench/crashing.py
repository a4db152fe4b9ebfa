"""What a crash at each call of the storage module would leave on the disk.

An action is run once, in a forked child. A watcher hears of every call of `keenbench.storage`
before it is made and keeps what is on the disk just then, which is what a SIGKILL there leaves. For
a power cut it also has a shadow of what has been synced, and keeps what a start would find of it.
A server that is really killed at a call is in `tests/integration/workshop/killed_server.py`.
"""

from __future__ import annotations

import json
import os
import signal
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, get_args

from keenbench import storage

# What is left on the disk after the crash: everything (the process alone was killed), only what
# was synced (a power cut), or every name but of the bytes only those that were synced.
Loss = Literal["killed", "power_cut", "names_kept"]
LOSSES: tuple[Loss, ...] = get_args(Loss)

# What is left, by names below the root: nothing more for a folder; of a file its bytes and, where
# it still stands, its time.
Left = dict[str, tuple[bytes, int | None] | None]

_LIST = "list.json"


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

    def left(self, loss: Loss) -> Left:
        """Return what is left of this disk after a crash just now."""
        left: Left = {}
        self._add(left, loss, "", self.root.stat().st_ino)
        return left

    def _add(self, left: Left, loss: Loss, folder: str, inode: int) -> None:
        if loss == "power_cut":
            names = self.names.get(inode, {})
            folders = {name for name, found in names.items() if self._is_folder(found)}
        else:
            with os.scandir(f"{self.root}/{folder}") as entries:
                found_now = [(each.name, each.inode(), each.is_dir()) for each in entries]
            names = {name: found for name, found, _ in found_now}
            folders = {name for name, _, is_folder in found_now if is_folder}
        for name, found in names.items():
            path = f"{folder}/{name}" if folder else name
            if name in folders:
                left[path] = None
                self._add(left, loss, path, found)
            elif loss == "killed":
                place = self.root / path
                left[path] = place.read_bytes(), place.stat().st_mtime_ns
            else:
                left[path] = self.bytes.get(found, b""), self._time(found)

    def _time(self, inode: int) -> int | None:
        return os.fstat(self.held[inode]).st_mtime_ns if inode in self.held else None

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
    calls: int = 0

    def before(self, call: str) -> None:
        self.calls += 1
        if self.calls == self.at:
            die()

    def synced(self, fd: int) -> None:
        pass


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


@contextmanager
def watching(watcher: storage.Watcher) -> Iterator[None]:
    storage.watch(watcher)
    try:
        yield
    finally:
        storage.watch(None)


@dataclass(frozen=True)
class Crashed:
    """What a crash left in `root`, and the first call and loss by which it is left so."""

    at: int
    loss: Loss
    # How many actions had ended before it.
    acknowledged: int
    root: Path


@dataclass
class Crashes:
    """A watcher that keeps what each crash would leave; once, where several leave the same."""

    disk: Disk
    into: Path
    calls: int = 0
    acknowledged: int = 0
    kept: list[tuple[int, Loss, int]] = field(default_factory=list)
    _known: set[tuple[int, frozenset[object]]] = field(default_factory=set)

    def before(self, call: str) -> None:
        self.calls += 1
        self.keep()

    def synced(self, fd: int) -> None:
        self.disk.synced(fd)

    def keep(self) -> None:
        for loss in LOSSES:
            left = self.disk.left(loss)
            state = self.acknowledged, frozenset(left.items())
            if state not in self._known:
                self._known.add(state)
                self.kept.append((self.calls, loss, self.acknowledged))
                _write(left, _place(self.into, self.calls, loss))


def crashes(root: Path, into: Path, *actions: Callable[[], object]) -> list[Crashed]:
    """Run actions on the folder `root`, and leave in `into` what a crash at any call would.

    The last one is right after the last acknowledgement.
    """
    child = os.fork()
    if child == 0:
        # Nothing of the test may go on in the child, whatever happens.
        try:
            watcher = Crashes(Disk(root), into)
            with watching(watcher):
                for action in actions:
                    action()
                    watcher.acknowledged += 1
            watcher.calls += 1
            watcher.keep()
            (into / _LIST).write_text(json.dumps(watcher.kept))
            die()
        finally:
            os._exit(70)
    _, status = os.waitpid(child, 0)
    assert os.WIFSIGNALED(status), "the action failed by itself"
    kept = json.loads((into / _LIST).read_text())
    return [
        Crashed(at, loss, acknowledged, _place(into, at, loss)) for at, loss, acknowledged in kept
    ]


def _place(into: Path, at: int, loss: Loss) -> Path:
    return into / f"{at}.{loss}"


def _write(left: Left, root: Path) -> None:
    root.mkdir(parents=True)
    for name, content in left.items():
        place = root / name
        if content is None:
            place.mkdir()
            continue
        place.write_bytes(content[0])
        if content[1] is not None:
            os.utime(place, ns=(content[1], content[1]))
