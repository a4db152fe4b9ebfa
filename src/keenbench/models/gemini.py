"""Gemini's chat model, told of tools by their own JSON Schema.

langchain-google-genai 4.4 rewrites a schema for Gemini's older form and loses on the way which keys
of an object inside an object may be left out: all of them become required, and a model that is made
to name sixteen styles for a cell makes fifteen up. Gemini takes the schema as it is, too.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from google.genai.types import FunctionDeclaration, Tool
from langchain_core.language_models.base import LanguageModelInput
from langchain_core.messages import AIMessage
from langchain_core.runnables import Runnable
from langchain_core.utils.function_calling import convert_to_openai_tool
from langchain_google_genai import ChatGoogleGenerativeAI


class GeminiChatModel(ChatGoogleGenerativeAI):
    """The package's model but for `bind_tools`."""

    def bind_tools(
        self, tools: Sequence[Any], tool_config: Any = None, *, tool_choice: Any = None, **more: Any
    ) -> Runnable[LanguageModelInput, AIMessage]:
        if tool_choice:
            more["tool_choice"] = tool_choice
        if tool_config:
            more["tool_config"] = tool_config
        declared = Tool(function_declarations=[declaration_of(tool) for tool in tools])
        return self.bind(tools=[declared], **more)


def declaration_of(tool: Any) -> FunctionDeclaration:
    function = convert_to_openai_tool(tool)["function"]
    return FunctionDeclaration(
        name=function["name"],
        description=function.get("description"),
        parameters_json_schema=function.get("parameters"),
    )
