"""What a scripted provider does, in words that are the same for all of them."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Say:
    """Stream a text, in several parts."""

    text: str

    @property
    def parts(self) -> list[str]:
        third = max(1, len(self.text) // 3)
        return [self.text[at : at + third] for at in range(0, len(self.text), third)]


@dataclass(frozen=True, init=False)
class Call:
    """Call a tool: `Call("read_file", path="a.txt")` or `Call("read_file", {"path": "a.txt"})`."""

    name: str
    args: dict[str, Any] = field(default_factory=dict)

    def __init__(self, name: str, args: dict[str, Any] | None = None, /, **more: Any) -> None:
        object.__setattr__(self, "name", name)
        object.__setattr__(self, "args", (args or {}) | more)

    @property
    def text(self) -> str:
        return json.dumps(self.args)


@dataclass(frozen=True)
class BrokenCall:
    """Call a tool with arguments that are no JSON (Google's format cannot say that)."""

    name: str
    text: str


@dataclass(frozen=True)
class Stop:
    """End the answer for a reason of its own: `length` or `refused`."""

    reason: str


@dataclass(frozen=True)
class Fail:
    """Answer with an error status. The body quotes what was sent, as providers' do."""

    status: int
    headers: dict[str, str] = field(default_factory=dict)
    too_long: bool = False  # the words by which packages know that the prompt was too long


@dataclass(frozen=True)
class Cut:
    """Begin an answer and break off. `clean`: the stream ends well, only the end is missing."""

    said: str = "The total is 1"
    call: Call | None = None  # breaks off in the middle of its arguments
    clean: bool = False


@dataclass(frozen=True)
class Garbage:
    """Send an event that is no JSON, at once or in the middle of an answer."""

    said: str = ""


@dataclass(frozen=True)
class Drop:
    """Close the connection without a word."""


@dataclass(frozen=True)
class Trouble:
    """Begin an answer, then report a failure in the provider's own way and end."""

    said: str = "The total"


@dataclass(frozen=True)
class Hang:
    """Say something, if at all, and then nothing until the client is gone."""

    said: str = ""


Part = Say | Call | BrokenCall | Stop
Step = Part | Fail | Cut | Garbage | Drop | Trouble | Hang | tuple[Part, ...]


def parts_of(step: Step) -> tuple[Part, ...]:
    """Return the parts of an answer that ends well."""
    return step if isinstance(step, tuple) else (step,)  # type: ignore[return-value]
