"""What rows come to in money: the column, or how many times what one costs, that revenue means.

Whoever asks for sales, takings or turnover seldom says the header. Which of a table's columns is
the amount is told by what kind of number each is, and not by the word alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise
from typing import Literal

from keenbench.models.offline.columns import ColumnRef, Worked, is_time
from keenbench.models.offline.items import Item
from keenbench.models.offline.joins import downstream
from keenbench.models.offline.linking import ColumnLink
from keenbench.models.offline.measures import SPENT, paid_or_due
from keenbench.models.offline.sentence import Sentence
from keenbench.models.offline.small_words import AUXILIARIES
from keenbench.models.offline.words import name_words, root, stem, word_set
from keenbench.models.reader.nature import Nature, is_of_one, is_of_people, measures, nature_of
from keenbench.models.reader.sense import Sense
from keenbench.query.dataset_schema import DatasetSchema


def stems(text: str) -> frozenset[str]:
    return frozenset(stem(word) for word in word_set(text))


Side = Literal["in", "out"]
"""Whether money came in or went out."""

_COMES_IN = stems("revenue turnover taking sale proceeds receipt income") | {"box office"}
_GOES_OUT = stems("spend spending expenditure outlay")
_PAID_OUT = stems("salary wage payroll pension expense budget tip refund pay compensation")
MINOR = stems(
    """
    tip tax vat discount excess deposit target budget balance refund shipping postage surcharge
    penalty limit threshold hourly rate commission bonus late limit rating msrp insured insurance
    declared appraised assessed
    """
)
"""What a sum of money may also be called in a table, but is not what it took as a whole."""
_WHOLE = stems(
    "total gross amount revenue taking sale value final overall grand subtotal charge net income "
    "turnover proceeds spend payment paid"
)
_WHOLLY = stems("total revenue turnover taking proceeds amount grand global worldwide overall")
"""Of several sums the one that people mean who say no more."""
PIECES = stems(
    """
    quantity qty unit sold piece copy ticket pack item bottle box seat bag ordered
    """
)
_LIES_THERE = stems("stock hand onhand reorder minimum maximum inventory capacity available left")
_BOUGHT_AT = stems("cost buy buying purchase supplier wholesale trade msrp replacement ingredient")
_SOLD_AT = stems("unit each sell selling sale retail ticket")
_GONE = stems("quantity qty sold ordered bought shipped delivered")
_PAYMENTS = stems("payment refund fee payroll salary expense budget")


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


def is_pieces(item: Item, ref: ColumnRef, s: Sentence) -> bool:
    """Whether units or pieces are said, and a column tells how many of them were sold."""
    return item.norm in ("units", "pieces") and ref in pieces(s.schema, ref.table)


def product(schema: DatasetSchema, table: str) -> ColumnRef | None:
    """Return how many of it a row is of, times what one of them is sold at; there or beside."""
    held = pieces(schema, table)
    if not held:
        return _weighed(schema, table)
    if len(held) != 1:
        return None
    for near in downstream(schema, table):
        prices = [n for n in measures(schema, near) if _is_price(n)]
        sold = [n for n in prices if n.words & _SOLD_AT]
        prices = sold if len(sold) == 1 else prices
        if len(prices) == 1:
            return times(held[0], prices[0].ref)
        if prices:
            return None
    return None


def _weighed(schema: DatasetSchema, table: str) -> ColumnRef | None:
    """Return how much of it there is, in the unit in which a price of the same row is told.

    What honey brings in is kilos times the price per kilo.
    """
    own = measures(schema, table)
    prices = [n for n in own if _is_price(n) and "per" in name_words(n.ref.column)[1:-1]]
    if len(prices) != 1:
        return None
    header = name_words(prices[0].ref.column)
    of = header[header.index("per") + 1]
    held = [n.ref for n in own if not n.money and not n.score and (of in n.words or of == n.unit)]
    return times(held[0], prices[0].ref) if len(held) == 1 else None


def times(left: ColumnRef, right: ColumnRef) -> ColumnRef:
    beside = right.table if right.table != left.table else ""
    name = f"{left.column} times {right.column}"
    return ColumnRef(left.table, name, Worked("*", left.column, right.column, beside=beside))


def pieces(schema: DatasetSchema, table: str) -> list[ColumnRef]:
    """Return the columns that may say how many pieces a row is of: the quantity of a sale."""
    found = [
        n for n in measures(schema, table)
        if n.words & PIECES and not n.money and not n.score and not n.words & _LIES_THERE
    ]  # fmt: skip
    gone = [n for n in found if n.words & _GONE]
    return [n.ref for n in (gone if len(gone) == 1 else found)]


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
        if is_of_people(schema, table):
            money = [n for n in money if "income" not in n.words]
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
    if len(prices) == 1 and not summed and not pieces(schema, table):
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
    if item.norm in ("money", "cash") and _is_earned(s):
        side = "in"
    if side is None or _is_verb(item, s):
        return []
    if any(_names_money(s, link.ref, item) for link in item.columns):
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


_TELL_ROWS = word_set(
    "were was are is made that which where who with without have had involved include included"
)
"""What follows where sales are so many of them: sales that were made by card."""
_OF_SUMS = ("sum", "avg", "median")


def with_amounts(item: Item, found: Sequence[Sense], s: Sentence) -> list[Sense]:
    """Return the senses of a word with the sums of money that it may mean.

    Total sales are what the rows of a table of sales come to, and not how many there are.
    """
    amounts = amount_senses(item, s)
    if not amounts:
        return [*_paid_or_due(list(found), s), *_what_it_earned(found, s)]
    at = s.items.index(item)
    before = s.items[at - 1] if at else None
    asked = before.meaning if before is not None and before.tag == "agg" else None
    summed = asked is not None and asked.value in _OF_SUMS
    none = before is not None and before.tag in ("null", "not")  # shops that have no sales
    if none or (asked is not None and asked.value == "count"):
        return [*(replace(x, cost=x.cost + 0.6) for x in amounts), *found]  # the number of sales
    if _is_so_many(before):
        return [*(replace(x, cost=x.cost + 0.3) for x in amounts), *found]  # more than 10 sales
    after = s.items[at + 1] if at + 1 < len(s.items) else None
    if not summed and after is not None and after.norm in _TELL_ROWS:
        return [*(replace(x, cost=x.cost + 0.3) for x in amounts), *found]
    kept = [
        replace(x, cost=x.cost + (0.5 if summed else 0.3)) if x.kind == "rows" else x
        for x in found
    ]  # fmt: skip
    refs = [sense.ref for sense in amounts]
    return [*amounts, *(x for x in kept if x.kind != "col" or x.ref not in refs)]


def _is_so_many(number: Item | None) -> bool:
    """Whether a word follows a small whole number without a currency: so many rows."""
    if number is None or not isinstance(number.number, int) or number.tokens[0].currency:
        return False
    return number.number <= _SO_MANY


_SO_MANY = 200
"""More sales than these are hardly counted: they are money."""


def _paid_or_due(found: list[Sense], s: Sentence) -> list[Sense]:
    """`how much was spent`, of a budget and what it came to: what was really paid."""
    loose = [x.ref for x in found if x.kind == "col" and x.how == "synonym" and x.ref is not None]
    if len(loose) < 2:
        return found
    fits = paid_or_due(s, loose)
    return [replace(x, cost=x.cost + 0.25) if x.ref in loose and x.ref not in fits else x
            for x in found]  # fmt: skip


def no_amount(item: Item, link: ColumnLink, s: Sentence) -> float:
    """Return what it costs to take revenue for what is no number: a Sale ID, a Sales Rep."""
    if link.how == "exact":
        return 0.0
    if stem(item.norm) == "price":
        return _bought_at(item, link.ref, s)
    if side_of(item.norm) is None:
        return 0.0
    nature = nature_of(s.schema, link.ref)
    if nature.kind != "number":
        return 0.5
    return 0.3 if link.how == "synonym" and nature.words & MINOR else 0.0


def _bought_at(item: Item, ref: ColumnRef, s: Sentence) -> float:
    """Return what it costs to take a price for what it was bought at: a selling price is none."""
    if not {stem(word) for word in name_words(ref.column)} & _BOUGHT_AT:
        return 0.0
    at = s.items.index(item)
    before = {stem(word) for word in s.items[at - 1].norm.split()} if at else set()
    said = {stem(token.norm) for each in s.items for token in each.tokens}
    if before & (_SOLD_AT | {"sold", "asking", "list"}):
        return 0.4
    return 0.0 if said & _BOUGHT_AT else 0.08


_EARNING = stems("bring brought make made earn earned take took generate generated")


def _is_earned(s: Sentence) -> bool:
    """`which brand brought in the most money`: what came in."""
    said = {stem(token.norm) for item in s.items for token in item.tokens}
    return bool(said & _EARNING) and not said & {"lose", "loss", "losing"}


def _what_it_earned(found: Sequence[Sense], s: Sentence) -> list[Sense]:
    """`what did we earn with honey`, of so many kilos at so much each: what these came to."""
    asks = any(
        (one.norm == "what" or one.tag == "how_much") and other.norm in AUXILIARIES
        for one, other in pairwise(s.items)
    )
    if not asks or not _is_earned(s):
        return []
    made = {x.ref: product(s.schema, x.ref.table) for x in found if x.kind == "col" and x.ref}
    return [
        Sense("col", 0.1, ref=ref, table=ref.table, how="synonym") for held, ref in made.items()
        if ref is not None and ref.worked is not None and ref.worked.left == held.column
    ]  # fmt: skip


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
    "Amount", "all_amounts", "amount_senses", "amounts_of", "is_pieces", "no_amount", "pieces",
    "product", "side_of", "stems", "times", "with_amounts",
]  # fmt: skip
