"""So many times something: twice the average, 80 % of their budget, half of its capacity."""

from __future__ import annotations

from keenbench.models.reader.parts import Part, Parts

_PARTS = {
    "half": 0.5, "a half": 0.5, "double": 2.0, "triple": 3.0, "quarter": 0.25, "a quarter": 0.25,
    "third": 1 / 3, "a third": 1 / 3, "two thirds": 2 / 3, "three quarters": 0.75, "twice": 2.0,
}  # fmt: skip
_TIMES = ("times", "x", "×")
_OF = ("of", "times", "x", "×", "percent", "per cent", "%")


def factor_between(parts: Parts, start: int, end: int) -> tuple[float, list[Part]]:
    """Return what is multiplied by between two places, and the words that say it; else 1."""
    inner = parts.parts[start + 1 : end]
    for part in inner:
        word = _PARTS.get(part.norm)
        if word is not None and part.kind in ("skip", "used", "nth"):
            return word, [part]
        number = part.item.number
        if part.kind != "num" or number is None or part.used:
            continue
        after = parts.norm(part.at + 1)
        if part.item.tokens[0].percent or after in ("percent", "per cent", "%"):
            return number / 100, [part, *_following(parts, part)]
        if after in _TIMES:
            return float(number), [part, *_following(parts, part)]
    return 1.0, []


def _following(parts: Parts, part: Part) -> list[Part]:
    after = parts.parts[part.at + 1 : part.at + 2]
    return [each for each in after if each.norm in _OF]


__all__ = ["factor_between"]
