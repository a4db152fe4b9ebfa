"""One HTTP server on loopback for every dialect: it plays a script and keeps what it was sent."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from tests.integration.providers.wire import anthropic, google, openai, responses
from tests.integration.providers.wire.dialect import Dialect
from tests.integration.providers.wire.script import (
    Cut,
    Drop,
    Fail,
    Garbage,
    Hang,
    Step,
    Trouble,
    parts_of,
)

KEY = "sk-wire-5ecret-0123456789abcdef"

_DIALECTS: dict[str, tuple[Dialect, str]] = {
    "anthropic": (anthropic.DIALECT, "claude-fable-5"),
    "openai": (openai.DIALECT, "gpt-4.1"),
    "openai-responses": (responses.DIALECT, "gpt-6-luna"),
    "google": (google.DIALECT, "gemini-2.5-flash"),
    "mistral": (openai.MISTRAL, "mistral-large-latest"),
    "local": (openai.DIALECT, "llama3.2"),
}
DIALECTS = tuple(_DIALECTS)


@dataclass(frozen=True)
class Request:
    path: str
    headers: dict[str, str]
    body: dict[str, Any]

    @property
    def text(self) -> str:
        return json.dumps(self.body)


# A step, or what makes one of the request it answers.
ScriptStep = Step | Callable[[Request], Step]


class WireServer:
    """What a test sees of the server."""

    def __init__(self, dialect: str, steps: Sequence[ScriptStep], port: int) -> None:
        self.dialect, self.model = _DIALECTS[dialect]
        self.name = dialect
        self.provider_id = dialect.partition("-")[0]
        self.port = port
        self.steps = list(steps)
        self.requests: list[Request] = []
        self.models = ["first-model", "second-model"]
        self.models_fail: Fail | None = None
        self.redirect_to: str | None = None
        self._lock = threading.Lock()
        self.closing = threading.Event()

    @property
    def model_id(self) -> str:
        return f"{self.provider_id}:{self.model}"

    @property
    def base_url(self) -> str:
        return f"http://127.0.0.1:{self.port}{self.dialect.prefix}"

    def settings(self) -> dict[str, Any]:
        """Return what `Settings` takes so that this server is the provider, key included."""
        return {
            f"{self.provider_id}_base_url": self.base_url,
            f"{self.provider_id}_api_key": KEY,
        }

    def next(self, request: Request) -> Step:
        with self._lock:
            self.requests.append(request)
            if not self.steps:
                raise AssertionError("the script is at its end, and one more request came")
            step = self.steps.pop(0)
        return step(request) if callable(step) else step


@contextmanager
def serve(dialect: str, steps: Sequence[ScriptStep] = ()) -> Iterator[WireServer]:
    """Serve a script in one dialect until the block ends."""
    http = ThreadingHTTPServer(("127.0.0.1", 0), _Handler)
    http.daemon_threads = True
    wire = WireServer(dialect, steps, http.server_address[1])
    http.wire = wire  # type: ignore[attr-defined]
    thread = threading.Thread(target=http.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    try:
        yield wire
    finally:
        wire.closing.set()
        http.shutdown()
        http.server_close()
        thread.join()


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    @property
    def wire(self) -> WireServer:
        return self.server.wire  # type: ignore[attr-defined,no-any-return]

    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing; a test looks at `requests`."""

    def do_GET(self) -> None:
        dialect = self.wire.dialect
        if self.path.partition("?")[0] != dialect.models_path:
            return self._json(404, {"error": "no such path"})
        fail = self.wire.models_fail
        if not self._key_is_right():
            fail = Fail(401)
        if fail is not None:
            return self._json(fail.status, dialect.error(fail, "which models?"), fail.headers)
        return self._json(200, dialect.models(self.wire.models))

    def do_POST(self) -> None:
        dialect = self.wire.dialect
        body = json.loads(self.rfile.read(int(self.headers.get("content-length", 0))) or b"{}")
        if self.wire.redirect_to is not None:
            return self._json(307, {}, {"Location": self.wire.redirect_to})
        if not dialect.is_chat(self.path):
            return self._json(404, {"error": "no such path"})
        headers = {name.lower(): value for name, value in self.headers.items()}
        request = Request(self.path, headers, body)
        if not self._key_is_right():
            return self._json(401, dialect.error(Fail(401), json.dumps(body)))
        step = self.wire.next(request)
        if isinstance(step, Drop):
            self.close_connection = True
            return None
        if isinstance(step, Fail):
            quoted = f"{json.dumps(body)} {KEY}"
            return self._json(step.status, dialect.error(step, quoted), step.headers)
        return self._stream(dialect, step)

    def _stream(self, dialect: Dialect, step: Step) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        if isinstance(step, Cut):
            self._chunks(dialect.begun(step.said, step.call))
            if step.clean:
                self._chunk(b"")
            else:
                self.close_connection = True
        elif isinstance(step, Garbage):
            if step.said:
                self._chunks(dialect.begun(step.said, None))
            self._chunk(dialect.garbage())
            self._chunk(b"")
        elif isinstance(step, Trouble):
            self._chunks(dialect.begun(step.said, None))
            self._chunk(dialect.trouble())
            self._chunk(b"")
        elif isinstance(step, Hang):
            if step.said:
                self._chunks(dialect.begun(step.said, None))
            self.wire.closing.wait(60)
            self.close_connection = True
        else:
            self._chunks(dialect.answer(parts_of(step)))
            self._chunk(b"")

    def _chunks(self, chunks: Iterator[bytes]) -> None:
        for chunk in chunks:
            self._chunk(chunk)

    def _chunk(self, data: bytes) -> None:
        self.wfile.write(b"%x\r\n%s\r\n" % (len(data), data))
        self.wfile.flush()

    def _json(self, status: int, body: Any, headers: dict[str, str] | None = None) -> None:
        data = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        for name, value in (headers or {}).items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(data)

    def _key_is_right(self) -> bool:
        given = self.headers.get(self.wire.dialect.key_header, "").removeprefix("Bearer ")
        return given == KEY or self.wire.name == "local"
