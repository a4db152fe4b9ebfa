"""OpenAI's Responses API, streamed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from tests.integration.providers.wire import openai
from tests.integration.providers.wire.dialect import event
from tests.integration.providers.wire.script import BrokenCall, Call, Part, Say, Stop


def _response(status: str, output: list[Any], **more: Any) -> dict[str, Any]:
    return {
        "id": "resp_1",
        "object": "response",
        "created_at": 1_700_000_000,
        "model": "scripted",
        "status": status,
        "output": output,
        "parallel_tool_calls": True,
        "tool_choice": "auto",
        "tools": [],
        "error": None,
        "incomplete_details": None,
        "instructions": None,
        "metadata": {},
        "temperature": 1.0,
        "top_p": 1.0,
        **more,
    }


class _Events:
    """Numbers its events, as the API does."""

    def __init__(self) -> None:
        self.sequence = 0
        self.output: list[dict[str, Any]] = []

    def __call__(self, kind: str, /, **data: Any) -> bytes:
        numbered = {"type": kind, "sequence_number": self.sequence, **data}
        self.sequence += 1
        return event(numbered, kind)

    def started(self) -> Iterator[bytes]:
        yield self("response.created", response=_response("in_progress", []))

    def text(self, say: Say, *, ends: bool = True) -> Iterator[bytes]:
        index, item_id = len(self.output), f"msg_{len(self.output)}"
        where = {"item_id": item_id, "output_index": index, "content_index": 0}
        item = {"id": item_id, "type": "message", "role": "assistant", "content": []}
        empty = {"type": "output_text", "text": "", "annotations": []}
        yield self(
            "response.output_item.added",
            output_index=index,
            item={**item, "status": "in_progress"},
        )
        yield self("response.content_part.added", **where, part=empty)
        for part in say.parts:
            yield self("response.output_text.delta", **where, delta=part, logprobs=[])
        if not ends:
            return
        whole = {**empty, "text": say.text}
        yield self("response.output_text.done", **where, text=say.text, logprobs=[])
        yield self("response.content_part.done", **where, part=whole)
        done = {**item, "content": [whole], "status": "completed"}
        yield self("response.output_item.done", output_index=index, item=done)
        self.output.append(done)

    def call(self, call: Call | BrokenCall, *, ends: bool = True) -> Iterator[bytes]:
        index = len(self.output)
        item = {
            "id": f"fc_{index}",
            "type": "function_call",
            "call_id": f"call_{index:04d}",
            "name": call.name,
            "arguments": "",
        }
        where = {"item_id": f"fc_{index}", "output_index": index}
        yield self(
            "response.output_item.added",
            output_index=index,
            item={**item, "status": "in_progress"},
        )
        half = len(call.text) // 2
        for text in [call.text[:half], call.text[half:]] if ends else [call.text[:half]]:
            yield self("response.function_call_arguments.delta", **where, delta=text)
        if not ends:
            return
        yield self(
            "response.function_call_arguments.done", **where, arguments=call.text, name=call.name
        )
        done = {**item, "arguments": call.text, "status": "completed"}
        yield self("response.output_item.done", output_index=index, item=done)
        self.output.append(done)


def _answer(parts: tuple[Part, ...]) -> Iterator[bytes]:
    events = _Events()
    yield from events.started()
    status, details = "completed", None
    for part in parts:
        if isinstance(part, Say):
            yield from events.text(part)
        elif isinstance(part, Stop):
            status = "incomplete"
            reason = {"length": "max_output_tokens", "refused": "content_filter"}[part.reason]
            details = {"reason": reason}
        else:
            yield from events.call(part)
    usage = {
        "input_tokens": 100,
        "output_tokens": 20,
        "total_tokens": 120,
        "input_tokens_details": {"cached_tokens": 0},
        "output_tokens_details": {"reasoning_tokens": 0},
    }
    response = _response(status, events.output, usage=usage, incomplete_details=details)
    yield events(f"response.{status}", response=response)


def _begun(said: str, call: Call | None) -> Iterator[bytes]:
    events = _Events()
    yield from events.started()
    yield from events.text(Say(said), ends=call is not None)
    if call is not None:
        yield from events.call(call, ends=False)


def _garbage() -> bytes:
    return b'event: response.output_text.delta\ndata: {"type": "response.output_text.del\n\n'


def _trouble() -> bytes:
    error = {"code": "server_error", "message": "the server had an error"}
    return _Events()("response.failed", response=_response("failed", [], error=error))


DIALECT = replace(
    openai.DIALECT,
    chat_path="/v1/responses",
    answer=_answer,
    begun=_begun,
    garbage=_garbage,
    trouble=_trouble,
)
