"""From a model id to a chat model.

A model id is `offline` or `provider_id:model`. LangChain takes 1 to 3 s to import, so nothing of it
is loaded before the first model is asked for.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass
from typing import TYPE_CHECKING

from keenbench.errors import ProviderNotConfigured, ValidationFailed
from keenbench.settings import Settings
from keenbench.workbench.egress import check_provider, needs_consent

if TYPE_CHECKING:
    from langchain_core.language_models import BaseChatModel

OFFLINE = "offline"


@dataclass(frozen=True)
class ModelRef:
    """A model of a provider's. `needs_consent` is false only where nothing leaves this machine."""

    provider_id: str
    model: str
    needs_consent: bool

    @property
    def model_id(self) -> str:
        return OFFLINE if self.provider_id == OFFLINE else f"{self.provider_id}:{self.model}"


class Models:
    """The models that can be asked. One of a kind is made once."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._lock = threading.Lock()
        self._made: dict[str, BaseChatModel] = {}

    def find(self, model_id: str | None) -> ModelRef:
        """Return what `model_id` names, or the model that the settings name."""
        wanted = model_id or self._settings.model
        provider_id, _, model = wanted.partition(":")
        check_provider(provider_id)
        if provider_id == OFFLINE:
            if model not in ("", OFFLINE):
                raise ValidationFailed("There is one offline model; its id is offline.")
            return ModelRef(OFFLINE, OFFLINE, needs_consent=False)
        if not model:
            raise ValidationFailed(
                f"{provider_id} has several models; write {provider_id}:model.",
                provider_id=provider_id,
            )
        base_url = self._settings.local_base_url if provider_id == "local" else None
        return ModelRef(provider_id, model, needs_consent(provider_id, base_url))

    def chat_model(self, ref: ModelRef) -> BaseChatModel:
        """Return the chat model; the first time, LangChain is loaded."""
        with self._lock:
            made = self._made.get(ref.model_id)
            if made is None:
                made = self._made[ref.model_id] = self._make(ref)
        return made

    def _make(self, ref: ModelRef) -> BaseChatModel:
        if ref.provider_id == OFFLINE:
            from keenbench.models.offline.chat_model import OfflineChatModel

            return OfflineChatModel()
        raise ProviderNotConfigured(
            f"{ref.provider_id} is not set up; open the settings, or use the offline model.",
            provider_id=ref.provider_id,
            model_id=ref.model_id,
        )
