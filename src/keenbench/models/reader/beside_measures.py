"""What a word beside a measure says no more than: the verb, the modifier, the other end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from keenbench.models.offline.columns import ColumnRef
from keenbench.models.offline.items import Item
from keenbench.models.offline.sentence import Sentence
from keenbench.models.offline.words import name_words, stem, word_set
from keenbench.models.reader.nature import measures, nature_of
from keenbench.models.reader.sense import Sense

_LEAST = word_set("min minimum low lowest least")
_GREATEST = word_set("max maximum high highest peak")
_OTHER_END = 0.3
_AMOUNTS = ("cmp", "how_much", "num")
_NO_OBJECT = word_set("a an the their its of at least about around up to over")


def of_its_end(found: Sequence[Sense], before: Item | None) -> list[Sense]:
    """`the lowest temperature`, of a Min Temp and a Max Temp: the least of the former."""
    meaning = before.meaning if before is not None and before.tag in ("super", "agg") else None
    ways = {"asc": _GREATEST, "desc": _LEAST, "min": _GREATEST, "max": _LEAST}
    against = ways.get(meaning.value) if meaning is not None and not meaning.dims else None
    columns = [x.ref for x in found if x.kind == "col" and x.ref is not None]
    words = [{*name_words(ref.column)} for ref in columns]
    if against is None or not all(any(each & end for each in words) for end in (_LEAST, _GREATEST)):
        return list(found)
    return [
        replace(x, cost=x.cost + _OTHER_END)
        if x.ref in columns and x.ref is not None and {*name_words(x.ref.column)} & against
        else x
        for x in found
    ]


def as_a_deed(found: Sequence[Sense], item: Item, s: Sentence) -> list[Sense]:
    """`pay more than 200`, `pay an annual fee`: a deed with its amount, and no Fee Paid of yes."""
    loose = [x.ref for x in found if x.how in ("verb", "part") and x.ref is not None]
    flags = [ref for ref in loose if s.yes_value(ref) is not None]
    done = item.norm.endswith(("ed", "en", "ing")) or item.norm in ("paid", "sold", "bought")
    if not flags or done or not _has_an_amount(item, s):
        return list(found)
    kept = [replace(x, cost=x.cost + 0.3) if x.ref in flags else x for x in found]
    return [*kept, Sense("skip", 0.04)]


def done_the_most(found: Sequence[Sense], item: Item, s: Sentence) -> list[Sense]:
    """`who drove the most`, of drivers with km_driven: the most of what was done is measured."""
    at = s.items.index(item)
    after = [each for each in s.items[at + 1 : at + 4] if each.norm != "the"]
    meaning = after[0].meaning if after else None
    ranks = meaning is not None and meaning.tag == "super" and not meaning.dims
    open_ended = len(after) < 2 or after[1].tag in ("filler", "group") or after[1].used
    if not ranks or not open_ended or len(item.tokens) > 1 or item.tokens[0].stem == item.norm:
        return list(found)
    done = [
        n.ref for t in s.schema.tables for n in measures(s.schema, t.name)
        if item.tokens[0].stem in {stem(word) for word in name_words(n.ref.column)}
    ]  # fmt: skip
    if len(done) != 1 or any(x.kind == "col" and x.ref in done for x in found):
        return list(found)
    kept = [replace(x, cost=x.cost + 0.25) if x.kind in ("rows", "col") else x for x in found]
    return [Sense("col", 0.03, ref=done[0], table=done[0].table, how="verb"), *kept]


def _has_an_amount(item: Item, s: Sentence) -> bool:
    at = s.items.index(item)
    for following in s.items[at + 1 : at + 5]:
        if following.tag in _AMOUNTS or following.number is not None:
            return True
        if _measures(following, s):
            return True
        if following.norm not in _NO_OBJECT:
            return False
    return False


def before_its_head(
    found: Sequence[Sense], item: Item, after: Item | None, s: Sentence
) -> list[Sense]:
    """`the median bottle price`: a price, of which the noun before it only says of what."""
    if after is None or after.tokens[0].after_mark or len(item.tokens) > 1:
        return list(found)
    single = item.tokens[0].stem == item.tokens[0].norm
    own = [x.ref for x in found if x.kind == "col" and x.ref is not None]
    own = [ref for ref in own if nature_of(s.schema, ref).kind == "number"]
    heads = [ref for ref in _measures(after, s) if ref not in own]
    if not own or not heads or not single or item.meaning is not None:
        return list(found)
    kept = [replace(x, cost=x.cost + 0.25) if x.ref in own else x for x in found]
    return [*kept, Sense("skip", 0.06)]


def _measures(item: Item, s: Sentence) -> list[ColumnRef]:
    named = [link.ref for link in item.columns if link.how in ("exact", "part")]
    return [ref for ref in named if nature_of(s.schema, ref).kind == "number"]


__all__ = ["as_a_deed", "before_its_head", "done_the_most", "of_its_end"]
