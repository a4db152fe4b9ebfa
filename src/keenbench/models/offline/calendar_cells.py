"""Columns that tell the calendar without dates: `Qtr` Q1 to Q4, `day` Sat and Sun, `Month` Jan.

A budget has a year and a quarter and no dates; `in Q3 2026` means both of them there, `by quarter`
the column, and `on Fridays` the cells `Fri`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from keenbench.models.offline.calendar_spans import Ambiguous, AnyPeriod, PartOfYear, Period
from keenbench.models.offline.columns import ColumnRef, is_time, tells_years
from keenbench.models.offline.frame import Test
from keenbench.models.offline.period_columns import Stretch
from keenbench.models.offline.periods import MONTHS, WEEKDAYS
from keenbench.models.offline.sentence import Sentence, listed
from keenbench.models.offline.synonyms import meanings
from keenbench.models.offline.words import fold, name_words
from keenbench.query.dataset_schema import ColumnSchema

Part = Literal["weekday", "month", "quarter"]
_MOST: dict[Part, int] = {"weekday": 7, "month": 12, "quarter": 4}
_HEADERS: dict[Part, frozenset[str]] = {
    "weekday": frozenset(("day", "weekday", "dow", "days")),
    "month": frozenset(("month", "mon", "period")),
    "quarter": frozenset(("quarter", "period")),
}
_QUARTER = re.compile(r"(?:(\d{4})[ \-/]*)?(?:q|quarter |qtr )([1-4])(?:[ \-/]*(\d{4}))?$")
_MONTH = re.compile(r"(?:(\d{4})[ \-/])?([a-z]{3,9}|\d{1,2})(?:[ \-/](\d{4}))?$")


@dataclass(frozen=True)
class CalendarColumn:
    """A column of text or whole numbers whose cells are all weekdays, months or quarters."""

    ref: ColumnRef
    part: Part
    cells: tuple[tuple[str | int, int, int | None], ...]
    """Each cell, its number (Monday is 1), and its year where it says one."""

    def holding(self, number: int, year: int | None = None) -> list[str | int]:
        return [c for c, n, y in self.cells if n == number and (y is None or year in (None, y))]

    @property
    def has_years(self) -> bool:
        return any(year is not None for _, _, year in self.cells)


def calendar_column(s: Sentence, tables: Iterable[str], part: Part) -> CalendarColumn | None:
    """Return the one column of the tables that tells this part of the calendar by itself."""
    for name in tables:
        found = [
            column for c in s.table(name).columns
            if (column := _read(s, ColumnRef(name, c.name), c, part)) is not None
        ]  # fmt: skip
        s.wait()  # here and not for each column: all of them are looked up at once
        if len(found) == 1:
            return found[0]
    return None


def _read(s: Sentence, ref: ColumnRef, column: ColumnSchema, part: Part) -> CalendarColumn | None:
    named = {m for word in name_words(column.name) for m in meanings(word)} & _HEADERS[part]
    if column.type == "integer":
        if not named or part == "weekday" or column.distinct is None:
            return None
        limits = s.known.numbers_of(ref)
        if limits is None or limits[0] < 1 or limits[1] > _MOST[part]:
            return None
        return CalendarColumn(ref, part, tuple((n, n, None) for n in range(1, _MOST[part] + 1)))
    few = column.distinct is not None and 1 < column.distinct <= (30 if named else _MOST[part])
    if column.type != "string" or not few:
        return None
    cells = s.known.all_of(ref, column)
    read = [(cell, _number(fold(cell.strip()), part)) for cell in cells]
    if not cells or any(found is None for _, found in read):
        return None
    return CalendarColumn(ref, part, tuple((c, *found) for c, found in read if found is not None))


def _number(cell: str, part: Part) -> tuple[int, int | None] | None:
    """Return which weekday, month or quarter a cell is, and of which year."""
    if part == "weekday":
        word = cell.rstrip(".")
        days = [i for i, day in enumerate(WEEKDAYS, 1) if len(word) > 2 and day.startswith(word)]
        return (days[0], None) if len(days) == 1 else None
    match = (_QUARTER if part == "quarter" else _MONTH).match(cell)
    if match is None:
        return None
    year = match[1] or match[3]
    told = match[2]
    number = MONTHS.get(told) if part == "month" else int(told)
    if part == "month" and told.isdigit():
        number = int(told) if year and 1 <= int(told) <= 12 else None
    return None if number is None else (number, int(year) if year else None)


# -- periods


def calendar_test(s: Sentence, stretch: Stretch) -> Test | None:
    """Return a period as a condition on such columns, where the tables hold no dates."""
    tables = list(dict.fromkeys(far for name in s.near for far in (name, *s.reach(name))))
    if any(is_time(c) for name in tables for c in s.table(name).columns):
        return None
    if stretch.how not in ("in", "range", "to", "not in"):
        return None
    tests: list[Test] = []
    periods = [item.period for item in stretch.periods]
    last = periods[-1]
    for period in periods:
        if isinstance(period, PartOfYear) and isinstance(last, Period):
            period = period.of(last.start.year)  # Q1 and Q2 2025
        test = _one(s, tables, period)
        if test is None:
            return None
        tests.append(test)
    if len(tests) == 1 and stretch.how in ("in", "to"):
        return tests[0]
    if stretch.how != "in":
        return None
    said = f"{tests[0].said.rsplit(' ', 1)[0]} {listed(i.text for i in stretch.periods)}"
    return Test(any_of=tuple(tests), said=said, period=True)


def _one(s: Sentence, tables: list[str], period: AnyPeriod | Ambiguous | None) -> Test | None:
    year: int | None = None
    if isinstance(period, Period):
        year = period.start.year
        months = (period.end.year - year) * 12 + period.end.month - period.start.month
        if period.start.day != 1 or period.end.day != 1:
            return None
        first = period.start.month
    elif isinstance(period, PartOfYear):
        first, months = period.first_month, period.months
    else:
        return None
    parts: tuple[tuple[Part, list[int]], ...] = (
        ("quarter", list(range((first + 2) // 3, (first + months + 1) // 3 + 1))
         if first % 3 == 1 and months % 3 == 0 else []),
        ("month", list(range(first, first + months))),
    )  # fmt: skip
    for part, numbers in parts:
        column = calendar_column(s, tables, part) if numbers and numbers[-1] <= 12 else None
        if column is None:
            continue
        if months == 12 and not column.has_years:
            return None
        cells = [cell for n in numbers for cell in column.holding(n, year)]
        if not cells:
            return None
        said = f"{column.ref} {listed(map(str, cells))}"
        own = Test(column=column.ref, op="in", value=tuple(cells), said=said, period=True)
        if year is None or column.has_years:
            return own
        found = _year_beside(s, column.ref)
        if found is None:
            return None
        of_year = Test(column=found, op="=", value=year, said=f"{found} {year}")
        return Test(all_of=(of_year, own), said=f"{of_year.said} and {said}", period=True)
    return None


def _year_beside(s: Sentence, ref: ColumnRef) -> ColumnRef | None:
    """Return the year of a month or quarter: of MoSold it is YrSold, and not YearBuilt."""
    years = [ColumnRef(ref.table, c.name) for c in s.table(ref.table).columns if tells_years(c)]
    alike = [year for year in years if _event(year) == _event(ref)]
    found = alike if len(alike) == 1 else years
    return found[0] if len(found) == 1 else None


def _event(ref: ColumnRef) -> frozenset[str]:
    """Return the words of a header that do not say which part of the calendar it holds."""
    parts = {"year", *(word for each in _HEADERS.values() for word in each)}
    return frozenset(word for word in name_words(ref.column) if not meanings(word) & parts)


__all__ = ["CalendarColumn", "Part", "calendar_column", "calendar_test"]
