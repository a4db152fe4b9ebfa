"""Parts of a page that do not show, with what they say, so that one is told from another."""

from __future__ import annotations

from dataclasses import dataclass, field

from keenbench.formats.notices.shape import Signs, placed, telling

# Elements that have no end, and hold nothing.
_VOID = {
    *("area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source"),
    *("track", "wbr", "param", "keygen", "frame", "image"),
}


@dataclass
class _Hidden:
    tag: str
    line: int
    said: list[str]
    open_tags: int = 1


@dataclass
class HiddenParts:
    """Follows the tags of a page; what lies in a hidden part is of that part."""

    found: Signs = field(default_factory=Signs)
    _open: _Hidden | None = None

    def starts(self, tag: str, attrs: list[tuple[str, str | None]], line: int, hides: bool) -> None:
        if self._open is not None:
            self._open.said.append(repr((tag, attrs)))
            self._open.open_tags += tag == self._open.tag and tag not in _VOID
        elif hides:
            self._open = _Hidden(tag, line, [repr(attrs)])
            if tag in _VOID:
                self.finish()

    def ends(self, tag: str) -> None:
        if self._open is not None and tag == self._open.tag:
            self._open.open_tags -= 1
            if self._open.open_tags == 0:
                self.finish()

    def says(self, text: str) -> None:
        if self._open is not None:
            self._open.said.append(text)

    def finish(self) -> None:
        """Tell of the part that is open; one that never ends, ends with the page."""
        if self._open is not None:
            told = telling("parts of the page that do not show", "\n".join(self._open.said))
            self.found["hidden_text", placed(told, f"line {self._open.line}")] += 1
            self._open = None
