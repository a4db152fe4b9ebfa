"""What is so much for each: £14 an hour, by cancellation rate; no groups to be made."""

from __future__ import annotations

from keenbench.models.offline.columns import is_time
from keenbench.models.offline.frame import Ask
from keenbench.models.offline.words import name_words, word_set
from keenbench.models.reader.conditions import Conditions
from keenbench.models.reader.nature import measures
from keenbench.models.reader.parts import Part

_REGULAR = {
    "month": word_set("month monthly"),
    "year": word_set("year yearly annual annually"),
    "week": word_set("week weekly"),
    "day": word_set("day daily"),
}
"""Words of headers whose sums come again: MonthlyCharges, Annual Rent."""


class Rates(Conditions):
    def refuse_groups_left(self) -> None:
        """`the latest reading of every car`, of a Type Car: one for each of them."""
        for part in self.open("group"):
            following = self.parts[part.at + 1] if part.at + 1 < len(self.parts) else None
            each = part.norm.split()[-1] in ("each", "every")
            if each and not self.keys and following is not None and following.kind == "val":
                raise Ask(f"For each of which {following.item.text}?", part.item.text)

    def is_rate(self, part: Part) -> bool:
        """`£14 an hour`, `between 800 and 900 a month`, `in a month`: so much, and no groups."""
        before = self.parts[part.at - 2] if part.at > 1 else None
        if before is None:
            return False
        if self._holds_so_much_for_each(before, str(part.sense.unit)):
            return True
        return before.kind == "num" or before.norm in ("in", "within", "once", "twice", "times")

    def by_its_rate(self, part: Part, target: Part) -> bool:
        """`paid the least per hour`, of rows without hours: by the hourly rate."""
        unit = str(target.sense.unit)
        before = self.before(part.at) if part.norm == "per" and target.kind == "unit" else None
        if before is not None and self._holds_so_much_for_each(before, unit):
            self.use(part, target)
            return True
        if target.kind == "unit" and unit in _REGULAR:
            return self._by_its_regular_sum(part, target)
        if target.kind != "unit" or unit != "hour" or self._has_hours():
            return False
        words = {unit, f"{unit}ly"}
        found = [
            n.ref for table in self._near() for n in measures(self.s.schema, table)
            if words & set(name_words(n.ref.column))
        ]  # fmt: skip
        if len(found) != 1:
            raise Ask(f"I see no times of day to group by {unit}.", target.item.text)
        sense = type(target.sense)("col", 0.0, ref=found[0], table=found[0].table)
        self.use(part, target)
        self.rank_by.append(Part(target.at, target.item, sense))
        return True

    def _holds_so_much_for_each(self, measure: Part, unit: str) -> bool:
        """`what does it cost per month`, of a Monthly Rent: what a row holds is for a month.

        But where rows are dated by their month, each is a month's.
        """
        bound = [t.ref for t in self.thresholds if t.at == measure.at and measure.kind == "num"]
        ref = bound[0] if bound else measure.sense.ref if self.is_measure(measure) else None
        words = _REGULAR.get(unit)
        if words is None or ref is None:
            return False
        told = words & set(name_words(ref.column))
        said = words & {token.norm for token in measure.item.tokens}
        columns = self.s.table(ref.table).columns
        rows = any(is_time(c) and words & set(name_words(c.name)) for c in columns)
        return bool(told) and not said and not rows

    def _by_its_regular_sum(self, part: Part, target: Part) -> bool:
        """`how much do we get per month`, of rows without dates but a MonthlyCharges: that sum."""
        columns = [c for table in self._near() for c in self.s.table(table).columns]
        found = [
            n.ref for table in self._near() for n in measures(self.s.schema, table)
            if n.money and _REGULAR[str(target.sense.unit)] & set(name_words(n.ref.column))
        ]  # fmt: skip
        if len(found) != 1 or any(is_time(c) for c in columns):
            return False
        for other in self.parts:
            ref = other.sense.ref
            if self.is_measure(other) and ref is not None and self.nature(ref).money:
                self.use(other)  # the revenue, of a month
        self.use(part)
        target.sense = type(target.sense)("col", 0.0, ref=found[0], table=found[0].table)
        if any(p.tag == "super" for p in self.parts):
            self.use(target)
            self.rank_by.append(Part(target.at, target.item, target.sense))
        return True

    def _has_hours(self) -> bool:
        columns = [c for table in self._near() for c in self.s.table(table).columns]
        return any(c.type in ("timestamp", "time") for c in columns)

    def after_number(self, part: Part) -> bool:
        before = self.parts[part.at - 2] if part.at > 1 else None
        return part.kind == "unit" and before is not None and before.kind == "num" and (
            self.norm(part.at - 1) in ("a", "an", "per", "each")
        )  # fmt: skip
