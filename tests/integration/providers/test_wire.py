"""Every provider's own client library against a server that speaks its wire format."""

from __future__ import annotations

import threading
from typing import Any

import pytest
from langchain_core.messages import AIMessage, AIMessageChunk, HumanMessage, ToolMessage

from keenbench.errors import KeenBenchError
from keenbench.models import retrying
from keenbench.models.answers import UNREADABLE
from keenbench.models.interrupting import cancelable
from tests.integration.providers.conftest import Find
from tests.integration.providers.wire import (
    DIALECTS,
    KEY,
    BrokenCall,
    Call,
    Cut,
    Drop,
    Fail,
    Garbage,
    Hang,
    Request,
    Say,
    ScriptStep,
    Stop,
    Trouble,
    serve,
)

SECRET_WORDS = "the merger with Nordwind closes in May"
TOOL = {
    "type": "function",
    "function": {
        "name": "write_cells",
        "description": "Write cells.",
        "parameters": {
            "type": "object",
            "properties": {"path": {"type": "string"}, "rows": {"type": "integer"}},
            "required": ["path"],
        },
    },
}

every_dialect = pytest.mark.parametrize("dialect", DIALECTS)


def all_but(*names: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("dialect", [name for name in DIALECTS if name not in names])


@pytest.fixture
def waits(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Wait for nothing, and keep for how long it would have been."""
    waited: list[float] = []
    monkeypatch.setattr(retrying, "pause", waited.append)
    return waited


def ask(find: Find, server: Any, **more: Any) -> AIMessage:
    models, ref = find(server)
    model = models.chat_model(ref).bind_tools([TOOL])
    answer = model.invoke([HumanMessage(SECRET_WORDS)], **more)
    assert isinstance(answer, AIMessage)
    return answer


def failure(find: Find, server: Any) -> KeenBenchError:
    with pytest.raises(KeenBenchError) as raised:
        ask(find, server)
    shown = f"{raised.value.info().to_json()} {raised.value!r}"
    assert SECRET_WORDS not in shown and KEY not in shown
    return raised.value


@every_dialect
def test_a_text_is_streamed_in_parts(dialect: str, find: Find) -> None:
    with serve(dialect, [Say("The total is 1,234.")]) as server:
        models, ref = find(server)
        parts = list(models.chat_model(ref).bind_tools([TOOL]).stream([HumanMessage("Total?")]))
    texts = [part.text for part in parts if part.text]
    assert len(texts) > 1
    assert "".join(texts) == "The total is 1,234."


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


@every_dialect
def test_tokens_are_counted(dialect: str, find: Find) -> None:
    with serve(dialect, [Say("Yes.")]) as server:
        usage = ask(find, server).usage_metadata
    if dialect != "mistral":  # it says nothing of them while it streams
        assert usage is not None and usage["input_tokens"] >= 100


@every_dialect
def test_a_wrong_key_is_said_and_not_tried_again(
    dialect: str, find: Find, waits: list[float]
) -> None:
    with serve(dialect, [Fail(401)]) as server:
        error = failure(find, server)
        assert len(server.requests) == 1
    assert error.error_code == "PROVIDER_AUTH_FAILED"
    assert "open_settings" in error.fields["actions"]
    assert waits == []


@every_dialect
def test_a_rate_limit_is_waited_for_as_long_as_the_provider_says(
    dialect: str, find: Find, waits: list[float]
) -> None:
    with serve(dialect, [Fail(429, {"Retry-After": "7"}), Say("Now.")]) as server:
        assert ask(find, server).text == "Now."
    assert waits == [7.0]


@every_dialect
def test_a_rate_limit_that_stays_is_an_error_that_says_when(
    dialect: str, find: Find, waits: list[float]
) -> None:
    with serve(dialect, [Fail(429, {"Retry-After": "3"})] * 4) as server:
        error = failure(find, server)
    assert error.error_code == "PROVIDER_RATE_LIMITED"
    assert error.fields["detail"]["retry_after"] == 3.0
    assert waits == [3.0, 3.0, 3.0]


@every_dialect
def test_a_rate_limit_of_an_hour_is_not_waited_for(
    dialect: str, find: Find, waits: list[float]
) -> None:
    with serve(dialect, [Fail(429, {"Retry-After": "3600"})]) as server:
        error = failure(find, server)
    assert error.fields["detail"]["retry_after"] == 3600.0
    assert waits == []


@every_dialect
def test_a_failing_server_is_asked_again_after_the_same_waits_each_time(
    dialect: str, find: Find, waits: list[float]
) -> None:
    with serve(dialect, [Fail(500), Fail(503), Fail(500), Say("Here.")]) as server:
        assert ask(find, server).text == "Here."
    assert waits == [1.0, 2.0, 4.0]


@every_dialect
def test_a_server_that_keeps_failing_is_unavailable(
    dialect: str, find: Find, waits: list[float]
) -> None:
    with serve(dialect, [Fail(500)] * 4) as server:
        error = failure(find, server)
        assert len(server.requests) == 4
    assert (error.error_code, error.fields["retryable"]) == ("PROVIDER_UNAVAILABLE", True)


@every_dialect
@pytest.mark.parametrize("clean", [False, True])
@pytest.mark.parametrize("call", [None, Call("write_cells", path="a.xlsx", rows=3)])
def test_half_an_answer_is_never_taken_for_a_whole_one(
    dialect: str, clean: bool, call: Call | None, find: Find, waits: list[float]
) -> None:
    with serve(dialect, [Cut(call=call, clean=clean)]) as server:
        error = failure(find, server)
    assert error.error_code == "PROVIDER_UNAVAILABLE"
    assert error.fields["subphase"] in ("cut_off", "bad_response")
    assert waits == []  # some of it was shown already


@every_dialect
def test_a_connection_that_closes_without_a_word_is_tried_again(
    dialect: str, find: Find, waits: list[float]
) -> None:
    with serve(dialect, [Drop(), Say("The total is 12.")]) as server:
        assert ask(find, server).text == "The total is 12."
    assert waits == [1.0]


@all_but("google")  # whose first event has a word in it
@pytest.mark.parametrize("first", [Cut(said=""), Cut(said="", clean=True)])
def test_an_answer_cut_before_its_first_word_is_asked_for_again(
    dialect: str, first: ScriptStep, find: Find, waits: list[float]
) -> None:
    with serve(dialect, [first, Say("The total is 12.")]) as server:
        assert ask(find, server).text == "The total is 12."
    assert waits == [1.0]


@every_dialect
@pytest.mark.parametrize("said", ["", "The total"])
def test_an_event_that_is_no_json_is_a_bad_response(
    dialect: str, said: str, find: Find, waits: list[float]
) -> None:
    with serve(dialect, [Garbage(said)]) as server:
        error = failure(find, server)
    assert error.error_code == "PROVIDER_UNAVAILABLE"
    assert error.fields["subphase"] == "bad_response"


@every_dialect
def test_a_failure_reported_in_the_middle_of_an_answer_is_a_failure(
    dialect: str, find: Find, waits: list[float]
) -> None:
    with serve(dialect, [Trouble()]) as server:
        error = failure(find, server)
    assert error.error_code == "PROVIDER_UNAVAILABLE"
    assert error.fields["retryable"]
    assert waits == []


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


@all_but("mistral")  # whose package cannot tell it from another refusal
def test_a_prompt_that_is_too_long_says_what_to_do(
    dialect: str, find: Find, waits: list[float]
) -> None:
    with serve(dialect, [Fail(400, too_long=True)]) as server:
        error = failure(find, server)
    assert error.error_code == "CONTEXT_EXHAUSTED"
    assert "fewer files" in error.message


@every_dialect
def test_a_refused_request_is_not_tried_again(dialect: str, find: Find, waits: list[float]) -> None:
    with serve(dialect, [Fail(400)]) as server:
        error = failure(find, server)
    assert error.fields["subphase"] == "request_rejected"
    assert not error.fields["retryable"]
    assert waits == []


@every_dialect
def test_an_unknown_model_is_named(dialect: str, find: Find, waits: list[float]) -> None:
    with serve(dialect, [Fail(404)]) as server:
        error = failure(find, server)
        assert server.model in error.message
    assert error.fields["subphase"] == "unknown_id"


@every_dialect
def test_an_answer_that_the_provider_withholds_is_refused(
    dialect: str, find: Find, waits: list[float]
) -> None:
    with serve(dialect, [(Say("I"), Stop("refused"))]) as server:
        error = failure(find, server)
    assert error.fields["subphase"] == "refused"


@every_dialect
def test_an_answer_that_reached_its_longest_says_so(dialect: str, find: Find) -> None:
    with serve(dialect, [(Say("One, two,"), Stop("length"))]) as server:
        text = ask(find, server).text
    assert text.startswith("One, two,") and "stops here" in text


@every_dialect
def test_a_provider_that_is_not_there_is_unreachable(
    dialect: str, find: Find, waits: list[float]
) -> None:
    with serve(dialect) as server:
        pass
    error = failure(find, server)
    assert error.error_code == "NETWORK_UNAVAILABLE"
    assert waits == [1.0, 2.0, 4.0]


@every_dialect
def test_a_redirect_is_not_followed(dialect: str, find: Find, waits: list[float]) -> None:
    with serve(dialect, [Say("Never.")]) as elsewhere, serve(dialect) as server:
        server.redirect_to = f"{elsewhere.base_url}/elsewhere"
        error = failure(find, server)
        assert elsewhere.requests == []
    assert error.error_code in ("PROVIDER_UNAVAILABLE", "EGRESS_BLOCKED_BY_POLICY")


@every_dialect
def test_packages_tell_nothing_of_this_machine(dialect: str, find: Find) -> None:
    with serve(dialect, [Say("Yes.")]) as server:
        ask(find, server)
        headers = server.requests[0].headers
    assert headers["user-agent"].startswith("keenbench/")
    assert not [name for name in headers if name.startswith("x-stainless")]


@pytest.mark.parametrize("dialect", ["openai", "openai-responses"])
def test_openai_is_told_to_store_nothing(dialect: str, find: Find) -> None:
    with serve(dialect, [Say("Yes.")]) as server:
        ask(find, server)
        assert server.requests[0].body["store"] is False


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
