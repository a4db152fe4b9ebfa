"""What a provider's wire format is made of."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Protocol

from tests.integration.providers.wire.script import Call, Fail, Part


class Answer(Protocol):
    def __call__(self, parts: tuple[Part, ...]) -> Iterator[bytes]: ...


class Begun(Protocol):
    def __call__(self, said: str, call: Call | None) -> Iterator[bytes]: ...


class Error(Protocol):
    def __call__(self, fail: Fail, quoted: str) -> dict[str, Any]: ...


class Garbled(Protocol):
    def __call__(self) -> bytes: ...


class ModelList(Protocol):
    def __call__(self, names: list[str]) -> dict[str, Any]: ...


@dataclass(frozen=True)
class Dialect:
    prefix: str  # of every path, as part of the base URL
    chat_path: str  # what the path of a chat ends with
    models_path: str
    key_header: str
    answer: Answer  # a whole answer, event by event
    begun: Begun  # the beginning of one
    garbage: Garbled  # an event that is no JSON
    trouble: Garbled  # an event that reports a failure
    error: Error
    models: ModelList

    def is_chat(self, path: str) -> bool:
        return path.partition("?")[0].endswith(self.chat_path)


def event(data: dict[str, Any], name: str | None = None) -> bytes:
    """Return one server-sent event."""
    head = f"event: {name}\n" if name is not None else ""
    return f"{head}data: {json.dumps(data)}\n\n".encode()
