"""What words for how long say before a date is looked for: who is here longest, length in days."""

from __future__ import annotations

from keenbench.models.offline.columns import ColumnRef
from keenbench.models.offline.frame import Test
from keenbench.models.offline.items import Item
from keenbench.models.offline.lexicon import PHRASES
from keenbench.models.offline.sentence import Placed, Sentence
from keenbench.models.offline.spans import is_end, span_of
from keenbench.models.offline.words import stem, word_set

LASTING = word_set(
    """
    duration turnaround length stay lasted lasting lag interval elapsed gap delay wait
    """
)
LONG = (
    "how long",
    "long",
    "lead time",
    "difference",
    "how far",
    "turnaround time",
    "length of time",
)
_BEING = word_set("been worked served lived stayed employed here us member working serving")

_STILL = frozenset(("been", "has", "have"))
_HAVING = word_set("had held owned kept run running open operating existed around going")
"""Verbs of what goes on, where nothing is said to be long after them: has had it the longest."""


def part_reports(s: Sentence) -> None:
    """`from report to completion` speaks of no boss: what stands in one item are two words."""
    for at, item in enumerate(s.items):
        words = [token.norm for token in item.tokens]
        if item.tag != "cannot" or words[-1:] != ["to"] or len(words) != 2 or not at:
            continue
        if s.items[at - 1].norm in ("from", "between"):
            one = Item(item.start, item.tokens[:1])
            two = Item(item.start + 1, item.tokens[1:])
            s.items[at : at + 1] = [one, two]


def longest_here(s: Sentence) -> None:
    """`who has been here the longest` began first: nobody's end is known of those still there."""
    for at, item in enumerate(s.items):
        before = {i.norm for i in s.items[max(0, at - 7) : at]}
        last = all(i.is_filler for i in s.items[at + 1 :])
        being = before & _BEING or (last and before & _HAVING)
        if item.norm not in ("longest", "the longest") or not being:
            continue
        late = [i for i in s.items[at + 1 :] if i.columns or i.tables]
        if late or any(s.is_number(c.ref) for i in s.items for c in i.columns):
            continue
        past = not before & _STILL and "was" in before | {i.norm for i in s.items[:at]}
        if past and span_of(s, s.near[:1]) is not None:
            continue  # which fair was open the longest: from its first to its last day
        item.meaning = PHRASES["longest serving"]
        ends = [ref for t in tables_of(s) for ref in dates_of(s, t) if is_end(ref)]
        if "been" in before and len(ends) == 1 and s.column(ends[0]).nullable:
            still = Test(column=ends[0], op="is_null", said=f"{ends[0]} missing")
            s.tests.append(Placed(still, at))  # who has been here is here


def is_explained(s: Sentence) -> bool:
    """`length of hire (days booked)`: brackets name the column that holds how long it was."""
    told = [
        i for i in s.items if i.tokens[0].bracketed
        and any(c.how == "exact" and s.is_number(c.ref) for c in i.columns)
    ]  # fmt: skip
    for at, item in enumerate(s.items):
        lasting = stem(item.norm) in LASTING or item.norm in LONG
        if len(told) != 1 or not lasting or item.columns:
            continue
        item.columns, item.meaning = told[0].columns, None
        told[0].used = True
        if s.items[at + 1].norm == "of" and at + 2 < len(s.items):
            s.items[at + 2].used = True
        return True
    return False


def read_length_in(s: Sentence) -> None:
    """`length in days`, where days are a column of the row: the first word says no more."""
    for at, item in enumerate(s.items[:-2]):
        unit = s.items[at + 2]
        exact = any(c.how == "exact" and s.is_number(c.ref) for c in unit.columns)
        if stem(item.norm) in LASTING and s.items[at + 1].norm == "in" and exact:
            item.used = True


def tables_of(s: Sentence) -> list[str]:
    return list(dict.fromkeys([*s.near, *(t.name for t in s.schema.tables)]))


def dates_of(s: Sentence, table: str) -> list[ColumnRef]:
    columns = (ColumnRef(table, c.name) for c in s.table(table).columns)
    return [ref for ref in columns if s.is_time(ref)]
