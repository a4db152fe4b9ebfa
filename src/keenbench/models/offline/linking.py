"""Which table or column some words of a question name, and how surely."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from keenbench.models.offline.lexicon import UNIT_WORDS
from keenbench.models.offline.synonyms import ROW_NOUNS, alike, meanings
from keenbench.models.offline.words import bracketed, mistyped, name_words, root, stem
from keenbench.query.dataset_schema import NUMBERS, TIMES, ColumnSchema, DatasetSchema, TableSchema

How = Literal["exact", "verb", "synonym", "typo", "described", "part"]

_KEY_WORDS = frozenset(("id", "key", "uuid", "guid", "code", "nr", "no", "num", "number"))
_ID = frozenset(("id", "key", "uuid", "guid"))
_PREFIXES = frozenset(("raw", "tbl", "dim", "fact", "stg", "src", "the", "all", "data", "list"))
_TAILS = frozenset(("raw", "data", "table", "list", "dataset", "records", "export", "csv", "log"))
_UNITS = frozenset(word for words in UNIT_WORDS.values() for word in words) | frozenset(UNIT_WORDS)
_NOT_ADDED = frozenset(
    [
        "id",
        "key",
        "code",
        "zip",
        "postal",
        "postcode",
        "year",
        "month",
        "day",
        "week",
        "hour",
        "phone",
        "latitude",
        "longitude",
        "lat",
        "lon",
        "rank",
        "version",
        "isbn",
        "number",
        "nr",
        "no",
    ]
)


@dataclass(frozen=True)
class ColumnRef:
    """A column of a table, as plans and sentences need it."""

    table: str
    column: str

    def __str__(self) -> str:
        return self.column


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


def column_of(schema: DatasetSchema, ref: ColumnRef) -> ColumnSchema:
    table = schema.table(ref.table)
    column = table.column(ref.column) if table else None
    if column is None:
        raise KeyError(f"{ref.table}.{ref.column}")
    return column


def is_number(column: ColumnSchema) -> bool:
    return column.type in NUMBERS


def is_time(column: ColumnSchema) -> bool:
    return column.type in TIMES


def is_key(table: TableSchema, column: ColumnSchema, schema: DatasetSchema) -> bool:
    """Return whether a column only identifies: no sum or mean of it makes sense."""
    words = name_words(column.name)
    if words and words[-1] in _ID:
        return True
    return any(
        (table.name, column.name) in ((r.from_table, r.from_column), (r.to_table, r.to_column))
        for r in schema.relations
    )


def is_calendar(column: ColumnSchema) -> bool:
    """Return whether a column of whole numbers holds years, months or the like."""
    words = name_words(column.name)
    wide = {meaning for word in words for meaning in (word, *(meanings(word) - {stem(word)}))}
    return column.type == "integer" and bool(wide & {"year", "month", "day", "week", "quarter"})


def is_year(column: ColumnSchema) -> bool:
    wide = {meaning for word in name_words(column.name) for meaning in meanings(word)}
    return column.type == "integer" and "year" in wide


def can_be_added(table: TableSchema, column: ColumnSchema, schema: DatasetSchema) -> bool:
    if not is_number(column) or is_key(table, column, schema):
        return False
    words = name_words(column.name)
    if not words:
        return True
    if words[-1] in ("number", "no", "nr") and len(words) == 1:
        return True  # a bare "number" counts something
    return words[-1] not in _NOT_ADDED  # "days" are a quantity, "day" is a date


def key_of(schema: DatasetSchema, table: TableSchema) -> ColumnRef | None:
    """Return the column that tells the rows of a table apart, where one is known."""
    for relation in schema.relations:
        if relation.to_table == table.name:
            return ColumnRef(table.name, relation.to_column)
    own = {stem(word) for word in name_words(table.name)}
    for column in table.columns:
        words = name_words(column.name)
        if words and words[-1] in _ID and {stem(w) for w in words[:-1]} <= own:
            return ColumnRef(table.name, column.name)
    for column in table.columns[:1]:
        plain = column.type in ("string", "integer")
        if plain and column.distinct is not None and column.distinct == table.row_count > 0:
            return ColumnRef(table.name, column.name)
    return None


_NAMES = ("name", "title", "label", "full")


def names_of(schema: DatasetSchema, table: TableSchema) -> list[ColumnRef]:
    """Return the columns that a person would call a row of the table by; none where unclear."""
    own = {stem(word) for word in name_words(table.name)}
    first = last = None
    found: list[tuple[int, ColumnRef]] = []
    for position, column in enumerate(table.columns):
        if column.type != "string":
            continue
        words = [stem(meaning) for word in name_words(column.name) for meaning in [_meant(word)]]
        joined = "".join(words)
        if joined in ("firstname", "first", "forename", "givenname"):
            first = ColumnRef(table.name, column.name)
        elif joined in ("lastname", "last", "surname", "familyname"):
            last = ColumnRef(table.name, column.name)
        elif words == ["name"] or (set(words[:-1]) <= own | {"full"} and words[-1] == "name"):
            found.append((0, ColumnRef(table.name, column.name)))
        elif words and set(words) <= own:
            found.append((1, ColumnRef(table.name, column.name)))
        elif words[-1:] == ["name"] and "contact" not in words:
            found.append((2 if position < 3 else 4, ColumnRef(table.name, column.name)))
        elif words[-1:] == ["title"] and len(words) == 1:
            found.append((3, ColumnRef(table.name, column.name)))
        elif words[-1:] == ["description"] and set(words[:-1]) and set(words[:-1]) <= own:
            found.append((5, ColumnRef(table.name, column.name)))
    if first and last:
        return [first, last]
    if found:
        return [min(found, key=lambda pair: pair[0])[1]]
    return [ref for ref in (first, last) if ref]


def _meant(word: str) -> str:
    wide = meanings(word)
    return "name" if "name" in wide else word


# -- how like two words are -------------------------------------------------------------------


def _word_score(asked: str, header: str) -> tuple[float, How] | None:
    if asked == header or stem(asked) == stem(header):
        return 1.0, "exact"
    wide = meanings(header)
    if stem(asked) in {stem(word) for word in wide}:
        return 0.95, "exact"
    if len(root(asked)) >= 4 and root(asked) == root(header):
        return 0.93, "verb"
    if len(header) >= 4 and asked.startswith(header) and len(asked) - len(header) <= 7:
        return 0.8, "synonym"  # temp, temperature
    if alike(asked, header):
        return 0.82, "synonym"
    if mistyped(stem(asked), stem(header)):
        return 0.84, "typo"
    return None


def _worst(hows: Sequence[How]) -> How:
    order: tuple[How, ...] = ("part", "described", "typo", "synonym", "verb", "exact")
    return next(how for how in order if how in hows)


def _match(asked: Sequence[str], header: Sequence[str]) -> tuple[float, How, float] | None:
    """Return score, how, and which part of the header's words was named; all asked words count."""
    if not asked or not header:
        return None
    if "".join(map(stem, asked)) == "".join(map(stem, header)):
        return 1.0, "exact", 1.0
    if "".join(asked) == "".join(header):
        return 1.0, "exact", 1.0
    left = list(range(len(header)))
    scores: list[float] = []
    hows: list[How] = []
    last_named = False
    for word in asked:
        best: tuple[float, How, int] | None = None
        for index in left:
            found = _word_score(word, header[index])
            if found is not None and (best is None or found[0] > best[0]):
                best = (*found, index)
        if best is None:
            return None
        left.remove(best[2])
        last_named = last_named or best[2] == len(header) - 1
        scores.append(best[0])
        hows.append(best[1])
    covered = 1 - len(left) / len(header)
    score = sum(scores) / len(scores)
    if left and not last_named:
        score -= 0.06  # the last word of a header is what it is about
    return score, _worst(hows), covered


def _bare(words: Sequence[str]) -> tuple[str, ...]:
    """Return a table's words without what only says that it is a table."""
    kept = [w for w in words if w not in _PREFIXES]
    while len(kept) > 1 and (kept[-1] in _TAILS or kept[-1].isdigit()):
        kept.pop()
    return tuple(kept) or tuple(words)


# -- links ------------------------------------------------------------------------------------


def link_tables(asked: Sequence[str], schema: DatasetSchema) -> list[TableLink]:
    """Return the tables that the words name, best first."""
    found = []
    for table in schema.tables:
        words = _bare(name_words(table.name))
        match = _match(asked, words)
        if match is None and len(words) > 1:
            match = _match(asked, words[-1:]) if len(asked) == 1 else None
            if match is not None:
                match = (match[0] - 0.1, match[1], 1.0)
        if match is None:
            continue
        score, how, covered = match
        if covered < 1:
            if stem(asked[-1]) != stem(words[-1]):
                continue
            score, how = score * 0.85, "part"
        found.append(TableLink(table.name, score, how))
    found.sort(key=lambda link: -link.score)
    return found


def row_noun(asked: Sequence[str], table: TableSchema) -> bool:
    """Return whether a noun means a row of the table, going by what its columns are."""
    if len(asked) != 1:
        return False
    noun = stem(asked[0])
    described = {stem(word) for word in name_words(table.description)}
    first_words = [stem(word) for word in name_words(table.description)[:12]]
    if described and noun in first_words and asked[0] not in ("year", "date", "time"):
        return _is_what_rows_are(noun, table.description)
    words = {
        meaning for column in table.columns for word in name_words(column.name)
        for meaning in (*meanings(word), stem(word), word)
    }  # fmt: skip
    return any(
        noun in {stem(n) for n in nouns} and all(words & need for need in needs)
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


def link_columns(asked: Sequence[str], schema: DatasetSchema) -> list[ColumnLink]:
    """Return the columns that the words name, best first."""
    found: dict[ColumnRef, ColumnLink] = {}
    for table in schema.tables:
        own = {stem(word) for word in _bare(name_words(table.name))}
        for column in table.columns:
            ref = ColumnRef(table.name, column.name)
            if (
                len(asked) == 1
                and described_by(asked[0], column.description)
                and not is_key(table, column, schema)
            ):
                found[ref] = ColumnLink(ref, 0.66, "described", 1)
            for header, worth, whole in _headers(column, own, table):
                match = _match(asked, header)
                if match is None or (
                    # "order total" is the total of orders, "schools opened" is not one name
                    whole and (match[2] < 1 or match[1] != "exact" or stem(asked[0]) != asked[0])
                ):
                    continue
                score, how, covered = match
                score *= worth
                if covered < 1:
                    score, how = score * (0.62 + 0.2 * covered), "part"
                if ref not in found or score > found[ref].score:
                    found[ref] = ColumnLink(ref, score, how, len(asked))
    return sorted(found.values(), key=lambda link: -link.score)


def described_by(word: str, description: str) -> bool:
    """Return whether a column's description says the word, and not only what it belongs to."""
    if len(word) < 4 or not description:
        return False
    words = (
        name_words(description.split(";")[0]) if ":" not in description else name_words(description)
    )
    plain = stem(word)
    if plain == "spend":
        plain = "revenue" if "revenue" in words else plain
    return plain in {stem(each) for each in words} and plain not in _VAGUE | _UNITS


_VAGUE = frozenset(
    [
        "number",
        "customer",
        "order",
        "product",
        "name",
        "date",
        "time",
        "where",
        "what",
        "which",
        "when",
        "with",
        "without",
        "their",
        "there",
        "value",
        "value",
        "code",
        "kind",
        "type",
        "employee",
        "from",
        "into",
        "short",
        "long",
        "first",
        "last",
        "each",
        "than",
        "year",
        "month",
        "hour",
        "minute",
        "second",
        "room",
        "place",
        "work",
        "agent",
        "ticket",
        "sensor",
        "day",
        "week",
        "line",
        "item",
        "row",
        "empty",
        "unknown",
        "measure",
        "person",
        "people",
        "owner",
        "team",
        "only",
        "does",
        "have",
        "been",
        "this",
        "that",
        "over",
        "total",
    ]
)


def _headers(
    column: ColumnSchema, own: set[str], table: TableSchema
) -> list[tuple[tuple[str, ...], float, bool]]:
    """Return the ways a column may be called, what each is worth, and whether only as a whole."""
    words = name_words(column.name)
    found: list[tuple[tuple[str, ...], float]] = [(words, 1.0)]
    ways: list[tuple[tuple[str, ...], float]] = []
    with_unit = words + bracketed(column.name)
    if with_unit != words:
        found.append((with_unit, 1.0))
    table_words = _bare(name_words(table.name))
    verb = bool(words) and words[-1].endswith("ed")  # "which member joined first" names no column
    if len(table_words) == 1 and not verb and stem(words[0] if words else "") not in own:
        ways.append(((*table_words, *words), 0.99))
    if len(words) > 1:
        if words[-1] in _UNITS and len(words[-1]) <= 4:
            found.append((words[:-1], 0.99))
        if words[-1] in _ID:
            found.append((words[:-1], 0.95))
        if stem(words[0]) in own:
            found.append((words[1:], 0.98))
        if stem(words[-1]) == "name":
            found.append((words[:-1], 0.9))
        if words[0] in ("is", "has", "was"):
            found.append((words[1:], 1.0))
        if words[-1] in ("at", "on", "date", "time", "datetime"):
            found.append((words[:-1], 0.88))
        if words[-1] in ("at", "on"):
            found.append(((*words[:-1], "date"), 0.97))
            found.append(((*words[:-1], "time"), 0.95))
    if column.type == "string":
        ways += [((*words, more), 0.93) for more in ("method", "type", "kind", "name")]
    whole = len(found)
    return [(header, worth, index >= whole) for index, (header, worth) in enumerate(found + ways)]


def unit_of(column: ColumnSchema) -> str | None:
    """Return the unit that a column's name gives: mm in `Flipper Length (mm)`."""
    candidates = [*bracketed(column.name)]
    words = name_words(column.name)
    if len(words) > 1:
        candidates.append(words[-1])
    for word in candidates:
        for unit, forms in UNIT_WORDS.items():
            if word == unit or stem(word) in forms:
                return unit
    return None
