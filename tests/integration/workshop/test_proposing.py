"""A model that answers with one JSON object: its proposal is checked, kept, and applied or not."""

from __future__ import annotations

import json
from typing import Any

from langchain_core.messages import AIMessage
from scripts.make_proposal_prompt import made

from keenbench.workshop.proposal_prompt import proposal_prompt
from tests.integration.workshop.conftest import Scripted
from tests.integration.workshop.scripted import LOCAL, REMOTE

GOOD = {
    "schema_version": 2,
    "summary": "Says hello.",
    "writes": [{"path": "hello.md", "content": "Hello.\n"}],
    "ops": [
        {
            "path": "book.xlsx",
            "kind": "xlsx",
            "summary": "A new book.",
            "ops": [
                {"op": "ensure_sheet", "sheet": "S"},
                {"op": "set_range", "sheet": "S", "start": "A1", "values": [["a", 1]]},
            ],
        }
    ],
}


def _said(value: Any) -> AIMessage:
    return AIMessage(value if isinstance(value, str) else json.dumps(value))


def test_the_prompt_lists_the_operations_as_they_are() -> None:
    assert made(proposal_prompt()) == proposal_prompt()


def test_a_proposal_is_kept_and_changes_nothing_before_it_is_applied(scripted: Scripted) -> None:
    desk, model = scripted({"hello": [_said(f"Here it is:\n```json\n{json.dumps(GOOD)}\n```")]})
    desk.add({"notes.txt": "A small text."})
    kept = desk.rpc("WorkshopProposeChanges", text="hello", model_id=LOCAL)
    assert kept["status"] == "proposed"
    assert not desk.rpc("DraftGetState")["has_draft"]
    prompt = str(model.seen[-1][0].content)
    assert prompt.startswith(proposal_prompt()[:200])
    assert "notes.txt" in prompt
    assert "A small text." in prompt
    applied = desk.rpc("WorkshopApplyProposal", proposal_id=kept["proposal_id"])
    assert [each["ok"] for each in applied["results"]] == [True, True]
    assert desk.changes() == {"hello.md": "added", "book.xlsx": "added"}
    assert desk.read("hello.md") == b"Hello.\n"


def test_what_is_wrong_is_told_to_the_model_and_mended(scripted: Scripted) -> None:
    bad = GOOD | {"deletes": ["notes.txt"]}
    desk, model = scripted({"hello": [_said("no json"), _said(bad), _said(GOOD)]})
    kept = desk.rpc("WorkshopProposeChanges", text="hello", model_id=LOCAL)
    assert kept["proposal"]["summary"] == "Says hello."
    told = [str(message.content) for message in model.seen[-1]]
    assert "holds no JSON object" in told[3]
    assert "deletes nothing" in told[5]


def test_a_model_that_cannot_mend_it_ends_in_a_typed_error(scripted: Scripted) -> None:
    desk, _ = scripted({"hello": [_said("no"), _said("no"), _said("no"), _said(GOOD)]})
    refused = desk.refused("WorkshopProposeChanges", text="hello", model_id=LOCAL)
    assert refused["error_code"] == "PROVIDER_UNAVAILABLE"
    assert "no valid proposal" in refused["message"]


def test_a_model_does_not_write_over_another_proposal(scripted: Scripted) -> None:
    desk, _ = scripted({"one": [_said(GOOD | {"proposal_id": "p_mine"})]})
    kept = desk.rpc("WorkshopProposeChanges", text="one", model_id=LOCAL)
    assert kept["proposal_id"] != "p_mine"


def test_nothing_is_sent_before_consent(scripted: Scripted) -> None:
    desk, model = scripted({"hello": [_said(GOOD)]})
    desk.add({"secret.txt": "Nobody's business."})
    refused = desk.refused("WorkshopProposeChanges", text="hello", model_id=REMOTE)
    assert refused["error_code"] == "EGRESS_CONSENT_REQUIRED"
    assert refused["detail"]["files"] == ["secret.txt"]
    assert model.seen == []


def test_the_offline_model_says_what_to_do_instead(scripted: Scripted) -> None:
    desk, _ = scripted({})
    refused = desk.refused("WorkshopProposeChanges", text="hello", model_id="offline")
    assert refused["error_code"] == "VALIDATION_FAILED"
    assert "send it a message" in refused["message"]
