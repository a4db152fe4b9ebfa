"""Whether a run is active in a workbench, as every process can see it.

Whoever runs holds a lock on `meta/run.lock`, which names the run. The lock goes with the process:
a run that crashed is not active.
"""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager

from keenbench.errors import Busy
from keenbench.reading import Folders, open_folders
from keenbench.workbench.bench import Workbench

RUN_LOCK = "run.lock"
_OPEN = os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC


@contextmanager
def running(bench: Workbench, run_id: str) -> Iterator[None]:
    """Be the one active run of the workbench."""
    with open_folders(bench.workbenches, bench.workbench_id) as folders:
        fd = os.open(RUN_LOCK, _OPEN, 0o600, dir_fd=folders.make("meta"))
    try:
        try:
            fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise Busy(
                "A run is active in this workbench.", workbench_id=bench.workbench_id
            ) from None
        os.ftruncate(fd, 0)
        os.pwrite(fd, run_id.encode(), 0)
        yield
    finally:
        os.close(fd)


def active_run(folders: Folders) -> str | None:
    """Return the id of the run that is active, if one is."""
    try:
        fd = os.open(RUN_LOCK, os.O_RDWR | os.O_NOFOLLOW | os.O_CLOEXEC, dir_fd=folders.get("meta"))
    except FileNotFoundError:
        return None
    try:
        fcntl.flock(fd, fcntl.LOCK_SH | fcntl.LOCK_NB)
        return None
    except BlockingIOError:
        return os.pread(fd, 256, 0).decode()
    finally:
        os.close(fd)


def require_no_run(folders: Folders, what: str) -> None:
    run_id = active_run(folders)
    if run_id is not None:
        raise Busy(f"A run is active; wait for it or cancel it before {what}.", run_id=run_id)
