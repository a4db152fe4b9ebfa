"""Which column of dates or years a period of the question is about."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from keenbench.models.offline.calendar_spans import (
    DayOfYear,
    DaysOfYear,
    PartOfYear,
    Period,
    Relative,
)
from keenbench.models.offline.columns import ColumnRef, is_year
from keenbench.models.offline.date_columns import date_column
from keenbench.models.offline.date_words import told_by
from keenbench.models.offline.items import Item
from keenbench.models.offline.linking import link_columns
from keenbench.models.offline.sentence import Sentence
from keenbench.models.offline.thesaurus import is_money_word
from keenbench.models.offline.words import stem


@dataclass(frozen=True)
class Stretch:
    """Periods as they stand in a question, and how they are meant."""

    how: str
    periods: tuple[Item, ...]
    start: int
    at: int
    last: int


def column_of_period(s: Sentence, stretch: Stretch) -> ColumnRef:
    """Return the column of dates or years that a period is about; words that only say so go."""
    ref = _column_of_period(s, stretch)
    for index, item in enumerate(s.items[:-1]):
        following = s.items[index + 1]
        verb = [f"{item.norm} {following.norm.split()[0]}"]
        if following.norm in ("out of", "out", "up") and told_by(verb, [ref]) is not None:
            s.use(index, index + 1)  # what runs out of warranty is not without it
    return ref


_ANY_TIME = frozenset(("time", "date", "day"))


def _column_of_period(s: Sentence, stretch: Stretch) -> ColumnRef:
    before = s.before(stretch.start, over=("filler", "light", "cmp", "not"))
    told = _told_by_verb(s, stretch)
    if told is not None:
        return told
    candidates = [before] if before is not None else []
    candidates += [i for i, item in enumerate(s.items) if item.columns and i not in candidates]
    for index in candidates:
        item = s.items[index]
        if index != before and (
            item.tables or item.columns[0].how not in ("exact", "verb", "part")
        ):
            continue
        if index != before and stem(item.norm) in _ANY_TIME and item.columns[0].how != "exact":
            continue  # time entries say nothing of which date they have
        if is_money_word(item.norm) and item.columns and not _is_verb(item):
            continue  # money is no date of payment
        plural = stem(item.norm) != item.norm and not _is_verb(item)
        if plural and item.columns and item.columns[0].how != "exact":
            continue  # bookings are rows, and not when they were booked
        if item.tables and item.tables[0].score >= (item.columns[0].score if item.columns else 0):
            continue
        times = [c for c in item.columns if s.is_time(c.ref)]
        if times and times[0].score >= item.columns[0].score - 0.12 and not item.used:
            ref = s.choose(item, s.is_time)
            if ref is not None:
                grouped = index > 0 and s.items[index - 1].tag == "group"
                if not grouped and (index == before or item.tag == "light" or _is_verb(item)):
                    s.use(index)
                return ref
    years = all(_is_year_period(item) for item in stretch.periods)
    for index in candidates:
        item = s.items[index]
        if (
            years
            and item.columns
            and any(is_year(s.column(c.ref)) for c in item.columns)
            and not item.used
        ):
            ref = s.choose(item, lambda r: is_year(s.column(r)))
            if ref is not None:
                if index == before and not (index and s.items[index - 1].tag == "group"):
                    s.use(index)
                return ref
    if years and before is not None and not s.items[before].used:
        found = [c.ref for c in s.items[before].columns if s.column(c.ref).type == "integer"]
        if len(found) == 1 and s.is_number(found[0]):
            limits = s.known.numbers_of(found[0])
            s.wait()
            if limits and limits[0] >= 1500 and limits[1] <= 2200:
                s.use(before)  # "opened before 1980", of a column of years by another name
                return found[0]
    said = stretch.periods[0].text
    return date_column(s, s.near, years=years, said=said, at=stretch.at, within=_whole(stretch))


def _whole(stretch: Stretch) -> Period | None:
    """Return from where to where the dates go that a question speaks of, where it says the year."""
    first, last = stretch.periods[0].period, stretch.periods[-1].period
    if not isinstance(last, Period):
        return None
    if isinstance(first, PartOfYear | DayOfYear | DaysOfYear):
        first = first.of(last.start.year)
    start = first.start if isinstance(first, Period) else last.start
    ways = {
        ">=start": (start, date.max),
        ">=end": (last.end, date.max),
        "<start": (date.min, start),
        "<end": (date.min, last.end),
    }
    return Period(*ways.get(stretch.how, (start, last.end)), last.label)


def _told_by_verb(s: Sentence, stretch: Stretch) -> ColumnRef | None:
    """`built before 1960`: the one column of dates or years that a verb of many uses names."""
    at = s.before(stretch.start, over=("filler", "cmp", "not"))
    if at is None or s.items[at].tag != "light" or s.items[at].columns:
        return None
    years = all(_is_year_period(item) for item in stretch.periods)
    found = [
        c.ref
        for c in link_columns([s.items[at].norm], s.schema)
        if c.how in ("exact", "verb", "part")
        and (not s.near or c.ref.table in s.reach(s.near[0]))
        and (s.is_time(c.ref) or (years and is_year(s.column(c.ref))))
    ]
    return found[0] if len(found) == 1 else None


def _is_verb(item: Item) -> bool:
    return item.norm.endswith(("ed", "ing"))


def _is_year_period(item: Item) -> bool:
    period = item.period
    if isinstance(period, Relative):
        return period.unit == "year"
    return isinstance(period, Period) and (
        period.start == date(period.start.year, 1, 1) and period.end == date(period.end.year, 1, 1)
    )
