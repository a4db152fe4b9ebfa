"""The cheapest real question to a provider: which models it has. Shows whether a key works.

Asked without LangChain, which would take seconds to load.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from keenbench.models.clients import httpx2_client, httpx_client
from keenbench.models.keys import Access
from keenbench.models.provider_errors import (
    bad_response,
    from_headers,
    from_status,
    too_slow,
    typed,
    unreachable,
)
from keenbench.models.surroundings import settle

if TYPE_CHECKING:
    from keenbench.models.registry import ModelRef

_SECONDS = 20.0
_MOST_MODELS = 1000
_MOST_BYTES = 8 * 1024 * 1024


def list_models(access: Access, ref: ModelRef, seconds: float = _SECONDS) -> list[str]:
    """Return the ids of the models that the provider offers, or raise what went wrong."""
    assert access.base_url is not None, "an unconfigured provider is refused before"
    if access.provider.provider_id == "anthropic":
        return _ask_anthropic(access, ref, seconds)
    import httpx

    path, headers = _question(access)
    try:
        with (
            httpx_client(access.base_url, headers, read_seconds=seconds) as client,
            client.stream("GET", path) as response,
        ):
            if response.status_code != 200:
                raise from_status(
                    response.status_code, ref, retry_after=from_headers(response.headers)
                )
            body = b""
            for part in response.iter_bytes():
                body += part
                if len(body) > _MOST_BYTES:
                    raise bad_response(ref)
    except httpx.TimeoutException as error:
        slow = isinstance(error, httpx.ReadTimeout | httpx.WriteTimeout)
        raise (too_slow(ref) if slow else unreachable(ref)) from None
    except httpx.DecodingError:
        raise bad_response(ref) from None
    except httpx.HTTPError:
        raise unreachable(ref) from None
    return _ids(body, ref)


def _question(access: Access) -> tuple[str, dict[str, str]]:
    key = access.key.get_secret_value() if access.key is not None else None
    if access.provider.provider_id == "google":
        return "v1beta/models?pageSize=1000", {"x-goog-api-key": key or ""}
    return "models", {"Authorization": f"Bearer {key}"} if key is not None else {}


def _ask_anthropic(access: Access, ref: ModelRef, seconds: float) -> list[str]:
    """By its own client: how a key is sent, and to which version, changes with it."""
    settle()
    import anthropic

    assert access.base_url is not None and access.key is not None
    client = anthropic.Anthropic(
        api_key=access.key.get_secret_value(),
        base_url=access.base_url,
        max_retries=0,
        timeout=seconds,
        http_client=httpx2_client(access.base_url),
    )
    try:
        with client:
            page = client.models.list(limit=_MOST_MODELS)
            return sorted({model.id for model in page.data})
    except Exception as error:  # noqa: BLE001 - every kind becomes one of our own
        raise typed(error, ref) from None


def _ids(body: bytes, ref: ModelRef) -> list[str]:
    import json

    try:
        told: Any = json.loads(body)
    except ValueError:
        raise bad_response(ref) from None
    # Mistral's is an object as OpenAI's; some local servers give the bare list.
    entries = told
    if isinstance(told, dict):
        entries = told.get("data", told.get("models"))
    if not isinstance(entries, list):
        raise bad_response(ref)
    names = []
    for entry in entries[:_MOST_MODELS]:
        name = entry.get("id", entry.get("name")) if isinstance(entry, dict) else None
        if isinstance(name, str):
            names.append(name.removeprefix("models/"))
    return sorted(set(names))
