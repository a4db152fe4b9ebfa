"""What kind of thing each column holds, as far as that says what can be asked of it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from keenbench.models.offline.columns import (
    NUMBERING,
    ColumnRef,
    can_be_added,
    column_of,
    is_calendar,
    is_key,
    is_month,
    is_number,
    is_time,
    is_year,
    key_of,
    unit_of,
)
from keenbench.models.offline.headers import table_words
from keenbench.models.offline.measures import MONEY_HEADERS, column_words
from keenbench.models.offline.quantities import additive
from keenbench.models.offline.rows import tells_rows
from keenbench.models.offline.sentence import Sentence
from keenbench.models.offline.tallies import counts_a_part, is_tally
from keenbench.models.offline.words import name_words, stem, word_set
from keenbench.models.reader.vocabulary import PEOPLE
from keenbench.query.dataset_schema import ColumnSchema, DatasetSchema, TableSchema

Kind = Literal["key", "text", "number", "date", "year", "time", "flag"]

_MONEY = MONEY_HEADERS | word_set(
    """
    net refund deposit compensation payout arrear value worth paid earning taking vat discount
    commission bonus pay grant award sponsorship refunded owed due subtotal
    """
)
_LINES = 0.95
"""Of the rows, how many different keys there are at most where several rows are of one thing."""
_CURRENCY = ("usd", "eur", "gbp", "chf", "sek", "nok", "dkk", "jpy", "inr", "pln", "cad", "aud")
_SCORES = word_set(
    """
    rating score satisfaction nps csat mark grade star index rank stars points quality percent pct
    percentage rate ratio share average avg mean occupancy efficiency probability accuracy
    temperature humidity moisture speed age level
    """
)


@dataclass(frozen=True)
class Nature:
    ref: ColumnRef
    kind: Kind
    words: frozenset[str]
    unit: str | None
    money: bool = False
    score: bool = False
    """An average of it says something, a sum nothing."""
    added: bool = False
    """What several rows have of it can be added up."""
    addable: bool = False
    """Added up where a question says how much or how many of it there were."""
    unique: bool = False
    """A value tells one row."""
    person: bool = False


@lru_cache(maxsize=4096)
def nature_of(schema: DatasetSchema, ref: ColumnRef) -> Nature:
    """Return what a column holds; what two make together is a number."""
    s = Sentence([], schema, None)  # type: ignore[arg-type]
    table = schema.table(ref.table)
    assert table is not None
    column = column_of(schema, ref)
    words = frozenset(column_words(ref))
    unit = unit_of(column) if ref.worked is None else None
    kind = _kind(schema, ref, column)
    # A Sale ID is no sum, whatever its name says.
    money = ref.worked is None and kind == "number" and _is_money(column, words, unit)
    return Nature(
        ref,
        kind,
        words,
        unit,
        money=money,
        # A Discount % is of money, but a rate.
        score=ref.worked is None and ("%" in column.name or (bool(words & _SCORES) and not money)),
        added=is_number(column)
        and (
            additive(s, ref)
            or (money and not is_of_one(words))
            or (counts_a_part(schema, ref) and not words & _SCORES)
            or is_tally(schema, ref)
        ),
        addable=is_number(column)
        and additive(s, ref, unnamed=True)
        and not words & _SCORES
        and not is_of_one(words),
        unique=ref.worked is None and tells_rows(schema, table, column),
        person=column.type == "string" and ref.worked is None and _names_people(table, ref),
    )


_NAMED = frozenset(("name", "surname", "forename", "lastname", "fullname"))
_BY_WHOM = frozenset(("by", "to", "with"))
_DOERS = word_set("by assignee owner lead head mgr rep")


def _names_people(table: TableSchema, ref: ColumnRef) -> bool:
    """Whether cells name people: Inspector, Rep Name, servedBy, Assigned To, a patient's full_name.

    The name of a shop or a product is none.
    """
    plain = [stem(word) for word in name_words(ref.column)]
    if not plain:
        return False
    if plain[-1] in _BY_WHOM and len(plain) > 1:
        return plain[-2].endswith(("ed", "en")) or plain[-2] in ("led", "sold", "made", "taught")
    last = plain[:-1] if plain[-1] in _NAMED and len(plain) > 1 else plain
    if last[-1] in _NAMED or last == ["full"] or last in (["first"], ["last"]):
        return is_table_of_people(table)
    if last == ["subject"]:
        return False  # maths, unless the table is of people who are so called
    return last[-1] in PEOPLE - _NAMED or last[-1] in _DOERS


_EACH = word_set("price salary rate unit hourly average avg each per balance")
_OF_ALL = word_set("total subtotal grand overall")


def is_of_one(words: frozenset[str]) -> bool:
    """Whether a number is of one piece or one time, and not of all: a price, but no total price."""
    priced = words & _EACH
    return bool(priced) and not (words & _OF_ALL and priced <= {"price", "salary"})


def _is_money(column: ColumnSchema, words: frozenset[str], unit: str | None) -> bool:
    symbol = any(sign in column.name for sign in "£$€¥")
    each = bool(words & {"price", "cost", "rate"}) and "per" in name_words(column.name)[1:-1]
    if unit is not None and unit not in _CURRENCY and not symbol and not each:
        return False  # payment terms in days, fuel cost in litres; but a price per kg is of money
    total = bool(words & {"total", "subtotal"}) and column.type in ("decimal", "float")
    total = total or words == {"actual"}  # beside a budget
    return is_number(column) and (symbol or unit in _CURRENCY or bool(words & _MONEY) or total)


def _kind(schema: DatasetSchema, ref: ColumnRef, column: ColumnSchema) -> Kind:
    if ref.worked is not None:
        return "number"
    table = schema.table(ref.table)
    assert table is not None
    if column.type == "boolean":
        return "flag"
    if is_time(column):
        return "date"
    if column.type == "time":
        return "time"
    if is_year(column):
        return "year"
    if is_key(table, column, schema) or ref == key_of(schema, table):
        return "key"
    if is_number(column):
        last = (name_words(column.name) or ("",))[-1]
        numbered = last in ("no", "number", "nr", "ref", "code", "num") and not is_calendar(column)
        code = numbered or _has_a_name(schema, table, column) or is_month(column)
        return "key" if code or not can_be_added(table, column, schema) else "number"
    return "text"


def _has_a_name(schema: DatasetSchema, table: TableSchema, column: ColumnSchema) -> bool:
    """Whether whole numbers only stand for what another column names: Cost Centre, and its Name."""
    if column.type != "integer":
        return False
    own, named = name_words(column.name), _texts_called(schema, table.name)
    return any((*own, word) in named for word in ("name", "title", "description", "label"))


@lru_cache(maxsize=256)
def _texts_called(schema: DatasetSchema, name: str) -> frozenset[tuple[str, ...]]:
    """Return the names of a table's columns of text, each as its words."""
    table = schema.table(name)
    columns = table.columns if table is not None else ()
    return frozenset(name_words(c.name) for c in columns if c.type == "string")


@lru_cache(maxsize=256)
def measures(schema: DatasetSchema, table: str) -> tuple[Nature, ...]:
    """Return the columns of numbers that say something of a row."""
    found = schema.table(table)
    if found is None:
        return ()
    natures = [nature_of(schema, ColumnRef(table, c.name)) for c in found.columns]
    return tuple(
        n for n in natures if n.kind == "number" and not is_calendar(column_of(schema, n.ref))
    )


@lru_cache(maxsize=256)
def is_of_people(schema: DatasetSchema, table: str) -> bool:
    """Return whether the rows of a table are people: it is called so, or has what people have."""
    found = schema.table(table)
    return found is not None and is_table_of_people(found)


def is_table_of_people(table: TableSchema) -> bool:
    head = table_words(name_words(table.name))[-1:]
    if {stem(word) for word in head} & PEOPLE:
        return True  # of patient_visits, a row is a visit
    words = {w for c in table.columns for w in column_words(ColumnRef(table.name, c.name))}
    named = bool(words & {"name", "surname", "forename"})
    return named and bool(words & _OF_PEOPLE)


_OF_PEOPLE = word_set(
    "age gender sex birthdate birth email salary role hire hired availability dob nationality"
)
"""What only people have; with a name beside it the rows are people."""
_PARTIES = word_set(
    """
    supplier vendor merchant payee company firm organisation organization business employer charity
    creditor debtor retailer store shop provider carrier shipper manufacturer institution bank
    team club party group
    """
)


@lru_cache(maxsize=256)
def parties(schema: DatasetSchema, table: str) -> tuple[ColumnRef, ...]:
    """Return the columns of whom who asks for where no column names people.

    Those who are paid are a supplier or a merchant; a bare name that many rows have is of somebody.
    """
    found = schema.table(table)
    if found is None:
        return ()
    refs = [ColumnRef(table, c.name) for c in found.columns if c.type == "string"]
    refs = [r for r in refs if nature_of(schema, r).kind == "text"]
    named: list[ColumnRef] = []
    for ref in refs:
        words = [stem(word) for word in name_words(ref.column)]
        last = words[:-1] if words[-1:] == ["name"] and len(words) > 1 else words
        if last[-1:] and last[-1] in _PARTIES:
            named.append(ref)
    return tuple(named) or tuple(somebody(schema, table))


def somebody(schema: DatasetSchema, table: str) -> list[ColumnRef]:
    """Return a column of bare names that tells no row: those of trips are of who travelled."""
    found = schema.table(table)
    if found is None:
        return []
    refs = [ColumnRef(table, c.name) for c in found.columns if c.type == "string"]
    return [
        r for r in refs
        if [stem(w) for w in name_words(r.column)] in (["name"], ["full", "name"])
        and not nature_of(schema, r).unique
    ]  # fmt: skip


@lru_cache(maxsize=256)
def people_columns(schema: DatasetSchema, table: str) -> tuple[ColumnRef, ...]:
    """Return the columns of a table whose cells name people."""
    found = schema.table(table)
    if found is None:
        return ()
    refs = [ColumnRef(table, c.name) for c in found.columns if c.type == "string"]
    return tuple(
        r for r in refs if nature_of(schema, r).person and nature_of(schema, r).kind != "key"
    )


_HOW_MANY = frozenset(("total", "number", "of", "count", "no", "overall", "the", "all"))


def counts_such(ref: ColumnRef, said: list[str]) -> bool:
    """Return whether a header only says how many there are: Total number of toilets."""
    words = [stem(word) for word in name_words(ref.column)]
    rest = [word for word in words if word not in _HOW_MANY]
    return bool({*words} & {"number", "count", "no"}) and rest == said


def is_for_each(said: str, ref: ColumnRef) -> float:
    """Return what it costs to take kg for a price per kg."""
    words = list(map(stem, name_words(ref.column)))
    return 0.2 if "per" in words[:-1] and words[words.index("per") + 1 :] == [said] else 0.0


def repeated_key(schema: DatasetSchema, table: str, noun: str) -> ColumnRef | None:
    """Return what tells things apart of which rows are lines: `Order ID`, in several rows of one.

    Asked for different orders, the lines are not counted.
    """
    held = schema.table(table)
    if held is None or not held.row_count:
        return None
    for column in held.columns:
        *said, last = [stem(word) for word in name_words(column.name)] or [""]
        lines = 0 < (column.distinct or 0) < _LINES * held.row_count
        if said == [stem(noun)] and last in NUMBERING and lines:
            return ColumnRef(table, column.name)
    return None
