"""Tracked changes of an OpenDocument text: where it was inserted, and what was deleted."""

from __future__ import annotations

from keenbench.formats.odt.names import TEXT, XML_ID
from keenbench.formats.xml_part import Element


class Changes:
    """The changed regions by id. Insertions open and close as the text is walked."""

    def __init__(self, body: Element) -> None:
        self._insertions: set[str] = set()
        self._deletions: dict[str, Element] = {}
        self._open: set[str] = set()
        for region in body.iter(f"{TEXT}changed-region"):
            name = region.get(f"{TEXT}id") or region.get(XML_ID) or ""
            deletion = region.find(f"{TEXT}deletion")
            if deletion is not None:
                self._deletions[name] = deletion
            if region.find(f"{TEXT}insertion") is not None:
                self._insertions.add(name)

    @property
    def inserting(self) -> bool:
        return bool(self._open)

    def start(self, name: str) -> bool:
        if name not in self._insertions or self._open:
            return False
        self._open.add(name)
        return True

    def end(self, name: str) -> bool:
        if name not in self._open:
            return False
        self._open.discard(name)
        return True

    def deleted(self, name: str) -> Element | None:
        """Return what was deleted here, once."""
        return self._deletions.pop(name, None)

    def left_over(self) -> list[Element]:
        """Return the deletions that no mark in the text led to."""
        left = list(self._deletions.values())
        self._deletions.clear()
        return left
