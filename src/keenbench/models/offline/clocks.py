"""Times of day and days of the week as conditions: after 8 pm, in the morning, on Saturdays."""

from __future__ import annotations

import re

from keenbench.models.offline.columns import ColumnRef
from keenbench.models.offline.date_columns import date_column
from keenbench.models.offline.frame import Ask, Test
from keenbench.models.offline.items import Item
from keenbench.models.offline.negating import is_negated
from keenbench.models.offline.periods import WEEKDAYS
from keenbench.models.offline.sentence import Placed, Sentence
from keenbench.query.plan import Operator

_CLOCK = re.compile(r"\d{2}:\d{2}$")
_NAMED = {"noon": "12:00", "midday": "12:00", "midnight": "00:00", "lunchtime": "12:00"}
_WAYS: dict[str, Operator] = {
    "after": ">", "past": ">", "later than": ">", "since": ">=", "from": ">=", "before": "<",
    "earlier than": "<", "until": "<=", "till": "<=", "by": "<=", "at": "=", "on or after": ">=",
}  # fmt: skip
_WORDS: dict[Operator, str] = {">": "after", ">=": "from", "<": "before", "<=": "until", "=": "at"}
_WEEKENDS = ("weekend", "weekends")
_WEEKDAYS = ("weekdays", "working days", "workdays")


def read_clocks(s: Sentence) -> None:
    """Take times of day and days of the week out of the question and make them conditions."""
    _said_in_words(s)
    _times(s)
    _weekdays(s)


def _said_in_words(s: Sentence) -> None:
    """`before 9 in the morning`: a number and the part of the day that it is of."""
    for at, item in enumerate(s.items[:-1]):
        rest = [i.norm for i in s.items[at + 1 : at + 4]]
        part = rest[2] if rest[:2] == ["in", "the"] and len(rest) > 2 else ""
        if not isinstance(item.number, int) or item.used or not 1 <= item.number <= 12:
            continue
        if part in ("morning", "afternoon", "evening"):
            late = part != "morning" and item.number < 12
            _become(item, f"{item.number + (12 if late else 0):02}:00")
            s.use(*range(at + 1, at + 4))


def _become(item: Item, clock: str) -> None:
    item.tokens = (*item.tokens[:-1], item.tokens[-1].__class__(item.text, clock, "symbol"))
    item.tokens = item.tokens[-1:]
    item.number = None
    item.period = None
    item.columns, item.values, item.tables = [], [], []


def _clock(item: Item) -> str | None:
    if _CLOCK.match(item.norm) and item.tokens[0].kind == "symbol":
        return item.norm
    return _NAMED.get(item.norm) if not item.names_something else None


def _times(s: Sentence) -> None:
    found = [(i, c) for i, item in enumerate(s.items) if not item.used and (c := _clock(item))]
    parts = [
        i for i, item in enumerate(s.items)
        if item.norm == "morning" and not item.used and not item.names_something
        and [j.norm for j in s.items[max(0, i - 2) : i]] == ["in", "the"]
    ]  # fmt: skip
    if not found and not parts:
        return
    ref = _column(s)
    if len(found) == 2 and s.items[found[1][0] - 1].norm in ("and", "to", "until"):
        (one, first), (other, last) = found
        _place(s, ref, one, ">=", first)
        _place(s, ref, other, "<=", last)
        for index in range(max(0, one - 1), other):
            s.items[index].used = s.items[index].used or s.items[index].tag != "which"
        return
    for at, clock in found:
        before = s.items[at - 1] if at else None
        if before is None or before.norm not in _WAYS:
            raise Ask(f"Before or after {s.items[at].text}?", s.items[at].text)
        s.use(at - 1)
        _place(s, ref, at, _WAYS[before.norm], clock)
    for at in parts:
        s.use(at - 2, at - 1)
        s.remark("The morning is taken as before noon.")
        _place(s, ref, at, "<", "12:00")


def _place(s: Sentence, ref: ColumnRef, at: int, op: Operator, clock: str) -> None:
    s.use(at)
    said = f"{ref} {_WORDS[op]} {clock}"
    if s.column(ref).type == "time":
        s.tests.append(Placed(Test(column=ref, op=op, value=clock, said=said), at))
        return
    if not clock.endswith(":00"):
        raise Ask(f"I can compare only whole hours of {ref}, such as 9:00.", s.items[at].text)
    hour = int(clock[:2])
    # Past eight is the ninth hour, of which 20 is the number; until 18:00 leaves that hour out.
    whole: dict[Operator, Operator] = {">": ">=", ">=": ">=", "<": "<", "<=": "<", "=": "="}
    test = Test(column=ref, part="hour_of_day", op=whole[op], value=hour, said=said)
    s.tests.append(Placed(test, at))


def _column(s: Sentence) -> ColumnRef:
    """Return the column that holds the time of day."""
    tables = list(dict.fromkeys([*s.near, *(t.name for t in s.schema.tables)]))
    for table in tables:
        columns = s.table(table).columns
        for kind in ("time", "timestamp"):
            found = [ColumnRef(table, c.name) for c in columns if c.type == kind]
            if len(found) == 1:
                return found[0]
            if len(found) > 1 and kind == "timestamp":
                return date_column(s, [table], said="the time of day")
            if found:
                raise Ask(f"Which time is meant: {' or '.join(map(str, found))}?")
    raise Ask("I see no column that says the time of day.")


def _weekdays(s: Sentence) -> None:
    for at, item in enumerate(s.items):
        plain = item.norm.removesuffix("s")
        if item.used or item.names_something or len(item.tokens) > 2:
            continue
        grouped = at > 0 and s.items[at - 1].tag in ("group", "which")
        if item.norm in _WEEKENDS:
            op, days, said = ">=", 6, "a weekend"
        elif item.norm in _WEEKDAYS and not grouped and _on(s, at):
            op, days, said = "<=", 5, "Monday to Friday"
        elif plain in WEEKDAYS and not grouped:
            op, days, said = "=", WEEKDAYS.index(plain) + 1, plain.title()
        else:
            continue
        if grouped:
            continue
        dated = [r for p in s.tests if p.test.period for r in p.test.columns() if s.is_time(r)]
        ref = dated[0] if dated else date_column(s, s.near, said=item.text)
        flipped: dict[str, Operator] = {">=": "<", "<=": ">", "=": "!="}
        sign: Operator = flipped[op] if is_negated(s, at) else op  # type: ignore[assignment]
        s.use(at)
        test = Test(column=ref, part="weekday", op=sign, value=days, said=f"{ref} on {said}")
        s.tests.append(Placed(test, at))


def _on(s: Sentence, at: int) -> bool:
    return at > 0 and s.items[at - 1].norm in ("on", "during", "only")
