"""Which column of dates a question means."""

from __future__ import annotations

from datetime import date

from keenbench.models.offline.calendar_spans import Period
from keenbench.models.offline.columns import ColumnRef, in_years, is_time, tells_years
from keenbench.models.offline.date_words import PARTICLES, date_told
from keenbench.models.offline.families import same_family
from keenbench.models.offline.frame import Ask
from keenbench.models.offline.sentence import Sentence, listed
from keenbench.models.offline.synonyms import meanings
from keenbench.models.offline.words import name_words, root, stem, word_set
from keenbench.query.dataset_schema import ColumnSchema

_PLAIN = ("date", "time", "timestamp", "datetime", "day", "at", "on", "when", "of")
_FIRST = frozenset(
    root(word) for word in word_set("created opened recorded day order pickup start begin from")
)
_LIFE = frozenset(root(word) for word in word_set("birth birthdate born dob birthday"))


_MAKING = frozenset(
    root(word)
    for word in word_set("built construction made manufactured founded established model")
)
"""Words of years in which something came to be, long before what its rows tell."""
_LATER = frozenset(
    root(word)
    for word in word_set(
        """
        due returned return updated update modified changed end ended closed closing shipped
        delivered delivery paid completed finished expiry expires cancelled resolved
        until arrival last discharge checkout dropoff promised expected required planned scheduled
        deadline target decision decided outcome completion resolution approved left exit dispatched
        settled expiration renewal next review
        """
    )
)
"""Words of dates that something else came before."""


def date_column(
    s: Sentence,
    tables: list[str],
    *,
    years: bool = False,
    said: str = "",
    at: int | None = None,
    within: Period | None = None,
) -> ColumnRef:
    """Return the column of dates that a question about these tables means, or ask.

    `at` is where the question speaks of the time, `within` the period where one is said.
    """
    order: dict[str, None] = {}
    wide = [name for name in tables if set(tables) <= set(s.reach(name))]
    if not wide and len(tables) > 1:
        # Books that members took out: of the loans, which point at both.
        bridges = [t.name for t in s.schema.tables if set(tables) <= set(s.reach(t.name))]
        wide = bridges if len(bridges) == 1 else []
    if wide and len(tables) > 1:
        # Of orders and customers, the orders have the date that a question means.
        tables = [*s.reach(wide[0])]
    # Where none is named, it is of what points at the others: of gifts, not of who gave them.
    every = sorted((t.name for t in s.schema.tables), key=lambda name: -len(s.reach(name)))
    for name in tables or every:
        order[name] = None
    for name in tables:
        for far in s.reach(name):
            order[far] = None
    born = _day_of_birth(s, list(order))
    if born is not None:
        return born
    pointing = [r.from_table for r in s.schema.relations if r.to_table in order]
    if not any(
        is_time(c) or (years and tells_years(c)) for name in order for c in s.table(name).columns
    ):
        order.update(dict.fromkeys(pointing))  # the readings of a plant have the dates
    if all(_is_of_life(c) for name in order for c in s.table(name).columns if is_time(c)):
        order.update(dict.fromkeys(pointing))
    elsewhere = _done_elsewhere(s, list(order), pointing, at)
    if elsewhere is None:
        elsewhere = _told_anywhere(s, list(order), at)
    if elsewhere is not None:
        return elsewhere
    lives = [name for name in order if _only_lives(s, name)]
    for name in [*(name for name in order if name not in lives), *lives]:
        table = s.table(name)
        times = [c for c in table.columns if is_time(c)]
        if years:
            times = _dates_or_years(s, name, times, at, within)
        if len(times) == 1:
            if len(order) > 1 and is_time(times[0]):
                s.remark(f"Dates are those of {times[0].name}.")
            only = ColumnRef(name, times[0].name)
            _use_its_verb(s, only, at)
            return only
        if times:
            found_time = _one_of(s, name, times, at, within)
            if found_time is not None:
                return found_time
            raise Ask(f"Which date is meant by {said or 'that'}: {listed(c.name for c in times)}?")
    raise Ask(f"I see no column of dates that {said or 'that'} could be about.", said)


def _done_elsewhere(
    s: Sentence, order: list[str], pointing: list[str], at: int | None
) -> ColumnRef | None:
    """`donors who gave in 2023`: on the day of a gift, and not on that on which they joined.

    What a verb says that no date of the rows tells, but one of what points at them.
    """
    if at is None:
        return None

    def times(names: list[str]) -> list[ColumnRef]:
        return [ColumnRef(n, c.name) for n in names for c in s.table(n).columns if is_time(c)]

    own, far = times(order), times([name for name in pointing if name not in order])
    if not own or not far or date_told(s, own, at) is not None:
        return None
    told = date_told(s, far, at)
    if told is None or told[1] >= at or not _is_deed(s, told[1]):
        return None
    return told[0]


def _use_its_verb(s: Sentence, ref: ColumnRef, at: int | None) -> None:
    """`published from 2000 to 2009`: when it was, of a publication_date, and not by whom."""
    told = date_told(s, [ref], at) if at is not None else None
    if told is None or at is None or not 0 < at - told[1] <= 3 or not _is_deed(s, told[1]):
        return
    item = s.items[told[1]]
    loose = all(link.how != "exact" for link in item.columns)
    if item.columns and loose and not (item.values or item.tables or item.rows_of):
        s.use(told[1])


_DEEDS = word_set(
    "gave bought sold paid sent took made saw met ran wrote held lent rode flew spent"
)


def _is_deed(s: Sentence, index: int) -> bool:
    item = s.items[index]
    return len(item.tokens) == 1 and (item.norm.endswith("ed") or item.norm in _DEEDS)


_BORN = frozenset(("born", "birthday", "birthdays"))


def _day_of_birth(s: Sentence, tables: list[str]) -> ColumnRef | None:
    """`born before 1960`: the birth of the rows, and no other of their dates; ask without one."""
    said = [index for index, item in enumerate(s.items) if item.norm in _BORN and not item.used]
    if not said:
        return None
    for name in tables:
        held = [c for c in s.table(name).columns if is_time(c) or tells_years(c)]
        found = [c for c in held if _is_of_life(c)]
        if len(found) == 1:
            s.use(said[0])
            return ColumnRef(name, found[0].name)
    raise Ask("I see no column that says when somebody was born.", s.items[said[0]].text)


def _dates_or_years(
    s: Sentence,
    table: str,
    times: list[ColumnSchema],
    at: int | None,
    within: Period | None,
) -> list[ColumnSchema]:
    """Return the dates of a row, or its years where only these can be meant.

    `cars from 2018 or newer`, of which all were listed in 2024: their own year is meant.
    """
    years = [c for c in s.table(table).columns if tells_years(c)]
    if not times or not years:
        return times or years
    both = {ColumnRef(table, c.name): c for c in (*times, *years)}
    told = date_told(s, list(both), at)
    if told is not None and told[0].column in [c.name for c in years]:
        return [both[told[0]]]
    if within is None or told is not None:
        return times
    parted = [c for c in years if _parts(s, ColumnRef(table, c.name), within)]
    empty = not any(_parts(s, ColumnRef(table, c.name), within) for c in times)
    return parted if parted and empty else times


def _is_of_life(column: ColumnSchema) -> bool:
    return bool({root(word) for word in name_words(column.name)} & _LIFE)


def _only_lives(s: Sentence, name: str) -> bool:
    """Whether the only dates of rows are births: the fees of 2024 are of visits, not of pets."""
    columns = s.table(name).columns
    times = [c for c in columns if is_time(c)]
    return bool(times) and all(_is_of_life(c) for c in times)


def _told_anywhere(s: Sentence, tables: list[str], at: int | None) -> ColumnRef | None:
    """`how many people signed up in May`: of dates of several tables, that of the verb."""
    if at is None:
        return None
    refs = [ColumnRef(n, c.name) for n in tables for c in s.table(n).columns if is_time(c)]
    told = date_told(s, refs, at) if len({ref.table for ref in refs}) > 1 else None
    if told is None or not 0 < at - told[1] <= 4 or not _is_deed(s, told[1]):
        return None
    return told[0]


def _meant(word: str) -> str:
    """Return a word of a header as it is meant: appt is an appointment."""
    wide = sorted(meanings(word) - {word, stem(word)})
    return stem(wide[0]) if wide else stem(word)


def _one_of(
    s: Sentence, table: str, times: list[ColumnSchema], at: int | None, within: Period | None
) -> ColumnRef | None:
    """Return of several dates of a row the one that the question tells, else the row's own."""
    refs = [ColumnRef(table, c.name) for c in times]
    hinted = s.hinted(set(refs).__contains__)
    if hinted is not None:
        return hinted
    told = date_told(s, refs, at)
    if told is not None:
        ref, index = told
        if at is not None and not s.items[index].values:
            s.use(index)  # which of the dates is all that the word says
            following = index + 1 if index + 1 < len(s.items) else index
            if s.items[following].norm.split()[0] in PARTICLES:
                s.use(following)
        return ref
    ranked = sorted((_remote(table, c, place), place) for place, c in enumerate(times))
    best = [place for cost, place in ranked if cost <= ranked[0][0] + _SURE]
    if within is not None:
        held = [place for _, place in ranked if _holds(s, refs[place], within)]
        best = [place for place in best if place in held] or held or best
    ref = refs[best[0]]
    if len(best) > 1:
        s.doubt += 0.2
    s.other_dates[ref] = tuple(refs[place] for _, place in ranked if refs[place] != ref)
    s.remark(f"Dates are those of {ref.column}.")
    return ref


_SURE = 0.2
"""How much nearer to what the table is of a date must be than all others."""


def _remote(table: str, column: ColumnSchema, place: int) -> float:
    """Return how far a date is from what a row is: later, maybe missing, or a birth."""
    own = {stem(w) for w in name_words(table)} | set(_PLAIN)
    words = name_words(column.name)
    roots = {root(word) for word in words}
    cost = 0.25 * place + (0.6 if column.nullable else 0.0)
    named = any(same_family(word, each) for word in words for each in name_words(table))
    if {_meant(word) for word in words} <= own or named:
        return cost - 1.0  # the date of a return, of returns
    cost += 0.8 if roots & _LATER else 0.0
    cost += 1.5 if roots & _LIFE else 0.0
    cost += 1.0 if roots & _MAKING else 0.0
    return cost - 0.4 if roots & _FIRST else cost


def _holds(s: Sentence, ref: ColumnRef, period: Period) -> bool:
    limits = _limits(s, ref)
    return limits is not None and limits[0] < period.end and limits[1] >= period.start


def _parts(s: Sentence, ref: ColumnRef, period: Period) -> bool:
    """Whether some rows lie in a period and others do not: else nobody would ask about it."""
    limits = _limits(s, ref)
    whole = limits is not None and limits[0] >= period.start and limits[1] < period.end
    return _holds(s, ref, period) and not whole


def _limits(s: Sentence, ref: ColumnRef) -> tuple[date, date] | None:
    if s.is_time(ref):
        found = s.known.range_of(ref)
        s.wait()
        return found
    years = s.column(ref).numbers
    if years is None or not in_years(s.column(ref)):
        return None
    return date(int(years[0]), 1, 1), date(int(years[1]), 12, 31)
