"""Every change of the disk that must survive a crash."""

from __future__ import annotations

import errno
import os
import secrets
from contextlib import suppress

from keenbench.errors import DiskFull, FileWriteFailed, KeenBenchError

_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
# 0644 within a 0700 workbench: other users are kept out by the folder, while a box that runs
# under a uid of its own can open again what the broker handed to it.
FILE_MODE = 0o644


def write_failed(error: OSError, name: str) -> KeenBenchError:
    """Return the typed error for an OSError of a write."""
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return DiskFull(f"The disk is full; {name} was not written.", path=name)
    reason = os.strerror(error.errno) if error.errno else str(error)
    return FileWriteFailed(f"{name} could not be written: {reason}.", path=name)


def copy_into(source: int, folder: int, name: str) -> int:
    """Copy the open file `source` to `name` in `folder`, replacing it at once; return its size.

    A copy and never a rename of the source: whoever wrote the source may still hold it open.
    """
    temporary = f".{secrets.token_hex(8)}.tmp"
    try:
        target = os.open(temporary, _NEW, FILE_MODE, dir_fd=folder)
        try:
            size = _copy_bytes(source, target)
            os.fsync(target)
        finally:
            os.close(target)
        os.rename(temporary, name, src_dir_fd=folder, dst_dir_fd=folder)
        os.fsync(folder)
    except OSError as error:
        with suppress(FileNotFoundError):
            os.unlink(temporary, dir_fd=folder)
        raise write_failed(error, name) from None
    return size


def _copy_bytes(source: int, target: int) -> int:
    """Copy all of `source`, sharing blocks where the file system can, and return the count."""
    done = 0
    while True:
        try:
            count = os.copy_file_range(source, target, 1 << 30, done, done)
        except OSError as error:
            if error.errno not in (errno.EXDEV, errno.EINVAL, errno.ENOSYS, errno.EOPNOTSUPP):
                raise
            data = os.pread(source, 1 << 20, done)
            count = os.pwrite(target, data, done)
        if count == 0:
            return done
        done += count
