"""JSON-RPC 2.0, one JSON document a line on stdio: the server that worker and engine share."""

from __future__ import annotations

import json
import logging
import os
import select
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any, BinaryIO

from keenbench.errors import (
    InvalidParams,
    KeenBenchError,
    TooLarge,
    ToolWorkerUnavailable,
    UnknownMethod,
    ValidationFailed,
)

log = logging.getLogger(__name__)

MAX_MESSAGE_BYTES = 64 * 1024 * 1024
MAX_BATCH = 1000
_MAX_DIGITS = 4300  # what Python converts without switching off its guard

PARSE_ERROR, INVALID_REQUEST, UNKNOWN_METHOD = -32700, -32600, -32601
INVALID_PARAMS, SERVER_ERROR = -32602, -32000


@dataclass
class Caller:
    """Who is waiting: can cancel, and can be told how far the call is."""

    report: Callable[[int, int | None, str], None]
    canceled: threading.Event = field(default_factory=threading.Event)


Handler = Callable[[str, dict[str, Any], Caller], Any]


class _HugeNumber:
    """An integer too long to convert; stands in so that the rest of the line can be answered."""


class _Unreadable(Exception):
    pass


def decode(line: bytes) -> Any:
    """Return the JSON document in `line`, strictly as RFC 8259 has it."""

    def integer(digits: str) -> Any:
        return int(digits) if len(digits.lstrip("-")) <= _MAX_DIGITS else _HugeNumber()

    def constant(name: str) -> Any:
        raise _Unreadable(f"{name} is not JSON")

    try:
        return json.loads(line.decode("utf-8"), parse_int=integer, parse_constant=constant)
    except UnicodeDecodeError:
        raise _Unreadable("The line is not UTF-8.") from None
    except json.JSONDecodeError as error:
        raise _Unreadable(f"The line is not JSON: {error.msg} at {error.pos}.") from None
    except RecursionError:
        raise _Unreadable("The line is nested too deeply.") from None


def encode(message: Any) -> bytes:
    """Return `message` as one line of UTF-8."""
    try:
        text = json.dumps(message, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
        return text.encode("utf-8") + b"\n"
    except UnicodeEncodeError:
        # A lone surrogate has no UTF-8; as an escape it survives.
        return json.dumps(message, allow_nan=False, separators=(",", ":")).encode() + b"\n"


def error_code(error: KeenBenchError) -> int:
    if isinstance(error, UnknownMethod):
        return UNKNOWN_METHOD
    return INVALID_PARAMS if isinstance(error, InvalidParams) else SERVER_ERROR


def error_object(code: int, error: KeenBenchError) -> dict[str, Any]:
    return {"code": code, "message": error.message, "data": error.info().to_json()}


def _response(request_id: Any, code: int, error: KeenBenchError) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": request_id, "error": error_object(code, error)}


def _is_id(value: Any) -> bool:
    if isinstance(value, bool):
        return False
    if isinstance(value, float):
        return value == value and abs(value) != float("inf")
    return value is None or isinstance(value, str | int)


def claim_stdio() -> tuple[BinaryIO, BinaryIO]:
    """Return stdin and stdout for the protocol alone: whatever prints, prints to stderr."""
    lines = os.fdopen(os.dup(0), "rb")
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    return lines, answers


class LineServer:
    """Answers the lines of one client. Nothing a client sends ends it but the end of its stream."""

    def __init__(self, lines: BinaryIO, answers: BinaryIO, handle: Handler) -> None:
        self._lines = lines
        self._answers = answers
        self._handle = handle
        self._writing = threading.Lock()
        self._callers: dict[str, list[Caller]] = {}
        self._calls = threading.Lock()
        self._threads = ThreadPoolExecutor(max_workers=64, thread_name_prefix="call")

    def serve(self) -> None:
        """Answer until the client's stream ends, then until the last call has been answered."""
        while (line := self._lines.readline(MAX_MESSAGE_BYTES + 1)) != b"":
            if len(line) > MAX_MESSAGE_BYTES:
                self._skip_rest(line)
                fault = TooLarge("A message is at most 64 MB; send less at a time.")
                self._send(_response(None, INVALID_REQUEST, fault))
                continue
            self._take(line)
        self._drain()

    def notify(self, method: str, params: Any) -> None:
        """Send a notification of ours."""
        self._send({"jsonrpc": "2.0", "method": method, "params": params})

    def _skip_rest(self, line: bytes) -> None:
        while line and not line.endswith(b"\n"):
            line = self._lines.readline(1 << 20)

    def _drain(self) -> None:
        """Wait for calls under way, unless nobody is left to hear their answers."""
        poll = select.poll()
        try:
            poll.register(self._answers.fileno(), select.POLLERR)
        except (OSError, ValueError):
            poll = select.poll()  # not a real file (a test's buffer): just wait
        while self._under_way():
            if poll.poll(100):
                self._cancel_all()
                break
        self._threads.shutdown(wait=True)

    def _under_way(self) -> bool:
        with self._calls:
            return bool(self._callers)

    def _take(self, line: bytes) -> None:
        """Answer one line, at once or by a thread."""
        try:
            document = decode(line)
        except _Unreadable as fault:
            self._send(_response(None, PARSE_ERROR, ValidationFailed(str(fault))))
            return
        if not isinstance(document, list):
            self._start(document, self._send_if_any)
            return
        if not document or len(document) > MAX_BATCH:
            why = f"A batch holds 1 to {MAX_BATCH} requests."
            self._send(_response(None, INVALID_REQUEST, ValidationFailed(why)))
            return
        batch = _Batch(len(document), self._send)
        for entry in document:
            self._start(entry, batch.add)

    def _start(self, document: Any, done: Callable[[dict[str, Any] | None], None]) -> None:
        """Begin one request; `done` gets its response, None for a notification."""
        try:
            method, params, request_id, silent = _request(document)
        except _Invalid as fault:
            done(_response(fault.request_id, INVALID_REQUEST, ValidationFailed(str(fault))))
            return
        if method == "$/cancel":
            done(self._cancel(params, request_id, silent))
            return
        if method == "$/ping":
            # Answered by the reader itself: it tells that we live, however busy the calls are.
            done(None if silent else {"jsonrpc": "2.0", "id": request_id, "result": {"ok": True}})
            return

        def report(count: int, total: int | None, stage: str) -> None:
            self.notify(
                "$/progress", {"id": request_id, "done": count, "total": total, "stage": stage}
            )

        caller = Caller(report)
        key = _key(request_id)
        with self._calls:
            self._callers.setdefault(key, []).append(caller)

        def run() -> None:
            try:
                response = self._call(method, params, caller, request_id)
                done(None if silent else response)
            finally:
                with self._calls:
                    self._callers[key].remove(caller)
                    if not self._callers[key]:
                        del self._callers[key]

        self._threads.submit(run)

    def _call(self, method: str, params: Any, caller: Caller, request_id: Any) -> dict[str, Any]:
        try:
            if not isinstance(params, dict):
                raise InvalidParams("Parameters are given by name, as an object.")
            result = self._handle(method, params, caller)
            return {"jsonrpc": "2.0", "id": request_id, "result": result}
        except KeenBenchError as error:
            return _response(request_id, error_code(error), error)
        except RecursionError:
            fault = InvalidParams("The parameters are nested too deeply.")
            return _response(request_id, INVALID_PARAMS, fault)
        except Exception:
            log.exception("a call failed", extra={"method": method})
            broken = ToolWorkerUnavailable(f"{method} failed; the log names the fault.")
            return _response(request_id, SERVER_ERROR, broken)

    def _cancel(self, params: Any, request_id: Any, silent: bool) -> dict[str, Any] | None:
        known = isinstance(params, dict) and set(params) == {"id"} and _is_id(params["id"])
        if known:
            with self._calls:
                for caller in self._callers.get(_key(params["id"]), []):
                    caller.canceled.set()
        if silent:
            return None
        if not known:
            fault = InvalidParams("$/cancel takes the id of the call to cancel.")
            return _response(request_id, INVALID_PARAMS, fault)
        return {"jsonrpc": "2.0", "id": request_id, "result": {"ok": True}}

    def _cancel_all(self) -> None:
        with self._calls:
            for callers in self._callers.values():
                for caller in callers:
                    caller.canceled.set()

    def _send_if_any(self, response: dict[str, Any] | None) -> None:
        if response is not None:
            self._send(response)

    def _send(self, message: Any) -> None:
        line = encode(message)
        if len(line) > MAX_MESSAGE_BYTES:
            request_id = message.get("id") if isinstance(message, dict) else None
            fault = TooLarge(
                f"The answer is {len(line):,} bytes, past the 64 MB of a message: ask for a chunk, "
                "a range or fewer rows.",
            )
            line = encode(_response(request_id, SERVER_ERROR, fault))
        with self._writing:
            try:
                self._answers.write(line)
                self._answers.flush()
            except (BrokenPipeError, ValueError):
                self._cancel_all()  # nobody listens; serve() ends with the input


class _Invalid(Exception):
    """A document that is no request; carries the id if one could be told."""

    def __init__(self, why: str, request_id: Any = None) -> None:
        super().__init__(why)
        self.request_id = request_id


def _request(document: Any) -> tuple[str, Any, Any, bool]:
    """Return method, params, id and whether it is a notification."""
    if not isinstance(document, dict):
        raise _Invalid("A request is a JSON object.")
    request_id = document.get("id")
    if not _is_id(request_id):
        raise _Invalid("An id is a string, a number or null.")
    if document.get("jsonrpc") != "2.0":
        raise _Invalid('A request says "jsonrpc": "2.0".', request_id)
    method = document.get("method")
    if not isinstance(method, str):
        raise _Invalid("A request names its method.", request_id)
    params = document.get("params", {})
    if not isinstance(params, dict | list):
        raise _Invalid("Parameters are an object.", request_id)
    return method, params, request_id, "id" not in document


def _key(request_id: Any) -> str:
    return json.dumps(request_id)


class _Batch:
    """Collects the responses of a batch and sends them as one array."""

    def __init__(self, size: int, send: Callable[[Any], None]) -> None:
        self._missing = size
        self._send = send
        self._responses: list[dict[str, Any]] = []
        self._lock = threading.Lock()

    def add(self, response: dict[str, Any] | None) -> None:
        with self._lock:
            self._missing -= 1
            if response is not None:
                self._responses.append(response)
            ready = self._missing == 0
        if ready and self._responses:
            self._send(self._responses)
