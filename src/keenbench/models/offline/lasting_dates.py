"""Which dates of a row the words of a question tell, and the time up to one of them."""

from __future__ import annotations

from keenbench.models.offline.columns import ColumnRef
from keenbench.models.offline.date_words import said_at, told_by
from keenbench.models.offline.items import Item
from keenbench.models.offline.sentence import Sentence
from keenbench.models.offline.spans import in_time, span_between, start_of, times_of

_OVER = ("the", "a", "an",  "its", "their", "our", "it", "being", "is", "was", "were", "are", "of",
         "when", "getting", "be", "been", "them", "they", "and", "us", "we", "do", "does", "did",
         "people", "customers", "clients", "you", "get", "gets", "somebody")  # fmt: skip


def next_told(
    s: Sentence, at: int, refs: list[ColumnRef], *, reach: int = 4
) -> tuple[ColumnRef, int] | None:
    """Return the date that the words from a place on tell, and where they end."""
    for index in range(at, min(len(s.items), at + reach)):
        item = s.items[index]
        if index > at and item.tokens[0].after_mark:
            return None
        named = [c for c in item.columns if c.ref in refs and c.how != "described"]
        if len(named) == 1 or (named and named[0].score > named[1].score + 0.1):
            return named[0].ref, index
        found = told_by(said_at(s, index), refs)
        if found is not None:
            return found, index
        if item.norm not in _OVER and not item.is_filler and not is_rows(item):
            return None
    return None


def is_rows(item: Item) -> bool:
    return bool(item.tables or item.rows_of)


def span_to(s: Sentence, end: ColumnRef) -> ColumnRef | None:
    """Return the time from where a row begins to a date of it."""
    others = [ref for ref in times_of(s, end.table) if ref != end]
    start = others[0] if len(others) == 1 else start_of(s, others)
    if start is None:
        return None
    # The length of a rental is told by when it was picked up too: it never ends then.
    return span_between(s, *(in_time(s, start, end) or (start, end)))


__all__ = ["is_rows", "next_told", "span_to"]
