"""Which table or column some words of a question name, and how surely."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from keenbench.models.offline.codes import is_phrase
from keenbench.models.offline.columns import ColumnRef, is_key
from keenbench.models.offline.header_index import HeaderIndex
from keenbench.models.offline.headers import (
    How,
    described_by,
    headers_of,
    match_words,
    table_words,
    tells_times_alone,
)
from keenbench.models.offline.slips import mistyped
from keenbench.models.offline.words import name_words, stem
from keenbench.query.dataset_schema import DatasetSchema

_PIECES = (("units",), ("pieces",))


@dataclass(frozen=True)
class ColumnLink:
    ref: ColumnRef
    score: float
    how: How
    words: int
    """How many of the question's words it took."""


@dataclass(frozen=True)
class TableLink:
    table: str
    score: float
    how: How


_Way = tuple[tuple[str, ...], float, bool]
"""A header, what it is worth, and whether it counts only as a whole."""


@dataclass(frozen=True)
class _Named:
    """A column and the ways in which it may be called."""

    ref: ColumnRef
    description: str
    headers: tuple[_Way, ...]


@lru_cache(maxsize=64)
def _columns(schema: DatasetSchema) -> tuple[_Named, ...]:
    found = []
    for table in schema.tables:
        own = {stem(word) for word in table_words(name_words(table.name))}
        for column in table.columns:
            # What a key's description says of what it points at is not what the key is.
            about = "" if is_key(table, column, schema) else column.description
            ref = ColumnRef(table.name, column.name)
            found.append(_Named(ref, about, tuple(headers_of(column, own, table))))
    return tuple(found)


@lru_cache(maxsize=64)
def _index(schema: DatasetSchema) -> tuple[HeaderIndex, tuple[tuple[int, _Way], ...]]:
    """Return the index of all headers, and for each its column's place and what it is."""
    ways = tuple((at, way) for at, named in enumerate(_columns(schema)) for way in named.headers)
    return HeaderIndex([way[0] for _, way in ways]), ways


def _which_may_be(
    asked: tuple[str, ...], schema: DatasetSchema
) -> Iterator[tuple[ColumnRef, str, list[_Way]]]:
    """Give the columns that the words may name, in their order, with the headers that may be it."""
    columns = _columns(schema)
    may_be: dict[int, list[_Way]] = {}
    if len(asked) == 1:
        may_be = {at: [] for at, named in enumerate(columns) if named.description}
    if asked:
        index, ways = _index(schema)
        for place in index.may_be(asked):
            at, way = ways[place]
            may_be.setdefault(at, []).append(way)
    for at in sorted(may_be):
        yield columns[at].ref, columns[at].description, may_be[at]


# The agent reads a question again after each look-up; spans and schema are the same each time.
@lru_cache(maxsize=8192)
def _column_links(asked: tuple[str, ...], schema: DatasetSchema) -> tuple[ColumnLink, ...]:
    found: dict[ColumnRef, ColumnLink] = {}
    for ref, description, headers in _which_may_be(asked, schema):
        if len(asked) == 1 and described_by(asked[0], description):
            found[ref] = ColumnLink(ref, 0.66, "described", 1)
        for header, worth, whole in headers:
            match = match_words(asked, header)
            if match is not None and match[1] in ("synonym", "part") and opposed(asked, header):
                continue
            if match is None or (
                # "order total" is the total of orders, "schools opened" is not one name
                whole and (match[2] < 1 or match[1] != "exact" or stem(asked[0]) != asked[0])
            ):
                continue
            score, how, covered = match
            if covered < 1 and tells_times_alone(asked, name_words(ref.column)):
                continue  # how many times is no column of minutes late
            score *= worth
            if covered < 1:
                score, how = score * (0.62 + 0.2 * covered), "part"
            if ref not in found or score > found[ref].score:
                found[ref] = ColumnLink(ref, score, how, len(asked))
    if asked in _PIECES:
        # What a unit costs is no number of units.
        for named in _columns(schema):
            words = {stem(word) for word in name_words(named.ref.column)}
            if words & {"quantity", "qty", "sold"} and "price" not in words:
                found[named.ref] = ColumnLink(named.ref, 0.9, "synonym", 1)
            elif words & {"price", "cost", "value", "rate"}:
                found.pop(named.ref, None)
    # A word that stands in a header says more than one that may mean another.
    said = max((c.score for c in found.values() if c.how == "part" and c.score > 0.6), default=None)
    if said is not None:
        for ref, link in found.items():
            if link.how == "synonym" and link.score > said:
                found[ref] = replace(link, score=said - 0.05)
    return tuple(sorted(found.values(), key=lambda link: -link.score))


_INCOME = frozenset(("revenue", "sale", "turnover", "income", "earning", "takings", "profit"))
_OUTGO = frozenset(("spend", "spending", "cost", "expense", "expenditure", "budget", "fee", "tax"))


def opposed(asked: tuple[str, ...], header: tuple[str, ...]) -> bool:
    """Whether one speaks of money that comes in and the other of money that goes out."""
    own, other = {stem(word) for word in asked}, {stem(word) for word in header}
    if own & other:
        return False
    return bool((own & _INCOME and other & _OUTGO) or (own & _OUTGO and other & _INCOME))


def _plain(asked: Sequence[str]) -> tuple[str, ...]:
    """Return the words of names that are written as they stand in the header: line_total."""
    return tuple(part for word in asked for part in word.split("_") if part)


def link_columns(asked: Sequence[str], schema: DatasetSchema) -> list[ColumnLink]:
    """Return the columns that the words name, best first."""
    return list(_column_links(_plain(asked), schema))


def link_tables(asked: Sequence[str], schema: DatasetSchema) -> list[TableLink]:
    """Return the tables that the words name, best first."""
    return list(_table_links(_plain(asked), schema))


def _own_words(words: tuple[str, ...], schema: DatasetSchema) -> tuple[str, ...]:
    """Return the words of a table's name without those that all names begin with."""
    names = [table_words(name_words(table.name)) for table in schema.tables]
    shared = 0
    while len(names) > 1 and all(len(n) > shared + 1 and n[shared] == words[shared] for n in names):
        shared += 1
    return tuple(map(stem, words[shared:]))


_LINES = frozenset(("line", "item", "detail", "position"))


def _are_lines_of(asked: tuple[str, ...], whole: tuple[str, ...]) -> bool:
    """Whether both are the lines that something is made up of: order lines, of order_details."""
    own, named = tuple(map(stem, asked)), tuple(map(stem, whole))
    return len(own) > 1 and own[:-1] == named[:-1] and {own[-1], named[-1]} <= _LINES


_LANGUAGES = frozenset(("en", "de", "fr", "es", "it", "nl", "pt", "pl", "sv", "da", "cs", "ja"))


def _is_without_edition(
    asked: tuple[str, ...], words: tuple[str, ...], schema: DatasetSchema
) -> bool:
    """Whether a table is named but for its country or language: the statement, of statement_en.

    Where another differs in that alone, it is what tells them apart.
    """
    last = words[-1]
    if len(last) != 2 or not (last in _LANGUAGES or is_phrase(last)):
        return False
    if tuple(map(stem, asked)) != tuple(map(stem, words[:-1])):
        return False
    names = [table_words(name_words(table.name)) for table in schema.tables]
    return sum(name[: len(words) - 1] == words[:-1] for name in names) == 1


@lru_cache(maxsize=8192)
def _table_links(asked: tuple[str, ...], schema: DatasetSchema) -> tuple[TableLink, ...]:
    found = []
    for table in schema.tables:
        words = table_words(name_words(table.name))
        match = match_words(asked, words)
        if match is None and _are_lines_of(asked, name_words(table.name)):
            match = (0.98, "exact", 1.0)
        if match is None and len(words) > 1:
            match = match_words(asked, words[-1:]) if len(asked) == 1 else None
            if match is not None:
                match = (match[0] - 0.1, match[1], 1.0)
        if match is None:
            continue
        score, how, covered = match
        several = covered == 1 and how == "verb" and asked[-1].endswith("s")
        if len(asked) > 1 and how not in ("exact", "typo") and not several:
            continue  # "amount claimed" is no table of claims; stock movements are stock_moves
        if covered < 1 and how == "exact" and tuple(map(stem, asked)) == _own_words(words, schema):
            covered = 1.0  # of gym_members and gym_visits, both are the gym's
        if covered < 1 and how == "exact" and _is_without_edition(asked, words, schema):
            score, covered = score * 0.97, 1.0
        if covered < 1:
            slip = how == "typo" and len(asked) == 1 and mistyped(stem(asked[0]), stem(words[-1]))
            if stem(asked[-1]) != stem(words[-1]) and not slip:
                continue
            score, how = (score * 0.95, "typo") if slip else (score * 0.85, "part")
        found.append(TableLink(table.name, score, how))
    wholly = tuple(map(stem, asked))
    if any(tuple(map(stem, name_words(link.table))) == wholly for link in found):
        # Where there are orders, order_details are not what is called so.
        found = [
            link if tuple(map(stem, name_words(link.table))) == wholly or link.how != "exact"
            else replace(link, score=link.score * 0.85, how="part")
            for link in found
        ]  # fmt: skip
    found.sort(key=lambda link: -link.score)
    return tuple(found)
