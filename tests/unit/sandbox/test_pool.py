"""The pool's own rules, with runners that run nothing."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from keenbench.errors import (
    Busy,
    KeenBenchError,
    RunnerInternalError,
    ToolWorkerUnavailable,
    UserCanceled,
    ValidationFailed,
)
from keenbench.sandbox.pool import RunnerPool
from keenbench.sandbox.profiles import MIB
from keenbench.sandbox.runs import LentTable, Runner, RunRequest, RunResult, Stale

REQUEST = RunRequest("SELECT 1", ())


class FakeRunner(Runner):
    """Answers with a number of its own; counts how often it was asked and ended."""

    def __init__(self, works: Works, number: int) -> None:
        self.resident_bytes = works.each_bytes
        self.works = works
        self.number = number
        self.asked = 0
        self.ended = 0
        self.dead = False
        self.stopped = threading.Event()
        self.lent: tuple[LentTable, ...] | None = None

    def lend(self, tables: tuple[LentTable, ...]) -> None:
        if self.dead:
            raise Stale
        self.lent = tables

    def ask(self, request: RunRequest, canceled: threading.Event | None = None) -> RunResult:
        self.asked += 1
        if self.dead:
            raise Stale
        with self.works.lock:
            self.works.running += 1
            self.works.most_running = max(self.works.most_running, self.works.running)
        try:
            while not self.works.go.wait(0.01):
                if self.stopped.is_set():
                    raise RunnerInternalError("stopped")
        finally:
            with self.works.lock:
                self.works.running -= 1
        return RunResult([str(self.number)], ["integer"], [], 0, 0, False, 0.0)

    def alive(self) -> bool:
        return not self.dead

    def stop(self) -> None:
        self.stopped.set()

    def end(self) -> None:
        self.ended += 1


class Works:
    """Where fake runners are made."""

    def __init__(self) -> None:
        self.each_bytes = 10 * MIB
        self.made: list[FakeRunner] = []
        self.failing = False
        self.go = threading.Event()
        self.go.set()
        self.lock = threading.Lock()
        self.running = 0
        self.most_running = 0

    def start(self) -> Runner:
        if self.failing:
            raise ToolWorkerUnavailable("no sandbox here")
        with self.lock:
            self.made.append(FakeRunner(self, len(self.made)))
            return self.made[-1]


@pytest.fixture
def works() -> Works:
    return Works()


MakePool = Callable[..., RunnerPool]


@pytest.fixture
def make_pool(works: Works) -> Iterator[MakePool]:
    pools: list[RunnerPool] = []

    def make(**options: Any) -> RunnerPool:
        pools.append(RunnerPool("fake", works.start, **options))
        return pools[-1]

    yield make
    works.go.set()
    for pool in pools:
        pool.close()


def until(condition: Callable[[], bool]) -> None:
    for _ in range(6000):
        if condition():
            return
        time.sleep(0.01)
    raise AssertionError("it did not come to be")


def in_threads(count: int, work: Callable[[], object]) -> list[threading.Thread]:
    threads = [threading.Thread(target=work) for _ in range(count)]
    for thread in threads:
        thread.start()
    return threads


def test_a_runner_that_a_query_waits_for_is_started_in_a_hurry(
    works: Works, make_pool: MakePool
) -> None:
    hurried: list[Runner] = []

    def hurry() -> Runner:
        hurried.append(works.start())
        return hurried[-1]

    pool = make_pool(warm=1, concurrent=4, start_hurried=hurry)
    assert pool.wait_until_warm()
    assert hurried == []
    works.go.clear()
    waiting = in_threads(3, lambda: pool.run(REQUEST))
    until(lambda: works.running == 3)
    assert hurried
    works.go.set()
    for thread in waiting:
        thread.join()


def test_every_query_gets_a_runner_of_its_own(works: Works, make_pool: MakePool) -> None:
    pool = make_pool(warm=2)
    answers = {pool.run(REQUEST).columns[0] for _ in range(10)}
    assert len(answers) == 10
    pool.close()
    assert all(runner.asked <= 1 for runner in works.made)
    assert all(runner.ended == 1 for runner in works.made)


def test_runners_stand_ready_before_anyone_asks(works: Works, make_pool: MakePool) -> None:
    pool = make_pool(warm=3)
    assert pool.wait_until_warm()
    assert pool.status()["ready"] == 3


def test_no_more_run_at_once_than_may_and_the_rest_wait_in_line(
    works: Works, make_pool: MakePool
) -> None:
    works.go.clear()
    pool = make_pool(warm=1, concurrent=3)
    done: list[RunResult] = []
    threads = in_threads(64, lambda: done.append(pool.run(REQUEST)))
    until(lambda: pool.status()["running"] == 3 and pool.status()["waiting"] == 61)
    works.go.set()
    for thread in threads:
        thread.join()
    assert len(done) == 64
    assert works.most_running == 3


def test_a_burst_leaves_more_ready_within_the_bound_of_memory(
    works: Works, make_pool: MakePool
) -> None:
    works.each_bytes = 10 * MIB
    pool = make_pool(warm=1, concurrent=2, idle_bytes=45 * MIB)
    for thread in in_threads(32, lambda: pool.run(REQUEST)):
        thread.join()
    assert 1 <= pool.status()["target"] <= 4
    assert pool.wait_until_warm()


def test_a_line_that_is_full_turns_queries_away(works: Works, make_pool: MakePool) -> None:
    works.go.clear()
    pool = make_pool(concurrent=1, most_waiting=1)
    threads = in_threads(1, lambda: pool.run(REQUEST))
    until(lambda: pool.status()["running"] == 1)
    threads += in_threads(1, lambda: pool.run(REQUEST))
    until(lambda: pool.status()["waiting"] == 1)
    with pytest.raises(Busy):
        pool.run(REQUEST)
    works.go.set()
    for thread in threads:
        thread.join()


def test_a_query_can_be_cancelled_while_it_waits(works: Works, make_pool: MakePool) -> None:
    works.go.clear()
    pool = make_pool(concurrent=1)
    threads = in_threads(1, lambda: pool.run(REQUEST))
    until(lambda: pool.status()["running"] == 1)
    canceled = threading.Event()
    threading.Timer(0.05, canceled.set).start()
    with pytest.raises(UserCanceled):
        pool.run(REQUEST, canceled)
    works.go.set()
    for thread in threads:
        thread.join()
    assert pool.status()["waiting"] == 0


def test_a_runner_that_died_while_it_waited_is_passed_over(
    works: Works, make_pool: MakePool
) -> None:
    pool = make_pool(warm=2)
    assert pool.wait_until_warm()
    works.made[0].dead = True
    assert pool.run(REQUEST).columns != ["0"]


def test_a_sandbox_that_cannot_start_is_said_at_once_and_tried_again(
    works: Works, make_pool: MakePool
) -> None:
    works.failing = True
    pool = make_pool(warm=1)
    for _ in range(2):
        with pytest.raises(ToolWorkerUnavailable, match="no sandbox here"):
            pool.run(REQUEST)
    works.failing = False
    assert pool.run(REQUEST).columns


def test_a_start_that_fails_in_a_way_nobody_thought_of_is_said_too(
    works: Works, make_pool: MakePool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(works, "start", lambda: 1 // 0)
    with pytest.raises(ToolWorkerUnavailable, match="ZeroDivisionError"):
        make_pool(warm=1).run(REQUEST)


def test_closing_ends_those_that_run_and_those_that_wait(works: Works, make_pool: MakePool) -> None:
    works.go.clear()
    pool = make_pool(warm=2, concurrent=1)
    errors: list[KeenBenchError] = []

    def run() -> None:
        try:
            pool.run(REQUEST)
        except KeenBenchError as error:
            errors.append(error)

    threads = in_threads(3, run)
    until(lambda: pool.status()["waiting"] == 2)
    pool.close()
    for thread in threads:
        thread.join()
    assert sorted(type(error).__name__ for error in errors) == [
        "RunnerInternalError",
        "ToolWorkerUnavailable",
        "ToolWorkerUnavailable",
    ]
    assert all(runner.ended for runner in works.made)
    with pytest.raises(ToolWorkerUnavailable):
        pool.run(REQUEST)


# -- tables lent ahead ------------------------------------------------------------------------

TABLES = (LentTable("data", Path("t.duckdb")),)
OVER_TABLES = RunRequest("SELECT 1 FROM data", TABLES)


def test_a_runner_has_the_tables_while_its_query_is_checked(
    works: Works, make_pool: MakePool
) -> None:
    pool = make_pool()
    pool.wait_until_warm()
    lent_before: list[object] = []

    def check() -> RunRequest:
        lent_before.extend(runner.lent for runner in works.made if runner.lent)
        return OVER_TABLES

    assert pool.run_checked(TABLES, check).columns == ["0"]
    assert lent_before == [TABLES]


def test_a_refused_query_reaches_no_runner_and_the_lent_one_is_thrown_away(
    works: Works, make_pool: MakePool
) -> None:
    pool = make_pool()
    pool.wait_until_warm()

    def refuse() -> RunRequest:
        raise ValidationFailed("no")

    with pytest.raises(ValidationFailed):
        pool.run_checked(TABLES, refuse)
    until(lambda: works.made[0].ended == 1)
    assert works.made[0].asked == 0
    assert pool.run(REQUEST).columns != ["0"]


def test_a_query_over_other_tables_takes_a_runner_that_was_lent_nothing(
    works: Works, make_pool: MakePool
) -> None:
    pool = make_pool()
    pool.wait_until_warm()
    found = pool.run_checked(TABLES, lambda: REQUEST)
    used = works.made[int(found.columns[0])]
    assert used.lent is None


def test_the_last_runner_is_not_taken_ahead(works: Works, make_pool: MakePool) -> None:
    pool = make_pool(warm=1)
    pool.wait_until_warm()
    pool.run_checked(TABLES, lambda: OVER_TABLES)
    assert all(runner.lent is None for runner in works.made)


def test_a_runner_that_died_waiting_costs_no_query(works: Works, make_pool: MakePool) -> None:
    pool = make_pool()
    pool.wait_until_warm()

    def dies() -> RunRequest:
        works.made[0].dead = True
        return OVER_TABLES

    assert pool.run_checked(TABLES, dies).columns != ["0"]


# -- a runner for the next query --------------------------------------------------------------


@pytest.fixture
def sales(tmp_path: Path) -> tuple[LentTable, ...]:
    (tmp_path / "sales.duckdb").write_bytes(b"one")
    return (LentTable("data", tmp_path / "sales.duckdb"),)


def prepared(works: Works, tables: tuple[LentTable, ...]) -> FakeRunner:
    """Wait for a runner that has `tables` and was asked nothing, and return it."""

    def waiting() -> list[FakeRunner]:
        with works.lock:
            return [one for one in works.made if one.lent == tables and not one.asked + one.ended]

    until(lambda: bool(waiting()))
    return waiting()[0]


def test_the_next_query_over_the_same_tables_finds_a_runner_that_has_them(
    works: Works, make_pool: MakePool, sales: tuple[LentTable, ...]
) -> None:
    pool = make_pool()
    pool.wait_until_warm()
    request = RunRequest("SELECT 1 FROM data", sales)
    pool.run_checked(sales, lambda: request)
    waiting = prepared(works, sales)
    until(lambda: pool.status()["prepared"] == 1)
    assert pool.run_checked(sales, lambda: request).columns == [str(waiting.number)]
    until(lambda: waiting.ended == 1)
    assert waiting.asked == 1


def test_a_prepared_runner_is_for_its_own_tables_alone(
    works: Works, make_pool: MakePool, sales: tuple[LentTable, ...]
) -> None:
    pool = make_pool()
    pool.wait_until_warm()
    pool.run_checked(sales, lambda: RunRequest("SELECT 1 FROM data", sales))
    until(lambda: pool.status()["prepared"] == 1)
    waiting = prepared(works, sales)
    assert pool.run(REQUEST).columns != [str(waiting.number)]
    assert pool.run_checked(TABLES, lambda: OVER_TABLES).columns != [str(waiting.number)]
    assert waiting.asked == 0


def test_a_prepared_runner_is_not_asked_for_a_file_that_was_replaced(
    works: Works, make_pool: MakePool, sales: tuple[LentTable, ...]
) -> None:
    pool = make_pool()
    pool.wait_until_warm()
    request = RunRequest("SELECT 1 FROM data", sales)
    pool.run_checked(sales, lambda: request)
    until(lambda: pool.status()["prepared"] == 1)
    waiting = prepared(works, sales)
    other = sales[0].path.with_name("new")
    other.write_bytes(b"two")
    other.replace(sales[0].path)
    assert pool.run_checked(sales, lambda: request).columns != [str(waiting.number)]
    assert waiting.asked == 0
    until(lambda: waiting.ended == 1)


def test_a_refused_query_reaches_no_prepared_runner(
    works: Works, make_pool: MakePool, sales: tuple[LentTable, ...]
) -> None:
    pool = make_pool()
    pool.wait_until_warm()
    pool.run_checked(sales, lambda: RunRequest("SELECT 1 FROM data", sales))
    until(lambda: pool.status()["prepared"] == 1)
    waiting = prepared(works, sales)

    def refuse() -> RunRequest:
        raise ValidationFailed("no")

    with pytest.raises(ValidationFailed):
        pool.run_checked(sales, refuse)
    until(lambda: waiting.ended == 1)
    assert waiting.asked == 0


def test_closing_ends_the_prepared_runner(
    works: Works, make_pool: MakePool, sales: tuple[LentTable, ...]
) -> None:
    pool = make_pool()
    pool.wait_until_warm()
    pool.run_checked(sales, lambda: RunRequest("SELECT 1 FROM data", sales))
    until(lambda: pool.status()["prepared"] == 1)
    pool.close()
    assert all(runner.ended for runner in works.made)
