"""What runs the list of attacks on a DuckDB, and says what each brought to light.

On the host as `python attacked_engine.py DATABASE` with the locked engine and the policy off; in a
box as `main(channel)` with an engine that nobody locked. Never part of the product.
"""

from __future__ import annotations

import json
import socket
import sys
import types
from collections.abc import Callable
from datetime import UTC, datetime, timedelta, tzinfo
from typing import Any

import _duckdb

from keenbench.sandbox import channel as messages
from keenbench.sandbox.runner.lockdown import MIB, Lent, Room, lend, lock, open_engine


class Utc(tzinfo):
    """As much of a pytz zone as DuckDB asks for."""

    def localize(self, value: datetime) -> datetime:
        return value.replace(tzinfo=UTC)

    def utcoffset(self, value: datetime | None) -> timedelta:
        return timedelta(0)

    def dst(self, value: datetime | None) -> timedelta:
        return timedelta(0)

    def tzname(self, value: datetime | None) -> str:
        return "UTC"


# DuckDB wants pytz where a reader gives the time of a file. Without it such an attack would fail
# on its way through Python, and show nothing about the engine.
pytz = types.ModuleType("pytz")
pytz.__dict__.update(timezone=lambda name: Utc(), utc=Utc())
sys.modules["pytz"] = pytz

# Statements that begin so and were carried out have changed nothing.
READING = ("select", "from", "describe", "summarize", "values", "show", "pivot", "unpivot", "(")

SETTINGS = "SELECT name, value FROM duckdb_settings() ORDER BY name"


def attempt(connection: _duckdb.DuckDBPyConnection, sql: str) -> dict[str, Any]:
    """Carry out `sql` and return what it gave."""
    try:
        connection.execute(sql)
        return {"gave": str(connection.fetchmany(500))}
    except _duckdb.Error as error:
        return {"refused": type(error).__name__}
    except (ValueError, RuntimeError, UnicodeError) as error:
        return {"refused": type(error).__name__}


def attack_all(
    statements: list[str], make: Callable[[], _duckdb.DuckDBPyConnection]
) -> list[dict[str, Any]]:
    """Try each statement on an engine that no other has changed, by DuckDB's parser alone."""
    outcomes = []
    connection, before = None, []
    for sql in statements:
        if connection is None:
            connection = make()
            before = connection.execute(SETTINGS).fetchall()
        outcome = attempt(connection, sql)
        if "refused" not in outcome:
            after = connection.execute(SETTINGS).fetchall()
            outcome["settings"] = [
                name for (name, old), (_, new) in zip(before, after, strict=True) if old != new
            ]
            if not sql.lstrip().lower().startswith(READING):
                connection.close()
                connection = None
        outcomes.append(outcome)
    return outcomes


def locked_engine(database: str, tables: list[str]) -> _duckdb.DuckDBPyConnection:
    connection = open_engine(Room(512 * MIB))
    lend(connection, [Lent(table, database, table) for table in tables])
    lock(connection)
    return connection


def open_door(setup: list[str]) -> _duckdb.DuckDBPyConnection:
    """Return an engine as it comes: nothing locked, extensions welcome."""
    connection = _duckdb.connect()
    for statement in setup:
        connection.execute(statement)
    return connection


def main(channel: socket.socket) -> None:
    order, _ = messages.receive(channel)
    outcomes = attack_all(order["statements"], lambda: open_door(order["setup"]))
    messages.send(channel, {"outcomes": outcomes}, [])


if __name__ == "__main__":
    # A variable that a replacement scan would find.
    secret_relation = _duckdb.connect().execute("SELECT 'SECRET-7f3a' AS word").fetchall()
    asked = json.loads(sys.stdin.read())
    found = attack_all(asked["statements"], lambda: locked_engine(sys.argv[1], asked["tables"]))
    sys.stdout.write(json.dumps(found))
