"""From whatever a provider's package raises to an error of our own tree.

Packages have exceptions of their own, which quote what was sent and what came back. Nothing of
that is passed on: what happened is told from the kind of the exception and the status code, and
put in our own words.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from math import isfinite
from typing import TYPE_CHECKING, Any

from keenbench.errors import (
    ContextExhausted,
    KeenBenchError,
    NetworkUnavailable,
    ProviderAuthFailed,
    ProviderRateLimited,
    ProviderUnavailable,
    UnknownId,
)
from keenbench.logs import where
from keenbench.models.providers import provider_of

if TYPE_CHECKING:
    from keenbench.models.registry import ModelRef

log = logging.getLogger(__name__)

# Libraries that carry requests; their errors mean that the provider was not reached.
_CARRIERS = ("httpx", "httpx2", "httpcore", "httpcore2", "httpx_sse", "ssl", "socket")
_GOOGLE_DELAY = re.compile(r"(\d+(?:\.\d+)?)s")
_OVERLOADED = 529  # Anthropic's own


def typed(error: BaseException, ref: ModelRef) -> KeenBenchError:
    """Return the error of our tree for what was raised while `ref` was asked."""
    if isinstance(error, KeenBenchError):
        return error
    chain = list(_chain(error))
    for each in chain:
        if isinstance(each, KeenBenchError):  # ours, wrapped by a package on its way
            return each
    if _is_context_overflow(chain):
        return ContextExhausted(
            f"What was to be sent is more than {ref.model} can take; ask about fewer files at "
            "once, or switch to a model with more room.",
            **_who(ref),
        )
    status = _status(chain)
    if status is not None and status >= 300:
        return from_status(status, ref, retry_after=retry_after(chain))
    return _without_status(chain, ref)


def from_status(status: int, ref: ModelRef, *, retry_after: float | None = None) -> KeenBenchError:
    """Return the error for an HTTP status code that a provider answered with."""
    name = provider_of(ref.provider_id).name
    detail: dict[str, Any] = {"status": status}
    if status == 401:
        return ProviderAuthFailed(
            f"{name} does not accept the key; check it in the settings.", detail=detail, **_who(ref)
        )
    if status == 403:
        return ProviderAuthFailed(
            f"{name} does not let this key use {ref.model or 'it'}; check what the key may do.",
            subphase="permission",
            detail=detail,
            **_who(ref),
        )
    if status == 404:
        return UnknownId(
            f"{name} knows no model {ref.model}, or not at this address."
            if ref.model
            else f"There is no {name} at this address; check it in the settings.",
            phase="settings",
            actions=("switch_model", "open_settings"),
            detail=detail,
            **_who(ref),
        )
    if status == 413:
        return ContextExhausted(
            f"What was to be sent is more than {name} takes at once; ask about fewer files.",
            detail=detail,
            **_who(ref),
        )
    if status == 429:
        if retry_after is not None:
            detail["retry_after"] = retry_after
        when = f" in {_seconds(retry_after)}" if retry_after is not None else " later"
        return ProviderRateLimited(
            f"{name} takes no more requests for now; try again{when}.", detail=detail, **_who(ref)
        )
    if status >= 500 or status == 408:
        if retry_after is not None:
            detail["retry_after"] = retry_after
        busy = status in (503, _OVERLOADED)
        return ProviderUnavailable(
            f"{name} is {'overloaded' if busy else 'failing'} (status {status}); try again later.",
            subphase="overloaded" if busy else "server_error",
            detail=detail,
            **_who(ref),
        )
    if status < 400:
        return ProviderUnavailable(
            f"What answers at the address of {name} sends requests elsewhere, and KeenBench does "
            "not follow; set the right address.",
            subphase="redirected",
            retryable=False,
            actions=("open_settings",),
            detail=detail,
            **_who(ref),
        )
    return ProviderUnavailable(
        f"{name} refused the request (status {status}); try another model.",
        subphase="request_rejected",
        retryable=False,
        actions=("switch_model",),
        detail=detail,
        **_who(ref),
    )


def cut_off(ref: ModelRef) -> ProviderUnavailable:
    return ProviderUnavailable(
        f"The answer of {provider_of(ref.provider_id).name} broke off in the middle; nothing of "
        "it was taken for an answer. Try again.",
        subphase="cut_off",
        **_who(ref),
    )


def bad_response(ref: ModelRef) -> ProviderUnavailable:
    return ProviderUnavailable(
        f"{provider_of(ref.provider_id).name} answered with something that makes no sense; try "
        "again, or try another model.",
        subphase="bad_response",
        **_who(ref),
    )


def too_many_arguments(ref: ModelRef, most: int) -> ProviderUnavailable:
    return ProviderUnavailable(
        f"{provider_of(ref.provider_id).name} answered with tool calls of more than {most} "
        "characters, and nothing of it was done; ask for less at once, or try another model.",
        subphase="bad_response",
        **_who(ref),
    )


def refused(ref: ModelRef) -> ProviderUnavailable:
    return ProviderUnavailable(
        f"{provider_of(ref.provider_id).name} declined to answer this; ask in other words, or try "
        "another model.",
        subphase="refused",
        retryable=False,
        actions=("switch_model",),
        **_who(ref),
    )


def unreachable(ref: ModelRef) -> NetworkUnavailable:
    return NetworkUnavailable(
        f"{provider_of(ref.provider_id).name} could not be reached; check the network and the "
        "address in the settings.",
        actions=("retry", "open_settings"),
        **_who(ref),
    )


def too_slow(ref: ModelRef) -> ProviderUnavailable:
    return ProviderUnavailable(
        f"{provider_of(ref.provider_id).name} did not answer in time; try again.",
        subphase="timeout",
        **_who(ref),
    )


def _without_status(chain: list[BaseException], ref: ModelRef) -> KeenBenchError:
    from langchain_core.exceptions import ModelConnectionError, ModelTimeoutError

    for each in chain:
        name = type(each).__name__
        if isinstance(each, ModelTimeoutError | TimeoutError):
            return too_slow(ref)
        if type(each).__module__.split(".")[0] in _CARRIERS:
            if name in ("ReadTimeout", "WriteTimeout"):
                return too_slow(ref)
            if name in ("DecodingError", "SSEError"):
                return bad_response(ref)
            return unreachable(ref)
        if isinstance(each, ModelConnectionError | ConnectionError):
            return unreachable(ref)
    if any(kind.__name__ == "APIError" for each in chain for kind in type(each).__mro__):
        # OpenAI and Anthropic can report a failure inside an answer that began well.
        return ProviderUnavailable(
            f"{provider_of(ref.provider_id).name} failed while it answered; try again.",
            subphase="server_error",
            **_who(ref),
        )
    # Of no kind that a provider's failures have: it may as well be a mistake of ours.
    log.error(
        "a model failed in an unknown way",
        extra={
            "provider_id": ref.provider_id,
            "exception": _kinds(chain),
            "where": where(chain[0]),
        },
    )
    return bad_response(ref)


def _kinds(chain: list[BaseException]) -> str:
    """Return what was raised, by type alone: the words of an exception may quote content."""
    return " < ".join(f"{type(each).__module__}.{type(each).__qualname__}" for each in chain)


def retry_after(chain: list[BaseException]) -> float | None:
    """Return for how many seconds a provider asks not to be asked again."""
    for each in chain:
        headers = getattr(getattr(each, "response", None), "headers", None)
        if headers is not None and (found := from_headers(headers)) is not None:
            return found
        if (delay := _google_delay(getattr(each, "details", None))) is not None:
            return delay
    return None


def from_headers(headers: Any) -> float | None:
    try:
        if (milliseconds := headers.get("retry-after-ms")) is not None:
            return _sensible(float(milliseconds) / 1000)
        value = headers.get("retry-after")
        if value is None:
            return None
        try:
            return _sensible(float(value))
        except ValueError:
            until = parsedate_to_datetime(value)
            return _sensible((until - datetime.now(UTC)).total_seconds())
    except (TypeError, ValueError):
        return None  # a header that makes no sense says nothing


def _sensible(seconds: float) -> float | None:
    return max(0.0, seconds) if isfinite(seconds) else None


def _google_delay(details: Any) -> float | None:
    """Google says it in the body: {"error": {"details": [{"retryDelay": "30s"}]}}."""
    if not isinstance(details, dict):
        return None
    error = details.get("error", details)
    entries = error.get("details") if isinstance(error, dict) else None
    for entry in entries if isinstance(entries, list) else []:
        delay = entry.get("retryDelay") if isinstance(entry, dict) else None
        if isinstance(delay, str) and (match := _GOOGLE_DELAY.fullmatch(delay)) is not None:
            return float(match.group(1))
    return None


def _is_context_overflow(chain: list[BaseException]) -> bool:
    from langchain_core.exceptions import ContextOverflowError

    return any(
        isinstance(each, ContextOverflowError)
        # OpenAI's code for it, which its LangChain package looks for in the words of the error.
        or getattr(each, "code", None) == "context_length_exceeded"
        for each in chain
    )


def _status(chain: list[BaseException]) -> int | None:
    for each in chain:
        for value in (
            getattr(each, "status_code", None),
            getattr(getattr(each, "response", None), "status_code", None),
            getattr(each, "code", None),
        ):
            if isinstance(value, int) and 100 <= value < 600:
                return value
    return None


def _chain(error: BaseException) -> Iterator[BaseException]:
    seen: set[int] = set()
    current: BaseException | None = error
    while current is not None and id(current) not in seen:
        seen.add(id(current))
        yield current
        current = current.__cause__ or current.__context__


def _who(ref: ModelRef) -> dict[str, Any]:
    return {"provider_id": ref.provider_id, "model_id": ref.model_id if ref.model else None}


def _seconds(seconds: float) -> str:
    whole = max(1, round(seconds))
    return "a second" if whole == 1 else f"{whole} seconds"
