"""The one way from (workbench, root, name) to an open file: every door goes through here.

`reading.py` adds what a workbench means by a root (the Draft shows Published through) and reads
several files as of one moment. Names are flat, so a path is three steps: workbench, root, file.
Each is opened relative to the descriptor of the one before with O_NOFOLLOW; what was checked is
what was opened, and a link swapped in between two steps is refused by the kernel rather than by a
check that came too early.
"""

from __future__ import annotations

import errno
import os
import re
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from keenbench.errors import (
    FileMissing,
    FileReadFailed,
    FileWriteFailed,
    SandboxViolation,
    UnknownId,
)

WORKBENCH_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")
STAGING_ROOT = re.compile(r"draft\.[A-Za-z0-9_-]{1,64}\.staging")
# The files as they were when the Draft first touched them: what Review compares with.
REFERENCE_ROOT = "reference"

_DIRECTORY = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
# O_NONBLOCK: opening a FIFO that someone put there must not wait for its writer.
_FILE = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
_LINK_ERRNOS = (errno.ELOOP, errno.ENOTDIR)


def check_workbench_id(workbench_id: str) -> str:
    if not WORKBENCH_ID.fullmatch(workbench_id):
        raise SandboxViolation("A workbench id is 1 to 64 of the characters A-Z a-z 0-9 _ -.")
    return workbench_id


def check_root(root: str) -> str:
    """Return `root` if it names a place where a workbench keeps files of the user's."""
    if root not in ("draft", "published", REFERENCE_ROOT) and not STAGING_ROOT.fullmatch(root):
        raise SandboxViolation(
            "root is draft, published or draft.<id>.staging; nothing else of a workbench is read."
        )
    return root


def is_draft_root(root: str) -> bool:
    return root not in ("published", REFERENCE_ROOT)


def check_name(name: str) -> str:
    """Return `name` if it is one flat file name that means the same on every system."""
    if not name or name in (".", ".."):
        raise SandboxViolation("A file name is needed.", path=None)
    if any(ord(c) < 32 or c in "/\\\x7f" for c in name):
        raise SandboxViolation("A file name holds no slash, backslash or control character.")
    try:
        encoded = name.encode()
    except UnicodeEncodeError:
        raise SandboxViolation("A file name is valid Unicode.") from None
    if len(encoded) > 255:
        raise SandboxViolation("A file name is at most 255 bytes long.")
    return name


def _step(name: str, parent: int | None) -> int:
    return os.open(name, _DIRECTORY, dir_fd=parent)


@contextmanager
def open_workbench(workbenches: Path, workbench_id: str) -> Iterator[int]:
    """Give a descriptor of the workbench's own folder."""
    check_workbench_id(workbench_id)
    try:
        # The user may have put the folder of all workbenches behind a link; below it none counts.
        parent = os.open(workbenches, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    except OSError:
        raise UnknownId(f"There is no workbench {workbench_id}.") from None
    try:
        try:
            fd = _step(workbench_id, parent)
        except OSError as error:
            if error.errno in _LINK_ERRNOS:
                raise SandboxViolation("The workbench is a link, which is not followed.") from None
            raise UnknownId(f"There is no workbench {workbench_id}.") from None
    finally:
        os.close(parent)
    try:
        yield fd
    finally:
        os.close(fd)


@contextmanager
def open_root(
    workbenches: Path, workbench_id: str, root: str, *, create: bool = False
) -> Iterator[int]:
    """Give a descriptor of `root` in the workbench; `create` makes a missing draft root."""
    check_root(root)
    with open_workbench(workbenches, workbench_id) as workbench:
        if create:
            if not is_draft_root(root):
                raise SandboxViolation("Published changes only by Publish.")
            try:
                os.mkdir(root, 0o755, dir_fd=workbench)
                os.fsync(workbench)
            except FileExistsError:
                pass  # the usual case; whether it is a folder is seen by the next step
            except OSError as error:
                reason = os.strerror(error.errno or 0)
                raise FileWriteFailed(f"{root} could not be made: {reason}.") from None
        try:
            fd = _step(root, workbench)
        except OSError as error:
            if error.errno in _LINK_ERRNOS:
                raise SandboxViolation(f"{root} is a link, which is not followed.") from None
            raise FileMissing(f"The workbench has no {root}.", subphase="missing") from None
        try:
            yield fd
        finally:
            os.close(fd)


def open_below(root: Path, relative: str) -> int:
    """Return a read descriptor of the regular file `relative`, a path below the folder `root`.

    Every step is a plain name: nothing leads out of the folder, neither `..` nor a link.
    """
    *folders, name = relative.split("/")
    try:
        # The user may have put the folder itself behind a link; below it none counts.
        fd = os.open(root, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    except OSError:
        raise FileMissing(f"There is no file {relative}.", path=relative) from None
    try:
        for folder in folders:
            check_name(folder)
            try:
                below = _step(folder, fd)
            except OSError as error:
                if error.errno in _LINK_ERRNOS:
                    raise SandboxViolation(
                        f"{relative} leads through a link, which is not followed.", path=relative
                    ) from None
                raise FileMissing(f"There is no file {relative}.", path=relative) from None
            os.close(fd)
            fd = below
        return open_at(fd, name)
    finally:
        os.close(fd)


def open_at(folder: int, name: str) -> int:
    """Return a read descriptor of the regular file `name` in the folder behind `folder`."""
    check_name(name)
    try:
        fd = os.open(name, _FILE, dir_fd=folder)
    except FileNotFoundError:
        raise FileMissing(f"There is no file {name}.", path=name) from None
    except OSError as error:
        if error.errno in _LINK_ERRNOS:
            raise SandboxViolation(f"{name} is a link, which is not followed.", path=name) from None
        raise FileReadFailed(
            f"{name} cannot be opened: {os.strerror(error.errno or 0)}.", path=name
        ) from None
    if not stat.S_ISREG(os.fstat(fd).st_mode):
        os.close(fd)
        raise SandboxViolation(f"{name} is not a regular file.", path=name)
    return fd
