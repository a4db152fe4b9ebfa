"""The same scenario over every provider's own client and wire format ends with the same Draft."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from keenbench.server.app import create_app
from keenbench.settings import Settings
from tests.integration.providers.wire import DIALECTS, KEY, Call, Fail, Hang, Say, serve
from tests.integration.workshop.office import docx_of, words_of
from tests.integration.workshop.scripted import TOKEN, Desk, Listening

pytestmark = pytest.mark.needs("bubblewrap")

ASK = "Replace Alpha by Beta in the report and note it."
SCRIPT: list[Any] = [
    (Say("I look at it first."), Call("read_file", {"path": "report.docx"})),
    Call(
        "docx_operations",
        {
            "path": "report.docx",
            "operations": [{"op": "replace_text", "search": "Alpha", "replace": "Beta"}],
        },
    ),
    Fail(429, {"Retry-After": "0"}),
    (
        Say("Two more."),
        Call("write_text_file", {"path": "note.md", "content": "Alpha is Beta now: ß, 日本.\n"}),
        Call(
            "xlsx_operations",
            {
                "path": "log.xlsx",
                "create_new": True,
                "operations": [
                    {"op": "ensure_sheet", "sheet": "Log"},
                    {"op": "set_range", "sheet": "Log", "start": "A1", "values": [["What", 1]]},
                ],
            },
        ),
    ),
    Say("Replaced and noted."),
]


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("keenbench.models.retrying.pause", lambda seconds: None)
    monkeypatch.setattr("keenbench.models.system_keyring._backend", lambda: None)


def settings_for(folder: Path, server: Any) -> Settings:
    # A local server does not say how much its model takes; the default is a small one's.
    return Settings(data_dir=folder, token=TOKEN, local_context_tokens=32_768, **server.settings())


def consent(desk: Desk, model_id: str) -> None:
    provider_id, _, model = model_id.partition(":")
    scope = desk.rpc("WorkbenchGetScope")["scope_hash"]
    desk.rpc(
        "EgressGrantWorkshopConsent", provider_id=provider_id, model_id=model, scope_hash=scope
    )


@pytest.fixture(scope="module")
def report() -> bytes:
    return docx_of("Report", "Alpha is here.", "And there is Alpha.")


DRAFTS: dict[str, str] = {}


@pytest.mark.parametrize("dialect", DIALECTS)
def test_the_same_scenario_ends_with_the_same_draft(
    dialect: str, tmp_path: Path, report: bytes
) -> None:
    with ExitStack() as stack:
        server = stack.enter_context(serve(dialect, list(SCRIPT)))
        settings = settings_for(tmp_path, server)
        client = TestClient(create_app(settings), base_url="http://127.0.0.1")
        desk = Desk(stack.enter_context(client))
        desk.add({"report.docx": report})
        if dialect != "local":
            refused = desk.refused(
                "WorkshopSendUserMessage", text=ASK, model_id=server.model_id, wait=True
            )
            assert refused["error_code"] == "EGRESS_CONSENT_REQUIRED"
            assert server.requests == []  # not a byte before consent
            consent(desk, server.model_id)
        with Listening(desk) as heard:
            answer = desk.done(ASK, model_id=server.model_id)
            heard.wait_for("WorkshopRunFinished")
        words = [part.strip() for part in answer.split("\n\n")]
        assert words == ["I look at it first.", "Two more.", "Replaced and noted."]
        assert "".join(d["text"] for d in heard.of("WorkshopAssistantStreamDelta")).strip()
        assert sorted(desk.changes()) == ["log.xlsx", "note.md", "report.docx"]
        assert words_of(desk.read("report.docx"))[1:] == ["Beta is here.", "And there is Beta."]
        DRAFTS[dialect] = desk.draft_hash()
        # What went over the wire: the prompt with its maps, no path and no key in any body.
        first = server.requests[0].text
        assert "report.docx" in first
        assert "sections" in first
        for request in server.requests:
            assert str(tmp_path) not in request.text
            assert KEY not in request.text
        state = desk.rpc("WorkshopGetState")
        # Four answers; one of them made two calls, and each call is a step.
        assert state["steps"] == 5
        assert state["input_tokens"] > 0
    assert len(set(DRAFTS.values())) == 1, DRAFTS


@pytest.mark.parametrize("dialect", ["anthropic", "local"])
def test_a_provider_that_hangs_is_cancelled_at_once(dialect: str, tmp_path: Path) -> None:
    with ExitStack() as stack:
        server = stack.enter_context(serve(dialect, [Hang("I begin")]))
        settings = settings_for(tmp_path, server)
        client = TestClient(create_app(settings), base_url="http://127.0.0.1")
        desk = Desk(stack.enter_context(client))
        consent(desk, server.model_id)
        with Listening(desk) as heard:
            started = desk.rpc("WorkshopSendUserMessage", text="go", model_id=server.model_id)
            heard.wait_for("WorkshopAssistantStreamDelta")
            desk.rpc("WorkshopCancelRun", run_id=started["run_id"])
            [end] = heard.wait_for("WorkshopRunFinished")
        assert end["status"] == "canceled"
        assert desk.rpc("WorkshopGetConversation")["messages"][1]["text"].strip() == "I begin"


@pytest.mark.parametrize(
    ("status", "code"), [(401, "PROVIDER_AUTH_FAILED"), (500, "PROVIDER_UNAVAILABLE")]
)
def test_a_failing_provider_ends_the_run_typed_and_it_resumes(
    tmp_path: Path, status: int, code: str
) -> None:
    write = Call("write_text_file", {"path": "a.txt", "content": "x"})
    steps: list[Any] = [write, *[Fail(status)] * (1 if status == 401 else 8)]
    with ExitStack() as stack:
        server = stack.enter_context(serve("local", steps))
        settings = settings_for(tmp_path, server)
        client = TestClient(create_app(settings), base_url="http://127.0.0.1")
        desk = Desk(stack.enter_context(client))
        ended = desk.say("go", model_id=server.model_id)
        assert (ended["status"], ended["error"]["error_code"]) == ("failed", code)
        assert desk.changes() == {"a.txt": "added"}
        assert desk.rpc("WorkshopGetState")["can_resume"] is True


def test_a_local_model_that_is_too_small_for_the_tools_is_told_as_such(tmp_path: Path) -> None:
    with ExitStack() as stack:
        server = stack.enter_context(serve("local", []))
        own = {"local_context_tokens": 4096, **server.settings()}
        settings = Settings(data_dir=tmp_path, token=TOKEN, **own)
        client = TestClient(create_app(settings), base_url="http://127.0.0.1")
        ended = Desk(stack.enter_context(client)).say("go", model_id=server.model_id)
        assert ended["error"]["error_code"] == "CONTEXT_EXHAUSTED"
        assert "KEENBENCH_LOCAL_CONTEXT_TOKENS" in ended["error"]["message"]
        assert server.requests == []
