"""A runner without its box: the same code, in the test's own process."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import _duckdb
import pytest

from keenbench.sandbox.runner.lockdown import MIB, Connection, Room, open_engine
from keenbench.sandbox.runner.serve import run

Ask = Callable[..., dict[str, Any]]
MakeDatabase = Callable[..., Path]


@pytest.fixture
def make_database(tmp_path: Path) -> MakeDatabase:
    def make(*statements: str, name: str = "data.duckdb") -> Path:
        path = tmp_path / name
        with _duckdb.connect(str(path)) as connection:
            for statement in statements:
                connection.execute(statement)
        return path

    return make


@pytest.fixture
def engine() -> Iterator[Connection]:
    connection = open_engine(Room(512 * MIB))
    yield connection
    connection.close()


@pytest.fixture
def ask() -> Ask:
    """Run one query in a fresh engine and return the answer."""

    def ask(sql: str, *databases: Path, **request: Any) -> dict[str, Any]:
        connection = open_engine(Room(512 * MIB))
        tables = [{"name": path.stem, "path": str(path)} for path in databases]
        try:
            answer: dict[str, Any] = json.loads(
                run(connection, {"sql": sql, "tables": tables, "timeout_seconds": 30, **request})
            )
            return answer
        finally:
            connection.close()

    return ask
