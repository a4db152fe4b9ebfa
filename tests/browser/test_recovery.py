"""The worker dies, the server dies: the page says so, goes on, and nothing is lost."""

from __future__ import annotations

import os
import re
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import Server, Visitor, free_port, running, visiting
from tests.browser.office_draft import Bench, poem, report
from tests.integration.providers.wire import KEY, Call, Hang, Say, WireServer, serve
from tests.integration.providers.wire.server import Request, ScriptStep

pytestmark = pytest.mark.needs("chromium", "bubblewrap")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server of their own: no other test should meet its dead workers, nor they its past."""
    with running(tmp_path_factory.mktemp("recovery"), free_port()) as server:
        yield server


def say(page: Page, text: str) -> None:
    page.get_by_role("textbox", name="Message").fill(text)
    page.get_by_role("button", name="Send").click()


def stop_worker(server: Server) -> int:
    """Have the worker hold whatever it is asked from now on, so that it dies in the middle."""
    worker: int = server.call("ToolWorkerGetStatus")["pid"]
    os.kill(worker, signal.SIGSTOP)
    return worker


def kill_when_asked(worker: int) -> None:
    """Kill a stopped worker as soon as a call about a docx lies before it: it cannot answer it."""
    with _calls_of(worker).open("rb") as calls:
        while b'"Docx' not in calls.readline():
            pass
    os.kill(worker, signal.SIGKILL)


def _calls_of(worker: int) -> Path:
    """Return the pipe that the worker reads its calls from: the first that it may only read."""
    for file in sorted(Path(f"/proc/{worker}/fd").iterdir(), key=lambda file: int(file.name)):
        about = Path(f"/proc/{worker}/fdinfo/{file.name}").read_text()
        flags = int(re.findall(r"flags:\s*(\d+)", about)[0], 8)
        if str(file.readlink()).startswith("pipe:") and flags & os.O_ACCMODE == os.O_RDONLY:
            return file
    pytest.fail("the worker reads no pipe", pytrace=False)


def test_a_file_is_opened_again_after_the_worker_was_killed(visitor: Visitor) -> None:
    visitor.expect_complaint("503")
    bench = Bench.make(visitor.server, "Killed", {"annual.docx": report(), "b.txt": b"b\n"})
    # A first call, so that there is a worker to be killed.
    bench.call("DocxGetMap", path="annual.docx")
    page = visitor.page

    worker = stop_worker(visitor.server)
    visitor.open(f"/workbenches/{bench.workbench_id}/file/annual.docx")
    kill_when_asked(worker)
    failed = page.get_by_role("alert").first
    expect(failed).to_contain_text("The worker ended in the middle of the call")
    visitor.shoot("worker-killed")
    retry = page.get_by_role("button", name=re.compile("Retry|Try again")).first
    retry.click()
    expect(page.get_by_role("navigation", name="Map of the file")).to_contain_text("Costs")


def test_a_run_whose_worker_was_killed_goes_on(visitor: Visitor) -> None:
    bench = Bench.make(visitor.server, "Killed in a run", {"annual.docx": report()})
    bench.call("DocxGetMap", path="annual.docx")
    stopped: list[int] = []

    def call_into_a_stopped_worker(_: Request) -> Call:
        stopped.append(stop_worker(visitor.server))
        return Call("read_file", path="annual.docx")

    page = visitor.page
    steps: list[ScriptStep] = [
        call_into_a_stopped_worker,
        Say("It could not be read just now."),
        Call("read_file", path="annual.docx"),
        Say("Now I have read it."),
    ]
    with serve("openai", steps) as provider, provided(visitor.server, provider):
        visitor.open(f"/workbenches/{bench.workbench_id}")
        page.get_by_label("Model").select_option(provider.model_id)
        say(page, "What does it say?")
        expect(page.locator(".tool-line.step-running")).to_be_visible()
        kill_when_asked(stopped[0])
        expect(page.get_by_text("It could not be read just now.")).to_be_visible()
        expect(page.locator(".tool-line.step-broken")).to_be_visible()
        assert "TOOL_WORKER_UNAVAILABLE" in provider.requests[1].text
        page.locator(".tool-line summary").click()
        visitor.shoot("worker-killed-in-a-run")
        expect(page.get_by_role("button", name="Send")).to_be_visible()
        say(page, "Read it again")
        expect(page.get_by_text("Now I have read it.")).to_be_visible()
        expect(page.locator(".tool-line.step-done")).to_be_visible()


@contextmanager
def provided(server: Server, provider: WireServer) -> Iterator[None]:
    """Have the server use this provider without a question."""
    server.call("ProvidersSetApiKey", provider_id="openai", api_key=KEY, base_url=provider.base_url)
    server.call("SettingsSet", consent_mode="allow_all")
    yield
    server.call("SettingsSet", consent_mode="ask")
    server.call("ProvidersClearApiKey", provider_id="openai")


def test_a_server_killed_in_a_run_shows_it_interrupted_and_goes_on(
    browser: Browser, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    port = free_port()
    with serve("openai", [Hang("I begin to")]) as provider, running(tmp_path, port) as first:
        first.call(
            "ProvidersSetApiKey", provider_id="openai", api_key=KEY, base_url=provider.base_url
        )
        first.call("SettingsSet", consent_mode="allow_all")
        bench = Bench.make(first, "Cut off", {"poem.txt": poem().encode()})
        bench.write("poem.txt", poem().replace("Line 7 of", "Line seven of"))
        with visiting(first, browser, request.node.name) as visitor:
            # The page asks for events until the server is there again.
            visitor.expect_complaint("ERR_|Failed to load|net::")
            page = visitor.page
            visitor.open(f"/workbenches/{bench.workbench_id}")
            page.get_by_label("Model").select_option(provider.model_id)
            say(page, "Go on and on")
            expect(page.get_by_text("I begin to")).to_be_visible()
            first.process.kill()
            first.process.wait()
            provider.steps = [Say("Here is the rest.")]
            with running(tmp_path, port) as second:
                if _forgot_key(second):
                    second.call(
                        "ProvidersSetApiKey",
                        provider_id="openai",
                        api_key=KEY,
                        base_url=provider.base_url,
                    )
                # Without a reload: the page notices by itself that events were missed.
                expect(page.get_by_text("Interrupted: KeenBench was restarted")).to_be_visible()
                page.reload()
                expect(page.get_by_text("Interrupted: KeenBench was restarted")).to_be_visible()
                expect(page.get_by_text("Go on and on").first).to_be_visible()
                expect(page.get_by_text("1 file changed")).to_be_visible()
                visitor.shoot("server-restarted")
                page.get_by_role("button", name="Resume").click()
                expect(page.get_by_text("Here is the rest.")).to_be_visible()
                assert bench.published("poem.txt").decode() == poem()
                assert b"Line seven of" in bench.drafted("poem.txt")
                visitor.shoot("server-restarted-resumed")


def _forgot_key(server: Server) -> bool:
    """Where the machine has no keyring, a key lives only as long as the server."""
    status = server.call("ProvidersGetStatus")
    openai = next(each for each in status["providers"] if each["provider_id"] == "openai")
    return not openai["configured"]
