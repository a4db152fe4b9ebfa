"""One turn as straight lines of code: each call of a tool returns what the tool told.

The model keeps nothing between calls. On every call the request is carried out anew from its first
line; results that stand in the messages are handed back in order, and the first call without one
becomes the model's answer. The same messages therefore always lead to the same next step.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, ToolMessage

# A request that needs more calls than this is not a plain one.
MOST_CALLS = 60


class Need(Exception):
    """The turn goes on when this tool has answered."""

    def __init__(self, name: str, arguments: dict[str, Any]) -> None:
        super().__init__(name)
        self.name = name
        self.arguments = arguments


class Say(Exception):
    """The turn ends with these words."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.text = text


class ToolFailed(Exception):
    """A tool refused; `message` tells why, in words for a person."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


@dataclass
class Turn:
    """What the user asks now, what was asked before, and what tools have told in this turn."""

    request: str
    earlier: tuple[str, ...]
    told: tuple[tuple[str, dict[str, Any], str], ...]
    calls: int = field(default=0)

    def call(self, tool: str, **arguments: Any) -> dict[str, Any]:
        """Return what the tool told, all of it; raises Need where it was not asked yet."""
        told = self._once(tool, arguments)
        if told.get("receipt"):
            return self._whole(told)
        return told

    def _once(self, tool: str, arguments: dict[str, Any]) -> dict[str, Any]:
        if self.calls == len(self.told):
            if self.calls >= MOST_CALLS:
                raise Say(
                    "This takes more steps than I can do offline; choose a model in the settings."
                )
            raise Need(tool, arguments)
        name, _, text = self.told[self.calls]
        self.calls += 1
        if name != tool:
            # Another model began this turn, or another version of this one.
            raise Say("I cannot go on with what another model began; please ask again.")
        return _read(text)

    def _whole(self, receipt: dict[str, Any]) -> dict[str, Any]:
        """Return a result that came as a receipt, from the pages in which it is kept."""
        entry_id, count = receipt["entry_id"], receipt["pages"]
        pages = [
            self._once("recall_tool_result", {"entry_id": entry_id, "page": page})
            for page in range(count)
        ]
        if "json_part" in pages[0]:
            whole: dict[str, Any] = json.loads("".join(page["json_part"] for page in pages))
            return whole
        told = dict(pages[0])
        for shown in receipt["preview"]:
            bulk = shown.removesuffix("_shown")
            if bulk != shown and bulk in told:
                for page in pages[1:]:
                    told[bulk] += page[bulk]
        return told


def _read(text: str) -> dict[str, Any]:
    try:
        value = json.loads(text)
    except ValueError:
        raise ToolFailed(text[:300]) from None
    if not isinstance(value, dict):
        return {"value": value}
    error = value.get("error")
    if isinstance(error, dict):
        raise ToolFailed(str(error.get("message") or "The tool failed."))
    return value


def read_turn(messages: Sequence[BaseMessage]) -> Turn | None:
    """Return the turn that the last message of the user opened, if there is one."""
    people = [i for i, message in enumerate(messages) if isinstance(message, HumanMessage)]
    if not people:
        return None
    after = messages[people[-1] + 1 :]
    results = {m.tool_call_id: str(m.text) for m in after if isinstance(m, ToolMessage)}
    told = tuple(
        (call["name"], call["args"], results[call["id"] or ""])
        for message in after
        if isinstance(message, AIMessage)
        for call in message.tool_calls
        if (call["id"] or "") in results
    )
    earlier = tuple(str(messages[i].text) for i in people[:-1])
    return Turn(str(messages[people[-1]].text), earlier, told)
