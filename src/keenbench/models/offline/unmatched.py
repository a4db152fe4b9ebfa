"""Rows that nothing of another table belongs to: who never gave anything, what nobody borrowed."""

from __future__ import annotations

from keenbench.models.offline.items import Item
from keenbench.models.offline.sentence import Sentence

_NOBODY = ("nobody", "no one", "noone", "none")
_ANYTHING = ("anything", "any", "single", "at all", "ever", "whatsoever", "anyone", "anybody")
_TAILS = ("yet", "so", "far", "us", "for", "from", "on", "in", "with", "to", "at", "by", "them")


def read_unmatched(s: Sentence) -> None:
    """Take out a negation that is of all rows of a table that points at what is asked for."""
    for at, item in enumerate(s.items):
        never = item.tag == "not" and item.norm in ("not", "never")
        if item.used or not (never or item.norm in _NOBODY):
            continue
        subject = _subject(s, at)
        if subject is None:
            continue
        pointing = list(
            dict.fromkeys(r.from_table for r in s.schema.relations if r.to_table == subject)
        )
        last = _end(s, at)
        span = range(at + 1, last + 1)
        named = [i for i in span if _table(s.items[i], pointing) is not None]
        sweeping = item.norm != "not" or any(s.items[i].norm in _ANYTHING for i in span)
        beyond = {name for table in pointing for name in s.reach(table)}
        told = [
            i for i in span
            if _says(s.items[i]) and i not in named and _table(s.items[i], list(beyond)) is None
        ]  # fmt: skip
        if len(pointing) == 1 and sweeping and not named and all(_verb(s.items[i]) for i in told):
            table: str | None = pointing[0]
        elif named and sweeping and not [i for i in told if i > named[0]]:
            table = _table(s.items[named[0]], pointing)
        else:
            continue
        assert table is not None
        s.without.append(table)
        s.near = [subject, *(name for name in s.near if name != subject)]
        s.use(at, *span)
        return


def _subject(s: Sentence, at: int) -> str | None:
    """Return the table of the noun before a negation."""
    for item in reversed(s.items[:at]):
        if item.tables and item.tables[0].how == "exact":
            return item.tables[0].table
    return None


def _end(s: Sentence, at: int) -> int:
    """Return where the clause of a negation ends: before a mark, an order or a group."""
    last = at
    for index in range(at + 1, min(at + 8, len(s.items))):
        item = s.items[index]
        if item.tokens[0].after_mark or item.tag in ("group", "list", "and", "sort", "direction"):
            break
        last = index
    return last


def _table(item: Item, pointing: list[str]) -> str | None:
    names = [link.table for link in item.tables]
    if item.rows_of:
        names.append(item.rows_of)
    return next((name for name in names if name in pointing), None)


def _says(item: Item) -> bool:
    nothing = item.is_filler or item.norm in _ANYTHING or item.norm in _TAILS
    return not nothing or bool(item.values) or item.number is not None


def _verb(item: Item) -> bool:
    """Whether a word only says what was not done: given, ordered, shipped."""
    plain = not (item.tables or item.values) and item.number is None and item.period is None
    return plain and (item.tag in ("light", "list") or item.norm.endswith(("ed", "en")))
