"""Queries that ask for too much end in a typed error, in time, and the pool goes on."""

from __future__ import annotations

import resource
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import _duckdb
import pytest

from keenbench.errors import RunError, RunInvalid, RunnerResourceExceeded, RunnerTimeout
from keenbench.query.policy import check
from keenbench.sandbox.backends import boxed_runners
from keenbench.sandbox.forked import ForkedBubblewrap
from keenbench.sandbox.pool import RunnerPool
from keenbench.sandbox.profiles import MIB
from keenbench.sandbox.runs import LentTable, RunRequest
from tests.security.sql.bombs import BOMBS
from tests.security.sql.workbench import SETUP, TABLES

pytestmark = pytest.mark.needs("bubblewrap")

DEADLINE = 1.0
# A bound on what hangs, not on how fast a busy machine is; 0.3 s where it has time for us.
LATE = 60.0
# Only the planning of these is a bomb, and DuckDB may be done with it in time; of the last, only
# what is shown is made.
MAY_SUCCEED = {"a union of thousands", "wide rows", "grouping sets that double", "a join of many",
               "long rows"}  # fmt: skip


@dataclass(frozen=True)
class Outcome:
    error: RunError | None
    seconds: float


@pytest.fixture(scope="module")
def pool() -> Iterator[RunnerPool]:
    pool = boxed_runners(ForkedBubblewrap())
    yield pool
    pool.close()


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> tuple[LentTable, ...]:
    path = tmp_path_factory.mktemp("bombs") / "workbench.duckdb"
    with _duckdb.connect(str(path)) as connection:
        for statement in SETUP:
            connection.execute(statement)
    return tuple(LentTable(name, path, name) for name in TABLES)


@pytest.fixture(scope="module")
def outcomes(pool: RunnerPool, tables: tuple[LentTable, ...]) -> dict[str, Outcome]:
    """All bombs, two at a time."""

    def explode(sql: str) -> Outcome:
        checked = check(sql, TABLES)
        request = RunRequest(
            checked.sql, tables, timeout_seconds=DEADLINE, policy_tables=checked.tables
        )
        started = time.monotonic()
        try:
            pool.run(request)
        except RunError as error:
            return Outcome(error, time.monotonic() - started)
        return Outcome(None, time.monotonic() - started)

    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    with ThreadPoolExecutor(2) as threads:
        found = dict(zip(BOMBS, threads.map(explode, BOMBS.values()), strict=True))
    grown = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) * 1024
    assert grown < 100 * MIB, "an answer went through our own memory"
    return found


@pytest.mark.parametrize("name", BOMBS)
def test_a_bomb_ends_in_a_typed_error_in_time(outcomes: dict[str, Outcome], name: str) -> None:
    outcome = outcomes[name]
    assert outcome.seconds < DEADLINE + LATE
    if outcome.error is None:
        assert name in MAY_SUCCEED
    else:
        assert isinstance(outcome.error, RunnerTimeout | RunnerResourceExceeded | RunInvalid)


def test_the_pool_serves_after_all_of_them(
    pool: RunnerPool, tables: tuple[LentTable, ...], outcomes: dict[str, Outcome]
) -> None:
    assert len(outcomes) == len(BOMBS)
    assert pool.run(RunRequest("SELECT count(*) FROM data", tables)).rows == [[200]]
