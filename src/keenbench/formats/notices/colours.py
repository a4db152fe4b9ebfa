"""Colours as documents write them, and whether one can be read on another."""

from __future__ import annotations

import re

Colour = tuple[int, int, int]

WHITE: Colour = (255, 255, 255)
_HEX = re.compile(r"#?(?:[0-9A-Fa-f]{2})?([0-9A-Fa-f]{6})")
_SHORT = re.compile(r"#([0-9A-Fa-f])([0-9A-Fa-f])([0-9A-Fa-f])")
# No eye tells apart what differs by less in every channel, of 255.
_NEAR = 20


def colour_of(text: str | None) -> Colour | None:
    """Return the colour of #RRGGBB, RRGGBB, AARRGGBB or #RGB; None for any other text."""
    if text is None:
        return None
    if short := _SHORT.fullmatch(text):
        text = "".join(digit * 2 for digit in short.groups())
    found = _HEX.fullmatch(text)
    if found is None:
        return None
    red, green, blue = bytes.fromhex(found[1])
    return red, green, blue


def is_unreadable(text: Colour | None, background: Colour | None) -> bool:
    """Return whether text cannot be read on its background; what is not known can be."""
    if text is None or background is None:
        return False
    return all(abs(a - b) <= _NEAR for a, b in zip(text, background, strict=True))
