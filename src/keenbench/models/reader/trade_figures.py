"""The figure that a trade word means: what is best selling, most profitable, best paid; a margin.

As with amounts of money, the kind of each column tells which is meant, and not its name alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from keenbench.models.offline.columns import ColumnRef, Worked
from keenbench.models.offline.items import Item
from keenbench.models.offline.sentence import Sentence
from keenbench.models.offline.words import name_words, root, stem, word_set
from keenbench.models.reader.amounts import all_amounts, amounts_of, pieces, stems
from keenbench.models.reader.nature import measures
from keenbench.models.reader.sense import Sense
from keenbench.query.dataset_schema import DatasetSchema

_SELLING = word_set("selling bestselling seller sellers sold sells")
_GROSSING = word_set("grossing earning lucrative")
_PAID = word_set("paid")
OF_ALL = word_set("global total worldwide overall grand combined all world")
"""What begins the header that holds all that others beside it hold parts of."""


def ranked_by_trade(schema: DatasetSchema, said: str) -> ColumnRef | None:
    """Return what the best selling, highest grossing, most profitable or best paid is ranked by."""
    words = {*said.replace("-", " ").split()}
    if words & _SELLING:
        sold = [ref for table in schema.tables for ref in pieces(schema, table.name)]
        return sold[0] if len(sold) == 1 else None
    if words & _GROSSING:
        amounts = all_amounts(schema, "in")
        sure = len(amounts) == 1 or (len(amounts) > 1 and amounts[0].cost < amounts[1].cost)
        return amounts[0].ref if sure else None
    if "profitable" in words:
        return profit_of(schema)
    refs = pay_of(schema) if words & _PAID else ()
    return refs[0] if len(refs) == 1 else None


@lru_cache(maxsize=128)
def profit_of(schema: DatasetSchema) -> ColumnRef | None:
    """Return what was earned after all costs, where one column says so."""
    for words in (("profit",), ("net", "income"), ("net", "earning"), ("gain",)):
        found = [
            n.ref for t in schema.tables for n in measures(schema, t.name)
            if {*words} <= n.words and not n.score and not n.words & {"margin", "percent", "pct"}
        ]  # fmt: skip
        if len(found) == 1:
            return found[0]
    return None


def margin_senses(item: Item, found: Sequence[Sense], s: Sentence) -> list[Sense]:
    """`profit margin by category`: what of each sum that came in was left, in percent."""
    if stem(item.norm.split()[-1]) != "margin" or any(
        "margin" in map(stem, name_words(x.ref.column)) for x in found if x.ref is not None
    ):
        return list(found)
    profit = profit_of(s.schema)
    amounts = amounts_of(s.schema, profit.table, "in") if profit is not None else ()
    amounts = tuple(a for a in amounts if a.ref != profit)
    others = [x for x in found if x.kind != "col"]
    if profit is None or len(amounts) != 1 or amounts[0].ref.worked is not None:
        return [*others, *(replace(x, cost=x.cost + 0.4) for x in found if x.kind == "col")]
    whole = amounts[0].ref
    made = Worked("/", profit.column, whole.column, percent=True)
    ref = ColumnRef(profit.table, f"{profit.column} per {whole.column}", made)
    return [Sense("col", 0.03, ref=ref, table=ref.table, how="synonym"), *others]


def whole_of_family(found: Sequence[Sense], s: Sentence) -> list[Sense]:
    """Of NA_Sales, EU_Sales and Global_Sales, bare sales are the last: all of them together."""
    parts = [x for x in found if x.kind == "col" and x.how == "part" and x.ref is not None]
    tails = {name_words(x.ref.column)[-1:] for x in parts if x.ref is not None}
    wholes = [x for x in parts if x.ref is not None and _is_whole(x.ref)]
    if len(parts) < 3 or len(tails) != 1 or len(wholes) != 1:
        return list(found)
    said = {root(t.norm) for item in s.items for t in item.tokens}
    heads = {
        root(word) for x in parts if x.ref is not None and x is not wholes[0]
        for word in name_words(x.ref.column)[:-1]
    }  # fmt: skip
    if said & heads:
        return list(found)
    return [replace(x, cost=x.cost + 0.3) if x in parts and x not in wholes else x for x in found]


def _is_whole(ref: ColumnRef) -> bool:
    return bool({*name_words(ref.column)[:-1]} & OF_ALL)


_EARNED = stems("pay salary wage income compensation earning remuneration stipend")
_BESIDE_PAY = stems(
    """
    percent pct hike raise increase overtime ot bonus band grade min max minimum maximum range last
    expectation expected requested offer hourly daily rate frequency period date type tax deduction
    sick holiday
    """
)
_MAIN_PAY = stems("base annual monthly yearly gross total")


@lru_cache(maxsize=128)
def pay_of(schema: DatasetSchema) -> tuple[ColumnRef, ...]:
    """Return what people are paid as a whole: a salary, and neither its rise nor overtime."""
    found = [
        n for t in schema.tables for n in measures(schema, t.name)
        if n.money and n.words & _EARNED and not n.words & _BESIDE_PAY
    ]  # fmt: skip
    named = [n for n in found if n.words & {"salary", "wage", "pay"}]
    found = named or found
    main = [n for n in found if n.words & _MAIN_PAY]
    return tuple(n.ref for n in (main if len(main) == 1 else found))


_PAY_WORDS = stems("pay salary wage remuneration compensation paycheck")


def pay_senses(item: Item, found: Sequence[Sense], s: Sentence) -> list[Sense]:
    """`average pay`, of a Base Salary and an OT Pay: what somebody is paid as a whole."""
    columns = [x for x in found if x.kind == "col"]
    if stem(item.norm) not in _PAY_WORDS or any(x.how == "exact" for x in columns):
        return list(found)
    refs = pay_of(s.schema)
    if len(refs) != 1 or any(x.ref in refs and x.cost < 0.15 for x in columns):
        return list(found)
    # Words of the header beside it say that another is meant: overtime pay, the salary hike.
    said = {root(t.norm) for each in s.items if each is not item for t in each.tokens}
    others = [x for x in columns if x.ref is not None and x.ref not in refs]
    if any(said & {root(w) for w in name_words(x.ref.column)} for x in others if x.ref):
        return list(found)
    meant = Sense("col", 0.08, ref=refs[0], table=refs[0].table, how="synonym")
    kept = [replace(x, cost=x.cost + 0.3) if x in others else x for x in found]
    return [meant, *(x for x in kept if x.ref != refs[0])]


def traded(item: Item, found: Sequence[Sense], s: Sentence) -> list[Sense]:
    """Return the senses of a word by what it means in trade."""
    return whole_of_family(margin_senses(item, pay_senses(item, found, s), s), s)


__all__ = ["profit_of", "ranked_by_trade", "traded"]
