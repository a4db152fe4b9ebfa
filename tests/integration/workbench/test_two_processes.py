"""Two processes at one workbench."""

from __future__ import annotations

import multiprocessing
from pathlib import Path
from typing import Any

from keenbench.errors import KeenBenchError
from keenbench.workbench.bench import Limits, Workbench
from keenbench.workbench.checkpoints import list_checkpoints
from keenbench.workbench.draft import read_draft
from keenbench.workbench.publish import publish
from keenbench.workbench.workbenches import Workbenches
from tests.workbench_texts import add, change_set, published, write

fork = multiprocessing.get_context("fork")


def try_to_publish(bench: Workbench, reviewed: str, start: Any, outcomes: Any) -> None:
    start.wait()
    try:
        publish(bench, change_set_hash=reviewed)
    except KeenBenchError as error:
        outcomes.put(error.info().error_code)
    else:
        outcomes.put("published")


def test_of_two_processes_that_publish_at_once_one_wins_and_one_gets_a_typed_refusal(
    tmp_path: Path,
) -> None:
    bench = Workbenches(tmp_path / "workbenches", Limits()).create("Shared")
    add(bench, {"a.txt": "0\n", "b.txt": "0\n"})
    for number in range(1, 9):
        write(bench, {"a.txt": f"{number}\n", "b.txt": f"{number}\n"})
        reviewed = change_set(bench).change_set_hash
        start, outcomes = fork.Barrier(2), fork.Queue()
        both = [
            fork.Process(target=try_to_publish, args=(bench, reviewed, start, outcomes))
            for _ in range(2)
        ]
        for process in both:
            process.start()
        told = sorted(outcomes.get(timeout=60) for _ in both)
        for process in both:
            process.join()
        assert told.count("published") == 1, told
        assert set(told) <= {"published", "VALIDATION_FAILED", "CONFLICT_PUBLISHED_CHANGED"}
        assert published(bench) == {"a.txt": f"{number}\n", "b.txt": f"{number}\n"}
        assert bench.read(read_draft) is None
    assert len(bench.read(list_checkpoints)) == 8


def write_many(bench: Workbench, mark: str, start: Any, outcomes: Any) -> None:
    start.wait()
    done = 0
    for number in range(10):
        try:
            write(bench, {f"{mark}{number}.txt": mark})
            done += 1
        except KeenBenchError as error:
            outcomes.put(error.info().subphase)
    outcomes.put(done)


def test_two_processes_that_write_lose_nothing_of_each_other(tmp_path: Path) -> None:
    bench = Workbenches(tmp_path / "workbenches", Limits()).create("Shared")
    start, outcomes = fork.Barrier(2), fork.Queue()
    both = [
        fork.Process(target=write_many, args=(bench, mark, start, outcomes)) for mark in ("x", "y")
    ]
    for process in both:
        process.start()
    told = [outcomes.get(timeout=120) for _ in both]
    for process in both:
        process.join()
    assert told == [10, 10], "a short wait for the lock is enough here"
    assert len(change_set(bench).changes) == 20
    publish(bench)
    assert len(published(bench)) == 20
