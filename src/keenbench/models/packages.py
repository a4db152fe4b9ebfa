"""The chat model of a provider's LangChain package, with our client under it.

Packages try again by themselves, each in its own way and some by chance; here none does, and
`retrying` does it for all. Each is given its address, so that none looks for one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from keenbench.models.clients import httpx2_client, httpx_client
from keenbench.models.keys import Access
from keenbench.models.surroundings import settle

if TYPE_CHECKING:
    from langchain_core.language_models import BaseChatModel

# OpenAI's models that are asked through its Responses API and think between calls. Nothing is
# stored there (store=False), so their thoughts come back to us, sealed, to be sent again.
_SEALED_THOUGHTS = "gpt-6"


def make(access: Access, model: str) -> BaseChatModel:
    """Return the package's own model; its package is loaded on first use."""
    settle()
    base_url = access.base_url
    assert base_url is not None, "an unconfigured provider is refused before"
    # A server of the user's own asks for no key, but OpenAI's client will not go without one.
    key = access.key.get_secret_value() if access.key is not None else "none"
    provider_id = access.provider.provider_id
    if provider_id == "anthropic":
        return _anthropic(model, key, base_url)
    if provider_id == "google":
        return _google(model, key, base_url)
    if provider_id == "mistral":
        return _mistral(model, key, base_url)
    return _openai(model, key, base_url, local=provider_id == "local")


def _anthropic(model: str, key: str, base_url: str) -> BaseChatModel:
    import anthropic

    from keenbench.models.anthropic_chat import AnthropicChatModel

    made = AnthropicChatModel(
        model=model,
        api_key=key,
        base_url=base_url,
        max_retries=0,
        output_version="v0",
    )
    # The package takes no client of ours; it looks for one that it made and kept.
    made.__dict__["_client"] = anthropic.Anthropic(
        api_key=key, base_url=base_url, max_retries=0, http_client=httpx2_client(base_url)
    )
    return made


def _openai(model: str, key: str, base_url: str, *, local: bool) -> BaseChatModel:
    from keenbench.models.openai_chat import OpenAIChatModel

    more: dict[str, Any] = {"temperature": 0, "use_responses_api": False} if local else {}
    if not local:
        more["store"] = False
        if model.startswith(_SEALED_THOUGHTS):
            more["include"] = ["reasoning.encrypted_content"]
    return OpenAIChatModel(
        model=model,
        api_key=key,
        base_url=base_url,
        max_retries=0,
        stream_usage=True,
        http_client=httpx2_client(base_url),
        output_version="v0",
        **more,
    )


def _google(model: str, key: str, base_url: str) -> BaseChatModel:
    from google.genai import Client
    from google.genai.types import HttpOptions

    from keenbench.models.gemini import GeminiChatModel

    made = GeminiChatModel(
        model=model,
        api_key=key,
        base_url=base_url,
        vertexai=False,
        max_retries=1,  # one try; 0 would mean "as often as Google's client likes"
        output_version="v0",
    )
    made.client = Client(
        vertexai=False,
        api_key=key,
        http_options=HttpOptions(base_url=base_url, httpx_client=httpx_client(base_url)),
    )
    return made


def _mistral(model: str, key: str, base_url: str) -> BaseChatModel:
    from langchain_mistralai import ChatMistralAI

    headers = {
        "Content-Type": "application/json",
        "Accept": "application/json",
        "Authorization": f"Bearer {key}",
    }
    return ChatMistralAI(
        model=model,
        api_key=key,
        base_url=base_url,
        client=httpx_client(base_url, headers),
        max_retries=1,
        temperature=0.0,
        output_version="v0",
    )
