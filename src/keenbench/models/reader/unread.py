"""Words that say which rows are meant, and of which a reading has made nothing.

An answer of all rows where some were asked for is the worst of answers: rather ask.
"""

from __future__ import annotations

from itertools import pairwise

from keenbench.models.offline.frame import Test
from keenbench.models.offline.small_words import AUXILIARIES
from keenbench.models.offline.units import units_called
from keenbench.models.offline.words import root, word_set
from keenbench.models.offline.written_spans import TIME_UNITS
from keenbench.models.reader.nature import (
    is_of_people,
    measures,
    nature_of,
    parties,
    people_columns,
)
from keenbench.models.reader.parts import GLUE, Part, Parts
from keenbench.models.reader.vocabulary import MONEY_ONLY, MONEY_TOTALS

_BE = ("are", "were", "is", "was")
_NOTHING_SAID = word_set(
    "there here in total altogether overall of all the we our them these those it recorded listed"
)
_LOSES = ("lose", "loses", "losing")
_CLAUSES = ("group", "sort", "direction", "which", "list", "agg", "how_much")
_PRICES = ("cost", "costs", "price", "prices", "expense", "expenses")
_EARNING = frozenset(root(word) for word in word_set("earn make made bring brought take took"))
_NO_BOUNDS = ("=", "in", "!=", "not_in", "is_null", "is_not_null")
_BESIDE = 3
_SIGNED = ("net", "incoming", "inbound", "outgoing", "outbound")


def unread(meant: Parts) -> str:
    """Return what to ask where words that tell rows were passed over; else nothing.

    `how many are out for delivery`, `jobs still waiting`: of a table in which nothing says so.
    """
    for part in meant.parts:
        counts = part.tag == "agg" and part.value == "count"
        told = part.at + 1 if counts and _norm(meant, part.at + 1) in _BE else None
        if part.norm == "still" and part.kind in GLUE:
            told = part.at
        still = part.item.tag == "state" and part.kind == "skip" and "still" in part.norm.split()
        if still and not part.used:
            return f'I do not see which of them are "{part.item.text}". Which column says so?'
        if told is None:
            continue
        clause = _clause(meant, told + 1)
        if clause and not _is_read(meant, clause):
            text = " ".join(each.item.text for each in clause)
            return f'I do not see which of them are "{text}". Which column says so?'
    return (
        _nobody(meant)
        or _by_nothing(meant)
        or _said_for_another(meant)
        or _cell_lost(meant)
        or _sign_lost(meant)
        or _average_lost(meant)
        or _lapse_lost(meant)
        or _losing(meant)
        or _price_lost(meant)
        or _each_lost(meant)
        or _both_lost(meant)
        or _different_lost(meant)
    )


def _cell_lost(meant: Parts) -> str:
    """`the Plus plan`: a small word that is written as a cell is never passed over."""
    for part in meant.parts:
        if part.item.is_cell and part.kind == "skip" and not part.used:
            return f'I found "{part.item.text}" in {part.item.values[0].ref}, but not its place.'
    return ""


def _both_lost(meant: Parts) -> str:
    """`who stood in both elections`: with a row of each of the two, and not of either."""
    for part, noun in pairwise(meant.parts):
        lost = part.norm == "both" and part.kind in GLUE and not part.used
        pair = any(p.tag in ("and", "compare") for p in meant.parts[part.at : part.at + 6])
        if lost and noun.plural and not pair and not meant.figures and not meant.having:
            return f'Which two are meant by "both {noun.item.text}"?'
    return ""


def _different_lost(meant: Parts) -> str:
    """`different patients`, of rows that no column tells patients of: every row is another one.

    Where there are more tables, the people of one are counted once however often another has them.
    """
    if len(meant.s.schema.tables) > 1:
        return ""
    for part, rows in pairwise(meant.parts):
        named = rows.sense.how in ("exact", "part")
        if part.tag != "distinct" or rows.kind != "rows" or named or not meant.figures:
            continue
        if all(figure.func == "count" and figure.column is None for figure in meant.figures):
            return f"Which column tells different {rows.item.text} apart?"
    return ""


def _sign_lost(meant: Parts) -> str:
    """`net quantity`, `incoming units`: what comes in less what goes out, and not all of it."""
    for part, measure in pairwise(meant.parts):
        if part.kind != "skip" or part.used or part.norm not in _SIGNED:
            continue
        ref = measure.sense.ref
        money = ref is None or (part.norm == "net" and meant.nature(ref).money)
        if not money:  # net sales are mostly what a column of sales tells
            return f'I do not see what "{part.item.text}" is of {ref}. Which column says so?'
    return ""


def _average_lost(meant: Parts) -> str:
    """Return what to ask where an average was asked for, and only a sum or a number is told."""
    asked = [p for p in meant.parts if p.tag == "agg" and p.value == "avg"]
    if not asked or not meant.figures or meant.having or meant.change is not None:
        return ""
    if any(_is_bound(t) for t, _ in meant.tests if not t.period):
        return ""  # those above the average
    plain = all(
        f.func in ("sum", "count", "count_distinct")
        and not (f.share or f.per)
        and (f.column is None or f.column.worked is None)
        for f in meant.figures
    )
    if plain and not any(f.func == "sum" for f in meant.figures):
        return f'So many for each of what is meant by "{asked[0].item.text}"?'
    return f"The {asked[0].item.text} of which column?" if plain else ""


def _is_bound(test: Test) -> bool:
    held = test.column is not None and (test.than is not None or test.op not in _NO_BOUNDS)
    return held or any(map(_is_bound, (*test.any_of, *test.all_of)))


def _lapse_lost(meant: Parts) -> str:
    """`cancelled within a year`, `within 6 months`: so long after what, and not so many days."""
    for part in meant.parts:
        if part.norm != "within":
            continue
        rest = [p for p in meant.parts[part.at + 1 : part.at + 4] if p.norm not in ("the", "of")]
        if len(rest) < 2 or not (rest[0].item.number is not None or rest[0].norm in ("a", "an")):
            continue
        tests = [t for t, _ in meant.tests] + [t for f in meant.figures for t in f.where]
        spans = [
            ref for test in tests for ref in test.columns()
            if ref.worked is not None
            or (test.op == "<=" and meant.nature(ref).unit in TIME_UNITS)
        ]  # fmt: skip
        unit = rest[1].item.tokens[-1].stem
        timed = bool(units_called(unit) & TIME_UNITS)
        if unit in ("month", "year") or (timed and not spans):
            text = " ".join(p.item.text for p in (part, *rest[:2]))
            return f'From which date to which is "{text}" meant? Could you say it in days?'
    return ""


def _losing(meant: Parts) -> str:
    """`which plan loses the most members`: those that are gone, and not those that there are."""
    money = any(p.norm == "money" for p in meant.parts)  # what loses us the most money
    lost = [p for p in meant.parts if p.kind == "skip" and p.norm in _LOSES and not p.used]
    return f'I do not see which of them "{lost[0].item.text}" means.' if lost and not money else ""


def _price_lost(meant: Parts) -> str:
    """`how much did we pay for fuel`, `the fuel cost`: money, and no number of litres.

    How much fuel was paid for, and hours charged, are so much of what is measured. What was made
    or brought in may be so as well, where there is no money in any table.
    """
    figures = [*meant.figures, *(having.figure for having in meant.having)]
    refs = [f.column for f in figures if f.column is not None]
    if not refs or any(meant.nature(r).money or meant.nature(r).unit is None for r in refs):
        return ""
    told = [*meant.shown, *(ref for test, _ in meant.tests for ref in test.columns())]
    if any(meant.nature(ref).money for ref in told):
        return ""
    for part in meant.parts:
        if part.kind != "skip" or part.used or part.item.tag == "state":
            continue
        sums = [p for p in meant.parts[: part.at] if p.tag == "how_much" or p.norm == "what"]
        asked = bool(sums) and _norm(meant, sums[-1].at + 1) in AUXILIARIES
        spent = asked and root(part.norm) in MONEY_ONLY | MONEY_TOTALS | _earning(meant)
        of_it = any(p.sense.ref in refs and abs(p.at - part.at) <= _BESIDE for p in meant.parts)
        if spent or (of_it and part.norm in _PRICES):
            return f'I see no column of money that says "{part.item.text}": {refs[0]} is none.'
    return ""


def _earning(meant: Parts) -> frozenset[str]:
    """Return the roots of verbs that mean money coming in, where some column is of money."""
    schema = meant.s.schema
    paid = any(n.money for table in schema.tables for n in measures(schema, table.name))
    return _EARNING if paid else frozenset()


def _each_lost(meant: Parts) -> str:
    """`revenue per visit`: what one visit comes to, and not the sum of them all."""
    sums = {f.table for f in meant.figures if f.func == "sum" and not f.share and not f.per}
    if len(meant.figures) != 1 or not sums or meant.order or meant.having:
        return ""
    for part, rows in pairwise(meant.parts):
        own = rows.kind == "rows" and rows.sense.table in sums
        if part.norm == "per" and own and not any(k.column.table in sums for k in meant.keys):
            return f'Do you mean the average for each "{rows.item.text}"? Please say “average”.'
    return ""


def _by_nothing(meant: Parts) -> str:
    """`average area by type of use`: of one figure of all, what it should be split by is lost."""
    if meant.keys or meant.order:
        return ""
    for part in meant.parts:
        if part.tag != "group" or part.norm != "by" or part.used:
            continue
        clause = _clause(meant, part.at + 1)
        if clause and all(each.kind == "skip" for each in clause):
            text = " ".join(each.item.text for each in clause)
            return f'I see no column called "{text}" to split that by.'
    return ""


def _said_for_another(meant: Parts) -> str:
    """`the commonest genre of each type`: who says type means type, and by genre something else."""
    named = {p.sense.ref: p.at for p in meant.parts if p.kind == "col" and p.sense.how == "exact"}
    for part in meant.parts:
        other = named.get(part.sense.ref)
        if part.kind != "col" or part.sense.how != "synonym" or other is None or not part.used:
            continue
        if abs(other - part.at) > 1:
            return f'I see no column called "{part.item.text}".'
    return ""


def _nobody(meant: Parts) -> str:
    """Return what to ask where who is asked for, and only rows that are nobody are shown."""
    first = meant.parts[0]
    listed = not (meant.figures or meant.keys or meant.without or meant.exists)
    if first.tag != "which" or first.value != "who" or not listed or not meant.shown:
        return ""
    schema = meant.s.schema
    tables = {meant.subject or meant.base(), *(ref.table for ref in meant.shown)}
    if any(is_of_people(schema, table) for table in tables):
        return ""
    people = {ref for t in tables for ref in (*people_columns(schema, t), *parties(schema, t))}
    if people & {*meant.shown} or any(nature_of(schema, ref).person for ref in meant.shown):
        return ""
    return f"I see no column that says {first.norm}."


def _norm(meant: Parts, at: int) -> str:
    return meant.parts[at].norm if at < len(meant.parts) else ""


def _clause(meant: Parts, start: int) -> list[Part]:
    """Return what is said from a place on, up to where something else begins."""
    found: list[Part] = []
    for part in meant.parts[start:]:
        if part.tag in _CLAUSES or (part.after_mark and found):
            break
        found.append(part)
    said = [p for p in found if not {*p.norm.split()} <= _NOTHING_SAID]
    return found if said else []


def _is_read(meant: Parts, clause: list[Part]) -> bool:
    """Whether a condition or a name was made of any word of a clause."""
    places = range(clause[0].at, clause[-1].at + 1)
    if any(at in places for _, at in meant.tests) or meant.having or meant.without:
        return True
    own = {figure.table for figure in meant.figures} | {meant.subject}
    return any(
        p.kind == "used" or p.item.period is not None
        or (p.used and p.kind not in GLUE and not (p.kind == "rows" and p.sense.table in own))
        for p in clause
    )  # fmt: skip


__all__ = ["unread"]
