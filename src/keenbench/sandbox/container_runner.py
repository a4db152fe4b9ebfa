"""One container that waits for its one request on stdin, with a dataset mounted under /data."""

from __future__ import annotations

import json
import os
import secrets
import select
import subprocess
import threading
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from keenbench.errors import (
    KeenBenchError,
    RunnerInternalError,
    ToolWorkerUnavailable,
    UserCanceled,
)
from keenbench.sandbox.container_engine import Image, start, why
from keenbench.sandbox.profiles import MIB
from keenbench.sandbox.runs import (
    GRACE_SECONDS,
    Runner,
    RunRequest,
    RunResult,
    Stale,
    out_of_memory,
    read_answer,
    timed_out,
)

_START_SECONDS = 60.0
_TICK_SECONDS = 0.05
# What an answer holds beside its rows.
_HEAD_BYTES = 4 * MIB
# A container's first process was killed and not by us: the kernel's answer to too much memory.
_KILLED = 137
# The container's own clock (see runner/serve.py).
_OVERSLEPT = 124
# What Python, DuckDB and the container's own shim take while they wait.
EACH_BYTES = 60 * MIB


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

    resident_bytes = EACH_BYTES

    def __init__(self, image: Image, dataset: Dataset) -> None:
        self._image = image
        self._dataset = dataset
        self._name = f"keenbench-{os.getpid()}-{secrets.token_hex(6)}"
        self._process = start(image.run(self._name, dataset.mounts()))
        assert self._process.stderr is not None
        ends = time.monotonic() + _START_SECONDS
        said = b""
        # The engine may warn of this and that before.
        while not said.endswith(b"ready\n"):
            more = _read_line(self._process.stderr.fileno(), ends)
            said += more
            if not more:
                self.end()
                raise ToolWorkerUnavailable(why(image, said))

    def alive(self) -> bool:
        return self._process.poll() is None

    def stop(self) -> None:
        # By name: the container is no child of ours.
        start([*self._image.command, "kill", self._name]).communicate()

    def end(self) -> None:
        if self._process.stdin is not None:
            with suppress(OSError):
                self._process.stdin.close()
        try:
            self._process.wait(0.2)
        except subprocess.TimeoutExpired:
            self._image.remove(self._name)
            # The client ends when its container does; one that hangs is only a client.
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(10)
            self._process.kill()
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
