"""How long it took: words that mean the time from one date of a row to another."""

from __future__ import annotations

from keenbench.models.offline.columns import ColumnRef
from keenbench.models.offline.date_columns import begin_of
from keenbench.models.offline.items import Item
from keenbench.models.offline.linking import ColumnLink
from keenbench.models.offline.pairs import drop, pair_of, put
from keenbench.models.offline.sentence import Sentence
from keenbench.models.offline.spans import span_between, span_of, times_of
from keenbench.models.offline.words import stem, word_set

_LASTING = word_set("duration turnaround length stay lasted lasting")
_UNITS = word_set("day hour minute time")
_TAKING = word_set(
    """
    take takes took taken last lasts stay stays stayed need needs needed pass passes before ahead
    advance wait waits waited elapse spend spends
    """
)
_AHEAD = ("ahead", "advance")


def read_lasting(s: Sentence) -> None:
    for reading in (_between_dates, _time_to, _days_taken, _lasting):
        reading(s)


def _between_dates(s: Sentence) -> None:
    """`the days between ordering and shipping`, `time from pickup to dropoff`."""
    units = [
        i for i, item in enumerate(s.items)
        if stem(item.norm) in _UNITS or item.norm in ("how long", "difference", "gap", "delay")
        or stem(item.norm) in _LASTING or item.norm.startswith("difference")
    ]  # fmt: skip
    for at, item in enumerate(s.items):
        inside = item.norm == "difference between"
        if not units or (item.norm not in ("between", "from", "to") and not inside):
            continue
        one = s.after(at)
        joint = s.after(one, over=()) if one is not None else None
        other = s.after(joint) if joint is not None else None
        if one is None or joint is None or other is None:
            continue
        if s.items[joint].norm not in ("and", "to", "until", "till"):
            continue
        pair = pair_of(s, s.items[one], s.items[other], s.is_time)
        if pair is None:
            continue
        ref = span_between(s, *pair)
        put(s, at, other, ref)
        _drop_unit(s, [i for i in units if i < at])
        return


def _drop_unit(s: Sentence, units: list[int]) -> None:
    """Take out `number of days`, which what was found says itself."""
    gone = []
    for index in units:
        gone.append(index)
        before = s.before(index)
        said = s.items[before].meaning if before is not None else None
        if before is not None and said is not None and (said.tag, said.value) == ("agg", "count"):
            gone.append(before)
    drop(s, *set(gone))
    for item in s.items:
        if item.norm in ("pass", "passes", "passed", "elapse", "elapsed", "lie", "lies"):
            item.used = True


def _lasting(s: Sentence) -> None:
    """`the average duration`, `length of stay`: from the first to the last of a row's two dates."""
    for at, item in enumerate(s.items):
        dates = bool(item.columns) and all(s.is_time(c.ref) for c in item.columns)
        named = item.tables or item.values or item.rows_of or (item.columns and not dates)
        if stem(item.norm) not in _LASTING or named or item.tag == "super":
            continue
        ref = span_of(s, list(dict.fromkeys([*s.near, *(t.name for t in s.schema.tables)])))
        if ref is None:
            return
        item.columns = [ColumnLink(ref, 1.0, "exact", 1)]
        item.meaning = None
        following = s.items[at + 1 : at + 3]
        if [i.norm for i in following[:1]] == ["of"] and len(following) == 2:
            following[1].used = following[1].used or not following[1].columns
        return


def _tables(s: Sentence) -> list[str]:
    return list(dict.fromkeys([*s.near, *(t.name for t in s.schema.tables)]))


def _end_named(s: Sentence, item: Item) -> ColumnRef | None:
    """Return the column of dates that a verb or noun names: pay, hire, decision."""
    found = {c.ref for c in item.columns if s.is_time(c.ref) and c.how != "described"}
    return found.pop() if len(found) == 1 else None


def _span_to(s: Sentence, end: ColumnRef, *, ahead: bool = False) -> ColumnRef | None:
    """Return the time from where a row begins to a date of it."""
    others = [ref for ref in times_of(s, end.table) if ref != end]
    start = others[0] if len(others) == 1 else begin_of(s, end.table, others)
    if start is None:
        return None
    return span_between(s, end, start) if ahead else span_between(s, start, end)


def _time_to(s: Sentence) -> None:
    """`takes the longest to pay`, `average time to hire`: from the beginning to that day."""
    for at, item in enumerate(s.items):
        if item.norm != "to" or at + 1 >= len(s.items) or not at:
            continue
        end = _end_named(s, s.items[at + 1])
        cue = s.items[at - 1]
        longest = cue.norm in ("longest", "shortest", "quickest", "fastest", "slowest", "long")
        timed = stem(cue.norm) in ("time", "day", "hour") or cue.norm in _TAKING
        if end is None or not (longest or timed):
            continue
        ref = _span_to(s, end)
        if ref is None:
            continue
        put(s, at if longest else at - 1, at + 1, ref)
        _drop_unit(s, [i for i, each in enumerate(s.items) if each.norm == "how long"])
        for other in s.items:
            other.used = other.used or (other.norm in _TAKING and not other.names_something)
        return


def _days_taken(s: Sentence) -> None:
    """`how many days does a decision take`: the time between the two dates of a row."""
    cues = [
        i for i, item in enumerate(s.items) if item.norm in _TAKING or item.norm == "in advance"
    ]
    for at, item in enumerate(s.items[:-1]):
        unit = s.items[at + 1]
        counts = item.meaning is not None and (item.tag, item.meaning.value) == ("agg", "count")
        plain = stem(unit.norm) in _UNITS and not any(c.how == "exact" for c in unit.columns)
        if not counts or not plain or not cues or item.norm == "count":
            continue
        named = [
            (i, end) for i, each in enumerate(s.items)
            if i > at + 1 and (end := _end_named(s, each)) is not None and each.tag != "light"
        ]  # fmt: skip
        ahead = any(word in _AHEAD for each in s.items for word in each.norm.split())
        ref = _span_to(s, named[-1][1], ahead=ahead) if named else span_of(s, _tables(s))
        if ref is None:
            continue
        for index in (*cues, *(i for i, _ in named)):
            s.items[index].used = True
        put(s, at, at + 1, ref)
        return
