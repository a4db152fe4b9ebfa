"""What the user chose and what outlives a restart: the model, the mode of consent, addresses.

Read from the disk each time: another process, or another object of this one, may have changed it.
"""

from __future__ import annotations

from typing import Literal, get_args

from keenbench.errors import FileReadFailed
from keenbench.settings import Settings
from keenbench.workbench.consent import ConsentMode
from keenbench.workbench.data_record import DataRecord

PREFERENCES = "preferences.json"

Source = Literal["environment", "settings", "default"]


class Preferences:
    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._record = DataRecord(settings.data_dir, PREFERENCES)

    @property
    def default_model(self) -> tuple[str, Source]:
        """The model that is asked where none is named, and who says so; the environment wins."""
        if "model" in self._settings.model_fields_set:
            return self._settings.model, "environment"
        chosen = self._record.read().get("default_model")
        if isinstance(chosen, str):
            return chosen, "settings"
        return self._settings.model, "default"

    @property
    def consent_mode(self) -> ConsentMode:
        """A mode that makes no sense is an error, and never a consent."""
        chosen = self._record.read().get("consent_mode", "ask")
        for mode in get_args(ConsentMode):
            if chosen == mode:
                known: ConsentMode = mode
                return known
        raise FileReadFailed(f"consent_mode in {PREFERENCES} is damaged.", phase="settings")

    def base_url(self, provider_id: str) -> str | None:
        """Return the address that the user stored for a provider."""
        found = self._record.read().get("base_urls")
        url = found.get(provider_id) if isinstance(found, dict) else None
        return url if isinstance(url, str) else None

    @property
    def local_base_url(self) -> str | None:
        """Where the `local` provider listens; the environment wins."""
        return self._settings.local_base_url or self.base_url("local")

    def choose(
        self, *, default_model: str | None = None, consent_mode: ConsentMode | None = None
    ) -> None:
        """Keep what is given; the rest stays."""
        with self._record.changing() as record:
            if default_model is not None:
                record["default_model"] = default_model
            if consent_mode is not None:
                record["consent_mode"] = consent_mode

    def keep_base_url(self, provider_id: str, base_url: str | None) -> None:
        """Store a provider's address, or forget it. The caller has checked it."""
        with self._record.changing() as record:
            found = record.get("base_urls")
            urls = dict(found) if isinstance(found, dict) else {}
            urls.pop(provider_id, None)
            if base_url is not None:
                urls[provider_id] = base_url
            record["base_urls"] = urls
