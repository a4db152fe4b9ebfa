"""States of rows by evidence in the table: active, unpaid, late, sold out, returned.

In this order: a cell that says it, a yes/no column, a day on which it happened (there or missing),
a done date against a due date, a number that is nothing. Each becomes a sense of the words that say
the state; where two of them disagree about rows, the reader asks.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from keenbench.models.offline.abbreviations import is_short_for
from keenbench.models.offline.columns import ColumnRef, is_key, is_number, is_time
from keenbench.models.offline.families import regular_family, same_family
from keenbench.models.offline.frame import Test, is_so
from keenbench.models.offline.items import Item
from keenbench.models.offline.sentence import Sentence, listed
from keenbench.models.offline.words import name_words, stem, value_words, word_set
from keenbench.models.reader.concept import Concept
from keenbench.models.reader.concepts import DEEDS, SAID
from keenbench.models.reader.deeds_and_states import is_about_going, is_done_by_us
from keenbench.models.reader.vocabulary import PEOPLE
from keenbench.query.plan import Operator

_MOST_CELLS = 20
_OF_NOTHING = frozenset(("date", "time", "on", "at", "dt", "day", "by", "the", "is", "was", "ts"))
_NO_STATE = frozenset(
    (
        "reason",
        "note",
        "comment",
        "type",
        "kind",
        "fee",
        "cost",
        "score",
        "price",
        "revenue",
        "income",
        "no",
    )
)


_NO_END = frozenset(
    map(
        stem,
        word_set(
            """
            paid payment pay invoice invoiced due deadline target expected planned promised birth
            born dob last next first review reviewed inspected inspection inspect check checked
            contact contacted reminder updated modified visit login seen expiry expires renewal
            service serviced start started approved approval assigned
            """
        ),
    )
)
"""Words of a date that may be missing and is no end of what a row is."""


_ON_THE_WAY = frozenset(("ship", "shipped", "sent", "dispatched", "dispatch", "submitted"))


@dataclass(frozen=True)
class Evidence:
    """Two conditions of which one holds where the state is so, the other where it is not."""

    so: Test
    not_so: Test
    table: str
    cost: float


def evidence_for(item: Item, s: Sentence) -> list[Evidence]:
    """Return what in the tables tells the state that an item says, the surest first."""
    found: list[Evidence] = []
    if item.norm == "done" and item is not s.items[-1]:
        return found  # done by Gaz, done at night: what follows says which
    if not is_about_going(item, s) or is_done_by_us(item, s):
        return found
    at = s.items.index(item)
    rated = at + 1 < len(s.items) and s.items[at + 1].norm in ("rate", "rates")
    deed = DEEDS.get(item.norm, "") if rated else ""
    said = (
        SAID.get(deed)
        or SAID.get(item.norm)
        or SAID.get(" ".join(stem(t.norm) for t in item.tokens))
        or []
    )
    others = [t.name for t in s.schema.tables if t.name not in s.near]
    for names, away in ((s.near, 0.0), (others, 0.1 if s.near else 0.0)):
        if found:
            break  # each column of another table to look into is a run of its own
        for concept, so in said:
            for name in names:
                for each in _in_table(concept, name, s):
                    yes, no = (each.so, each.not_so) if so else (each.not_so, each.so)
                    cost = each.cost + away + _not_literal(item, each)
                    found.append(Evidence(yes, no, name, cost))
    return sorted(found, key=lambda each: each.cost)


_DATES_SAID = word_set("due deadline promised schedule target")


def _not_literal(item: Item, evidence: Evidence) -> float:
    """`paid after the due date` names one of two dates, so that no cell `Overdue` is meant."""
    if not any(token.norm in _DATES_SAID for token in item.tokens) or len(item.tokens) < 3:
        return 0.0
    return -0.1 if evidence.so.than is not None else 0.25


def _in_table(concept: Concept, table: str, s: Sentence) -> Iterator[Evidence]:
    yield from _by_cells(concept, table, s)
    yield from _by_flags(concept, table, s)
    yield from _by_dates(concept, table, s)
    yield from _by_holders(concept, table, s)
    yield from _by_pair(concept, table, s)
    yield from _by_number(concept, table, s)


def _says(header: str, phrases: frozenset[str]) -> bool:
    """Whether a header says no more than one of the phrases: Paid On, date_closed, isActive."""
    words = [word for word in name_words(header) if word not in _OF_NOTHING]
    if not words:
        return " ".join(name_words(header)) in phrases  # on_time
    for phrase in phrases:
        wanted = [word for word in phrase.split() if word not in _OF_NOTHING] or phrase.split()
        if len(wanted) == len(words) and all(map(_in_header, words, wanted)):
            return True
    return False


def _tells(header: str, phrases: frozenset[str]) -> bool:
    """Whether a header has all words of one of the phrases, and none that speaks of another."""
    words = name_words(header)
    if {stem(word) for word in words} & _NO_STATE:
        return False
    return any(
        all(any(_in_header(word, want) for word in words) for want in phrase.split())
        for phrase in phrases
    )


def _alike(word: str, wanted: str) -> bool:
    return stem(word) == stem(wanted) or (len(wanted) > 3 and same_family(word, wanted))


def _in_header(word: str, wanted: str) -> bool:
    """As `_alike`, but snack sales are not what was sold; cmpl is completed, cut short."""
    if stem(word) == stem(wanted) or is_short_for(word, wanted):
        return True
    return len(wanted) > 3 and regular_family(word, wanted)


def _by_cells(concept: Concept, table: str, s: Sentence) -> Iterator[Evidence]:
    if not concept.cells | concept.cells_not:
        return
    opposite = concept.cells_not | concept.cells_worse
    for ref, cells in _kinds_in(table, s):
        yes = [cell for cell in cells if _cell_says(cell, concept.cells)]
        no = [cell for cell in cells if _cell_says(cell, opposite)]
        if yes:
            whole = any(_cell_says(cell, concept.cells_not) for cell in no)
            not_so = _in(ref, no) if whole else _in(ref, yes, so=False)
            yield Evidence(_in(ref, yes), not_so, table, 0.15)
        elif no:
            yield Evidence(_in(ref, no, so=False), _in(ref, no), table, 0.15)


def _kinds_in(table: str, s: Sentence) -> list[tuple[ColumnRef, list[str]]]:
    """Return the columns of a table that tell a few kinds, with their cells.

    All are looked up at once: a round for each column of a wide table would be too many.
    """
    rows = s.table(table).row_count
    found = [
        (ColumnRef(table, column.name), s.known.all_of(ColumnRef(table, column.name), column))
        for column in s.table(table).columns
        if column.type == "string" and column.distinct != rows
        and 1 < (column.distinct or 0) <= _MOST_CELLS
    ]  # fmt: skip
    s.wait()
    return found


def _cell_says(cell: str, phrases: frozenset[str]) -> bool:
    words = value_words(cell)
    return any(
        len(words) == len(phrase.split()) and all(map(_alike, words, phrase.split()))
        for phrase in phrases
    )


def _in(ref: ColumnRef, values: list[str], *, so: bool = True) -> Test:
    said = f"{ref} {'' if so else 'not '}{listed(f'“{v}”' for v in values)}"
    if len(values) == 1:
        return Test(column=ref, op="=" if so else "!=", value=values[0], said=said)
    return Test(column=ref, op="in" if so else "not_in", value=tuple(values), said=said)


def _by_flags(concept: Concept, table: str, s: Sentence) -> Iterator[Evidence]:
    for phrases, way in ((concept.flags, True), (concept.flags_not, False)):
        for column in s.table(table).columns:
            ref = ColumnRef(table, column.name)
            says = _says(column.name, phrases)
            if not says and not _ends_in(column.name, phrases):
                continue
            values = s.yes_value(ref)
            if values is not None:
                yes, no = is_so(ref, values, yes=way), is_so(ref, values, yes=not way)
                yield Evidence(yes, no, table, 0.15 if says else 0.2)


def _ends_in(header: str, phrases: frozenset[str]) -> bool:
    """Whether a header says of what the state is: Fee Paid, Invoice Sent."""
    words = name_words(header)
    if len(words) != 2 or words[-1] not in phrases:
        return False
    return words[-1].endswith(("ed", "en")) or words[-1] in ("paid", "sent", "sold", "met", "done")


def _present(ref: ColumnRef, table: str, cost: float) -> Evidence:
    there = Test(column=ref, op="is_not_null", said=f"{ref} present")
    gone = Test(column=ref, op="is_null", said=f"{ref} missing")
    return Evidence(there, gone, table, cost)


def _by_dates(concept: Concept, table: str, s: Sentence) -> Iterator[Evidence]:
    fits = [
        ColumnRef(table, c.name) for c in s.table(table).columns
        if is_time(c) and c.nullable and _says(c.name, concept.dates)
    ]  # fmt: skip
    if len(fits) == 1:
        yield _present(fits[0], table, 0.16)
    elif not fits and concept.name in ("finished", "closed"):
        yield from _by_last_date(table, s)


def _by_last_date(table: str, s: Sentence) -> Iterator[Evidence]:
    """`jobs still open`, of a Date In that all have and one Date Out that some have: those without.

    A day that is always there and one that is not yet begin and end what a row is.
    """
    times = [c for c in s.table(table).columns if is_time(c)]
    later = [c for c in times if c.nullable]
    if len(later) != 1 or len(times) < 2:
        return
    if {stem(word) for word in name_words(later[0].name)} & _NO_END:
        return
    yield _present(ColumnRef(table, later[0].name), table, 0.3)


def _by_holders(concept: Concept, table: str, s: Sentence) -> Iterator[Evidence]:
    """Someone who has it, or nobody: an assignee, a tenant, the name of a donor."""
    fits = []
    for column in s.table(table).columns:
        if not column.nullable or column.type not in ("string", "integer"):
            continue
        words = {stem(word) for word in name_words(column.name)}
        person = "*person" in concept.holders and bool(words & PEOPLE)
        if person or (_tells(column.name, concept.holders) and concept.holders):
            fits.append(ColumnRef(table, column.name))
    if len(fits) == 1:
        found = _present(fits[0], table, 0.18)
        if "*person" in concept.holders:
            found = Evidence(found.not_so, found.so, table, found.cost)
        yield found


_AGAINST: dict[str, tuple[Operator, Operator]] = {"late": (">", "<="), "early": ("<", ">=")}


def _by_pair(concept: Concept, table: str, s: Sentence) -> Iterator[Evidence]:
    """A done date after a due date; as many sold as there are seats."""
    if not concept.limit:
        return
    columns = s.table(table).columns
    limits = [c for c in columns if _tells(c.name, concept.limit)]
    for kind in (is_time, is_number):
        ends = [c for c in limits if kind(c) and not is_key(s.table(table), c, s.schema)]
        done = [
            c for c in columns
            if kind(c) and c not in limits and _tells(c.name, concept.done)
            and not is_key(s.table(table), c, s.schema)
        ]  # fmt: skip
        dated = concept.name in ("late", "early")
        if dated and len(done) > 1:  # what was delivered is late, whenever it was sent
            done = [c for c in done if not set(name_words(c.name)) & _ON_THE_WAY] or done
        if len(ends) != 1 or len(done) != 1 or dated != (kind is is_time):
            continue
        one, other = ColumnRef(table, done[0].name), ColumnRef(table, ends[0].name)
        over, under = _AGAINST.get(concept.name, (">=", "<"))
        yield Evidence(
            Test(column=one, op=over, than=other, said=f"{one} {over} {other}"),
            Test(column=one, op=under, than=other, said=f"{one} {under} {other}"),
            table,
            0.16,
        )


def _by_number(concept: Concept, table: str, s: Sentence) -> Iterator[Evidence]:
    for phrases, way in ((concept.left, False), (concept.some, True)):
        fits = [
            ColumnRef(table, c.name) for c in s.table(table).columns
            if is_number(c) and not is_key(s.table(table), c, s.schema) and _tells(c.name, phrases)
        ]  # fmt: skip
        if len(fits) != 1 or s.yes_value(fits[0]) is not None:
            continue
        ref = fits[0]
        some = Test(column=ref, op=">", value=0, said=f"{ref} over 0")
        none = Test(column=ref, op="=", value=0, said=f"{ref} 0")
        if s.column(ref).nullable:
            gone = Test(column=ref, op="is_null", said="")
            none = Test(any_of=(none, gone), said=f"{ref} 0 or missing")
        yes, no = (some, none) if way else (none, some)
        yield Evidence(yes, no, table, 0.17)


__all__ = ["Evidence", "evidence_for"]
