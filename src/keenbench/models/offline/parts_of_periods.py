"""Periods told by others: the last 3 months of 2025, December this year, last summer, so far."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from datetime import timedelta

from keenbench.models.offline.calendar_spans import (
    AnyPeriod,
    PartOfYear,
    Period,
    PeriodUnit,
    Relative,
    RelativePart,
    step,
    year_of,
)
from keenbench.models.offline.numbers import read_number
from keenbench.models.offline.words import Token

Reading = Callable[[Sequence[Token], int], "tuple[object, int] | None"]

_FIRST = ("first", "opening", "initial")
_LAST = ("last", "final", "closing")
_UNITS: dict[str, PeriodUnit] = {
    "days": "day", "weeks": "week", "months": "month", "quarters": "quarter",
    "day": "day", "month": "month",
}  # fmt: skip
_YEARS_BACK = {"this": 0, "current": 0, "last": 1, "previous": 1, "past": 1, "prior": 1}
_SO_FAR = (("so", "far"), ("to", "date"), ("until", "now"), ("up", "to", "now"), ("til", "now"))
_FISCAL = re.compile(r"(?:fy|cy)'?(\d{4}|\d{2})$")


def read_inner_period(
    tokens: Sequence[Token], at: int, read: Reading
) -> tuple[AnyPeriod, int] | None:
    """Return a period that is told by another; `read` reads the plain ones."""
    for found in (
        _edge(tokens, at, read),
        _of_a_year(tokens, at, read),
        _latest(tokens, at, read),
        _so_far(tokens, at),
        _fiscal(tokens, at),
    ):
        if found is not None:
            return found
    return None


def _norm(tokens: Sequence[Token], at: int) -> str:
    return tokens[at].norm if 0 <= at < len(tokens) else ""


def _edge(tokens: Sequence[Token], at: int, read: Reading) -> tuple[AnyPeriod, int] | None:
    """`the last 3 months of 2025`, `first two weeks of June`, `first 6 months of last year`."""
    word = _norm(tokens, at)
    if word not in (*_FIRST, *_LAST) or at + 1 >= len(tokens):
        return None
    number = read_number(tokens, at + 1)
    count, used = (int(number[0]), number[1]) if number is not None else (1, 0)
    unit = _UNITS.get(_norm(tokens, at + 1 + used))
    inside = at + 2 + used
    if unit is None or not 0 < count < 400 or _norm(tokens, inside) not in ("of", "in"):
        return None
    if number is None and _norm(tokens, at + 1).endswith("s"):
        return None
    skip = 2 if _norm(tokens, inside + 1) == "the" else 1
    whole = read(tokens, inside + skip)
    if whole is None:
        return None
    length = inside + skip + whole[1] - at
    period = whole[0]
    if isinstance(period, Period):
        return _cut(period, unit, count, first=word in _FIRST), length
    if isinstance(period, Relative) and period.unit == "year" and unit == "month":
        if period.rolling or count > 11:
            return None
        start = 1 if word in _FIRST else 13 - count
        return RelativePart(PartOfYear(start, count, f"{word} {count} months"), period.back), length
    return None


def _cut(period: Period, unit: PeriodUnit, count: int, *, first: bool) -> Period:
    start, end = period.start, period.end
    if first:
        end = min(end, step(start, unit, count))
    else:
        start = max(start, step(end, unit, -count))
    return Period(start, end, f"{start.isoformat()} to {(end - timedelta(1)).isoformat()}")


def _of_a_year(tokens: Sequence[Token], at: int, read: Reading) -> tuple[AnyPeriod, int] | None:
    """`December this year`, `Q1 of last year`, `the first half of this year`."""
    found = read(tokens, at)
    if found is None or not isinstance(found[0], PartOfYear):
        return None
    index = at + found[1]
    while _norm(tokens, index) in ("of", "in", "the") and index - at - found[1] < 2:
        index += 1
    back = _YEARS_BACK.get(_norm(tokens, index))
    if back is None or _norm(tokens, index + 1) != "year":
        return None
    return RelativePart(found[0], back), index + 2 - at


def _latest(tokens: Sequence[Token], at: int, read: Reading) -> tuple[AnyPeriod, int] | None:
    """`last March`, `this spring`, `this past summer`: the latest that the data knows."""
    word = _norm(tokens, at)
    skip = 2 if (word, _norm(tokens, at + 1)) == ("this", "past") else 1
    if word not in ("last", "this", "past", "latest") or at + skip >= len(tokens):
        return None
    found = read(tokens, at + skip)
    if found is None or not isinstance(found[0], PartOfYear):
        return None
    if word == "last" and _norm(tokens, at + skip) in ("last", "first", "quarter", "half"):
        return None
    return RelativePart(found[0], None), skip + found[1]


def _so_far(tokens: Sequence[Token], at: int) -> tuple[AnyPeriod, int] | None:
    """`so far this year`, `this year so far`, `year to date`, `ytd`, `month to date`."""
    word = _norm(tokens, at)
    if word in ("ytd", "mtd", "qtd"):
        unit: PeriodUnit = {"y": "year", "m": "month", "q": "quarter"}[word[0]]  # type: ignore[assignment]
        return Relative(unit, 0, 1, f"the latest {unit}"), 1
    units: dict[str, PeriodUnit] = {
        "year": "year", "month": "month", "quarter": "quarter", "week": "week",
    }  # fmt: skip
    own = 1 if word in ("this", "current") else 0
    named = units.get(_norm(tokens, at + own))
    for tail in _SO_FAR:
        said = tuple(_norm(tokens, at + own + 1 + i) for i in range(len(tail)))
        if named is not None and said == tail and (own or tail == ("to", "date")):
            return Relative(named, 0, 1, f"the latest {named}"), own + 1 + len(tail)
    if (word, _norm(tokens, at + 1)) == ("so", "far") and _norm(tokens, at + 2) == "this":
        late = units.get(_norm(tokens, at + 3))
        if late is not None:
            return Relative(late, 0, 1, f"the latest {late}"), 4
    return None


def _fiscal(tokens: Sequence[Token], at: int) -> tuple[AnyPeriod, int] | None:
    """`FY2025`, `FY25`, `FY 25`: the year by that number."""
    match = _FISCAL.match(_norm(tokens, at))
    if match is not None:
        number = int(match[1])
        return year_of(number if number > 99 else 2000 + number), 1
    token = tokens[at + 1] if at + 1 < len(tokens) else None
    if _norm(tokens, at) != "fy" or token is None or not isinstance(token.value, int):
        return None
    return (year_of(2000 + token.value), 2) if 0 <= token.value <= 99 else None


__all__ = ["read_inner_period"]
