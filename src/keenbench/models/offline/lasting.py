"""How long it took: words that mean the time from one date of a row to another."""

from __future__ import annotations

from keenbench.models.offline.columns import ColumnRef
from keenbench.models.offline.date_columns import begin_of
from keenbench.models.offline.items import Item
from keenbench.models.offline.lexicon import PHRASES
from keenbench.models.offline.linking import ColumnLink, link_columns
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
    for reading in (_between_dates, _days_after, _time_to, _days_taken, _named_time, _lasting):
        reading(s)


def _days_after(s: Sentence) -> None:
    """`how many days after the bill date do we pay`: from the one date to the other."""
    for at, item in enumerate(s.items):
        one = s.after(at)
        before = s.before(at)
        if item.norm not in ("after", "before") or one is None or before is None:
            continue
        if stem(s.items[before].norm) not in ("day", "hour", "long", "time"):
            continue
        start = _end_named(s, s.items[one])
        for other in range(one + 1, len(s.items)):
            end = _end_named(s, s.items[other])
            if start is None or end is None or end == start or end.table != start.table:
                continue
            pair = (start, end) if item.norm == "after" else (end, start)
            s.items[other].used = True
            put(s, at, one, span_between(s, *pair))
            _drop_unit(s, [before])
            return


_PROCESSES = word_set(
    """
    processing turnaround lead handling completion transit cycle throughput resolution settlement
    fulfilment fulfillment waiting repair treatment
    """
)


def _named_time(s: Sentence) -> None:
    """`the average delivery time`, `processing time`: from the beginning to that date."""
    figures = any(i.tag in ("agg", "super", "versus", "cmp") for i in s.items)
    for at, item in enumerate(s.items):
        words = [token.norm for token in item.tokens]
        if not figures or item.used or words[-1] not in ("time", "times", "duration", "period"):
            continue
        first = at
        if len(words) == 1 and at and not s.items[at - 1].used:
            first, named = at - 1, s.items[at - 1]
        elif len(words) == 1:
            continue
        else:
            named = item
        if any(s.is_number(c.ref) and c.score > 0.8 for c in (*item.columns, *named.columns)):
            continue
        end = _end_named(s, named)
        ref = _span_to(s, end) if end is not None else None
        if ref is None and stem(named.norm.split()[0]) in _PROCESSES | set(words) & _PROCESSES:
            ref = span_of(s, _tables(s)[:1])
        if ref is not None:
            put(s, first, at, ref)
            return


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
        pair = pair_of(s, _dated(s, s.items[one]), _dated(s, s.items[other]), s.is_time)
        if pair is None:
            continue
        ref = span_between(s, *pair)
        put(s, at, other, ref)
        _drop_unit(s, [i for i in units if i < at])
        return


def _dated(s: Sentence, item: Item) -> Item:
    """Return an item with the dates that a verb of many uses names: reported, of Date Reported."""
    if item.columns or item.tag != "light":
        return item
    links = link_columns([token.norm for token in item.tokens], s.schema)
    return Item(item.start, item.tokens, columns=[c for c in links if s.is_time(c.ref)])


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
    found = [c for c in item.columns if s.is_time(c.ref) and c.how != "described"]
    best = [c.ref for c in found if c.score > found[0].score - 0.05]
    return best[0] if len(best) == 1 else None


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
        said = s.before(at, over=("filler", "agg"))
        cue = s.items[said if said is not None else at - 1]
        longest = cue.norm in ("longest", "shortest", "quickest", "fastest", "slowest", "long")
        timed = stem(cue.norm) in ("time", "day", "hour") or cue.norm in _TAKING
        if end is None or not (longest or timed):
            continue
        ref = _span_to(s, end)
        if ref is None:
            continue
        timed = timed and cue is s.items[at - 1]
        put(s, at - 1 if timed else at, at + 1, ref)
        _on_average(s)
        for other in s.items:
            other.used = other.used or (other.norm in _TAKING and not other.names_something)
        return


def _on_average(s: Sentence) -> None:
    """`how long does it take to close a claim`: on average, where nothing else is said."""
    long = [i for i, item in enumerate(s.items) if item.norm == "how long"]
    if any(i.tag in ("agg", "super", "versus") for i in s.items) or not long:
        _drop_unit(s, long)
        return
    for at, item in enumerate(s.items[:-1]):
        doer = s.items[at + 1]
        if item.norm in ("do", "does", "did") and doer.columns and not doer.values:
            doer.used = True  # "how long do clients take"
    asked = s.items.pop(long[0])
    asked.meaning = PHRASES["average"]
    spans = [i for i, item in enumerate(s.items) if any(c.ref.worked for c in item.columns)]
    s.items.insert(spans[0], asked)
    s.remark("It is the average.")


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
