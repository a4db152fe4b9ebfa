from __future__ import annotations

import multiprocessing
import os
import signal

import pytest

from keenbench.errors import Busy, UnknownId
from keenbench.workbench.bench import Workbench
from keenbench.workbench.workbenches import Workbenches
from tests.workbench_texts import published, write

spawn = multiprocessing.get_context("fork")


def hold(bench: Workbench, ready: object, go: object) -> None:
    with bench.writing():
        ready.set()  # type: ignore[attr-defined]
        go.wait(60)  # type: ignore[attr-defined]


def test_a_second_writer_is_told_that_the_workbench_is_busy(bench: Workbench) -> None:
    with (
        bench.writing(),
        pytest.raises(Busy) as error,
        bench.writing(wait=0),
    ):
        pass
    assert error.value.info().retryable
    assert error.value.http_status == 409


def test_readers_do_not_wait_for_a_writer(bench: Workbench) -> None:
    with bench.writing():
        assert published(bench)["notes.txt"] == "first notes\n"


def test_the_lock_holds_across_processes_and_goes_with_its_holder(bench: Workbench) -> None:
    ready, go = spawn.Event(), spawn.Event()
    holder = spawn.Process(target=hold, args=(bench, ready, go))
    holder.start()
    assert ready.wait(30)
    with pytest.raises(Busy), bench.writing(wait=0.05):
        pass
    assert holder.pid is not None
    os.kill(holder.pid, signal.SIGKILL)
    holder.join()
    write(bench, {"notes.txt": "second\n"})


def test_who_waited_for_a_workbench_that_was_deleted_is_told(
    bench: Workbench, workbenches: Workbenches
) -> None:
    workbenches.delete(bench.workbench_id)
    with pytest.raises(UnknownId), bench.writing():
        pass
