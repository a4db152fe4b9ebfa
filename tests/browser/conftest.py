"""A real server, a real Chromium, and what every page must keep to."""

from __future__ import annotations

import os
import random
import re
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal
from urllib.parse import urlsplit

import httpx2 as httpx
import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    expect,
    sync_playwright,
)
from scripts.system_parts import browser as browser_here

ROOT = Path(__file__).resolve().parents[2]
SCREENSHOTS = ROOT / "screenshots"
TOKEN = "browser-test-token"

_CHROMIUM_ARGUMENTS = [
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
_START_SECONDS = 60
# A run is active, or there is a Draft.
_REFUSED_FOR_NOW = 409
# A bound on what hangs, not on how fast a busy machine is.
_EXPECT_MILLISECONDS = 30_000
_SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
_SIZES = ((1280, 860), (390, 844))
# A wide one in light and a narrow one in dark; KEENBENCH_SCREENSHOTS=all makes the other two, too.
_LOOKS = [(scheme, size) for scheme in _SCHEMES for size in _SIZES]
if os.environ.get("KEENBENCH_SCREENSHOTS") != "all":
    _LOOKS = [_LOOKS[0], _LOOKS[-1]]


@dataclass(frozen=True)
class Server:
    """KeenBench as a user starts it, with a data folder of its own."""

    address: str
    process: subprocess.Popen[bytes]
    data: Path

    def call(self, method: str, **params: Any) -> Any:
        body = self._asked(method, params).json()
        assert "result" in body, body
        return body["result"]

    def _asked(self, method: str, params: dict[str, Any]) -> httpx.Response:
        return httpx.post(
            f"{self.address}/rpc/{method}",
            json=params,
            headers={"Authorization": f"Bearer {TOKEN}"},
            timeout=60,
        )

    def ask(self, dataset_id: str, question: str) -> str:
        """Ask the Analyst and return the run's id."""
        answer = httpx.post(
            f"{self.address}/chat",
            json={"dataset_id": dataset_id, "message": question},
            headers={"Authorization": f"Bearer {TOKEN}"},
            timeout=60,
        ).json()
        run_id: str = answer["run_id"]
        return run_id

    def empty(self) -> None:
        """Delete every workbench, with its Draft, once its run has ended.

        What a page shows of a run may come before its very end.
        """
        for each in self.call("WorkbenchList")["workbenches"]:
            found = {"workbench_id": each["workbench_id"]}
            ends = time.monotonic() + _START_SECONDS
            while self._asked("WorkbenchDelete", found).status_code == _REFUSED_FOR_NOW:
                assert time.monotonic() < ends, f"{each['name']} cannot be deleted"
                self._asked("DraftDiscard", found)
                time.sleep(0.1)
        assert self.call("WorkbenchList")["workbenches"] == []

    def add_files(self, workbench_id: str, files: dict[str, bytes]) -> None:
        answer = httpx.post(
            f"{self.address}/workbenches/{workbench_id}/files",
            files=[("files", (name, content)) for name, content in files.items()],
            headers={"Authorization": f"Bearer {TOKEN}"},
            timeout=60,
        )
        results = answer.json()["results"]
        assert {result["status"] for result in results} == {"added"}, results


def free_port() -> int:
    """Return a port that nobody listens on.

    Below those that the kernel gives to connections: one of theirs might be taken by the time the
    server starts, or between its end and its restart.
    """
    for port in random.sample(range(20_000, 30_000), 1000):
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
    pytest.fail("no port is free", pytrace=False)


@pytest.fixture(scope="session")
def shared_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all modules: starting one takes seconds."""
    with running(tmp_path_factory.mktemp("keenbench"), free_port()) as server:
        yield server


@pytest.fixture(scope="module")
def server(shared_server: Server) -> Iterator[Server]:
    """A server without workbenches, for the tests of one module."""
    yield shared_server
    shared_server.empty()


@contextmanager
def running(folder: Path, port: int, *options: str) -> Iterator[Server]:
    """Run KeenBench over the data in `folder`; the same port again is a restart."""
    assert (ROOT / "src/keenbench/server/ui/index.html").exists(), "run `make ui` first"
    command = [sys.executable, "-m", "keenbench", "serve", "--host", "127.0.0.1"]
    command += ["--port", str(port), "--token", TOKEN, "--no-browser", *options]
    environment = {
        name: value for name, value in os.environ.items() if not name.startswith("KEENBENCH_")
    }
    log = folder / "server.log"
    with log.open("ab") as output:
        process = subprocess.Popen(
            command,
            env=environment | {"KEENBENCH_DATA_DIR": str(folder / "data")},
            stdout=output,
            stderr=output,
        )
    try:
        _wait_until_up(f"http://127.0.0.1:{port}", process, log)
        yield Server(f"http://127.0.0.1:{port}", process, folder / "data")
    finally:
        process.terminate()
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _wait_until_up(address: str, process: subprocess.Popen[bytes], log: Path) -> None:
    deadline = time.monotonic() + _START_SECONDS
    while time.monotonic() < deadline:
        if process.poll() is not None:
            break
        try:
            httpx.get(f"{address}/healthz", timeout=5)
        except httpx.TransportError:
            time.sleep(0.1)
        else:
            return
    pytest.fail(f"The server did not start:\n{log.read_text()}", pytrace=False)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    # Chromium's own sandbox refuses to run as root, which is what a container often is.
    arguments = [*_CHROMIUM_ARGUMENTS, *(["--no-sandbox"] if os.geteuid() == 0 else [])]
    expect.set_options(timeout=_EXPECT_MILLISECONDS)
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=browser_here(), args=arguments)
        yield chromium
        chromium.close()


@dataclass
class Visitor:
    """A browser window that remembers everything a page did wrong."""

    server: Server
    page: Page
    name: str
    complaints: list[str] = field(default_factory=list)
    expected: list[str] = field(default_factory=list)

    def open(self, path: str = "/") -> None:
        self.page.goto(self.server.address + path)

    def expect_complaint(self, pattern: str) -> None:
        """Let the console say this: the browser reports every refused request there."""
        self.expected.append(pattern)

    def shoot(self, name: str | None = None) -> None:
        """Leave screenshots of the page as it is now, light and dark, which must fit its window."""
        SCREENSHOTS.mkdir(exist_ok=True)
        before = self.page.viewport_size
        # A bar that sticks to the window would stand in the middle of the whole page.
        self.page.evaluate("window.scrollTo(0, 0)")
        for scheme, (width, height) in _LOOKS:
            self.page.emulate_media(color_scheme=scheme)
            self.page.set_viewport_size({"width": width, "height": height})
            self._check_width(width)
            file = SCREENSHOTS / f"{name or self.name}-{scheme}-{width}.png"
            self.page.screenshot(path=file, full_page=True, animations="disabled")
        self.page.emulate_media(color_scheme="light")
        if before:
            self.page.set_viewport_size(before)

    def _check_width(self, width: int) -> None:
        needed = self.page.evaluate("document.documentElement.scrollWidth")
        assert needed <= width, f"the page is {needed} px wide in a window of {width} px"

    def check(self) -> None:
        unexpected = [
            complaint
            for complaint in self.complaints
            if not any(re.search(pattern, complaint) for pattern in self.expected)
        ]
        assert unexpected == []


def _listen(context: BrowserContext, visitor: Visitor) -> None:
    own = urlsplit(visitor.server.address).netloc

    def on_console(message: ConsoleMessage) -> None:
        # Breaches of the Content-Security-Policy are reported here, too.
        if message.type in ("error", "warning"):
            visitor.complaints.append(f"console: {message.text}")

    def on_request(url: str) -> None:
        parts = urlsplit(url)
        if parts.scheme not in ("data", "blob") and parts.netloc != own:
            visitor.complaints.append(f"request to another host: {parts.netloc}")

    context.on("console", on_console)
    context.on("weberror", lambda error: visitor.complaints.append(f"script: {error.error}"))
    context.on("request", lambda request: on_request(request.url))


@pytest.fixture
def visitor(server: Server, browser: Browser, request: pytest.FixtureRequest) -> Iterator[Visitor]:
    """A window that was opened with the token; at the end it must have done nothing wrong."""
    with visiting(server, browser, request.node.name) as visitor:
        yield visitor


@contextmanager
def visiting(server: Server, browser: Browser, test: str) -> Iterator[Visitor]:
    context = browser.new_context(
        viewport={"width": 1280, "height": 860}, locale="en-GB", color_scheme="light"
    )
    name = test.removeprefix("test_").replace("_", "-")
    visitor = Visitor(server, context.new_page(), name)
    _listen(context, visitor)
    try:
        # What opening the printed address does; tests of Home open it as a page.
        assert context.request.get(f"{server.address}/?token={TOKEN}").ok
        yield visitor
    finally:
        context.close()
    visitor.check()
