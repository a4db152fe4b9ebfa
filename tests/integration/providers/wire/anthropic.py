"""Anthropic's Messages API, streamed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tests.integration.providers.wire.dialect import Dialect, event
from tests.integration.providers.wire.script import BrokenCall, Call, Fail, Part, Say, Stop

_KINDS = {401: "authentication_error", 403: "permission_error", 404: "not_found_error"}
_KINDS |= {429: "rate_limit_error", 400: "invalid_request_error", 529: "overloaded_error"}


def _start() -> bytes:
    message: dict[str, Any] = {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "model": "claude",
        "content": [],
        "stop_reason": None,
        "stop_sequence": None,
        "usage": {"input_tokens": 100, "output_tokens": 1},
    }
    return event({"type": "message_start", "message": message}, "message_start")


def _delta(index: int, delta: dict[str, Any]) -> bytes:
    data = {"type": "content_block_delta", "index": index, "delta": delta}
    return event(data, "content_block_delta")


def _block(index: int, part: Part, *, ends: bool = True) -> Iterator[bytes]:
    if isinstance(part, Say):
        block: dict[str, Any] = {"type": "text", "text": ""}
        deltas = [{"type": "text_delta", "text": text} for text in part.parts]
    else:
        assert isinstance(part, Call | BrokenCall)
        block = {"type": "tool_use", "id": f"toolu_{index:04d}", "name": part.name, "input": {}}
        half = len(part.text) // 2
        halves = [part.text[:half], part.text[half:]] if ends else [part.text[:half]]
        deltas = [{"type": "input_json_delta", "partial_json": text} for text in halves]
    start = {"type": "content_block_start", "index": index, "content_block": block}
    yield event(start, "content_block_start")
    for delta in deltas:
        yield _delta(index, delta)
    if ends:
        yield event({"type": "content_block_stop", "index": index}, "content_block_stop")


def _answer(parts: tuple[Part, ...]) -> Iterator[bytes]:
    yield _start()
    yield event({"type": "ping"}, "ping")
    reason = "end_turn"
    for index, part in enumerate(parts):
        if isinstance(part, Stop):
            reason = {"length": "max_tokens", "refused": "refusal"}[part.reason]
            continue
        if not isinstance(part, Say):
            reason = "tool_use"
        yield from _block(index, part)
    delta = {"stop_reason": reason, "stop_sequence": None}
    end = {
        "type": "message_delta",
        "delta": delta,
        "usage": {"input_tokens": 100, "output_tokens": 20},
    }
    yield event(end, "message_delta")
    yield event({"type": "message_stop"}, "message_stop")


def _begun(said: str, call: Call | None) -> Iterator[bytes]:
    yield _start()
    yield from _block(0, Say(said), ends=call is not None)
    if call is not None:
        yield from _block(1, call, ends=False)


def _garbage() -> bytes:
    return b'event: content_block_delta\ndata: {"type": "content_block_delta", "ind\n\n'


def _trouble() -> bytes:
    return event(_error(Fail(529), "overloaded"), "error")


def _error(fail: Fail, quoted: str) -> dict[str, Any]:
    kind = _KINDS.get(fail.status, "api_error")
    words = "prompt is too long: 210000 tokens > 200000 maximum" if fail.too_long else "no"
    return {"type": "error", "error": {"type": kind, "message": f"{words}: {quoted}"}}


def _models(names: list[str]) -> dict[str, Any]:
    data = [{"type": "model", "id": name, "display_name": name} for name in names]
    return {"data": data, "has_more": False, "first_id": names[0], "last_id": names[-1]}


DIALECT = Dialect(
    prefix="",
    chat_path="/v1/messages",
    models_path="/v1/models",
    key_header="authorization",
    answer=_answer,
    begun=_begun,
    garbage=_garbage,
    trouble=_trouble,
    error=_error,
    models=_models,
)
