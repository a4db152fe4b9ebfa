"""Groups by time: of which column the months, weekdays or hours are."""

from __future__ import annotations

from keenbench.models.offline.calendar_cells import Part as CalendarPart
from keenbench.models.offline.calendar_cells import calendar_column
from keenbench.models.offline.columns import ColumnRef, is_time
from keenbench.models.offline.frame import Ask, Key, Test
from keenbench.models.offline.words import name_words, stem
from keenbench.models.reader.parts import Part
from keenbench.models.reader.rates import Rates

_DAYPARTS = frozenset(("time", "daypart", "session", "meal", "shift", "slot"))


class TimeGroups(Rates):
    def _bucket(self, unit: str) -> Key:
        if unit in ("hour", "hour_of_day"):
            return self._hours(unit)
        told = self._told_by_cells(unit)
        if told is not None:
            return told
        dated = [p for p in self.parts if p.kind == "col" and p.sense.ref is not None
                 and self.nature(p.sense.ref).kind == "date"]  # fmt: skip
        tested = [r for t, _ in self.tests if t.period for r in t.columns()]
        if dated and dated[0].sense.ref is not None:
            ref: ColumnRef = dated[0].sense.ref
            self.use(dated[0])
        elif tested and self.nature(tested[0]).kind == "date":
            ref = tested[0]
        elif tested and unit == "year" and self.nature(tested[0]).kind == "year":
            return Key(column=tested[0])
        else:
            ref = self.date_of(self.tables(), unit, years=unit == "year")
            if self.nature(ref).kind == "year":
                return Key(column=ref)
        if self.column(ref).nullable:
            self.test(Test(column=ref, op="is_not_null", said=""), -1)  # what has no date
        return Key(column=ref, unit=unit)

    def _stretch_of(self, target: Part) -> Part | None:
        """`by check-in month`: of a date, the month."""
        ref = target.sense.ref if target.kind == "col" else None
        if ref is None or self.nature(ref).kind != "date" or target.at + 1 >= len(self.parts):
            return None
        following = self.parts[target.at + 1]
        whole = following.kind == "unit" and not following.used and not following.after_mark
        return following if whole and following.sense.unit != "day" else None

    def _told_by_cells(self, unit: str) -> Key | None:
        """Return the column that holds the weekdays, or, without dates, the months or quarters."""
        part: CalendarPart
        if unit == "weekday":
            part = "weekday"
        elif unit in ("month", "month_of_year"):
            part = "month"
        elif unit == "quarter":
            part = "quarter"
        else:
            return None
        near = self._near()
        dated = any(is_time(c) for table in near for c in self.s.table(table).columns)
        if dated and part != "weekday":
            return None
        found = calendar_column(self.s, near, part)
        return Key(column=found.ref) if found is not None else None

    def _hours(self, unit: str) -> Key:
        """Return the hour of a column that knows it; of a time of day it is the hour of the day."""
        columns = [
            (ColumnRef(table, c.name), c.type)
            for table in self._near() for c in self.s.table(table).columns
        ]  # fmt: skip
        times = [ref for ref, kind in columns if kind == "time"]
        moments = [ref for ref, kind in columns if kind == "timestamp"]
        if len(times) == 1 and not moments:
            return Key(column=times[0], unit="hour_of_day")
        told = [r for r, k in columns if k == "string" and (self.column(r).distinct or 99) < 24
                and {stem(word) for word in name_words(r.column)} & _DAYPARTS]  # fmt: skip
        if not moments and unit == "hour_of_day" and len(told) == 1:
            return Key(column=told[0])  # lunch or dinner, as a column called time says
        if not moments:
            raise Ask("I see no times of day that hours could be of.")
        if len(moments) > 1:
            dated = self.date_of(self.tables(), unit)
            moments = [dated] if dated in moments else moments
        return Key(column=moments[0], unit=unit)


__all__ = ["TimeGroups"]
