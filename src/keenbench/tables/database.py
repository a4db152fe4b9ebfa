"""DuckDB as tables use it: opened small, offline, and giving the same each time."""

from __future__ import annotations

from pathlib import Path

import duckdb

from keenbench.tables.names import string

MIB = 1024 * 1024
# A process of ours stays under 600 MB; Python, DuckDB's code and its CSV buffers take the rest.
MEMORY_LIMIT = 320 * MIB
THREADS = 4


def open_engine(
    path: str = ":memory:", *, spill: Path | None = None, threads: int = 1
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
        },
    )
    connection.execute("SET TimeZone = 'UTC'")
    return connection


def attach(connection: duckdb.DuckDBPyConnection, fd: int, alias: str = "src") -> None:
    """Attach the database behind a descriptor, read-only, and use it."""
    connection.execute(f"ATTACH {string(f'/proc/self/fd/{fd}')} AS {alias} (READ_ONLY)")
    connection.execute(f"USE {alias}")
