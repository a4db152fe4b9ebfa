"""What it costs to take a word for a column that is more, or other, than what was said."""

from __future__ import annotations

from keenbench.models.offline.columns import ColumnRef
from keenbench.models.offline.items import Item
from keenbench.models.offline.lexicon import BUCKET_UNITS
from keenbench.models.offline.linking import ColumnLink
from keenbench.models.offline.sentence import Sentence
from keenbench.models.offline.words import name_words, root, stem
from keenbench.models.reader.nature import nature_of
from keenbench.models.reader.vocabulary import MONEY_ONLY, MONEY_TOTALS, WORTH


def no_date(item: Item, ref: ColumnRef, s: Sentence) -> float:
    """Return what it costs to take a plural, such as orders, for a date of it."""
    said = {root(token.norm) for token in item.tokens}
    whole = {root(w) for w in name_words(ref.column)} <= said
    if whole or nature_of(s.schema, ref).kind != "date":
        return 0.0
    plural = item.tokens[-1].stem != item.tokens[-1].norm
    return 0.3 if plural and "date" not in said else 0.03


def no_flag(item: Item, link: ColumnLink, s: Sentence) -> float:
    """Return what it costs to take a noun for a flag that says more: visits are no first visits.

    Nor is a gift, which is a donation, one with Gift Aid; what was wrapped is Gift Wrapped. And of
    an Election Date and whether one was Elected, the election is the day.
    """
    word = item.tokens[-1]
    header = [stem(each) for each in name_words(link.ref.column)]
    if link.how == "verb" and not word.norm.endswith(("ed", "en", "ing")):
        dated = any(word.stem in map(stem, name_words(other.ref.column)) and s.is_time(other.ref)
                    for other in item.columns if other.ref.table == link.ref.table)  # fmt: skip
        return 0.3 if dated and s.yes_value(link.ref) is not None else 0.0
    if link.how != "part" or s.yes_value(link.ref) is None:
        return 0.0
    head = len(header) > 1 and word.stem == header[-1] and not word.norm.endswith(("ed", "en"))
    return 0.25 if head or item.tables or item.rows_of else 0.0


def no_period(item: Item, link: ColumnLink, s: Sentence) -> float:
    """Return what it costs to take `which month` for a figure of a month: hours last month."""
    at = s.items.index(item)
    asked = at > 0 and s.items[at - 1].tag == "which" and stem(item.norm) in BUCKET_UNITS
    if not asked or link.how == "exact" or nature_of(s.schema, link.ref).kind != "number":
        return 0.0
    return 0.4


def no_money(item: Item, ref: ColumnRef, s: Sentence) -> float:
    """Return what it costs to take spent or takings as what is no money: payment terms in days."""
    said = {root(token.norm) for token in item.tokens}
    loose = not said & {root(word) for word in name_words(ref.column)}
    spoken = said & (MONEY_TOTALS | MONEY_ONLY)
    money = nature_of(s.schema, ref).money or ref.worked is not None
    if loose and item.norm in WORTH and not money:
        return 0.5 if {stem(word) for word in name_words(ref.column)} & set(BUCKET_UNITS) else 0.0
    return 0.5 if loose and spoken and not money else 0.0


def no_length(item: Item, ref: ColumnRef, s: Sentence) -> float:
    """Return what it costs to take a time for how long, where a column tells when as well.

    The total or the longest time played is so many seconds; the latest, or that of each, is when.
    """
    said = [token.norm for token in item.tokens]
    if len(said) < 2 or "time" not in said or "time" in name_words(ref.column):
        return 0.0
    moments = any(s.is_time(link.ref) for link in item.columns)
    if not moments or nature_of(s.schema, ref).kind != "number":
        return 0.0
    asked = [each.meaning for each in s.items if each.tag in ("agg", "how_much", "super")]
    return 0.0 if any(each and "date" not in each.dims for each in asked) else 0.4


__all__ = ["no_date", "no_flag", "no_length", "no_money", "no_period"]
