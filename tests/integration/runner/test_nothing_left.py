"""After the queries: no process, no descriptor, no control group of ours."""

from __future__ import annotations

import gc
import os
import threading
import time
from pathlib import Path

import pytest

from keenbench.errors import RunnerResourceExceeded, RunnerTimeout
from keenbench.sandbox import cgroup
from keenbench.sandbox.backends import boxed_runners
from keenbench.sandbox.forked import ForkedBubblewrap
from keenbench.sandbox.runs import LentTable, RunRequest
from tests.integration.runner.conftest import ENDLESS, processes_below

pytestmark = pytest.mark.needs("bubblewrap")


def test_64_at_once_give_64_answers_and_leave_nothing(sales: LentTable) -> None:
    gc.collect()
    before = settled()
    pool = boxed_runners(ForkedBubblewrap())
    answers: list[int] = []
    failures: list[BaseException] = []

    def ask(number: int) -> None:
        sql = f"SELECT count(*) + {number} - count(*) FROM sales WHERE id % 64 = {number}"
        try:
            answers.append(pool.run(RunRequest(sql, (sales,))).rows[0][0])
        except BaseException as error:  # noqa: BLE001 - shown by the assertion
            failures.append(error)

    threads = [threading.Thread(target=ask, args=(number,)) for number in range(64)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    pool.close()
    assert failures == []
    assert sorted(answers) == list(range(64))
    gc.collect()
    assert left(before) == set()


def test_bombs_leave_nothing_either(sales: LentTable) -> None:
    before = settled()
    pool = boxed_runners(ForkedBubblewrap())
    for sql in (ENDLESS, "SELECT list(note || b.range) FROM sales, range(100000) b"):
        with pytest.raises((RunnerTimeout, RunnerResourceExceeded)):
            pool.run(RunRequest(sql, (sales,), timeout_seconds=1))
    pool.close()
    assert left(before) == set()


def held() -> set[object]:
    return {*processes_below(os.getpid()), *descriptors(), *groups()}


def settled() -> set[object]:
    """Return what is held once runners that other tests share are no longer started or ended."""
    before, now = set[object](), held()
    while now != before:
        time.sleep(0.5)
        before, now = now, held()
    return now


def left(before: set[object]) -> set[object]:
    """Return what is held beyond `before` and stays so for a moment."""
    more = held() - before
    for _ in range(20):
        if more:
            time.sleep(0.1)
            more &= held()
    return more


def descriptors() -> set[str]:
    """Return what this process has open, by what it is rather than by number."""
    found = set()
    for link in Path("/proc/self/fd").iterdir():
        try:
            target = str(link.readlink())
        except OSError:  # the listing's own
            continue
        if target.startswith(("socket:", "pipe:", "/memfd", "/sys", "/tmp")):
            found.add(target)
    return found


def groups() -> set[Path]:
    hierarchy = cgroup._find()
    if hierarchy is None:
        return set()
    prefix = f"keenbench-{os.getpid()}-*"
    return {found for folder in hierarchy.folders for found in folder.glob(prefix)}
