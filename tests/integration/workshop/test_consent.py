"""What leaves, and when: nothing before consent, and then no path and no key of this machine."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from langchain_core.messages import AIMessage

from tests.integration.workshop.conftest import Scripted
from tests.integration.workshop.office import docx_of, xlsx_of
from tests.integration.workshop.scripted import LOCAL, REMOTE, Desk, ScriptedModel, call

pytestmark = pytest.mark.needs("bubblewrap")

SECRET = "the-secret-of-the-file"
READ = [call("read_file", path="a.txt"), AIMessage("Read.")]


def sent(model: ScriptedModel) -> str:
    """All that the model was ever sent, tools included."""
    messages = [message.model_dump(mode="json") for seen in model.seen for message in seen]
    tools = [[tool.name, tool.description, tool.args_schema] for tool in model.tools]
    return json.dumps([messages, tools], default=str)


def egress(desk: Desk) -> list[tuple[str, str]]:
    return [(each["kind"], each["model_id"]) for each in desk.rpc("EgressListEvents")["events"]]


def test_nothing_is_sent_or_said_before_consent(scripted: Scripted) -> None:
    desk, model = scripted({"go": READ})
    desk.add({"a.txt": SECRET, "b.bin": bytes(9)})
    refused = desk.refused("WorkshopSendUserMessage", text="go", model_id=REMOTE, wait=True)
    assert (refused["http_status"], refused["error_code"]) == (403, "EGRESS_CONSENT_REQUIRED")
    # All that the dialog needs: who would get what.
    assert (refused["provider_id"], refused["model_id"]) == ("openai", "scripted")
    assert refused["detail"]["files"] == ["a.txt", "b.bin"]
    assert refused["actions"] == ["grant_consent"]
    assert model.seen == []
    assert desk.rpc("WorkshopGetConversation")["messages"] == []
    assert egress(desk) == [("refused", "scripted")]
    granted = {key: refused[key] for key in ("provider_id", "model_id", "scope_hash")}
    desk.rpc("EgressGrantWorkshopConsent", **granted)
    desk.done("go", model_id=REMOTE)
    assert SECRET in sent(model)
    # One note for every call of the provider.
    assert egress(desk)[1:] == [("granted", "scripted"), ("sent", "scripted"), ("sent", "scripted")]


def test_consent_is_for_one_model_and_one_list_of_files(scripted: Scripted) -> None:
    desk, model = scripted({"go": READ})
    desk.add({"a.txt": SECRET})
    scope = desk.rpc("WorkbenchGetScope")["scope_hash"]
    desk.rpc(
        "EgressGrantWorkshopConsent", provider_id="openai", model_id="scripted", scope_hash=scope
    )
    desk.done("go", model_id=REMOTE)
    other = desk.refused("WorkshopSendUserMessage", text="go", model_id="mistral:other")
    assert other["error_code"] == "EGRESS_CONSENT_REQUIRED"
    # Also for a conversation that another model has had, and for the same again.
    for method in ("WorkshopRegenerate",):
        assert desk.refused(method, model_id="mistral:other")["http_status"] == 403
    assert len(desk.rpc("WorkshopGetConversation")["messages"]) == 2
    desk.add({"more.txt": "x"})
    asked = len(model.seen)
    assert desk.refused("WorkshopSendUserMessage", text="go", model_id=REMOTE)["http_status"] == 403
    assert len(model.seen) == asked


def test_consent_that_is_gone_in_the_middle_stops_the_run_before_the_next_call(
    scripted: Scripted,
) -> None:
    desk, model = scripted({"go": READ})
    desk.add({"a.txt": SECRET})
    scope = desk.rpc("WorkbenchGetScope")["scope_hash"]
    who = {"provider_id": "openai", "model_id": "scripted"}
    desk.rpc("EgressGrantWorkshopConsent", scope_hash=scope, **who)

    def add_a_file(_: object) -> None:
        if len(model.seen) == 1:
            desk.add({"added.txt": "while it runs"})

    model.gate = add_a_file
    ended = desk.say("go", model_id=REMOTE)
    assert (ended["status"], ended["error"]["error_code"]) == ("failed", "EGRESS_CONSENT_REQUIRED")
    assert len(model.seen) == 1
    scope = desk.rpc("WorkbenchGetScope")["scope_hash"]
    desk.rpc("EgressGrantWorkshopConsent", scope_hash=scope, **who)
    resumed = desk.rpc("WorkshopResumeRun", run_id=ended["run_id"], wait=True)
    assert resumed["status"] == "completed"


def test_nothing_leaves_for_offline_and_for_a_local_server_so_none_is_asked(
    scripted: Scripted,
) -> None:
    desk, _ = scripted({"go": READ})
    desk.add({"a.txt": SECRET})
    desk.done("go", model_id=LOCAL)
    desk.done("go", model_id="offline")
    assert egress(desk) == []


def test_the_prompt_holds_manifest_and_maps_and_never_a_path_or_a_key_of_this_machine(
    scripted: Scripted, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-very-secret-key")
    files: dict[str, bytes | str] = {
        "report.docx": docx_of("Findings", "The secret paragraph of the report."),
        "figures.xlsx": xlsx_of([["Region", "Sales"], ["North", 7]]),
        "rows.csv": "id,secret_cell\n1,never inlined\n",
        "notes.md": "# Notes\n\nSmall text.\n",
        "blob.bin": bytes(64),
    }
    desk, model = scripted(
        {
            "go": [
                call("list_files"),
                call("get_file_map", path="figures.xlsx"),
                call("read_file", path="none.txt"),
                call("table_query", path="rows.csv", query="SELEC"),
                AIMessage("Seen."),
            ]
        },
        openai_api_key="sk-very-secret-key",
    )
    desk.add(files)
    desk.done("go")
    system = str(model.seen[0][0].content)
    for name in files:
        assert name in system, name
    assert '"sheets"' in system
    assert '"sections"' in system
    assert "Small text." in system
    # Structured files and tables are mapped, never inlined.
    assert "The secret paragraph" not in system
    assert "never inlined" not in system
    everything = sent(model)
    folder: Any = desk.client.app.state.engine.settings.data_dir  # type: ignore[attr-defined]
    for leak in (str(folder), str(Path.home()), "/tmp/", "sk-very", "workshop-token"):
        assert leak not in everything, leak


def test_each_tool_call_is_in_the_audit_log_with_its_model(scripted: Scripted) -> None:
    desk, _ = scripted({"go": [*READ[:1], call("write_text_file", path="b.txt", content="x")]})
    desk.add({"a.txt": SECRET})
    desk.done("go")
    entries = desk.rpc("AuditList", limit=100)["entries"]
    tools = [(each["tool"], each["files"]) for each in entries if each["action"] == "WorkshopTool"]
    assert tools == [("read_file", ["a.txt"]), ("write_text_file", ["b.txt"])]
    assert all(each["model_id"] for each in entries if each["action"].startswith("Workshop"))
    assert SECRET not in json.dumps(entries)
    assert desk.rpc("AuditVerify")["ok"] is True
