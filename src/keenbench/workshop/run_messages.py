"""What a model is shown of a conversation, as messages that any provider takes.

Turns before this one are told without what belongs to one provider alone (signatures, thoughts,
ids of its own), so that the model can be switched in the middle. Of the run that is under way the
model's own messages are kept as they were, while it is the same model.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Any

from langchain_core.messages import (
    AIMessage,
    BaseMessage,
    HumanMessage,
    ToolMessage,
    messages_from_dict,
)

from keenbench.workshop.conversation import (
    ModelLine,
    ToolLine,
    Turn,
    calls_of,
    text_of,
)

_NOT_DONE = '{"ok":false,"error":"This call was not carried out: the run ended before it."}'
# In one answer. Whoever makes more has lost count, and what was asked for by then is hard to stop.
MOST_CALLS = 64
_NO_WORDS = "(no words)"
_ENDINGS = {
    "canceled": "(the user cancelled this turn)",
    "failed": "(this turn ended in an error)",
    "interrupted": "(this turn was interrupted)",
}


def turn_messages(turn: Turn, model_id: str | None = None) -> list[BaseMessage]:
    """Return the messages of a turn; those of `model_id` as it gave them."""
    messages: list[BaseMessage] = [HumanMessage(turn.user.text)]
    for line in turn.said:
        if isinstance(line, ModelLine):
            messages.append(_model_message(line, model_id))
        elif isinstance(line, ToolLine):
            messages.append(
                ToolMessage(
                    line.text,
                    tool_call_id=line.call_id,
                    name=line.name,
                    status="success" if line.ok else "error",
                )
            )
        else:
            messages.append(HumanMessage(line.text))
    return messages


def past_messages(turn: Turn) -> list[BaseMessage]:
    """Return the messages of a turn that is over: every call answered, and the last word said."""
    messages: list[BaseMessage] = []
    for message in turn_messages(turn):
        if isinstance(message, HumanMessage | AIMessage):
            messages += _unanswered(messages)
        messages.append(message)
    messages += _unanswered(messages)
    if not isinstance(messages[-1], AIMessage):
        status = turn.end.status if turn.end is not None else "interrupted"
        partial = turn.end.partial if turn.end is not None else ""
        messages.append(AIMessage(f"{partial}\n{_ENDINGS.get(status, _NO_WORDS)}".strip()))
    return messages


def unanswered_calls(messages: Sequence[BaseMessage]) -> list[tuple[int, dict[str, Any]]]:
    """Return the calls of the latest answer that no tool has answered, with their numbers."""
    answered: set[str] = set()
    for message in reversed(messages):
        if isinstance(message, ToolMessage):
            answered.add(message.tool_call_id)
        elif isinstance(message, AIMessage):
            return [
                (index, dict(call))
                for index, call in enumerate(message.tool_calls)
                if call["id"] not in answered
            ]
        else:
            break
    return []


def _unanswered(messages: Sequence[BaseMessage]) -> list[BaseMessage]:
    return [
        ToolMessage(_NOT_DONE, tool_call_id=call["id"], name=call["name"], status="error")
        for _, call in unanswered_calls(messages)
    ]


def _model_message(line: ModelLine, model_id: str | None) -> BaseMessage:
    if line.model_id == model_id:
        return messages_from_dict([line.message])[0]
    return plain(text_of(line.message), calls_of(line.message))


def plain(text: str, calls: Sequence[Any], message_id: str | None = None) -> AIMessage:
    """Return an answer with its words and calls alone."""
    return AIMessage(
        # An answer of no words is refused by some providers when it comes back to them.
        text if text.strip() or calls else _NO_WORDS,
        id=message_id,
        tool_calls=[
            {"name": call["name"], "args": call["args"], "id": call["id"], "type": "tool_call"}
            for call in calls
        ],
    )


@dataclass(frozen=True)
class Settled:
    """An answer that can be acted on."""

    message: AIMessage
    # Calls whose arguments could not be read, by id: what is wrong with them.
    unreadable: dict[str, str]
    # How many calls were left out, beyond `MOST_CALLS`.
    left_out: int = 0


def settle(message: AIMessage, step: int, taken: Collection[str]) -> Settled:
    """Return the answer with every call named once and readable.

    Some servers number their calls anew in each answer, and some give no ids. What a tool did is
    looked up by its call, so two calls of one id would be taken for one. A call whose arguments are
    no JSON becomes one without arguments, so that it can be answered with words. Of more than
    `MOST_CALLS` the first ones are kept.
    """
    ids: set[str] = set(taken)
    calls: list[dict[str, Any]] = []
    unreadable: dict[str, str] = {}
    renamed = False
    made = [*message.tool_calls, *message.invalid_tool_calls]
    left_out = max(0, len(made) - MOST_CALLS)
    for index, call in enumerate(made[:MOST_CALLS]):
        bad = index >= len(message.tool_calls)
        call_id = call.get("id") or ""
        if not call_id or call_id in ids:
            call_id = f"call{step}n{index}"
            renamed = True
        ids.add(call_id)
        name = call.get("name") or ""
        calls.append({"name": name, "args": {} if bad else call["args"], "id": call_id})
        if bad:
            reason = call.get("error")
            unreadable[call_id] = str(reason)[:300] if reason else "they are no JSON object"
    if not renamed and not unreadable and not left_out:
        return Settled(message, {})
    settled = plain(str(message.text), calls, message.id)
    settled.usage_metadata = message.usage_metadata
    return Settled(settled, unreadable, left_out)


@dataclass(frozen=True)
class Shown:
    """What fits into the model's window."""

    messages: list[BaseMessage]
    # How many turns, the oldest, are left out; and how many results of this turn.
    turns_left_out: int
    results_left_out: int

    @property
    def note(self) -> str:
        """What the model is told about what it is not shown."""
        said = []
        if self.turns_left_out:
            turns = "turn" if self.turns_left_out == 1 else f"{self.turns_left_out} turns"
            said.append(
                f"The first {turns} of this conversation are not shown to you: there was no room. "
                "If the user refers to them, say so and ask, or read the files again."
            )
        if self.results_left_out:
            said.append(
                f"{self.results_left_out} earlier results of this turn are left out for want of "
                "room; each says how to get it again."
            )
        return "\n".join(said)


def fit(
    past: Sequence[Sequence[BaseMessage]],
    current: Sequence[BaseMessage],
    room: int,
    recall: Callable[[str], str | None],
) -> Shown | None:
    """Return what of the turns fits into `room` tokens; None when this turn alone does not.

    The latest turns come first. In this turn the oldest results make room, never what the user
    said or what was asked; `recall` tells under which id a result is kept.
    """
    messages = list(current)
    sizes = [size_of(message) for message in messages]
    total = sum(sizes)
    shortened = 0
    results = [index for index, each in enumerate(messages) if isinstance(each, ToolMessage)]
    for index in results[:-1]:
        if total <= room:
            break
        message = messages[index]
        assert isinstance(message, ToolMessage)
        short = _left_out(message, recall(message.tool_call_id))
        if size_of(short) >= sizes[index]:
            continue
        total -= sizes[index] - size_of(short)
        messages[index] = short
        shortened += 1
    if total > room:
        return None
    kept: list[BaseMessage] = []
    turns = 0
    for turn in reversed(past):
        size = sum(size_of(message) for message in turn)
        if total + size > room:
            break
        total += size
        kept[:0] = turn
        turns += 1
    return Shown([*kept, *messages], len(past) - turns, shortened)


def _left_out(message: ToolMessage, entry_id: str | None) -> ToolMessage:
    again = (
        f'recall_tool_result with entry_id "{entry_id}" gives it again'
        if entry_id is not None
        else "make the call again to see it"
    )
    return ToolMessage(
        f"(This result is left out for want of room; {again}.)",
        tool_call_id=message.tool_call_id,
        name=message.name,
        status=message.status,
    )


def size_of(message: BaseMessage) -> int:
    """Return about how many tokens a message takes, rather too many than too few."""
    text = str(message.text) if isinstance(message.content, str) else repr(message.content)
    calls = repr(message.tool_calls) if isinstance(message, AIMessage) else ""
    return tokens_in(text) + tokens_in(calls) + 8


def tokens_in(text: str) -> int:
    # Three bytes a token: prose takes four, numbers and code nearly three, other scripts less.
    return -(-len(text.encode("utf-8", "replace")) // 3)
