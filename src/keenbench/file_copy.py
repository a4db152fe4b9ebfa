"""The bytes of one open file in another: shared where the file system can, else copied."""

from __future__ import annotations

import ctypes
import errno
import fcntl
import os

_FICLONE = 0x40049409  # linux/fs.h: share the blocks of another file
_PUNCH_HOLE = 0x01 | 0x02  # linux/falloc.h: keep the size, free the blocks
_DRAINED_BYTES = 16 * 1024 * 1024
_NO_CLONE = (errno.EXDEV, errno.EINVAL, errno.ENOSYS, errno.EOPNOTSUPP, errno.ENOTTY, errno.EPERM)


def copy_bytes(source: int, target: int, *, drained: bool = False) -> int:
    """Copy all of `source`, sharing blocks where the file system can, and return the count."""
    try:
        fcntl.ioctl(target, _FICLONE, source)
        return os.fstat(target).st_size
    except OSError as error:
        if error.errno not in _NO_CLONE:
            raise
    done = 0
    in_kernel = hasattr(os, "copy_file_range")  # Linux has it, others do not
    while True:
        count = 0
        if in_kernel:
            try:
                step = _DRAINED_BYTES if drained else 1 << 30
                count = os.copy_file_range(source, target, step, done, done)
            except OSError as error:
                if error.errno not in _NO_CLONE:
                    raise
                in_kernel = False
        if count == 0:
            # Some file systems answer 0 where there is more to read; only a read is believed.
            data = os.pread(source, 1 << 20, done)
            if not data:
                return done
            count = os.pwrite(target, data, done)
        drained = drained and _let_go(source, done, count)
        done += count


def _let_go(fd: int, start: int, count: int) -> bool:
    """Make a hole of these bytes of a file; False where the system cannot."""
    fallocate = getattr(ctypes.CDLL(None), "fallocate", None)
    if fallocate is None:
        return False
    fallocate.argtypes = (ctypes.c_int, ctypes.c_int, ctypes.c_int64, ctypes.c_int64)
    return bool(fallocate(fd, _PUNCH_HOLE, start, count) == 0)
