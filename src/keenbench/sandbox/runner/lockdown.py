"""The second of three layers around a query: a DuckDB that can only read what it was lent.

The order matters. DuckDB 2.0 refuses ATTACH once external access is off, even of a path in
`allowed_paths` (it looks for a write-ahead log beside it); so the databases are attached first,
then external access goes, then the configuration is locked. What stays reachable for SQL is the
lent files themselves and the spill folder, both of which hold only what the query may read.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

# The compiled module itself: `duckdb`, its Python face, takes another 0.1 s and 14 MB to import.
import _duckdb

from keenbench.errors import RunnerInternalError
from keenbench.query.names import fold

Connection: TypeAlias = _duckdb.DuckDBPyConnection

MIB = 1024 * 1024
# What Python, DuckDB's code and allocations outside its buffer manager take.
_OVERHEAD = 96 * MIB


@dataclass(frozen=True)
class Room:
    """How much the engine may take; set when it is opened."""

    memory_bytes: int
    spill_folder: str = ""
    spill_bytes: int = 0

    @property
    def buffer_bytes(self) -> int:
        """What is left for DuckDB's buffers. A spill folder in a box is memory too (tmpfs)."""
        return max(32 * MIB, self.memory_bytes - self.spill_bytes - _OVERHEAD)


@dataclass(frozen=True)
class Lent:
    """A table that the query may read: its name in the SQL, and where it lies."""

    name: str
    database: str
    table: str = "data"


def open_engine(room: Room) -> Connection:
    """Return an in-memory DuckDB that loads nothing, asks nobody and gives the same each time."""
    connection = _duckdb.connect(
        ":memory:",
        config={
            # Sums of doubles and ties come out otherwise from run to run.
            "threads": 1,
            "async_threads": 1,
            "preserve_insertion_order": True,
            "memory_limit": f"{room.buffer_bytes}B",
            "temp_directory": room.spill_folder,
            "max_temp_directory_size": f"{room.spill_bytes}B",
            "autoload_known_extensions": False,
            "autoinstall_known_extensions": False,
            "allow_community_extensions": False,
            "allow_unsigned_extensions": False,
            "allow_extension_repositories": "forbidden",
            "allow_persistent_secrets": False,
            # Without these a table name could reach a Python variable.
            "python_enable_replacements": False,
            "python_scan_all_frames": False,
            "enable_external_file_cache": False,
            "home_directory": "/nonexistent",
            # Each level of an expression costs stack.
            "max_expression_depth": 250,
        },
    )
    # Settings of the time-zone extension, which is built in but loaded after these.
    connection.execute("SET TimeZone = 'UTC'")
    connection.execute("SET Calendar = 'gregorian'")
    return connection


def lend(connection: Connection, tables: Sequence[Lent]) -> None:
    """Attach the databases of `tables` and make each visible under its own name.

    `data` names the first table where no table is called so.
    """
    databases: dict[str, str] = {}
    for lent in tables:
        if lent.database in databases:
            continue
        alias = databases[lent.database] = f"lent{len(databases)}"
        try:
            connection.execute(f"ATTACH {string(lent.database)} AS {alias} (READ_ONLY)")
        except _duckdb.Error as error:
            # The message names a path; the kind says enough.
            raise RunnerInternalError(
                f"The table {lent.name} could not be opened ({type(error).__name__}).",
                retryable=False,
            ) from None
    named = [(lent.name, lent) for lent in tables]
    if tables and "data" not in {fold(lent.name) for lent in tables}:
        named.append(("data", tables[0]))
    for visible, lent in named:
        try:
            connection.execute(
                f"CREATE TEMP VIEW {name(visible)} AS "
                f"FROM {databases[lent.database]}.main.{name(lent.table)}"
            )
        except _duckdb.CatalogException:
            raise RunnerInternalError(
                f"The table {lent.name} is missing from its database, or is named twice.",
                retryable=False,
            ) from None


def lock(connection: Connection, *, threads: int = 1) -> None:
    """Take away files, network, extensions and settings. Nothing gives them back."""
    if threads != 1:
        connection.execute(f"SET threads = {threads:d}")
    connection.execute("SET enable_external_access = false")
    connection.execute("SET lock_configuration = true")


def string(value: str) -> str:
    """Return `value` as a SQL string."""
    return "'" + value.replace("'", "''") + "'"


def name(value: str) -> str:
    """Return `value` as a quoted SQL name."""
    return '"' + value.replace('"', '""') + '"'
