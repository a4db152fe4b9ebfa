"""The worker as its users meet it: a process that speaks JSON-RPC on stdio."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.needs("bubblewrap")


class WorkerProcess:
    """A worker under test, with its answers by id."""

    def __init__(self, workbenches: Path, *arguments: str, **environment: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "keenbench", "worker", *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=os.environ
            | {
                "KEENBENCH_WORKBENCHES_DIR": str(workbenches),
                "KEENBENCH_DATA_DIR": str(workbenches.parent / "data"),
            }
            | environment,
        )
        self.answers: dict[Any, Any] = {}
        self.notifications: list[Any] = []
        self._arrived = threading.Condition()
        self._ids = 0
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            message = json.loads(line)
            with self._arrived:
                if isinstance(message, dict) and "id" in message:
                    self.answers[message["id"]] = message
                else:
                    self.notifications.append(message)
                self._arrived.notify_all()

    def send(self, method: str, **params: Any) -> int:
        self._ids += 1
        request = {"jsonrpc": "2.0", "id": self._ids, "method": method, "params": params}
        self.write(json.dumps(request).encode())
        return self._ids

    def write(self, line: bytes) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(line + b"\n")
        self.process.stdin.flush()

    def wait(self, request_id: int, timeout: float = 60) -> Any:
        with self._arrived:
            assert self._arrived.wait_for(lambda: request_id in self.answers, timeout), "no answer"
            return self.answers[request_id]

    def call(self, method: str, **params: Any) -> Any:
        answer = self.wait(self.send(method, **params))
        assert "result" in answer, answer
        return answer["result"]

    def error(self, method: str, **params: Any) -> Any:
        return self.wait(self.send(method, **params))["error"]

    def close(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait(30)


@pytest.fixture
def workbenches(tmp_path: Path) -> Path:
    for name in ("one", "two"):
        (tmp_path / "workbenches" / name / "published").mkdir(parents=True)
        (tmp_path / "workbenches" / name / "published" / "a.txt").write_text(f"{name}\nlines\n")
    return tmp_path / "workbenches"


@pytest.fixture
def worker(workbenches: Path) -> Iterator[WorkerProcess]:
    worker = WorkerProcess(workbenches)
    yield worker
    worker.close()


def parsers(worker: WorkerProcess) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = worker.call("WorkerGetInfo")["parsers"]
    return found


@pytest.fixture(scope="module")
def long_text(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file that keeps a parser busy for a while."""
    path = tmp_path_factory.mktemp("long") / "busy.txt"
    lines = (b"word " * 19 + b"\n") * 100_000
    with path.open("wb") as file:
        for _ in range(60):
            file.write(lines)
    return path


@pytest.fixture
def busy(workbenches: Path, long_text: Path) -> None:
    """A workbench with that file; a link, because writing it takes longer than all else here."""
    os.link(long_text, workbenches / "one" / "published" / "busy.txt")


def test_it_says_what_it_is_and_can_do(worker: WorkerProcess) -> None:
    info = worker.call("WorkerGetInfo")
    assert info["ok"] is True
    assert {"WorkerGetInfo", "TextGetMap", "TextReadLines"} <= set(info["methods"])
    assert info["sandbox"] == {"backend": "bubblewrap"}


def test_a_text_file_is_mapped_and_read(worker: WorkerProcess) -> None:
    assert worker.call("TextGetMap", workbench_id="one", path="a.txt")["line_count"] == 2
    read = worker.call("TextReadLines", workbench_id="one", path="a.txt", line_start=2)
    assert read["text"] == "lines\n"


def test_a_write_lands_in_the_draft_and_leaves_published_alone(
    worker: WorkerProcess, workbenches: Path
) -> None:
    worker.call("TextWrite", workbench_id="one", path="a.txt", content="new\n")
    assert (workbenches / "one" / "draft" / "a.txt").read_text() == "new\n"
    assert (workbenches / "one" / "published" / "a.txt").read_text() == "one\nlines\n"
    assert worker.call("TextExtractText", workbench_id="one", path="a.txt")["text"] == "new\n"
    old = worker.call("TextExtractText", workbench_id="one", path="a.txt", root="published")
    assert old["text"] == "one\nlines\n"
    assert os.listdir(workbenches / "one" / "draft") == ["a.txt"]  # noqa: PTH208


def test_published_cannot_be_written(worker: WorkerProcess, workbenches: Path) -> None:
    error = worker.error(
        "TextWrite", workbench_id="one", path="a.txt", content="x", root="published"
    )
    assert error["data"]["error_code"] in ("SANDBOX_VIOLATION", "VALIDATION_FAILED")
    assert (workbenches / "one" / "published" / "a.txt").read_text() == "one\nlines\n"


def test_a_name_that_differs_only_in_case_is_refused(
    worker: WorkerProcess, workbenches: Path
) -> None:
    error = worker.error("TextWrite", workbench_id="one", path="A.TXT", content="x")
    assert error["data"]["error_code"] == "VALIDATION_FAILED"
    assert not (workbenches / "one" / "draft" / "A.TXT").exists()


def test_a_workbench_made_after_the_worker_started_is_served(
    worker: WorkerProcess, workbenches: Path
) -> None:
    assert worker.error("TextGetMap", workbench_id="late", path="a.txt")["code"] == -32000
    (workbenches / "late" / "published").mkdir(parents=True)
    (workbenches / "late" / "published" / "a.txt").write_text("late")
    assert worker.call("TextGetMap", workbench_id="late", path="a.txt")["char_count"] == 4


def test_the_folder_of_all_workbenches_may_be_made_later(tmp_path: Path) -> None:
    worker = WorkerProcess(tmp_path / "not-yet")
    try:
        assert worker.error("TextGetMap", workbench_id="one", path="a.txt")["code"] == -32000
        (tmp_path / "not-yet" / "one" / "published").mkdir(parents=True)
        (tmp_path / "not-yet" / "one" / "published" / "a.txt").write_text("x")
        assert worker.call("TextGetMap", workbench_id="one", path="a.txt")["char_count"] == 1
    finally:
        worker.close()


@pytest.mark.parametrize(
    "params",
    [
        {"workbench_id": "..", "path": "a.txt"},
        {"workbench_id": "one", "path": "../two/published/a.txt"},
        {"workbench_id": "one", "path": "/etc/passwd"},
        {"workbench_id": "one", "path": "a\0.txt"},
        {"workbench_id": "one", "path": "a.txt", "root": "meta"},
        {"workbench_id": "one", "path": "a.txt", "root": "draft/../meta"},
        {"workbench_id": "one", "path": "link.txt"},
        {"workbench_id": "linked", "path": "a.txt"},
    ],
)
def test_no_path_leaves_the_workbench(
    worker: WorkerProcess, workbenches: Path, params: dict[str, str]
) -> None:
    (workbenches / "one" / "published" / "link.txt").symlink_to("/etc/passwd")
    (workbenches / "linked").symlink_to(workbenches / "one")
    before = snapshot(workbenches)
    for method, extra in (("TextGetMap", {}), ("TextWrite", {"content": "x"})):
        if method == "TextWrite" and params["path"] == "link.txt":
            continue  # writing replaces the name in the Draft; the link itself is not followed
        error = worker.error(method, **params, **extra)
        assert error["data"]["error_code"] in ("SANDBOX_VIOLATION", "VALIDATION_FAILED")
    assert snapshot(workbenches) == before


def snapshot(folder: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and "meta" not in path.parts
    }


@pytest.mark.usefixtures("busy")
def test_a_killed_parser_fails_its_own_call_and_no_other(worker: WorkerProcess) -> None:
    busy = worker.send("TextGetMap", workbench_id="one", path="busy.txt")
    other = worker.send("TextGetMap", workbench_id="two", path="a.txt")
    victim = wait_for(
        lambda: [
            p for p in parsers(worker) if p["workbench_id"] == "one" and p["pid"] and p["busy"]
        ]
    )
    os.kill(victim[0]["pid"], signal.SIGKILL)
    assert worker.wait(busy)["error"]["data"]["error_code"] == "TOOL_WORKER_UNAVAILABLE"
    assert worker.wait(other)["result"]["line_count"] == 2
    assert worker.call("TextGetMap", workbench_id="one", path="a.txt")["line_count"] == 2


@pytest.mark.usefixtures("busy")
def test_cancel_ends_the_call_and_its_parser(worker: WorkerProcess) -> None:
    busy = worker.send("TextGetMap", workbench_id="one", path="busy.txt")
    wait_for(lambda: [p for p in parsers(worker) if p["busy"] and p["pid"]])
    worker.write(
        json.dumps({"jsonrpc": "2.0", "method": "$/cancel", "params": {"id": busy}}).encode()
    )
    assert worker.wait(busy)["error"]["data"]["error_code"] == "USER_CANCELED"
    assert worker.call("TextGetMap", workbench_id="one", path="a.txt")["line_count"] == 2


@pytest.mark.usefixtures("busy")
def test_a_call_past_its_deadline_is_stopped(workbenches: Path) -> None:
    worker = WorkerProcess(workbenches, KEENBENCH_CALL_TIMEOUT_SECONDS="0.2")
    try:
        error = worker.error("TextGetMap", workbench_id="one", path="busy.txt")
        assert error["data"]["error_code"] == "RUNNER_TIMEOUT"
    finally:
        worker.close()


def test_at_most_two_parsers_and_none_left_behind(workbenches: Path) -> None:
    worker = WorkerProcess(workbenches)
    for name in ("three", "four"):
        (workbenches / name / "published").mkdir(parents=True)
        (workbenches / name / "published" / "a.txt").write_text("x")
    calls = [
        worker.send("TextGetMap", workbench_id=name, path="a.txt")
        for name in ("one", "two", "three", "four") * 3
    ]
    for call in calls:
        assert "result" in worker.wait(call)
    pids = [parser["pid"] for parser in parsers(worker)]
    assert 1 <= len(pids) <= 2
    worker.close()
    wait_for(lambda: not any(Path(f"/proc/{pid}").exists() for pid in pids))
    assert list((workbenches.parent / "data" / "out").iterdir()) == []


def test_boxes_die_with_a_worker_that_is_killed(workbenches: Path) -> None:
    worker = WorkerProcess(workbenches)
    worker.call("TextGetMap", workbench_id="one", path="a.txt")
    pids = [parser["pid"] for parser in parsers(worker)]
    worker.process.kill()
    worker.process.wait()
    wait_for(lambda: not any(Path(f"/proc/{pid}").exists() for pid in pids))
    # What it left on disk goes when the next one starts.
    following = WorkerProcess(workbenches)
    following.call("TextGetMap", workbench_id="one", path="a.txt")
    assert len(list((workbenches.parent / "data" / "out").iterdir())) == 1
    following.close()


def test_links_in_meta_lead_nowhere(worker: WorkerProcess, workbenches: Path) -> None:
    victim = workbenches.parent / "victim"
    (victim / "precious").mkdir(parents=True)
    (victim / "precious" / "x").write_text("mine")
    (workbenches / "one" / "published" / "t.csv").write_text("a,b\n1,2\n")
    (workbenches / "one" / "meta").mkdir()
    for name in ("out", "tabular", "previews"):
        (workbenches / "one" / "meta" / name).symlink_to(victim)
    worker.call("TextReadLines", workbench_id="one", path="a.txt")
    refused = worker.wait(worker.send("TabularGetMap", workbench_id="one", path="t.csv"))
    assert refused["error"]["data"]["error_code"] == "SANDBOX_VIOLATION"
    assert snapshot(victim) == {"precious/x": b"mine"}


def test_two_names_that_differ_in_case_are_never_both_written(
    worker: WorkerProcess, workbenches: Path
) -> None:
    for number in range(6):
        calls = [
            worker.send("TextWrite", workbench_id="one", path=name, content="x")
            for name in (f"Race{number}.txt", f"race{number}.txt")
        ]
        outcomes = ["result" in worker.wait(call) for call in calls]
        assert sorted(outcomes) == [False, True]


def test_the_fake_worker_checks_and_answers(workbenches: Path) -> None:
    worker = WorkerProcess(workbenches, "--fake")
    try:
        assert worker.call("WorkerGetInfo")["worker"] == "fake"
        assert worker.call("TextGetMap", workbench_id="one", path="a.txt")["fake"] is True
        assert worker.error("TextGetMap", workbench_id="one")["code"] == -32602
        assert worker.error("TextGetMap", workbench_id="one", path="fail")["code"] == -32000
    finally:
        worker.close()


def test_calls_of_many_workbenches_do_not_start_a_parser_each(
    worker: WorkerProcess, workbenches: Path
) -> None:
    names = [f"w{number}" for number in range(6)]
    for name in names:
        (workbenches / name / "published").mkdir(parents=True)
        (workbenches / name / "published" / "a.txt").write_text("x")
    calls = [worker.send("TextGetMap", workbench_id=name, path="a.txt") for name in names * 10]
    for call in calls:
        assert "result" in worker.wait(call)
    assert worker.call("WorkerGetInfo")["parsers_started"] < 30


def wait_for(found: Any, timeout: float = 30) -> Any:
    """Return what `found` gives once it gives something."""
    ends = time.monotonic() + timeout
    while not (result := found()):
        assert time.monotonic() < ends, "waited in vain"
        time.sleep(0.02)
    return result
