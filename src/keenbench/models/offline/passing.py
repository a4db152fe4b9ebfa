"""Groups that pass a test: so many rows of each, so much in total."""

from __future__ import annotations

from keenbench.models.offline.columns import ColumnRef
from keenbench.models.offline.measures import only_money
from keenbench.models.offline.negating import GLUE
from keenbench.models.offline.sentence import Sentence
from keenbench.models.offline.words import name_words, stem

_IN_TOTAL = frozenset(
    ("in total", "altogether", "all together", "combined", "in all", "overall", "all told", "total",
     "adds up to", "add up to", "added up to", "comes to", "come to", "came to", "amounts to",
     "amount to", "amounted to", "summing to", "totalling", "totaling")
)  # fmt: skip


def told_in_total(s: Sentence, first: int) -> int | None:
    """Return where a question says that a number is of all rows of something: over 500 in total.

    Of `total amount over 500` the total belongs to the column, and is read with it.
    """
    for at, item in enumerate(s.items):
        if item.used or item.norm not in _IN_TOTAL or item.columns:
            continue
        near = s.before(first, over=GLUE) == at
        if at > first or near:
            return at
    return None


def money_in_play(s: Sentence) -> ColumnRef | None:
    """Return the sum of money that was given or spent, in the tables in play or pointing there."""
    pointing = [r.from_table for r in s.schema.relations if r.to_table in s.near]
    return only_money(s, list(dict.fromkeys([*s.near, *pointing])))


def counted_noun(s: Sentence, right: int, first: int) -> int | None:
    """Return the noun after a number whose rows are counted: at least 4 late deliveries."""
    opener = s.before(first, over=(*GLUE, "which"))  # "customers who placed more than 5 orders"
    if opener is None or not s.items[opener].names_something:
        return None
    for at in range(right, min(right + 4, len(s.items))):
        item = s.items[at]
        named = bool(item.tables or item.rows_of) and not item.used
        columned = item.columns and item.tables and item.columns[0].score > item.tables[0].score
        if named and not columned:
            return at
        one = s.items[right - 1].number == 1 and at == right and bool(s.near)
        if one and item.tokens[-1].stem == stem(name_words(s.near[0])[-1]):
            return at  # "more than 1 fine"
        told = item.values or any(s.yes_value(c.ref) is not None for c in item.columns[:1])
        if not (told or item.is_filler) or item.tokens[0].after_mark:
            return None
    return None
