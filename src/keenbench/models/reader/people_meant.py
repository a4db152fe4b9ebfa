"""The rows, or the people of a row, that a general noun may mean: people, visits, items."""

from __future__ import annotations

from collections.abc import Sequence

from keenbench.models.offline.columns import ColumnRef, column_of
from keenbench.models.offline.items import Item
from keenbench.models.offline.lexicon import BIRTH
from keenbench.models.offline.sentence import Sentence
from keenbench.models.offline.words import name_words, root, stem, word_set
from keenbench.models.reader.nature import (
    is_of_people,
    measures,
    nature_of,
    parties,
    people_columns,
    somebody,
)
from keenbench.models.reader.sense import Sense
from keenbench.models.reader.vocabulary import (
    ANY_CUSTOMER,
    ANYBODY,
    AT_WORK,
    EVENTS,
    HEADS,
    NOBODY,
    ON_THE_OTHER_SIDE,
    PEOPLE,
    THINGS,
)
from keenbench.query.dataset_schema import DatasetSchema

_COUNTING = ("agg", "how_much", "super", "cmp", "versus", "group", "sort", "share", "each")
_NOT_SO_MANY = 1.5
_JUST_ANYBODY = word_set("people persons folks individuals")
_IN = ("in", "within", "is", "=", "called", "named")
_FROM = ("from", "for", "at")
_JOINT = ("and", "or", "vs", "versus", "than", "to", "&")
_KINDS = word_set("type kind category class")
_GETTING = word_set("got get gets received receive receives won win wins obtained secured landed")


def of_kind(item: Item, s: Sentence) -> list[Sense]:
    """Return the rows, or the people of a row, that a general noun may mean."""
    noun = stem(item.norm)
    if len(item.tokens) > 1 or noun not in PEOPLE | EVENTS | THINGS:
        return []
    if any(link.how == "exact" for link in item.columns) or any(
        link.how == "exact" for link in item.tables
    ):
        return []
    told = any(link.how in ("exact", "verb") for link in item.values)
    if told and not means_anybody(item, s):
        return []  # women are those of a sex
    found: list[Sense] = []
    several = item.tokens[-1].stem != item.tokens[-1].norm or noun == "people"
    heads = _heads(s) if noun in PEOPLE and several else []  # a driver is no number of passengers
    aged = [t.name for t in s.schema.tables if noun in OF_AN_AGE and ages_in(s, t.name)]
    for table in s.schema.tables:
        if aged and table.name not in aged:
            continue  # children are patients, whose age is told, and no doctors
        if noun in PEOPLE:
            if noun not in ANYBODY | ANY_CUSTOMER:
                continue  # a manager is not just anybody that a column names
            more = 0.0 if noun in ANYBODY else 0.25
            other = ON_THE_OTHER_SIDE.get(noun) or _not_served(s)
            if is_of_people(s.schema, table.name):
                if {*map(stem, name_words(table.name))} & other:
                    continue
                found.append(Sense("rows", 0.12 + more, table=table.name, how="kind"))
                continue
            named = people_columns(s.schema, table.name) or somebody(s.schema, table.name)
            people = [
                ref for ref in named
                if not {*map(stem, name_words(ref.column))} & other
            ]  # fmt: skip
            if len(people) == 1:
                ref = people[0]
                if any(is_of_people(s.schema, other.name) for other in s.schema.tables):
                    more += 0.2  # of patients and their doctor, people are the patients
                found.append(Sense("col", 0.16 + more, ref=ref, table=table.name, how="kind"))
            elif noun in ANYBODY and not (named and not people and not _are_deeds(s, table.name)):
                elsewhere = any(people_columns(s.schema, t.name) for t in s.schema.tables)
                # A town is no person, and says how many it has; nor is an event that people go to.
                cost = 0.45 if heads or elsewhere else 0.2
                found.append(Sense("rows", cost, table=table.name, how="kind"))
        elif len(s.schema.tables) == 1:
            found.append(Sense("rows", 0.3, table=table.name, how="kind"))
    return [*found, *heads]


_DEEDS_OF_SERVED = word_set(
    """
    come came visit visited view viewed attend attended apply applied enquire enquired inquire
    inquired book booked buy bought order ordered rent rented borrow borrowed stay stayed dine dined
    enrol enroll enrolled subscribe subscribed donate donated travel travelled fly flew
    """
)
_AT_THEIR_WORK = word_set("work worked working shift duty job employ")


def _not_served(s: Sentence) -> frozenset[str]:
    """Return who people cannot be that do what only those do who are served.

    Those who came to view a flat are not its agents.
    """
    said = {word for item in s.items for token in item.tokens for word in (token.norm, token.stem)}
    return AT_WORK if said & _DEEDS_OF_SERVED and not said & _AT_THEIR_WORK else NOBODY


def _are_deeds(s: Sentence, table: str) -> bool:
    """Whether rows are what people are said to have done: those who visited, of visits."""
    said = {root(token.norm) for item in s.items for token in item.tokens}
    return bool(said & {root(word) for word in name_words(table)})


def means_anybody(item: Item, s: Sentence) -> bool:
    """`the best paid people` are those of the rows, though a department be called People.

    The cell is meant where it is written so, or has the place of one: in people, people and sales,
    the people team.
    """
    if len(item.tokens) > 1 or item.norm not in _JUST_ANYBODY or item.tokens[0].text[:1].isupper():
        return False
    if any(link.how == "exact" and is_kind_of_whom(link.ref) for link in item.values):
        return False  # individuals, of a donor_type that tells them from organisations
    at = s.items.index(item)
    before = [each for each in s.items[:at] if each.norm != "the"][-2:]
    after = s.items[at + 1 : at + 3]
    if before and (before[-1].norm in _IN or (before[-1].norm in _FROM and not after)):
        return False
    beside = [*after[:1], *(before[-1:] if item.tokens[0].after_mark else ())]
    sides = [side for side in (before[::-1], after) if len(side) > 1]
    beside += [side[1] for side in sides if side[0].norm in _JOINT]
    headed = {link.ref for each in after[:1] for link in each.columns}
    named = {link.ref for each in beside for link in each.values if link.how == "exact"}
    return not (headed | named) & {link.ref for link in item.values}


def is_kind_of_whom(ref: ColumnRef) -> bool:
    """Whether a column tells of what kind somebody is: donor_type, Customer Category."""
    words = [stem(word) for word in name_words(ref.column)]
    return len(words) == 2 and words[0] in PEOPLE and words[1] in _KINDS


def people_asked(schema: DatasetSchema, table: str, said: Sequence[str]) -> tuple[ColumnRef, ...]:
    """Return the columns of the people that who asks for.

    Who got a grant is no case officer: where a table names nobody else, it is an organisation.
    """
    found = people_columns(schema, table)
    if not _GETTING & {*said}:
        return found
    others = [r for r in found if not {*map(stem, name_words(r.column))} & AT_WORK]
    return tuple(others) or parties(schema, table) or found


def no_headcount(item: Item, ref: ColumnRef, s: Sentence) -> float:
    """Return what it costs to take people for how many there were, where a column names them.

    Of rows with a Guest Name and so many Guests, `which guests` are those with a name; `how many
    guests` and `more than 4 guests` are so many.
    """
    nature = nature_of(s.schema, ref)
    noun = item.tokens[-1].stem
    if noun not in PEOPLE or nature.kind != "number" or noun not in nature.words:
        return 0.0
    named = [
        other for other in people_columns(s.schema, ref.table)
        if noun in map(stem, name_words(other.column))
    ]  # fmt: skip
    at = s.items.index(item)
    before = [each for each in s.items[:at] if each.tag not in ("filler", "light")][-2:]
    after = s.items[at + 1 : at + 3]
    counted = any(each.tag in _COUNTING or each.number is not None for each in before)
    counted = counted or any(each.tag in ("cmp", "super") for each in after)
    if not named or not before:
        return 0.0
    if before[-1].tag == "which":
        return _NOT_SO_MANY
    return 0.0 if counted else 0.2


OF_AN_AGE = word_set(
    """
    child kid boy girl adult teenager teen youngster youth baby infant toddler minor pensioner
    senior elder under-18 grown-up
    """
)
_AGES = frozenset(("age", *BIRTH))


def ages_in(s: Sentence, table: str) -> list[ColumnRef]:
    """Return what tells how old somebody is."""
    refs = [ColumnRef(table, c.name) for c in s.table(table).columns]
    return [ref for ref in refs if {*map(stem, name_words(ref.column))} & _AGES]


def _heads(s: Sentence) -> list[Sense]:
    """Return what counts people in each row: the size of a party, the guests of a booking."""
    found = [
        n.ref for table in s.schema.tables for n in measures(s.schema, table.name)
        if n.words & HEADS and not n.money and not n.score
        and column_of(s.schema, n.ref).type == "integer"
    ]  # fmt: skip
    return [Sense("col", 0.22, ref=r, table=r.table, how="kind") for r in found[:2]]
