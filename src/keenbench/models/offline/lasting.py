"""How long it took: words that mean the time from one date of a row to another.

Both dates may be named (`days from order to delivery`, `how many days after the bill do we pay`),
one of them (`time to close`, `delivery time`: from where a row begins), or none (`turnaround`,
`how long do loans last`: the two that a row has). What is found becomes one column in the place of
the words, of which a figure, an order or a bound may be asked.
"""

from __future__ import annotations

from collections.abc import Sequence

from keenbench.models.offline.columns import ColumnRef, is_number, unit_of
from keenbench.models.offline.date_words import said_at, told_by
from keenbench.models.offline.families import same_family
from keenbench.models.offline.items import Item
from keenbench.models.offline.lasting_dates import is_rows, next_told, span_to
from keenbench.models.offline.lasting_places import TAKEN_UP, TAKING, UNITS, clear, place
from keenbench.models.offline.lasting_quickest import read_quickest
from keenbench.models.offline.lasting_until import read_lapse, read_until
from keenbench.models.offline.lasting_words import (
    LASTING,
    LONG,
    dates_of,
    is_explained,
    longest_here,
    part_reports,
    read_length_in,
    tables_of,
)
from keenbench.models.offline.linking import ColumnLink
from keenbench.models.offline.pairs import put
from keenbench.models.offline.rows import ANYTHING
from keenbench.models.offline.sentence import Sentence
from keenbench.models.offline.spans import (
    is_due,
    is_end,
    span_between,
    span_of,
    times_of,
    unit_asked,
)
from keenbench.models.offline.words import name_words, stem, word_set
from keenbench.models.offline.written_spans import tables_said, written_span

_SPANS = {"min": "minutes", "h": "hours", "d": "days"}
_LENGTHS = word_set("duration length")
_VERBS = frozenset(map(stem, ("lasted", "lasting", "elapsed")))
_OCCASIONS = ("stays", "waits", "delays", "gaps", "intervals")
"""Of several, each is a row: completed stays are no number of days."""
_PAST_DUE = ("past", "after", "beyond", "behind", "later than", "late", "overdue")
_MOST = ("longest", "shortest", "quickest", "fastest", "slowest")
_LATER = ("after", "following", "since", "past")
_EARLIER = ("before", "ahead of", "in advance of", "prior to", "ahead", "in advance")


def read_lasting(s: Sentence) -> None:
    """Put the time between two dates of a row in the place of the words that mean it."""
    part_reports(s)
    longest_here(s)
    if is_explained(s):
        return
    read_length_in(s)
    if read_quickest(s):
        return
    cues = [at for at, item in enumerate(s.items) if not item.used and _is_cue(s, item)]
    if not cues and not any(item.norm in _MOST for item in s.items):
        return
    for reading in (
        _from_to,
        _after,
        _late,
        _time_to,
        read_until,
        read_lapse,
        _time_of,
        _taking,
    ):
        if reading(s, cues):
            return
    _lasting(s)


def _is_cue(s: Sentence, item: Item) -> bool:
    """Whether an item asks for a time; what a column is called just so has its own."""
    timed = (c.ref for c in item.columns if c.how == "exact" and not s.is_time(c.ref))
    if any(s.column(ref).type != "time" for ref in timed):
        return False
    if len(item.tokens) > 1 and any(link.how == "exact" for link in item.values):
        return False  # a service called Next day
    words = {stem(token.norm) for token in item.tokens}
    if words & _LENGTHS and not words & UNITS and _has_lengths(s):
        return False
    return bool(words & (UNITS | LASTING)) or item.norm in LONG


def _has_lengths(s: Sentence) -> bool:
    """Whether rows say themselves how long they were: duration_min, Length (mins)."""
    for table in tables_of(s):
        for column in s.table(table).columns:
            words = set(name_words(column.name))
            told = words & _LENGTHS or unit_of(column) in _SPANS
            if is_number(column) and told and words & (_LENGTHS | {"run", "running", "time"}):
                return True
    return False


def _names_another(s: Sentence, item: Item) -> bool:
    """Whether a header that holds no dates is said in so many words: by ship mode."""
    return any(link.how == "exact" and not s.is_time(link.ref) for link in item.columns)


# -- both dates are named


def _from_to(s: Sentence, cues: list[int]) -> bool:
    """`the days between ordering and shipping`, `time from pickup to dropoff`."""
    for at, item in enumerate(s.items):
        if item.norm not in ("between", "from", "difference between", "to"):
            continue
        for table in tables_of(s):
            refs = dates_of(s, table)
            one = next_told(s, at + 1, refs)
            if one is None:
                continue
            joint = next(
                (i for i in range(one[1] + 1, min(len(s.items), one[1] + 4))
                 if s.items[i].norm in ("and", "to", "until", "till")), None,
            )  # fmt: skip
            rest = [ref for ref in refs if ref != one[0]]
            other = next_told(s, joint + 1, rest, reach=5) if joint is not None else None
            if other is not None:
                place(s, at, other[1], span_between(s, one[0], other[0]), cues)
                return True
        if _from_to_beside(s, at, cues):
            return True
    return False


def _from_to_beside(s: Sentence, at: int, cues: list[int]) -> bool:
    """`days between order and return`: dates of two tables, of which one points at the other."""
    if not any(0 < at - cue <= 3 for cue in cues):
        return False
    refs = [ref for table in tables_of(s) for ref in dates_of(s, table)]
    one = next_told(s, at + 1, refs)
    joint = one[1] + 1 if one is not None else len(s.items)
    if one is None or joint + 1 >= len(s.items) or s.items[joint].norm not in ("and", "to"):
        return False
    other = next_told(s, joint + 1, [ref for ref in refs if ref.table != one[0].table])
    if other is None or one[0].table not in s.reach(other[0].table):
        return False
    place(s, at, other[1], span_between(s, one[0], other[0]), cues)
    return True


def _after(s: Sentence, cues: list[int]) -> bool:
    """`how many days after the bill date do we pay`, `how long before the event do they book`."""
    for at, item in enumerate(s.items):
        if item.norm not in (*_LATER, *_EARLIER) or at == 0 or item.used:
            continue
        for table in tables_of(s):
            refs = dates_of(s, table)
            one = next_told(s, at + 1, refs)
            if one is None:
                continue
            rest = [ref for ref in refs if ref != one[0]]
            others = [
                (found, i)
                for i in (*range(one[1] + 1, len(s.items)), *range(at))
                if i not in cues and (found := told_by(said_at(s, i), rest)) is not None
            ]
            if not others:
                continue
            earlier = item.norm in _EARLIER
            pair = (others[0][0], one[0]) if earlier else (one[0], others[0][0])
            s.items[others[0][1]].used = True
            for each in s.items:
                each.used = each.used or each.norm in ("ahead", "in advance", "advance")
            place(s, at, one[1], span_between(s, *pair), cues)
            return True
        if at - 1 in cues and _after_beside(s, at, cues):
            return True
    return False


def _after_beside(s: Sentence, at: int, cues: list[int]) -> bool:
    """`how many days after the order do they return it`: of what points at the order, its day."""
    refs = [ref for table in tables_of(s) for ref in dates_of(s, table)]
    one = next_told(s, at + 1, refs)
    if one is None:
        return False
    rest = [ref for ref in refs if one[0].table in s.reach(ref.table) and ref.table != one[0].table]
    for index in range(one[1] + 1, len(s.items)):
        other = told_by(said_at(s, index), rest)
        if other is None or s.items[index].tokens[0].after_mark:
            continue
        for each in s.items[one[1] + 1 : index + 1]:
            each.used = each.used or not each.names_something or each is s.items[index]
            each.used = each.used or stem(each.norm) in ANYTHING
        pair = (other, one[0]) if s.items[at].norm in _EARLIER else (one[0], other)
        place(s, at, one[1], span_between(s, *pair), cues)
        return True
    return False


def _late(s: Sentence, cues: list[int]) -> bool:
    """`days past the promised date`, `how many days late`: from when it was due to when it came."""
    for at, item in enumerate(s.items):
        spelt = len(item.tokens) > 2 and item.tokens[0].norm in _PAST_DUE  # after the due date
        if item.used or item.columns or not (spelt or item.norm in _PAST_DUE):
            continue
        for table in tables_of(s):
            refs = dates_of(s, table)
            due = [ref for ref in refs if is_due(ref)]
            done = [ref for ref in times_of(s, table) if is_end(ref) and ref not in due]
            alone = spelt or item.norm in ("late", "overdue")
            told = next_told(s, at + 1, due) if not alone else None
            if len(due) != 1 or len(done) != 1:
                continue
            timed = any(0 < at - cue <= 3 for cue in cues) or s.items[at - 1].norm == "how"
            if (told is None) != alone or not timed:
                continue
            last = told[1] if told is not None else at
            place(s, at, last, span_between(s, due[0], done[0]), cues)
            return True
    return False


# -- one of them


def _written(s: Sentence, table: str, words: Sequence[str]) -> ColumnRef | None:
    """Return the column that holds how long just that took: resolution_hours, of to resolve."""
    asked = unit_asked(s)
    found = [
        ColumnRef(table, c.name) for c in s.table(table).columns
        if is_number(c) and (unit := _SPANS.get(unit_of(c) or "")) and asked in (None, unit)
        and any(same_family(w, n) for w in words for n in name_words(c.name) if len(w) > 3)
    ]  # fmt: skip
    return found[0] if len(found) == 1 else None


def _time_to(s: Sentence, cues: list[int]) -> bool:
    """`takes the longest to pay`, `average time to hire`: from the beginning to that day."""
    for at, item in enumerate(s.items):
        if item.norm != "to" or not at:
            continue
        cue = s.items[at - 1]
        longest = cue.norm in (*_MOST, "long")
        timed = at - 1 in cues or cue.norm in TAKING
        asked = any(s.items[i].norm in TAKING for i in range(max(0, at - 3), at))
        if not (longest or timed or asked):
            continue
        for table in tables_of(s):
            told = next_told(s, at + 1, dates_of(s, table), reach=2)
            ref = span_to(s, told[0]) if told is not None else None
            if told is not None:
                ref = _written(s, table, said_at(s, told[1])) or ref
            if told is not None and ref is not None:
                place(s, at, told[1], ref, cues)
                return True
    return False


def _time_of(s: Sentence, cues: list[int]) -> bool:
    """`delivery time`, `how many days does a decision take`, `how long until it is paid`."""
    for at in cues:
        words = [token.norm for token in s.items[at].tokens]
        before = s.items[at - 1] if at else None
        compound = stem(words[-1]) in (LASTING | {"time"}) - _VERBS
        for table in tables_of(s):
            refs = dates_of(s, table)
            if len(refs) < 2:
                continue
            told: ColumnRef | None = None
            first = at
            if compound and len(words) > 1:
                told = told_by(words[:-1], refs)
            elif compound and before is not None and not before.is_filler:
                told = told_by([token.norm for token in before.tokens], refs)
                first = at - 1 if told is not None else at
            ref = span_to(s, told) if told is not None else None
            if ref is not None:
                put(s, first, at, ref)
                clear(s)
                return True
    return False


def _taking(s: Sentence, cues: list[int]) -> bool:
    """`how many days does a decision take`, `how long do they stay before being adopted`."""
    verbs = [i for i, item in enumerate(s.items) if item.norm in TAKING and item.norm != "open"]
    for at in cues:
        item = s.items[at]
        before = s.items[at - 1] if at else None
        counted = before is not None and before.meaning is not None and (
            (before.tag, before.meaning.value) == ("agg", "count")
        )  # fmt: skip
        late = [i for i in verbs if i > at]
        if not late or not (item.norm == "how long" or (counted and stem(item.norm) in UNITS)):
            continue
        for table in dict.fromkeys([*tables_said(s), *tables_of(s)]):
            refs = dates_of(s, table)
            named = [
                (found, i) for i in range(at + 1, len(s.items))
                if i not in verbs and not is_rows(s.items[i]) and not s.items[i].is_filler
                and not _names_another(s, s.items[i])
                and (found := told_by(said_at(s, i), refs)) is not None
            ]  # fmt: skip
            own = written_span(s, [table]) if not named else None
            ref = span_to(s, named[-1][0]) if named else own or span_of(s, [table])
            if ref is None:
                continue
            for _, index in named:
                sure = any(link.how == "exact" for link in s.items[index].values)
                s.items[index].used = not sure  # of those that were adopted
                for each in s.items[at:index]:
                    each.used = each.used or each.norm in (*_EARLIER, "until", "till")
            put(s, at - 1 if counted else at, at, ref)
            clear(s)
            return True
    return False


def _lasting(s: Sentence) -> None:
    """`the average duration`, `length of stay`: from the first to the last of a row's two dates."""
    for at, item in enumerate(s.items):
        dates = bool(item.columns) and all(s.is_time(c.ref) for c in item.columns)
        held = [c for c in item.columns if stem(item.norm) in map(stem, name_words(c.ref.column))]
        done = stem(item.norm) in _VERBS  # what lasted is no Last Name
        named = item.tables or item.values or item.rows_of or (held and not dates and not done)
        named = named or item.norm in _OCCASIONS
        before = s.items[at - 1] if at else None
        timed = before is not None and stem(item.norm) == "time" and before.norm in TAKEN_UP
        lasting = timed or stem(item.norm) in LASTING | {"lead time"}
        if not lasting or named or item.tag == "super":
            continue
        tables = [*tables_said(s), *tables_of(s)]
        spans = (written_span(s, [table]) or span_of(s, [table]) for table in tables)
        ref = next((span for span in spans if span is not None), None)
        if ref is None:
            return
        item.columns = [ColumnLink(ref, 1.0, "exact", 1)]
        item.meaning = None
        if timed and before is not None:
            before.used = True
        clear(s)
        following = s.items[at + 1 : at + 3]
        if [i.norm for i in following[:1]] == ["of"] and len(following) == 2:
            following[1].used = following[1].used or not following[1].names_something
        return


__all__ = ["read_lasting"]
