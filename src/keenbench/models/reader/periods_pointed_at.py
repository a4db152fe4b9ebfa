"""`in that month`: the month that the question before was about."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from keenbench.models.offline.frame import Test, Understanding
from keenbench.models.offline.items import Item

_POINTS = (["that"], ["that", "same"], ["the", "same"], ["this", "same"])
_BEFORE = ("in", "during", "for", "of", "within", "from", "on", "over")
_DAYS = {"day": (1, 1), "week": (7, 7), "month": (28, 31), "quarter": (90, 92), "year": (365, 366)}
_ANY = ("period", "time")


def without_pointing(
    items: Sequence[Item], previous: Understanding
) -> tuple[list[Item], list[Test]]:
    """Return a message without the words that point back at a period, and that period.

    Where the question before was about none, or about one of another length, nothing is taken out.
    """
    for at, item in enumerate(items):
        tests = [test for test in previous.tests if test.period and _lasts(test, item.norm)]
        if not tests:
            continue
        for words in _POINTS:
            start = at - len(words)
            if start < 0 or [each.norm for each in items[start:at]] != words:
                continue
            if start and items[start - 1].norm in _BEFORE:
                return [*items[: start - 1], *items[at + 1 :]], tests
    return list(items), []


def _lasts(test: Test, unit: str) -> bool:
    """Whether a condition is of one period as long as a word says."""
    if unit in _ANY:
        return True
    if unit not in _DAYS:
        return False
    if test.op == "=" and isinstance(test.value, int):
        return unit == "year"
    days = [date.fromisoformat(t.value) for t in test.all_of if isinstance(t.value, str)]
    least, most = _DAYS[unit]
    return len(days) == 2 and least <= (days[1] - days[0]).days <= most


__all__ = ["without_pointing"]
