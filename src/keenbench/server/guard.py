"""Who may talk to the server: the holder of the token, from this machine's own pages.

Plain ASGI, before any route: the Host (against DNS rebinding), the Origin of a request that
changes something (against other sites' pages), the token (against other users of the machine).
"""

from __future__ import annotations

import ipaddress
import json
import logging
import secrets
import time
from urllib.parse import parse_qs, quote, urlencode, urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from keenbench.errors import AccessRefused, KeenBenchError, SandboxViolation, TooLarge
from keenbench.jsonrpc import MAX_MESSAGE_BYTES

log = logging.getLogger("keenbench.access")

COOKIE = "keenbench_token"
OPEN_PATHS = frozenset({"/healthz"})
_SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})

CONTENT_SECURITY_POLICY = (
    "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
    "font-src 'self'; connect-src 'self'; object-src 'none'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'"
)
_HEADERS = {
    "content-security-policy": CONTENT_SECURITY_POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "x-frame-options": "DENY",
}

_NO_TOKEN_PAGE = """<!doctype html><html lang="en"><meta charset="utf-8"><title>KeenBench</title>
<h1>KeenBench needs its access token</h1>
<p>Open KeenBench with the address that it printed when it started; it ends in
<code>?token=…</code>.</p></html>"""


class Guard:
    """Middleware around the whole app."""

    def __init__(
        self, app: ASGIApp, token: str, hosts: frozenset[str], any_ip: bool, upload_bytes: int
    ) -> None:
        self._app = app
        self._upload_bytes = upload_bytes
        self._token = token
        self._hosts = hosts
        self._any_ip = any_ip

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            if scope["type"] == "lifespan":
                await self._app(scope, receive, send)
            return
        request_id = secrets.token_hex(8)
        started = time.perf_counter()
        status = 500

        async def send_guarded(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                headers = MutableHeaders(scope=message)
                for name, value in _HEADERS.items():
                    headers.setdefault(name, value)
                headers.setdefault("cache-control", "no-store")
                headers["x-request-id"] = request_id
            await send(message)

        scope.setdefault("state", {})["request_id"] = request_id
        try:
            refusal = self._refusal(scope)
            if refusal is not None:
                await _refuse(refusal, scope, send_guarded)
            elif (target := self._token_redirect(scope)) is not None:
                name = cookie_name(Headers(scope=scope))
                await _redirect(target, name, self._token, send_guarded)
            else:
                await self._app(scope, self._counted(scope, receive), send_guarded)
        except TooLarge as error:
            await _refuse(error, scope, send_guarded)
        finally:
            route = scope.get("route")
            log.info(
                "request",
                extra={
                    "request_id": request_id,
                    "method": scope["method"],
                    # The template, not the path: paths hold names of files.
                    "route": getattr(route, "path", None),
                    "status": status,
                    "ms": round((time.perf_counter() - started) * 1000, 1),
                },
            )

    def _refusal(self, scope: Scope) -> KeenBenchError | None:
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if not self._host_allowed(host):
            return SandboxViolation("This Host is not KeenBench's.")
        if scope["method"] not in _SAFE_METHODS:
            origin = headers.get("origin")
            if origin is not None and _site(origin) != host:
                return SandboxViolation("This request comes from another site.")
            if headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
                return SandboxViolation("This request comes from another site.")
        if scope["path"] in OPEN_PATHS or self._has_token(scope, headers):
            length = headers.get("content-length", "0")
            if length.isdecimal() and int(length[:20]) > self._limit(scope):
                return _too_large(self._limit(scope))
            return None
        return AccessRefused("The access token is missing or wrong.")

    def _host_allowed(self, host: str) -> bool:
        try:
            name = urlsplit(f"//{host}").hostname or ""
        except ValueError:
            return False
        if name in self._hosts:
            return True
        if not self._any_ip:
            return False
        try:
            ipaddress.ip_address(name)
        except ValueError:
            return False
        return True

    def _has_token(self, scope: Scope, headers: Headers) -> bool:
        given = [_query_token(scope)]
        scheme, _, bearer = headers.get("authorization", "").partition(" ")
        given.append(bearer if scheme.lower() == "bearer" else "")
        given.append(_cookies(headers.get("cookie", "")).get(cookie_name(headers), ""))
        return any(
            value and secrets.compare_digest(value.encode(), self._token.encode())
            for value in given
        )

    def _limit(self, scope: Scope) -> int:
        """Return how large a body may be: uploads go to disk as they come, the rest to memory."""
        path = str(scope["path"])
        upload = path == "/datasets" or (
            path.startswith("/workbenches/") and path.endswith("/files")
        )
        return self._upload_bytes if upload else MAX_MESSAGE_BYTES

    def _counted(self, scope: Scope, receive: Receive) -> Receive:
        """Return `receive`, raising TooLarge when more comes than may."""
        limit = self._limit(scope)
        seen = 0

        async def counted() -> Message:
            nonlocal seen
            message = await receive()
            seen += len(message.get("body", b""))
            if seen > limit:
                raise _too_large(limit)
            return message

        return counted

    def _token_redirect(self, scope: Scope) -> str | None:
        """Return where a page opened with `?token=` goes on, so that no token stays in a URL."""
        if scope["method"] != "GET" or not _query_token(scope):
            return None
        query = parse_qs(str(scope["query_string"], "latin-1"), keep_blank_values=True)
        query.pop("token")
        # Never `//host`: that would lead to another server.
        path = "/" + quote(str(scope["path"]).lstrip("/\\"))
        return f"{path}?{urlencode(query, doseq=True)}" if query else path


def cookie_name(headers: Headers) -> str:
    """Return the name of our cookie: a browser gives every port of a host the same cookies."""
    port = headers.get("host", "").rpartition(":")[2]
    return f"{COOKIE}_{port}" if port.isdecimal() else COOKIE


def _cookies(header: str) -> dict[str, str]:
    """Return the cookies of a request. By hand: others' cookies on this host obey no grammar."""
    pairs = (part.strip().partition("=") for part in header.split(";"))
    return {name: value for name, _, value in pairs}


def _site(origin: str) -> str | None:
    try:
        return urlsplit(origin).netloc
    except ValueError:
        return None


def _too_large(limit: int) -> TooLarge:
    return TooLarge(f"A request is at most {limit:,} bytes.")


def _query_token(scope: Scope) -> str:
    """Return the token of a page's address; a request that changes something never takes it."""
    if scope["method"] != "GET":
        return ""
    query = parse_qs(str(scope["query_string"], "latin-1"))
    return query.get("token", [""])[0]


async def _refuse(error: KeenBenchError, scope: Scope, send: Send) -> None:
    wants_page = (
        isinstance(error, AccessRefused)
        and scope["method"] == "GET"
        and "text/html" in Headers(scope=scope).get("accept", "")
    )
    if wants_page:
        body, kind = _NO_TOKEN_PAGE.encode(), b"text/html; charset=utf-8"
    else:
        body, kind = json.dumps({"error": error.info().to_json()}).encode(), b"application/json"
    headers = [(b"content-type", kind), (b"content-length", str(len(body)).encode())]
    if isinstance(error, AccessRefused):
        headers.append((b"www-authenticate", b"Bearer"))
    await send({"type": "http.response.start", "status": error.http_status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


async def _redirect(target: str, cookie: str, token: str, send: Send) -> None:
    headers = [
        (b"location", target.encode("ascii")),
        (b"set-cookie", f"{cookie}={token}; HttpOnly; Path=/; SameSite=Strict".encode("ascii")),
        (b"content-length", b"0"),
    ]
    await send({"type": "http.response.start", "status": 303, "headers": headers})
    await send({"type": "http.response.body", "body": b""})
