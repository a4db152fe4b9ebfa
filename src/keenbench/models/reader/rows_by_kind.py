"""Rows that a word means by what is said of each: devices, of rows with a device_type."""

from __future__ import annotations

from dataclasses import replace

from keenbench.models.offline.columns import NUMBERING, ColumnRef, key_of
from keenbench.models.offline.items import Item
from keenbench.models.offline.sentence import Sentence
from keenbench.models.offline.words import name_words, stem, word_set
from keenbench.models.reader.nature import nature_of
from keenbench.models.reader.sense import Sense
from keenbench.models.reader.vocabulary import THINGS

_KINDS = word_set("type kind category class status state")
_CALLED = word_set("name title description label")
_SIZES = word_set("length duration size weight height score rating")
"""What each row has one of, so that what has it is the row: sets, of a Set Length (min)."""
_NUMBERS = NUMBERING | word_set("tag name")


def with_rows_of_a_kind(
    item: Item, found: list[Sense], s: Sentence, taken: set[str]
) -> tuple[list[Sense], set[str]]:
    """`devices`, of rows with a device_type: what has a type, or a number, is the row itself."""
    token = item.tokens[-1]
    if len(item.tokens) > 1 or item.tables or token.stem == token.norm:
        return found, set()
    headers = {
        sense.ref: [stem(word) for word in name_words(sense.ref.column)]
        for sense in found if sense.kind == "col" and sense.ref is not None
    }  # fmt: skip
    own = {
        ref: words[1] for ref, words in headers.items()
        if words[0] == token.stem
        and (len(words) == 2 or (len(words) == 3 and words[1] in _SIZES))
    }  # fmt: skip
    few = {
        ref for ref, words in headers.items()
        if words == [token.stem] and token.stem in THINGS and _tells_kinds(ref, s)
    }  # fmt: skip
    if len(few) == 1 and _is_counted(item, s) and not {ref.table for ref in few} & taken:
        # How many vehicles overstayed, of a vehicle that is a car or a van: so many rows.
        found = [replace(x, cost=x.cost + 0.3) if x.ref in few else x for x in found]
        table = next(iter(few)).table
        return [*found, Sense("rows", 0.08, table=table, how="kind")], {table}
    typed = {
        ref for ref, word in own.items()
        if word in _KINDS or _names_each(ref, word, s)
        or (word in _SIZES and nature_of(s.schema, ref).kind == "number")
    }  # fmt: skip
    tables = {ref.table for ref in typed}
    # A room that many rows have is no row, and what tells it is its number and not its type.
    many = any(
        word in _NUMBERS and ref not in typed and not nature_of(s.schema, ref).unique
        for ref, word in own.items()
    )
    if len(tables) != 1 or many:
        found = [replace(x, cost=x.cost + 0.1) if many and x.ref in typed else x for x in found]
        return found, set()
    found = [replace(each, cost=each.cost + 0.15) if each.ref in typed else each for each in found]
    if not tables <= taken:
        found.append(Sense("rows", 0.08, table=next(iter(tables)), how="kind"))
    return found, tables


_MOST_KINDS = 8
_ROWS_OF_EACH = 5


def _tells_kinds(ref: ColumnRef, s: Sentence) -> bool:
    """Whether a column holds a few kinds that many rows are of, and no names."""
    table = s.table(ref.table)
    kinds = s.column(ref).distinct or 0
    many = (table.row_count or 0) >= kinds * _ROWS_OF_EACH
    return nature_of(s.schema, ref).kind == "text" and 0 < kinds <= _MOST_KINDS and many


def _is_counted(item: Item, s: Sentence) -> bool:
    """`how many vehicles overstayed`: so many, though not how many kinds there are."""
    at = s.items.index(item)
    told = any(each.columns or each.values or each.period for each in s.items[at + 1 :])
    return at > 0 and s.items[at - 1].norm == "how many" and told


def _names_each(ref: ColumnRef, word: str, s: Sentence) -> bool:
    """Whether a name is that of the row, and some rows happen to have the same: Object Name.

    People have a name in many rows each: how many patients there are is asked of the names.
    """
    rows = s.table(ref.table).row_count
    nature = nature_of(s.schema, ref)
    different = s.column(ref).distinct or 0
    if word not in _CALLED or nature.person or nature.unique or 2 * different < rows:
        return False
    return key_of(s.schema, s.table(ref.table)) is not None


_WRITTEN = word_set("entry log record sheet line register book")


def rows_written_of(item: Item, s: Sentence) -> list[Sense]:
    """`matters that have no time recorded`: no row of a table called time_entries."""
    at = s.items.index(item)
    if not at or s.items[at - 1].tag not in ("null", "not") or len(item.tokens) > 1:
        return []
    word = item.tokens[-1].stem
    names = {t.name: [stem(each) for each in name_words(t.name)] for t in s.schema.tables}
    return [
        Sense("rows", 0.02, table=name, how="part") for name, words in names.items()
        if len(words) > 1 and words[-1] in _WRITTEN and words[-2] == word
    ]  # fmt: skip
