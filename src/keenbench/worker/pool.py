"""A few boxed parsers, started when needed; each serves one workbench and one call at a time."""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from keenbench.errors import ToolWorkerUnavailable, UserCanceled
from keenbench.worker.parser import Parser

# How many calls one workbench may make in a row while another waits.
_STREAK = 20


@dataclass
class _Place:
    """One of the pool's places: who is in it, and for whom."""

    workbench_id: str
    parser: Parser | None
    busy: bool
    used_at: float
    # Calls in a row while other workbenches waited for the place.
    streak: int = 0


class ParserPool:
    """At most `size` parsers. A parser that is idle for another workbench makes room."""

    def __init__(self, size: int, start: Callable[[str], Parser]) -> None:
        self._size = size
        self._start = start
        self._places: list[_Place] = []
        self._changed = threading.Condition()
        self._wanted: Counter[str] = Counter()
        self._closed = False
        self.started = 0

    @contextmanager
    def parser(self, workbench_id: str, canceled: threading.Event) -> Iterator[Parser]:
        """Give a parser for the workbench, waiting for a free place if need be."""
        place = self._take(workbench_id, canceled)
        try:
            if place.parser is None or not place.parser.alive():
                if place.parser is not None:
                    place.parser.kill()
                place.parser = self._start(workbench_id)
                self.started += 1
            yield place.parser
        finally:
            with self._changed:
                place.busy = False
                place.used_at = time.monotonic()
                gone = place.parser is None or not place.parser.alive()
                if self._closed and place.parser is not None:
                    place.parser.kill()
                if gone or self._closed:
                    self._places.remove(place)
                self._changed.notify_all()

    def status(self) -> list[dict[str, object]]:
        with self._changed:
            return [
                {
                    "workbench_id": place.workbench_id,
                    "busy": place.busy,
                    "pid": place.parser.pid if place.parser is not None else None,
                }
                for place in self._places
            ]

    def close(self) -> None:
        """End every parser, also those in the middle of a call."""
        with self._changed:
            self._closed = True
            for place in self._places:
                if place.parser is not None:
                    place.parser.kill()
            self._changed.notify_all()

    def _take(self, workbench_id: str, canceled: threading.Event) -> _Place:
        with self._changed:
            self._wanted[workbench_id] += 1
            try:
                return self._wait_for_place(workbench_id, canceled)
            finally:
                self._wanted[workbench_id] -= 1

    def _wait_for_place(self, workbench_id: str, canceled: threading.Event) -> _Place:
        while True:
            if self._closed:
                raise ToolWorkerUnavailable("The worker is shutting down.")
            if canceled.is_set():
                raise UserCanceled("The call was cancelled.", phase="worker")
            place = self._free_place(workbench_id)
            if place is not None:
                place.busy = True
                return place
            # A cancellation does not notify us, so look again now and then.
            self._changed.wait(0.2)

    def _free_place(self, workbench_id: str) -> _Place | None:
        idle = [place for place in self._places if not place.busy]
        others_wait = any(n for other, n in self._wanted.items() if n and other != workbench_id)
        for place in idle:
            if place.workbench_id == workbench_id:
                if others_wait and place.streak >= _STREAK:
                    return None  # whoever waits takes the place next
                place.streak = place.streak + 1 if others_wait else 0
                return place
        if len(self._places) >= self._size:
            # A parser that others wait for is theirs first: to start one costs more than a call.
            free = [p for p in idle if not self._wanted[p.workbench_id] or p.streak >= _STREAK]
            if not free:
                return None
            oldest = min(free, key=lambda place: place.used_at)
            if oldest.parser is not None:
                oldest.parser.kill()
            self._places.remove(oldest)
        place = _Place(workbench_id, None, False, 0.0)
        self._places.append(place)
        return place
