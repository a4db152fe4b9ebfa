"""Queries in containers: `docker` and `podman`, for systems without bubblewrap.

A container takes half a second to start, and what it sees is settled when it starts. So each
version of a dataset has its own few that wait with its databases mounted read-only under /data,
each for one request on its stdin. It ends when its stdin does, so that none outlives its server;
at its deadline it is killed by name, because killing the client would leave it running; and what
a server that was killed left behind is swept when the next one starts.
"""

from __future__ import annotations

import json
import logging
import os
import secrets
import select
import shutil
import subprocess
import threading
import time
from collections import OrderedDict
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Literal

from keenbench.errors import (
    KeenBenchError,
    RunnerInternalError,
    ToolWorkerUnavailable,
    UserCanceled,
)
from keenbench.sandbox.pool import RunnerPool
from keenbench.sandbox.profiles import MIB
from keenbench.sandbox.runs import (
    GRACE_SECONDS,
    Runner,
    Runners,
    RunRequest,
    RunResult,
    Stale,
    out_of_memory,
    read_answer,
    timed_out,
)

log = logging.getLogger(__name__)

Engine = Literal["docker", "podman"]

LABEL = "io.keenbench.runner"
_START_SECONDS = 60.0
_TICK_SECONDS = 0.05
_HEAD_BYTES = 4 * MIB
# A container's first process was killed and not by us: the kernel's answer to too much memory.
_KILLED = 137
# The container's own clock (see runner/serve.py).
_OVERSLEPT = 124
_USER = "64533:64533"
# What Python, DuckDB and the container's own shim take while they wait.
_EACH_BYTES = 60 * MIB
_WAITING = 1
_IDLE_BYTES = 2 * _EACH_BYTES
_DATASETS = 4


@dataclass(frozen=True)
class Image:
    """How containers are started."""

    engine: Engine
    name: str
    memory_bytes: int = 512 * MIB

    @property
    def command(self) -> list[str]:
        return [self.engine, *_GLOBAL_FLAGS[self.engine]()]

    def run(self, container: str, mounts: list[str]) -> list[str]:
        return [
            *self.command,
            "run",
            "--rm",
            "--interactive",
            "--pull",
            "never",
            "--name",
            container,
            "--label",
            f"{LABEL}={_owner()}",
            # Seed 003, word for word.
            "--network",
            "none",
            "--read-only",
            "--pids-limit",
            "64",
            "--memory",
            f"{self.memory_bytes // MIB}m",
            "--cpus",
            "0.5",
            "--tmpfs",
            "/tmp:rw,noexec,nosuid,size=64m",
            *mounts,
            "--cap-drop",
            "ALL",
            "--security-opt",
            "no-new-privileges",
            "--user",
            _USER,
            *_RUN_FLAGS[self.engine],
            self.name,
        ]


def _podman_flags() -> list[str]:
    # crun, podman's usual choice, needs a cgroup set-up that containers and small VMs often lack.
    return ["--runtime", "runc"] if shutil.which("runc") else []


_GLOBAL_FLAGS = {"docker": lambda: list[str](), "podman": _podman_flags}
_RUN_FLAGS: dict[Engine, list[str]] = {
    "docker": [],
    # Podman raises limits to the host's hard ones, which fails where it may not.
    "podman": ["--ulimit", "nofile=1024:1024", "--ulimit", "nproc=1024:1024"],
}


@dataclass(frozen=True)
class Dataset:
    """The databases that a container sees: which files, and in which state of theirs."""

    files: tuple[tuple[Path, int, int, int], ...]

    @classmethod
    def of(cls, request: RunRequest) -> Dataset:
        paths = sorted({lent.path.absolute() for lent in request.tables})
        return cls(tuple((path, *_state(path)) for path in paths))

    def inside(self, path: Path) -> str:
        """Return where a container sees `path`."""
        number = [file for file, *_ in self.files].index(path.absolute())
        return f"/data/{number}{path.suffix}"

    def mounts(self) -> list[str]:
        flags: list[str] = []
        for path, *_ in self.files:
            if any(mark in str(path) for mark in ',"'):
                raise RunnerInternalError(
                    "A container cannot be given a path with a comma or a quote.", retryable=False
                )
            flags += [
                "--mount",
                f"type=bind,source={path},target={self.inside(path)},readonly",
            ]
        return flags


def _state(path: Path) -> tuple[int, int, int]:
    try:
        stat = path.stat(follow_symlinks=False)
    except OSError as error:
        raise RunnerInternalError(
            f"The database {path.name} could not be opened: {error.strerror}.", retryable=False
        ) from None
    return stat.st_ino, stat.st_size, stat.st_mtime_ns


class ContainerRunner(Runner):
    """A container that waits for its one request."""

    resident_bytes = _EACH_BYTES

    def __init__(self, image: Image, dataset: Dataset) -> None:
        self._image = image
        self._dataset = dataset
        self._name = f"keenbench-{os.getpid()}-{secrets.token_hex(6)}"
        self._process = _start(image.run(self._name, dataset.mounts()))
        assert self._process.stderr is not None
        ends = time.monotonic() + _START_SECONDS
        said = b""
        # The engine may warn of this and that before.
        while not said.endswith(b"ready\n"):
            more = _read_line(self._process.stderr.fileno(), ends)
            said += more
            if not more:
                self.end()
                raise ToolWorkerUnavailable(_why(image, said))

    def alive(self) -> bool:
        return self._process.poll() is None

    def stop(self) -> None:
        # By name: the container is no child of ours.
        _start([*self._image.command, "kill", self._name]).communicate()

    def end(self) -> None:
        if self._process.stdin is not None:
            with suppress(OSError):
                self._process.stdin.close()
        try:
            self._process.wait(0.2)
        except subprocess.TimeoutExpired:
            _start([*self._image.command, "rm", "--force", self._name]).communicate()
            self._process.wait()
        for pipe in (self._process.stdout, self._process.stderr):
            if pipe is not None:
                pipe.close()

    def ask(self, request: RunRequest, canceled: threading.Event | None = None) -> RunResult:
        tables: list[dict[str, Any]] = [
            {"name": lent.name, "table": lent.table, "path": self._dataset.inside(lent.path)}
            for lent in request.tables
        ]
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        ends = time.monotonic() + request.timeout_seconds + GRACE_SECONDS
        try:
            self._process.stdin.write(json.dumps(request.to_json(tables)).encode() + b"\n")
            self._process.stdin.flush()
        except OSError:
            raise Stale from None
        try:
            limit = request.max_bytes + _HEAD_BYTES
            line = _read_line(self._process.stdout.fileno(), ends, limit, canceled)
        except UserCanceled:
            threading.Thread(target=self.stop, name="container-stop").start()
            raise
        if not line.endswith(b"\n"):
            raise self._failed(request, line, late=time.monotonic() >= ends)
        try:
            message = json.loads(line)
        except ValueError:
            message = {}
        return read_answer(message)

    def _failed(self, request: RunRequest, line: bytes, *, late: bool) -> KeenBenchError:
        if late:
            threading.Thread(target=self.stop, name="container-stop").start()
            return timed_out(request.timeout_seconds)
        if len(line) > request.max_bytes:
            return RunnerInternalError("The runner gave an answer that makes no sense.")
        try:
            # Its output has ended, and so will it, in a moment.
            code = self._process.wait(5)
        except subprocess.TimeoutExpired:
            code = 0
        if code == _KILLED:
            return out_of_memory()
        if code == _OVERSLEPT:
            return timed_out(request.timeout_seconds)
        return RunnerInternalError("The runner ended in the middle of the query.")


@dataclass
class _Shelf:
    """The containers of one dataset, and how many queries are at them."""

    pool: RunnerPool
    users: int = 0


class ContainerRunners(Runners):
    """Containers, a few for each of the datasets that were asked about last."""

    def __init__(self, image: Image) -> None:
        self.name = image.engine
        self._image = image
        self._shelves: OrderedDict[Dataset, _Shelf] = OrderedDict()
        self._lock = threading.Lock()
        self._closed = False
        if shutil.which(image.engine) is None:
            raise ToolWorkerUnavailable(
                f"{image.engine} was not found; install it, or set KEENBENCH_SANDBOX=bubblewrap.",
                retryable=False,
            )
        sweep(image)

    def run(self, request: RunRequest, canceled: threading.Event | None = None) -> RunResult:
        dataset = Dataset.of(request)
        shelf = self._take(dataset)
        try:
            return shelf.pool.run(request, canceled)
        finally:
            self._give_back(shelf)

    def status(self) -> dict[str, Any]:
        with self._lock:
            shelves = [shelf.pool.status() for shelf in self._shelves.values()]
        return {"backend": self.name, "image": self._image.name, "datasets": shelves}

    def close(self) -> None:
        with self._lock:
            self._closed = True
            shelves = list(self._shelves.values())
            self._shelves.clear()
        for shelf in shelves:
            shelf.pool.close()

    def _take(self, dataset: Dataset) -> _Shelf:
        with self._lock:
            if self._closed:
                raise ToolWorkerUnavailable("The runners are shutting down.")
            shelf = self._shelves.get(dataset)
            if shelf is None:
                start = partial(ContainerRunner, self._image, dataset)
                pool = RunnerPool(self.name, start, warm=_WAITING, idle_bytes=_IDLE_BYTES)
                shelf = self._shelves[dataset] = _Shelf(pool)
            self._shelves.move_to_end(dataset)
            shelf.users += 1
            return shelf

    def _give_back(self, shelf: _Shelf) -> None:
        with self._lock:
            shelf.users -= 1
            surplus = len(self._shelves) - _DATASETS
            idle = [dataset for dataset, other in self._shelves.items() if not other.users]
            leaving = [self._shelves.pop(dataset) for dataset in idle[: max(0, surplus)]]
        for other in leaving:
            other.pool.close()


def sweep(image: Image) -> None:
    """Remove containers whose server is gone."""
    listing = _start(
        [
            *image.command,
            "ps",
            "--all",
            "--filter",
            f"label={LABEL}",
            "--format",
            f'{{{{.ID}}}} {{{{.Label "{LABEL}"}}}}'
            if image.engine == "docker"
            else f'{{{{.ID}}}} {{{{index .Labels "{LABEL}"}}}}',
        ]
    )
    found, said = listing.communicate()
    if listing.returncode != 0:
        raise ToolWorkerUnavailable(_why(image, said), retryable=False)
    for line in found.decode().splitlines():
        container, _, owner = line.partition(" ")
        if not _lives(owner):
            log.info("removing a container that was left behind")
            _start([*image.command, "rm", "--force", container]).communicate()


def _owner() -> str:
    return f"{os.getpid()}.{_started(os.getpid())}"


def _lives(owner: str) -> bool:
    pid, _, started = owner.partition(".")
    return pid.isdigit() and _started(int(pid)) == started


def _started(pid: int) -> str:
    """Return when a process started, in the kernel's ticks: pids come again, with another time."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[19]
    except OSError:
        return ""


def _start(argv: list[str]) -> subprocess.Popen[bytes]:
    # In a session of its own: an interrupt at the terminal is ours to handle.
    try:
        return subprocess.Popen(
            argv,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )
    except OSError as error:
        raise ToolWorkerUnavailable(f"{argv[0]} could not be started: {error.strerror}.") from None


def _why(image: Image, said: bytes) -> str:
    reason = " ".join(said.decode(errors="replace").split())[:300]
    if "No such image" in reason or "image not known" in reason:
        return (
            f"There is no image {image.name}: build it with `{image.engine} build "
            f"-t {image.name} -f deploy/runner/Dockerfile .`."
        )
    return f"{image.engine} could not start a container: {reason or 'it said nothing'}"


def _read_line(
    fd: int, ends: float, limit: int = 1 << 16, canceled: threading.Event | None = None
) -> bytes:
    """Return what comes up to the end of a line, of the stream or of the time."""
    poll = select.poll()
    poll.register(fd, select.POLLIN | select.POLLHUP)
    line = bytearray()
    while (left := ends - time.monotonic()) > 0 and len(line) <= limit:
        if canceled is not None and canceled.is_set():
            raise UserCanceled("The query was cancelled.")
        if not poll.poll(min(left, _TICK_SECONDS if canceled is not None else left) * 1000):
            continue
        part = os.read(fd, 1 << 16)
        line += part
        if not part or part.endswith(b"\n"):
            break
    return bytes(line)
