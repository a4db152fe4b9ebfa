"""The models that providers' packages know, with how much each can be told.

The packages carry profiles of models as plain data. That one file of each is read by itself, so
that listing models does not load LangChain.
"""

from __future__ import annotations

import importlib.util
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from keenbench.models.providers import PROVIDERS

# A model that no profile knows may be of any size. Every current model of a named provider takes
# more than this. A server of the user's own may be started with less, which only its user knows
# (KEENBENCH_LOCAL_CONTEXT_TOKENS); assumed smaller, the Workshop's tools alone would not fit.
UNKNOWN_CONTEXT_TOKENS = 32_000
UNKNOWN_LOCAL_CONTEXT_TOKENS = 32_000


@dataclass(frozen=True)
class KnownModel:
    provider_id: str
    model: str
    name: str
    context_tokens: int
    max_output_tokens: int
    deprecated: bool
    # For a conversation about files; the others speak, draw, or want a desktop to work at.
    for_chat: bool
    released: str

    @property
    def model_id(self) -> str:
        return f"{self.provider_id}:{self.model}"


@cache
def known_models(provider_id: str) -> tuple[KnownModel, ...]:
    """Return the provider's models that can call tools and answer in words."""
    if provider_id == "local":
        return ()  # it speaks as OpenAI does, but has models of its own
    return tuple(
        KnownModel(
            provider_id=provider_id,
            model=model,
            name=str(profile.get("name") or model),
            context_tokens=int(profile["max_input_tokens"]),
            max_output_tokens=int(profile.get("max_output_tokens") or 0),
            deprecated=profile.get("status") == "deprecated",
            for_chat=_is_for_chat(model, profile),
            released=str(profile.get("release_date") or ""),
        )
        for model, profile in sorted(_profiles(PROVIDERS[provider_id].package).items())
        if profile.get("tool_calling")
        and profile.get("text_outputs")
        and (profile.get("max_input_tokens") or 0) > 0
    )


def models_to_choose(provider_id: str) -> list[KnownModel]:
    """Return those of the provider's models that a user may want, the newest first."""
    fit = [model for model in known_models(provider_id) if model.for_chat]
    return sorted(fit, key=lambda model: model.released, reverse=True)


def _is_for_chat(model: str, profile: dict[str, Any]) -> bool:
    other = any(profile.get(f"{what}_outputs") for what in ("audio", "image", "video"))
    return not other and "computer-use" not in model


def context_tokens(provider_id: str, model: str, local: int | None = None) -> int:
    """Return how many tokens a model can be told at once; a guess where nobody knows."""
    if provider_id == "local":
        return local or UNKNOWN_LOCAL_CONTEXT_TOKENS
    for known in known_models(provider_id):
        if known.model == model:
            return known.context_tokens
    return UNKNOWN_CONTEXT_TOKENS


def _profiles(package: str | None) -> dict[str, dict[str, Any]]:
    if package is None:
        return {}
    spec = importlib.util.find_spec(package)  # finds a package without loading it
    for folder in (spec.submodule_search_locations or []) if spec is not None else []:
        file = Path(folder) / "data" / "_profiles.py"
        if file.is_file():
            found = importlib.util.spec_from_file_location(f"_keenbench_{package}", file)
            assert found is not None and found.loader is not None
            module = importlib.util.module_from_spec(found)
            found.loader.exec_module(module)
            profiles: dict[str, dict[str, Any]] = module._PROFILES
            return profiles
    return {}
