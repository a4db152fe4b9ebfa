"""What happened, for whoever listens: the event type, and a bus that threads share."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal

EventName = Literal[
    "WorkbenchFilesChanged",
    "DraftStateChanged",
    "DraftPublishProgress",
    "CheckpointCreated",
    "WorkshopAssistantStreamDelta",
    "WorkshopToolExecuting",
    "WorkshopToolComplete",
    "WorkshopRunFinished",
    "ToolProgress",
]

# A listener that is this far behind has stopped reading.
_BACKLOG = 10_000


@dataclass(frozen=True)
class Event:
    name: EventName
    workbench_id: str
    data: dict[str, Any] = field(default_factory=dict)


EventSink = Callable[[Event], None]


def no_events(event: Event) -> None:
    """The sink of a caller whom nobody listens to."""


class Subscription:
    """The events of one listener, in the order in which they happened."""

    def __init__(self, workbench_id: str | None) -> None:
        self.workbench_id = workbench_id
        # How many events were dropped because they were not fetched; the listener asks afresh.
        self.missed = 0
        self._waiting: deque[Event] = deque()
        self._changed = threading.Condition()
        self._closed = False

    def get(self, timeout: float | None = None) -> Event | None:
        """Return the next event; None when none came in time, or none will come any more."""
        with self._changed:
            self._changed.wait_for(lambda: self._waiting or self._closed, timeout)
            return self._waiting.popleft() if self._waiting else None

    @property
    def closed(self) -> bool:
        return self._closed

    def close(self) -> None:
        with self._changed:
            self._closed = True
            self._changed.notify_all()

    def offer(self, event: Event) -> None:
        if self.workbench_id not in (None, event.workbench_id):
            return
        with self._changed:
            if len(self._waiting) >= _BACKLOG:
                self._waiting.popleft()
                self.missed += 1
            self._waiting.append(event)
            self._changed.notify()


class EventBus:
    """Hands each event to every listener; calling it is publishing, from any thread."""

    def __init__(self) -> None:
        self._subscriptions: set[Subscription] = set()
        self._lock = threading.Lock()

    def subscribe(self, workbench_id: str | None = None) -> Subscription:
        """Return the events of one workbench, or of all."""
        subscription = Subscription(workbench_id)
        with self._lock:
            self._subscriptions.add(subscription)
        return subscription

    def unsubscribe(self, subscription: Subscription) -> None:
        with self._lock:
            self._subscriptions.discard(subscription)
        subscription.close()

    def close(self) -> None:
        """End every subscription: nothing will happen any more."""
        with self._lock:
            listeners, self._subscriptions = self._subscriptions, set()
        for listener in listeners:
            listener.close()

    def __call__(self, event: Event) -> None:
        with self._lock:
            listeners = list(self._subscriptions)
        for listener in listeners:
            listener.offer(event)
