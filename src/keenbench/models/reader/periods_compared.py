"""Two times against each other: May and June, this year and the last, Mondays and Fridays."""

from __future__ import annotations

from datetime import date

from keenbench.models.offline.calendar_spans import PeriodUnit, start_of, step
from keenbench.models.offline.frame import Key, Test
from keenbench.models.reader.ranked_shares import RankedShares


class PeriodsCompared(RankedShares):
    def join_periods(self) -> None:
        """`more in 2023 than in 2022`: no row is of both, so that each is by itself."""
        than = [p.at for p in self.parts if p.norm.endswith("than") or p.tag == "compare"]
        found = [(test, at) for test, at in self.tests if test.period and test.column is None]
        found = [pair for pair in found if not pair[0].any_of]
        years = [(t, at) for t, at in self.tests if t.period and t.op == "=" and t.column]
        for pair in (found, years):
            if len(pair) != 2 or pair[0][0].columns() != pair[1][0].columns():
                continue
            (one, first), (other, last) = sorted(pair, key=lambda each: each[1])
            if not any(first < at < last for at in than):
                continue
            both = Test(any_of=(one, other), said=f"{one.said} or {other.said}", period=True)
            if pair is years:
                values = (one.value, other.value)
                both = Test(column=one.column, op="in", value=values, said=both.said, period=True)
            self.tests = [each for each in self.tests if each not in pair]
            self.tests.append((both, first))

    def contrast_times(self) -> None:
        """`mondays vs fridays`, `May 2025 vs May 2026`, `Q1 against Q2`: each of them by itself."""
        against = self.open("compare")
        if not against or self.keys:
            return
        for test, _ in self.tests:
            several = isinstance(test.value, tuple) and len(test.value) > 1
            if test.part == "weekday" and test.column is not None and several:
                self.keys.append(Key(column=test.column, unit="weekday"))
            elif test.period and len(test.any_of) > 1 and self._unit_of(test) is not None:
                self.keys.append(Key(column=test.columns()[0], unit=self._unit_of(test)))
            else:
                continue
            self.use(*against)
            return

    def _unit_of(self, test: Test) -> PeriodUnit | None:
        """Return the unit of the calendar that each of several periods is one of."""
        found: set[PeriodUnit] = set()
        for each in test.any_of:
            ends = [t.value for t in each.all_of if isinstance(t.value, str)]
            if len(ends) != 2:
                return None
            start, end = (date.fromisoformat(day) for day in ends)
            units: tuple[PeriodUnit, ...] = ("year", "quarter", "month", "day")
            whole = [u for u in units if start_of(start, u) == start and step(start, u, 1) == end]
            if not whole:
                return None
            found.add(whole[0])
        return found.pop() if len(found) == 1 else None

    def contrast_periods(self) -> None:
        for test, _ in self.tests:
            if test.period and len(test.any_of) > 1:
                ref = test.columns()[0]
                self.keys.append(Key(column=ref, unit=self._unit_of(test) or "year"))
                return
            if test.period and test.op == "in" and test.column is not None:
                self.keys.append(Key(column=test.column))
                return


__all__ = ["PeriodsCompared"]
