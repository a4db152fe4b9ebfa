"""Periods of a question as conditions on the column of dates that they are about."""

from __future__ import annotations

import math
import re
from datetime import date

from keenbench.models.offline.calendar_cells import calendar_test
from keenbench.models.offline.calendar_spans import (
    Ambiguous,
    AnyPeriod,
    DayOfYear,
    DaysOfYear,
    PartOfYear,
    Period,
    Relative,
    RelativePart,
    days_later,
)
from keenbench.models.offline.columns import ColumnRef, is_year
from keenbench.models.offline.frame import Ask, Test
from keenbench.models.offline.items import Item
from keenbench.models.offline.period_columns import Stretch, column_of_period
from keenbench.models.offline.sentence import Placed, Sentence, listed
from keenbench.models.offline.time_words import TIME_PREPOSITIONS
from keenbench.models.offline.words import name_words, root
from keenbench.query.plan import Operator

_ON_FROM = ("or later", "or newer", "and later", "or after", "and after", "and newer")
_UP_TO = ("or earlier", "or before", "and earlier", "and before", "or older", "and older")
_BY_AGE = ("older than", "newer than", "earlier than", "later than")
_OPENING = ("since", "from", "after", "starting", "beginning")
_BEGINNING = ("start", "beginning", "first day", "turn")
_EDGE = re.compile(
    r"(since|from|after|starting|beginning|until|till|up to|before|by|up until|through)"
    r"(?: the)? (start|beginning|first day|turn|end|close|last day) of(?: the)?(?: year)?"
)
"""`since the start of 2025`, `until the end of March`: the edge of a period."""
_FROM_EDGE = {
    (True, True): ">=start", (True, False): ">=end", (False, True): "<start",
    (False, False): "<end",
}  # fmt: skip


def read_periods(s: Sentence) -> None:
    """Take the periods out of the question and make them conditions."""
    _take_headers(s)
    stretches = _stretches(s)
    for index, stretch in enumerate(stretches):
        following = stretches[index + 1] if index + 1 < len(stretches) else None
        if following is not None and _explains(s, stretch, following):
            continue  # "in the last quarter, July to September 2025"
        told = calendar_test(s, stretch)
        if told is not None:
            s.tests.append(Placed(told, stretch.at))
            continue
        ref = column_of_period(s, stretch)
        s.tests.append(Placed(_test(s, stretch, ref), stretch.at))


def _explains(s: Sentence, one: Stretch, other: Stretch) -> bool:
    """Whether the second only says what the first is, after a comma or in brackets."""
    vague = any(not isinstance(item.period, Period) for item in one.periods)
    begins = s.items[min(other.start, other.at)].tokens[0]
    # The winter months (December, January, February) are those of every year.
    sure = isinstance(other.periods[-1].period, Period) or begins.bracketed
    near = all(i.is_filler or i.used for i in s.items[one.last + 1 : other.start])
    beside = other.start == one.last + 1  # in the summer months June to August 2025
    return vague and sure and near and (begins.after_mark or begins.bracketed or beside)


def _take_headers(s: Sentence) -> None:
    """Leave a period alone that a header says: Visits Last Month."""
    said = {root(token.norm) for item in s.items for token in item.tokens}
    for item in s.items:
        words = [token.norm for token in item.tokens]
        if item.period is None or len(words) < 2:
            continue
        for name in s.near:
            for column in s.table(name).columns:
                header = list(name_words(column.name))
                rest = [word for word in header if word not in words]
                if set(words) <= set(header) and rest and {root(w) for w in rest} <= said:
                    item.period, item.used = None, True


def _stretches(s: Sentence) -> list[Stretch]:
    found: list[Stretch] = []
    at = 0
    while at < len(s.items):
        item = s.items[at]
        if item.used or item.period is None or not _is_period(s, at):
            at += 1
            continue
        if isinstance(item.period, Ambiguous):
            raise Ask(
                f"{item.text} can be {listed(item.period.readings)}. Which day is meant?", item.text
            )
        how, preposition = _preposition(s, at)
        members, last = [item], at
        if how in ("from", "between"):
            other = _second(s, at, ("to", "and", "until", "till", "through", "-", "up to"))
            if other is not None:
                members, last = [item, s.items[other]], other
                how = "in" if s.growing else "range"
            elif how == "from":
                how = "in" if not isinstance(item.period, Period) else ">=start"
                after = s.items[at + 1].norm if at + 1 < len(s.items) else ""
                if after not in ("on", "onward", "onwards"):
                    how = "in"
            else:
                raise Ask(f"Between {item.text} and which date?", item.text)
        else:
            other = _second(s, at, ("to", "until", "till", "through"))
            following: int | None
            if other is not None and how == "in":
                members, last = [item, s.items[other]], other
                how = "in" if s.growing else "range"
            else:
                following = _second(s, last, ("and", "or", "vs", "versus", "compared to", "with"))
                while following is not None and how == "in":
                    members.append(s.items[following])
                    last = following
                    following = _second(s, last, ("and", "or", "vs", "versus"))
        for index in range(preposition, last + 1):
            piece = s.items[index]
            if piece.tag != "compare":
                piece.used = True
        tail = s.items[last + 1].norm if last + 1 < len(s.items) else ""
        if how == "in" and len(members) == 1 and tail in _ON_FROM:
            how = ">=start"
            s.use(last + 1)
        elif how == "in" and len(members) == 1 and tail in _UP_TO:
            how = "<end"
            s.use(last + 1)
        for word in ("onward", "onwards", "on", "inclusive"):
            if last + 1 < len(s.items) and s.items[last + 1].norm == word:
                s.use(last + 1)
        found.append(Stretch(how, tuple(members), preposition, at, last))
        at = last + 1
    return found


def _is_period(s: Sentence, at: int) -> bool:
    item = s.items[at]
    if item.values and item.values[0].how == "exact" and item.number is None:
        return isinstance(item.period, Relative | RelativePart | Period) and not item.values
    if not item.is_bare_year:
        return True
    # A bare year may be a number: "over 2000", "2000 orders", "order 2001".
    previous = s.items[at - 1] if at else None
    if previous is not None and previous.norm in _BY_AGE:
        return True  # nothing is 2015 years old
    if previous is not None and previous.tag in ("cmp", "super") and previous.norm not in (
        "between", "over", "up to",
    ):  # fmt: skip
        return False
    following = s.items[at + 1] if at + 1 < len(s.items) else None
    if previous is not None and previous.columns and not previous.used:
        years = [c for c in previous.columns if is_year(s.column(c.ref)) or s.is_time(c.ref)]
        if not years and previous.columns[0].how == "exact":
            # By country 2024, of cells that are words; but room 2001.
            words = s.column(previous.columns[0].ref).type == "string"
            by = at > 1 and s.items[at - 2].tag == "group"
            return words and by and not item.values
        if years:
            return True
    if previous is not None and previous.norm in ("over", "between", "up to"):
        left = s.before(at - 1)
        numeric = left is not None and any(s.is_number(c.ref) for c in s.items[left].columns)
        if numeric and previous.norm != "between":
            return False
        if numeric and left is not None:
            return any(is_year(s.column(c.ref)) for c in s.items[left].columns)
        return previous.norm == "between"
    return not (following is not None and following.norm in ("rows", "records"))


def _preposition(s: Sentence, at: int) -> tuple[str, int]:
    """Return how a period is meant and where the words that say so begin."""
    for length in (5, 4, 3, 2, 1):
        start = at - length
        if start < 0 or any(i.is_cell for i in s.items[start:at]):
            continue  # what came in last month: in is no preposition there
        words = " ".join(i.norm for i in s.items[start:at])
        edge = _EDGE.fullmatch(words)
        if edge is not None:
            return _FROM_EDGE[edge[1] in _OPENING, edge[2] in _BEGINNING], start
        plain = words.removesuffix(" the").removesuffix(" year").removesuffix(" month of")
        plain = plain.removesuffix(" the")
        if plain in TIME_PREPOSITIONS:
            return TIME_PREPOSITIONS[plain], start
    if at and s.items[at - 1].tag == "not":
        return "not in", at - 1
    return "in", at


def _second(s: Sentence, at: int, joints: tuple[str, ...]) -> int | None:
    index = at + 1
    while index < len(s.items) and s.items[index].norm in ("the", "of", "in", "year"):
        index += 1
    if index >= len(s.items):
        return None
    joint = s.items[index]
    if joint.period is not None and joint.tokens[0].after_mark and "and" in joints:
        if index + 1 < len(s.items) and s.items[index + 1].norm in ("to", "until", "through"):
            return None  # "in the 1980s, 1980 to 1989"
        return index if _is_period(s, index) else None
    if joint.norm not in joints:
        return None
    index += 1
    while index < len(s.items) and s.items[index].norm in ("the", "of", "in", "year"):
        index += 1
    if index < len(s.items) and s.items[index].period is not None and not s.items[index].used:
        return index
    return None


# -- the condition ----------------------------------------------------------------------------


def _test(s: Sentence, stretch: Stretch, ref: ColumnRef) -> Test:
    column = s.column(ref)
    ending = stretch.periods[-1].period
    periods = [
        [found] if column.type != "integer" and (found := _of_last_year(item, ending)) is not None
        else _whole(s, item, ref) for item in stretch.periods
    ]  # fmt: skip
    if column.type == "integer":
        return _year_test(s, stretch, ref, [p for each in periods for p in each])
    how = stretch.how
    if how == "range":
        first, last = _range(stretch, periods)
        said = f"{stretch.periods[0].text} to {stretch.periods[1].text}"
        return _within(ref, Period(first, last, said))
    spans = [period for each in periods for period in each]
    label = (
        listed(p.label for p in spans)
        if len(spans) < 5
        else f"{stretch.periods[0].text} of every year"
    )
    if how in ("in", "to", "not in"):
        tests = [_within(ref, period) for period in spans]
        if how == "not in":
            if len(spans) > 1:
                raise Ask(f"Which year's {stretch.periods[0].text} should be left out?")
            early = Test(column=ref, op="<", value=spans[0].start.isoformat(), said="")
            late = Test(column=ref, op=">=", value=spans[0].end.isoformat(), said="")
            return Test(any_of=(early, late), said=f"{ref} not in {label}", period=True)
        if len(tests) == 1:
            return tests[0]
        return Test(any_of=tuple(tests), said=f"{ref} in {label}", period=True)
    if len(spans) > 1:
        raise Ask(f"{stretch.periods[0].text} of which year?", stretch.periods[0].text)
    span = spans[0]
    ways: dict[str, tuple[Operator, date, str]] = {
        ">=start": (">=", span.start, "since"),
        ">=end": (">=", span.end, "after"),
        "<start": ("<", span.start, "before"),
        "<end": ("<", span.end, "until the end of"),
    }
    op, day, word = ways[how]
    return Test(
        column=ref, op=op, value=day.isoformat(), said=f"{ref} {word} {span.label}", period=True
    )


def _of_last_year(item: Item, last: AnyPeriod | Ambiguous | None) -> Period | None:
    """`June, July and August 2024`: the year that the last of them names is that of all."""
    period = item.period
    if isinstance(last, Period) and isinstance(period, PartOfYear | DayOfYear | DaysOfYear):
        return period.of(last.start.year)
    return None


def _whole(s: Sentence, item: Item, ref: ColumnRef) -> list[Period]:
    """Return the stretches of time that a period means in the data's own range."""
    spans = _spans(s, item, ref)
    if any(span.end == date.max for span in spans):
        # Often 9999-12-31 stands for no end; a half-open range would leave it out.
        raise Ask(f"{item.text} goes up to the calendar's last day. Which days are meant?")
    return spans


def _spans(s: Sentence, item: Item, ref: ColumnRef) -> list[Period]:
    period = item.period
    if isinstance(period, Period):
        return [period]
    if is_year(s.column(ref)):
        if isinstance(period, Relative) and period.unit == "year":
            return [_relative_year(s, period, ref)]
        raise Ask(f"{ref} holds only years; {item.text} needs dates.", item.text)
    limits = s.known.range_of(ref)
    s.wait()
    if limits is None:
        raise Ask(f"{ref} holds no dates that I could count {item.text} from.", item.text)
    first, last = limits
    if isinstance(period, Relative | RelativePart):
        found = period.from_latest(last)
        s.remark(
            f"The latest {ref} in the data is {last.isoformat()}, so {item.text} is {_span(found)}."
        )
        return [found]
    assert isinstance(period, PartOfYear | DayOfYear | DaysOfYear)
    spans = [
        span
        for year in range(max(first.year - 1, 1), last.year + 1)
        if (span := period.of(year)) and span.end > first and span.start <= last
    ]
    if not spans:
        raise Ask(f"The data goes from {first} to {last}; it has no {item.text}.", item.text)
    if len(spans) > 40:
        raise Ask(f"{item.text} of which year?", item.text)
    if len(spans) > 1:
        s.remark(
            f"{item.text} is taken of every year from {spans[0].start.year} to "
            f"{spans[-1].start.year}."
        )
    return spans


def _relative_year(s: Sentence, period: Relative, ref: ColumnRef) -> Period:
    limits = s.known.numbers_of(ref)
    s.wait()
    if limits is None:
        raise Ask(f"{ref} holds no years.")
    last = int(limits[1]) if math.isfinite(limits[1]) else 0
    if not date.min.year < last < date.max.year:
        raise Ask(f"{ref} goes up to {limits[1]:g}, which is no year to count from.")
    found = period.from_latest(date(last, 12, 31))
    s.remark(f"The latest {ref} in the data is {last}.")
    return found


def _span(period: Period) -> str:
    last = days_later(period.end, -1)
    return period.start.isoformat() if last == period.start else f"{period.start} to {last}"


def _range(stretch: Stretch, periods: list[list[Period]]) -> tuple[date, date]:
    one = stretch.periods[0].period
    firsts, lasts = periods
    if isinstance(one, PartOfYear | DayOfYear | DaysOfYear) and len(lasts) == 1:
        found = one.of(lasts[0].start.year)  # "March to May 2024"
        firsts = [found] if found else firsts
    if len(firsts) != 1 or len(lasts) != 1:
        raise Ask(f"{stretch.periods[0].text} of which year?", stretch.periods[0].text)
    if firsts[0].start >= lasts[0].end:
        raise Ask(f"{stretch.periods[1].text} comes before {stretch.periods[0].text}.")
    return firsts[0].start, lasts[0].end


def _within(ref: ColumnRef, period: Period) -> Test:
    start = Test(column=ref, op=">=", value=period.start.isoformat(), said="")
    end = Test(column=ref, op="<", value=period.end.isoformat(), said="")
    return Test(all_of=(start, end), said=f"{ref} in {period.label}", period=True)


def _year_test(s: Sentence, stretch: Stretch, ref: ColumnRef, periods: list[Period]) -> Test:
    shift = 0
    limits = s.known.numbers_of(ref)
    s.wait()
    if limits and limits[1] < 100:
        shift = 1900 if periods[0].start.year < 2000 else 2000
        s.remark(f"{ref} holds years in two digits.")
    first, last = periods[0].start.year - shift, periods[-1].end.year - 1 - shift
    if stretch.how == "range":
        return Test(
            column=ref,
            op="between",
            value=(first, last),
            said=f"{ref} from {first} to {last}",
            period=True,
        )
    if stretch.how in ("in", "to"):
        if len(periods) == 1 and first == last:
            return Test(column=ref, op="=", value=first, said=f"{ref} {first}", period=True)
        if len(periods) == 1:
            return Test(
                column=ref,
                op="between",
                value=(first, last),
                said=f"{ref} {periods[0].label}",
                period=True,
            )
        years = tuple(p.start.year - shift for p in periods)
        return Test(
            column=ref, op="in", value=years, said=f"{ref} {listed(map(str, years))}", period=True
        )
    ways: dict[str, tuple[Operator, int]] = {
        ">=start": (">=", first),
        ">=end": (">", last),
        "<start": ("<", first),
        "<end": ("<=", last),
        "not in": ("!=", first),
    }
    op, year = ways[stretch.how]
    return Test(column=ref, op=op, value=year, said=f"{ref} {op} {year}", period=True)
