"""HTTP clients that talk to one address and to nothing else.

Providers' packages are handed these. No redirect is followed, no other host is asked whatever a
package or the environment says, and what packages tell about this machine is left out.
"""

from __future__ import annotations

import ssl
from functools import cache
from types import TracebackType
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit
from urllib.request import getproxies, proxy_bypass

from keenbench import __version__
from keenbench.errors import EgressBlocked
from keenbench.workbench.egress import is_loopback

if TYPE_CHECKING:
    import httpx
    import httpx2

_CONNECT_SECONDS = 10.0
# A model may think for minutes before its first word, and a small machine for longer.
_READ_SECONDS = 600.0
_PORTS = {"http": 80, "https": 443}

# What OpenAI's and Anthropic's clients add: system, processor, Python, how often they tried.
_TELLTALE = "x-stainless-"


class OnlyTo:
    """A transport that lets requests pass to one origin; `inner` is httpx's or httpx2's own."""

    def __init__(self, base_url: str, inner: Any) -> None:
        self._origin = _origin(base_url)
        self._inner = inner

    def handle_request(self, request: Any) -> Any:
        url = request.url
        asked = (url.scheme, url.host, url.port or _PORTS.get(url.scheme, 0))
        if asked != self._origin:
            raise EgressBlocked(f"{url.host} is not the address that was set; nothing was sent.")
        headers = [
            (name, value)
            for name, value in request.headers.multi_items()
            if name.lower() != "user-agent" and not name.lower().startswith(_TELLTALE)
        ]
        # A copy: Anthropic's client looks for its own headers in the request when it is answered.
        sent = type(request)(
            request.method,
            url,
            headers=[*headers, ("user-agent", f"keenbench/{__version__}")],
            stream=request.stream,
            extensions=request.extensions,
        )
        return self._inner.handle_request(sent)

    def close(self) -> None:
        self._inner.close()

    def __enter__(self) -> OnlyTo:
        self._inner.__enter__()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._inner.__exit__(kind, error, trace)


def httpx_client(
    base_url: str, headers: dict[str, str] | None = None, read_seconds: float = _READ_SECONDS
) -> httpx.Client:
    import httpx

    return httpx.Client(
        base_url=base_url,
        headers=headers,
        timeout=httpx.Timeout(read_seconds, connect=_CONNECT_SECONDS),
        transport=OnlyTo(base_url, httpx.HTTPTransport(verify=_verify(), proxy=_proxy(base_url))),  # type: ignore[arg-type]
        follow_redirects=False,
        trust_env=False,
    )


def httpx2_client(base_url: str) -> httpx2.Client:
    import httpx2

    return httpx2.Client(
        base_url=base_url,
        timeout=httpx2.Timeout(_READ_SECONDS, connect=_CONNECT_SECONDS),
        transport=OnlyTo(base_url, httpx2.HTTPTransport(verify=_verify(), proxy=_proxy(base_url))),  # type: ignore[arg-type]
        follow_redirects=False,
        trust_env=False,
    )


@cache
def _verify() -> ssl.SSLContext:
    """Trust whom Mozilla trusts, and whom this machine's own store or SSL_CERT_FILE names."""
    import certifi

    context = ssl.create_default_context(cafile=certifi.where())
    context.load_default_certs()
    return context


def _origin(base_url: str) -> tuple[str, str, int]:
    parts = urlsplit(base_url)
    # As httpx writes a host: lower case, an international name in its plain form.
    import httpx

    return parts.scheme, httpx.URL(base_url).host, parts.port or _PORTS[parts.scheme]


def _proxy(base_url: str) -> str | None:
    """Return the environment's proxy for an https address, which sees only the host's name.

    Never for plain http: that is this machine, and a proxy would read what is said to it.
    """
    parts = urlsplit(base_url)
    host = parts.hostname or ""
    if parts.scheme != "https" or is_loopback(host) or proxy_bypass(host):
        return None
    return getproxies().get("https")
