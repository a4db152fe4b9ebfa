"""How a figure changes: from one period to another, from month to month, and what it adds up to."""

from __future__ import annotations

from itertools import pairwise

from keenbench.models.offline.frame import Ask, Change, Figure, Key, Test
from keenbench.models.offline.words import name_words
from keenbench.models.reader.parts import Part
from keenbench.models.reader.sides import Sides

_OF_EACH = ("median", "max", "min", "stddev")
_STEPS = ("year", "quarter", "month", "week", "day")
_NEAR = 2
"""How many words away from `growth` a percentage is still one of the growth."""


class Growing(Sides):
    def read_change(self) -> bool:
        """`revenue growth from 2023 to 2024`, `month over month`, `running total per year`."""
        growth, running = self.open("growth"), self.open("running")
        if not growth and not running:
            return False
        cue = (growth or running)[0]
        self._use_percents(growth)
        self.use(*growth, *running)
        for part in growth:
            if part.value in _STEPS and not self._goes_on_time():
                self.keys.insert(0, self._bucket(part.value))
        trend = self.open("trend")
        self.use(*trend)
        if (trend or running) and not self._goes_on_time():
            self.guess(0.0 if trend else 0.2)
            self.keys.insert(0, self._bucket("month"))
        self._changing_figure(cue)
        self.settle_thresholds(None)
        figure = self.figures[0]
        if running:
            if figure.func not in ("count", "sum"):
                raise Ask("I can add up counts and totals as they go on, no averages.")
            self.change = Change(kind="running")
        elif self._goes_on_time():
            self.change = Change(kind="each")
        else:
            sides = self._two_periods()
            if sides is None:
                raise Ask("The change from which time to which other?", cue.item.text)
            self.change = Change(kind="between", before=sides[0], after=sides[1])
        return True

    def _use_percents(self, growth: list[Part]) -> None:
        """`percentage growth`, `grew in percent`: a change is always told in percent too."""
        for part in self.open("share"):
            if any(abs(part.at - each.at) <= _NEAR for each in growth):
                self.use(part)

    def _goes_on_time(self) -> bool:
        if not self.keys:
            return False
        first = self.keys[0]
        return first.unit in _STEPS or self.nature(first.column).kind in ("year", "date")

    def _changing_figure(self, cue: Part) -> None:
        """Read the one figure that changes; how much it grew is no figure by itself."""
        self.use(
            *[p for p in self.open("how_much") if not (p.sense.meaning and p.sense.meaning.dims)]
        )
        self.read_figures()
        rows = [p for p in self.parts if p.kind == "rows" and not p.used]
        measured = [p for p in self.parts if not p.used and self.is_measure(p)]
        money = self.money_said()
        if not self.figures and measured:
            self._figure(self.func_said(measured[0]), measured[0])
        elif not self.figures and money is not None:
            ref = self.money_named(money)
            self.figures.append(Figure(func="sum", table=ref.table, column=ref))
        elif not self.figures and rows:
            self.use(rows[0])
            self.figures.append(Figure(func="count", table=rows[0].sense.table))
        if len(self.figures) != 1 or self.figures[0].share:
            raise Ask(
                "The change of which figure? Please ask for one count, total or average.",
                cue.item.text,
            )

    def _two_periods(self) -> tuple[Test, Test] | None:
        """Return the two periods that were named, in their order, which are conditions no more."""
        for test, at in self.tests:
            if not test.period:
                continue
            sides = test.any_of
            if test.op == "in" and isinstance(test.value, tuple):
                ref = test.column
                sides = tuple(
                    Test(column=ref, value=value, said=f"{ref} “{value}”", period=True)
                    for value in test.value
                )
            if len(sides) == 2:
                self.tests.remove((test, at))
                return sides[0], sides[1]
        return None

    def average_stretches(self) -> None:
        """`average monthly revenue`: the average of what each month comes to."""
        if self.change is not None or len(self.figures) != 1 or len(self.keys) != 1:
            self._average_within()
            return
        figure, key = self.figures[0], self.keys[0]
        if figure.column is None or key.unit not in _STEPS:
            return
        said = any(
            part.tag == "agg" and part.value == figure.func and following.tag == "bucket"
            for part, following in zip(self.parts, self.parts[1:], strict=False)
        )
        if figure.func in _OF_EACH and said and key.unit in name_words(key.column.column):
            if self.pick("stretch", [(True, 0.0), (False, 0.15)]):
                self.keys = []  # the median monthly bill, of rows that are of a month each
            return
        if figure.func != "avg":
            return
        if said and self.nature(figure.column).added:
            self.figures = [figure.model_copy(update={"func": "sum"})]
            self.change = Change(kind="mean")
            self.remarks.append(f"The average is of the {key.unit}s that have any.")

    def _average_within(self) -> None:
        """`average daily output for each month`: of each month what its days give on average.

        What is averaged over its days is not split by them too.
        """
        figure = self.figures[0] if len(self.figures) == 1 and self.change is None else None
        if figure is None or figure.func != "avg" or figure.column is None or figure.per:
            return
        inner = self._averaged_over()
        if inner is None:
            return
        ref = inner.column
        self.keys = [key for key in self.keys if key != inner]
        if self.nature(ref).unique and ref.table == figure.column.table:
            return  # each row is a day
        if inner.unit in name_words(ref.column):
            return  # a monthly bill, of rows that are of a month each
        if not self.nature(figure.column).added:
            return  # the average temperature of a month is that of its rows
        if inner.unit != "day" or self.column(ref).type != "date":
            raise Ask(f"I cannot work out the average of each {inner.unit} by group.")
        self.figures = [figure.model_copy(update={"func": "sum", "per": ref})]

    def _averaged_over(self) -> Key | None:
        """Return the stretch that the average is of, where groups are told besides."""
        for part, following in pairwise(self.parts):
            daily = part.tag == "agg" and part.value == "avg" and following.tag == "bucket"
            found = [k for k in self.keys if daily and k.unit == following.value]
            if len(found) == 1 and len(self.keys) > 1 and found[0].unit in _STEPS:
                return found[0]
        dated = [key for key in self.keys if key.unit in _STEPS]
        nested = len(dated) == 2 and dated[0].column == dated[1].column
        if not nested or any(p.tag == "and" for p in self.parts):
            return None
        return max(dated, key=lambda key: _STEPS.index(str(key.unit)))  # per day by month
