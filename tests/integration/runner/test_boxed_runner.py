"""Queries in fresh boxes: answers, limits, and nothing left behind."""

from __future__ import annotations

import os
import signal
import threading
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from keenbench.errors import (
    RunInvalid,
    RunnerInternalError,
    RunnerResourceExceeded,
    RunnerTimeout,
    SqlPolicyViolation,
    UserCanceled,
    ValidationFailed,
)
from keenbench.query.policy import check
from keenbench.sandbox import forked
from keenbench.sandbox.backends import boxed_runners
from keenbench.sandbox.box import BoxedProcess
from keenbench.sandbox.boxed_runner import BoxedRunner
from keenbench.sandbox.bubblewrap import Bubblewrap
from keenbench.sandbox.forked import ForkedBubblewrap
from keenbench.sandbox.pool import RunnerPool
from keenbench.sandbox.process import PlainProcess
from keenbench.sandbox.profiles import MIB, RUNNER
from keenbench.sandbox.runs import LentTable, RunRequest, as_tabular_error
from tests.integration.runner.conftest import ENDLESS, parent, processes_below

pytestmark = pytest.mark.needs("bubblewrap")


def test_a_checked_query_runs_over_the_lent_table(pool: RunnerPool, sales: LentTable) -> None:
    checked = check(
        "SELECT region, count(*) AS n FROM sales GROUP BY region -- by region", ["sales"]
    )
    result = pool.run(RunRequest(checked.sql, (sales,), policy_tables=checked.tables))
    assert result.columns == ["region", "n"]
    assert result.column_types == ["string", "integer"]
    assert result.rows == [["r0", 5000], ["r1", 5000], ["r2", 5000], ["r3", 5000]]
    assert (result.row_count, result.total_row_count, result.has_more) == (4, 4, False)
    assert [warning["code"] for warning in result.warnings] == ["no_order"]


def test_windows_count_all_rows_without_sending_them(pool: RunnerPool, sales: LentTable) -> None:
    request = RunRequest("SELECT id FROM sales", (sales,), max_rows=3, offset=19_998)
    result = pool.run(request)
    assert result.rows == [[19_998], [19_999]]
    assert (result.total_row_count, result.has_more) == (20_000, False)


def test_the_hash_is_the_same_for_every_window_and_run(pool: RunnerPool, sales: LentTable) -> None:
    request = RunRequest("SELECT region, amount FROM sales WHERE id < 999", (sales,), hash=True)
    hashes = {pool.run(replace(request, offset=offset)).result_hash for offset in (0, 500, 5000)}
    assert len(hashes) == 1
    assert None not in hashes


def test_errors_keep_their_types_across_the_border(pool: RunnerPool, sales: LentTable) -> None:
    for sql, kind, subphase in (
        ("SELECT nosuch FROM sales", RunInvalid, "sql_bind"),
        ("SELECT note::INTEGER FROM sales", RunInvalid, "sql_run"),
        ("FROM read_csv('/etc/passwd')", SqlPolicyViolation, "sql_policy"),
    ):
        with pytest.raises(kind) as caught:
            pool.run(RunRequest(sql, (sales,)))
        assert caught.value.info().subphase == subphase
        tabular = as_tabular_error(caught.value)
        assert isinstance(tabular, ValidationFailed)
        assert tabular.info().subphase == subphase


def test_a_query_that_does_not_stop_is_killed_soon_after_its_deadline(
    pool: RunnerPool, sales: LentTable
) -> None:
    # DuckDB looks at its interrupt between chunks, and here one row takes forever.
    for sql in (ENDLESS, "SELECT levenshtein(repeat('a', 900000), repeat('b', 900000))"):
        started = time.monotonic()
        with pytest.raises(RunnerTimeout, match="longer than its 1 s"):
            pool.run(RunRequest(sql, (sales,), timeout_seconds=1))
        # 1.3 s where the machine has time for us; left alone they would take hours.
        assert time.monotonic() - started < 60


def test_waiting_for_a_runner_is_not_the_querys_time(sales: LentTable) -> None:
    pool = boxed_runners(Bubblewrap(), warm=0)
    try:
        request = RunRequest("SELECT count(*) FROM sales", (sales,), timeout_seconds=5)
        assert pool.run(request).rows == [[20_000]]
    finally:
        pool.close()


def test_memory_ends_in_its_own_error_and_the_pool_goes_on(
    pool: RunnerPool, sales: LentTable
) -> None:
    for sql in (
        "SELECT list(note || b.range) FROM sales, range(100000) b",
        "SELECT repeat('x', 4000000000)",
    ):
        with pytest.raises(RunnerResourceExceeded) as caught:
            pool.run(RunRequest(sql, (sales,), timeout_seconds=30))
        assert caught.value.info().detail == {"limit": "memory"}
    assert pool.run(RunRequest("SELECT 1 AS one", ())).rows == [[1]]


def test_a_cell_of_100_mb_is_never_sent() -> None:
    # Room enough to make the cell: it is the answer that is too large.
    roomy = boxed_runners(ForkedBubblewrap(), RUNNER.with_memory(1024 * MIB), warm=1)
    try:
        cell = "repeat(repeat('x', 1000000), 100)"
        for sql in (f"SELECT {cell} AS x", f"SELECT max({cell})"):
            with pytest.raises(RunnerResourceExceeded) as caught:
                roomy.run(RunRequest(sql, (), timeout_seconds=60))
            assert caught.value.info().detail["limit"] == "bytes"
            assert "left(column, 1000)" in caught.value.message
    finally:
        roomy.close()


def test_a_query_can_be_cancelled_while_it_runs(pool: RunnerPool, sales: LentTable) -> None:
    canceled = threading.Event()
    threading.Timer(0.5, canceled.set).start()
    with pytest.raises(UserCanceled):
        pool.run(RunRequest(ENDLESS, (sales,), timeout_seconds=60), canceled)


def test_a_runner_killed_from_outside_is_a_crash_not_a_lack_of_memory(sales: LentTable) -> None:
    box = ForkedBubblewrap()
    runner = BoxedRunner(box, RUNNER)
    try:
        threading.Timer(0.5, os.kill, (runner.pid, signal.SIGKILL)).start()
        with pytest.raises(RunnerInternalError):
            runner.ask(RunRequest(ENDLESS, (sales,), timeout_seconds=60))
    finally:
        runner.end()
        box.close()


def test_a_database_we_cannot_read_is_said(pool: RunnerPool, tmp_path: Path) -> None:
    with pytest.raises(RunnerInternalError, match="could not be opened: No such file"):
        pool.run(RunRequest("SELECT 1", (LentTable("t", tmp_path / "missing.duckdb"),)))
    link = tmp_path / "link.duckdb"
    link.symlink_to(tmp_path / "elsewhere.duckdb")
    with pytest.raises(RunnerInternalError):
        pool.run(RunRequest("SELECT 1", (LentTable("t", link),)))


@pytest.mark.skipif(os.geteuid() != 0, reason="only root's boxes have a uid of their own")
def test_a_database_that_the_box_may_not_read_is_said(
    pool: RunnerPool, sales: LentTable, tmp_path: Path
) -> None:
    private = tmp_path / "private.duckdb"
    private.write_bytes(sales.path.read_bytes())
    private.chmod(0o600)
    with pytest.raises(RunnerInternalError, match=r"mode o\+r"):
        pool.run(RunRequest("SELECT 1", (LentTable("t", private),)))


def test_a_database_that_was_deleted_meanwhile_is_still_read_by_its_descriptor(
    pool: RunnerPool, sales: LentTable, tmp_path: Path
) -> None:
    copy = tmp_path / "copy.duckdb"
    copy.write_bytes(sales.path.read_bytes())
    request = RunRequest("SELECT count(*) FROM sales", (LentTable("sales", copy),))
    timer = threading.Timer(0.02, copy.unlink)
    results = [pool.run(request).rows]
    timer.start()
    timer.join()
    assert results == [[[20_000]]]


def test_the_same_file_under_two_names(pool: RunnerPool, sales: LentTable) -> None:
    tables = (sales, replace(sales, name="again"))
    sql = "SELECT count(*) FROM sales JOIN again USING (id)"
    assert pool.run(RunRequest(sql, tables)).rows == [[20_000]]


def test_without_a_sandbox_the_same_runner_serves(sales: LentTable) -> None:
    pool = boxed_runners(PlainProcess(), warm=1)
    try:
        assert pool.run(RunRequest("SELECT count(*) FROM sales", (sales,))).rows == [[20_000]]
        with pytest.raises(RunnerTimeout):
            pool.run(RunRequest(ENDLESS, (sales,), timeout_seconds=1))
        tables = (sales, replace(sales, name="again"))
        sql = "SELECT count(*) FROM sales JOIN again USING (id)"
        assert pool.run(RunRequest(sql, tables)).rows == [[20_000]]
    finally:
        pool.close()


def test_a_fork_server_that_is_killed_as_it_starts_is_not_the_last(
    sales: LentTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    start, started = forked._ForkServer.__init__, []

    def killed_once(self: forked._ForkServer, boxed: BoxedProcess, *rest: Any) -> None:
        started.append(boxed.pid)
        if len(started) == 1:
            boxed.kill()
        start(self, boxed, *rest)

    monkeypatch.setattr(forked._ForkServer, "__init__", killed_once)
    box = ForkedBubblewrap()
    pool = boxed_runners(box)
    try:
        assert pool.wait_until_warm()
        assert pool.run(RunRequest("SELECT count(*) FROM sales", (sales,))).rows == [[20_000]]
        assert box.pids == [started[1]]
    finally:
        pool.close()


def test_a_fork_server_that_hangs_is_replaced_and_its_running_query_goes_on(
    sales: LentTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(forked, "_FORK_SECONDS", 0.5)
    box = ForkedBubblewrap()
    pool = boxed_runners(box, warm=1)
    try:
        assert pool.wait_until_warm()
        (first,) = box.pids
        below = processes_below(first)
        # Of bwrap's own and of what was forked, it is the one between.
        names = {pid: Path(f"/proc/{pid}/comm").read_text() for pid in below}
        (server,) = {pid for pid in below if "python" in names[pid]} - {
            pid for pid in below if "python" in names.get(parent(pid), "")
        }
        os.kill(server, signal.SIGSTOP)
        # Its own deadline ends it, and not that of the fork which another runner waits for.
        with pytest.raises(RunnerTimeout):
            pool.run(RunRequest(ENDLESS, (sales,), timeout_seconds=3))
        for _ in range(3):
            request = RunRequest("SELECT count(*) FROM sales", (sales,))
            assert pool.run(request).rows == [[20_000]]
        assert box.pids != [first]
    finally:
        pool.close()
