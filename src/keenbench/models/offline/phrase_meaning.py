"""What a phrase of a question can mean, wherever it stands."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Tag = Literal[
    "agg", "how_much", "distinct", "super", "cmp", "cmp_after", "not", "null", "group", "bucket",
    "share", "sort", "direction", "list", "compare", "and", "or", "filler", "which", "yesno",
    "cannot", "time_prep", "top", "only", "rows", "match", "as", "trend", "prep", "light",
    "versus", "growth", "running", "calc",
]  # fmt: skip


@dataclass(frozen=True)
class Meaning:
    tag: Tag
    value: str = ""
    dims: tuple[str, ...] = ()
    """What a word compares by itself: `cheapest` the price, `oldest` the age or the date."""
    against: tuple[str, ...] = ()
    """The same the other way round: the oldest has the earliest date."""


def each(tag: Tag, value: str, *phrases: str) -> dict[str, Meaning]:
    """Return one meaning for several phrases."""
    return {phrase: Meaning(tag, value) for phrase in phrases}
