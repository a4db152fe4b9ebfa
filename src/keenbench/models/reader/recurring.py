"""Times that come again: on Saturdays, at weekends, after 8 pm, in the morning.

They are taken out of the question before its words get their senses, as periods are; what a cell
holds in so many words (a shift called `Morning`, a column of weekdays) stays a value.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from keenbench.models.offline.calendar_cells import calendar_column
from keenbench.models.offline.columns import ColumnRef
from keenbench.models.offline.frame import Ask, Test
from keenbench.models.offline.items import Item
from keenbench.models.offline.period_columns import Stretch, column_of_period
from keenbench.models.offline.periods import WEEKDAYS
from keenbench.models.offline.sentence import Placed, Sentence, listed
from keenbench.models.offline.words import name_words, word_set
from keenbench.query.plan import Operator

_WEEKEND = ("Saturday", "Sunday")
_WORKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday")
_ON_WORKDAYS = ("weekday", "weekdays", "workday", "workdays", "working days")
_BEFORE_A_DAY = word_set("on a any at the during over in every all only for of from between")
_PARTS = {
    "morning": (0, 12), "mornings": (0, 12), "afternoon": (12, 18), "afternoons": (12, 18),
    "evening": (18, 24), "evenings": (18, 24),
}  # fmt: skip
_CLOCK = re.compile(r"(\d{1,2})(?:[:.](\d{2}))?(am|pm|a\.m|p\.m)?$")
_LATER = ("after", "past", "later than", "beyond")
_FROM = ("from", "since", "starting at", "starting", "at or after", "not before")
_BEFORE = ("before", "earlier than", "prior to", "up to", "until", "till", "by")


@dataclass(frozen=True)
class Clock:
    hour: int
    minute: int
    first: int
    """The first item that says it, and the one after the last."""
    end: int

    @property
    def said(self) -> str:
        return f"{self.hour:02d}:{self.minute:02d}"


def read_recurring(s: Sentence) -> None:
    """Make conditions of the weekdays and the times of day that a question says."""
    _weekdays(s)
    _times(s)


# -- weekdays


def _weekdays(s: Sentence) -> None:
    found: list[tuple[int, tuple[str, ...]]] = []
    for at, item in enumerate(s.items):
        days = _days(s, at, item)
        if days:
            found.append((at, days))
    if any(days == _WEEKEND for _, days in found):
        others = [at for at, item in enumerate(s.items) if item.norm in _ON_WORKDAYS]
        found += [(at, _WORKDAYS) for at in others if at not in [place for place, _ in found]]
    if not found:
        return
    kinds = {days: at for at, days in found if len(days) > 1}
    if len(kinds) > 1:
        for at, item in enumerate(s.items):
            item.used = item.used or (at in [place for place, _ in found] and not item.columns)
        for days, at in kinds.items():  # each by itself: they are set side by side
            _on_days(s, [(at, days)])
        return
    _on_days(s, sorted(found))


def _on_days(s: Sentence, found: list[tuple[int, tuple[str, ...]]]) -> None:
    first, last = found[0][0], found[-1][0]
    days = tuple(dict.fromkeys(day for _, each in found for day in each))
    between = [i.norm for i in s.items[first + 1 : last]]
    if len(found) == 2 and between in (["to"], ["through"], ["until"], ["till"]):
        names = [day.capitalize() for day in WEEKDAYS]
        one, two = names.index(days[0]), names.index(days[-1])
        days = tuple(names[one : two + 1] if one <= two else [*names[one:], *names[: two + 1]])
    start = first
    while start and s.items[start - 1].norm in _BEFORE_A_DAY and not s.items[start - 1].columns:
        start -= 1
    turned = start > 0 and s.items[start - 1].tag == "not"
    start -= turned
    op: Operator = "not_in" if turned else "in"
    numbers = tuple(WEEKDAYS.index(day.lower()) + 1 for day in days)
    told = calendar_column(s, s.near, "weekday")
    if told is not None:
        cells = tuple(cell for number in numbers for cell in told.holding(number))
        if not cells:
            raise Ask(f"No {told.ref} is a {listed(days)}.")
        _use_between(s, start, last)
        said = f"{told.ref} {'not ' if turned else ''}{listed(map(str, cells))}"
        s.tests.append(Placed(Test(column=told.ref, op=op, value=cells, said=said), first))
        return
    ref = column_of_period(s, Stretch("in", (s.items[first],), start, first, last))
    _use_between(s, start, last)
    said = f"{ref} {'not ' if turned else ''}on a {listed(days)}"
    s.tests.append(Placed(Test(column=ref, part="weekday", op=op, value=numbers, said=said), first))


def _use_between(s: Sentence, start: int, last: int) -> None:
    for item in s.items[start : last + 1]:
        item.used = item.used or item.tag != "compare"


def _days(s: Sentence, at: int, item: Item) -> tuple[str, ...]:
    """Return the days of the week that an item says, where it says which rows."""
    if item.used or any(link.how == "exact" for link in item.values) or item.columns:
        return ()
    before = s.items[at - 1] if at else None
    if before is not None and (before.tag in ("group", "which") or before.norm == "last"):
        return ()
    word = item.norm.removesuffix("s")
    if word in WEEKDAYS:
        return (word.capitalize(),)
    if word == "weekend":
        return _WEEKEND
    plain = before is not None and before.norm in _BEFORE_A_DAY
    following = s.items[at + 1] if at + 1 < len(s.items) else None
    if word == "weekday" and (item.norm == "weekdays" and plain):
        return _WORKDAYS
    if item.norm == "weekday" and following is not None and following.names_something:
        return _WORKDAYS  # weekday sales
    return ()


# -- times of day


def _times(s: Sentence) -> None:
    for at in range(len(s.items)):
        item = s.items[at]
        if item.used or (item.values and item.values[0].how == "exact"):
            continue
        part = _PARTS.get(item.norm)
        before = s.items[at - 1].norm if at else ""
        if part is not None and before in ("the", "in", "during", "every", "each"):
            _part_of_day(s, at, part)
            continue
        clock = _clock(s, at)
        if clock is not None:
            _time(s, clock)


def _part_of_day(s: Sentence, at: int, part: tuple[int, int]) -> None:
    start = at
    while start and s.items[start - 1].norm in ("the", "in", "during"):
        start -= 1
    ref = _column(s, start)
    if ref is None:
        return
    tests = [_test(s, ref, ">=", Clock(part[0], 0, at, at))] if part[0] else []
    tests += [_test(s, ref, "<", Clock(part[1], 0, at, at))] if part[1] < 24 else []
    for index in range(start, at + 1):
        s.items[index].used = True
    said = f"{ref} in the {s.items[at].norm}"
    s.remark(f"I took the {s.items[at].norm} as {part[0]}:00 to {part[1]}:00.")
    whole = tests[0] if len(tests) == 1 else Test(all_of=tuple(tests), said="")
    s.tests.append(Placed(whole.model_copy(update={"said": said}), at))


def _clock(s: Sentence, at: int) -> Clock | None:
    """Return the time of day that begins at an item: 8 pm, 20:30, noon, 7 in the morning."""
    item = s.items[at]
    if item.norm in ("noon", "midday", "midnight"):
        return Clock(0 if item.norm == "midnight" else 12, 0, at, at + 1)
    match = _CLOCK.match(item.norm)
    if match is None or item.is_bare_year:
        return None
    hour, minute, half = int(match[1]), int(match[2] or 0), (match[3] or "").replace(".", "")
    end = at + 1
    following = [i.norm for i in s.items[end : end + 3]]
    if (
        len(following) > 0
        and re.fullmatch(r"[0-5]\d", following[0])
        and s.items[end].tokens[0].after_mark
    ):
        minute, end, half = int(following[0]), end + 1, half or "24"
        following = [i.norm for i in s.items[end : end + 3]]
    if not half and following[:1] and following[0].replace(".", "") in ("am", "pm"):
        half, end = following[0].replace(".", ""), end + 1
    elif half in ("", "24") and following[:2] == ["in", "the"] and following[2:3]:
        if following[2] in ("morning", "afternoon", "evening"):
            half, end = "am" if following[2] == "morning" else "pm", end + 3
    elif not half and following[:1] in (["o'clock"], ["oclock"], ["o’clock"]):
        half, end = "24", end + 1
    if (not half and match[2] is None) or hour > 23 or minute > 59:
        return None
    if half == "pm" and hour < 12:
        hour += 12
    if half == "am" and hour == 12:
        hour = 0
    return Clock(hour, minute, at, end)


def _time(s: Sentence, clock: Clock) -> None:
    how, start = _how(s, clock.first)
    ref = _column(s, start)
    if ref is None:
        return
    end = clock.end
    other: Clock | None = None
    joint = s.items[end].norm if end < len(s.items) else ""
    if joint in ("and", "to", "until", "-") and end + 1 < len(s.items):
        other = _clock(s, end + 1)
        end = other.end if other is not None else end
    tail = s.items[end].norm if end < len(s.items) else ""
    op: Operator = "="
    if other is not None:
        last: Operator = "<=" if how == "between" else "<"
        tests = (_test(s, ref, ">=", clock), _test(s, ref, last, other))
        test = Test(all_of=tests, said=f"{ref} from {clock.said} to {other.said}")
    else:
        if tail in ("or later", "or after", "and later", "onwards", "onward", "and after"):
            op, end = ">=", end + 1
        elif tail in ("or earlier", "or before", "and earlier", "and before"):
            op, end = "<=", end + 1
        elif how in _LATER:
            op = ">"
        elif how in _FROM:
            op = ">="
        elif how in _BEFORE:
            op = "<"
        test = _test(s, ref, op, clock)
    for index in range(start, end):
        s.items[index].used = True
    s.tests.append(Placed(test, clock.first))


def _how(s: Sentence, at: int) -> tuple[str, int]:
    """Return the words before a time that say how it is meant, and where they begin."""
    for length in (3, 2, 1):
        start = at - length
        if start < 0:
            continue
        words = " ".join(i.norm for i in s.items[start:at])
        if words in (*_LATER, *_FROM, *_BEFORE, "between", "at"):
            return words, start
    return "", at


def _column(s: Sentence, at: int) -> ColumnRef | None:
    """Return the column that knows the time of day, in the first of the tables that has one."""
    del at
    for table in s.near or [t.name for t in s.schema.tables]:
        columns = s.table(table).columns
        for fits in (("time",), ("hour",), ("timestamp",)):
            found = [ColumnRef(table, c.name) for c in columns if _is(fits[0], c.type, c.name)]
            if len(found) == 1:
                return found[0]
            if found:
                begins = {"start", "from", "begin"}
                starts = [r for r in found if begins & set(name_words(r.column))]
                return starts[0] if len(starts) == 1 else found[0]
    return None


def _is(what: str, kind: str, name: str) -> bool:
    if what == "hour":
        return kind == "integer" and (name_words(name) or ("",))[-1] == "hour"
    return kind == what


def _test(s: Sentence, ref: ColumnRef, op: Operator, clock: Clock) -> Test:
    """Return the condition on a column of times, of hours, or of moments."""
    kind = s.column(ref).type
    word = {">": "after", ">=": "from", "<": "before", "<=": "until", "=": "at"}.get(op, op)
    said = f"{ref} {word} {clock.said}"
    if kind == "time":
        if op == "=" and not clock.minute:
            return Test(column=ref, part="hour_of_day", op="=", value=clock.hour, said=said)
        return Test(column=ref, op=op, value=clock.said, said=said)
    if clock.minute:
        raise Ask(f"I can compare {ref} with full hours only.")
    if kind == "integer":
        return Test(column=ref, op=op, value=clock.hour, said=said)
    # Of a moment only its hour is looked at: what is after 8 pm begins at 20:00.
    whole: Operator = ">=" if op == ">" else "<" if op == "<=" else op
    return Test(column=ref, part="hour_of_day", op=whole, value=clock.hour, said=said)


__all__ = ["read_recurring"]
