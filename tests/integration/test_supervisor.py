"""The engine's rule for a worker that dies: 1, 2, 4 s, and three deaths are enough."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from keenbench.errors import FileReadFailed, ToolWorkerUnavailable, UserCanceled
from keenbench.settings import Settings
from keenbench.worker.supervisor import _DELAYS, Supervisor, worker_argv

FAKE = [sys.executable, "-m", "keenbench", "worker", "--fake"]
SOON = (0.05, 0.1, 0.2)


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(data_dir=tmp_path)


@pytest.fixture
def supervisor(settings: Settings) -> Iterator[Supervisor]:
    supervisor = Supervisor(settings, FAKE, SOON)
    yield supervisor
    supervisor.close()


def pid_of(supervisor: Supervisor) -> int:
    pid = supervisor.status()["pid"]
    assert isinstance(pid, int)
    return pid


def test_a_result_and_an_error_come_back_typed(supervisor: Supervisor) -> None:
    result = supervisor.call("TextGetMap", {"workbench_id": "one", "path": "a.txt"})
    assert result["method"] == "TextGetMap"
    with pytest.raises(FileReadFailed):
        supervisor.call("TextGetMap", {"workbench_id": "one", "path": "fail"})


def test_a_dead_worker_is_started_again_and_the_next_call_works(supervisor: Supervisor) -> None:
    supervisor.call("WorkerGetInfo", {})
    os.kill(pid_of(supervisor), signal.SIGKILL)
    with_retry(lambda: supervisor.call("WorkerGetInfo", {}))
    assert supervisor.restarts == 1


def test_calls_under_way_are_told_when_the_worker_dies(supervisor: Supervisor) -> None:
    with pytest.raises(ToolWorkerUnavailable):
        supervisor.call("TextGetMap", {"workbench_id": "one", "path": "crash"})
    assert supervisor.call("WorkerGetInfo", {})["ok"] is True


def test_three_deaths_without_an_answer_between_them_are_final(supervisor: Supervisor) -> None:
    for _ in range(3):
        with pytest.raises(ToolWorkerUnavailable):
            supervisor.call("TextGetMap", {"workbench_id": "one", "path": "crash"})
    assert supervisor.status()["state"] == "unavailable"
    with pytest.raises(ToolWorkerUnavailable, match="restart KeenBench"):
        supervisor.call("WorkerGetInfo", {})


def test_an_answered_call_between_deaths_starts_the_count_anew(supervisor: Supervisor) -> None:
    for _ in range(4):
        with pytest.raises(ToolWorkerUnavailable):
            supervisor.call("TextGetMap", {"workbench_id": "one", "path": "crash"})
        assert supervisor.call("WorkerGetInfo", {})["ok"] is True


def test_a_worker_that_never_starts_is_named(settings: Settings) -> None:
    broken = settings.model_copy(update={"tool_worker_path": Path("/nowhere/worker")})
    supervisor = Supervisor(broken, None, SOON)
    with pytest.raises(ToolWorkerUnavailable, match="could not be started"):
        supervisor.call("WorkerGetInfo", {})


def test_a_worker_that_ends_at_once_is_given_up(settings: Settings) -> None:
    supervisor = Supervisor(settings, [sys.executable, "-c", "pass"], SOON)
    for _ in range(3):
        with pytest.raises(ToolWorkerUnavailable):
            supervisor.call("WorkerGetInfo", {})
    assert supervisor.status()["state"] == "unavailable"


def test_cancel_reaches_the_worker(supervisor: Supervisor) -> None:
    canceled = threading.Event()
    canceled.set()
    with pytest.raises(UserCanceled):
        supervisor.call("TextGetMap", {"workbench_id": "one", "path": "hang"}, canceled=canceled)


def test_the_path_of_another_worker_is_honoured(settings: Settings) -> None:
    mine = settings.model_copy(update={"tool_worker_path": Path("/opt/mine")})
    assert worker_argv(mine) == ["/opt/mine"]
    assert _DELAYS == (1.0, 2.0, 4.0)


def test_the_worker_gets_no_key_and_no_token(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ANTHROPIC_API_KEY", "secret")
    monkeypatch.setenv("KEENBENCH_TOKEN", "secret")
    show = "import json,os,sys; sys.stdin.readline(); print(json.dumps({'jsonrpc':'2.0','id':1,"
    show += "'result':[k for k, v in os.environ.items() if v == 'secret']}), flush=True)"
    supervisor = Supervisor(settings, [sys.executable, "-c", show], SOON)
    assert supervisor.call("WorkerGetInfo", {}) == []
    supervisor.close()


def with_retry(call: object) -> None:
    """A call may meet the worker between its death and our noticing; the next one may not."""
    assert callable(call)
    try:
        call()
    except ToolWorkerUnavailable:
        call()


def test_a_worker_that_stops_answering_is_ended_and_its_calls_are_told(settings: Settings) -> None:
    supervisor = Supervisor(settings, FAKE, SOON, silence=6.0)
    supervisor.call("WorkerGetInfo", {})
    os.kill(pid_of(supervisor), signal.SIGSTOP)
    with pytest.raises(ToolWorkerUnavailable):
        supervisor.call("WorkerGetInfo", {})
    assert supervisor.call("WorkerGetInfo", {})["ok"] is True
    supervisor.close()


def test_a_program_that_is_no_worker_is_given_up(settings: Settings) -> None:
    supervisor = Supervisor(settings, ["cat"], SOON, silence=0.3)
    for _ in range(3):
        with pytest.raises(ToolWorkerUnavailable):
            supervisor.call("WorkerGetInfo", {})
    assert supervisor.status()["state"] == "unavailable"


def test_a_call_that_takes_long_is_no_silence(settings: Settings) -> None:
    supervisor = Supervisor(settings, FAKE, SOON, silence=6.0)
    canceled = threading.Event()
    threading.Timer(9.0, canceled.set).start()
    with pytest.raises(UserCanceled):
        supervisor.call("TextGetMap", {"workbench_id": "one", "path": "hang"}, canceled=canceled)
    assert supervisor.restarts == 0
    supervisor.close()
