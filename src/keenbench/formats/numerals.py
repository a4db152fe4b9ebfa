"""Numbers as lists write them: 1, i, IV, a, AB."""

from __future__ import annotations

_ROMAN = (
    (1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"),
    (50, "l"), (40, "xl"), (10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i"),
)  # fmt: skip
_LONGEST = 10_000


def numeral(number: int, style: str) -> str:
    """Return `number` in a style of OOXML; one we do not write is given in digits."""
    if style in ("lowerRoman", "upperRoman") and 0 < number < _LONGEST:
        text = roman(number)
        return text.upper() if style == "upperRoman" else text
    if style in ("lowerLetter", "upperLetter") and 0 < number < _LONGEST:
        text = letters(number)
        return text.upper() if style == "upperLetter" else text
    if style == "decimalZero":
        return f"{number:02d}"
    if style in ("none", "bullet"):
        return ""
    return str(number)


def roman(number: int) -> str:
    out = ""
    for value, letter in _ROMAN:
        count, number = divmod(number, value)
        out += letter * count
    return out


def letters(number: int) -> str:
    """Return a, b, … z, aa, bb, … as word processors count on."""
    times, at = divmod(number - 1, 26)
    return chr(ord("a") + at) * (times + 1)
