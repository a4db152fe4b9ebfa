"""Slips of whoever types: whether one word is likely another with a letter wrong."""

from __future__ import annotations

from functools import lru_cache

from rapidfuzz.distance import OSA

_TURNING = frozenset(("un", "in", "im", "non", "dis"))


@lru_cache(maxsize=65536)
def mistyped(written: str, meant: str) -> bool:
    """Return whether `written` is likely `meant` with a slip: one in five letters, two in nine."""
    if written == meant or not written.isalpha() or not meant.isalpha():
        return False
    if {written.removesuffix(meant), meant.removesuffix(written)} & _TURNING:
        return False  # unfurnished is no slip of furnished
    shorter = min(len(written), len(meant))
    if shorter < 5:
        return False
    allowed = 1 if shorter < 9 else 2
    if written[0] != meant[0] and allowed == 1 and shorter < 6:
        return False
    return OSA.distance(written, meant, score_cutoff=allowed) <= allowed
