"""What a provider streams, taken for an answer only when it is whole.

LangChain mends the arguments of a tool call that broke off: `{"rows": [1, 2` becomes two rows. An
edit made of that would be half of what the model meant. So a call's arguments are held back until
they are all there, and read strictly; those that are no JSON go to the tool as such, which refuses
them, and the model hears of it. A stream that ends without saying why it ended was cut off.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from langchain_core.messages import AIMessageChunk
from langchain_core.messages.tool import ToolCallChunk, tool_call_chunk
from langchain_core.outputs import ChatGenerationChunk

from keenbench.models.call_fragments import CALL_PARTS, CallFragments
from keenbench.models.provider_errors import bad_response, cut_off, refused

if TYPE_CHECKING:
    from keenbench.models.registry import ModelRef

# The one argument of a call whose arguments could not be read; no tool has a parameter of this
# name, so that each refuses it by name.
UNREADABLE = "arguments_are_not_valid_json"
_UNREADABLE_CHARACTERS = 1000

_CUT_SHORT = "\n\n[The answer stops here: it reached the longest that this model gives at once.]"

_TOO_LONG = {"LENGTH", "MAX_TOKENS", "MODEL_LENGTH", "INCOMPLETE", "MODEL_CONTEXT_WINDOW_EXCEEDED"}
_REFUSED = {
    "CONTENT_FILTER",
    "REFUSAL",
    "SAFETY",
    "RECITATION",
    "BLOCKLIST",
    "PROHIBITED_CONTENT",
    "SPII",
    "IMAGE_SAFETY",
}
_FAILED = {"ERROR", "FAILED", "CANCELLED", "MALFORMED_FUNCTION_CALL", "UNEXPECTED_TOOL_CALL"}


def whole(chunks: Iterator[ChatGenerationChunk], ref: ModelRef) -> Iterator[ChatGenerationChunk]:
    """Give the words as they come and the tool calls at the end, or raise if the end is missing."""
    begun: ChatGenerationChunk | None = None  # what comes before the first word: ids, usage
    held: CallFragments | None = None
    shown = False
    reason: str | None = None
    for chunk in chunks:
        reason = _reason(chunk) or reason
        message = chunk.message
        # LangChain gives one of its own. A server that uses an id twice would have its second
        # message take the place of the first in a conversation.
        message.id = None
        calls = isinstance(message, AIMessageChunk) and message.tool_call_chunks
        if held is None and calls:
            held = CallFragments(ref)
        if held is not None:
            held.take(chunk)
        elif not shown and not message.content:
            # Kept back, so that a stream that is cut before its first word can be tried again.
            begun = chunk if begun is None else begun + chunk
        else:
            if begun is not None:
                chunk, begun = begun + chunk, None
            shown = True
            yield chunk
    if reason is None:
        raise cut_off(ref)
    if reason in _REFUSED:
        raise refused(ref)
    if reason in _FAILED:
        raise bad_response(ref)
    if begun is not None:
        yield begun
    if held is not None:
        yield _strict(held)
    elif reason in _TOO_LONG:
        yield ChatGenerationChunk(message=AIMessageChunk(content=_CUT_SHORT))


def _reason(chunk: ChatGenerationChunk) -> str | None:
    """Return why the provider says that its answer ends, where this chunk says it."""
    for where in (chunk.message.response_metadata, chunk.generation_info or {}):
        feedback = where.get("prompt_feedback")
        if isinstance(feedback, dict) and feedback.get("block_reason"):
            return "SAFETY"
        # OpenAI's Responses API: {"status": "incomplete", "incomplete_details": {"reason": …}}.
        details = where.get("incomplete_details")
        if isinstance(details, dict) and details.get("reason") == "content_filter":
            return "CONTENT_FILTER"
        for key in ("finish_reason", "stop_reason", "status"):
            value = where.get(key)
            if isinstance(value, str) and value and value != "FINISH_REASON_UNSPECIFIED":
                return value.upper()
    return None


def _strict(held: CallFragments) -> ChatGenerationChunk:
    assert held.rest is not None
    message = held.rest.message
    assert isinstance(message, AIMessageChunk)
    given = held.calls()
    calls = [_read_strictly(call, n) for n, call in enumerate(given)]
    as_given = all(new is old for new, old in zip(calls, given, strict=True))
    content = held.content()
    whole_message = AIMessageChunk(
        content=content if as_given else _without_calls(content),
        additional_kwargs=message.additional_kwargs if as_given else {},
        tool_call_chunks=calls,
        response_metadata=message.response_metadata,
        usage_metadata=message.usage_metadata,
        chunk_position=message.chunk_position if as_given else None,
    )
    return ChatGenerationChunk(message=whole_message, generation_info=held.rest.generation_info)


def _read_strictly(call: ToolCallChunk, index: int) -> ToolCallChunk:
    text = call["args"] or ""
    try:
        # LangChain's own parser lets a line break stand in a string, as several models write it.
        whole_object = not text or isinstance(json.loads(text, strict=False), dict)
    except (ValueError, RecursionError):
        whole_object = False
    if whole_object and call["name"] and call["id"]:
        return call
    arguments = text if whole_object else json.dumps({UNREADABLE: text[:_UNREADABLE_CHARACTERS]})
    return tool_call_chunk(
        name=call["name"] or "unnamed_tool",
        args=arguments,
        id=call["id"] or f"call{index:05d}",
        index=index,
    )


def _without_calls(content: str | list[Any]) -> str | list[Any]:
    """Leave out how a provider itself wrote the calls: they go back to it from `tool_calls`."""
    if isinstance(content, str):
        return content
    return [
        part for part in content if not (isinstance(part, dict) and part.get("type") in CALL_PARTS)
    ]
