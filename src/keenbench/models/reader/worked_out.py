"""Two columns that a question works together in words: hours multiplied by the hourly rate."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

from keenbench.models.offline.columns import ColumnRef, worked_of
from keenbench.models.offline.lexicon import BUCKET_UNITS
from keenbench.models.offline.linking import link_columns
from keenbench.models.offline.pairs import worked
from keenbench.models.offline.ratios import percent_of
from keenbench.models.offline.units import same_in, units_called
from keenbench.models.offline.words import name_words, root, stem, word_set
from keenbench.models.reader.amounts import side_of
from keenbench.models.reader.listing import Listing
from keenbench.models.reader.parts import Part
from keenbench.models.reader.senses import Sense
from keenbench.models.reader.vocabulary import FOR_EACH, MONEY, MONEY_TOTALS, WORTH

_OPERATORS = {
    "multiplied by": "*", "times": "*", "x": "*", "multiplied with": "*",
    "divided by": "/", "divided through": "/", "minus": "-", "net of": "-", "less": "-",
    "plus": "+", "added to": "+", "relative to": "/", "in relation to": "/",
    "relative": "/",
}  # fmt: skip
_QUOTIENTS = word_set(
    """
    rate rates ratio ratios factor percentage percent share proportion density utilisation
    utilization occupancy yield return roas ctr cpa cpc margin efficiency productivity average
    """
)
"""Nouns for what comes of dividing: a load factor, passengers over seats, is a quotient."""
_NAMES = word_set(
    """
    rate ratio factor percentage percent share proportion value worth cost revenue total balance
    margin profit amount sum yield density return outstanding price spend turnover income earnings
    """
)
_HELD = frozenset(map(root, word_set("stock stocked inventory hand held holding shelf available")))
"""What is there, and not what was moved or sold."""
_TRADED = frozenset(
    map(root, word_set("sales sale sold revenue turnover takings order ordered spend spent income"))
)
_GAPS = ("difference", "difference between", "the difference between", "gap", "gap between")
_FEW = 12
"""So few different numbers may be groups."""
_REACH = 5
_BETWEEN = ("agg", "light", "filler", "super", "list")


class WorkedOut(Listing):
    def read_worked_out(self) -> None:
        """`value of the time (hours multiplied by hourly rate)`, `clicks / impressions`."""
        self._join_compounds()
        self._read_gap()
        for cue in self.parts:
            op = self._operator_said(cue)
            if op is None:
                continue
            left, right = self._side(cue, -1), self._side(cue, 1)
            if left is None and right is not None and self._rank_by_price(cue, right):
                return
            made = self._made(op, left, right)
            if made is None or left is None or right is None:
                continue
            if cue.norm in FOR_EACH and not self._is_quotient(cue, right, made):
                continue
            percent = op == "/" and self._in_percent(cue)
            left.sense = replace(
                left.sense, ref=percent_of(made) if percent else made, table=made.table
            )
            self._use_between(left, right)
            after = self.parts[right.at + 1] if right.at + 1 < len(self.parts) else None
            if after is not None and after.norm == "each":
                self.use(after)  # the price each
            self._explains(left, cue)
            return

    def _join_compounds(self) -> None:
        """`nightly rate`, `picked weight`: of two measures side by side the last is meant."""
        for one, other in pairwise(self.parts):
            if not (self.is_measure(one) and self.is_measure(other)) or other.after_mark:
                continue
            factors = worked_of(other.sense.ref) if other.sense.ref is not None else ()
            named = side_of(other.norm) is not None or stem(other.norm) == "margin"
            if one.sense.ref in factors and named:
                self.use(one)  # ticket revenue is that of tickets
                self.guess(-min(0.1, one.sense.cost))
                continue
            loose = one.sense.how in ("verb", "synonym", "unit")
            if loose and one.sense.ref != other.sense.ref and other.sense.how in ("exact", "part"):
                self.use(one)
                self.guess(0.03)

    def _rank_by_price(self, cue: Part, right: Part) -> bool:
        """`which carrier is the cheapest per kg`: what it costs, for each kilo."""
        dims = [d for p in self.open("super") if p.sense.meaning for d in p.sense.meaning.dims]
        if cue.norm not in FOR_EACH or "price" not in dims or right.sense.ref is None:
            return False
        if self.nature(right.sense.ref).money and right.sense.how == "part":
            self.use(cue)  # per unit, of a unit cost
            self.rank_by.append(right)
            return True
        ref = self.unnamed_money([right.sense.ref.table])
        if ref is None or ref.worked is not None or ref == right.sense.ref:
            return False
        made = worked(self.s, "/", ref, right.sense.ref)
        self.use(cue, right)
        self.guess(0.05, f"I ranked by {made}.")
        sense = Sense("col", 0.0, ref=made, table=made.table)
        self.rank_by.append(Part(right.at, right.item, sense))
        return True

    def _read_gap(self) -> None:
        """`the difference between total billed and total paid`: of two measures, one less one."""
        for cue in self.parts:
            if cue.norm not in _GAPS or cue.used:
                continue
            one = self._side(cue, 1)
            joint = self.after(one.at) if one is not None else None
            if one is None or joint is None or joint.norm not in ("and", "to"):
                continue
            other = self._side(joint, 1)
            made = self._made("-", one, other)
            if made is not None and other is not None:
                one.sense = replace(one.sense, ref=made, table=made.table)
                for part in self.parts[cue.at : other.at + 1]:
                    part.used = part is not one and part.tag != "group"
                return

    def _operator_said(self, cue: Part) -> str | None:
        if cue.used or cue.kind in ("col", "rows", "val", "num"):
            return None
        if cue.tag == "share":
            before = [self.norm(cue.at - 1), self.norm(cue.at - 2)]
            told = cue.norm.startswith("as ") or "as" in before or "as a" in before
            return "/%" if told and self.norm(cue.at + 1).split()[:1] == ["of"] else None
        if cue.norm == "out of":
            return "/%" if self.open("share") else "/"  # tickets sold out of capacity, in %
        if cue.norm == "over":
            named = {token.norm for p in self.parts for token in p.item.tokens} & _QUOTIENTS
            return "/" if named or cue.item.tokens[0].bracketed else None
        return "/" if cue.norm in FOR_EACH else _OPERATORS.get(cue.norm)

    def _is_quotient(self, cue: Part, right: Part, made: ColumnRef) -> bool:
        """`cost per conversion` is a quotient; `rent per bedrooms` may be groups of them too."""
        if right.at - cue.at > 3:
            return False
        if stem(right.norm) in BUCKET_UNITS and right.sense.how != "exact":
            return False  # revenue per month is not for each of MonthlyCharges
        scale = next((p for p in self.parts[cue.at : right.at] if p.kind == "num"), None)
        if scale is not None and scale.item.number is not None:
            self.scales[made] = float(scale.item.number)
            self.use(scale)
            return True
        ref = right.sense.ref
        assert ref is not None
        column = self.column(ref)
        few = column.type == "integer" and (column.distinct or 99) <= _FEW
        return self.pick("per", [(False, 0.0), (True, 0.1)]) if few else True

    def read_scale(self) -> None:
        """`talk time in hours`, of seconds; `total hours`, of minutes: told in the unit asked."""
        for figure in self.figures:
            ref = figure.column
            if ref is None or ref.worked is not None or ref in self.scales:
                continue
            own = self.nature(ref).unit
            for part in self.parts:
                named = part.sense.ref == ref and part.sense.how == "unit"
                asked = self.norm(part.at - 1) == "in" and part.kind in ("unit", "skip", "col")
                sizes = [same_in(own, unit) for unit in units_called(stem(part.norm))]
                scale = next((size for size in sizes if size), None)
                free = not part.used or part.sense.ref == ref
                if scale is None or not (named or (asked and free)):
                    continue
                self.scales[ref], self.told_in = scale, part.norm
                self.use(part)
                break

    def _side(self, cue: Part, step: int) -> Part | None:
        """Return the measure next to an operator, on one side of it."""
        at = cue.at + step
        while 0 <= at < len(self.parts) and abs(at - cue.at) <= _REACH:
            part = self.parts[at]
            if self.is_measure(part) and not part.used:
                return part
            if part.kind == "skip" and root(part.norm) in MONEY and part.item.tag != "light":
                told = self.before(at) if step < 0 else None
                if told is not None and self.is_measure(told) and not told.used:
                    return told  # the euros raised per campaign
                return self._as_money(part)
            plain = part.kind in ("skip", "used", "rows") or part.tag in _BETWEEN
            plain = plain or part.norm == "between"
            scale = part.kind == "num" and cue.norm in FOR_EACH and self._is_round(part)
            if not (plain or scale) or (step > 0 and part.after_mark):
                return None
            at += step
        return None

    def _is_round(self, part: Part) -> bool:
        number = part.item.number
        return isinstance(number, int) and number in (100, 1000, 10_000, 100_000, 1_000_000)

    def _as_money(self, part: Part) -> Part | None:
        """`value times probability`: the sum of money of a row, where no header is so called."""
        ref = self.unnamed_money()
        if ref is None or ref.worked is not None:
            return None
        self.guess(0.05, f"I took {part.item.text} as {ref}.")
        part.sense = Sense("col", part.sense.cost, ref=ref, table=ref.table, how="synonym")
        return part

    def _made(self, op: str, left: Part | None, right: Part | None) -> ColumnRef | None:
        one = left.sense.ref if left is not None else None
        other = right.sense.ref if right is not None else None
        if one is None or other is None or one == other or one.worked or other.worked:
            return None
        if one.table != other.table and left is not None and right is not None:
            one, other = self._of_one_row(left, one, other), self._of_one_row(right, other, one)
        self._doubt_pair(one, other)
        if one.table != other.table:
            if op not in ("*", "/"):
                return None
            if op == "*" and other.table not in self.s.reach(one.table):
                one, other = other, one
            if other.table not in self.s.reach(one.table):
                return None
        made = worked(self.s, op[0], one, other)
        if op == "/%":
            return percent_of(made)
        if op == "*" and self._in_hundredths(other):
            self.scales[made] = 0.01
        return made

    def _doubt_pair(self, one: ColumnRef, other: ColumnRef) -> None:
        """`sales (quantity times price)` are of what was sold, and no value of what lies there."""
        said = {root(token.norm) for p in self.parts for token in p.item.tokens}
        words = {root(w) for ref in (one, other) for w in name_words(ref.column)}
        if said & _TRADED and not said & _HELD and words & _HELD:
            self.guess(0.3)
        elif said & _HELD and not words & _HELD:
            self.guess(0.1)

    def _of_one_row(self, part: Part, own: ColumnRef, other: ColumnRef) -> ColumnRef:
        """Return a factor from the row of the other one, where that has one called so too.

        The quantity of a stock value is the Qty On Hand beside the Unit Cost, not that of a sale.
        """
        found = [
            link.ref for link in link_columns(part.norm.split(), self.s.schema)
            if link.ref.table == other.table and link.ref != other
            and self.nature(link.ref).kind == "number" and link.how in ("exact", "part")
        ]  # fmt: skip
        if len(found) != 1:
            return own
        held = any(root(token.norm) in _HELD for p in self.parts for token in p.item.tokens)
        if held and {root(word) for word in name_words(found[0].column)} & _HELD:
            return found[0]
        return self.pick("factor", [(own, 0.1), (found[0], 0.1)], f"{own} or {found[0]}?")

    def _in_hundredths(self, ref: ColumnRef) -> bool:
        """Whether a factor is told in percent: a probability of 60 is 0.6."""
        nature = self.nature(ref)
        if nature.unit != "pct" and "%" not in ref.column and "probability" not in nature.words:
            return False
        limits = self.s.known.numbers_of(ref)
        self.s.wait()
        return limits is not None and limits[1] > 1

    def _in_percent(self, cue: Part) -> bool:
        """Whether a quotient is told in percent: a rate is, a ratio is not."""
        said = [token.norm for p in self.parts for token in p.item.tokens]
        shares = [p for p in self.parts if p.tag == "share"]
        del cue
        return bool(shares) and "ratio" not in said

    def _use_between(self, left: Part, right: Part) -> None:
        for part in self.parts[left.at + 1 : right.at + 1]:
            self.forgive(part, named=part.norm in _OPERATORS)
            part.used = part.used or part.tag != "super"

    def _explains(self, made: Part, cue: Part) -> None:
        """What stands before brackets is only the name of what they work out."""
        inside = cue.item.tokens[0].bracketed or made.item.tokens[0].bracketed
        start = next((p.at for p in self.parts if p.item.tokens[0].bracketed), made.at)
        named = self.parts[:start] if inside else self.parts[: made.at]
        apart = inside or made.after_mark or self.norm(made.at - 1) in ("as", "using", "ie", "eg")
        for part in self.parts:
            if part.tag == "share":
                part.used = True
        for part in named:
            nothing = part.kind == "skip" and (apart and part.sense.cost > 0.5)
            money = apart and root(part.norm) in MONEY | MONEY_TOTALS
            if nothing or (part.kind == "skip" and (money or part.norm in _NAMES)):
                self.forgive(part, named=money)
            elif inside and part.kind == "rows" and self.norm(part.at + 1) in WORTH:
                part.used = True  # the order value, of which brackets say what it is
            elif inside and part.at == start - 1 and part.item.tag == "state":
                self._told_by_brackets(part)
            elif apart and not part.used and self.is_measure(part):
                part.used = True

    def _told_by_brackets(self, part: Part) -> None:
        """`still owed (fee due minus amount paid)`: so much of it, and not of which rows."""
        if part.kind == "skip":
            self.forgive(part, named=True)
        elif part.kind in ("state", "val"):
            self.guess(0.5)

    def forgive(self, part: Part, *, named: bool = False) -> None:
        """Take back what it cost to leave a word out that is told in other words."""
        names = part.item.columns or part.item.tables or part.item.values
        if part.kind != "skip" or part.used or (names and not named):
            return
        if part.sense.cost > 0.1 or named:
            left = min(part.sense.cost, 0.02 if named else 0.1)
            self.cost -= part.sense.cost - left
            if named:
                part.sense = replace(part.sense, cost=left)
            part.used = True


__all__ = ["WorkedOut"]
