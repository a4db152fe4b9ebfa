"""Money asked for by its currency: euros raised, of a column amt_eur beside what was given in any.

A table that keeps amounts as they were paid and once more in one currency says so in a header.
Who asks for euros then wants that column, and not only what was paid in euros; `EUR donations` are
still those of that currency.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from keenbench.models.offline.columns import ColumnRef
from keenbench.models.offline.items import Item
from keenbench.models.offline.sentence import Sentence
from keenbench.models.offline.words import root
from keenbench.models.reader.nature import measures
from keenbench.models.reader.sense import Sense
from keenbench.models.reader.vocabulary import MONEY

_CODES = {
    "euros": "eur", "dollars": "usd", "pounds": "gbp", "quid": "gbp", "francs": "chf", "yen": "jpy",
}  # fmt: skip
_DONE = ("ed", "id", "nt", "en", "ght")
_AS_ITS_UNIT = 0.05
_RATHER_A_CELL = 0.4
_SAYS_NO_MORE = 0.03


def told_in_currency(item: Item, s: Sentence) -> ColumnRef | None:
    """Return the one sum of money whose header says the currency that was asked for."""
    code = _CODES.get(item.norm)
    if code is None:
        return None
    found = [
        n.ref for t in s.schema.tables for n in measures(s.schema, t.name)
        if n.money and n.unit == code and n.added and "per" not in n.words
    ]  # fmt: skip
    return found[0] if len(found) == 1 else None


def with_currency(item: Item, found: Sequence[Sense], s: Sentence) -> list[Sense]:
    """Return senses of which a column in the currency comes before cells that say it."""
    ref = told_in_currency(item, s)
    at = s.items.index(item)
    beside = at > 0 and s.items[at - 1].norm == "in"  # gifts that were in euros
    if ref is None or beside:
        return list(found)
    others = [
        replace(sense, cost=sense.cost + _RATHER_A_CELL) if sense.kind == "val" else sense
        for sense in found
        if sense.ref != ref or sense.kind != "col"
    ]
    return [Sense("col", _AS_ITS_UNIT, ref=ref, table=ref.table, how="unit"), *others]


def says_only_money(item: Item, s: Sentence) -> float | None:
    """Return what it costs to leave out what was done with money already told: euros raised."""
    at = s.items.index(item)
    before = s.items[at - 1] if at else None
    if before is None or root(item.norm) not in MONEY or not item.norm.endswith(_DONE):
        return None
    told = told_in_currency(before, s)
    mine = [link.ref for link in item.columns if link.how == "exact"]
    cells = any(link.how == "exact" for link in item.values)
    return _SAYS_NO_MORE if told is not None and not mine and not cells else None


__all__ = ["says_only_money", "with_currency"]
