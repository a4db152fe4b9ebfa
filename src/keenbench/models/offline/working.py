"""Two columns that a question works together: price minus cost, days between two dates, A per B.

What is found becomes one item that names one column, so that everything that can be asked of a
column (the highest, the average by group, over 5) can be asked of what two of them make.
"""

from __future__ import annotations

from keenbench.models.offline.columns import ColumnRef
from keenbench.models.offline.hours_worth import read_hours_worth
from keenbench.models.offline.items import Item
from keenbench.models.offline.lasting import read_lasting
from keenbench.models.offline.linking import ColumnLink
from keenbench.models.offline.measures import EARNED, SPENT, column_words, is_money, measures_of
from keenbench.models.offline.pairs import is_measure, pair_of, put, worked
from keenbench.models.offline.ratios import read_ratios
from keenbench.models.offline.sentence import Sentence
from keenbench.models.offline.words import name_words, stem, word_set

_GAPS = ("difference", "difference between", "gap", "spread", "differences", "margin", "gaps")
_QUANTITY = word_set("quantity qty stock hand")
_EACH = word_set("unit price cost each")


def read_worked(s: Sentence) -> None:
    """Put what two columns make together in the place of the words that say so."""
    for reading in (
        _gap, _taxed, _stock_value, read_hours_worth, read_ratios, _profit, read_lasting,
    ):  # fmt: skip
        reading(s)


def _gap(s: Sentence) -> None:
    """`the gap between price and cost`, `the difference of A and B`."""
    for at, item in enumerate(s.items):
        if item.norm not in _GAPS or item.names_something:
            continue
        one = s.after(at, over=("filler", "cmp"))
        joint = s.after(one) if one is not None else None
        other = s.after(joint) if joint is not None else None
        if one is None or joint is None or other is None:
            continue
        if s.items[joint].norm not in ("and", "to", "vs", "versus"):
            continue
        pair = pair_of(s, s.items[one], s.items[other], lambda r: is_measure(s, r))
        if pair is not None:
            put(s, at, other, worked(s, "-", *pair))
            return


_WITH_TAX = ("including", "includes", "incl", "inc", "inclusive", "plus", "with", "after")
_WITHOUT_TAX = ("excluding", "exclude", "excl", "ex", "exclusive", "before", "without", "net of",
                "less", "minus")  # fmt: skip
_TAX = word_set("vat tax gst")
_GROSS = word_set("gross total incl inc including")


def _taxed(s: Sentence) -> None:
    """`billed including VAT`, `spend before tax`: the sum with the tax beside it, or without."""
    for at, item in enumerate(s.items):
        if item.norm not in (*_WITH_TAX, *_WITHOUT_TAX):
            continue
        side = s.after(at)
        named = [] if side is None else [c.ref for c in s.items[side].columns]
        taxes = [ref for ref in named if s.is_number(ref) and column_words(ref) & _TAX]
        if side is None or side - at > 2 or not taxes:
            continue
        tax = taxes[0]
        sums = [
            ref for ref in measures_of(s, tax.table)
            if (is_money(s, ref) or "£" in ref.column or "$" in ref.column or "€" in ref.column)
            and not column_words(ref) & (_TAX | {"discount", "tip", "rate"})
        ]  # fmt: skip
        gross = [ref for ref in sums if column_words(ref) & _GROSS]
        net = [ref for ref in sums if ref not in gross]
        wants = item.norm in _WITH_TAX
        ready, other = (gross, net) if wants else (net, gross)
        if len(ready) == 1:
            found = ready[0]
        elif len(other) == 1 and not ready:
            found = worked(s, "+" if wants else "-", other[0], tax)
        else:
            continue
        put(s, at, side, found)
        for before in s.items[:at]:
            if any(c.ref in sums and c.how in ("exact", "part") for c in before.columns[:1]):
                before.used = True  # the net amount including VAT
        return


def _profit(s: Sentence) -> None:
    """`profit`, where no column is called so, is what came in less what it cost."""
    for item in s.items:
        if stem(item.norm) != "profit" or item.names_something:
            continue
        for table in s.near or [t.name for t in s.schema.tables]:
            sums = measures_of(s, table)
            earned = [
                ref for ref in sums if column_words(ref) & EARNED and not column_words(ref) & SPENT
            ]
            spent = [ref for ref in sums if column_words(ref) & SPENT]
            # Where it is told how many were sold, what one of them leaves is no profit yet.
            selling = [r.from_table for r in s.schema.relations if r.to_table == table]
            sold = [ref for name in selling for ref in measures_of(s, name)]
            pieces = any(column_words(ref) & {"quantity", "qty"} for ref in (*sums, *sold))
            if len(earned) == 1 and len(spent) == 1 and not pieces:
                ref = worked(s, "-", earned[0], spent[0])
                item.columns = [ColumnLink(ref, 1.0, "exact", 1)]
                item.meaning = None
                s.remark(f"I took profit as {ref}.")
                return


def _stock_value(s: Sentence) -> None:
    """`stock value`, `the value of the stock`: how many there are times what one of them costs.

    What it is valued at may be said: at cost price, at retail price.
    """
    for at, item in enumerate(s.items):
        told = item.norm in ("value", "worth") or item.norm in _STOCK_VALUES
        if not told or (item.names_something and at + 1 < len(s.items) and not _valued(s, at)):
            continue
        valued = _valued(s, at)
        for side in (at, at - 1, s.after(at)):
            if side is None or side < 0 or s.items[side].tokens[0].bracketed:
                continue
            for pieces in _in_stock(s, s.items[side]):
                prices = _prices(s, pieces, valued)
                if len(prices) != 1:
                    continue
                last = max(at, side) if valued is None else max(at, side, valued)
                put(s, min(at, side), last, worked(s, "*", pieces, prices[0]))
                return


_STOCK_VALUES = ("stock value", "stock worth", "inventory value", "value of stock")
_HELD = word_set("stock inventory")
_SOLD_AT = {"retail": "sell", "selling": "sell", "sales": "sell", "purchase": "cost"}
"""What a price is called, and what a header may call it."""
_KEPT = word_set("qty quantity stock hand bottles units pieces count items onhand inventory level")


def _in_stock(s: Sentence, item: Item) -> list[ColumnRef]:
    """Return what may say how many there are: named itself, or of what is said to be the stock."""
    said = {token.norm for token in item.tokens} & _HELD
    named = [c.ref for c in item.columns if is_measure(s, c.ref)]
    named = [ref for ref in named if column_words(ref) & _QUANTITY]
    # What lies on hand is the stock, before the quantity of what was moved.
    lying = [ref for ref in named if set(name_words(ref.column)) & (_HELD | {"hand", "onhand"})]
    named = lying or [ref for ref in named if _costs(s, ref.table)]
    tables = [link.table for link in item.tables]
    if (named and not tables) or not said:
        return named[:1]
    kept = [
        ref for table in s.schema.tables for ref in measures_of(s, table.name)
        if set(name_words(ref.column)) & _KEPT and not is_money(s, ref)
        and not set(name_words(ref.column)) & {"reorder", "min", "max"}
        and (len(s.schema.tables) == 1 or table.name in tables)
    ]  # fmt: skip
    return kept if len(kept) == 1 else []


def _valued(s: Sentence, at: int) -> int | None:
    """Return where it is said at what price: `at cost price`, `at unit cost`."""
    for index in range(at + 1, min(len(s.items) - 1, at + 6)):
        if s.items[index].tag == "group":
            return None
        if s.items[index].norm == "at":
            price = index + 1
            while price + 1 < len(s.items) and not _is_price(s.items[price]):
                price += 1
            return price if _is_price(s.items[price]) and price - index <= 2 else None
    return None


def _is_price(item: Item) -> bool:
    return item.tokens[-1].stem in ("price", "cost")


def _costs(s: Sentence, table: str) -> list[ColumnRef]:
    return [
        ref for ref in measures_of(s, table)
        if len(column_words(ref) & _EACH) > 1 or column_words(ref) & {"price", "cost"}
    ]  # fmt: skip


def _prices(s: Sentence, pieces: ColumnRef, valued: int | None) -> list[ColumnRef]:
    """Return what one of them costs, by what it was said to be valued at."""
    near = [pieces.table, *(name for name in s.reach(pieces.table) if name != pieces.table)]
    for table in near:
        found = _costs(s, table)
        if found and valued is not None and len(found) > 1:
            said = {w for item in s.items[valued - 1 : valued + 1] for w in item.norm.split()}
            said |= {_SOLD_AT[word] for word in said & _SOLD_AT.keys()}
            best = {ref: len(said & set(name_words(ref.column))) for ref in found}
            found = [ref for ref in found if best[ref] == max(best.values())]
        if found:
            return found
    return []


__all__ = ["read_worked"]
