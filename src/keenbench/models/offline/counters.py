"""What counting a noun means: rows, or what a column of whole numbers has counted already.

`How many fines` are so many rows, though a column holds what each fine came to; `how many
visitors` are those that a column of visitors adds up to, though each row is a visit.
"""

from __future__ import annotations

from keenbench.models.offline.columns import ColumnRef, can_be_added, is_calendar, only_names
from keenbench.models.offline.frame import Ask
from keenbench.models.offline.items import Item
from keenbench.models.offline.measures import is_money
from keenbench.models.offline.sentence import Sentence, listed
from keenbench.models.offline.words import name_words, stem, word_set

_SIZES = word_set(
    """
    minute second hour day week month year age score rating price cost rate level percent point
    """
)
"""What is measured of a row, not counted in it."""


def is_plural(item: Item) -> bool:
    return item.tokens[-1].stem != item.tokens[-1].norm


def names_table(item: Item) -> bool:
    """Whether a noun is the last word of a table's own name."""
    last = item.tokens[-1].stem
    return any(stem(name_words(link.table)[-1]) == last for link in item.tables[:1])


def counters_of(s: Sentence, item: Item) -> list[ColumnRef]:
    """Return the columns of whole numbers that say how many of a noun each row has."""
    if len(item.tokens) != 1 or not is_plural(item) or names_table(item):
        return []
    noun, found = item.tokens[0].stem, []
    for name in s.near:
        table = s.table(name)
        for column in table.columns:
            ref = ColumnRef(name, column.name)
            plural = any(stem(w) == noun and stem(w) != w for w in name_words(column.name))
            if not plural or column.type != "integer" or noun in _SIZES or is_calendar(column):
                continue
            if not can_be_added(table, column, s.schema) or only_names(table, column):
                continue
            if not is_money(s, ref) and s.yes_value(ref) is None:
                found.append(ref)
    whole = [ref for ref in found if {"total", "all"} & set(name_words(ref.column))]
    return whole if len(whole) == 1 else found


def counter_of(s: Sentence, item: Item) -> ColumnRef | None:
    """Return the one column that says how many of a noun each row has; ask where several do."""
    found = counters_of(s, item)
    if len(found) > 1:
        names = listed(ref.column for ref in found)
        raise Ask(f'"{item.text}" are counted in {names}. Which of them do you mean?', item.text)
    return found[0] if found else None


def is_sum_of_rows(s: Sentence, item: Item) -> bool:
    """Whether a noun means rows of its table, and a column only what each of them came to."""
    if not is_plural(item) or not (item.tables or item.rows_of):
        return False
    best = [c.ref for c in item.columns if c.score >= item.columns[0].score - 0.031]
    return bool(best) and all(is_money(s, ref) for ref in best)
