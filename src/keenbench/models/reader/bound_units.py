"""The unit and the size of a bound: two hours of minutes are 120, 100 million of musd are 100."""

from __future__ import annotations

from collections.abc import Callable

from keenbench.models.offline.columns import ColumnRef
from keenbench.models.offline.scales import Bound, divided, met_by, size_in_header, size_said
from keenbench.models.offline.spans import span_of
from keenbench.models.offline.synonyms import alike
from keenbench.models.offline.units import same_in, units_called
from keenbench.models.offline.words import name_words, root, stem, word_set
from keenbench.models.offline.written_spans import LENGTHS, TIME_UNITS
from keenbench.models.reader.nature import Nature, measures
from keenbench.models.reader.parts import Part
from keenbench.models.reader.times_counted import TimesCounted
from keenbench.models.reader.vocabulary import EARNING_VERBS
from keenbench.query.plan import Operator

_SECONDS = {
    "second": 1, "s": 1, "minute": 60, "min": 60, "minutes": 60, "hour": 3600, "h": 3600,
    "hours": 3600, "day": 86400, "d": 86400, "days": 86400, "week": 604800, "wk": 604800,
}  # fmt: skip
_TAKING = word_set("take takes took taken taking last lasts lasted lasting longer stay stayed")
_SHORT = ("km", "kg", "ml", "mb", "gb", "mi", "lb")
"""Units that no other short word is: `5 in London` are no inches."""
_TIME_UNITS = TIME_UNITS | {"y"}
_IN_MINUTES = word_set("delay late lateness runtime wait duration length")
"""Headers without a unit whose numbers are minutes, if they are too many for hours."""
_MOST_HOURS = 24
_MILLION = 10**6


class BoundUnits(TimesCounted):
    def told_after_unit(self, last: int) -> Part | None:
        """`more than 20 days of holiday`: after the unit, what there is so much of."""
        unit = self.parts[last + 1] if last + 1 < len(self.parts) else None
        if unit is None or unit.used or self.norm(last + 2) != "of":
            return None
        if unit.kind != "unit" and not units_called(stem(unit.norm)):
            return None
        measure = self.after(last + 2, over=("skip",))
        if measure is None or measure.at > last + 4 or not self.is_measure(measure):
            return None
        self.use(unit, measure)
        return measure

    def met(self, ref: ColumnRef, op: Operator, value: Bound) -> str:
        """Return whether a bound is met by some rows of a column, by all or by none."""
        return met_by(self.column(ref).numbers, op, value)

    def in_its_unit(
        self, ref: ColumnRef, part: Part, last: int, op: Operator, value: Bound
    ) -> Bound:
        """Return a bound in the unit of its column, and in the size that its header says."""
        said, own = _SECONDS.get(stem(self.norm(last + 1))), self._seconds(ref)
        if said is not None and own is not None:
            return divided(value, own / said)
        size = size_in_header(ref.column, money=self.nature(ref).money)
        if size is None:
            return value
        smaller = divided(value, size)
        fits = self.met(ref, op, smaller) == "some" != self.met(ref, op, value)
        return smaller if fits or size == size_said(part.item.text) else value

    def in_its_size(self, ref: ColumnRef, part: Part, op: Operator, value: Bound) -> Bound:
        """Return `10 million` of what goes up to 35 as 10, and 50 % of what goes up to 1 as 0.5."""
        if part.item.tokens[-1].percent or part.item.tokens[0].percent:
            numbers = self.column(ref).numbers
            parts_of_one = numbers is not None and -1 <= numbers[0] <= numbers[1] <= 1
            return divided(value, 100) if parts_of_one and value != 1 else value
        size = size_said(part.item.text)
        if size is None or size < _MILLION or self.met(ref, op, value) == "some":
            return value
        smaller = divided(value, size)
        return smaller if self.met(ref, op, smaller) == "some" else value

    def use_lapse(self, ref: ColumnRef | None, first: int) -> None:
        """`brought back after more than 7 days`: that it was after says no more than how long."""
        before = self.parts[first - 1] if first else None
        timed = ref is not None and ref.worked is not None and ref.worked.op in _SECONDS
        if before is not None and timed and before.norm in ("after", "within", "in", "for", "by"):
            self.use(before)

    def use_unit(self, last: int) -> str:
        """Take the unit after a number, and return it: an hour late is no hour of the day."""
        if stem(self.norm(last + 1)) not in _SECONDS:
            return ""
        self.use(self.parts[last + 1])
        return f" {self.norm(last + 1)}"

    def doubt_bound(self, ref: ColumnRef, op: Operator, value: Bound) -> None:
        """What no row or every row meets is hardly meant of a column that nobody named."""
        met = self.met(ref, op, value)
        exact = any(p.sense.ref == ref and p.sense.how == "exact" for p in self.parts)
        if met != "some" and ref.worked is None:
            self.guess(0.05 if exact else 0.4 if met == "none" else 0.15)

    def _seconds(self, ref: ColumnRef) -> int | None:
        """Return how long one of a column is."""
        nature = self.nature(ref)
        if ref.worked is not None or nature.unit is not None:
            return _SECONDS.get(ref.worked.op if ref.worked is not None else nature.unit or "")
        if "night" in nature.words:
            return _SECONDS["day"]
        numbers = self.column(ref).numbers
        many = numbers is not None and numbers[1] > _MOST_HOURS
        return 60 if many and nature.words & _IN_MINUTES else None

    def suits_unit(self, ref: ColumnRef, last: int) -> bool:
        """Whether what follows a number can be the unit of a column: no rating is over 2 hours."""
        word = self.norm(last + 1)
        units = units_called(stem(word)) if len(word) > 2 or word in _SHORT else set()
        nature = self.nature(ref)
        if not units or ref.worked is not None or nature.unit in units:
            return True
        if nature.unit is not None:
            return any(same_in(nature.unit, unit) for unit in units)
        return not (nature.score or nature.money) or not units & _TIME_UNITS

    def may_last(self, ref: ColumnRef, last: int) -> bool:
        """Whether so many weeks can be of a column that is not named: not of what is no time."""
        units = units_called(stem(self.norm(last + 1))) & _TIME_UNITS
        return not units or self.nature(ref).unit in units or self._seconds(ref) is not None

    def _unit(
        self, part: Part, last: int, fits: Callable[[Nature], bool] = lambda n: True
    ) -> ColumnRef | None:
        """Return the one measure that has the unit said after a number: 20,000 miles."""
        following = self.parts[last + 1] if last + 1 < len(self.parts) else None
        if following is None:
            return None
        if following.norm in ("a", "an", "per") and last + 2 < len(self.parts):
            return self._rate(self.parts[last + 2])
        word = stem(following.norm)
        units = units_called(word)
        if units & {"d", "wk", "h", "min"} and self._takes(part.at):
            span = span_of(self.s, self._near())
            if span is not None:
                self.use(following)
                return span
        for table in self.around():  # what hives gave stands with their harvests
            own = [n for n in measures(self.s.schema, table) if fits(n)]
            found = [
                n.ref for n in own
                if (n.unit in units) or (word in n.words and not n.money)
                or any(alike(word, w) for w in name_words(n.ref.column) if len(w) > 3)
            ]  # fmt: skip
            found = found or [
                n.ref for n in own if any(same_in(n.unit, unit) for unit in units)
            ]  # fmt: skip
            found = found or [
                n.ref for n in own
                if units & _TIME_UNITS and n.unit is None and n.words & LENGTHS
            ]  # fmt: skip
            if len(found) == 1:
                following.used = True
                return found[0]
        return self._lasted(following)

    def _lasted(self, unit: Part) -> ColumnRef | None:
        """`ran for more than 40 days`: the time from the first to the last day of a row."""
        if stem(unit.norm) not in _SECONDS:
            return None
        span = span_of(self.s, self._near())
        if span is not None:
            unit.used = True
            self.guess(0.05, f"I took {unit.item.text} as {span}.")
        return span

    def _takes(self, at: int) -> bool:
        """Whether a number is of how long something took: jobs that took more than a week."""
        return bool({p.norm for p in self.parts[max(0, at - 5) : at]} & _TAKING)

    def _rate(self, unit: Part) -> ColumnRef | None:
        """`£14 an hour`: of the one measure that is so much for each hour."""
        words = {stem(unit.norm), f"{stem(unit.norm)}ly", f"{stem(unit.norm)[:-1]}ily"}
        for table in [*self._near(), *(t.name for t in self.s.schema.tables)]:
            found = [
                n.ref for n in measures(self.s.schema, table)
                if words & set(name_words(n.ref.column))
            ]  # fmt: skip
            if unit.kind == "unit" and len(found) == 1:
                unit.used = True
                return found[0]
        return None

    def _by_dims(
        self,
        dims: tuple[str, ...],
        fits: Callable[[Nature], bool] = lambda n: True,
        tables: list[str] | None = None,
    ) -> ColumnRef | None:
        for table in self._near() if tables is None else tables:
            own = [n for n in measures(self.s.schema, table) if fits(n)]
            called = [[n for n in own if stem(dim) in n.words] for dim in dims]
            paid = [n for n in own if n.money] if "price" in dims else []
            found = next((each for each in (*called, paid) if each), [])
            if len(found) == 1:
                return found[0].ref
            if found:
                return self.pick_measure(found, "Which column is meant").ref
        return None

    def is_of_its_rows(
        self, left: Part, part: Part, first: int, bound: tuple[Operator, Bound]
    ) -> bool:
        """`average points of wines over $50`, `income of staff under 30`: the rows are so."""
        ref = left.sense.ref
        if ref is None:
            return False
        if part.item.tokens[0].currency and not self.nature(ref).money and not ref.worked:
            return True
        if self.norm(left.at + 1) not in ("of", "for", "among"):
            return False
        paid = any(root(p.norm) in EARNING_VERBS for p in self.parts[left.at + 1 : first])
        return paid or (first - left.at > 2 and self.met(ref, *bound) != "some")


__all__ = ["BoundUnits"]
