"""Numbers as people write them: five, a dozen, 2 million."""

from __future__ import annotations

from collections.abc import Sequence

from keenbench.models.offline.words import Token

_ONES = {
    "zero": 0, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7,
    "eight": 8, "nine": 9, "ten": 10, "eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14,
    "fifteen": 15, "sixteen": 16, "seventeen": 17, "eighteen": 18, "nineteen": 19,
}  # fmt: skip
_TENS = {
    "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50,
    "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90,
}  # fmt: skip
_SCALES = {
    "dozen": 12, "hundred": 100, "thousand": 1000,
    "million": 10**6, "billion": 10**9, "mio": 10**6, "trillion": 10**12, "grand": 1000,
    "mn": 10**6, "mln": 10**6, "bn": 10**9,
}  # fmt: skip
ORDINALS = {
    "first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7,
    "eighth": 8, "ninth": 9, "tenth": 10,
}  # fmt: skip


_SPANS = frozenset(("hour", "minute", "day", "week", "month", "year", "kilometer", "mile", "kilo"))


_MORE = frozenset((
    "more", "less", "longer", "shorter", "over", "under", "above", "below", "so", "half", "older",
    "younger", "later", "two", "further", "fewer", "a",
))  # fmt: skip

_BOUND = ("than", "over", "under", "least", "most", "about", "within")


def _goes_on(tokens: Sequence[Token]) -> bool:
    """`an hour or more`, `a year and a half`; but not `5000 a month and are new`."""
    words = [token.norm for token in tokens]
    return len(words) == 2 and words[0] in ("or", "and") and words[1] in _MORE


def read_number(tokens: Sequence[Token], at: int) -> tuple[float | int, int] | None:
    """Return the number that begins at a token and how many tokens it takes."""
    token = tokens[at]
    value: float | int
    if token.kind == "number" and token.value is not None and not token.ordinal:
        value, used = token.value, 1
    elif token.kind != "word":
        return None
    elif token.norm in _TENS:
        value, used = _TENS[token.norm], 1
        following = tokens[at + 1] if at + 1 < len(tokens) else None
        if following is not None and 1 <= _ONES.get(following.norm, 0) <= 9:
            value, used = value + _ONES[following.norm], 2
    elif token.norm in _ONES:
        value, used = _ONES[token.norm], 1
    elif (
        token.norm in ("a", "an") and at + 1 < len(tokens) and tokens[at + 1].norm in _SCALES
    ) or (
        # "more than an hour" is more than one
        token.norm in ("a", "an")
        and at + 1 < len(tokens)
        and tokens[at + 1].norm in _SPANS
        and ((at and tokens[at - 1].norm in _BOUND) or _goes_on(tokens[at + 2 : at + 4]))
    ):
        value, used = 1, 1
    else:
        return None
    while at + used < len(tokens) and tokens[at + used].norm.removesuffix("s") in _SCALES:
        value = value * _SCALES[tokens[at + used].norm.removesuffix("s")]
        used += 1
    if isinstance(value, float) and value.is_integer() and abs(value) < 2**53:
        value = int(value)
    return value, used
