"""Who does it fastest: a verb whose day a row has, and a word for how little time it took.

`which agent closes tickets fastest` goes by the time from where a row begins to that day; of those
who do many, by what it is on average.
"""

from __future__ import annotations

from dataclasses import replace

from keenbench.models.offline.date_words import said_at, told_by
from keenbench.models.offline.items import Item
from keenbench.models.offline.lasting_dates import is_rows, span_to
from keenbench.models.offline.lasting_words import dates_of, tables_of
from keenbench.models.offline.lexicon import PHRASES
from keenbench.models.offline.pairs import put
from keenbench.models.offline.sentence import Sentence

_QUICK = {
    "fastest": "shortest", "quickest": "shortest", "soonest": "shortest", "slowest": "longest",
}  # fmt: skip


def read_quickest(s: Sentence) -> bool:
    """Put the time that it took in the place of the verb."""
    for at, item in enumerate(s.items):
        following = s.items[at + 1] if at + 1 < len(s.items) else None
        if item.norm not in _QUICK or (following is not None and following.names_something):
            continue
        for table in tables_of(s):
            refs = dates_of(s, table)
            for index in range(at - 1, 0, -1):
                if not _may_be_verb(s.items[index]):
                    continue
                told = told_by(said_at(s, index), refs)
                span = span_to(s, told) if told is not None else None
                if span is None:
                    continue
                item.meaning = PHRASES[_QUICK[item.norm]]
                put(s, index, index, span)
                if not any(is_rows(each) for each in s.items[:index]):
                    s.items.insert(index, _average(s.items[index]))
                return True
    return False


def _may_be_verb(item: Item) -> bool:
    named = any(link.how == "exact" for link in item.tables) or any(
        link.how == "exact" for link in item.values
    )
    return not named and item.tag in ("", "light")


def _average(item: Item) -> Item:
    token = replace(item.tokens[0], text="average", norm="average")
    return Item(item.start, (token,), meaning=PHRASES["average"])


__all__ = ["read_quickest"]
