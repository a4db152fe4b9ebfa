"""Runners in real boxes, over a small table."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path

import _duckdb
import pytest

from keenbench.sandbox.backends import boxed_runners
from keenbench.sandbox.forked import ForkedBubblewrap
from keenbench.sandbox.pool import RunnerPool
from keenbench.sandbox.runs import LentTable


@pytest.fixture(scope="session")
def sales(tmp_path_factory: pytest.TempPathFactory) -> LentTable:
    path = tmp_path_factory.mktemp("tables") / "sales.duckdb"
    with _duckdb.connect(str(path)) as connection:
        connection.execute(
            "CREATE TABLE data AS SELECT i AS id, 'r' || (i % 4) AS region, i / 3.0 AS amount, "
            "'note ' || i AS note FROM range(20000) t(i)"
        )
    return LentTable("sales", path)


@pytest.fixture(scope="module")
def pool() -> Iterator[RunnerPool]:
    pool = boxed_runners(ForkedBubblewrap())
    yield pool
    pool.close()


ENDLESS = "SELECT count(*) FROM range(1000000000000) a, range(1000000) b"


def parent(pid: int) -> int:
    return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])


def processes_below(pid: int) -> set[int]:
    """Return every process that descends from `pid`."""
    parents: dict[int, int] = {}
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            with contextlib.suppress(OSError):  # gone meanwhile
                parents[int(folder.name)] = parent(int(folder.name))
    found = {pid}
    while more := {child for child, above in parents.items() if above in found} - found:
        found |= more
    return found - {pid}
