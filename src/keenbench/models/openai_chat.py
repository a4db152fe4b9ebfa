"""OpenAI's chat model, whose fragments of a call's arguments are handed on unread.

LangChain reads every fragment as JSON that broke off, character by character from its end: one of
50 KB takes it half a minute, and no cancel stops it. `call_fragments` joins them.
"""

from __future__ import annotations

from typing import Any

from langchain_core.messages import AIMessageChunk
from langchain_core.outputs import ChatGenerationChunk
from langchain_openai import ChatOpenAI


class OpenAIChatModel(ChatOpenAI):
    """The package's model but for the arguments of calls."""

    def _convert_chunk_to_generation_chunk(
        self,
        chunk: dict[str, Any],
        default_chunk_class: type,
        base_generation_info: dict[str, Any] | None,
    ) -> ChatGenerationChunk | None:
        texts = _take_arguments(chunk)
        made = super()._convert_chunk_to_generation_chunk(
            chunk, default_chunk_class, base_generation_info
        )
        # A call that the package could not make sense of is not among them.
        if made is not None and isinstance(made.message, AIMessageChunk):
            for fragment, text in zip(made.message.tool_call_chunks, texts, strict=False):
                fragment["args"] = text
        return made


def _take_arguments(chunk: dict[str, Any]) -> list[str | None]:
    """Take the arguments out of an event and return them, call by call."""
    texts = []
    for choice in (chunk.get("choices") or [])[:1]:
        for call in (choice.get("delta") or {}).get("tool_calls") or []:
            function = call.get("function") or {}
            texts.append(function.get("arguments"))
            if texts[-1]:
                function["arguments"] = ""
    return texts
