"""Asking again where that can help: a few times, after waits that are the same each time."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, TypeVar

from keenbench.errors import (
    KeenBenchError,
    NetworkUnavailable,
    ProviderRateLimited,
    ProviderUnavailable,
)
from keenbench.models.interrupting import interruptible, pause
from keenbench.models.provider_errors import cut_off, typed

if TYPE_CHECKING:
    from keenbench.models.registry import ModelRef

log = logging.getLogger(__name__)

# Before the second, third and fourth try, unless the provider says how long.
_WAITS = (1.0, 2.0, 4.0)
# A provider that wants to be left alone for longer is told to the user, who may switch models.
_LONGEST_WAIT = 60.0
_WORTH_IT = ("overloaded", "server_error", "timeout", "cut_off")

Item = TypeVar("Item")


def tried(begin: Callable[[], Iterator[Item]], ref: ModelRef) -> Iterator[Item]:
    """Give the items of `begin()`. Once one was given there is no second try: it was shown."""
    for waits in range(len(_WAITS) + 1):
        started = False
        try:
            for item in interruptible(begin):
                started = True
                yield item
            return
        except Exception as error:  # noqa: BLE001 - every kind becomes one of our own
            failure = typed(error, ref)
            if started and isinstance(failure, NetworkUnavailable):
                failure = cut_off(ref)
            seconds = _wait(failure, waits)
            if started or seconds is None:
                raise failure from None
            log.warning(
                "a provider is asked again",
                extra={
                    "provider_id": ref.provider_id,
                    "error_code": failure.error_code,
                    "seconds": seconds,
                },
            )
        pause(seconds)


def _wait(failure: KeenBenchError, waits: int) -> float | None:
    """Return for how long to wait before the next try; None where there is none."""
    if waits >= len(_WAITS):
        return None
    again = isinstance(failure, NetworkUnavailable | ProviderRateLimited) or (
        isinstance(failure, ProviderUnavailable) and failure.fields["subphase"] in _WORTH_IT
    )
    if not again:
        return None
    detail = failure.fields["detail"]
    asked = detail.get("retry_after") if isinstance(detail, dict) else None
    seconds = _WAITS[waits] if asked is None else max(float(asked), 0.0)
    return seconds if seconds <= _LONGEST_WAIT else None
