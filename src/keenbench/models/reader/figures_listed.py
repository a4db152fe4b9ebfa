"""Several figures of each group in one list: number of orders, units sold and revenue."""

from __future__ import annotations

from keenbench.models.offline.frame import Figure
from keenbench.models.reader.forms import Forms
from keenbench.models.reader.parts import Part

HEADCOUNT = ("headcount", "head count", "heads")


class FiguresListed(Forms):
    def read_figures(self) -> None:
        self.read_figures_named()
        if self.keys:
            self._add_listed()

    def count_listed_rows(self, entity: Part | None) -> None:
        """`gigs, tickets sold and takings by city`: how many rows, and their measures."""
        if not self.figures or entity is None or entity.kind != "rows" or not entity.plural:
            return
        after = self.after(entity.at, over=("skip",))
        joined = after is not None and (after.tag == "and" or after.after_mark)
        if joined and self.before(entity.at) is None and not entity.used:
            self.use(entity)
            self.figures.insert(0, Figure(func="count", table=entity.sense.table))

    def _add_listed(self) -> None:
        """`number of orders, units sold and revenue for each item`: measures of the same list."""
        for part in self.parts:
            if part.tag == "group" or self.thresholds:
                return
            before, after = self.before(part.at), self.after(part.at)
            joined = part.after_mark or (before is not None and before.tag == "and")
            first = after is not None and (after.tag == "and" or after.after_mark)
            if part.used or not (joined or (first and before is None)):
                continue
            if self.is_measure(part):
                self._figure(self.func_asked(part), part)
                if first and before is None:
                    self.figures.insert(0, self.figures.pop())
            elif part.norm in HEADCOUNT or part.norm.endswith(" count"):
                self.use(part)
                self.figures.insert(0, Figure(func="count", table=part.sense.table))


__all__ = ["HEADCOUNT", "FiguresListed"]
