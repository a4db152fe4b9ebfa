"""DuckDB as the judge of our tests: never locked down, only ever used in a folder of its own."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import duckdb

from keenbench.query.judge import Verdict, judge
from tests.security.sql.workbench import SETUP


def open_workbench() -> duckdb.DuckDBPyConnection:
    """Return a connection to a fresh database that holds the tables of the workbench."""
    connection = duckdb.connect(config={"threads": "1", "autoinstall_known_extensions": "false"})
    for statement in SETUP:
        connection.execute(statement)
    return connection


def serialized(connection: duckdb.DuckDBPyConnection, sql: str) -> str:
    row = connection.execute("SELECT json_serialize_sql(?)", [sql]).fetchone()
    assert row is not None
    return str(row[0])


def tree(connection: duckdb.DuckDBPyConnection, sql: str) -> Any:
    """Return DuckDB's reading of `sql` without the places in the text; None if it has none."""
    answer = json.loads(serialized(connection, sql))
    return None if answer["error"] else _without_places(answer)


def judged(
    connection: duckdb.DuckDBPyConnection, sql: str, tables: Mapping[str, tuple[str, ...]]
) -> Verdict:
    return judge(serialized(connection, sql), tables)


def _without_places(value: Any) -> Any:
    if isinstance(value, dict):
        return {
            key: _without_places(inner)
            for key, inner in value.items()
            if key not in ("query_location", "query_location_length")
        }
    return [_without_places(inner) for inner in value] if isinstance(value, list) else value
