"""Which column of dates a question means."""

from __future__ import annotations

from keenbench.models.offline.columns import ColumnRef, is_time, is_year
from keenbench.models.offline.frame import Ask
from keenbench.models.offline.sentence import Sentence, listed
from keenbench.models.offline.synonyms import meanings
from keenbench.models.offline.words import name_words, root, stem, word_set
from keenbench.query.dataset_schema import ColumnSchema

_USUAL = ("date", "datetime", "timestamp", "time", "created", "opened", "recorded", "day", "order")


_LATER = frozenset(
    root(word)
    for word in word_set(
        """
        due returned return updated update modified changed end ended closed closing shipped
        delivered delivery paid completed finished expiry expires cancelled resolved birth birthdate
        until arrival last discharge checkout dropoff promised expected required planned scheduled
        deadline target
        """
    )
)
"""Words of dates that something else came before."""


def date_column(
    s: Sentence, tables: list[str], *, years: bool = False, said: str = ""
) -> ColumnRef:
    """Return the column of dates that a question about these tables means, or ask."""
    order: dict[str, None] = {}
    wide = [name for name in tables if set(tables) <= set(s.reach(name))]
    if wide and len(tables) > 1:
        # Of orders and customers, the orders have the date that a question means.
        tables = [*s.reach(wide[0])]
    for name in tables or [t.name for t in s.schema.tables]:
        order[name] = None
    for name in tables:
        for far in s.reach(name):
            order[far] = None
    pointing = [r.from_table for r in s.schema.relations if r.to_table in order]
    if not any(
        is_time(c) or (years and is_year(c)) for name in order for c in s.table(name).columns
    ):
        order.update(dict.fromkeys(pointing))  # the readings of a plant have the dates
    for name in order:
        table = s.table(name)
        times = [c for c in table.columns if is_time(c)]
        if len(times) == 1:
            if len(order) > 1:
                s.remark(f"Dates are those of {times[0].name}.")
            return ColumnRef(name, times[0].name)
        if times:
            told = _said_date(s, name, [c.name for c in times])
            if told is not None:
                return told
            own = {stem(w) for w in name_words(name)} | {"date", "time", "timestamp", "at", "on"}
            usual = [
                c for c in times if {_meant(w) for w in name_words(c.name)} <= own
            ] or [c for c in times if set(name_words(c.name)) & set(_USUAL[4:])] or [
                c for c in times if set(name_words(c.name)) & {"pickup", "start", "begin", "from"}
            ]  # fmt: skip
            if len(usual) != 1:
                usual = _begins(name, times) or usual
            if len(usual) == 1:
                s.remark(f"Dates are those of {usual[0].name}.")
                return ColumnRef(name, usual[0].name)
            raise Ask(f"Which date is meant by {said or 'that'}: {listed(c.name for c in times)}?")
        if years:
            found = [c for c in table.columns if is_year(c)]
            if len(found) == 1:
                return ColumnRef(name, found[0].name)
    found_year = _holds_years(s, list(order)) if years else None
    if found_year is not None:
        return found_year
    raise Ask(f"I see no column of dates that {said or 'that'} could be about.", said)


def _holds_years(s: Sentence, tables: list[str]) -> ColumnRef | None:
    """Return the one column whose numbers are all years, whatever it is called: season, edition."""
    for name in tables:
        found = []
        for column in s.table(name).columns:
            ref = ColumnRef(name, column.name)
            few = column.distinct is not None and column.distinct <= 300
            if column.type != "integer" or not few or not s.is_number(ref):
                continue
            limits = s.known.numbers_of(ref)
            s.wait()
            if limits and limits[0] >= 1500 and limits[1] <= 2200:
                found.append(ref)
        if len(found) == 1:
            s.remark(f"Years are those of {found[0]}.")
            return found[0]
    return None


def _meant(word: str) -> str:
    """Return a word of a header as it is meant: appt is an appointment."""
    wide = sorted(meanings(word) - {word, stem(word)})
    return stem(wide[0]) if wide else stem(word)


def _said_date(s: Sentence, table: str, names: list[str]) -> ColumnRef | None:
    """Return the column of dates that a word of the question names: closed, lent."""
    refs = {ColumnRef(table, name) for name in names}
    hinted = s.hinted(refs.__contains__)
    if hinted is not None:
        return hinted
    for how in (("exact", "verb"), ("synonym",)):
        found = {
            link.ref
            for item in s.items
            for link in item.columns
            if link.ref in refs and link.how in how and not item.tables
        }
        if len(found) == 1:
            return found.pop()
    return None


def _begins(table: str, times: list[ColumnSchema]) -> list[ColumnSchema]:
    """Return the column with the date of what the table is of: what comes later is not it."""
    own = {root(w) for w in name_words(table)}
    named = [c for c in times if own & {root(w) for w in name_words(c.name)}]
    if len(named) == 1:
        return named
    first = [c for c in times if not {root(w) for w in name_words(c.name)} & _LATER]
    return first if len(first) == 1 else []


def begin_of(s: Sentence, table: str, refs: list[ColumnRef]) -> ColumnRef | None:
    """Return of columns of dates the one on which a row began, where only one can be."""
    names = [ref.column for ref in refs]
    found = _begins(table, [c for c in s.table(table).columns if c.name in names])
    return ColumnRef(table, found[0].name) if len(found) == 1 else None
