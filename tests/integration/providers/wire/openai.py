"""OpenAI's chat completions, streamed: OpenAI's own, of local servers, and Mistral's variant."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from tests.integration.providers.wire.dialect import Dialect, event
from tests.integration.providers.wire.script import BrokenCall, Call, Fail, Part, Say, Stop


def _chunk(delta: dict[str, Any], finish: str | None = None) -> bytes:
    choice = {"index": 0, "delta": delta, "finish_reason": finish}
    return event(
        {
            "id": "chatcmpl-1",
            "object": "chat.completion.chunk",
            "created": 1_700_000_000,
            "model": "scripted",
            "choices": [choice],
        }
    )


def _usage() -> bytes:
    usage = {"prompt_tokens": 100, "completion_tokens": 20, "total_tokens": 120}
    return event(
        {
            "id": "chatcmpl-1",
            "object": "chat.completion.chunk",
            "created": 1_700_000_000,
            "model": "scripted",
            "choices": [],
            "usage": usage,
        }
    )


def _call(index: int, call: Call | BrokenCall, *, ends: bool = True) -> Iterator[bytes]:
    head = {
        "index": index,
        "id": f"call_{index:04d}",
        "type": "function",
        "function": {"name": call.name, "arguments": ""},
    }
    yield _chunk({"tool_calls": [head]})
    half = len(call.text) // 2
    for text in [call.text[:half], call.text[half:]] if ends else [call.text[:half]]:
        yield _chunk({"tool_calls": [{"index": index, "function": {"arguments": text}}]})


def _answer(parts: tuple[Part, ...]) -> Iterator[bytes]:
    yield _chunk({"role": "assistant", "content": ""})
    reason, calls = "stop", 0
    for part in parts:
        if isinstance(part, Say):
            for text in part.parts:
                yield _chunk({"content": text})
        elif isinstance(part, Stop):
            reason = {"length": "length", "refused": "content_filter"}[part.reason]
        else:
            yield from _call(calls, part)
            calls, reason = calls + 1, "tool_calls"
    yield _chunk({}, reason)
    yield _usage()
    yield b"data: [DONE]\n\n"


def _begun(said: str, call: Call | None) -> Iterator[bytes]:
    yield _chunk({"role": "assistant", "content": ""})
    yield _chunk({"content": said})
    if call is not None:
        yield from _call(0, call, ends=False)


def _garbage() -> bytes:
    return b'data: {"id": "chatcmpl-1", "choices": [{"delta": {"content": "x\n\n'


def _trouble() -> bytes:
    return event({"error": {"message": "the server had an error", "type": "server_error"}})


def _error(fail: Fail, quoted: str) -> dict[str, Any]:
    code = "context_length_exceeded" if fail.too_long else None
    return {"error": {"message": f"no: {quoted}", "type": "scripted", "param": None, "code": code}}


def _models(names: list[str]) -> dict[str, Any]:
    data = [{"id": name, "object": "model", "created": 1, "owned_by": "me"} for name in names]
    return {"object": "list", "data": data}


DIALECT = Dialect(
    prefix="/v1",
    chat_path="/v1/chat/completions",
    models_path="/v1/models",
    key_header="authorization",
    answer=_answer,
    begun=_begun,
    garbage=_garbage,
    trouble=_trouble,
    error=_error,
    models=_models,
)


# Mistral sends a call whole, in one event, with an id of nine letters and digits.
def _mistral_answer(parts: tuple[Part, ...]) -> Iterator[bytes]:
    yield _chunk({"role": "assistant", "content": ""})
    reason = "stop"
    calls: list[dict[str, Any]] = []
    for part in parts:
        if isinstance(part, Say):
            for text in part.parts:
                yield _chunk({"content": text})
        elif isinstance(part, Stop):
            reason = {"length": "length", "refused": "content_filter"}[part.reason]
        else:
            calls.append(
                {
                    "id": f"call{len(calls):05d}",
                    "function": {"name": part.name, "arguments": part.text},
                    "index": len(calls),
                }
            )
            reason = "tool_calls"
    yield _chunk({"content": "", **({"tool_calls": calls} if calls else {})}, reason)
    yield b"data: [DONE]\n\n"


def _mistral_begun(said: str, call: Call | None) -> Iterator[bytes]:
    yield _chunk({"role": "assistant", "content": ""})
    yield _chunk({"content": said})
    if call is not None:
        half = {"name": call.name, "arguments": call.text[: len(call.text) // 2]}
        yield _chunk({"tool_calls": [{"id": "call00000", "function": half, "index": 0}]})


def _mistral_error(fail: Fail, quoted: str) -> dict[str, Any]:
    return {"object": "error", "message": f"no: {quoted}", "type": "scripted", "code": "1"}


MISTRAL = replace(DIALECT, answer=_mistral_answer, begun=_mistral_begun, error=_mistral_error)
