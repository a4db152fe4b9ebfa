"""Dates and stretches of time as people write them, as half-open ranges of days.

Nothing here looks at a clock: what is relative ("last month") is told apart, and is resolved
against the latest date that the data itself holds.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date, timedelta

from keenbench.models.offline.calendar_spans import (
    Ambiguous,
    AnyPeriod,
    DayOfYear,
    DaysOfYear,
    PartOfYear,
    Period,
    PeriodUnit,
    Relative,
    add_months,
    day_of,
    days_later,
    start_of,
    year_of,
)
from keenbench.models.offline.frame import Ask
from keenbench.models.offline.numbers import ORDINALS, read_number
from keenbench.models.offline.parts_of_periods import read_inner_period
from keenbench.models.offline.words import Token

MONTHS = {
    name: number
    for number, names in enumerate(
        (
            ("january", "jan", "januar"), ("february", "feb", "februar"),
            ("march", "mar", "marz"), ("april", "apr"), ("may", "mai"), ("june", "jun", "juni"),
            ("july", "jul", "juli"), ("august", "aug"), ("september", "sep", "sept"),
            ("october", "oct", "oktober"), ("november", "nov"), ("december", "dec", "dezember"),
        ),
        start=1,
    )
    for name in names
}  # fmt: skip
MONTH_NAMES = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
)  # fmt: skip
WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_UNITS: dict[str, PeriodUnit] = {
    "day": "day", "days": "day", "week": "week", "weeks": "week", "month": "month",
    "months": "month", "quarter": "quarter", "quarters": "quarter", "year": "year",
    "years": "year",
}  # fmt: skip
_NINETIES = {
    "twenties": 1920, "thirties": 1930, "forties": 1940, "fifties": 1950, "sixties": 1960,
    "seventies": 1970, "eighties": 1980, "nineties": 1990,
}  # fmt: skip
_DAY = timedelta(1)
_ISO = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})$")
_ISO_MONTH = re.compile(r"(\d{4})-(\d{2})$")
_DOTTED = re.compile(r"(\d{1,2})([./])(\d{1,2})[./](\d{4})$")
_QUARTER = re.compile(r"q([1-4])$")
_HALF = re.compile(r"h([12])$")


_SEASONS = {
    "spring": PartOfYear(3, 3, "spring"),
    "summer": PartOfYear(6, 3, "summer"),
    "autumn": PartOfYear(9, 3, "autumn"),
    "fall": PartOfYear(9, 3, "autumn"),
    "winter": PartOfYear(12, 3, "winter"),
}


def read_period(tokens: Sequence[Token], at: int) -> tuple[AnyPeriod | Ambiguous, int] | None:
    """Return the period that begins at a token and how many tokens it takes.

    A bare year is a period too; whoever asks decides whether the number is one.
    """
    return read_inner_period(tokens, at, _plain) or _plain(tokens, at)


def _plain(tokens: Sequence[Token], at: int) -> tuple[AnyPeriod | Ambiguous, int] | None:
    for reading in (_exact_date, _month, _part, _relative, _year):
        found = reading(tokens, at)
        if found is not None:
            return found
    return None


def _norm(tokens: Sequence[Token], at: int) -> str:
    return tokens[at].norm if 0 <= at < len(tokens) else ""


def _single(day: date) -> Period:
    return Period(day, days_later(day, 1), day.isoformat())


def _exact_date(tokens: Sequence[Token], at: int) -> tuple[AnyPeriod | Ambiguous, int] | None:
    text = _norm(tokens, at)
    if match := _ISO.match(text):
        day = day_of(*map(int, match.groups()))
        return (_single(day), 1) if day else None
    if match := _ISO_MONTH.match(text):
        start = day_of(int(match[1]), int(match[2]), 1)
        return (Period(start, add_months(start, 1), text), 1) if start else None
    if match := _DOTTED.match(text):
        one, sign, two, year = int(match[1]), match[2], int(match[3]), int(match[4])
        day_first, month_first = day_of(year, two, one), day_of(year, one, two)
        if sign == "." or month_first is None or one == two:
            return (_single(day_first), 1) if day_first else None
        if day_first is None:
            return _single(month_first), 1
        return Ambiguous(text, (day_first.isoformat(), month_first.isoformat())), 1
    return None


def _year_number(tokens: Sequence[Token], at: int) -> int | None:
    token = tokens[at] if 0 <= at < len(tokens) else None
    if token is None or token.kind != "number" or token.percent or token.currency:
        return None
    number = token.value
    if isinstance(number, int) and 1500 <= number <= 2200 and token.text.isdigit():
        return number
    return None


def _following_year(tokens: Sequence[Token], at: int) -> tuple[int, int] | None:
    """Return the year at a token, past `of`, `in` or `year`, and how many tokens that takes."""
    used = 0
    while _norm(tokens, at + used) in ("of", "in", "the", "year") and used < 3:
        used += 1
    year = _year_number(tokens, at + used)
    return None if year is None else (year, used + 1)


def _day_number(tokens: Sequence[Token], at: int) -> int | None:
    token = tokens[at] if 0 <= at < len(tokens) else None
    if token is None or token.kind != "number" or not isinstance(token.value, int):
        return None
    return token.value if 1 <= token.value <= 31 and not token.percent else None


def _month(tokens: Sequence[Token], at: int) -> tuple[AnyPeriod | Ambiguous, int] | None:
    # 5 March 2024, 5th of March
    day = _day_number(tokens, at)
    if day is None and _norm(tokens, at + 1) == "of":
        day = ORDINALS.get(_norm(tokens, at))  # the first of June
    if day is not None:
        skip = 2 if _norm(tokens, at + 1) == "of" else 1
        month = MONTHS.get(_norm(tokens, at + skip))
        if month is None:
            return None
        return _dated(tokens, at, day, month, skip + 1)
    month = MONTHS.get(_norm(tokens, at))
    if month is None:
        return None
    if _norm(tokens, at) in ("may", "mar", "dec", "sun") and not _is_month(tokens, at):
        return None
    # March 5, 2024, March 5th, March the 5th
    skip = 2 if _norm(tokens, at + 1) == "the" else 1
    day = _day_number(tokens, at + skip)
    if day is not None:
        return _dated(tokens, at, day, month, skip + 1)
    following = _following_year(tokens, at + 1)
    if following is not None:
        year, used = following
        start = date(year, month, 1)
        label = f"{MONTH_NAMES[month - 1]} {year}"
        return Period(start, add_months(start, 1), label), used + 1
    return PartOfYear(month, 1, MONTH_NAMES[month - 1]), 1


def _is_month(tokens: Sequence[Token], at: int) -> bool:
    """Return whether `may` and the like are a month here: a preposition or a year stands by."""
    before = _norm(tokens, at - 1)
    return (
        before in ("in", "since", "during", "of", "until", "before", "after", "from", "to", "and",
                   "between", "for", "through", "last", "this", "by")
        or _following_year(tokens, at + 1) is not None
        or (tokens[at].text[:1].isupper() and at > 0)
    )  # fmt: skip


def _dated(
    tokens: Sequence[Token], at: int, day: int, month: int, used: int
) -> tuple[AnyPeriod | Ambiguous, int] | None:
    following = _following_year(tokens, at + used)
    if following is None:
        return DayOfYear(month, day, f"{day} {MONTH_NAMES[month - 1]}"), used
    year, more = following
    found = day_of(year, month, day)
    if found is None:
        # Read on, it would be all of the month.
        raise Ask(f"There is no {day} {MONTH_NAMES[month - 1]} {year}. Which day is meant?")
    return _single(found), used + more


def _part(tokens: Sequence[Token], at: int) -> tuple[AnyPeriod | Ambiguous, int] | None:
    """Q1 2024, 2024 Q1, the last quarter of 2024, the first half of 2024, H2, the 1990s."""
    word = _norm(tokens, at)
    year = _year_number(tokens, at)
    if year is not None:
        part = _quarter_or_half(tokens, at + 1)
        if part is not None:
            return part[0].of(year), 1 + part[1]
    week = _week_of_month(tokens, at)
    if week is not None:
        return week
    week = _week_with(tokens, at)
    if week is not None:
        return week
    decade = _decade(tokens, at)
    if decade is not None:
        return decade
    season = _SEASONS.get(word)
    if season is not None and not _is_title(tokens, at):
        following = _following_year(tokens, at + 1)
        if following is not None:
            return season.of(following[0]), 1 + following[1]
        if _norm(tokens, at + 1) in ("month", "months"):
            return season, 2
        return season, 1
    part = _quarter_or_half(tokens, at)
    if part is None:
        return None
    following = _following_year(tokens, at + part[1])
    if following is not None:
        return part[0].of(following[0]), part[1] + following[1]
    if word in ("last", "final"):
        return None  # "last quarter" by itself is relative
    return part


def _week_of_month(tokens: Sequence[Token], at: int) -> tuple[AnyPeriod, int] | None:
    """The first week of April 2025: seven days each, counted from the first."""
    word = _norm(tokens, at)
    number = ORDINALS.get(word, {"1st": 1, "2nd": 2, "3rd": 3, "4th": 4, "last": 5}.get(word, 0))
    if not 1 <= number <= 5 or _norm(tokens, at + 1) != "week" or _norm(tokens, at + 2) != "of":
        return None
    month = MONTHS.get(_norm(tokens, at + 3))
    if month is None:
        return None
    following = _following_year(tokens, at + 4)
    if following is None:
        if number == 5:
            return None
        return DaysOfYear(month, number * 7 - 6, 7, f"week {number} of {MONTH_NAMES[month - 1]}"), 4
    start = date(following[0], month, 1)
    end = add_months(start, 1)
    first = end - timedelta(7) if number == 5 else start + timedelta(number * 7 - 7)
    label = f"{first.isoformat()} to {(first + timedelta(6)).isoformat()}"
    return Period(first, first + timedelta(7), label), 4 + following[1]


def _week_with(tokens: Sequence[Token], at: int) -> tuple[AnyPeriod, int] | None:
    """The week of 4 May 2026: from the Monday before; beginning then: seven days from it."""
    words = ("of", "beginning", "starting", "commencing", "from")
    if _norm(tokens, at) != "week" or _norm(tokens, at + 1) not in words:
        return None
    skip = 3 if _norm(tokens, at + 2) == "the" else 2
    found = _exact_date(tokens, at + skip) or _month(tokens, at + skip)
    if found is None or not isinstance(found[0], Period) or found[0].end - found[0].start > _DAY:
        return None
    day = found[0].start
    first = start_of(day, "week") if _norm(tokens, at + 1) == "of" else day
    label = f"{first.isoformat()} to {days_later(first, 6).isoformat()}"
    return Period(first, days_later(first, 7), label), skip + found[1]


def _decade(tokens: Sequence[Token], at: int) -> tuple[AnyPeriod, int] | None:
    """1990s, the 90s, the nineties."""
    word = _norm(tokens, at).removeprefix("'")
    start: int | None = None
    if re.fullmatch(r"\d{3}0s", word):
        start = int(word[:4])
    elif re.fullmatch(r"[2-9]0s", word) and _norm(tokens, at - 1) in ("the", "early", "late"):
        start = 1900 + int(word[:2])
    elif word in _NINETIES:
        start = _NINETIES[word]
    if start is None:
        return None
    if not start:
        return None  # no year is 0
    first = date(start, 1, 1)
    return Period(first, add_months(first, 120), f"the {start}s"), 1


def _is_title(tokens: Sequence[Token], at: int) -> bool:
    """Whether a season's word is a name or a verb here: Fall Street, how many fall."""
    before = _norm(tokens, at - 1)
    return before not in (
        "in", "the", "during", "of", "last", "this", "each", "every", "per", "for", "since", "",
        "by",
    )  # fmt: skip


def _quarter_or_half(tokens: Sequence[Token], at: int) -> tuple[PartOfYear, int] | None:
    word, following = _norm(tokens, at), _norm(tokens, at + 1)
    if match := _QUARTER.match(word):
        quarter = int(match[1])
        return PartOfYear(quarter * 3 - 2, 3, f"Q{quarter}"), 1
    if match := _HALF.match(word):
        half = int(match[1])
        return PartOfYear(half * 6 - 5, 6, f"H{half}"), 1
    ordinal = {"last": -1, "final": -1, "1st": 1, "2nd": 2, "3rd": 3, "4th": 4}.get(
        word, ORDINALS.get(word, 0)
    )
    if following == "quarter" and (ordinal == -1 or 1 <= ordinal <= 4):
        quarter = 4 if ordinal == -1 else ordinal
        return PartOfYear(quarter * 3 - 2, 3, f"Q{quarter}"), 2
    if following == "half" and ordinal in (-1, 1, 2):
        half = 2 if ordinal == -1 else ordinal
        return PartOfYear(half * 6 - 5, 6, f"H{half}"), 2
    if following == "quarter" and word == "quarter":
        return None
    if word == "quarter" and following in ("1", "2", "3", "4"):
        quarter = int(following)
        return PartOfYear(quarter * 3 - 2, 3, f"Q{quarter}"), 2
    return None


def _relative(tokens: Sequence[Token], at: int) -> tuple[AnyPeriod | Ambiguous, int] | None:
    word = _norm(tokens, at)
    if word == "today":
        return Relative("day", 0, 1, "the latest day"), 1
    if word == "yesterday":
        return Relative("day", 1, 1, "the day before the latest"), 1
    used = 1
    if word == "most" and _norm(tokens, at + 1) == "recent":
        word, used = "latest", 2
    if word not in ("last", "past", "previous", "prior", "this", "current", "latest", "recent"):
        return None
    if word in ("last", "past", "previous", "latest", "recent") and at + used < len(tokens):
        number = read_number(tokens, at + used)
        if number is not None and isinstance(number[0], int):
            unit = _UNITS.get(_norm(tokens, at + used + number[1]))
            if unit is not None and 0 < number[0] < 10000:
                label = f"the last {number[0]} {unit}s"
                return Relative(unit, 0, number[0], label, rolling=True), used + number[1] + 1
    unit = _UNITS.get(_norm(tokens, at + used))
    if unit is None or _norm(tokens, at + used).endswith("s"):
        return None
    if unit == "day" and _norm(tokens, at + used + 1) in ("of", "on"):
        return None  # the last day of picking
    if word in ("this", "current", "latest", "recent"):
        return Relative(unit, 0, 1, f"the latest {unit}"), used + 1
    if word == "past":
        return Relative(unit, 0, 1, f"the past {unit}", rolling=True), used + 1
    return Relative(unit, 1, 1, f"the {unit} before the latest"), used + 1


def _year(tokens: Sequence[Token], at: int) -> tuple[AnyPeriod | Ambiguous, int] | None:
    skip = 1 if _norm(tokens, at) == "year" else 0
    year = _year_number(tokens, at + skip)
    return None if year is None else (year_of(year), skip + 1)
