"""What a row of a table is: what people call it, and which columns name it.

A table seldom says so itself: of one called `export_2019` with `Bank Name` in its first column,
each row is a bank, and whoever counts banks counts rows.
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache

from keenbench.models.offline.abbreviations import is_short_for
from keenbench.models.offline.columns import NUMBERING, ColumnRef, is_key, key_of, names_of
from keenbench.models.offline.slips import mistyped
from keenbench.models.offline.synonyms import ROW_NOUNS, alike, meanings
from keenbench.models.offline.tallies import tally_of_kinds
from keenbench.models.offline.thesaurus import is_money_word
from keenbench.models.offline.words import name_words, stem, word_set
from keenbench.query.dataset_schema import ColumnSchema, DatasetSchema, TableSchema

_LABELS = word_set("id code number nr no type key date ref amount description")
_NAMES = word_set("name title label")
_TOLD = word_set(
    """
    full display short long official first last family given start end due created updated open
    closing total unit main other own home away country city state region postal phone email
    """
)
ANYTHING = word_set("thing entry record row item place case line instance occurrence")
DEEDS = word_set(
    """
    payment purchase transaction sale order invoice booking deal donation transfer visit delivery
    """
)
"""What is counted as often as it was done, however many pieces it was of."""
_NEARLY_ALL = 0.9
_MOST = 0.6


def tells_rows(schema: DatasetSchema, table: TableSchema, column: ColumnSchema) -> bool:
    """Return whether a value of the column means one row, or as good as one."""
    ref = ColumnRef(table.name, column.name)
    if ref == key_of(schema, table) or ref in row_names(schema, table.name):
        return True
    if column.distinct is None or not table.row_count or column.parted_by:
        return False
    return column.distinct == table.row_count and column.type in ("string", "integer", "date")


@lru_cache(maxsize=1024)
def row_names(schema: DatasetSchema, name: str) -> tuple[ColumnRef, ...]:
    """Return the columns that a person would call a row by; none where unclear."""
    table = schema.table(name)
    if table is None or tally_of_kinds(schema, name) is not None:
        return ()  # what is counted for each pair of places is called by neither
    named = names_of(schema, table)
    if len(named) == 2 or (named and _share(table, named[0]) >= _MOST):
        return tuple(named)
    pointing = {r.from_column for r in schema.relations if r.from_table == name}
    texts = [
        c for c in table.columns[:4]
        if c.type == "string" and c.name not in pointing and not is_key(table, c, schema)
    ]  # fmt: skip
    for column in texts[:2]:
        ref = ColumnRef(name, column.name)
        least = _MOST if column is table.columns[0] else _NEARLY_ALL
        if _share(table, ref) >= least:
            return (ref,)
    return ()


def _share(table: TableSchema, ref: ColumnRef) -> float:
    column = table.column(ref.column)
    if column is None or column.distinct is None or not table.row_count:
        return 0.0
    return column.distinct / table.row_count


@lru_cache(maxsize=8192)
def rows_called(noun: str, schema: DatasetSchema) -> tuple[str, ...]:
    """Return the tables whose rows a noun means, going by what their columns are."""
    if noun == "left":
        return ()  # who left is gone, and not on leave
    plain = stem(noun)
    sure = [t.name for t in schema.tables if _is_row(noun, t) and not _comes_again(plain, t)]
    if sure:
        return tuple(sure)
    tables = Counter(w for t in schema.tables for w in {stem(w) for w in name_words(t.name)})
    first = [t for t in schema.tables if [stem(w) for w in name_words(t.name)][:-1] == [plain]]
    # Of exam_results, exams are rows as well; of orders and order_items, orders are the former's.
    if plain not in tables or (tables[plain] == 1 and len(first) == 1):
        by_header = [
            t.name
            for t in schema.tables
            if plain in _header_nouns(schema, t.name) and not _comes_again(plain, t)
        ]
        if by_header:
            return tuple(by_header)
        near = [
            t.name
            for t in schema.tables
            if not _comes_again(plain, t)
            and any(
                mistyped(plain, n)
                or (alike(plain, n) and (plain in DEEDS or not is_money_word(noun)))
                for n in _header_nouns(schema, t.name)
            )
        ]
        if near:
            return tuple(near)
    if plain in ANYTHING and len(schema.tables) == 1:
        return (schema.tables[0].name,)
    return ()


def _comes_again(noun: str, table: TableSchema) -> bool:
    """Whether a column tells which of the nouns a row is of, and some have several rows."""
    for column in table.columns:
        words = [stem(word) for word in name_words(column.name)]
        named = bool(words) and (noun in meanings(words[0]) or is_short_for(words[0], noun))
        told = named and len(words) == 2 and words[1] in NUMBERING | _NAMES
        few = column.distinct is not None and column.distinct < _NEARLY_ALL * table.row_count
        if told and few:
            return True
    return False


@lru_cache(maxsize=1024)
def _header_nouns(schema: DatasetSchema, name: str) -> frozenset[str]:
    """Return what the headers of a table say that its rows are: `Bank Name`, `visit_date`."""
    table = schema.table(name)
    if table is None:
        return frozenset()
    found: set[str] = set()
    for ref in row_names(schema, name):
        named = [stem(word) for word in name_words(ref.column)]
        found |= {word for word in named[-2:] if word not in _NAMES}
    pointing = {r.from_column for r in schema.relations if r.from_table == name}
    firsts = Counter(stem(w[0]) for c in table.columns if len(w := name_words(c.name)) > 1)
    for position, column in enumerate(table.columns):
        words = [stem(word) for word in name_words(column.name)]
        if column.name in pointing or len(words) < 2:
            continue
        often = firsts[words[0]] > 1 and len(schema.tables) == 1
        if words[-1] in _LABELS and len(words) == 2 and (position < 4 or often):
            found.add(words[0])
        if len(words) > 2 and words[-2] == "of" and position < 6:
            found.add(words[-1])  # Start date of trip
    return frozenset(found - _LABELS - _NAMES - _TOLD)


def _is_row(word: str, table: TableSchema) -> bool:
    noun = stem(word)
    described = {stem(word) for word in name_words(table.description)}
    first_words = [stem(word) for word in name_words(table.description)[:12]]
    if described and noun in first_words and word not in ("year", "date", "time"):
        return _is_what_rows_are(noun, table.description)
    words = {
        meaning for column in table.columns for word in name_words(column.name)
        for meaning in (*meanings(word), stem(word), word)
    }  # fmt: skip
    return any(
        (noun in (plain := {stem(n) for n in nouns}) or any(mistyped(noun, n) for n in plain))
        and all(words & need for need in needs)
        for nouns, needs in ROW_NOUNS
    )


def _is_what_rows_are(noun: str, description: str) -> bool:
    """`One row per flight`, `Passengers of the Titanic`, `each row is a reading`."""
    words = [stem(word) for word in name_words(description)]
    if words and words[0] == noun:
        return True
    at = words.index(noun)
    before = words[max(0, at - 4) : at]
    return "row" in before or "record" in before or "line" in before


def columns_for(schema: DatasetSchema, table: str) -> list[ColumnRef]:
    """Return the columns that tell a reader which row of a table is meant: its key and name."""
    found = schema.table(table)
    if found is None:
        return []
    key = key_of(schema, found)
    names = row_names(schema, table) or tuple(names_of(schema, found))
    return [*([key] if key else []), *(n for n in names if n != key)]
