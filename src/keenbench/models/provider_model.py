"""A provider's chat model as the rest of KeenBench sees it: the same for all of them.

Around the package's own model it puts what must not differ between providers: the key of the
moment, tries, typed errors, answers taken only when whole, and a wait that a cancel ends.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from langchain_core.callbacks import CallbackManagerForLLMRun
from langchain_core.language_models import BaseChatModel
from langchain_core.language_models.base import LanguageModelInput
from langchain_core.language_models.chat_models import generate_from_stream
from langchain_core.messages import AIMessage, BaseMessage
from langchain_core.outputs import ChatGenerationChunk, ChatResult
from langchain_core.runnables import Runnable
from pydantic import PrivateAttr

from keenbench.models.answers import whole
from keenbench.models.interrupting import until_canceled
from keenbench.models.registry import ModelRef
from keenbench.models.retrying import tried

# English text has some four characters a token; counting for real would ask a server.
_CHARACTERS_A_TOKEN = 4


class ProviderChatModel(BaseChatModel):
    """`open_model` gives the package's model with the key and address that are set now."""

    _ref: ModelRef = PrivateAttr()
    _open: Callable[[], BaseChatModel] = PrivateAttr()

    def __init__(
        self, ref: ModelRef, open_model: Callable[[], BaseChatModel], **fields: Any
    ) -> None:
        super().__init__(output_version="v0", **fields)
        self._ref = ref
        self._open = open_model

    @property
    def _llm_type(self) -> str:
        return f"keenbench-{self._ref.provider_id}"

    @property
    def _identifying_params(self) -> dict[str, Any]:
        return {"model_id": self._ref.model_id}

    def bind_tools(
        self, tools: Sequence[Any], *, tool_choice: Any = None, **kwargs: Any
    ) -> Runnable[LanguageModelInput, AIMessage]:
        """Bind tools in the form that this provider's package gives them."""
        if tool_choice is not None:
            kwargs["tool_choice"] = tool_choice
        bound = self._open().bind_tools(tools, **kwargs)
        return self.bind(**bound.kwargs)  # type: ignore[attr-defined]

    def _stream(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: CallbackManagerForLLMRun | None = None,
        **kwargs: Any,
    ) -> Iterator[ChatGenerationChunk]:
        # `whole` holds calls back, so that a cancel must be seen below it, too.
        ended = until_canceled()

        def begin() -> Iterator[ChatGenerationChunk]:
            model = self._open()
            return whole(ended(model._stream(messages, stop=stop, **kwargs)), self._ref)

        yield from tried(begin, self._ref)

    def _generate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: CallbackManagerForLLMRun | None = None,
        **kwargs: Any,
    ) -> ChatResult:
        # One way to talk to a provider: streamed, so that a cancel and a cut are seen at once.
        return generate_from_stream(self._stream(messages, stop, run_manager, **kwargs))

    def get_num_tokens(self, text: str) -> int:
        """Return about how many tokens a text has; LangChain's own way fetches a tokenizer."""
        return -(-len(text) // _CHARACTERS_A_TOKEN)
