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
    """How much the engine may take; set when it is opened.

    Where the spill folder is in memory too (a box's /tmp), `memory_bytes` is without it.
    """

    memory_bytes: int
    spill_folder: str = ""
    spill_bytes: int = 0

    @classmethod
    def within(cls, memory_bytes: int, tmp_bytes: int) -> Room:
        """Return the room in a box of so much memory, of which /tmp may take `tmp_bytes`."""
        spill = tmp_bytes * 15 // 16
        return cls(memory_bytes - spill, "/tmp/spill" if spill else "", spill)

    @property
    def buffer_bytes(self) -> int:
        """What is left for DuckDB's buffers."""
        return max(32 * MIB, self.memory_bytes - _OVERHEAD)


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
            # And none beside it: a process of several threads cannot be forked.
            "async_threads": 0,
            "preserve_insertion_order": True,
            "memory_limit": f"{room.buffer_bytes}B",
            # A bound of nothing would be no bound.
            "temp_directory": room.spill_folder if room.spill_bytes else "",
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
        },
    )
    # Given when connecting, DuckDB 2.0 shows this bound and does not hold it.
    connection.execute(f"SET max_temp_directory_size = '{room.spill_bytes}B'")
    # Settings of the time-zone extension, which is built in but loaded after these.
    connection.execute("SET GLOBAL TimeZone = 'UTC'")
    connection.execute("SET GLOBAL Calendar = 'gregorian'")
    return connection


def lend(connection: Connection, tables: Sequence[Lent]) -> list[str]:
    """Make each of `tables` visible under its own name; return the names whose types were guessed.

    `data` names the first table where no table is called so. A file that is no DuckDB database is
    read as a delimited text, whole and before anything is locked.
    """
    databases: dict[str, str] = {}
    guessed: list[str] = []
    for lent in tables:
        if lent.database not in databases:
            databases[lent.database] = f"lent{len(databases)}"
            if not _open(connection, lent, databases[lent.database]):
                guessed.append(lent.name)
    named = [(lent.name, lent) for lent in tables]
    if tables and "data" not in {fold(lent.name) for lent in tables}:
        named.append(("data", tables[0]))
    for visible, lent in named:
        alias = databases[lent.database]
        source = f"{alias}.main.{name(lent.table)}" if lent.name not in guessed else alias
        try:
            connection.execute(f"CREATE TEMP VIEW {name(visible)} AS FROM {source}")
        except _duckdb.CatalogException:
            raise RunnerInternalError(
                f"The table {lent.name} is missing from its database, or is named twice.",
                retryable=False,
            ) from None
    return guessed


def _open(connection: Connection, lent: Lent, alias: str) -> bool:
    """Attach the database of `lent`, or read the text it is; tell which."""
    try:
        with open(lent.database, "rb") as file:  # noqa: PTH123 - one more import at each start
            is_database = file.read(12)[8:] == b"DUCK"
        if is_database:
            connection.execute(f"ATTACH {string(lent.database)} AS {alias} (READ_ONLY)")
        else:
            connection.execute(
                f"CREATE TEMP TABLE {alias} AS FROM "
                f"read_csv({string(lent.database)}, sample_size = -1, parallel = false)"
            )
        return is_database
    except (_duckdb.Error, OSError) as error:
        # The message names a path, or quotes a line; the kind says enough.
        raise RunnerInternalError(
            f"The table {lent.name} could not be opened ({type(error).__name__}).",
            retryable=False,
        ) from None


def lock(connection: Connection, *, threads: int = 1) -> None:
    """Take away files, network, extensions and settings. Nothing gives them back."""
    if threads != 1:
        connection.execute(f"SET threads = {threads:d}")
    connection.execute("SET enable_external_access = false; SET lock_configuration = true")


def string(value: str) -> str:
    """Return `value` as a SQL string."""
    return "'" + value.replace("'", "''") + "'"


def name(value: str) -> str:
    """Return `value` as a quoted SQL name."""
    return '"' + value.replace('"', '""') + '"'
