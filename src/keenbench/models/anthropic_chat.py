"""Anthropic's chat model, whose fragments of a call's arguments are handed on unread.

As with OpenAI's: see `openai_chat`.
"""

from __future__ import annotations

from typing import Any

from langchain_anthropic import ChatAnthropic
from langchain_core.messages import AIMessageChunk


class AnthropicChatModel(ChatAnthropic):
    """The package's model but for the arguments of calls."""

    def _make_message_chunk_from_anthropic_event(
        self, event: Any, **more: Any
    ) -> tuple[AIMessageChunk | None, Any]:
        delta: Any = getattr(event, "delta", None)
        if getattr(delta, "type", None) != "input_json_delta":
            return super()._make_message_chunk_from_anthropic_event(event, **more)
        unread = delta.model_copy(update={"partial_json": ""})
        message, begun = super()._make_message_chunk_from_anthropic_event(
            event.model_copy(update={"delta": unread}), **more
        )
        if message is not None:
            for fragment in message.tool_call_chunks:
                fragment["args"] = delta.partial_json
            for part in message.content:
                if isinstance(part, dict) and "partial_json" in part:
                    part["partial_json"] = delta.partial_json
        return message, begun
