"""One measure for each of another: A per B, the ratio of A to B, what one of B cost."""

from __future__ import annotations

from dataclasses import replace

from keenbench.models.offline.columns import ColumnRef, unit_of
from keenbench.models.offline.measures import column_words, is_money, measures_of
from keenbench.models.offline.pairs import is_measure, pair_of, put, worked
from keenbench.models.offline.sentence import Sentence
from keenbench.models.offline.thesaurus import is_money_word
from keenbench.models.offline.units import units_called
from keenbench.models.offline.words import stem, word_set

_IN_PERCENT = ("as a percentage", "as a share", "as a percent", "in percent", "as percentage")
_HEADS = word_set("head capita person employee people")
_COUNTS_HEADS = word_set("headcount population employee staff inhabitant resident size passenger")


def read_ratios(s: Sentence) -> None:
    for reading in (
        _bound_by_part, _ratio, _for_hundred, _each_unit, _part_of, _cost_of_one, _explained,
    ):  # fmt: skip
        reading(s)


def percent_of(ref: ColumnRef) -> ColumnRef:
    """Return a quotient told in percent."""
    assert ref.worked is not None
    return replace(ref, worked=replace(ref.worked, percent=True))


def _bound_by_part(s: Sentence) -> None:
    """`tipped more than 20 % of their bill`: one measure of a row for each of another, so much."""
    for at, item in enumerate(s.items):
        if item.tag != "share" or not 1 < at < len(s.items) - 1 or item.columns:
            continue
        number, cue = s.items[at - 1], s.items[at - 2]
        of, other = s.items[at + 1].norm, s.after(at)
        if number.number is None or cue.tag != "cmp" or not of.startswith("of") or other is None:
            continue
        whole = s.items[other]
        for one in range(at - 3, -1, -1):
            pair = pair_of(s, s.items[one], whole, lambda r: is_measure(s, r))
            if pair is None:
                continue
            for piece in s.items[at : other + 1]:
                piece.used = True
            number.number = round(number.number / 100, 9)
            put(s, one, one, worked(s, "/", *pair))
            return


def _ratio(s: Sentence) -> None:
    """`the ratio of A to B`, `A to B ratio`, `A as a percentage of B`."""
    for at, item in enumerate(s.items):
        percent = item.norm == "percent" and at > 0 and s.items[at - 1].norm in ("as", "as a")
        if percent or item.norm in _IN_PERCENT:
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
        pair = pair_of(s, s.items[one], s.items[other], lambda r: is_measure(s, r))
        if pair is None and item.tag == "share" and _apart(s, at, other):
            return
        if pair is None:
            continue
        ref = worked(s, "/", *pair)
        if item.tag == "share":
            assert ref.worked is not None
            ref = replace(ref, worked=replace(ref.worked, percent=True))
        put(s, min(at, one), other, ref)
        return


def _apart(s: Sentence, at: int, other: int) -> bool:
    """`scrap rate by product, as % of units made`: the groups stand between the two."""
    for one in range(at - 1, -1, -1):
        pair = pair_of(s, s.items[one], s.items[other], lambda r: is_measure(s, r))
        if pair is None:
            continue
        if s.items[one].tag or not any(i.tag in ("group", "bucket") for i in s.items[one:at]):
            return False
        s.items[one].used = True
        if s.items[one + 1].norm in ("rate", "rates", "percentage", "share"):
            s.items[one + 1].used = True
        put(s, at, other, percent_of(worked(s, "/", *pair)))
        return True
    return False


def _for_hundred(s: Sentence) -> None:
    """`complaints per 100 orders`: so many in a hundred are so many percent."""
    for at, item in enumerate(s.items[:-2]):
        one, number, other = s.before(at), s.items[at + 1], s.items[at + 2]
        if item.norm != "per" or number.number != 100 or one is None:
            continue
        pair = pair_of(s, s.items[one], other, lambda r: is_measure(s, r))
        if pair is not None:
            put(s, one, at + 2, percent_of(worked(s, "/", *pair)))
            return


def _each_unit(s: Sentence) -> None:
    """`postage per kilo`, `spend per head`, `fare per mile`: one measure for each of another."""
    for at, item in enumerate(s.items):
        one, other = s.before(at), s.after(at)
        if item.norm != "per" or one is None or other is None:
            continue
        measured = [c for c in s.items[one].columns if is_measure(s, c.ref)]
        beside = s.items[other]
        if (
            not measured
            or "per" in column_words(measured[0].ref)  # a price_per_kg is for each kilo already
            or (s.items[one].tables and s.items[one].tables[0].how == "exact")
            or beside.tables
        ):
            continue
        table = measured[0].ref.table
        word = stem(beside.norm)
        units = units_called(word)
        fits = [
            ref
            for ref in measures_of(s, table)
            if ref != measured[0].ref
            and (
                unit_of(s.column(ref)) in units
                or (word in _HEADS and column_words(ref) & _COUNTS_HEADS)
                or (word == "mile" and column_words(ref) & {"distance", "mileage"})
                or (word == stem(ref.column.casefold()) and _is_many(s, ref))
            )
        ]
        left = s.choose(s.items[one], lambda r: is_measure(s, r))
        if len(fits) == 1 and left is not None and left.table == table:
            put(s, one, other, worked(s, "/", left, fits[0]))
            return


def _is_many(s: Sentence, ref: ColumnRef) -> bool:
    """Whether a column holds too many different numbers to be what rows are grouped by."""
    column = s.column(ref)
    return column.type != "integer" or (column.distinct or 0) > 50


def _part_of(s: Sentence) -> None:
    """`what share of sessions turned into signups`: the second for each of the first."""
    for at, item in enumerate(s.items):
        one = s.after(at)
        if item.tag != "share" or item.columns or one is None:
            continue
        whole = s.items[one]
        if not any(is_measure(s, c.ref) and c.how == "exact" for c in whole.columns):
            continue
        for other in range(one + 1, min(one + 5, len(s.items))):
            each = s.items[other].norm in ("each", "every")
            if s.items[other].tag in ("group", "cmp", "and", "calc") and not each:
                break
            if s.items[other].tables and s.items[other].tables[0].how == "exact":
                break
            pair = pair_of(s, whole, s.items[other], lambda r: is_measure(s, r))
            if pair is not None:
                ref = percent_of(worked(s, "/", pair[1], pair[0]))
                if any(i.tag == "group" for i in s.items[one:other]):
                    s.items[other].used = True  # of its budget, what has each project spent
                    other = one
                put(s, at, other, ref)
                return


_DEFINED = word_set("rate margin factor ratio percentage share yield level utilisation efficiency")
THAT_IS = ("i.e", "ie", "that is", "meaning", "i.e.", "namely", "viz", "defined as")


def _explained(s: Sentence) -> None:
    """`defect rate (defects as % of units made)`: what explains a name stands for it."""
    for at, item in enumerate(s.items):
        ref = item.columns[0].ref if item.columns else None
        if ref is None or ref.worked is None or ref.worked.op != "/":
            continue
        first, told = item.tokens[0], s.items[at - 1].norm in THAT_IS if at else False
        if not (first.bracketed or first.after_mark or told):
            continue
        for name in range(at - 1, -1, -1):
            if stem(s.items[name].norm) not in _DEFINED:
                continue
            s.items[name].used = True
            noun = s.items[name - 1] if name else None
            own = {ColumnRef(ref.table, ref.worked.left), ColumnRef(ref.table, ref.worked.right)}
            named = {link.ref for link in noun.columns} if noun is not None else set()
            if noun is not None and noun.meaning is None and (named & own or not named):
                noun.used = True
            plain = replace(first, after_mark=False, bracketed=False)
            s.items.insert(name + 1, replace(s.items.pop(at), tokens=(plain,)))
            return


def _cost_of_one(s: Sentence) -> None:
    """`what did one signup cost`: all that was spent for all of them."""
    for at, item in enumerate(s.items):
        one = at + 1
        if item.norm not in ("one", "each", "a single", "every") or one >= len(s.items):
            continue
        counted = [c.ref for c in s.items[one].columns if is_measure(s, c.ref)]
        verb = s.after(one)
        if not counted or verb is None or not is_money_word(s.items[verb].norm):
            continue
        table = counted[0].table
        money = [r for r in measures_of(s, table) if is_money(s, r) and r != counted[0]]
        if len(money) == 1 and s.column(counted[0]).type == "integer":
            put(s, at, verb, worked(s, "/", money[0], counted[0]))
            return
