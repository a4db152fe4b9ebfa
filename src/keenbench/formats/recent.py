"""What was worked out of a file a moment ago, so that a second read need not pay again.

A parser child serves one workbench and lives on, so the memory of one child is enough: a restart or
a second child works it out once more. A file is known by its inode, size and times as its
descriptor tells them, never by its name.
"""

from __future__ import annotations

import os
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import BinaryIO, Generic, TypeVar

Value = TypeVar("Value")
Identity = tuple[int, int, int, int, int]

# The clock of a file system ticks every few milliseconds: what changed this recently could change
# again without its times showing it.
_UNSETTLED_NS = 20_000_000


def identity_of(file: BinaryIO) -> Identity:
    """Return what tells this content from any other that this child has seen."""
    stat = os.fstat(file.fileno())
    return (stat.st_dev, stat.st_ino, stat.st_size, stat.st_mtime_ns, stat.st_ctime_ns)


def is_settled(identity: Identity) -> bool:
    return time.time_ns() - max(identity[3], identity[4]) > _UNSETTLED_NS


class Recent(Generic[Value]):
    """The last few results, within a bound of bytes as `weigh` tells them."""

    def __init__(self, max_bytes: int, weigh: Callable[[Value], int]) -> None:
        self._max_bytes = max_bytes
        self._weigh = weigh
        self._kept: OrderedDict[Identity, Value] = OrderedDict()

    def of(self, file: BinaryIO, make: Callable[[], Value]) -> Value:
        """Return what `make` gave for this content before, or what it gives now."""
        identity = identity_of(file)
        if identity in self._kept:
            self._kept.move_to_end(identity)
            return self._kept[identity]
        value = make()
        if is_settled(identity) and identity_of(file) == identity:
            self._kept[identity] = value
            self.trim()
        return value

    def trim(self) -> None:
        """Forget the oldest until the rest is within bounds; values may have grown in use."""
        weights = [self._weigh(value) for value in self._kept.values()]
        total = sum(weights)
        for weight in weights:
            if total <= self._max_bytes:
                return
            self._kept.popitem(last=False)
            total -= weight

    def forget(self) -> None:
        self._kept.clear()
