"""Every change of the disk that must survive a crash, and nothing else.

Each function works relative to an open folder and follows no link. What a function promises is on
the disk when it returns (`write_file`, `copy_into`, `drain_into`, `receive`, `append`,
`make_folder`), or is promised by a `sync_folder` that the caller makes later (`move`, `remove`), so
that many renames cost one sync.

A test may set a `Watcher`: it hears of every call before it is made, so that it can kill the
process there, and of every sync, so that it can tell what would be left after a power cut.
"""

from __future__ import annotations

import errno
import fcntl
import hashlib
import os
import re
import secrets
import stat
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from keenbench.errors import DiskFull, FileWriteFailed, KeenBenchError, TooLarge
from keenbench.file_copy import copy_bytes

# Other users are kept out by the workbench's own folder. Its files are 0644, because a box that
# runs under a uid of its own must open again what the broker handed to it.
FOLDER_MODE = 0o700
FILE_MODE = 0o644

TEMPORARY = re.compile(r"\.[0-9a-f]{16}\.tmp")

_NEW = os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC


class Watcher(Protocol):
    """What a crash test sees of this module."""

    def before(self, call: str) -> None:
        """`call` is about to be made."""

    def synced(self, fd: int) -> None:
        """What stands behind `fd`, a file or a folder, is now on the disk."""


_watcher: Watcher | None = None


def watch(watcher: Watcher | None) -> None:
    """Have `watcher` told of every call from now on; for crash tests only."""
    global _watcher
    _watcher = watcher


def _call(name: str) -> None:
    if _watcher is not None:
        _watcher.before(name)


def _sync(fd: int) -> None:
    _call("fsync")
    os.fsync(fd)
    if _watcher is not None:
        _watcher.synced(fd)


def write_failed(error: OSError, name: str) -> KeenBenchError:
    """Return the typed error for an OSError of a write."""
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return DiskFull(f"The disk is full; {name} was not written.", path=name)
    reason = os.strerror(error.errno) if error.errno else str(error)
    return FileWriteFailed(f"{name} could not be written: {reason}.", path=name)


@contextmanager
def _writing(name: str) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise write_failed(error, name) from None


@contextmanager
def _replacing(
    folder: int,
    name: str,
    named: Callable[[int], str | None] | None = None,
    mode: int = FILE_MODE,
    settle: bool = True,
) -> Iterator[int]:
    """Give a new file's descriptor; it is synced and takes the place of `name` at the end.

    `named` may choose another name once the file is whole, or None to let it go.
    """
    temporary = f".{secrets.token_hex(8)}.tmp"
    with _writing(name):
        _call("create")
        target = os.open(temporary, _NEW, mode, dir_fd=folder)
        try:
            try:
                os.fchmod(target, mode)  # whatever the umask
                yield target
                final = name if named is None else named(target)
                if final is not None:
                    _sync(target)
            finally:
                os.close(target)
            if final is None:
                _call("unlink")
                os.unlink(temporary, dir_fd=folder)
            else:
                _call("rename")
                os.rename(temporary, final, src_dir_fd=folder, dst_dir_fd=folder)
        except BaseException:
            with suppress(FileNotFoundError):
                os.unlink(temporary, dir_fd=folder)
            raise
        if settle:
            _sync(folder)


def write_file(
    folder: int, name: str, data: bytes, *, mode: int = FILE_MODE, settle: bool = True
) -> None:
    """Make `name` in `folder` hold `data`, replacing it at once.

    Without `settle` the name, but not the bytes, waits for a later `sync_folder`.
    """
    with _replacing(folder, name, mode=mode, settle=settle) as target:
        _write(target, data)


@dataclass(frozen=True)
class Received:
    size: int
    sha256: str


def receive(chunks: Iterable[bytes], folder: int, name: str, *, limit: int) -> Received:
    """Write a stream of bytes to `name` in `folder`, or raise TooLarge and write nothing."""
    size = 0
    digest = hashlib.sha256()
    with _replacing(folder, name) as target:
        for chunk in chunks:
            size += len(chunk)
            if size > limit:
                raise TooLarge(f"{name} is larger than {limit} bytes.", path=name)
            digest.update(chunk)
            _write(target, chunk)
    return Received(size, digest.hexdigest())


def copy_into(source: int, folder: int, name: str) -> int:
    """Copy the open file `source` to `name` in `folder`, replacing it at once; return its size.

    Blocks are shared where the file system can (a reflink), and copied elsewhere. A copy and never
    a rename of the source: whoever wrote the source may still hold it open. And never a hard link:
    a later save in place through either name would change both.
    """
    with _replacing(folder, name) as target:
        return _copy(source, target)


def drain_into(source: int, folder: int, name: str) -> int:
    """Copy as `copy_into` does, letting go of the source's bytes once they are copied.

    For a scratch file that nobody will read again, open for writing: a large one then never takes
    its size twice, neither on the disk nor in memory.
    """
    with _replacing(folder, name) as target:
        # Under another name someone may still want it.
        return _copy(source, target, drained=os.fstat(source).st_nlink == 1)


def copy_by_content(source: int, folder: int) -> Received:
    """Copy `source` into `folder` under the sha256 of what was copied, unless it stands there."""
    received: Received | None = None

    def named(target: int) -> str | None:
        nonlocal received
        received = digest(target)
        try:
            os.stat(received.sha256, dir_fd=folder, follow_symlinks=False)
        except FileNotFoundError:
            return received.sha256
        return None

    with _replacing(folder, "a copy", named) as target:
        _copy(source, target)
    assert received is not None
    return received


def copy_new(source: int, folder: int, name: str) -> bool:
    """Copy `source` to `name` in `folder`; False, and nothing done, when the name is taken."""
    with _writing(name):
        _call("create")
        try:
            os.close(os.open(name, _NEW, FILE_MODE, dir_fd=folder))
        except FileExistsError:
            return False
    # The name is ours now: replacing it overwrites nothing but the empty file just made.
    try:
        copy_into(source, folder, name)
    except KeenBenchError:
        remove(folder, name)
        raise
    return True


def digest(fd: int) -> Received:
    """Return size and sha256 of an open file."""
    hashed = hashlib.sha256()
    done = 0
    while data := os.pread(fd, 1 << 20, done):
        hashed.update(data)
        done += len(data)
    return Received(done, hashed.hexdigest())


def append(folder: int, name: str, data: bytes, *, offset: int | None = None) -> int:
    """Add `data` at the end of `name` (made when missing) and return the file's new size.

    `offset` is where it belongs: what a crash left beyond it is cut off first, so that the same
    append made twice stands there once.
    """
    with _writing(name):
        _call("append")
        fd = os.open(
            name, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, FILE_MODE, dir_fd=folder
        )
        try:
            # Two who append at once, in whatever process, follow each other.
            fcntl.flock(fd, fcntl.LOCK_EX)
            os.fchmod(fd, FILE_MODE)
            size = os.fstat(fd).st_size
            end = _end_of_whole_lines(fd, size) if offset is None else min(offset, size)
            if end < size:
                _call("truncate")
                os.ftruncate(fd, end)
            try:
                _call("write")
                os.lseek(fd, end, os.SEEK_SET)
                _write_all(fd, data)
            except OSError:
                os.ftruncate(fd, end)
                raise
            _sync(fd)
        finally:
            os.close(fd)
        if size == 0:
            _sync(folder)
        return end + len(data)


def make_folder(parent: int, name: str, *, mode: int = FOLDER_MODE) -> None:
    """Make the folder `name` in `parent` unless it stands there."""
    with _writing(name):
        _call("mkdir")
        try:
            os.mkdir(name, mode, dir_fd=parent)
        except FileExistsError:
            if not stat.S_ISDIR(os.stat(name, dir_fd=parent, follow_symlinks=False).st_mode):
                raise
        # Also for one that stands: the process that made it may have been killed before its sync.
        _sync(parent)


def make_folders(path: Path) -> None:
    """Make the folder `path` and those above it, as far as they are missing."""
    if path.is_dir():
        return
    make_folders(path.parent)
    with _writing(str(path.name)):
        parent = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        make_folder(parent, path.name)
    finally:
        os.close(parent)


def move(source: int, name: str, target: int, new_name: str) -> bool:
    """Rename a file, replacing what stands there; False when there is no such file (any more).

    On the disk only after `sync_folder` of the target, then of the source.
    """
    with _writing(new_name):
        _call("rename")
        try:
            os.rename(name, new_name, src_dir_fd=source, dst_dir_fd=target)
        except FileNotFoundError:
            return False
        return True


def remove(folder: int, name: str) -> bool:
    """Unlink a file; False when it is not there. On the disk only after `sync_folder`."""
    with _writing(name):
        _call("unlink")
        try:
            os.unlink(name, dir_fd=folder)
        except FileNotFoundError:
            return False
        return True


def remove_tree(parent: int, name: str) -> None:
    """Remove a folder and all in it; one that is not there is no error.

    Nothing is synced: what a power cut brings back of it is cleared away at the next start.
    """
    with _writing(name):
        try:
            folder = os.open(name, _FOLDER, dir_fd=parent)
        except FileNotFoundError:
            return
        try:
            with os.scandir(folder) as found:
                entries = sorted(found, key=lambda entry: entry.name)
            for entry in entries:
                if entry.is_dir(follow_symlinks=False):
                    remove_tree(folder, entry.name)
                else:
                    _call("unlink")
                    os.unlink(entry.name, dir_fd=folder)
        finally:
            os.close(folder)
        _call("rmdir")
        os.rmdir(name, dir_fd=parent)


def sync_folder(folder: int) -> None:
    """Bring the names in `folder` to the disk."""
    with _writing("the folder"):
        _sync(folder)


def sync_file(folder: int, name: str) -> None:
    """Bring the bytes of a file that stands there to the disk."""
    with _writing(name):
        fd = os.open(name, os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC, dir_fd=folder)
        try:
            _sync(fd)
        finally:
            os.close(fd)


def set_modified(folder: int, name: str, mtime_ns: int) -> None:
    """Give a file its old time of change; a nicety that need not survive a crash."""
    with _writing(name):
        os.utime(name, ns=(mtime_ns, mtime_ns), dir_fd=folder, follow_symlinks=False)


def is_temporary(name: str) -> bool:
    """True for a name under which only an unfinished write of this module stands."""
    return TEMPORARY.fullmatch(name) is not None


def _write(fd: int, data: bytes) -> None:
    _call("write")
    _write_all(fd, data)


def _write_all(fd: int, data: bytes) -> None:
    view = memoryview(data)
    while view:
        view = view[os.write(fd, view) :]


def _end_of_whole_lines(fd: int, size: int) -> int:
    """Return where the last whole line ends; half a line is an append that was never finished."""
    end = size
    while end > 0:
        begin = max(0, end - 65536)
        found = os.pread(fd, end - begin, begin).rfind(b"\n")
        if found >= 0:
            return begin + found + 1
        end = begin
    return 0


def _copy(source: int, target: int, *, drained: bool = False) -> int:
    _call("copy")
    return copy_bytes(source, target, drained=drained)
