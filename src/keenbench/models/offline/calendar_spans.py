"""Stretches of the calendar, as half-open ranges of days.

Nothing here looks at a clock.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from typing import Literal

PeriodUnit = Literal["year", "quarter", "month", "week", "day"]


@dataclass(frozen=True)
class Period:
    """From `start` up to, not including, `end`."""

    start: date
    end: date
    label: str


@dataclass(frozen=True)
class PartOfYear:
    """Some months of whatever year: March, the third quarter, the second half."""

    first_month: int
    months: int
    label: str

    def of(self, year: int) -> Period:
        start = date(year, self.first_month, 1)
        return Period(start, add_months(start, self.months), f"{self.label} {year}")


@dataclass(frozen=True)
class DayOfYear:
    """A day of whatever year: 24 December."""

    month: int
    day: int
    label: str

    def of(self, year: int) -> Period | None:
        day = day_of(year, self.month, self.day)
        return None if day is None else Period(day, days_later(day, 1), f"{self.label} {year}")


@dataclass(frozen=True)
class DaysOfYear:
    """Some days of whatever year: the first week of December."""

    month: int
    day: int
    days: int
    label: str

    def of(self, year: int) -> Period | None:
        start = day_of(year, self.month, self.day)
        if start is None:
            return None
        return Period(start, days_later(start, self.days), f"{self.label} {year}")


@dataclass(frozen=True)
class Relative:
    """Counted from the latest date of the data: `back` units before the one it lies in."""

    unit: PeriodUnit
    back: int
    count: int
    label: str
    rolling: bool = False
    """The last `count` units up to the latest date itself, not whole calendar units."""

    def from_latest(self, latest: date) -> Period:
        if self.rolling:
            end = days_later(latest, 1)
            return Period(step(end, self.unit, -self.count), end, self.label)
        start = start_of(latest, self.unit)
        first = step(start, self.unit, -self.back)
        return Period(first, step(first, self.unit, self.count), self.label)


@dataclass(frozen=True)
class RelativePart:
    """A part of a year counted from the latest date: December this year, last summer.

    `back` says how many years before the latest; None means the latest that has begun.
    """

    part: PartOfYear
    back: int | None

    def from_latest(self, latest: date) -> Period:
        if self.back is not None:
            return self.part.of(latest.year - self.back)
        found = self.part.of(latest.year)
        return found if found.start <= latest else self.part.of(latest.year - 1)


AnyPeriod = Period | PartOfYear | DayOfYear | DaysOfYear | Relative | RelativePart


@dataclass(frozen=True)
class Ambiguous:
    """Something that is a date in two ways: 3/4/2024."""

    text: str
    readings: tuple[str, ...]


def days_later(day: date, days: int) -> date:
    """Return the day some days later; the first or last that there is where none is so far off."""
    try:
        return day + timedelta(days)
    except OverflowError:
        return date.max if days > 0 else date.min


def add_months(day: date, months: int) -> date:
    """Return the same day some months later; the last day of the month where there is none."""
    index = day.year * 12 + day.month - 1 + months
    year, month = divmod(index, 12)
    if not date.min.year <= year <= date.max.year:
        return date.max if months > 0 else date.min
    for last in (day.day, 30, 29, 28):
        if last <= day.day:
            found = day_of(year, month + 1, last)
            if found is not None:
                return found
    return date(year, month + 1, 1)


def start_of(day: date, unit: PeriodUnit) -> date:
    if unit == "day":
        return day
    if unit == "week":
        return days_later(day, -day.weekday())
    month = {"year": 1, "quarter": (day.month - 1) // 3 * 3 + 1, "month": day.month}[unit]
    return date(day.year, month, 1)


def step(day: date, unit: PeriodUnit, count: int) -> date:
    if unit in ("day", "week"):
        return days_later(day, count * (7 if unit == "week" else 1))
    return add_months(day, count * {"month": 1, "quarter": 3, "year": 12}[unit])


def year_of(number: int) -> Period:
    start = date(number, 1, 1)
    return Period(start, add_months(start, 12), str(number))


def day_of(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None
