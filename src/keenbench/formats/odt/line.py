"""A line of an OpenDocument text: white space is taken together as ODF asks."""

from __future__ import annotations

import re

_WHITE = re.compile(r"[ \t\r\n]+")


class Line:
    """A paragraph's text in the making."""

    def __init__(self) -> None:
        self._out: list[str] = []
        self._after_space = True  # white space at the beginning is none

    def add(self, text: str | None) -> None:
        if not text:
            return
        if not self._after_space and " " not in text and "\n" not in text and "\t" not in text:
            self._out.append(text)
            return
        words = _WHITE.sub(" ", text)
        if self._after_space and words.startswith(" "):
            words = words[1:]
        if words:
            self._out.append(words)
            self._after_space = words.endswith(" ")

    def exactly(self, text: str) -> None:
        if text:
            self._out.append(text)
            self._after_space = False

    def __str__(self) -> str:
        return "".join(self._out)
