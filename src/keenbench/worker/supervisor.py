"""The engine's end of the worker: starts it, talks to it, starts it again when it dies.

After a death it is started again after 1, 2, 4 s. Three deaths without one answered call between
them mean that starting again does not help: every call is then refused until the engine restarts.
"""

from __future__ import annotations

import itertools
import json
import logging
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from concurrent.futures import TimeoutError as FutureTimeout
from typing import Any, Literal

from keenbench.errors import ErrorInfo, ToolWorkerUnavailable, from_info
from keenbench.jsonrpc import encode
from keenbench.settings import Settings

log = logging.getLogger(__name__)

_DELAYS = (1.0, 2.0, 4.0)
_PING = "ping"
_GIVE_UP_AFTER = 3

# A worker answers a ping at once, however busy it is. One that leaves pings unanswered for so long
# is stopped or mad, and calls would wait for it for ever.
_SILENCE_SECONDS = 20.0

# How the names of variables end that hold a key, a password, or an address with one in it.
_SECRETS = ("_KEY", "_TOKEN", "_SECRET", "_PASSWORD", "_CREDENTIALS", "_DB_URL")

State = Literal["stopped", "running", "restarting", "unavailable"]
Report = Callable[[int, int | None, str], None]


class _Pending:
    def __init__(self, report: Report | None) -> None:
        self.answer: Future[Any] = Future()
        self.report = report


class Supervisor:
    """Keeps one worker running and answers calls from any thread."""

    def __init__(
        self,
        settings: Settings,
        argv: list[str] | None = None,
        delays: tuple[float, ...] = _DELAYS,
        silence: float = _SILENCE_SECONDS,
    ) -> None:
        self._settings = settings
        self._argv = argv or worker_argv(settings)
        self._delays = delays
        self._silence = silence
        self._lock = threading.Condition()
        # Apart from the lock of the state: a full pipe must not keep answers from being read.
        self._writing = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._pending: dict[int, _Pending] = {}
        self._ids = itertools.count(1)
        self._state: State = "stopped"
        self._deaths = 0
        self.restarts = 0

    def status(self) -> dict[str, Any]:
        with self._lock:
            pid = self._process.pid if self._process is not None else None
            return {"state": self._state, "restarts": self.restarts, "pid": pid}

    def call(
        self,
        method: str,
        params: dict[str, Any],
        *,
        report: Report | None = None,
        canceled: threading.Event | None = None,
    ) -> Any:
        """Return the method's result, or raise the typed error it ended in."""
        pending = _Pending(report)
        request_id = next(self._ids)
        body = params | {"progress": True} if report is not None else params
        self._send(
            request_id,
            pending,
            {"jsonrpc": "2.0", "id": request_id, "method": method, "params": body},
        )
        while True:
            try:
                return pending.answer.result(timeout=0.1 if canceled is not None else None)
            except FutureTimeout:
                if canceled is not None and canceled.is_set():
                    self._cancel(request_id)
                    canceled = None  # said once; the worker answers with USER_CANCELED

    def close(self) -> None:
        """End the worker; calls under way are refused."""
        with self._lock:
            self._state = "unavailable"
            process, self._process = self._process, None
            self._lock.notify_all()
        if process is not None:
            process.send_signal(signal.SIGTERM)
            try:
                process.wait(timeout=5)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()

    def _send(self, request_id: int, pending: _Pending, message: dict[str, Any]) -> None:
        with self._lock:
            while self._state != "running":
                if self._state == "unavailable":
                    raise _unavailable()
                if self._state == "stopped":
                    self._start()
                else:
                    self._lock.wait()
            self._pending[request_id] = pending
        self._write(message)

    def _write(self, message: dict[str, Any]) -> None:
        """Write to the worker. If it is gone, its reader will fail every pending call."""
        process = self._process
        if process is None or process.stdin is None:
            return
        try:
            with self._writing:
                process.stdin.write(encode(message))
                process.stdin.flush()
        except (BrokenPipeError, ValueError):
            log.warning("the worker is gone")

    def _cancel(self, request_id: int) -> None:
        self._write({"jsonrpc": "2.0", "method": "$/cancel", "params": {"id": request_id}})

    def _start(self) -> None:
        try:
            process = subprocess.Popen(
                self._argv,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                env=_environment(self._settings),
                start_new_session=True,
            )
        except OSError as error:
            log.error("the worker could not be started", extra={"reason": error.strerror})
            self._state = "unavailable"
            raise ToolWorkerUnavailable(
                f"The worker could not be started: {error.strerror}.", retryable=False
            ) from None
        self._process = process
        self._state = "running"
        self._heard_at = time.monotonic()
        for work in (self._read, self._watch):
            threading.Thread(target=work, args=(process,), name="worker", daemon=True).start()

    def _read(self, process: subprocess.Popen[bytes]) -> None:
        assert process.stdout is not None
        for line in process.stdout:
            try:
                message = json.loads(line)
            except ValueError:
                message = None
            if not isinstance(message, dict):
                log.warning("the worker sent a line that is no message")
            elif "result" in message or "error" in message:
                self._heard_at = time.monotonic()
                if message.get("id") != _PING:
                    self._answered(message)
            elif message.get("method") == "$/progress":
                self._heard_at = time.monotonic()
                self._progressed(message["params"])
        process.wait()
        self._died(process)

    def _watch(self, process: subprocess.Popen[bytes]) -> None:
        """Ask a worker with calls under way whether it lives, and end one that does not say so."""
        idle = True
        while process.poll() is None:
            time.sleep(self._silence / 10)
            with self._lock:
                if self._process is not process:
                    return
                was_idle, idle = idle, not self._pending
            if idle or was_idle:
                self._heard_at = time.monotonic()
                if idle:
                    continue
            if time.monotonic() - self._heard_at > self._silence:
                log.error("the worker does not answer and is ended", extra={"pid": process.pid})
                process.kill()
                return
            # By a thread of its own: a worker that does not read blocks whoever writes to it.
            ping = {"jsonrpc": "2.0", "id": _PING, "method": "$/ping"}
            if not self._writing.locked():
                threading.Thread(target=self._write, args=(ping,), daemon=True).start()

    def _answered(self, message: dict[str, Any]) -> None:
        request_id = message.get("id")
        if not isinstance(request_id, int):
            return
        with self._lock:
            pending = self._pending.pop(request_id, None)
            if pending is None:
                return
            self._deaths = 0
        if "error" in message:
            try:
                error = from_info(ErrorInfo.model_validate(message["error"]["data"]))
            except (KeyError, TypeError, ValueError):
                error = ToolWorkerUnavailable("The worker gave an error that makes no sense.")
            pending.answer.set_exception(error)
        else:
            pending.answer.set_result(message["result"])

    def _progressed(self, params: dict[str, Any]) -> None:
        with self._lock:
            pending = self._pending.get(params["id"])
        if pending is not None and pending.report is not None:
            pending.report(params["done"], params["total"], params["stage"])

    def _died(self, process: subprocess.Popen[bytes]) -> None:
        with self._lock:
            lost, self._pending = self._pending, {}
            if self._process is process:  # else closed on purpose
                self._process = None
                self._deaths += 1
                given_up = self._deaths >= _GIVE_UP_AFTER
                self._state = "unavailable" if given_up else "restarting"
                log.warning(
                    "the worker ended",
                    extra={"exit_code": process.returncode, "deaths": self._deaths},
                )
                if not given_up:
                    delay = self._delays[self._deaths - 1]
                    timer = threading.Timer(delay, self._restart)
                    timer.daemon = True
                    timer.start()
            self._lock.notify_all()
        for pending in lost.values():
            pending.answer.set_exception(
                ToolWorkerUnavailable("The worker ended in the middle of the call.", phase="worker")
            )

    def _restart(self) -> None:
        with self._lock:
            if self._state != "restarting":
                return
            try:
                self._start()
                self.restarts += 1
            except ToolWorkerUnavailable:
                log.error("the worker could not be started again")
            self._lock.notify_all()


def worker_argv(settings: Settings) -> list[str]:
    """Return the command of the worker: the user's own, or this same program."""
    if settings.tool_worker_path is not None:
        return [str(settings.tool_worker_path)]
    return [sys.executable, "-P", "-m", "keenbench", "worker"]


def _environment(settings: Settings) -> dict[str, str]:
    """Return what the worker gets to know: its places, and no key or token."""
    keep = {
        name: value for name, value in os.environ.items() if not name.upper().endswith(_SECRETS)
    }
    return keep | settings.for_worker()


def _unavailable() -> ToolWorkerUnavailable:
    return ToolWorkerUnavailable(
        "The worker failed three times in a row; restart KeenBench.",
        phase="worker",
        retryable=False,
    )
