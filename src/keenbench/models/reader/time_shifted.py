"""The time before or after that of the question before: `and the year before?`, `a month later`."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta

from keenbench.models.offline.frame import Test
from keenbench.models.offline.words import word_set

_MONTHS = {"month": 1, "quarter": 3, "year": 12}
_DAYS = {"day": 1, "week": 7, "fortnight": 14}
_EARLIER = word_set("before previous prior earlier preceding")
_LATER = word_set("after next later following subsequent")
_BESIDES = word_set(
    """
    and the a one in for of what about how that it this then was were is did now ok so please during
    same thing figure same again to
    """
)


def shift_said(words: Sequence[str]) -> tuple[str, int] | None:
    """Return by which unit, back or ahead, where a message says no more than that."""
    units = [w.removesuffix("s") for w in words if w.removesuffix("s") in {*_MONTHS, *_DAYS}]
    ways = [w for w in words if w in _EARLIER | _LATER]
    rest = [w for w in words if w not in ways and w.removesuffix("s") not in units]
    if len(units) != 1 or len(ways) != 1 or not {*rest} <= _BESIDES:
        return None
    return units[0], -1 if ways[0] in _EARLIER else 1


def shifted(test: Test, unit: str, steps: int) -> Test | None:
    """Return a period as many units before or after; None where it has no such."""
    if test.op == "=" and isinstance(test.value, int) and not test.all_of:
        if unit != "year":
            return None
        year = test.value + steps
        said = test.said.replace(str(test.value), str(year))
        return test.model_copy(update={"value": year, "said": said})
    bounds = [t.value for t in test.all_of]
    if len(bounds) != 2 or any(t.op not in (">=", "<") for t in test.all_of):
        return None
    days = [_as_day(value) for value in bounds]
    if days[0] is None or days[1] is None:
        return None
    if _moved(days[0], unit, 1) < days[1]:
        return None  # a month before all of 2024 is no year of its own
    moved = [_moved(day, unit, steps) for day in (days[0], days[1])]
    column = test.all_of[0].column
    last = moved[1] - timedelta(days=1)
    return test.model_copy(
        update={
            "all_of": tuple(
                old.model_copy(update={"value": day.isoformat()})
                for old, day in zip(test.all_of, moved, strict=True)
            ),
            "said": f"{column} in {_told(moved[0], last)}",
        }
    )


def _told(first: date, last: date) -> str:
    if (first.month, first.day, last.month, last.day) == (1, 1, 12, 31):
        return f"{first.year}" if first.year == last.year else f"{first.year} to {last.year}"
    return f"{first.isoformat()} to {last.isoformat()}" if first != last else first.isoformat()


def _as_day(value: object) -> date | None:
    try:
        return date.fromisoformat(value) if isinstance(value, str) else None
    except ValueError:
        return None


def _moved(day: date, unit: str, steps: int) -> date:
    if unit in _DAYS:
        return day + timedelta(days=steps * _DAYS[unit])
    months = day.year * 12 + day.month - 1 + steps * _MONTHS[unit]
    year, month = divmod(months, 12)
    for last in (day.day, 30, 29, 28):
        try:
            return date(year, month + 1, min(day.day, last))
        except ValueError:
            continue
    raise ValueError(day)


__all__ = ["shift_said", "shifted"]
