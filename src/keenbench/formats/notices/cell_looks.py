"""Styles of a workbook under which cells do not show."""

from __future__ import annotations

import re

from keenbench.errors import FileReadFailed
from keenbench.formats.notices.colours import WHITE, colour_of, is_unreadable
from keenbench.formats.package import Package
from keenbench.formats.xlsx.looks import Look, Looks

_QUOTED = re.compile(r'"[^"]*"|\\.|_.|\*.')
_WHITE = re.compile(r"\[white\]|\[color\s?2\]", re.IGNORECASE)
_ASIDE = re.compile(r"\[[^\]]*\]")
_SMALLEST = 1  # point


class Unseen:
    """Which cell styles, and which conditional formats, keep what a cell holds from showing."""

    def __init__(self, looks: Looks) -> None:
        kinds = [_hides(looks.get(b"%d" % at)) for at in range(len(looks))]
        self._styles = {b"%d" % at: kind for at, kind in enumerate(kinds) if kind}
        self._marks = [mark for at in self._styles for mark in (b's="%s"' % at, b"s='%s'" % at)] + [
            b"s =",
            b"s= ",
        ]
        # A rule that says nothing of the font leaves it as the cell has it.
        self.rules = {
            str(at)
            for at, look in enumerate(looks.rules)
            if _hides(look if "font_color" in look else {**look, "fill_color": ""})
        }

    @classmethod
    def of(cls, package: Package, main: str) -> Unseen:
        """Return those of a workbook; unreadable styles are told where parts are searched."""
        parts = [
            next((one.part for one in package.relationships(main).of_kind(kind)), None)
            for kind in ("styles", "theme")
        ]
        styles, theme = (part if part is not None and part in package else None for part in parts)
        try:
            return cls(Looks.of(package, styles, theme))
        except FileReadFailed:
            return cls(Looks())

    def may_stand_in(self, piece: bytes) -> bool:
        """Return whether rows may hold a cell of such a style: seen at a glance, mostly."""
        if not self._styles:
            return False
        return b"0" in self._styles or any(mark in piece for mark in self._marks)

    def may_hold(self, style: bytes) -> bool:
        return style in self._styles

    def holds(self, style: bytes, *, is_text: bool) -> bool:
        """Return whether a cell of this style shows nothing of what it holds."""
        kind = self._styles.get(style or b"0", "")
        return kind == "all" or kind == ("texts" if is_text else "numbers")


def _hides(look: Look) -> str:
    """Return what a look hides: all, numbers, texts or nothing ("")."""
    size = look.get("font_size")
    if isinstance(size, int | float) and size <= _SMALLEST:
        return "all"
    code = look.get("number_format", "")
    # Text in Excel's own colour, which is black, is told of nowhere.
    text = WHITE if _WHITE.search(code) else colour_of(look.get("font_color", "#000000"))
    ground = None if "fill_pattern" in look else colour_of(look.get("fill_color", "#FFFFFF"))
    if is_unreadable(text, ground):
        return "all"
    sections = [_shown(section) for section in _QUOTED.sub(_kept, code).split(";")]
    numbers = len(sections) > 1 and not any(sections[:3])
    texts = len(sections) > 3 and not sections[3]
    return "all" if numbers and texts else "numbers" if numbers else "texts" if texts else ""


def _kept(match: re.Match[str]) -> str:
    """Return x for what shows of a quoted stretch, and nothing for blanks and fillers."""
    shown = match[0][1:].strip('" ') if match[0][0] in '"\\' else ""
    return "x" if shown else ""


def _shown(section: str) -> str:
    return _ASIDE.sub("", section).strip()
