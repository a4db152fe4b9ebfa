"""Of which tables the figures of a question are, where no header says so: revenue, of orders."""

from __future__ import annotations

from keenbench.models.offline.items import Item
from keenbench.models.offline.sentence import Sentence
from keenbench.models.reader.nature import nature_of
from keenbench.models.reader.senses import senses_of

_AS_GOOD = 0.1
"""How much more than the likeliest another column may cost that may be meant as well."""


def _may_be_measured(item: Item) -> bool:
    """Whether an item is a word that may say what is measured: no cell, no cue."""
    cell = any(link.how == "exact" for link in item.values)
    return not cell and item.tag in ("", "light") and item.number is None


def tables_in_play(s: Sentence) -> list[str]:
    """Return the tables that are named, and those of what is measured that reach all of them.

    `revenue by customer country in 2024` names customers only; its year is that of the orders, of
    which the revenue is.
    """
    dated = any(item.period is not None and not item.used for item in s.items)
    if not dated or not s.near or len(s.schema.tables) == 1:
        return s.near
    measured: dict[str, None] = {}
    for item in s.items:
        if item.used or item.period is not None or not _may_be_measured(item):
            continue
        found = [sense for sense in senses_of(item, s) if sense.kind != "skip"]
        for sense in found:
            if sense.cost > found[0].cost + _AS_GOOD or found[0].kind != "col":
                break
            ref = sense.ref
            if ref is not None and nature_of(s.schema, ref).kind == "number":
                measured[ref.table] = None
    wide = [name for name in measured if set(s.near) <= set(s.reach(name))]
    return list(dict.fromkeys([*s.near, *wide]))
