"""Dates, times and durations: numbers that their format makes so, written as ISO 8601."""

from __future__ import annotations

import datetime as dt
import re
from enum import Enum

_DAY_MS = 86_400_000
_LAST_1900 = 2_958_465  # 9999-12-31
_LAST_1904 = 2_957_003

_QUOTED = re.compile(r'"[^"]*"|\\.|_.|\*.|\[(?![hms]+\])[^\]]*\]', re.IGNORECASE)
_ELAPSED = re.compile(r"\[(?:h+|m+|s+)\]", re.IGNORECASE)
_MINUTES = re.compile(r"h+[^a-z]*m+|m+[^a-z]*s", re.IGNORECASE)


class Moment(Enum):
    """What a number format makes of a number."""

    NONE = 0
    DATE = 1
    TIME = 2
    DATETIME = 3
    DURATION = 4


# The formats that spreadsheets know by number alone (27 to 58 of East Asian ones).
BUILT_IN: dict[int, Moment] = {
    **dict.fromkeys((14, 15, 16, 17), Moment.DATE),
    **dict.fromkeys((18, 19, 20, 21, 45, 47), Moment.TIME),
    22: Moment.DATETIME,
    46: Moment.DURATION,
    **dict.fromkeys((27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 57, 58), Moment.DATE),
    **dict.fromkeys((32, 33, 34, 35, 55, 56), Moment.TIME),
}


def moment_of(code: str) -> Moment:
    """Return what a number format code shows."""
    section = _QUOTED.sub("", code.partition(";")[0])
    if section.strip().lower() == "general":
        return Moment.NONE
    if _ELAPSED.search(section):
        return Moment.DURATION
    letters = section.lower().replace("am/pm", "h").replace("a/p", "h")
    # A number shown in digits is none, but for the decimals of seconds.
    if re.search(r"[0#?]", re.sub(r"s[.,]0+", "s", letters)):
        return Moment.NONE
    has_time = "h" in letters or "s" in letters
    without_minutes = _MINUTES.sub("", letters)
    has_date = any(letter in without_minutes for letter in "dye") or (
        "m" in without_minutes and not has_time
    )
    if has_date:
        return Moment.DATETIME if has_time else Moment.DATE
    return Moment.TIME if has_time else Moment.NONE


def write_moment(serial: float, moment: Moment, *, since_1904: bool) -> str | None:
    """Return the number as ISO 8601, or None where it is no moment at all."""
    if moment is Moment.DURATION:
        return _duration(serial)
    if not 0 <= serial < (_LAST_1904 if since_1904 else _LAST_1900) + 1:
        return None
    days, ms = divmod(round(serial * _DAY_MS), _DAY_MS)
    if days == 0 and moment is not Moment.DATE:
        return _clock(ms)
    date = _date(days, since_1904)
    if ms == 0 and moment is not Moment.DATETIME:
        return date
    return f"{date}T{_clock(ms)}"


def _date(days: int, since_1904: bool) -> str:
    if since_1904:
        return (dt.date(1904, 1, 1) + dt.timedelta(days=days)).isoformat()
    if days == 60:
        return "1900-02-29"  # a day that never was, which every spreadsheet counts
    epoch = dt.date(1899, 12, 31) if days < 60 else dt.date(1899, 12, 30)
    return (epoch + dt.timedelta(days=days)).isoformat()


def _clock(ms: int) -> str:
    seconds, ms = divmod(ms, 1000)
    text = f"{seconds // 3600:02}:{seconds // 60 % 60:02}:{seconds % 60:02}"
    return f"{text}.{ms:03}" if ms else text


def _duration(serial: float) -> str | None:
    if abs(serial) > 1e9:
        return None
    total = round(abs(serial) * _DAY_MS)
    seconds, ms = divmod(total, 1000)
    parts = ""
    if seconds >= 3600:
        parts += f"{seconds // 3600}H"
    if seconds // 60 % 60:
        parts += f"{seconds // 60 % 60}M"
    if seconds % 60 or ms or not parts:
        parts += f"{seconds % 60}.{ms:03}S" if ms else f"{seconds % 60}S"
    return f"{'-' if serial < 0 else ''}PT{parts}"
