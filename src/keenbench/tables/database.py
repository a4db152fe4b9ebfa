"""DuckDB as tables use it: opened small, offline, and giving the same each time."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import TracebackType

import duckdb

from keenbench.tables.names import string

MIB = 1024 * 1024
# A process of ours stays under 600 MB; Python, DuckDB's code and its CSV buffers take the rest.
MEMORY_LIMIT = 320 * MIB
THREADS = min(4, os.cpu_count() or 1)
# While it is written, each column holds a block in memory for each thread: a wide table is written
# by one thread, in the smallest blocks there are, and may take more of what the box allows.
_WIDE = 64
_VERY_WIDE = 500
_SMALL_BLOCK = 16 * 1024
_WIDE_MEMORY_LIMIT = 1280 * MIB


def open_new(path: Path, width: int, spill: Path) -> duckdb.DuckDBPyConnection:
    """Return a connection to a new database for a table of so many columns."""
    # What is written here counts only once the broker has copied it, and synced the copy.
    unsynced = {"fsync_mode": "NONE"}
    if width <= _WIDE:
        return open_engine(str(path), spill=spill, threads=THREADS, **unsynced)
    return open_wide(str(path), spill=spill, default_block_size=str(_SMALL_BLOCK), **unsynced)


class NewDatabase:
    """A new database that is opened while the file is still being looked at.

    To open an engine takes 40 ms, in which the other processor has nothing to do. How wide the
    table is, is known only later: for a wide one it is opened again.
    """

    def __init__(self, path: Path, spill: Path) -> None:
        self._path = path
        self._spill = spill
        self._opener = ThreadPoolExecutor(1, thread_name_prefix="open")
        self._opening = self._opener.submit(open_new, path, 1, spill)

    def __enter__(self) -> NewDatabase:
        return self

    def open(self, width: int) -> duckdb.DuckDBPyConnection:
        """Return the connection for a table of so many columns."""
        connection = self._opening.result()
        if width <= _WIDE:
            return connection
        connection.close()
        self._path.unlink()
        self._opening = self._opener.submit(open_new, self._path, width, self._spill)
        return self._opening.result()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._opener.shutdown(wait=True)
        # What kept it from being opened was told by `open`, if anyone asked.
        if self._opening.exception() is None:
            self._opening.result().close()


def open_for(width: int, spill: Path, threads: int) -> duckdb.DuckDBPyConnection:
    """Return a connection for statements over all of so many columns."""
    if width <= _VERY_WIDE:
        return open_engine(spill=spill, threads=threads)
    return open_wide(spill=spill)


def open_wide(
    path: str = ":memory:", *, spill: Path | None = None, **more: str
) -> duckdb.DuckDBPyConnection:
    more = {"memory_limit": f"{_WIDE_MEMORY_LIMIT}B"} | more
    connection = open_engine(path, spill=spill, threads=1, **more)
    # The optimizer's passes take minutes over thousands of columns, and our statements need none.
    connection.execute("PRAGMA disable_optimizer")
    return connection


def open_engine(
    path: str = ":memory:", *, spill: Path | None = None, threads: int = 1, **more: str
) -> duckdb.DuckDBPyConnection:
    """Return a connection that loads nothing and asks nobody."""
    connection = duckdb.connect(
        path,
        config={
            "threads": threads,
            "preserve_insertion_order": True,
            "memory_limit": f"{MEMORY_LIMIT}B",
            "temp_directory": str(spill) if spill is not None else "",
            "autoload_known_extensions": False,
            "autoinstall_known_extensions": False,
            "allow_community_extensions": False,
            "python_enable_replacements": False,
            "enable_external_file_cache": False,
            **more,
        },
    )
    connection.execute("SET TimeZone = 'UTC'")
    return connection


def attach(connection: duckdb.DuckDBPyConnection, fd: int, alias: str = "src") -> None:
    """Attach the database behind a descriptor, read-only, and use it."""
    connection.execute(f"ATTACH {string(f'/proc/self/fd/{fd}')} AS {alias} (READ_ONLY)")
    connection.execute(f"USE {alias}")
