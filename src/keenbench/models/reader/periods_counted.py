"""How many days, months or years: on how many days was it freezing, in how many months it sold."""

from __future__ import annotations

from keenbench.models.offline.frame import Ask, Figure, Key
from keenbench.models.reader.numbered import Numbered
from keenbench.models.reader.parts import GLUE, Part

_SAYS_LITTLE = 0.3
"""A word that costs more to leave out is what was counted, were it known: strays in each month."""


class PeriodsCounted(Numbered):
    def counts_periods(self, cue: Part, part: Part) -> bool:
        """Whether `how many` asks for the days, weeks, months or years right after it."""
        between = self.parts[cue.at + 1 : part.at]
        return part.kind == "unit" and not any(
            p.kind not in GLUE or p.sense.cost > _SAYS_LITTLE for p in between
        )

    def count_periods(self, part: Part) -> None:
        """Count the different days on which rows are, or those whose rows meet a bound together.

        `on how many days was PM2.5 above 35` counts days that have such a row; `how many months
        had more than 100 orders` those with so many rows.
        """
        if any(p.value in ("avg", "median") for p in self.open("agg")):
            raise Ask(f"The {part.item.text} from which date to which other?", part.item.text)
        self.use(part)
        key = self._bucket(str(part.sense.unit))
        together = self._bound_together(part)
        if not together and self._is_whole(key):
            func = Figure(func="count_distinct", table=key.column.table, column=key.column)
            self.figures.append(func)
            return
        if self.keys:
            raise Ask(f"I cannot count {part.item.text} for each of several groups.")
        self.keys.append(key)
        self.count_groups = True
        self.settle_thresholds(part if together else None)

    def _bound_together(self, part: Part) -> bool:
        """Whether a bound is of all rows of a day and not of one: days with over 100 orders."""
        own = [bound for bound in self.thresholds if bound.ref is None]
        if own or any(bound.total or bound.average for bound in self.thresholds):
            return True
        amounts = [b for b in self.thresholds if b.ref is not None and b.op != "="]
        amounts = [b for b in amounts if b.ref is not None and self.nature(b.ref).added]
        if not amounts or self._a_row_each(part):
            return False
        money = any(b.ref is not None and self.nature(b.ref).money for b in amounts)
        ways = [(True, 0.0), (False, 0.1)] if money else [(False, 0.0), (True, 0.1)]
        if not self.pick("of the whole period", ways):
            return False
        for bound in amounts:
            bound.total = True
        return True

    def _a_row_each(self, part: Part) -> bool:
        """Whether a row is just one of the periods that are counted."""
        return part.sense.unit == "day" and any(self.s.is_row_a_day(t) for t in self._near()[:1])

    def _is_whole(self, key: Key) -> bool:
        """Whether the cells of a column are the periods themselves: dates, or years."""
        return key.unit is None or (key.unit == "day" and self.column(key.column).type == "date")


__all__ = ["PeriodsCounted"]
