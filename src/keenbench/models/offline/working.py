"""Two columns that a question works together: price minus cost, days between two dates, A per B.

What is found becomes one item that names one column, so that everything that can be asked of a
column (the highest, the average by group, over 5) can be asked of what two of them make.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from keenbench.models.offline.columns import ColumnRef, Worked, is_calendar, unit_of
from keenbench.models.offline.comparing import unit_said
from keenbench.models.offline.frame import Ask
from keenbench.models.offline.items import Item
from keenbench.models.offline.linking import ColumnLink
from keenbench.models.offline.measures import EARNED, SPENT, column_words, measures_of
from keenbench.models.offline.sentence import Sentence
from keenbench.models.offline.spans import span_between, span_of, unit_asked
from keenbench.models.offline.words import stem, word_set

_INFIX: dict[str, str] = {
    "minus": "-", "less": "-", "net of": "-", "times": "*", "multiplied by": "*", "x": "*",
    "divided by": "/", "plus": "+",
}  # fmt: skip
_GAPS = ("difference", "difference between", "gap", "spread", "differences", "margin", "gaps")
_LASTING = word_set("duration turnaround length stay lasted lasting")
_UNITS = word_set("day hour minute time")
_HEADS = word_set("head capita person employee people")
_COUNTS_HEADS = word_set("headcount population employee staff inhabitant resident size passenger")


def read_worked(s: Sentence) -> None:
    """Put what two columns make together in the place of the words that say so."""
    for reading in (_between_dates, _gap, _infix, _ratio, _each_unit, _profit, _lasting):
        reading(s)


def worked(s: Sentence, op: str, left: ColumnRef, right: ColumnRef) -> ColumnRef:
    """Return what two columns of a table make together, by a name that says it."""
    words = {"-": "minus", "+": "plus", "*": "times", "/": "per"}
    name = f"{left.column} {words[op]} {right.column}"
    return ColumnRef(left.table, name, Worked(op, left.column, right.column))  # type: ignore[arg-type]


def _is_measure(s: Sentence, ref: ColumnRef) -> bool:
    return ref.worked is None and s.is_number(ref) and not is_calendar(s.column(ref))


def pair_of(
    s: Sentence, one: Item, other: Item, fits: Callable[[ColumnRef], bool]
) -> tuple[ColumnRef, ColumnRef] | None:
    """Return the columns of one table that two items name best; ask where several would do."""
    found = [
        (a.score + b.score, a.ref, b.ref)
        for a in one.columns
        for b in other.columns
        if a.ref.table == b.ref.table and a.ref != b.ref and fits(a.ref) and fits(b.ref)
    ]
    if not found:
        return None
    top = max(score for score, _, _ in found)
    best = [(a, b) for score, a, b in found if score >= top - 0.05]
    near = [pair for name in s.near for pair in best if pair[0].table == name]
    best = near[: sum(pair[0].table == near[0][0].table for pair in near)] if near else best
    if len(best) > 1:
        names = " or ".join(f"{a} and {b}" for a, b in best[:4])
        raise Ask(f"Which columns do you mean: {names}?", one.text)
    return best[0]


def _put(s: Sentence, first: int, last: int, ref: ColumnRef) -> None:
    """Replace the items from `first` to `last` by one that names `ref`."""
    pieces = s.items[first : last + 1]
    tokens = [token for piece in pieces for token in piece.tokens]
    text = " ".join(token.text for token in tokens)
    whole = replace(tokens[0], text=text, norm=ref.column, kind="word", value=None)
    item = Item(pieces[0].start, (whole,), columns=[ColumnLink(ref, 1.0, "exact", len(tokens))])
    s.items[first : last + 1] = [item]
    if ref.table not in s.near:
        s.near.append(ref.table)


def _drop(s: Sentence, *indexes: int) -> None:
    for index in sorted(indexes, reverse=True):
        del s.items[index]


def _gap(s: Sentence) -> None:
    """`the gap between price and cost`, `the difference of A and B`."""
    for at, item in enumerate(s.items):
        if item.norm not in _GAPS or item.names_something:
            continue
        one = s.after(at, over=("filler", "cmp"))
        joint = s.after(one) if one is not None else None
        other = s.after(joint) if joint is not None else None
        if one is None or joint is None or other is None:
            continue
        if s.items[joint].norm not in ("and", "to", "vs", "versus"):
            continue
        pair = pair_of(s, s.items[one], s.items[other], lambda r: _is_measure(s, r))
        if pair is not None:
            _put(s, at, other, worked(s, "-", *pair))
            return


def _infix(s: Sentence) -> None:
    """`price minus cost`, `quantity times price`; all that follows where it goes on is asked."""
    for at, item in enumerate(s.items):
        op = _INFIX.get(item.norm)
        one, other = s.before(at), s.after(at)
        named = item.tables or any(c.how == "exact" for c in item.columns)
        if op is None or one is None or other is None or named:
            continue
        pair = pair_of(s, s.items[one], s.items[other], lambda r: _is_measure(s, r))
        if pair is None:
            continue
        ref = worked(s, op, *pair)
        _put(s, one, other, ref)
        _same_in_words(s, one, ref)
        return


def _same_in_words(s: Sentence, at: int, ref: ColumnRef) -> None:
    """`profit, amount minus cost`, `margin (price minus cost)`: a name, and what it means."""
    before = at - 1 if at and s.items[at - 1].norm == "as" else None
    for index in range(len(s.items)):
        item = s.items[index]
        if index == at or item.names_something or item.tag not in ("", "share", "super"):
            continue
        if stem(item.norm) in ("profit", "margin", "gain", "markup", "net", "value", "ratio"):
            item.columns = [ColumnLink(ref, 1.0, "exact", 1)]
            item.meaning = None
            del s.items[at]
            return
    if before is not None:
        s.items[before].used = True
    # "revenue by category as price times quantity": the word before means this
    named = [
        i for i, item in enumerate(s.items[:at]) if item.norm in ("revenue", "sales", "turnover")
    ]
    if len(named) == 1 and not s.items[named[0]].tables:
        s.items[named[0]].columns = [ColumnLink(ref, 1.0, "exact", 1)]
        s.items[named[0]].meaning = None
        del s.items[at]


def _ratio(s: Sentence) -> None:
    """`the ratio of A to B`, `A to B ratio`, `A as a percentage of B`."""
    for at, item in enumerate(s.items):
        if item.norm in ("as a percentage", "as a share", "as a percent", "in percent"):
            one, other = s.before(at), s.after(at)
        elif item.norm in ("ratio", "ratios") and not item.columns:
            one = s.after(at)
            joint = s.after(one) if one is not None else None
            plain = joint is not None and s.items[joint].norm in ("to", "and", "over")
            other = s.after(joint) if joint is not None and plain else None
            between = s.between(one, len(s.items)) if one is not None else []
            if other is None and one is not None and between and between[0].norm == "to":
                other = s.after(one)
        else:
            continue
        if one is None or other is None:
            continue
        pair = pair_of(s, s.items[one], s.items[other], lambda r: _is_measure(s, r))
        if pair is None:
            continue
        ref = worked(s, "/", *pair)
        if item.tag == "share":
            assert ref.worked is not None
            ref = replace(ref, worked=replace(ref.worked, percent=True))
        _put(s, min(at, one), other, ref)
        return


def _each_unit(s: Sentence) -> None:
    """`postage per kilo`, `spend per head`, `fare per mile`: one measure for each of another."""
    for at, item in enumerate(s.items):
        one, other = s.before(at), s.after(at)
        if item.norm != "per" or one is None or other is None:
            continue
        measured = [c for c in s.items[one].columns if _is_measure(s, c.ref)]
        beside = s.items[other]
        if not measured or s.items[one].tables or beside.tables:
            continue
        table = measured[0].ref.table
        unit = unit_said(beside)
        word = stem(beside.norm)
        fits = [
            ref
            for ref in measures_of(s, table)
            if ref != measured[0].ref
            and (
                (unit is not None and unit_of(s.column(ref)) == unit)
                or (word in _HEADS and column_words(ref) & _COUNTS_HEADS)
                or (word == "mile" and column_words(ref) & {"distance", "mileage"})
                or (word == stem(ref.column.casefold()) and _is_many(s, ref))
            )
        ]
        left = s.choose(s.items[one], lambda r: _is_measure(s, r))
        if len(fits) == 1 and left is not None and left.table == table:
            _put(s, one, other, worked(s, "/", left, fits[0]))
            return


def _is_many(s: Sentence, ref: ColumnRef) -> bool:
    """Whether a column holds too many different numbers to be what rows are grouped by."""
    column = s.column(ref)
    return column.type != "integer" or (column.distinct or 0) > 50


def _profit(s: Sentence) -> None:
    """`profit`, where no column is called so, is what came in less what it cost."""
    for item in s.items:
        if stem(item.norm) != "profit" or item.names_something:
            continue
        for table in s.near or [t.name for t in s.schema.tables]:
            sums = measures_of(s, table)
            earned = [
                ref for ref in sums if column_words(ref) & EARNED and not column_words(ref) & SPENT
            ]
            spent = [ref for ref in sums if column_words(ref) & SPENT]
            pieces = any(column_words(ref) & {"quantity", "qty"} for ref in sums)
            if len(earned) == 1 and len(spent) == 1 and not pieces:
                ref = worked(s, "-", earned[0], spent[0])
                item.columns = [ColumnLink(ref, 1.0, "exact", 1)]
                item.meaning = None
                s.remark(f"I took profit as {ref}.")
                return


def _between_dates(s: Sentence) -> None:
    """`the days between ordering and shipping`, `time from pickup to dropoff`."""
    units = [
        i for i, item in enumerate(s.items)
        if stem(item.norm) in _UNITS or item.norm in ("how long", "difference", "gap", "delay")
        or stem(item.norm) in _LASTING or item.norm.startswith("difference")
    ]  # fmt: skip
    for at, item in enumerate(s.items):
        inside = item.norm == "difference between"
        if not units or (item.norm not in ("between", "from", "to") and not inside):
            continue
        one = s.after(at)
        joint = s.after(one, over=()) if one is not None else None
        other = s.after(joint) if joint is not None else None
        if one is None or joint is None or other is None:
            continue
        if s.items[joint].norm not in ("and", "to", "until", "till"):
            continue
        pair = pair_of(s, s.items[one], s.items[other], s.is_time)
        if pair is None:
            continue
        ref = span_between(s, *pair)
        _put(s, at, other, ref)
        _drop_unit(s, [i for i in units if i < at])
        return


def _drop_unit(s: Sentence, units: list[int]) -> None:
    """Take out `number of days`, which what was found says itself."""
    gone = []
    for index in units:
        gone.append(index)
        before = s.before(index)
        said = s.items[before].meaning if before is not None else None
        if before is not None and said is not None and (said.tag, said.value) == ("agg", "count"):
            gone.append(before)
    _drop(s, *set(gone))
    for item in s.items:
        if item.norm in ("pass", "passes", "passed", "elapse", "elapsed", "lie", "lies"):
            item.used = True


def _lasting(s: Sentence) -> None:
    """`the average duration`, `length of stay`: from the first to the last of a row's two dates."""
    for at, item in enumerate(s.items):
        if stem(item.norm) not in _LASTING or item.names_something or item.tag == "super":
            continue
        ref = span_of(s, list(dict.fromkeys([*s.near, *(t.name for t in s.schema.tables)])))
        if ref is None:
            return
        item.columns = [ColumnLink(ref, 1.0, "exact", 1)]
        item.meaning = None
        following = s.items[at + 1 : at + 3]
        if [i.norm for i in following[:1]] == ["of"] and len(following) == 2:
            following[1].used = following[1].used or not following[1].columns
        return


__all__ = ["pair_of", "read_worked", "unit_asked", "worked"]
