"""Number format codes: those that are known by number alone, and what makes a sound one."""

from __future__ import annotations

from typing import Any

FIRST_OWN = 164  # lower numbers belong to Excel and its languages
_LONGEST = 255
_MOST_SECTIONS = 4

BY_CODE = {
    "General": 0,
    "0": 1,
    "0.00": 2,
    "#,##0": 3,
    "#,##0.00": 4,
    "0%": 9,
    "0.00%": 10,
    "0.00E+00": 11,
    "# ?/?": 12,
    "# ??/??": 13,
    "mm-dd-yy": 14,
    "d-mmm-yy": 15,
    "d-mmm": 16,
    "mmm-yy": 17,
    "h:mm AM/PM": 18,
    "h:mm:ss AM/PM": 19,
    "h:mm": 20,
    "h:mm:ss": 21,
    "m/d/yy h:mm": 22,
    "mm:ss": 45,
    "[h]:mm:ss": 46,
    "mmss.0": 47,
    "##0.0E+0": 48,
    "@": 49,
}


def is_format_code(value: Any) -> bool:
    """Return whether a value is a code that Excel opens: quotes and brackets closed."""
    if not isinstance(value, str) or not 0 < len(value) <= _LONGEST or not value.isprintable():
        return False
    sections = 1
    at = 0
    while at < len(value):
        char = value[at]
        if char in "\\_*":
            at += 2
            if at > len(value):
                return False
            continue
        if char in '"[':
            end = value.find('"' if char == '"' else "]", at + 1)
            if end < 0:
                return False
            at = end
        elif char == "]":
            return False
        elif char == ";":
            sections += 1
        at += 1
    return sections <= _MOST_SECTIONS
