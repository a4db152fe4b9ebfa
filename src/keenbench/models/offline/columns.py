"""What the columns of a table are: keys, names, numbers, stretches of the calendar."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from keenbench.models.offline.synonyms import meanings
from keenbench.models.offline.units import UNIT_WORDS
from keenbench.models.offline.words import bracketed, name_words, stem, word_set
from keenbench.query.dataset_schema import NUMBERS, TIMES, ColumnSchema, DatasetSchema, TableSchema

KEY_ENDINGS = frozenset(("id", "key", "uuid", "guid"))
NUMBERING = word_set("id key code no nr number ref reference uuid")
"""What ends a header that tells one row, or what a row points at, from another."""
_NOT_ADDED = word_set(
    """
    id key code zip postal postcode year month day week hour phone latitude longitude lat lon
    rank version isbn number nr no floor gate room cert numeric extension
    """
)


@dataclass(frozen=True)
class Worked:
    """Two columns of one table worked together: price less cost, the days from start to end."""

    op: Literal["+", "-", "*", "/", "days", "hours", "minutes"]
    left: str
    right: str
    percent: bool = False
    beside: str = ""
    """The table of `right`, where that is another one, to which each row belongs once."""


@dataclass(frozen=True)
class ColumnRef:
    """A column of a table, as plans and sentences need it; or what two of them make together."""

    table: str
    column: str
    worked: Worked | None = None

    def __str__(self) -> str:
        return self.column


def worked_of(ref: ColumnRef) -> tuple[ColumnRef, ...]:
    """Return the two columns that are worked together; none of a plain column."""
    if ref.worked is None:
        return ()
    other = ref.worked.beside or ref.table
    return ColumnRef(ref.table, ref.worked.left), ColumnRef(other, ref.worked.right)


def column_of(schema: DatasetSchema, ref: ColumnRef) -> ColumnSchema:
    table = schema.table(ref.table)
    if ref.worked is not None:
        both = [column_of(schema, each) for each in worked_of(ref)]
        return ColumnSchema(ref.column, "float", nullable=any(c.nullable for c in both))
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
    if words and words[-1] in KEY_ENDINGS:
        return True
    return any(
        (table.name, column.name) in ((r.from_table, r.from_column), (r.to_table, r.to_column))
        for r in schema.relations
    )


def _without_span(column: ColumnSchema) -> tuple[str, ...]:
    """Return the words of a header that may say when: Visits This Year are so many visits."""
    words = name_words(column.name)
    if len(words) > 2 and words[-2] in _IN_WHICH:
        words = words[:-2]
    return tuple(word for word in words if word not in _LENGTHS)


_IN_WHICH = frozenset(("this", "last", "previous", "prior", "current", "per", "each", "past"))


def is_calendar(column: ColumnSchema) -> bool:
    """Return whether a column of whole numbers holds years, months or the like."""
    words = _without_span(column)
    wide = {meaning for word in words for meaning in (word, *(meanings(word) - {stem(word)}))}
    return column.type == "integer" and bool(wide & {"year", "month", "day", "week", "quarter"})


def is_month(column: ColumnSchema) -> bool:
    """Whether the numbers of a column can only be months or quarters: MoSold, of 1 to 12."""
    words = {meaning for word in _without_span(column) for meaning in meanings(word)}
    numbers = column.numbers
    fits = numbers is not None and 1 <= numbers[0] <= numbers[1] <= 12
    return column.type == "integer" and fits and bool(words & {"month", "quarter"})


_LENGTHS = frozenset(("years", "months", "weeks", "days", "hours", "quarters"))
"""Words that say how long, not when: AgeYears is no year."""
_YEARS = word_set("year published founded built established released born")
"""Words of columns of whole numbers that are years."""


_DATED = word_set(
    """
    vintage season edition cohort intake opened launched constructed construction completed
    renovated made manufactured graduated graduation inception introduced retired joined hired won
    died closed planted commissioned registered
    """
)
"""Words of columns that are years where their numbers can be: a vintage of 2019."""
_FIRST_YEAR, _LAST_YEAR = 1500, 2200


def is_year(column: ColumnSchema) -> bool:
    words = _without_span(column)
    wide = {meaning for word in words for meaning in meanings(word)}
    named = wide & _YEARS or (set(words) & _DATED and in_years(column))
    return column.type == "integer" and bool(named)


def in_years(column: ColumnSchema) -> bool:
    """Whether all numbers of a column are known, and can be years."""
    numbers = column.numbers
    return numbers is not None and _FIRST_YEAR <= numbers[0] <= numbers[1] <= _LAST_YEAR


def tells_years(column: ColumnSchema) -> bool:
    """Whether a period may be about a column: a year of 2019 or 19, but no year group of 7."""
    numbers = column.numbers
    short = numbers is None or _SCHOOL_YEARS < numbers[1] < 100
    return is_year(column) and (short or in_years(column))


_SCHOOL_YEARS = 13


def can_be_added(table: TableSchema, column: ColumnSchema, schema: DatasetSchema) -> bool:
    if not is_number(column) or is_key(table, column, schema):
        return False
    words = name_words(column.name)
    if not words:
        return True
    if words[-1] in ("number", "no", "nr") and len(words) == 1:
        return True  # a bare "number" counts something
    rest = _without_span(column)
    if not rest and words[0] in _LENGTHS:
        return True  # hours per week
    words = rest or words
    return words[-1] not in _NOT_ADDED  # "days" are a quantity, "day" is a date


def key_of(schema: DatasetSchema, table: TableSchema) -> ColumnRef | None:
    """Return the column that tells the rows of a table apart, where one is known."""
    own = schema.table(table.name) is table
    return _known_key(schema, table.name) if own else _key_of(schema, table)


# Asked for each column of the table, and it goes through all of them.
@lru_cache(maxsize=256)
def _known_key(schema: DatasetSchema, name: str) -> ColumnRef | None:
    table = schema.table(name)
    return None if table is None else _key_of(schema, table)


def _key_of(schema: DatasetSchema, table: TableSchema) -> ColumnRef | None:
    for relation in schema.relations:
        if relation.to_table == table.name:
            return ColumnRef(table.name, relation.to_column)
    own = {stem(word) for word in name_words(table.name)}
    for column in table.columns:
        words = name_words(column.name)
        if words and words[-1] in KEY_ENDINGS and {stem(w) for w in words[:-1]} <= own:
            return ColumnRef(table.name, column.name)
    for column in table.columns[:1]:
        plain = column.type in ("string", "integer")
        if plain and column.distinct is not None and column.distinct == table.row_count > 0:
            return ColumnRef(table.name, column.name)
    return None


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
        elif words[-1:] == ["name"] and set(words[:-1]) <= own | {"full"}:
            found.append((0, ColumnRef(table.name, column.name)))
        elif words and set(words) <= own:
            found.append((1, ColumnRef(table.name, column.name)))
        elif words[-1:] == ["name"] and {"display", "short", "common", "english"} & set(words):
            found.append((2, ColumnRef(table.name, column.name)))
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


_LASTING = frozenset(
    ("duration", "time", "delay", "runtime", "length", "wait", "waiting", "response", "elapsed")
)


def is_least(words: tuple[str, ...]) -> bool:
    """Whether a name ends in min for the least, as in temp_min, and not for minutes."""
    return words[-1:] == ("min",) and not _LASTING & set(words)


_UNITS_FIRST = frozenset(
    ("kg", "km", "kwh", "mwh", "litres", "liters", "tonnes", "miles", "kilos", "gallons", "minutes")
)
"""Units that a header may begin with: KgRejected, kwhGenerated."""


def unit_of(column: ColumnSchema) -> str | None:
    """Return the unit that a column's name gives: mm in `Flipper Length (mm)`."""
    candidates = [*bracketed(column.name)]
    words = name_words(column.name)
    rate = column.name.lower().split()[-1:]
    if rate and "/" in rate[0]:
        candidates.append(rate[0].strip("()"))  # km/h is no hour
    elif len(words) > 1 and not is_least(words):
        candidates.append(words[-1])
    if len(words) > 1:
        candidates += [w for w in words[:-1] if w in ("minutes", "hours", "seconds", "days")]
    if words in (("minutes",), ("hours",), ("seconds",), ("days",)):
        candidates.append(words[0])
    if len(words) > 1 and words[0] in _UNITS_FIRST:
        candidates.append(words[0])  # kg_rejected
    for word in candidates:
        for unit, forms in UNIT_WORDS.items():
            if word == unit or stem(word) in forms:
                return unit
    return None
