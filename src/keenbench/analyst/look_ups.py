"""Look-ups that were made before: kept for a version of a dataset, and run once for all who ask."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable

from keenbench.analyst.capsules import Capsule

_REMEMBERED = 500
_TICK_SECONDS = 0.1

Key = tuple[str, ...]


class LookUps:
    """The capsules of look-ups by what they ask. Safe to use from any number of threads."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._known: OrderedDict[Key, Capsule] = OrderedDict()
        self._under_way: set[Key] = set()

    def get(
        self, key: Key, run: Callable[[], Capsule], canceled: threading.Event | None
    ) -> Capsule:
        """Return what is known, or what `run` gives; while another runs the same, wait for it.

        One that failed or was cancelled is not kept: whoever waited for it runs it anew.
        """
        with self._changed:
            while key in self._under_way and not (canceled is not None and canceled.is_set()):
                self._changed.wait(_TICK_SECONDS)
            known = self._known.get(key)
            if known is not None:
                self._known.move_to_end(key)
                return known
            self._under_way.add(key)
        made: Capsule | None = None
        try:
            made = run()
            return made
        finally:
            with self._changed:
                self._under_way.discard(key)
                if made is not None and made["status"] == "success":
                    self._known[key] = made
                    while len(self._known) > _REMEMBERED:
                        self._known.popitem(last=False)
                self._changed.notify_all()
