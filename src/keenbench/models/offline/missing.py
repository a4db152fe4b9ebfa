"""What is missing, what never happened, and columns that say yes or no."""

from __future__ import annotations

from typing import Literal

from keenbench.models.offline.columns import ColumnRef, is_calendar
from keenbench.models.offline.frame import Plain, Test
from keenbench.models.offline.negating import GLUE, is_negated
from keenbench.models.offline.sentence import Placed, Sentence
from keenbench.models.offline.words import name_words, root


def read_missing(s: Sentence) -> None:
    for at in s.unused("null"):
        item = s.items[at]
        assert item.meaning is not None
        some = item.meaning.value == "some"
        sides: list[int | None] = [s.after(at, over=GLUE), s.before(at, over=GLUE)]
        if item.norm.startswith(("is ", "are ", "not ")) or item.norm in (
            "unknown",
            "missing",
            "blank",
            "empty",
            "null",
        ):
            sides.reverse()
            if item.norm in ("missing", "unknown", "empty", "blank"):
                gap = s.items[at - 1].norm if at else ""
                if gap not in ("is", "are", "was", "were"):
                    sides.reverse()
        if item.norm.split()[-1] in ("no", "without", "any", "a", "an", "of", "have", "lacking"):
            sides = [s.after(at, over=GLUE)]
        for side in sides:
            if side is not None and not s.items[side].used and _is_missing(s, at, side, some):
                s.use(at, side)
                following = s.items[side + 1] if side + 1 < len(s.items) else None
                if following is not None and following.norm in _WRITTEN:
                    following.used = True  # "no fault noted"
                break


def read_never(s: Sentence) -> None:
    """`products that were never ordered`: nothing of the table that the verb names points there."""
    for at in s.unused("not"):
        side = s.after(at, over=GLUE)
        if s.items[at].norm != "never" or side is None or s.items[side].used or not s.near:
            continue
        verb = s.items[side]
        if verb.tables and verb.tables[0].how == "exact" and _is_missing(s, at, side, some=False):
            s.use(at, side)  # "have never taken an exam"
            continue
        named = {
            table.name
            for table in s.schema.tables
            if root(verb.norm) in {root(word) for word in name_words(table.name)}
        }
        named |= {link.table for link in verb.tables}
        subject = next((name for name in s.near if name not in named), s.near[0])
        pointing = [r.from_table for r in s.schema.relations if r.to_table == subject]
        fits = [name for name in dict.fromkeys(pointing) if name in named]
        fits = fits or [n for n in dict.fromkeys(pointing) if named & set(s.reach(n))]
        if verb.norm.endswith("ed") and subject not in named and len(fits) == 1:
            s.use(at, side)
            s.without.append(fits[0])
            continue
        empty = [c.ref for c in verb.columns if s.column(c.ref).nullable and c.how != "described"]
        if len(empty) == 1 and empty[0].table == subject:
            s.use(at, side)
            said = f"{empty[0]} missing"
            s.tests.append(Placed(Test(column=empty[0], op="is_null", said=said), at))


_GIVEN = frozenset(("given", "assigned", "allocated", "got", "had", "received", "recorded as"))


def _not_given(s: Sentence, at: int) -> bool:
    """`haven't been given an adjuster yet`: nobody's name stands there."""
    side = s.after(at, over=(*GLUE, "list"))
    if side is None or s.items[side].used or not s.items[side].columns or s.items[side].tables:
        return False
    gap = {item.norm for item in s.between(at, side)}
    ref = s.items[side].columns[0].ref
    column = s.column(ref)
    plain = s.items[side].columns[0].how == "exact" and column.type == "string" and column.nullable
    if not (plain and gap & _GIVEN and gap & {"a", "an", "any"}) or s.yes_value(ref) is not None:
        return False
    s.use(at, side)
    s.tests.append(Placed(Test(column=ref, op="is_null", said=f"{ref} missing"), at))
    return True


def read_not_yet(s: Sentence) -> None:
    """`not discharged`: a date that has not come is missing."""
    for at in s.unused("not"):
        if _not_given(s, at):
            continue
        side = s.after(at, over=GLUE)
        if side is None or s.items[side].used or not s.items[side].norm.endswith(_DONE):
            continue
        times = [c.ref for c in s.items[side].columns if s.is_time(c.ref)]
        if not times:  # "not rated"
            sure = [c for c in s.items[side].columns if c.how in ("exact", "verb", "synonym")]
            times = [c.ref for c in sure if s.is_number(c.ref) and s.yes_value(c.ref) is None]
        if len(times) == 1 and s.column(times[0]).nullable:
            s.use(at, side)
            test = Test(column=times[0], op="is_null", said=f"{times[0]} missing")
            s.tests.append(Placed(test, at))


_WRITTEN = ("recorded", "entered", "noted", "stated", "given", "on", "known", "logged", "filled")
_DONE = ("ed", "sold", "sent", "paid", "lost", "won", "left", "taken", "given", "built", "made")


def read_done(s: Sentence) -> None:
    """`orders that were shipped`: a date that has come is there."""
    asks_when = any(i.meaning is not None and i.meaning.value == "when" for i in s.items)
    for at, item in enumerate(s.items):
        if item.used or asks_when or not item.columns or not item.norm.endswith(_DONE):
            continue
        sure = [c.ref for c in item.columns if c.how in ("exact", "verb") and s.is_time(c.ref)]
        if len(sure) != 1 or not s.column(sure[0]).nullable or item.tables:
            continue
        if any(sure[0] in p.test.columns() for p in s.tests):
            continue
        s.use(at)
        test = Test(column=sure[0], op="is_not_null", said=f"{sure[0]} present")
        s.tests.append(Placed(test, at))


def _is_missing(s: Sentence, at: int, side: int, some: bool) -> bool:
    item = s.items[side]
    table = item.tables[0] if item.tables else None
    column = item.columns[0] if item.columns else None
    if s.items[at].norm == "out of":
        if column is None or not s.is_number(column.ref) or side < at:
            return False
        table = None
    if table and (column is None or table.score >= column.score) and side > at:
        subjects = [r.to_table for r in s.schema.relations if r.from_table == table.table]
        subject = next((name for name in s.near if name in subjects), None)
        if subject is not None:
            s.without.append(table.table)
            s.near.remove(subject)
            s.near.insert(0, subject)
            return True
        points = [
            ColumnRef(r.from_table, r.from_column)
            for r in s.schema.relations
            if r.to_table == table.table and r.from_table in s.near
        ]
        if len(points) == 1 and not some:
            said = f"{points[0]} missing"
            s.tests.append(Placed(Test(column=points[0], op="is_null", said=said), at))
            return True
        if table.how == "exact":
            return False  # rows that are not there cannot be told by a column of theirs
    if column is None:
        return False
    ref = s.choose(item)
    if ref is None:
        return False
    yes_no = s.yes_value(ref)
    if yes_no is not None:
        s.tests.append(Placed(is_so(ref, yes_no, yes=some), at))
        return True
    op: Literal["is_null", "is_not_null"] = "is_not_null" if some else "is_null"
    said = f"{ref} {'present' if some else 'missing'}"
    test = Test(column=ref, op=op, said=said)
    no_amount = s.items[at].norm in (
        "no",
        "with no",
        "without",
        "without any",
        "without a",
        "have no",
        "has no",
        "had no",
        "having no",
        "out of",
    )
    following = s.items[side + 1].norm if side + 1 < len(s.items) else ""
    no_amount = no_amount and following not in _WRITTEN  # "no cost recorded" may well be none
    if not some and s.is_number(ref) and no_amount and not is_calendar(s.column(ref)):
        zero = Test(column=ref, op="=", value=0, said=f"{ref} 0")
        test = Test(any_of=(test, zero), said=f"{ref} missing or 0")
    s.tests.append(Placed(test, at))
    return True


def is_so(ref: ColumnRef, values: tuple[Plain, Plain], *, yes: bool) -> Test:
    """Return the condition that a column says yes, or no."""
    said = f"{'' if yes else 'not '}{ref}"
    if values[1] == "":
        return Test(column=ref, op="is_not_null" if yes else "is_null", said=said)
    return Test(column=ref, op="=", value=values[0] if yes else values[1], said=said)


def read_yes_no(s: Sentence) -> None:
    """Columns that say yes or no and were not used otherwise are conditions: `survived`."""
    for at, item in enumerate(s.items):
        if item.used or not item.columns or (item.tables and item.tag != "light"):
            continue
        if item.meaning is not None and item.tag not in ("light", "filler"):
            continue
        fits = {c.ref for c in item.columns if c.how != "described" and s.yes_value(c.ref)}
        if any(c.how == "part" and c.ref not in fits for c in item.columns):
            fits = {c.ref for c in item.columns if c.ref in fits and c.how != "part"}
        if not fits:
            continue
        ref = s.choose(item, fits.__contains__)
        values = s.yes_value(ref) if ref else None
        if ref is None or values is None:
            continue
        negated = is_negated(s, at)
        s.use(at)
        s.tests.append(Placed(is_so(ref, values, yes=not negated), at))
