"""Where a provider's key comes from: the environment, the system's password store, or a file.

A stored key belongs to the address it was given for. Whoever changes the address alone gets no key
sent there.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from pydantic import SecretStr

from keenbench.errors import ProviderNotConfigured, ValidationFailed
from keenbench.models.providers import Provider
from keenbench.models.system_keyring import SystemKeyring, find_keyring
from keenbench.settings import Settings
from keenbench.workbench.data_record import DataRecord
from keenbench.workbench.egress import check_base_url
from keenbench.workbench.preferences import Preferences

KEY_FILE = "provider_keys.json"
KeySource = Literal["environment", "keyring", "file", "none"]

# A key goes into a header: no blank, no line break, nothing that is not plain.
_KEY = re.compile(r"[\x21-\x7e]{1,4096}")


@dataclass(frozen=True)
class Access:
    """How a provider is reached now. Its text never shows the key."""

    provider: Provider
    base_url: str | None
    key: SecretStr | None
    key_source: KeySource

    @property
    def configured(self) -> bool:
        if self.base_url is None:
            return self.provider.provider_id == "offline"
        return self.key is not None or not self.provider.needs_key


class Keys:
    """Finds, keeps and forgets keys. Tests give a `keyring`; False means that there is none."""

    def __init__(
        self,
        settings: Settings,
        preferences: Preferences,
        keyring: SystemKeyring | Literal[False] | None = None,
    ) -> None:
        self._settings = settings
        self._preferences = preferences
        self._file = DataRecord(settings.data_dir, KEY_FILE, mode=0o600)
        self._given = keyring

    @property
    def _keyring(self) -> SystemKeyring | None:
        if self._given is None:
            return find_keyring(self._settings.data_dir)
        return self._given or None

    @property
    def stored_in(self) -> Literal["keyring", "file"]:
        """Where a key that is set now would be kept."""
        return "keyring" if self._keyring is not None else "file"

    def access(self, provider: Provider) -> Access:
        """Return how the provider is reached: the environment first, then what was stored."""
        name = provider.provider_id
        env_key: SecretStr | None = getattr(self._settings, f"{name}_api_key", None)
        env_url: str | None = getattr(self._settings, f"{name}_base_url", None)
        if env_key is not None:
            checked = check_key(provider, env_key.get_secret_value())
            return Access(provider, _address(provider, env_url), checked, "environment")
        kept_url = self._preferences.base_url(name)
        if name == "local" and env_url is not None and kept_url not in (None, env_url):
            return Access(provider, _address(provider, env_url), None, "none")
        key, source = self._stored(name, kept_url)
        return Access(provider, _address(provider, kept_url or env_url), key, source)

    def keep(self, provider: Provider, key: str | None, base_url: str | None) -> None:
        """Store a key for an address, in the system's password store if there is one."""
        url = check_base_url(provider.provider_id, base_url) if base_url is not None else None
        if key is None:
            self._forget(provider.provider_id)
        else:
            secret = check_key(provider, key).get_secret_value()
            # Elsewhere an older key may wait; two of them would be one too many.
            self._forget(provider.provider_id)
            if (keyring := self._keyring) is not None:
                keyring.set(_entry(provider.provider_id, url), secret)
            else:
                with self._file.changing() as record:
                    record[provider.provider_id] = {"key": secret, "base_url": url}
        # After the key: an address without its key is not set up, and nothing is sent to it.
        self._preferences.keep_base_url(provider.provider_id, url)

    def forget(self, provider: Provider) -> None:
        """Forget key and address."""
        self._forget(provider.provider_id)
        self._preferences.keep_base_url(provider.provider_id, None)

    def _stored(self, name: str, base_url: str | None) -> tuple[SecretStr | None, KeySource]:
        found = self._file.read().get(name)
        if isinstance(found, dict) and found.get("base_url") == base_url and found.get("key"):
            return SecretStr(str(found["key"])), "file"
        if (keyring := self._keyring) is not None and (
            secret := keyring.get(_entry(name, base_url))
        ):
            return SecretStr(secret), "keyring"
        return None, "none"

    def _forget(self, name: str) -> None:
        if name in self._file.read():
            with self._file.changing() as record:
                record.pop(name, None)
        if (keyring := self._keyring) is not None:
            for url in {None, self._preferences.base_url(name)}:
                keyring.forget(_entry(name, url))


def check_key(provider: Provider, key: str) -> SecretStr:
    """Return a key that can be sent, or say what is odd about it without showing it."""
    plain = key.strip()
    if _KEY.fullmatch(plain) is None:
        raise ValidationFailed(
            f"That is no key of {provider.name}: a key is one word of plain characters.",
            phase="settings",
            provider_id=provider.provider_id,
        )
    return SecretStr(plain)


def not_configured(access: Access, model_id: str | None = None) -> ProviderNotConfigured:
    """Return the error that says how to set this provider up."""
    provider = access.provider
    if provider.provider_id == "local":
        how = "set LOCAL_BASE_URL, or its address in the settings"
    else:
        how = f"set {provider.key_names[0]}, or its key in the settings"
    return ProviderNotConfigured(
        f"{provider.name} is not set up: {how}; or use the offline model.",
        provider_id=provider.provider_id,
        model_id=model_id,
    )


def _address(provider: Provider, base_url: str | None) -> str | None:
    if base_url is None:
        return provider.base_url
    return check_base_url(provider.provider_id, base_url)


def _entry(name: str, base_url: str | None) -> str:
    return name if base_url is None else f"{name} {base_url}"
