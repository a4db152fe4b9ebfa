"""The providers: what they are called, where they listen, what they need."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from keenbench.workbench.egress import ProviderId, check_provider

OFFLINE: Literal["offline"] = "offline"


@dataclass(frozen=True)
class Provider:
    """One provider. `package` is the LangChain package that speaks to it."""

    provider_id: ProviderId
    name: str
    package: str | None
    base_url: str | None  # where it listens, unless the user says otherwise
    needs_key: bool
    key_names: tuple[str, ...] = ()  # in the environment


PROVIDERS: dict[str, Provider] = {
    provider.provider_id: provider
    for provider in (
        Provider(
            "anthropic",
            "Anthropic",
            "langchain_anthropic",
            "https://api.anthropic.com",
            needs_key=True,
            key_names=("ANTHROPIC_API_KEY",),
        ),
        Provider(
            "openai",
            "OpenAI",
            "langchain_openai",
            "https://api.openai.com/v1",
            needs_key=True,
            key_names=("OPENAI_API_KEY",),
        ),
        Provider(
            "google",
            "Google",
            "langchain_google_genai",
            "https://generativelanguage.googleapis.com",
            needs_key=True,
            key_names=("GOOGLE_API_KEY", "GEMINI_API_KEY"),
        ),
        Provider(
            "mistral",
            "Mistral",
            "langchain_mistralai",
            "https://api.mistral.ai/v1",
            needs_key=True,
            key_names=("MISTRAL_API_KEY",),
        ),
        # Ollama, llama.cpp, vLLM: whatever speaks OpenAI's chat completions.
        Provider(
            "local",
            "Local model",
            "langchain_openai",
            None,
            needs_key=False,
            key_names=("LOCAL_API_KEY",),
        ),
        Provider(OFFLINE, "Offline model", None, None, needs_key=False),
    )
}


def provider_of(provider_id: str) -> Provider:
    return PROVIDERS[check_provider(provider_id)]
