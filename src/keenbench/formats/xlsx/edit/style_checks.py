"""Which values the fields of a style may have."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from keenbench.formats.style_values import colour, number
from keenbench.formats.xlsx.edit.number_formats import is_format_code

_H_ALIGN = [
    "left",
    "center",
    "right",
    "justify",
    "general",
    "fill",
    "distributed",
    "centerContinuous",
]
_V_ALIGN = ["top", "center", "bottom", "justify", "distributed"]
BORDERS = ["none", "thin", "medium", "thick", "dashed", "dotted", "double"]
_UNDERLINES = ["none", "single", "double", "singleAccounting", "doubleAccounting"]
_PATTERNS = [
    "none",
    "solid",
    "gray125",
    "gray0625",
    "mediumGray",
    "darkGray",
    "lightGray",
    "darkHorizontal",
    "darkVertical",
    "darkDown",
    "darkUp",
    "darkGrid",
    "darkTrellis",
    "lightHorizontal",
    "lightVertical",
    "lightDown",
    "lightUp",
    "lightGrid",
    "lightTrellis",
]


def _is_flag(value: Any) -> bool:
    return isinstance(value, bool)


def _is_name(value: Any) -> bool:
    return isinstance(value, str) and 0 < len(value) <= 31 and value.isprintable()


CHECKS: dict[str, Callable[[Any], bool]] = {
    "font_name": _is_name,
    "font_size": lambda value: number(value, 1, 409) is not None,
    "font_bold": _is_flag,
    "font_italic": _is_flag,
    "font_underline": lambda value: _is_flag(value) or value in _UNDERLINES,
    "font_color": lambda value: colour(value) is not None,
    "fill_color": lambda value: colour(value) is not None,
    "fill_pattern": lambda value: value in _PATTERNS,
    "number_format": is_format_code,
    "h_align": lambda value: value in _H_ALIGN,
    "v_align": lambda value: value in _V_ALIGN,
    "wrap_text": _is_flag,
}
