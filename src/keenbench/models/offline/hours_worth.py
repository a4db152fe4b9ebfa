"""What hours are worth: so many of them times what one is charged or paid at."""

from __future__ import annotations

from keenbench.models.offline.columns import ColumnRef, column_of, unit_of
from keenbench.models.offline.linking import ColumnLink
from keenbench.models.offline.measures import column_words, measures_of
from keenbench.models.offline.pairs import is_measure, put, worked
from keenbench.models.offline.sentence import Sentence
from keenbench.models.offline.words import name_words

_WORTH = ("worth", "value")
_BE = ("is", "are", "was", "were")
_FAR = 4
"""How many words may stand between what it is worth and the hours: the value of the hours of."""


def read_hours_worth(s: Sentence) -> None:
    """`what are the hours worth`, `the value of billable hours at the hourly rate`.

    Only where one rate by the hour belongs to each row of hours, and not where the question itself
    says what is to be worked out: (hours multiplied by hourly rate).
    """
    if any(item.tag == "calc" for item in s.items):
        return
    for at, item in enumerate(s.items):
        if item.norm not in _WORTH or any(c.how == "exact" for c in item.columns):
            continue
        place = _hours_near(s, at)
        if place is None:
            continue
        hours = next(c.ref for c in s.items[place].columns if _is_hours(s, c.ref))
        rates = [
            ref for table in dict.fromkeys((hours.table, *s.reach(hours.table)))
            for ref in measures_of(s, table) if _is_hourly(ref)
        ]  # fmt: skip
        if len(rates) != 1:
            continue
        _drop_rate(s, at, rates[0])
        put(s, place, place, worked(s, "*", hours, rates[0]))
        item.used = True
        return


def _hours_near(s: Sentence, at: int) -> int | None:
    """Return where the hours stand that a word of worth is said of, before it or after `of`."""
    if s.items[at].tokens[0].after_mark:
        return None  # the hours, the value
    places: list[int] = [at - 2 if _norm(s, at - 1) in _BE else at - 1]
    if _norm(s, at + 1) == "of":
        places += range(at + 2, at + 2 + _FAR)
    for place in places:
        item = s.items[place] if 0 <= place < len(s.items) else None
        if item is not None and any(_names(s, link) for link in item.columns):
            return place
    return None


def _names(s: Sentence, link: ColumnLink) -> bool:
    return link.how in ("exact", "part") and _is_hours(s, link.ref)


def _is_hours(s: Sentence, ref: ColumnRef) -> bool:
    told = "hours" in name_words(ref.column) or unit_of(column_of(s.schema, ref)) == "h"
    return is_measure(s, ref) and told and not _is_hourly(ref)


def _is_hourly(ref: ColumnRef) -> bool:
    """Whether a header says what one hour is charged or paid at."""
    words = column_words(ref)
    each = "hourly" in words or {"per", "hour"} <= words
    return each and bool(words & {"rate", "wage", "pay", "price", "cost", "fee", "charge"})


def _drop_rate(s: Sentence, at: int, rate: ColumnRef) -> None:
    """Leave out what only says at which rate: at the project's hourly rate."""
    for start in range(at + 1, len(s.items)):
        if s.items[start].norm != "at":
            continue
        for end in range(start + 1, min(start + 1 + _FAR, len(s.items))):
            if any(link.ref == rate for link in s.items[end].columns):
                for item in s.items[start : end + 1]:
                    item.used = True
                return


def _norm(s: Sentence, at: int) -> str:
    return s.items[at].norm if 0 <= at < len(s.items) else ""


__all__ = ["read_hours_worth"]
