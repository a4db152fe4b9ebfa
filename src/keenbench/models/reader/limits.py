"""Which columns are limits and which are held against them: a budget, and what was spent."""

from __future__ import annotations

from functools import lru_cache

from keenbench.models.offline.columns import ColumnRef
from keenbench.models.offline.words import name_words, stem, word_set
from keenbench.models.reader.nature import measures
from keenbench.query.dataset_schema import DatasetSchema

PARTNERS: tuple[tuple[frozenset[str], frozenset[str]], ...] = tuple(
    (word_set(limit), word_set(done))
    for limit, done in (
        ("reorder minimum min safety threshold par", "stock hand quantity qty inventory level"),
        (
            "budget bud planned plan estimate estimated quote quoted target forecast goal",
            """actual act spend spent final raised total amount cost achieved result sales invoiced
            invoice billed""",
        ),
        (
            "capacity seats places max maximum",
            "sold booked attendance attendees tickets enrolled occupied registered",
        ),
        (
            "asking list guide reserve rrp shelf listed valuation",
            "sold sale final hammer selling paid",
        ),
        (
            "due deadline expected promised scheduled planned target estimated",
            """returned return delivered delivery completed completion finished paid submitted
            closed arrived arrival shipped actual received done settled""",
        ),
        ("requested applied asked claimed", "awarded granted paid approved received"),
    )
)
"""What a limit is called, and what is held against it where a question does not say."""
_SPENDING = PARTNERS[1]
OVERSPENT = word_set("overspend overspent overspending overspends overrun overran overruns")
UNDERSPENT = word_set("underspend underspent underspending underspends unspent")


OUTSTANDING = word_set("outstanding owed owing owe owes unpaid arrears uncollected")
_CHARGED = word_set("billed invoiced charged invoice bill charge amount total fee due price net")
_PAID = word_set("paid received settled collected payment payments")


@lru_cache(maxsize=256)
def owed_pair(schema: DatasetSchema, table: str) -> tuple[ColumnRef, ColumnRef] | None:
    """Return what was charged and what was paid of it, where a table has one of each."""
    sums = [n.ref for n in measures(schema, table) if n.money]
    words = {ref: {stem(word) for word in name_words(ref.column)} for ref in sums}
    paid = [ref for ref in sums if words[ref] & {stem(w) for w in _PAID}]
    charged = [r for r in sums if words[r] & {stem(w) for w in _CHARGED} and r not in paid]
    return (charged[0], paid[0]) if len(paid) == 1 and len(charged) == 1 else None


@lru_cache(maxsize=256)
def spending_pair(schema: DatasetSchema, table: str) -> tuple[ColumnRef, ColumnRef] | None:
    """Return what was spent and what was to be spent, where a table has one of each."""
    limits, done = ({stem(word) for word in words} for words in _SPENDING)
    sums = [n.ref for n in measures(schema, table)]
    words = {ref: {stem(word) for word in name_words(ref.column)} for ref in sums}
    planned = [ref for ref in sums if words[ref] & limits]
    spent = [ref for ref in sums if words[ref] & done and ref not in planned]
    return (spent[0], planned[0]) if len(planned) == 1 and len(spent) == 1 else None


__all__ = ["OUTSTANDING", "OVERSPENT", "PARTNERS", "UNDERSPENT", "owed_pair", "spending_pair"]
