"""Runs: what is streamed and kept, how a run ends, and what a model's odd answers come to."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import Any

import pytest
from langchain_core.messages import AIMessage, AIMessageChunk, BaseMessage, HumanMessage

from tests.integration.workshop.conftest import Scripted
from tests.integration.workshop.scripted import (
    LOCAL,
    Desk,
    Listening,
    call,
    calls,
    told,
)

pytestmark = pytest.mark.needs("bubblewrap")

WRITE = call("write_text_file", path="new.txt", content="made\n")


def states(desk: Desk) -> list[str]:
    return [
        f"{each['role']}: {each['text'].strip()}"
        for each in desk.rpc("WorkshopGetConversation")["messages"]
    ]


def test_words_and_tools_are_told_as_they_happen(scripted: Scripted) -> None:
    desk, _ = scripted({"go": [calls(("read_file", {"path": "a.txt"}), text="Looking now"), WRITE]})
    desk.add({"a.txt": "one\n"})
    with Listening(desk) as heard:
        started = desk.say("go")
        heard.wait_for("WorkshopRunFinished")
    names = [name for name, _ in heard.events]
    told = [name for name in names if name.startswith("Workshop")]
    assert told[:2] == ["WorkshopAssistantStreamDelta"] * 2
    assert told[2:6] == ["WorkshopToolExecuting", "WorkshopToolComplete"] * 2
    assert told[-1] == "WorkshopRunFinished"
    assert "".join(data["text"] for data in heard.of("WorkshopAssistantStreamDelta")) == (
        "Looking now Done. "
    )
    first, second = heard.of("WorkshopToolComplete")
    assert (first["name"], first["ok"], first["changed"]) == ("read_file", True, False)
    assert (second["name"], second["changed"], second["paths"]) == (
        "write_text_file",
        True,
        ["new.txt"],
    )
    assert all(data["run_id"] == started["run_id"] for _, data in heard.events if "run_id" in data)
    [end] = heard.of("WorkshopRunFinished")
    assert (end["status"], end["error"]) == ("completed", None)
    assert end["coverage"] == [
        {"path": "a.txt", "share": 1.0, "read": 1, "total": 1, "unit": "lines"}
    ]


def test_a_message_is_answered_at_once_and_the_run_goes_on_behind_it(scripted: Scripted) -> None:
    desk, model = scripted({"go": [AIMessage("Fine.")]})
    held = threading.Event()
    model.gate = lambda messages: held.wait(60)
    started = desk.rpc("WorkshopSendUserMessage", text="go", model_id=LOCAL)
    assert started["status"] == "running"
    state = desk.rpc("WorkshopGetState")
    assert (state["run_id"], state["status"]) == (started["run_id"], "running")
    busy = desk.refused("WorkshopSendUserMessage", text="again", model_id=LOCAL)
    assert (busy["http_status"], busy["subphase"]) == (409, "busy")
    # Nor can the workbench be taken away from under it.
    assert desk.refused("WorkbenchDelete")["subphase"] == "busy"
    with Listening(desk) as heard:
        held.set()
        heard.wait_for("WorkshopRunFinished")
    assert states(desk) == ["user: go", "assistant: Fine."]


def test_a_turn_that_only_reads_leaves_no_draft(scripted: Scripted) -> None:
    desk, _ = scripted({"what is it?": [call("read_file", path="a.txt"), AIMessage("One line.")]})
    desk.add({"a.txt": "one\n"})
    assert desk.done("what is it?").strip() == "One line."
    assert desk.rpc("DraftGetState")["has_draft"] is False


@pytest.mark.parametrize(
    ("text", "more"), [("Just tell me. Do not change anything.", {}), ("tell", {"analysis": True})]
)
def test_an_analysis_turn_writes_nothing_whatever_the_model_does(
    scripted: Scripted, text: str, more: dict[str, Any]
) -> None:
    desk, model = scripted({text: [WRITE, AIMessage("I may not.")]})
    assert desk.done(text, **more).strip() == "I may not."
    assert desk.rpc("DraftGetState")["has_draft"] is False
    assert desk.rpc("WorkshopGetState")["analysis"] is True
    assert "only looks" in str(model.seen[-1][-1].content)


def test_a_run_is_cancelled_while_its_model_is_silent(scripted: Scripted) -> None:
    desk, model = scripted({"go": [WRITE, call("write_text_file", path="late.txt", content="x")]})
    silent, reached = threading.Event(), threading.Event()

    def gate(messages: Sequence[BaseMessage]) -> None:
        if not isinstance(messages[-1], HumanMessage):
            reached.set()
            silent.wait(60)

    model.gate = gate
    started = desk.rpc("WorkshopSendUserMessage", text="go", model_id=LOCAL)
    assert reached.wait(60)
    desk.rpc("WorkshopCancelRun", run_id=started["run_id"])
    state = desk.rpc("WorkshopGetState")
    assert (state["status"], state["error"]["error_code"]) == ("canceled", "USER_CANCELED")
    # What was written before stays; what the model comes back with later has no effect.
    silent.set()
    assert desk.done("something else").strip() == "Done."
    assert desk.changes() == {"new.txt": "added"}


def test_a_run_is_cancelled_between_two_words_and_keeps_those_that_came(
    scripted: Scripted,
) -> None:
    desk, model = scripted({"go": [AIMessage("one two three four five")]})
    heard_two, canceled = threading.Event(), threading.Event()

    def spoken(word: str) -> None:
        if word == "two ":
            heard_two.set()
            canceled.wait(60)

    model.spoken = spoken
    started = desk.rpc("WorkshopSendUserMessage", text="go", model_id=LOCAL)
    assert heard_two.wait(60)
    desk.rpc("WorkshopCancelRun", run_id=started["run_id"])
    canceled.set()
    assert desk.rpc("WorkshopGetState")["status"] == "canceled"
    assert states(desk) == ["user: go", "assistant: one two"]
    # The model learns that it was stopped, and what it had said.
    model.spoken = None
    desk.done("go on")
    assert "one two \n(the user cancelled this turn)" in str(model.seen[-1][2].content)


def test_a_run_is_cancelled_during_a_tool_and_what_the_tool_had_done_is_known(
    scripted: Scripted,
) -> None:
    rows = "".join(f"{index},x{index}\n" for index in range(200_000))
    slow = "SELECT count(*) FROM data a, data b WHERE a.id * b.id % 7 = 3"
    desk, _ = scripted({"go": [WRITE, call("table_query", path="big.csv", query=slow)]})
    desk.add({"big.csv": "id,name\n" + rows})
    with Listening(desk) as heard:
        started = desk.rpc("WorkshopSendUserMessage", text="go", model_id=LOCAL)
        heard.wait_for("WorkshopToolExecuting", 2)
        desk.rpc("WorkshopCancelRun", run_id=started["run_id"])
        [end] = heard.wait_for("WorkshopRunFinished")
    assert end["status"] == "canceled"
    assert desk.changes() == {"new.txt": "added"}
    # Nothing holds the workbench any more.
    desk.publish()


def test_the_bound_on_steps_ends_a_run_and_resuming_goes_on(scripted: Scripted) -> None:
    lines = [call("write_text_file", path=f"f{n}.txt", content="x") for n in range(5)]
    desk, _ = scripted({"go": [*lines, AIMessage("All five.")]}, workshop_max_steps=4)
    ended = desk.say("go")
    assert (ended["status"], ended["error"]["error_code"]) == ("failed", "BUDGET_CAP_REACHED")
    assert "resume" in ended["error"]["actions"]
    assert len(desk.changes()) == 4
    assert desk.rpc("WorkshopGetState")["can_resume"] is True
    resumed = desk.rpc("WorkshopResumeRun", run_id=ended["run_id"], wait=True)
    assert (resumed["ok"], resumed["status"]) == (True, "completed")
    assert len(desk.changes()) == 5
    refused = desk.refused("WorkshopResumeRun", run_id=ended["run_id"])
    assert "nothing to resume" in refused["message"]


def test_the_bound_on_tokens_ends_a_run(scripted: Scripted) -> None:
    desk, _ = scripted({"go": [WRITE, WRITE, WRITE]}, workshop_max_tokens=200)
    ended = desk.say("go")
    assert ended["error"]["error_code"] == "BUDGET_CAP_REACHED"
    state = desk.rpc("WorkshopGetState")
    assert (state["steps"], state["input_tokens"], state["output_tokens"]) == (2, 200, 20)


def test_the_same_call_five_times_ends_the_run_and_three_times_is_said(scripted: Scripted) -> None:
    desk, model = scripted({"go": [call("read_file", path="a.txt")] * 9})
    desk.add({"a.txt": "one\n"})
    ended = desk.say("go")
    assert (ended["status"], ended["error"]["error_code"]) == ("failed", "AGENT_LOOP_DETECTED")
    assert len(model.seen) == 5
    assert "loop_warning" not in told(model.seen[2])
    assert "loop_warning" in told(model.seen[3])


def test_five_windows_of_a_write_and_twenty_of_a_table_are_no_loop(scripted: Scripted) -> None:
    rows = "".join(f"{n},{n * n}\n" for n in range(1, 1001))
    windows = [
        call("table_read_rows", path="t.csv", row_start=1 + 50 * n, row_count=50) for n in range(20)
    ]
    writes: list[Any] = [
        call(
            "xlsx_operations",
            path="out.xlsx",
            create_new=True,
            operations=[{"op": "ensure_sheet", "sheet": "Rows"}],
        )
    ]
    writes += [
        call(
            "xlsx_operations",
            path="out.xlsx",
            operations=[
                {
                    "op": "set_range",
                    "sheet": "Rows",
                    "start": f"A{1 + 10 * n}",
                    "values": [[n, row] for row in range(10)],
                }
            ],
        )
        for n in range(5)
    ]
    desk, model = scripted({"go": [*windows, *writes, AIMessage("Copied.")]})
    desk.add({"t.csv": "n,square\n" + rows})
    assert desk.done("go").strip() == "Copied."
    assert not any("loop_warning" in str(m.content) for seen in model.seen for m in seen[1:])
    assert desk.rpc("WorkshopGetState")["coverage"][0]["share"] == 1.0


def test_an_empty_answer_is_asked_for_once_more(scripted: Scripted) -> None:
    desk, model = scripted({"go": [AIMessage(""), AIMessage("Now I say it.")]})
    assert desk.done("go").strip() == "Now I say it."
    assert "empty" in str(model.seen[1][-1].content)


def test_a_model_that_says_nothing_twice_fails_typed(scripted: Scripted) -> None:
    desk, _ = scripted({"go": [AIMessage(""), AIMessage("")]})
    ended = desk.say("go")
    assert (ended["status"], ended["error"]["error_code"]) == ("failed", "PROVIDER_UNAVAILABLE")


def test_arguments_that_are_no_json_are_answered_in_words(scripted: Scripted) -> None:
    broken = AIMessageChunk(
        content="",
        tool_call_chunks=[
            {
                "name": "write_text_file",
                "args": "path=new.txt",
                "id": "call_0",
                "index": 0,
                "type": "tool_call_chunk",
            }
        ],
        chunk_position="last",
    )
    desk, model = scripted({"go": [broken, WRITE]})
    desk.done("go")
    assert "could not be read" in str(model.seen[1][-1].content)
    assert desk.read("new.txt") == b"made\n"


def test_a_tool_that_is_not_there_and_wrong_arguments_are_answered_in_words(
    scripted: Scripted,
) -> None:
    desk, model = scripted({"go": [call("delete_everything"), call("read_file"), WRITE]})
    desk.done("go")
    assert "no tool delete_everything" in str(model.seen[1][-1].content)
    assert "path" in str(model.seen[2][-1].content)
    assert desk.changes() == {"new.txt": "added"}


def test_several_calls_of_one_answer_are_carried_out_in_their_order(scripted: Scripted) -> None:
    numbered = [
        ("write_text_file", {"path": "same.txt", "content": f"{number}\n"}) for number in range(12)
    ]
    desk, _ = scripted({"go": [calls(*numbered)]})
    desk.done("go")
    assert desk.read("same.txt") == b"11\n"
    messages = desk.rpc("WorkshopGetConversation")["messages"]
    assert [use["call_id"] for use in messages[1]["tools"]] == [f"1.{n}" for n in range(12)]


def test_a_provider_that_fails_ends_the_run_typed_and_it_can_be_resumed(
    scripted: Scripted,
) -> None:
    script: dict[str, Any] = {"go": [WRITE, ConnectionError("secret content"), None]}
    desk, _ = scripted(script)
    ended = desk.say("go")
    assert (ended["status"], ended["error"]["error_code"]) == ("failed", "NETWORK_UNAVAILABLE")
    assert "secret" not in str(ended)
    script["go"][1] = call("write_text_file", path="second.txt", content="x")
    script["go"][2] = AIMessage("Both.")
    resumed = desk.rpc("WorkshopResumeRun", run_id=ended["run_id"], wait=True)
    assert resumed["status"] == "completed"
    assert sorted(desk.changes()) == ["new.txt", "second.txt"]


def test_a_conclusion_from_less_than_the_whole_is_answered_with_what_is_missing_once(
    scripted: Scripted,
) -> None:
    text = "".join(f"line {n}\n" for n in range(1, 1001))
    read = call("read_file", path="long.txt", line_start=1, line_count=200)
    desk, model = scripted({"sum up": [read, AIMessage("It is short."), AIMessage("In part.")]})
    desk.add({"long.txt": text})
    assert desk.done("sum up").split("\n\n") == ["It is short. ", "In part. "]
    assert "200 of 1000 lines" in str(model.seen[2][-1].content)
    assert len(model.seen) == 3
    [seen] = desk.rpc("WorkshopGetState")["coverage"]
    assert (seen["path"], seen["share"], seen["unit"]) == ("long.txt", 0.2, "lines")


def test_a_message_without_words_and_an_unknown_run_are_refused(scripted: Scripted) -> None:
    desk, _ = scripted({})
    assert desk.refused("WorkshopSendUserMessage", text=" \n", model_id=LOCAL)["http_status"] == 400
    assert desk.refused("WorkshopCancelRun", run_id="run_none")["http_status"] == 404
    assert desk.refused("WorkshopResumeRun", run_id="run_none")["http_status"] == 404
    assert desk.refused("WorkshopSetActiveModel", model_id="nobody:x")["http_status"] == 400
    assert desk.rpc("WorkshopGetState")["status"] == "idle"
