"""The outside of one boxed runner: start it, ask it once, end it."""

from __future__ import annotations

import os
import select
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from threading import Event

from keenbench.errors import (
    KeenBenchError,
    RunnerInternalError,
    ToolWorkerUnavailable,
    UserCanceled,
)
from keenbench.sandbox import channel as messages
from keenbench.sandbox.box import Box
from keenbench.sandbox.profiles import MIB, Profile
from keenbench.sandbox.runs import (
    GRACE_SECONDS,
    LentTable,
    Runner,
    RunRequest,
    RunResult,
    Stale,
    out_of_memory,
    read_answer,
    timed_out,
)

_START_SECONDS = 30.0
_TICK_SECONDS = 0.05
# What an answer holds beside its rows: names, types, warnings.
_HEAD_BYTES = 4 * MIB


class BoxedRunner(Runner):
    """A runner in a box, spoken with over a socket; databases go in as descriptors."""

    def __init__(self, box: Box, profile: Profile, *, warmed: bool = True) -> None:
        self._boxed = box.spawn("keenbench.sandbox.runner.serve", profile)
        # The tables that it has already, as a request names them.
        self._lent: list[dict[str, object]] | None = None
        begin = {
            "memory_bytes": profile.memory_bytes,
            # Without a file system of its own a killed runner would leave its spilled data behind.
            "tmp_bytes": profile.tmp_bytes if box.name != "process" else 0,
            "warmed": warmed,
        }
        try:
            messages.send(self._boxed.socket, begin, [])
            ready = messages.receive_by(self._boxed.socket, time.monotonic() + _START_SECONDS)
            self.resident_bytes = int(ready["resident_bytes"])
        except (messages.ChannelClosed, TimeoutError, KeyError, TypeError, ValueError):
            self.end()
            raise ToolWorkerUnavailable(
                "The sandbox did not start; `keenbench doctor` says what is missing."
            ) from None

    @property
    def pid(self) -> int:
        return self._boxed.pid

    def alive(self) -> bool:
        return self._boxed.alive()

    def stop(self) -> None:
        self._boxed.stop()

    def end(self) -> None:
        self._boxed.kill()

    def lend(self, tables: tuple[LentTable, ...]) -> None:
        self._boxed.socket.settimeout(_START_SECONDS)
        with _opened(tables, self._boxed.uid) as (described, descriptors):
            self._send({"ahead": True, "tables": described}, descriptors)
        self._lent = described

    def _send(self, message: dict[str, object], descriptors: list[int]) -> None:
        try:
            messages.send(self._boxed.socket, message, descriptors)
        except messages.ChannelClosed:
            raise Stale from None

    def ask(self, request: RunRequest, canceled: Event | None = None) -> RunResult:
        ends = time.monotonic() + request.timeout_seconds + GRACE_SECONDS
        try:
            self._boxed.socket.settimeout(request.timeout_seconds + GRACE_SECONDS)
            if self._lent is not None:
                self._send(request.to_json(self._lent), [])
            else:
                with _opened(request.tables, self._boxed.uid) as (tables, descriptors):
                    self._send(request.to_json(tables), descriptors)
            self._wait(ends, canceled)
            limit = request.max_bytes + _HEAD_BYTES
            answer = messages.receive_by(self._boxed.socket, ends, limit)
        except TimeoutError:
            self.stop()
            raise timed_out(request.timeout_seconds) from None
        except messages.ChannelClosed:
            raise self._died() from None
        except UserCanceled:
            self.stop()
            raise
        return read_answer(answer)

    def _wait(self, ends: float, canceled: Event | None) -> None:
        """Wait until there is something to read, the time is over, or nobody wants it any more."""
        poll = select.poll()
        poll.register(self._boxed.socket, select.POLLIN)
        while True:
            left = ends - time.monotonic()
            if left <= 0:
                raise TimeoutError
            tick = left if canceled is None else min(left, _TICK_SECONDS)
            if poll.poll(tick * 1000):
                return
            if canceled is not None and canceled.is_set():
                raise UserCanceled("The query was cancelled.")

    def _died(self) -> KeenBenchError:
        if self._boxed.out_of_memory():
            return out_of_memory()
        return RunnerInternalError("The runner ended in the middle of the query.")


@contextmanager
def _opened(
    lent_tables: tuple[LentTable, ...], reader: int
) -> Iterator[tuple[list[dict[str, object]], list[int]]]:
    """Give the tables as a runner finds them, and the descriptors of their databases."""
    with ExitStack() as opened:
        numbers: dict[Path, int] = {}
        descriptors: list[int] = []
        tables: list[dict[str, object]] = []
        for lent in lent_tables:
            if lent.path not in numbers:
                fd = _open(lent.path, lent.name, reader)
                opened.callback(os.close, fd)
                numbers[lent.path] = len(descriptors)
                descriptors.append(fd)
            tables.append({"name": lent.name, "table": lent.table, "database": numbers[lent.path]})
        yield tables, descriptors


def _open(path: Path, name: str, reader: int) -> int:
    """Return a descriptor of the database, which the uid `reader` will open once more."""
    try:
        fd = os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NOFOLLOW)
    except OSError as error:
        raise RunnerInternalError(
            f"The database of {name} could not be opened: {error.strerror}.", retryable=False
        ) from None
    stat = os.fstat(fd)
    if stat.st_uid != reader and not stat.st_mode & 0o004:
        os.close(fd)
        raise RunnerInternalError(
            f"The database of {name} cannot be read in the sandbox: it needs the mode o+r.",
            retryable=False,
        )
    return fd
