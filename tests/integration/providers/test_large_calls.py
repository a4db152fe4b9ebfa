"""Tool calls with very long arguments, and very many of them."""

from __future__ import annotations

import json
import logging
import threading
from collections.abc import Iterator
from typing import Any

import pytest
from langchain_core.messages import AIMessageChunk, HumanMessage
from langchain_core.messages import ai as langchain_ai
from langchain_core.messages.tool import tool_call_chunk
from langchain_core.outputs import ChatGenerationChunk

from keenbench.errors import ProviderUnavailable
from keenbench.models import call_fragments
from keenbench.models.answers import whole
from keenbench.models.interrupting import cancelable, until_canceled
from keenbench.models.provider_errors import typed
from keenbench.models.registry import ModelRef
from tests.integration.providers.asked import TOOL, all_but, ask
from tests.integration.providers.conftest import Find
from tests.integration.providers.wire import Call, serve

REF = ModelRef("openai", "gpt-4.1", needs_consent=True)


def fragment(args: str | None, call_id: str | None = None, index: int = 0) -> ChatGenerationChunk:
    made = tool_call_chunk(name="write" if call_id else None, args=None, id=call_id, index=index)
    message = AIMessageChunk(content="", tool_call_chunks=[made])
    # As our own models hand it on: unread.
    message.tool_call_chunks[0]["args"] = args
    return ChatGenerationChunk(message=message)


def answer(*chunks: ChatGenerationChunk) -> Iterator[ChatGenerationChunk]:
    yield from chunks
    end = {"finish_reason": "tool_calls"}
    yield ChatGenerationChunk(message=AIMessageChunk(content=""), generation_info=end)


def calls_of(chunks: Iterator[ChatGenerationChunk]) -> list[Any]:
    *_, last = whole(chunks, REF)
    assert isinstance(last.message, AIMessageChunk)
    return [call["args"] for call in last.message.tool_calls]


# Mistral's and Google's formats have whole calls only; OpenAI's newer one is read by its package.
@all_but("mistral", "google", "openai-responses")
def test_arguments_of_a_megabyte_come_whole(dialect: str, find: Find) -> None:
    content = "word " * 200_000
    with serve(dialect, [Call("write_cells", path="a.txt", content=content)]) as server:
        models, ref = find(server)
        made = models.chat_model(ref).bind_tools([TOOL]).invoke([HumanMessage("Write.")])
    (call,) = made.tool_calls
    assert call["args"] == {"path": "a.txt", "content": content}


@all_but("google")
def test_some_hundred_calls_in_one_answer_stay_apart(dialect: str, find: Find) -> None:
    step = tuple(Call("write_cells", path=f"{n}.txt") for n in range(200))
    with serve(dialect, [step]) as server:
        made = ask(find, server).tool_calls
    assert [call["args"]["path"] for call in made] == [f"{n}.txt" for n in range(200)]


def test_arguments_are_read_once_however_small_their_fragments(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    text = json.dumps({"content": "word " * 2000})
    pieces = [text[at : at + 10] for at in range(0, len(text), 10)]
    chunks = [fragment("", "c1"), *map(fragment, pieces)]
    read: list[int] = []

    def parse(args: str) -> Any:
        read.append(len(args))
        return json.loads(args)

    monkeypatch.setattr(langchain_ai, "parse_partial_json", parse)
    assert calls_of(answer(*chunks)) == [json.loads(text)]
    assert sum(read) == len(text)


def test_calls_of_one_number_are_told_apart_by_their_ids() -> None:
    chunks = [fragment('{"n":', "a"), fragment(" 1}"), fragment('{"n":', "b"), fragment(" 2}")]
    assert calls_of(answer(*chunks)) == [{"n": 1}, {"n": 2}]


def test_fragments_of_two_calls_may_alternate() -> None:
    begun = [fragment('{"n":', "a", 0), fragment('{"n":', "b", 1)]
    assert calls_of(answer(*begun, fragment("2}", index=1), fragment("1}", index=0))) == [
        {"n": 1},
        {"n": 2},
    ]


def test_more_arguments_than_an_answer_may_have_are_refused_as_they_come(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(call_fragments, "MOST_CHARACTERS", 1000)
    taken: list[int] = []

    def endless() -> Iterator[ChatGenerationChunk]:
        yield fragment('{"content": "', "c1")
        while True:
            taken.append(100)
            yield fragment("x" * 100)

    with pytest.raises(ProviderUnavailable, match="more than 1000 characters") as error:
        list(whole(endless(), REF))
    assert error.value.fields["subphase"] == "bad_response"
    assert sum(taken) <= 1000


def test_a_cancel_ends_a_stream_that_is_held_back() -> None:
    canceled = threading.Event()
    given: list[int] = []

    def endless() -> Iterator[ChatGenerationChunk]:
        yield fragment("{", "c1")
        while True:
            given.append(1)
            if len(given) == 3:
                canceled.set()
            yield fragment(" ")

    with cancelable(canceled):
        ended = until_canceled()
    with pytest.raises(Exception, match="cancelled"):
        list(whole(ended(endless()), REF))
    assert len(given) == 3


def test_a_failure_of_no_known_kind_is_logged_by_its_type_and_without_its_words(
    caplog: pytest.LogCaptureFixture,
) -> None:
    with caplog.at_level(logging.ERROR):
        try:
            raise KeyError("the merger with Nordwind")
        except KeyError as raised:
            failure = typed(raised, ModelRef("offline", "offline", needs_consent=False))
    assert failure.fields["subphase"] == "bad_response"
    [record] = caplog.records
    assert record.__dict__["exception"] == "builtins.KeyError"
    assert record.__dict__["where"].startswith(__name__)
    assert "Nordwind" not in str(record.__dict__)
