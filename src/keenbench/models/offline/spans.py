"""How long something took: from one date of a row to another."""

from __future__ import annotations

from typing import Literal

from keenbench.models.offline.columns import ColumnRef, Worked, unit_of
from keenbench.models.offline.frame import Ask
from keenbench.models.offline.measures import only_money
from keenbench.models.offline.sentence import Sentence
from keenbench.models.offline.units import UNIT_WORDS
from keenbench.models.offline.words import name_words, root, stem, word_set

_STARTS = frozenset(
    map(
        root,
        word_set(
            """
            start started begin began begun from checkin check pickup opened open received ordered
            order hired admitted admission departure depart loaned borrowed lent issued joined in
            entry arrival arrived created submitted requested reported logged raised applied booked
            registered intake placed
            """
        ),
    )
)
_ENDS = frozenset(
    map(
        root,
        word_set(
            """
            end ended finish finished until checkout dropoff closed completed complete delivered
            left discharge discharged returned resolved cancelled cancel out exit departure departed
            done closing completion resolution settled paid outcome decision decided fixed repaired
            actual sold solved granted leave leaving termination terminated resigned
            """
        ),
    )
)
_AGREED = frozenset(map(root, word_set("booked booking reserved reservation")))
_DUE = word_set("due promised expected planned deadline scheduled target estimated required")
_NO_SPAN = word_set("birth birthdate born dob updated update modified") | _DUE

Span = Literal["days", "hours", "minutes"]


def unit_asked(s: Sentence) -> Span | None:
    """Return the unit in which the question counts time, where it says one."""
    said = {stem(token.norm) for item in s.items for token in item.tokens}
    units: tuple[Span, ...] = ("minutes", "hours", "days")
    return next((unit for unit in units if stem(unit) in said), None)


def span_between(s: Sentence, start: ColumnRef, end: ColumnRef) -> ColumnRef:
    """Return the time from one column of dates to another."""
    whole_days = s.column(start).type == "date" and s.column(end).type == "date"
    unit: Span = unit_asked(s) or ("days" if whole_days else "hours")
    name = f"{unit} from {start.column} to {end.column}"
    beside = start.table if start.table != end.table else ""
    return ColumnRef(end.table, name, Worked(unit, end.column, start.column, beside=beside))


def times_of(s: Sentence, table: str) -> list[ColumnRef]:
    """Return the columns of what happened to a row, not of what was due or born."""
    return [
        ColumnRef(table, c.name)
        for c in s.table(table).columns
        if s.is_time(ColumnRef(table, c.name)) and not _NO_SPAN & set(name_words(c.name))
    ]


def is_due(ref: ColumnRef) -> bool:
    """Whether a date is one by which something should have been done."""
    return bool(_DUE & set(name_words(ref.column)))


def is_end(ref: ColumnRef) -> bool:
    """Whether a date is one on which something came to its end."""
    return bool(_roots(ref) & _ENDS)


def span_of(s: Sentence, tables: list[str]) -> ColumnRef | None:
    """Return how long a row lasted, in the first of the tables that tells."""
    for table in tables:
        times = times_of(s, table)
        if len(times) < 2:
            continue
        lived = [ref for ref in times if not _roots(ref) & _AGREED]
        times = lived if len(lived) == 2 else times  # a trip begins when it does, however booked
        starts = [ref for ref in times if _roots(ref) & _STARTS]
        ends = [ref for ref in times if _roots(ref) & _ENDS and ref not in starts[:1]]
        if len(times) == 2:
            said = tuple(reversed(times) if ends == times[:1] else times)
            return span_between(s, *(in_time(s, *times) or said))
        if len(ends) == 1:
            start = start_of(s, [ref for ref in times if ref != ends[0]])
            return span_between(s, start, ends[0]) if start is not None else None
        return None
    return None


def in_time(s: Sentence, one: ColumnRef, other: ColumnRef) -> tuple[ColumnRef, ColumnRef] | None:
    """Return two dates of a row, the earlier first, where the least and the greatest tell which."""
    first, last = s.column(one), s.column(other)
    if one.table != other.table or first.type != last.type:
        return None
    edges = [str(edge) for edge in (first.least, first.greatest, last.least, last.greatest) if edge]
    if len(edges) < 4:
        return None
    (a, b), (c, d) = edges[:2], edges[2:]
    if a < c and b < d:
        return one, other
    return (other, one) if c < a and d < b else None


def start_of(s: Sentence, refs: list[ColumnRef]) -> ColumnRef | None:
    """Return of several dates the one on which a row began; where only its place says so, doubt."""
    starts = [ref for ref in refs if _roots(ref) & _STARTS and not s.column(ref).nullable]
    if len(starts) == 1:
        return starts[0]
    sure = [ref for ref in refs if not s.column(ref).nullable]
    if len(sure) > 1:
        s.doubt += 0.2
    return sure[0] if sure else None


def _roots(ref: ColumnRef) -> set[str]:
    return {root(word) for word in name_words(ref.column)}


def sized_by(
    s: Sentence, dims: tuple[str, ...], table: str | None, direction: str = ""
) -> ColumnRef | None:
    """Return the column that a word compares by; how long something took may be of two dates."""
    found = s.by_dims(dims, table, direction)
    if found is None and dims[:1] == ("price",):
        return only_money(s, [table] if table else s.near[:1])
    if "duration" not in dims:
        return found
    span = span_of(s, [table] if table else s.near[:1])
    if found is None and span is None:
        return _timed(s, [table] if table else s.near[:1])
    if found is None or span is None or len(name_words(found.column)) == 1:
        return found or span
    asked, own = unit_asked(s), unit_of(s.column(found))
    if own in ("km", "m", "mi") and any(own == _length_said(item.norm) for item in s.items):
        return found  # "the longest ride in km"
    if asked is not None and own != unit_of(s.column(span)):
        assert span.worked is not None
        return span if own != {"days": "d", "hours": "h", "minutes": "min"}[asked] else found
    raise Ask(f"How long by {found}, or by the {span}?")


def _timed(s: Sentence, tables: list[str]) -> ColumnRef | None:
    """Return the one column that is measured in hours, minutes or seconds: RunningTime (min)."""
    found = [
        ColumnRef(table, column.name)
        for table in tables
        for column in s.table(table).columns
        if unit_of(column) in ("min", "h", "s") and s.is_number(ColumnRef(table, column.name))
    ]
    return found[0] if len(found) == 1 else None


def _length_said(word: str) -> str | None:
    """Return the unit of length that a word is."""
    return next((u for u in ("km", "m", "mi") if word == u or stem(word) in UNIT_WORDS[u]), None)
