"""Tool calls and cancels, through every provider's own client library."""

from __future__ import annotations

import threading
from typing import Any

import pytest
from langchain_core.messages import AIMessage, AIMessageChunk, HumanMessage, ToolMessage

from keenbench.models.answers import UNREADABLE
from keenbench.models.interrupting import cancelable
from tests.integration.providers.asked import TOOL, all_but, ask, every_dialect, failure
from tests.integration.providers.conftest import Find
from tests.integration.providers.wire import (
    BrokenCall,
    Call,
    Fail,
    Hang,
    Request,
    Say,
    ScriptStep,
    serve,
)


@every_dialect
def test_a_call_comes_back_with_its_arguments_and_its_result_goes_on(
    dialect: str, find: Find
) -> None:
    steps: list[ScriptStep] = [
        (Say("I write."), Call("write_cells", path="a.xlsx", rows=3)),
        Say("Done."),
    ]
    with serve(dialect, steps) as server:
        models, ref = find(server)
        model = models.chat_model(ref).bind_tools([TOOL])
        asked = HumanMessage("Write three rows.")
        first = model.invoke([asked])
        assert isinstance(first, AIMessage)
        assert first.text == "I write."
        (call,) = first.tool_calls
        assert (call["name"], call["args"]) == ("write_cells", {"path": "a.xlsx", "rows": 3})
        told = ToolMessage("3 rows written", tool_call_id=call["id"], name=call["name"])
        second = model.invoke([asked, first, told])
        assert second.text == "Done."
        assert "3 rows written" in server.requests[1].text
        assert "a.xlsx" in server.requests[1].text


@every_dialect
def test_two_calls_in_one_answer_stay_two(dialect: str, find: Find) -> None:
    step = (Call("write_cells", path="a.xlsx"), Call("write_cells", path="b.xlsx"))
    with serve(dialect, [step]) as server:
        calls = ask(find, server).tool_calls
    assert [call["args"] for call in calls] == [{"path": "a.xlsx"}, {"path": "b.xlsx"}]
    assert len({call["id"] for call in calls}) == 2


@all_but("google")  # whose arguments are JSON themselves
@pytest.mark.parametrize("text", ['{"path": "a.xlsx", "rows": [1, 2', "path=a.xlsx"])
def test_arguments_that_are_no_json_object_reach_the_tool_as_such(
    dialect: str, text: str, find: Find
) -> None:
    steps: list[ScriptStep] = [BrokenCall("write_cells", text), Say("I see.")]
    with serve(dialect, steps) as server:
        models, ref = find(server)
        model = models.chat_model(ref).bind_tools([TOOL])
        first = model.invoke([HumanMessage("Write.")])
        assert isinstance(first, AIMessage)
        assert first.invalid_tool_calls == []
        (call,) = first.tool_calls
        assert call["args"] == {UNREADABLE: text}
        told = ToolMessage("no such parameter", tool_call_id=call["id"], name=call["name"])
        assert model.invoke([HumanMessage("Write."), first, told]).text == "I see."
        assert "no such parameter" in server.requests[1].text


@all_but("openai-responses", "google")
def test_arguments_that_are_json_but_no_object_reach_the_tool_as_such(
    dialect: str, find: Find
) -> None:
    with serve(dialect, [BrokenCall("write_cells", '"a.xlsx"')]) as server:
        (call,) = ask(find, server).tool_calls
    assert call["args"] == {UNREADABLE: '"a.xlsx"'}


def test_openais_responses_package_refuses_arguments_that_are_no_object(
    find: Find, waits: list[float]
) -> None:
    with serve("openai-responses", [BrokenCall("write_cells", '"a.xlsx"')]) as server:
        assert failure(find, server).fields["subphase"] == "bad_response"


@every_dialect
@pytest.mark.parametrize("said", ["", "I think"])
def test_a_cancel_ends_the_wait_for_words(dialect: str, said: str, find: Find) -> None:
    canceled = threading.Event()

    def hang(request: Request) -> Hang:
        threading.Timer(0.2, canceled.set).start()
        return Hang(said)

    with serve(dialect, [hang]) as server, cancelable(canceled):
        # The server would hang for a minute.
        error = failure(find, server)
        assert not server.closing.is_set()
    assert error.error_code == "USER_CANCELED"


def test_a_cancel_ends_the_wait_between_two_tries(find: Find) -> None:
    canceled = threading.Event()

    def fail(request: Request) -> Fail:
        threading.Timer(0.2, canceled.set).start()
        return Fail(429, {"Retry-After": "60"})

    with serve("openai", [fail]) as server, cancelable(canceled):
        error = failure(find, server)
        assert len(server.requests) == 1
    assert error.error_code == "USER_CANCELED"


@every_dialect
def test_an_agent_reads_writes_and_ends_the_same_with_every_provider(
    dialect: str, find: Find
) -> None:
    from langchain.agents import create_agent
    from langchain_core.tools import StructuredTool

    written: list[str] = []

    def write_cells(path: str, rows: int = 1) -> str:
        """Write cells."""
        written.append(f"{path}:{rows}")
        return f"{rows} rows written to {path}"

    steps: list[ScriptStep] = [
        (Say("First."), Call("write_cells", path="a.xlsx", rows=2)),
        Call("write_cells", path="b.xlsx", rows=3),
        Say("Both are written."),
    ]
    with serve(dialect, steps) as server:
        models, ref = find(server)
        agent = create_agent(
            models.chat_model(ref), tools=[StructuredTool.from_function(write_cells)]
        )
        tokens: list[str] = []
        state: Any = {}
        for mode, part in agent.stream(
            {"messages": [HumanMessage("Write both.")]}, stream_mode=["messages", "values"]
        ):
            if mode == "values":
                state = part
            elif isinstance(part[0], AIMessageChunk):
                tokens.append(part[0].text)
    assert written == ["a.xlsx:2", "b.xlsx:3"]
    assert state["messages"][-1].text == "Both are written."
    assert "Both are written." in "".join(tokens)
