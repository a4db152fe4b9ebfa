"""What rows come to in money: the column, or how many times what one costs, that revenue means.

Whoever asks for sales, takings or turnover seldom says the header. Which of a table's columns is
the amount is told by what kind of number each is, and not by the word alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal

from keenbench.models.offline.columns import ColumnRef, Worked, is_time
from keenbench.models.offline.items import Item
from keenbench.models.offline.joins import downstream
from keenbench.models.offline.linking import ColumnLink
from keenbench.models.offline.measures import SPENT
from keenbench.models.offline.sentence import Sentence
from keenbench.models.offline.words import name_words, root, stem, word_set
from keenbench.models.reader.nature import Nature, is_of_one, measures, nature_of
from keenbench.models.reader.sense import Sense
from keenbench.query.dataset_schema import DatasetSchema

Side = Literal["in", "out"]
"""Whether money came in or went out."""

_COMES_IN = word_set("revenue turnover taking sale proceeds receipt") | {"box office"}
_GOES_OUT = word_set("spend spending expenditure outlay")
_PAID_OUT = word_set("salary wage payroll pension expense budget tip refund")
MINOR = word_set(
    """
    tip tax vat discount excess deposit target budget balance refund shipping postage surcharge
    penalty limit threshold hourly rate commission bonus late limit rating msrp
    """
)
"""What a sum of money may also be called in a table, but is not what it took as a whole."""
_WHOLE = word_set(
    "total gross amount revenue taking sale value final overall grand subtotal charge net income "
    "turnover proceeds spend payment paid"
)
_WHOLLY = word_set("total revenue turnover taking proceeds amount grand global worldwide overall")
"""Of several sums the one that people mean who say no more."""
PIECES = word_set(
    """
    quantity qty unit sold piece copy ticket pack item bottle box seat bag ordered
    """
)
_LIES_THERE = word_set("stock hand onhand reorder minimum maximum inventory capacity available left")
_BOUGHT_AT = word_set("cost buy buying purchase supplier wholesale trade msrp replacement ingredient")
_SOLD_AT = word_set("unit each sell selling sale retail ticket")
_PAYMENTS = word_set("payment refund fee payroll salary expense budget")


@dataclass(frozen=True)
class Amount:
    """What a row comes to, and how far from the likeliest of all it is."""

    ref: ColumnRef
    cost: float


def side_of(word: str) -> Side | None:
    """Return whether a noun asks for money that came in, or that went out."""
    if word in ("sale", "taking", "receipt"):
        return None  # one sale is a row
    plain = word if word in _COMES_IN else stem(word)
    if plain in _COMES_IN or word == "box office":
        return "in"
    return "out" if plain in _GOES_OUT else None


def product(schema: DatasetSchema, table: str) -> ColumnRef | None:
    """Return how many of it a row is of, times what one of them is sold at; there or beside."""
    pieces = _pieces(schema, table)
    if pieces is None:
        return None
    for near in downstream(schema, table):
        prices = [n for n in measures(schema, near) if _is_price(n)]
        sold = [n for n in prices if n.words & _SOLD_AT]
        prices = sold if len(sold) == 1 else prices
        if len(prices) == 1:
            return times(pieces, prices[0].ref)
        if prices:
            return None
    return None


def times(left: ColumnRef, right: ColumnRef) -> ColumnRef:
    beside = right.table if right.table != left.table else ""
    name = f"{left.column} times {right.column}"
    return ColumnRef(left.table, name, Worked("*", left.column, right.column, beside=beside))


def _pieces(schema: DatasetSchema, table: str) -> ColumnRef | None:
    found = [
        n for n in measures(schema, table)
        if n.words & PIECES and not n.money and not n.score and not n.words & _LIES_THERE
    ]  # fmt: skip
    named = [n for n in found if n.words & {"quantity", "qty"}]
    found = named if len(named) == 1 else found
    return found[0].ref if len(found) == 1 else None


def _is_price(n: Nature) -> bool:
    words = {stem(word) for word in name_words(n.ref.column)}
    priced = "price" in words or bool(words & {"unit", "each"})
    return n.money and priced and is_of_one(n.words) and not words & (_BOUGHT_AT | {"discount"})


@lru_cache(maxsize=512)
def amounts_of(schema: DatasetSchema, table: str, side: Side) -> tuple[Amount, ...]:
    """Return what the rows of a table may come to, the likeliest first."""
    money = [n for n in measures(schema, table) if n.money and not n.words & MINOR]
    if side == "in":
        money = [n for n in money if not n.words & (_PAID_OUT | SPENT)]
    summed = [n for n in money if not is_of_one(n.words)]
    whole = [n for n in summed if n.words & _WHOLE]
    wholly = [n for n in whole if n.words & _WHOLLY]
    for likely in (wholly, whole):
        if likely:
            return tuple(Amount(n.ref, 0.0 if len(likely) == 1 else 0.1) for n in likely[:3])
    made = product(schema, table)
    if made is not None:
        return (Amount(made, 0.02),)
    if len(summed) == 1:
        return (Amount(summed[0].ref, 0.05),)
    prices = [n for n in money if n not in summed]
    if len(prices) == 1 and not summed and _pieces(schema, table) is None:
        return (Amount(prices[0].ref, 0.2),)
    return ()


@lru_cache(maxsize=128)
def all_amounts(schema: DatasetSchema, side: Side) -> tuple[Amount, ...]:
    """Return what rows of any table may come to: of what happened before what only is."""
    found = []
    for table in schema.tables:
        pointed = any(r.to_table == table.name for r in schema.relations)
        dated = any(is_time(column) for column in table.columns)
        far = 0.0 if not pointed and (dated or len(schema.tables) == 1) else 0.05 if dated else 0.1
        if not dated and pointed:
            far = 0.3  # what a product costs is no revenue
        if {stem(word) for word in name_words(table.name)} & _PAYMENTS:
            far += 0.1
        found += [Amount(a.ref, a.cost + far) for a in amounts_of(schema, table.name, side)]
    return tuple(sorted(found, key=lambda each: each.cost))


def amount_senses(item: Item, s: Sentence) -> list[Sense]:
    """Return the sums of money that a word like sales or turnover means where no header says it."""
    side = side_of(item.norm)
    if side is None or _is_verb(item, s) or any(_names_money(s, link.ref, item) for link in item.columns):
        return []
    amounts = all_amounts(s.schema, side)
    if not amounts:
        return []
    least = amounts[0].cost
    return [
        Sense("col", 0.1 + each.cost - min(least, 0.1), ref=each.ref, table=each.ref.table,
              how="synonym")
        for each in amounts[:4] if each.cost <= least + 0.2
    ]  # fmt: skip


_OF_SUMS = ("sum", "avg", "median")


def with_amounts(item: Item, found: Sequence[Sense], s: Sentence) -> list[Sense]:
    """Return the senses of a word with the sums of money that it may mean.

    Total sales are what the rows of a table of sales come to, and not how many there are.
    """
    amounts = amount_senses(item, s)
    if not amounts:
        return list(found)
    at = s.items.index(item)
    before = s.items[at - 1] if at else None
    asked = before.meaning if before is not None and before.tag == "agg" else None
    summed = asked is not None and asked.value in _OF_SUMS
    kept = [
        replace(x, cost=x.cost + 0.5) if summed and x.kind == "rows" else x
        for x in found
    ]  # fmt: skip
    return [*amounts, *(x for x in kept if x.kind != "col" or x.ref not in [a.ref for a in amounts])]


def no_amount(item: Item, link: ColumnLink, s: Sentence) -> float:
    """Return what it costs to take revenue or sales for what is no number: a Sale ID, a Sales Rep."""
    if side_of(item.norm) is None or link.how == "exact":
        return 0.0
    return 0.5 if nature_of(s.schema, link.ref).kind != "number" else 0.0


def _is_verb(item: Item, s: Sentence) -> bool:
    """`what did we spend on fuel`: a deed; total spend, and spend by team, are sums."""
    if item.norm not in ("spend", "spends"):
        return False
    at = s.items.index(item)
    after = s.items[at + 1] if at + 1 < len(s.items) else None
    noun = at == 0 or s.items[at - 1].tag == "agg" or (after is not None and after.tag == "group")
    return not noun


def _names_money(s: Sentence, ref: ColumnRef, item: Item) -> bool:
    """Whether a header holds the word itself, and is of money or of what was sold."""
    if ref.worked is not None:
        return True
    said = {root(token.norm) for token in item.tokens}
    held = said & {root(word) for word in name_words(ref.column)}
    return bool(held) and nature_of(s.schema, ref).kind == "number"


__all__ = [
    "Amount", "all_amounts", "amount_senses", "amounts_of", "no_amount", "product", "side_of",
    "times", "with_amounts",
]  # fmt: skip
