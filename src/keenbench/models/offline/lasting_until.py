"""How long until one day of a row: until it is paid, the wait for a hearing, paid within 14 days.

The other day is that on which the row began.
"""

from __future__ import annotations

from dataclasses import replace

from keenbench.models.offline.date_words import said_at, told_by
from keenbench.models.offline.lasting_dates import is_rows, next_told, span_to
from keenbench.models.offline.lasting_places import place
from keenbench.models.offline.lasting_words import dates_of, tables_of
from keenbench.models.offline.linking import ColumnLink
from keenbench.models.offline.sentence import Sentence
from keenbench.models.offline.written_spans import tables_said

_REACH = 6
_WAITS = frozenset(("wait", "waited", "waiting"))


def read_until(s: Sentence, cues: list[int]) -> bool:
    """`how many days on average until we send a thank-you`, `how long before they pay`."""
    for at, item in enumerate(s.items):
        asked = [cue for cue in cues if 0 < at - cue <= _REACH and _is_asked(s, cue)]
        if item.norm not in ("until", "till", "before") or not asked:
            continue
        for table in tables_of(s):
            told = next_told(s, at + 1, dates_of(s, table))
            ref = span_to(s, told[0]) if told is not None else None
            if told is not None and ref is not None:
                place(s, at, told[1], ref, cues)
                return True
    return False


def read_lapse(s: Sentence, cues: list[int]) -> bool:
    """`paid within 14 days`, `brought back after more than a week`: until that day, so long."""
    for at, item in enumerate(s.items):
        counted = [cue for cue in cues if 1 < cue - at <= 3 and s.items[cue - 1].number is not None]
        if item.norm not in ("within", "after", "inside") or not counted or not at:
            continue
        for table in dict.fromkeys([*tables_said(s), *tables_of(s)]):
            refs = dates_of(s, table)
            before = [i for i in range(at - 1, max(-1, at - 4), -1) if not is_rows(s.items[i])]
            told = next(((ref, i) for i in before if (ref := told_by(said_at(s, i), refs))), None)
            span = span_to(s, told[0]) if told is not None else None
            if span is not None and told is not None:
                verb = s.items[told[1]]  # what was paid within 14 days was paid
                verb.used = verb.used or not any(v.how == "exact" for v in verb.values)
                s.items.insert(at, replace(item, columns=[ColumnLink(span, 1.0, "exact", 1)]))
                s.items[at].meaning = None
                return True
    return False


def _is_asked(s: Sentence, cue: int) -> bool:
    """Whether a word asks how long: how long, how many days."""
    before = s.items[cue - 1].meaning if cue else None
    counted = before is not None and (before.tag, before.value) == ("agg", "count")
    return counted or s.items[cue].norm == "how long"


__all__ = ["read_lapse", "read_until"]
