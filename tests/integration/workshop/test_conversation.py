"""The conversation: undo to a message, the same again, another model in the middle."""

from __future__ import annotations

import threading
from typing import Any

import pytest
from langchain_core.messages import AIMessage, HumanMessage, ToolMessage

from tests.integration.workshop.conftest import Scripted
from tests.integration.workshop.scripted import LOCAL, Desk, call, calls

pytestmark = pytest.mark.needs("bubblewrap")


def write(path: str, content: str) -> AIMessage:
    return call("write_text_file", path=path, content=content)


def messages(desk: Desk) -> list[dict[str, Any]]:
    listed: list[dict[str, Any]] = desk.rpc("WorkshopGetConversation")["messages"]
    return listed


def texts(desk: Desk) -> list[str]:
    return [each["text"].strip() for each in messages(desk)]


THREE = {
    "one": [write("a.txt", "1\n"), AIMessage("First.")],
    "two": [write("a.txt", "2\n"), write("b.txt", "2\n"), AIMessage("Second.")],
    "three": [write("c.txt", "3\n"), AIMessage("Third.")],
}


def test_each_message_has_a_checkpoint_of_how_all_was_before_it(scripted: Scripted) -> None:
    desk, _ = scripted(THREE)
    for text in THREE:
        desk.done(text)
    said = messages(desk)
    assert texts(desk) == ["one", "First.", "two", "Second.", "three", "Third."]
    assert [each["role"] for each in said] == ["user", "assistant"] * 3
    kept = {each["checkpoint_id"]: each for each in desk.rpc("CheckpointsList")["checkpoints"]}
    for each in said[::2]:
        assert kept[each["checkpoint_id"]]["reason"] == "auto"
    second = desk.rpc("CheckpointGet", checkpoint_id=said[2]["checkpoint_id"])
    assert (second["has_draft"], second["has_conversation"]) == (True, True)


def test_undo_takes_files_and_chat_back_to_before_a_message(scripted: Scripted) -> None:
    desk, _ = scripted(THREE)
    desk.add({"a.txt": "0\n"})
    for text in THREE:
        desk.done(text)
    assert sorted(desk.changes()) == ["a.txt", "b.txt", "c.txt"]
    second = messages(desk)[2]
    undone = desk.rpc("WorkshopUndoToMessage", message_id=second["message_id"])
    assert (undone["ok"], undone["text"]) == (True, "two")
    assert desk.changes() == {"a.txt": "modified"}
    assert desk.read("a.txt") == b"1\n"
    assert texts(desk) == ["one", "First."]
    state = desk.rpc("WorkshopGetState")
    assert (state["status"], state["steps"]) == ("completed", 2)
    # And it goes on from there.
    desk.done("three")
    assert sorted(desk.changes()) == ["a.txt", "c.txt"]
    assert texts(desk) == ["one", "First.", "three", "Third."]


def test_an_undo_can_itself_be_undone(scripted: Scripted) -> None:
    desk, _ = scripted(THREE)
    for text in THREE:
        desk.done(text)
    whole = desk.draft_hash()
    undone = desk.rpc("WorkshopUndoToMessage", message_id=messages(desk)[0]["message_id"])
    assert desk.rpc("DraftGetState")["has_draft"] is False
    assert texts(desk) == []
    desk.rpc("CheckpointRestore", checkpoint_id=undone["pre_restore_checkpoint_id"])
    assert desk.draft_hash() == whole
    assert texts(desk)[-1] == "Third."


def test_undo_never_touches_published(scripted: Scripted) -> None:
    desk, _ = scripted(THREE)
    desk.add({"a.txt": "0\n"})
    desk.done("one")
    desk.publish()
    desk.done("two")
    first, second = messages(desk)[0], messages(desk)[2]
    refused = desk.refused("WorkshopUndoToMessage", message_id=first["message_id"])
    assert (refused["http_status"], refused["actions"]) == (409, ["restore_checkpoint"])
    desk.rpc("WorkshopUndoToMessage", message_id=second["message_id"])
    assert desk.read("a.txt", "published") == b"1\n"
    assert desk.rpc("DraftGetState")["has_draft"] is False


def test_a_file_that_was_added_since_survives_an_undo(scripted: Scripted) -> None:
    desk, _ = scripted({"look": [AIMessage("Empty.")], **THREE})
    desk.done("look")
    desk.add({"later.txt": "later\n"})
    desk.done("two")
    desk.rpc("WorkshopUndoToMessage", message_id=messages(desk)[0]["message_id"])
    assert desk.read("later.txt", "published") == b"later\n"
    assert desk.changes() == {}
    desk.done("three")
    desk.publish()
    assert desk.read("c.txt", "published") == b"3\n"


def test_undo_waits_for_no_run_and_knows_its_messages(scripted: Scripted) -> None:
    desk, model = scripted(THREE)
    desk.done("one")
    held = threading.Event()
    model.gate = lambda _: held.wait(60)
    run = desk.rpc("WorkshopSendUserMessage", text="two", model_id=LOCAL)
    first = messages(desk)[0]["message_id"]
    assert desk.refused("WorkshopUndoToMessage", message_id=first)["http_status"] == 409
    assert desk.refused("WorkshopRegenerate", message_id=first)["http_status"] == 409
    desk.rpc("WorkshopCancelRun", run_id=run["run_id"])
    held.set()
    assert desk.refused("WorkshopUndoToMessage", message_id="msg_none")["http_status"] == 404


def test_regenerate_says_the_latest_message_again_from_where_it_was_said(
    scripted: Scripted,
) -> None:
    desk, model = scripted(dict(THREE))
    desk.done("one")
    desk.done("two")
    model.script["two"] = [write("d.txt", "4\n"), AIMessage("Otherwise.")]
    again = desk.rpc("WorkshopRegenerate", wait=True)
    assert (again["ok"], again["status"]) == (True, "completed")
    assert texts(desk) == ["one", "First.", "two", "Otherwise."]
    assert sorted(desk.changes()) == ["a.txt", "d.txt"]
    assert desk.read("a.txt") == b"1\n"


def test_the_model_that_was_picked_last_stays_picked_when_messages_are_taken_back(
    scripted: Scripted,
) -> None:
    desk, _ = scripted({"one": [AIMessage("First.")], "two": [AIMessage("Second.")]})
    for text in ("one", "two"):
        desk.done(text)
    desk.rpc("WorkshopSetActiveModel", model_id="offline")
    for said in reversed(messages(desk)[::2]):
        desk.rpc("WorkshopUndoToMessage", message_id=said["message_id"])
        assert desk.rpc("WorkshopGetState")["model_id"] == "offline"
    desk.done("one")
    desk.rpc("WorkshopSetActiveModel", model_id="offline")
    again = desk.rpc("WorkshopRegenerate", wait=True)
    assert again["model_id"] == "offline"


def test_another_model_goes_on_with_the_same_conversation(scripted: Scripted) -> None:
    odd = AIMessage(
        [
            {"type": "thinking", "thinking": "secret thoughts", "signature": "abc"},
            {"type": "text", "text": "First."},
        ],
        additional_kwargs={"provider_says": "x"},
    )
    desk, model = scripted({"one": [write("a.txt", "1\n"), odd]})
    desk.done("one")
    desk.rpc("WorkshopSetActiveModel", model_id="local:another")
    assert desk.rpc("WorkshopGetState")["model_id"] == "local:another"
    sent = desk.rpc("WorkshopSendUserMessage", text="next", wait=True)
    assert sent["model_id"] == "local:another"
    _, first, written, result, answer, last = model.seen[-1]
    assert [str(each.content) for each in (first, last)] == ["one", "next"]
    assert isinstance(written, AIMessage)
    assert written.tool_calls[0]["name"] == "write_text_file"
    assert (answer.content, answer.additional_kwargs) == ("First.", {})
    assert result.type == "tool"
    assert messages(desk)[-1]["model_id"] == "local:another"


def test_calls_that_were_never_carried_out_are_told_as_such_in_later_turns(
    scripted: Scripted,
) -> None:
    loop = [call("list_files")] * 4
    five = calls(("list_files", {}), ("list_files", {}))
    desk, model = scripted({"loop": [*loop, five], "next": [AIMessage("Fine.")]})
    assert desk.say("loop")["error"]["error_code"] == "AGENT_LOOP_DETECTED"
    desk.done("next")
    sent = model.seen[-1]
    answered = {each.tool_call_id for each in sent if isinstance(each, ToolMessage)}
    asked = {c["id"] for each in sent if isinstance(each, AIMessage) for c in each.tool_calls}
    assert answered == asked
    assert len(asked) == 6
    assert "not carried out" in str(sent[-3].content)
    assert isinstance(sent[-1], HumanMessage)


def test_a_fork_takes_the_conversation_along(scripted: Scripted) -> None:
    desk, model = scripted({"one": [AIMessage("First.")], "two": [AIMessage("Second.")]})
    desk.done("one")
    made = desk.rpc("WorkbenchFork", mode="files_and_conversation", name="F")
    fork = Desk(desk.client, made["workbench_id"])
    assert texts(fork) == ["one", "First."]
    fork.done("two")
    assert [str(each.content).strip() for each in model.seen[-1][1:]] == ["one", "First.", "two"]
    first = messages(fork)[0]["message_id"]
    refused = fork.refused("WorkshopUndoToMessage", message_id=first)
    assert "not kept any more" in refused["message"]
    assert texts(desk) == ["one", "First."]
