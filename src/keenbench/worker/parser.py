"""The broker's end of one boxed parser: hand it a call, wait, and end it when it must end."""

from __future__ import annotations

import secrets
import select
import shutil
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from keenbench.errors import (
    ErrorInfo,
    KeenBenchError,
    RunnerResourceExceeded,
    RunnerTimeout,
    ToolWorkerUnavailable,
    UserCanceled,
    from_info,
)
from keenbench.formats.call import FileRef
from keenbench.sandbox import channel as messages
from keenbench.sandbox.box import Box, BoxedProcess, Mount
from keenbench.sandbox.profiles import Profile
from keenbench.storage import write_failed
from keenbench.worker.scratch import size_of

# How often a waiting call looks at the clock, its cancellation and the size of its out/.
_TICK_SECONDS = 0.05
_START_SECONDS = 30.0
_ANSWER_SECONDS = 30.0

Progress = Callable[[int, int | None, str], None]


@dataclass(frozen=True)
class Order:
    """A call as the broker hands it on: checked, and its files open."""

    method: str
    params: dict[str, Any]
    files: list[FileRef]
    descriptors: list[int]
    deadline: float | None
    progress: Progress | None
    canceled: threading.Event


class Parser:
    """One boxed child, bound to one workbench for its life."""

    def __init__(self, box: Box, profile: Profile, folder: Path) -> None:
        """Start a child that may write to `folder`, which goes when the child goes."""
        self._profile = profile
        self._folder = folder
        try:
            self._boxed: BoxedProcess = box.spawn(
                "keenbench.worker.child", profile, (Mount(folder, Path("/out"), writable=True),)
            )
        except BaseException:
            shutil.rmtree(folder, ignore_errors=True)
            raise
        try:
            messages.receive_by(self._boxed.socket, time.monotonic() + _START_SECONDS)
        except (messages.ChannelClosed, TimeoutError):
            self.kill()
            raise ToolWorkerUnavailable(
                "The sandbox did not start; `keenbench doctor` says what is missing."
            ) from None

    @property
    def pid(self) -> int:
        return self._boxed.pid

    def alive(self) -> bool:
        return self._boxed.alive()

    def kill(self) -> None:
        self._boxed.kill()
        shutil.rmtree(self._folder, ignore_errors=True)

    @contextmanager
    def out(self) -> Iterator[Path]:
        """Give a fresh folder that only one call writes to, and remove it afterwards."""
        folder = self._folder / secrets.token_hex(8)
        try:
            folder.mkdir(mode=0o700)
            self._boxed.own(folder)
        except OSError as error:
            self.kill()
            raise write_failed(error, "the result") from None
        try:
            yield folder
        finally:
            shutil.rmtree(folder, ignore_errors=True)

    def run(self, order: Order, out: Path) -> Any:
        """Run one call to its end and return its result. A call that must stop takes us along."""
        try:
            message = self._converse(order, out)
        except messages.ChannelClosed:
            raise self._died() from None
        except KeenBenchError:
            self.kill()
            raise
        try:
            if "error" in message:
                raise from_info(ErrorInfo.model_validate(message["error"]))
            return message["result"]
        except (KeyError, ValidationError):
            # Not our code talking any more.
            self.kill()
            raise ToolWorkerUnavailable("The parser gave an answer that makes no sense.") from None

    def _converse(self, order: Order, out: Path) -> dict[str, Any]:
        ends = None if order.deadline is None else time.monotonic() + order.deadline
        request = {
            "method": order.method,
            "params": order.params,
            "files": [(ref.root, ref.name) for ref in order.files],
            "out": str(self._boxed.inside(out)),
            "progress": order.progress is not None,
        }
        channel = self._boxed.socket
        channel.settimeout(order.deadline)
        try:
            messages.send(channel, request, order.descriptors)
        except TimeoutError:
            raise self._late(order) from None
        waiting = select.poll()
        waiting.register(channel, select.POLLIN)
        while True:
            message: dict[str, Any] = {"progress": None}
            if waiting.poll(_TICK_SECONDS * 1000):
                try:
                    # What has begun to arrive arrives soon, or its sender is no child of ours.
                    message = messages.receive_by(channel, time.monotonic() + _ANSWER_SECONDS)
                except TimeoutError:
                    raise self._late(order) from None
            if "progress" not in message:
                return message
            if order.progress is not None and message["progress"] is not None:
                self._report(order.progress, message["progress"])
            if order.canceled.is_set():
                raise UserCanceled("The call was cancelled.", phase="worker")
            if ends is not None and time.monotonic() > ends:
                raise self._late(order)
            if size_of(out) > self._profile.out_bytes:
                raise RunnerResourceExceeded(
                    "The call wrote more than it may.", phase="worker", detail={"limit": "bytes"}
                )

    def _report(self, progress: Progress, stage: Any) -> None:
        try:
            progress(int(stage["done"]), stage["total"], str(stage["stage"]))
        except (KeyError, TypeError, ValueError):
            raise messages.ChannelClosed from None

    def _late(self, order: Order) -> RunnerTimeout:
        return RunnerTimeout(
            f"{order.method} took longer than its {order.deadline:g} s and was stopped.",
            phase="worker",
        )

    def _died(self) -> KeenBenchError:
        out_of_memory = self._boxed.out_of_memory()
        self.kill()
        if out_of_memory:
            return RunnerResourceExceeded(
                "The file needs more memory than a call may take.",
                phase="worker",
                detail={"limit": "memory"},
            )
        return ToolWorkerUnavailable("The parser ended in the middle of the call.", phase="worker")
