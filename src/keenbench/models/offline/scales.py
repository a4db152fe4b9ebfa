"""How large the numbers of a column are against those that people say: `100 million` of musd.

A header may say it (`Population (millions)`), and so may the numbers: where the greatest is 35,
nobody sold 10,000,000 of it, but ten million where the column counts in millions.
"""

from __future__ import annotations

import re

from keenbench.models.offline.words import bracketed, name_words
from keenbench.query.plan import Operator

Bound = int | float | tuple[int | float, ...]

_SIZES = {
    "thousand": 1000, "thousands": 1000, "k": 1000, "000": 1000, "000s": 1000, "million": 10**6,
    "millions": 10**6, "mn": 10**6, "mln": 10**6, "mio": 10**6, "m": 10**6, "mm": 10**6,
    "billion": 10**9, "billions": 10**9, "bn": 10**9, "b": 10**9, "grand": 1000,
    "trillion": 10**12,
}  # fmt: skip
_CURRENCY = r"usd|eur|gbp|chf|sek|nok|dkk|jpy|inr|pln|cad|aud|dollars?|euros?|pounds?"
_OF_MONEY = re.compile(
    rf"(k|m|mn|mio|mln|bn|b)(?:{_CURRENCY})|(?:{_CURRENCY})(k|m|mn|mio|mln|bn|b)"
)
_LENGTHS_TOO = frozenset(("m", "mm", "b", "k"))
"""Which may be metres or kelvin, and are only sizes of money."""
_SAID = re.compile(r"(?<=[\d\s])(k|m|bn|b|[a-z]+)$")


def size_in_header(name: str, *, money: bool) -> int | None:
    """Return what the numbers of a column are to be multiplied by, where its header says so."""
    words = name_words(name)
    for word in (*bracketed(name), *words[-2:], *re.findall(r"\b0{3}s?\b", name)):
        match = _OF_MONEY.fullmatch(word)
        if match is not None:
            return _SIZES[match[1] or match[2]]
        if word in _SIZES and (money or word not in _LENGTHS_TOO):
            return _SIZES[word]
    return None


def size_said(text: str) -> int | None:
    """Return the size that a number was said with: 10**6 of `2.5 million` and `2.5m`."""
    match = _SAID.search(text.casefold().strip())
    return _SIZES.get(match[1].removesuffix("s")) if match is not None else None


def divided(value: Bound, size: float) -> Bound:
    if isinstance(value, tuple):
        return tuple(_whole(each / size) for each in value)
    return _whole(value / size)


def _whole(value: float) -> int | float:
    return int(value) if float(value).is_integer() else value


def met_by(numbers: tuple[float, float] | None, op: Operator, value: Bound) -> str:
    """Return whether a bound is met by `some` of the numbers of a column, `all` or `none`."""
    if numbers is None:
        return "some"
    low, high = numbers
    if isinstance(value, tuple):
        if op != "between" or len(value) != 2:
            return "some" if any(low <= each <= high for each in value) else "none"
        first, last = value
        if last < low or first > high:
            return "none"
        return "all" if first <= low and high <= last else "some"
    none, whole = {
        ">": (high <= value, low > value),
        ">=": (high < value, low >= value),
        "<": (low >= value, high < value),
        "<=": (low > value, high <= value),
        "=": (not low <= value <= high, low == value == high),
    }.get(op, (False, False))
    return "none" if none else "all" if whole else "some"


__all__ = ["Bound", "divided", "met_by", "size_in_header", "size_said"]
