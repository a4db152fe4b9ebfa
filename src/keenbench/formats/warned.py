"""Warnings gathered while a document is read: each once, and few enough to be read."""

from __future__ import annotations

from keenbench.formats.shape import MapWarning

MOST = 40


class Warned:
    """Warnings in the order they arose; past the first 40 only their number is kept."""

    def __init__(self) -> None:
        self._seen: set[tuple[str, str]] = set()
        self._kept: list[MapWarning] = []

    def add(self, code: str, message: str) -> None:
        if (code, message) in self._seen:
            return
        self._seen.add((code, message))
        if len(self._kept) < MOST:
            self._kept.append(MapWarning(code=code, message=message))

    @property
    def items(self) -> list[MapWarning]:
        more = len(self._seen) - len(self._kept)
        if not more:
            return list(self._kept)
        return [*self._kept, MapWarning(code="more_warnings", message=f"And {more} more.")]
