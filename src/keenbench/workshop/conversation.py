"""The conversation of a workbench: `meta/conversation.jsonl`, a line for everything that was said.

It is the one store of messages. A run adds its lines as they come to be, so that a run that was
killed can go on from its last line; a checkpoint keeps a copy, so that undo brings it back. By
`type`:

    user    what the user said; it opens a run
    model   one answer of the model, as LangChain writes messages
    tool    what a tool gave for one call of that answer
    note    what KeenBench told the model on the way
    end     how the run ended (a run that is resumed goes on after it)
    switch  another model from here on
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from keenbench import storage
from keenbench.errors import ErrorInfo, FileReadFailed, UnknownId
from keenbench.reading import View, open_folders
from keenbench.workbench.bench import Workbench
from keenbench.workbench.checkpoints import CONVERSATION

EndStatus = Literal["completed", "canceled", "failed", "interrupted"]


class _Line(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore")


class UserLine(_Line):
    type: Literal["user"] = "user"
    message_id: str
    text: str
    created_at: str
    run_id: str
    # The id of the answer, given before there is one: its first words are streamed under it.
    answer_id: str
    checkpoint_id: str
    model_id: str
    # A turn that only looks.
    analysis: bool = False


class ModelLine(_Line):
    type: Literal["model"] = "model"
    run_id: str
    # Which call of the model in this run, from 1.
    step: int
    model_id: str
    at: str
    message: dict[str, Any]


class ToolLine(_Line):
    type: Literal["tool"] = "tool"
    run_id: str
    # The model's step and the number of the call in it: "3.0".
    step: str
    call_id: str
    name: str
    ok: bool
    changed: bool = False
    summary: str
    text: str
    entry_id: str | None = None
    paths: list[str] = []


class NoteLine(_Line):
    type: Literal["note"] = "note"
    run_id: str
    text: str


class EndLine(_Line):
    type: Literal["end"] = "end"
    run_id: str
    status: EndStatus
    at: str
    error: ErrorInfo | None = None
    steps: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    coverage: list[dict[str, Any]] = []
    # Words of an answer that never came to its end; the user saw them.
    partial: str = ""


class SwitchLine(_Line):
    type: Literal["switch"] = "switch"
    model_id: str
    at: str


Line = Annotated[
    UserLine | ModelLine | ToolLine | NoteLine | EndLine | SwitchLine, Field(discriminator="type")
]
Said = ModelLine | ToolLine | NoteLine
_LINE: TypeAdapter[Any] = TypeAdapter(Line)
SomeLine = TypeVar("SomeLine", bound=_Line)


@dataclass
class Turn:
    """What the user said, and all that came of it."""

    user: UserLine
    said: list[Said] = field(default_factory=list)
    # How it ended, unless it goes on.
    end: EndLine | None = None

    def lines(self, kind: type[SomeLine]) -> list[SomeLine]:
        return [line for line in self.said if isinstance(line, kind)]

    @property
    def text(self) -> str:
        """The answer as the user saw it come."""
        texts = [text_of(line.message) for line in self.lines(ModelLine)]
        if self.end is not None:
            texts.append(self.end.partial)
        return "\n\n".join(text for text in texts if text.strip())


class Conversation:
    """All that was said, the oldest first."""

    def __init__(self, lines: Sequence[Any] = ()) -> None:
        self.turns: list[Turn] = []
        self.model_id: str | None = None
        for line in lines:
            self._take(line)

    def _take(self, line: Any) -> None:
        if isinstance(line, UserLine):
            self.turns.append(Turn(line))
            self.model_id = line.model_id
        elif isinstance(line, SwitchLine):
            self.model_id = line.model_id
        elif self.turns and self.turns[-1].user.run_id == line.run_id:
            turn = self.turns[-1]
            if isinstance(line, EndLine):
                turn.end = line
            else:
                turn.said.append(line)
                turn.end = None

    @property
    def latest(self) -> Turn | None:
        return self.turns[-1] if self.turns else None

    def find(self, message_id: str | None) -> Turn:
        """Return the turn of a message, the user's or its answer; without an id the latest."""
        if message_id is None and self.turns:
            return self.turns[-1]
        for turn in self.turns:
            if message_id in (turn.user.message_id, turn.user.answer_id):
                return turn
        what = f"message {message_id[:100]}" if message_id is not None else "message yet"
        raise UnknownId(f"There is no {what} in this conversation.", phase="workshop")


def read_conversation(view: View) -> Conversation:
    fd = view.open("meta", CONVERSATION)
    if fd is None:
        return Conversation()
    with os.fdopen(fd, "rb") as file:
        # What stands after the last line end was never finished, so it was told to nobody.
        *lines, _ = file.read().split(b"\n")
    try:
        return Conversation([_LINE.validate_json(line) for line in lines])
    except ValidationError:
        raise FileReadFailed(f"The workbench's own {CONVERSATION} is damaged.") from None


def add_line(bench: Workbench, line: _Line) -> None:
    """Add a line; it is safe when this returns. Only the active run adds lines of its run."""
    data = json.dumps(line.model_dump(mode="json", exclude_none=True), ensure_ascii=False)
    with open_folders(bench.workbenches, bench.workbench_id) as folders:
        storage.append(folders.get("meta"), CONVERSATION, data.encode() + b"\n")


def text_of(message: dict[str, Any]) -> str:
    """Return the words of a message as LangChain writes it; its content may come in parts."""
    content = message["data"].get("content")
    if isinstance(content, str):
        return content
    return "".join(_words(content or ()))


def _words(parts: Iterable[Any]) -> Iterable[str]:
    for part in parts:
        if isinstance(part, str):
            yield part
        elif isinstance(part, dict) and part.get("type", "text") == "text":
            yield str(part.get("text") or "")


def calls_of(message: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the tool calls of a message: name, args, id."""
    calls: list[dict[str, Any]] = message["data"].get("tool_calls") or []
    return calls
