"""The tool calls of an answer while they come: fragments are kept apart and joined once.

LangChain joins two chunks by mending and reading the arguments so far, at every fragment: that
grows with the square of their length, and 100 KB of them took half a minute. Here nothing is read
before all of it is there.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from langchain_core.messages import AIMessageChunk
from langchain_core.messages.tool import ToolCallChunk, tool_call_chunk
from langchain_core.outputs import ChatGenerationChunk

from keenbench.models.provider_errors import too_many_arguments

if TYPE_CHECKING:
    from keenbench.models.registry import ModelRef

# Of all calls of one answer. A model's longest answer is far below it.
MOST_CHARACTERS = 8 * 1024 * 1024

# How providers themselves write a call among the words of an answer, and where its arguments are.
CALL_PARTS = ("tool_use", "input_json_delta", "function_call", "tool_call", "tool_call_chunk")
_ARGUMENTS = ("partial_json", "arguments", "input", "args")


@dataclass
class _Call:
    name: str = ""
    call_id: str = ""
    index: int | str | None = None
    arguments: list[str] = field(default_factory=list)


class CallFragments:
    """`rest` is the answer without its calls, as far as it was held back with them."""

    def __init__(self, ref: ModelRef) -> None:
        self.rest: ChatGenerationChunk | None = None
        self._ref = ref
        self._calls: list[_Call] = []
        self._by_index: dict[int | str, list[_Call]] = {}
        # The same arguments as the provider wrote them, by the number of the part and its key.
        self._written: dict[Any, dict[str, list[str]]] = {}
        self._characters = 0

    def take(self, chunk: ChatGenerationChunk) -> None:
        """Add the next chunk of the answer."""
        message = chunk.message
        if isinstance(message, AIMessageChunk):
            for fragment in message.tool_call_chunks:
                self._take_fragment(fragment)
            others = {
                key: value
                for key, value in message.additional_kwargs.items()
                if key not in ("tool_calls", "function_call")
            }
            message = message.model_copy(
                update={
                    "content": self._without_arguments(message.content),
                    "additional_kwargs": others,
                    "tool_call_chunks": [],
                    "tool_calls": [],
                    "invalid_tool_calls": [],
                }
            )
            if self.rest is not None and _says_nothing(message, chunk, self.rest):
                return  # most do not, and there may be many thousands
            chunk = ChatGenerationChunk(message=message, generation_info=chunk.generation_info)
        self.rest = chunk if self.rest is None else self.rest + chunk

    def calls(self) -> list[ToolCallChunk]:
        """Return the calls, each with all of its arguments."""
        return [
            tool_call_chunk(
                name=call.name or None,
                args="".join(call.arguments),
                id=call.call_id or None,
                index=call.index,  # type: ignore[arg-type]
            )
            for call in self._calls
        ]

    def content(self) -> str | list[Any]:
        """Return the words, and the calls among them as the provider wrote them."""
        assert self.rest is not None
        content = self.rest.message.content
        if isinstance(content, str):
            return content
        return [self._with_arguments(part) for part in content]

    def _take_fragment(self, fragment: ToolCallChunk) -> None:
        call = self._call_of(fragment)
        call.name += fragment["name"] or ""
        call.call_id = call.call_id or fragment["id"] or ""
        if text := fragment["args"]:
            self._characters += len(text)
            if self._characters > MOST_CHARACTERS:
                raise too_many_arguments(self._ref, MOST_CHARACTERS)
            call.arguments.append(text)

    def _call_of(self, fragment: ToolCallChunk) -> _Call:
        """Return the call that a fragment belongs to; some servers give all calls one number."""
        index, call_id = fragment["index"], fragment["id"]
        alike = self._by_index.setdefault(index, []) if index is not None else []
        for call in reversed(alike):
            if not call_id or not call.call_id or call.call_id == call_id:
                return call
        call = _Call(index=index)
        self._calls.append(call)
        alike.append(call)
        return call

    def _without_arguments(self, content: str | list[Any]) -> str | list[Any]:
        if isinstance(content, str):
            return content
        kept = []
        for part in content:
            if not _is_call(part):
                kept.append(part)
                continue
            texts = {key: part[key] for key in _ARGUMENTS if isinstance(part.get(key), str)}
            is_first = part["index"] not in self._written
            written = self._written.setdefault(part["index"], {})
            for key, text in texts.items():
                written.setdefault(key, []).append(text)
            others = {key: value for key, value in part.items() if key not in texts}
            if is_first or set(others) - {"type", "index"}:
                kept.append(others)
        return kept

    def _with_arguments(self, part: Any) -> Any:
        if not _is_call(part):
            return part
        written = self._written.get(part["index"], {})
        return part | {key: "".join(texts) for key, texts in written.items()}


def _says_nothing(
    message: AIMessageChunk, chunk: ChatGenerationChunk, rest: ChatGenerationChunk
) -> bool:
    said = message.content or message.additional_kwargs or message.usage_metadata
    if said or chunk.generation_info or message.chunk_position:
        return False
    known = rest.message.response_metadata
    return all(
        key in known and known[key] == value for key, value in message.response_metadata.items()
    )


def _is_call(part: Any) -> bool:
    return (
        isinstance(part, dict) and part.get("type") in CALL_PARTS and part.get("index") is not None
    )
