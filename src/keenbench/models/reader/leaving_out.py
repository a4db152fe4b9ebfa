"""What it costs to make nothing of a word: little for small words, much for names."""

from __future__ import annotations

from collections.abc import Sequence

from keenbench.models.offline.families import same_family
from keenbench.models.offline.items import Item
from keenbench.models.offline.sentence import Sentence
from keenbench.models.offline.units import told_in, units_called
from keenbench.models.offline.words import name_words, root, stem, word_set
from keenbench.models.reader.concepts import PLAIN_STATES, SAID
from keenbench.models.reader.currencies import says_only_money
from keenbench.models.reader.deeds_and_states import GOING, STAYING
from keenbench.models.reader.going_by import is_taken_from
from keenbench.models.reader.nature import measures, nature_of
from keenbench.models.reader.said_besides import said_besides
from keenbench.models.reader.sense import Sense
from keenbench.models.reader.tallied import says_of_what, tallied
from keenbench.models.reader.unknown_words import among_its_neighbours, is_initial_of_next
from keenbench.models.reader.vocabulary import (
    FOR_EACH,
    MONEY,
    ORDERS,
    PEOPLE,
    WORTH,
    cost_of_leaving_out,
)
from keenbench.models.reader.way_words import tells_a_way

_NAMED_BUT_LEFT_OUT = 0.75
_AS_A_VERB = 0.08
_JUST_HAPPENED = ("took place", "take place", "taken place", "happened")
_INTENDED = word_set("scheduled planned supposed meant expected")
"""What is said of a deed that follows: meant to leave, which all rows of a timetable were."""
_KINDS = word_set(
    "type kind level class category tier option grade band group sort mode variety plan label"
)
"""Nouns that may follow the name of a kind and add nothing to it."""


_FALLING = frozenset(("fall", "falls", "fell", "fallen", "drop", "dropped"))


def _falls_on_a_day(item: Item, s: Sentence) -> bool:
    """`how many orders fell on a Sunday`: they were then; nothing became less."""
    at = s.items.index(item)
    following = s.items[at + 1].norm.split()[0] if at + 1 < len(s.items) else ""
    return following in ("on", "in", "into", "between", "within", "under")


def left_out(item: Item, found: Sequence[Sense], s: Sentence) -> float:
    """Return what it costs that nothing is made of an item, given what else it may mean."""
    if item.start == 0 and item.norm in ORDERS and not found:
        return 2.0  # who wants something done asks for nothing
    besides = said_besides(item, found, s)
    besides = says_only_money(item, s) if besides is None else besides
    if besides is not None:
        return besides
    if item.tag == "filler":
        return 0.0 if not found else _NAMED_BUT_LEFT_OUT if _is_grouped(item, s) else 0.1
    if _says_no_more(item, s) or is_initial_of_next(item, s) or is_taken_from(item, s):
        return 0.03
    if tells_a_way(item.norm, s.schema):
        return 0.06  # departing flights, where a flight has two airports
    if item.tag == "state":
        return _state_left_out(item, found, s)
    if item.norm in _FALLING and _falls_on_a_day(item, s):
        return 0.03
    if item.meaning is not None and item.tag not in ("light", "and", "or", "list", "only"):
        return 1.0
    at = s.items.index(item)
    before = s.items[at - 1] if at else None
    if before is not None and not found and before.norm in FOR_EACH and item.tag in ("", "light"):
        return _NAMED_BUT_LEFT_OUT  # payments per account: there must be accounts
    if item.norm in GOING | STAYING and any(sense.kind == "state" for sense in found):
        return 0.5
    if item.tag == "light":
        header = any(link.how == "exact" and link.score > 0.97 for link in item.columns)
        if header and not item.norm.endswith(("ed", "ing")):
            return 0.5  # the accounts of a column Account
        if at == 0 and item.tokens[-1].stem != item.norm and any(x.kind == "rows" for x in found):
            return _NAMED_BUT_LEFT_OUT  # accounts with an overdue invoice
        named = any(sense.kind == "val" and sense.how in ("exact", "verb") for sense in found)
        if _is_noun_of_a_header(item, s):
            ranked = s.items[s.items.index(item) - 1].tag == "super"
            return 2.0 if ranked else _NAMED_BUT_LEFT_OUT  # the most common issue
        return 0.3 if named else 0.03  # travel costs are of a category Travel
    if _is_unit_of_number(item, s) or _is_told_in_a_unit(item, s):
        return 0.04
    if says_of_what(item, s):
        return 0.03
    each = before is not None and before.norm in FOR_EACH  # the average charge per hire
    if _is_of_rows(item, s) and not tallied(item, s):
        return 0.5 if each else 0.06
    of_rows = before is not None and any(table.score >= 0.8 for table in before.tables)
    if of_rows and item.norm in WORTH and not any(link.how == "exact" for link in item.columns):
        return 0.03  # the order value: what an order comes to
    if not found and stem(item.norm) in _KINDS and _after_a_text(item, s):
        return 0.04  # the service level, of a column Service
    coded = before is not None and before.norm in ("zip", "post", "postal", "area")
    if coded and item.norm in ("code", "codes") and not found:
        return 0.02  # the zip code, of a column called Zip
    if item.norm in ("date", "day", "time") and _after_a_date(item, s):
        return 0.02  # the due date, of a column called Due
    if any(token.kind == "quoted" for token in item.tokens):
        return 2.0
    if found and any("_" in token.norm for token in item.tokens):
        return 2.0  # who writes a header as it stands means it
    called = {name_words(link.ref.column) for link in item.columns}
    sorted_by = before is not None and before.tag == "sort"
    if item.norm in ("name", "names") and ("name",) not in called and not sorted_by:
        return 0.1  # what is asked for is shown by its name
    if item.norm in ("date", "dates") and item is not s.items[0] and s.tests:
        return 0.15  # the one that the period was of
    plain = max(cost_of_leaving_out(token.norm) for token in item.tokens)
    loose = all(
        sense.how in ("synonym", "described", "part", "typo", "state", "kind") for sense in found
    )
    if _are_people_told_apart(item, found, s):
        return 0.2
    if _is_of_what_rows_are(item, s):
        return 0.12 if found else 0.06  # the mode of transport
    if found and all(x.kind == "col" for x in found) and _is_in_header_of_another(item, s):
        return 0.06
    if _is_done_by_rows_of_another(item, s):
        return 0.05
    if found and loose:
        done = min((sense.cost for sense in found if sense.kind == "rows"), default=0.0)
        return max(plain, 0.3, done + 0.1) if plain < 0.5 else _NAMED_BUT_LEFT_OUT
    dated = item.norm.endswith("ing") and any(placed.test.period for placed in s.tests)
    if found and dated and all(x.kind == "val" and x.how == "verb" for x in found):
        return 0.1  # expiring in 2026: of the date, and not of a status Expired
    if found:
        return _NAMED_BUT_LEFT_OUT
    if item.norm in PLAIN_STATES:
        return min(max(plain, 0.4), _state_left_out(item, found, s))
    asked = at > 0 and s.items[at - 1].tag == "which" and s.items[at - 1].norm != "who"
    if asked and not found and plain > 0.05:
        return max(plain, 0.6)  # which building: what is asked for must be there
    noun = item.tokens[-1].norm
    if at and not found and s.items[at - 1].norm in ("on", "of", "for") and plain == _AS_A_VERB:
        several = noun.endswith("s") and noun != item.tokens[-1].stem
        plain = _NAMED_BUT_LEFT_OUT if several else plain  # spent on drinks
    if plain <= 0.5:
        return max(plain, 0.7) if _is_in_a_state(item, s) else plain
    harmless = among_its_neighbours(item, s)
    if harmless is not None:
        return harmless
    proper = item.tokens[0].text[:1].isupper() and item.start > 0
    return 2.0 if proper else plain


def _are_people_told_apart(item: Item, found: Sequence[Sense], s: Sentence) -> bool:
    """`female guests`, `paperless customers`: those of whom a cell, or a yes, says so."""
    at = s.items.index(item)
    if not at or item.tokens[-1].stem not in PEOPLE or any(x.how != "kind" for x in found):
        return False
    before = s.items[at - 1]
    told = any(link.how == "exact" for link in before.values) and not found
    flags = [x.ref for x in before.columns if x.how == "exact" and s.yes_value(x.ref) is not None]
    return told or any(all(x.table == flag.table for x in found) for flag in flags)


_IN_STATES = word_set("is are was were be been being out up in off away due currently still now")


def _is_in_a_state(item: Item, s: Sentence) -> bool:
    """`out for repair`, `are on loan`: what rows are in, though repair is what anybody may do."""
    at = s.items.index(item)
    if at < 2 or s.items[at - 1].norm not in ("for", "on", "under") or item.meaning is not None:
        return False
    bare = item.norm == item.tokens[-1].stem and not item.norm.endswith(("ed", "ing"))
    return bare and len(item.tokens) == 1 and s.items[at - 2].norm in _IN_STATES


def _is_noun_of_a_header(item: Item, s: Sentence) -> bool:
    """`by make`, `which model`: a header, though make is mostly said of what somebody does."""
    at = s.items.index(item)
    exact = any(link.how == "exact" for link in item.columns)
    before = s.items[at - 1] if exact and at else None
    if before is None:
        return False
    return before.tag == "super" or before.norm in ("by", "per", "each", "which", "for each")


def _is_in_header_of_another(item: Item, s: Sentence) -> bool:
    """`which product sold the most units`: a deed that stands in the header Units Sold."""
    if len(item.tokens) > 1 or not item.norm.endswith(("ed", "en", "ld", "nt", "ght")):
        return False
    word = root(item.norm)
    return any(
        link.how in ("exact", "part") and nature_of(s.schema, link.ref).kind == "number"
        and word in {root(w) for w in name_words(link.ref.column)}
        for other in s.items if other is not item for link in other.columns
    )  # fmt: skip


def _is_done_by_rows_of_another(item: Item, s: Sentence) -> bool:
    """`orders that were paid with two payments`: a deed, whose rows a noun names besides."""
    if len(item.tokens) > 1 or item.norm.endswith("s") or item.norm == item.tokens[-1].stem:
        return False
    done = {link.table for link in item.tables if link.how == "verb"}
    return any(
        link.table in done and link.how != "verb" and root(item.norm) == root(other.norm)
        for other in s.items if other is not item for link in other.tables
    )  # fmt: skip


def _is_of_what_rows_are(item: Item, s: Sentence) -> bool:
    """`the make of car`, `each type of vehicle`: after a header of texts, whose it is."""
    at = s.items.index(item)
    if at < 2 or s.items[at - 1].norm != "of" or len(item.tokens) > 1:
        return False
    if item.values or any(link.how == "exact" for link in item.columns):
        return False
    return any(
        link.how == "exact" and nature_of(s.schema, link.ref).kind == "text"
        for link in s.items[at - 2].columns
    )


BLANKS = word_set("blank empty null unknown missing unspecified gap")
"""What cells are called that hold nothing: without the blanks."""


def _says_no_more(item: Item, s: Sentence) -> bool:
    """Whether the words beside an item say what it does.

    `units x price`, `products under Pastry`, `by cause, ignoring blanks`, `scheduled to leave`.
    """
    at = s.items.index(item)
    before = s.items[at - 1] if at else None
    after = s.items[at + 1] if at + 1 < len(s.items) else None
    if item.norm == "x" and before is not None and after is not None:
        return bool(before.columns) and bool(after.columns)
    if item.norm in _INTENDED and after is not None:
        return after.norm == "to" or after.norm.startswith("to ")
    if item.norm in ("under", "within") and after is not None and after.number is None:
        return any(link.how == "exact" for link in after.values) and not after.period
    if item.tag == "growth" and after is not None and after.tag == "cmp":
        return True  # fallen below its level: it is below
    if root(item.norm) == "grow" and after is not None and after.norm in ("in", "at", "on"):
        return bool(s.items[at + 2 : at + 3]) and bool(s.items[at + 2].values)  # oaks in a park
    if item.tag == "bucket" and after is not None and root(after.norm) in MONEY:
        money = [n.ref for t in s.schema.tables for n in measures(s.schema, t.name) if n.money]
        return any(item.norm in name_words(ref.column) for ref in money)  # a MonthlyCharge
    if item.norm == "bill" and before is not None and before.columns:
        return nature_of(s.schema, before.columns[0].ref).money  # the salary bill
    left_out = any(i.tag == "not" for i in s.items[max(0, at - 3) : at])
    return item.tokens[-1].stem in BLANKS and left_out and not item.names_something


def _is_unit_of_number(item: Item, s: Sentence) -> bool:
    """`above 25 degrees`: what the number is in, which the column need not say."""
    at = s.items.index(item)
    before = s.items[at - 1] if at else None
    word = stem(item.norm)
    said = bool(units_called(word)) or word in ("time", "occasion")
    return before is not None and before.number is not None and said


def _is_told_in_a_unit(item: Item, s: Sentence) -> bool:
    """`trip length in km`: the one number in that unit, which no header need call a length."""
    at = s.items.index(item)
    if item.names_something or at + 2 >= len(s.items) or s.items[at + 1].norm != "in":
        return False
    units = told_in(stem(item.norm), stem(s.items[at + 2].norm))
    found = [n for t in s.schema.tables for n in measures(s.schema, t.name) if n.unit in units]
    return len([n for n in found if "per" not in n.words]) == 1


def _is_grouped(item: Item, s: Sentence) -> bool:
    """`by use of building`: a small word that is a header, where a group must be named."""
    at = s.items.index(item)
    exact = any(link.how == "exact" for link in item.columns)
    return exact and at > 0 and s.items[at - 1].tag == "group"


def _after_a_text(item: Item, s: Sentence) -> bool:
    at = s.items.index(item)
    links = s.items[at - 1].columns if at and not item.tokens[0].after_mark else []
    return any(nature_of(s.schema, link.ref).kind == "text" for link in links)


def _after_a_date(item: Item, s: Sentence) -> bool:
    at = s.items.index(item)
    links = s.items[at - 1].columns if at else []
    return any(nature_of(s.schema, link.ref).kind == "date" for link in links)


def _state_left_out(item: Item, found: Sequence[Sense], s: Sentence) -> float:
    """Return what it costs to leave a state out: little where all rows of a table are in it."""
    told = any(sense.kind == "state" for sense in found)
    if rows_in_state(item, s) and not told:
        return 0.05  # of a table of returns, all of them were sent back
    if item.norm in _JUST_HAPPENED and not told:
        return 0.06  # what has a date took place then
    verb = item.tokens[-1].norm in ("back", "up", "off", "with", "through")
    return 0.3 if verb and not found else 0.7


def rows_in_state(item: Item, s: Sentence) -> list[str]:
    """Return the tables all of whose rows are in a state: of returns, those sent back."""
    # Who is still with us is in no table of departures.
    said = [concept for concept, so in SAID[item.norm] if so]
    words = {word for concept in said for word in concept.dates | concept.cells}
    return [
        t.name for t in s.schema.tables
        if any(
            same_family(word, name) for word in words for name in name_words(t.name)
        )
    ]  # fmt: skip


def _is_of_rows(item: Item, s: Sentence) -> bool:
    """Whether a word only says what all rows are: the table's name, or what happened to each."""
    if len(item.tokens) > 1 or (item.meaning is not None and item.tag not in ("light", "filler")):
        return False
    if any(c.how == "exact" and c.score > 0.97 for c in item.columns):
        return False  # the museum of museum_visits is a column of it
    if item.norm.endswith("ed") and any(s.yes_value(c.ref) is not None for c in item.columns):
        return False  # of a table of churn not all have churned, where a column says who
    single = item.tokens[-1].stem == item.tokens[-1].norm
    said = [c.ref for c in item.columns if c.how != "synonym"]
    if single and any(nature_of(s.schema, ref).kind == "number" for ref in said):
        return False  # the budget of budget_lines is what a column says
    word = root(item.norm)
    names = [s.schema.dataset_id, *(t.name for t in s.schema.tables)]
    doer = stem(item.norm).endswith(("er", "or"))
    if doer and stem(item.norm) not in {stem(w) for name in names for w in name_words(name)}:
        return False  # the baker of bakery_sales is somebody
    if any(
        root(name_words(c.ref.column)[0]) == word and not nature_of(s.schema, c.ref).unique
        for c in item.columns if nature_of(s.schema, c.ref).kind in ("key", "text")
    ):  # fmt: skip
        return False  # many readings have the same meter
    if len(s.schema.tables) == 1 and word in {root(w) for name in names for w in name_words(name)}:
        return True
    if all(word in map(root, name_words(t.name)) for t in s.schema.tables):
        return True  # exams, of exam_pupils and exam_results
    verb = item.norm.endswith(("ed", "ing")) or root(item.norm) != stem(item.norm)
    dates = [c.ref for c in item.columns if nature_of(s.schema, c.ref).kind == "date"]
    return (
        verb
        and bool(dates)
        and len(dates) == len(item.columns)
        and not any(s.column(ref).nullable for ref in dates)
    )
