"""Google's Gemini API: streamGenerateContent, as server-sent events."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tests.integration.providers.wire.dialect import Dialect, event
from tests.integration.providers.wire.script import BrokenCall, Call, Fail, Part, Say, Stop

_STATUS = {400: "INVALID_ARGUMENT", 401: "UNAUTHENTICATED", 403: "PERMISSION_DENIED"}
_STATUS |= {404: "NOT_FOUND", 429: "RESOURCE_EXHAUSTED", 500: "INTERNAL", 503: "UNAVAILABLE"}


def _chunk(parts: list[dict[str, Any]], finish: str | None = None) -> bytes:
    candidate: dict[str, Any] = {"content": {"role": "model", "parts": parts}, "index": 0}
    if finish is not None:
        candidate["finishReason"] = finish
    usage = {"promptTokenCount": 100, "candidatesTokenCount": 20, "totalTokenCount": 120}
    return event(
        {
            "candidates": [candidate],
            "usageMetadata": usage,
            "modelVersion": "scripted",
            "responseId": "r1",
        }
    )


def _answer(parts: tuple[Part, ...]) -> Iterator[bytes]:
    reason = "STOP"
    calls = []
    for part in parts:
        if isinstance(part, Say):
            for text in part.parts:
                yield _chunk([{"text": text}])
        elif isinstance(part, Stop):
            reason = {"length": "MAX_TOKENS", "refused": "SAFETY"}[part.reason]
        else:
            assert not isinstance(part, BrokenCall), "Gemini's arguments are JSON themselves"
            calls.append({"functionCall": {"name": part.name, "args": part.args}})
    yield _chunk(calls or [{"text": ""}], reason)


def _begun(said: str, call: Call | None) -> Iterator[bytes]:
    yield _chunk([{"text": said}])
    if call is not None:
        yield b'data: {"candidates": [{"content": {"role": "model", "parts": [{"functionCall": {'


def _garbage() -> bytes:
    return b'data: {"candidates": [{"content": {"parts": [{"text": "x\r\n\r\n'


def _trouble() -> bytes:
    return event(_error(Fail(503), "overloaded"))


def _error(fail: Fail, quoted: str) -> dict[str, Any]:
    words = "input exceeds the maximum number of tokens allowed" if fail.too_long else "no"
    error: dict[str, Any] = {
        "code": fail.status,
        "message": f"{words}: {quoted}",
        "status": _STATUS.get(fail.status, "UNKNOWN"),
    }
    return {"error": error}


def _models(names: list[str]) -> dict[str, Any]:
    return {"models": [{"name": f"models/{name}", "displayName": name} for name in names]}


DIALECT = Dialect(
    prefix="",
    chat_path=":streamGenerateContent",
    models_path="/v1beta/models",
    key_header="x-goog-api-key",
    answer=_answer,
    begun=_begun,
    garbage=_garbage,
    trouble=_trouble,
    error=_error,
    models=_models,
)
