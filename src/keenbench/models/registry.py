"""From a model id to a chat model.

A model id is `offline` or `provider_id:model`; any model of a provider's may be named. LangChain
takes 1 to 3 s to import, so nothing of it is loaded before the first model is asked for.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass
from typing import TYPE_CHECKING

from keenbench.errors import EgressConsentRequired, ValidationFailed
from keenbench.models.catalog import context_tokens
from keenbench.models.keys import Access, Keys, not_configured
from keenbench.models.providers import OFFLINE, provider_of
from keenbench.settings import Settings
from keenbench.workbench.egress import check_provider, needs_consent
from keenbench.workbench.preferences import Preferences

if TYPE_CHECKING:
    from langchain_core.language_models import BaseChatModel

# The offline model is told maps and rows by its tools; it has no context to run out of.
_OFFLINE_CONTEXT_TOKENS = 1_000_000


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

    def __init__(
        self,
        settings: Settings,
        preferences: Preferences | None = None,
        keys: Keys | None = None,
    ) -> None:
        self._settings = settings
        self.preferences = preferences or Preferences(settings)
        self.keys = keys or Keys(settings, self.preferences)
        self._lock = threading.Lock()
        self._made: dict[ModelRef, BaseChatModel] = {}
        self._opened: dict[str, tuple[Access, BaseChatModel]] = {}

    def find(self, model_id: str | None) -> ModelRef:
        """Return what `model_id` names, or the model that the user chose."""
        wanted = model_id or self.preferences.default_model[0]
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
        base_url = self.preferences.local_base_url if provider_id == "local" else None
        return ModelRef(provider_id, model, needs_consent(provider_id, base_url))

    def chat_model(self, ref: ModelRef) -> BaseChatModel:
        """Return the chat model; the first time, LangChain is loaded."""
        with self._lock:
            made = self._made.get(ref)
        if made is None:
            made = self._make(ref)
            with self._lock:
                made = self._made.setdefault(ref, made)
        return made

    def context_tokens(self, ref: ModelRef) -> int:
        """Return how many tokens the model can be told at once, its answer apart."""
        if ref.provider_id == OFFLINE:
            return _OFFLINE_CONTEXT_TOKENS
        return context_tokens(ref.provider_id, ref.model, self._settings.local_context_tokens)

    def access(self, provider_id: str) -> Access:
        """Return how a provider is reached now."""
        return self.keys.access(provider_of(provider_id))

    def _make(self, ref: ModelRef) -> BaseChatModel:
        if ref.provider_id == OFFLINE:
            from keenbench.models.offline.chat_model import OfflineChatModel

            return OfflineChatModel()
        access = self.access(ref.provider_id)
        if not access.configured:
            raise not_configured(access, ref.model_id)
        from keenbench.models.surroundings import settle

        settle()
        from keenbench.models.provider_model import ProviderChatModel

        return ProviderChatModel(ref, lambda: self._open(ref))

    def _open(self, ref: ModelRef) -> BaseChatModel:
        """Return the package's model for the key and the address of this moment."""
        access = self.access(ref.provider_id)
        if not access.configured:
            raise not_configured(access, ref.model_id)
        if needs_consent(ref.provider_id, access.base_url) and not ref.needs_consent:
            # The run began with a model on this machine, and its address was changed since.
            raise EgressConsentRequired(
                "The local model is no longer on this machine; sending it files needs your "
                "consent.",
                provider_id=ref.provider_id,
                model_id=ref.model,
            )
        with self._lock:
            opened = self._opened.get(ref.model_id)
        if opened is not None and opened[0] == access:
            return opened[1]
        from keenbench.models.packages import make

        made = make(access, ref.model)
        with self._lock:
            self._opened[ref.model_id] = (access, made)
        return made
