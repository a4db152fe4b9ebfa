"""Where content may be sent at all, whoever agrees: provider ids and base URLs."""

from __future__ import annotations

import ipaddress
from typing import Literal, get_args
from urllib.parse import urlsplit

from keenbench.errors import EgressBlocked, ValidationFailed

ProviderId = Literal["anthropic", "openai", "google", "mistral", "local", "offline"]
PROVIDER_IDS: tuple[ProviderId, ...] = get_args(ProviderId)


def check_provider(provider_id: str) -> ProviderId:
    for known in PROVIDER_IDS:
        if provider_id == known:
            return known
    raise ValidationFailed(
        f"{provider_id} is no provider; there are {', '.join(PROVIDER_IDS)}.", phase="settings"
    )


def check_base_url(provider_id: str, base_url: str) -> str:
    """Return a base URL that content may be sent to: https anywhere, plain http on loopback."""
    # Readers of URLs disagree about these, and what was checked must be what is asked.
    if any(ord(c) <= 32 or c in "\\\x7f" for c in base_url):
        raise ValidationFailed("A base URL holds no blank or backslash.", provider_id=provider_id)
    try:
        parts = urlsplit(base_url)
        host, _ = parts.hostname, parts.port
    except ValueError:
        host = None
    if not host or parts.scheme not in ("http", "https"):
        raise ValidationFailed(f"{base_url} is no http or https URL.", provider_id=provider_id)
    if parts.username is not None or parts.password is not None:
        raise ValidationFailed("A base URL carries no user name.", provider_id=provider_id)
    if parts.scheme == "http" and not is_loopback(host):
        raise EgressBlocked(
            f"Plain http goes to this machine only, not to {host}; use https.",
            provider_id=provider_id,
        )
    return base_url


def is_loopback(host: str) -> bool:
    """True when `host` is this machine by its own name; no name is looked up."""
    if host.lower() == "localhost":
        return True
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return False
    if isinstance(address, ipaddress.IPv6Address) and address.ipv4_mapped is not None:
        address = address.ipv4_mapped
    return address.is_loopback


def needs_consent(provider_id: str, base_url: str | None = None) -> bool:
    """True unless nothing leaves this machine.

    The four named providers need it wherever their base URL points: what listens on loopback under
    their name may well hand on what it gets.
    """
    if check_provider(provider_id) == "offline":
        return False
    if provider_id == "local" and base_url is not None:
        return not is_loopback(urlsplit(check_base_url(provider_id, base_url)).hostname or "")
    return True
