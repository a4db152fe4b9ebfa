"""Waiting that a cancelled run ends at once: for a provider's words, and between two tries."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Generic, TypeVar

from keenbench.errors import UserCanceled

_POLL_SECONDS = 0.1

Item = TypeVar("Item")

_canceled: ContextVar[threading.Event | None] = ContextVar("canceled", default=None)


@contextmanager
def cancelable(canceled: threading.Event) -> Iterator[None]:
    """End every wait for a model in this block with `canceled`, in whatever thread it is made."""
    token = _canceled.set(canceled)
    try:
        yield
    finally:
        _canceled.reset(token)


def pause(seconds: float) -> None:
    """Wait, or raise when the run is cancelled."""
    canceled = _canceled.get() or threading.Event()
    if canceled.wait(seconds):
        raise _stopped()


def until_canceled() -> Callable[[Iterator[Item]], Iterator[Item]]:
    """Return what ends an iteration in another thread when the run of this one is cancelled."""
    canceled = _canceled.get()

    def ended(items: Iterator[Item]) -> Iterator[Item]:
        for item in items:
            if canceled is not None and canceled.is_set():
                if isinstance(items, Generator):
                    items.close()  # and with it the connection
                raise _stopped()
            yield item

    return ended


def interruptible(begin: Callable[[], Iterator[Item]]) -> Iterator[Item]:
    """Give the items of `begin()`, and stop waiting for them when the run is cancelled.

    A read from a socket cannot be interrupted, so it is made in a thread of its own, which is left
    behind and ends with its next item.
    """
    canceled = _canceled.get()
    if canceled is None:
        yield from begin()
        return
    if canceled.is_set():
        raise _stopped()
    pump = _Pump(begin)
    try:
        while True:
            if canceled.is_set():
                raise _stopped()
            try:
                item, error, done = pump.items.get(timeout=_POLL_SECONDS)
            except queue.Empty:
                continue
            if error is not None:
                raise error
            if done:
                return
            yield item  # type: ignore[misc]
    finally:
        pump.abandoned.set()


class _Pump(Generic[Item]):
    """Moves items from an iterator to a queue in a thread of its own."""

    def __init__(self, begin: Callable[[], Iterator[Item]]) -> None:
        self.items: queue.SimpleQueue[tuple[Item | None, BaseException | None, bool]] = (
            queue.SimpleQueue()
        )
        self.abandoned = threading.Event()
        threading.Thread(target=self._run, args=(begin,), name="model", daemon=True).start()

    def _run(self, begin: Callable[[], Iterator[Item]]) -> None:
        try:
            items = begin()
            for item in items:
                if self.abandoned.is_set():
                    if isinstance(items, Generator):
                        items.close()  # and with it the connection
                    return
                self.items.put((item, None, False))
        except BaseException as error:  # noqa: BLE001 - raised again where it is waited for
            self.items.put((None, error, False))
        else:
            self.items.put((None, None, True))


def _stopped() -> UserCanceled:
    return UserCanceled("The run was cancelled.")
