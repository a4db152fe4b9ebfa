"""What is used most: how often, and no sum of anything, unless that is said behind it."""

from __future__ import annotations

from collections.abc import Sequence

from keenbench.models.offline.lexicon import PHRASES, Meaning
from keenbench.models.offline.words import Token, word_set

_VERBS = word_set(
    "used chosen picked selected preferred use choose pick select prefer uses chooses prefers"
)
_GOES_ON = word_set("in on at by for during since from per among of across within with between to")


def used_most(tokens: Sequence[Token], start: int, length: int) -> Meaning | None:
    """Return what `used most` and `chosen the least` rank by; not `used the most fuel`."""
    words = [token.norm for token in tokens[start : start + length]]
    ranks = words[1:] in (["most"], ["the", "most"], ["least"], ["the", "least"])
    if not ranks or words[0] not in _VERBS:
        return None
    after = tokens[start + length] if start + length < len(tokens) else None
    if after is not None and not after.after_mark and after.norm not in _GOES_ON:
        return None
    return PHRASES["most used" if words[-1] == "most" else "least used"]
