"""Values of style fields. A bad one is skipped with a warning, never guessed at."""

from __future__ import annotations

import re
from typing import Any

_COLOUR = re.compile(r"#?(?:[0-9A-Fa-f]{2})?([0-9A-Fa-f]{6})")


def colour(value: Any) -> str | None:
    """Return RRGGBB of "#RRGGBB" ("#" optional, ARGB's alpha dropped); None where it is none."""
    found = _COLOUR.fullmatch(value) if isinstance(value, str) else None
    return found[1].upper() if found else None


def number(value: Any, least: float, most: float) -> float | None:
    """Return a number within bounds, or None where it is none."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return float(value) if least <= value <= most else None
