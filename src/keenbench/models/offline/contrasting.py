"""Comparisons of groups with each other: the same figure for each of them."""

from __future__ import annotations

from keenbench.models.offline.columns import ColumnRef
from keenbench.models.offline.frame import Ask, Figure, Key, Test
from keenbench.models.offline.quantities import additive
from keenbench.models.offline.sentence import Placed
from keenbench.models.offline.subject import Subject


class Contrasting(Subject):
    def _compare(self) -> None:
        """`compare A and B`: the same figure for each of them."""
        s = self.s
        if not s.unused("compare"):
            return
        lists = [p.test for p in s.tests if p.test.op == "in" and p.test.column]
        lists += self._opposites()
        periods = [p.test for p in s.tests if p.test.period and p.test.any_of]
        if lists and lists[0].column:
            key = Key(column=lists[0].column)
        elif periods:
            key = Key(column=periods[0].columns()[0], unit="year")
        else:
            return
        if key not in s.keys:
            s.keys.append(key)
        s.use(*s.unused("compare"))
        if not s.figures and s.by_items:
            found = self._measure(s.by_items[0])
            if found is not None:
                figure, column = found
                if figure is None and column is not None:
                    if not additive(s, column):
                        raise Ask(f"Which figure of {column}: the average, the total…?")
                    figure = Figure(func="sum", table=column.table, column=column)
                assert figure is not None
                s.figures.append(figure)

    def _opposites(self) -> list[Test]:
        """`remote vs non-remote`: both values of a column, as one list instead of two tests."""
        s = self.s
        for column, placed in self._contradicting():
            s.tests = [p for p in s.tests if p not in placed]
            values = tuple(v for p in placed if not isinstance(v := p.test.value, tuple | None))
            said = " or ".join(p.test.said for p in placed)
            test = Test(column=column, op="in", value=values, said=said)
            s.tests.append(Placed(test, placed[0].at))
            return [test]
        return []

    def _contradicting(self) -> list[tuple[ColumnRef, list[Placed]]]:
        """Return the columns that would have to be two things at once."""
        equal: dict[ColumnRef, list[Placed]] = {}
        for placed in self.s.tests:
            if placed.test.op == "=" and placed.test.column is not None:
                equal.setdefault(placed.test.column, []).append(placed)
        return [
            (column, placed)
            for column, placed in equal.items()
            if len({str(p.test.value).casefold() for p in placed}) > 1
        ]
