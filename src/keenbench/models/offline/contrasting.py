"""Comparisons of groups with each other: the same figure for each of them."""

from __future__ import annotations

from keenbench.models.offline.columns import ColumnRef
from keenbench.models.offline.frame import Ask, Figure, Key, Order, Test
from keenbench.models.offline.measures import measures_of
from keenbench.models.offline.quantities import addable, additive
from keenbench.models.offline.ranking import Ranking
from keenbench.models.offline.sentence import Placed


class Contrasting(Ranking):
    def _compare(self) -> None:
        """`compare A and B`, `do A or B have more`: the same figure for each of them."""
        s = self.s
        more = s.unused("versus")
        if not s.unused("compare") and not more:
            return
        if s.change is not None:
            s.use(*s.unused("compare"))  # "the difference … between A and B"
            return
        key = self._compared(bool(more))
        if key is None:
            return
        s.use(*s.unused("compare"))
        if not s.figures:
            self._compared_by(more[0] if more else None, key)
        if key not in s.keys:
            s.keys.append(key)
        if more:
            s.use(*more[:1])
            if not s.order and s.figures:
                meaning = s.items[more[0]].meaning
                way = "asc" if meaning is not None and meaning.value == "asc" else "desc"
                s.order.append(Order(figure=0, direction=way))

    def _compared(self, more: bool) -> Key | None:
        """Return what tells apart the groups that are compared."""
        s = self.s
        lists = [p.test for p in s.tests if p.test.op == "in" and p.test.column]
        lists += self._opposites()
        periods = [p.test for p in s.tests if p.test.period and p.test.any_of]
        if lists and lists[0].column:
            return Key(column=lists[0].column, unit=lists[0].part)  # Mondays vs Fridays
        if periods:
            return Key(column=periods[0].columns()[0], unit="year")
        del more
        return None

    def _compared_by(self, at: int | None, key: Key) -> None:
        s = self.s
        if at is None and not s.by_items:
            self._compared_plainly(key)
            return
        meaning = s.items[at].meaning if at is not None else None
        direction = meaning.value if meaning is not None else "desc"
        if self.asked is not None and self.asked.column and s.is_number(self.asked.column):
            self.asked = None
        asked = self.asked
        figure: Figure | None
        column: ColumnRef | None
        deed = (
            asked is not None
            and not (meaning is not None and meaning.dims)
            and not any(t.how == "exact" for t in s.items[asked.at].tables)
        )
        if (
            at is not None
            and asked is not None
            and asked.kind == "table"
            and (asked.at == at + 1 or deed)
        ):
            s.use(asked.at)
            figure, column = Figure(func="count", table=asked.table), None
        else:
            figure, column = self._goes_by(at, direction)
        figures = [figure] if figure is not None else []
        if figure is None:
            assert column is not None
            figures = self._compared_of(column, key, sized=at is not None and self._sizes(at))
        s.figures.extend(figures)
        self.asked = None

    def _sizes(self, at: int) -> bool:
        """Whether a word compares how large each is, not how much there is of all: bigger tips."""
        return self.s.items[at].norm.split()[0] not in ("more", "less", "fewer", "higher", "lower")

    def _compared_of(self, column: ColumnRef, key: Key, *, sized: bool) -> list[Figure]:
        """Return a total or an average; both where the larger may be meant of each or of all."""
        typical = self._typical(column, key)
        if not sized or typical.func != "sum" or self._tells_rows(key.column):
            return [typical]
        self.s.remark(f"I compared the average and the total {column}.")
        return [typical.model_copy(update={"func": "avg"}), typical]

    def _compared_plainly(self, key: Key) -> None:
        """`compare Italy and Spain in 2010`: by the one measure that there is."""
        s = self.s
        if self.asked is not None and (
            self.asked.kind == "table" or not s.is_number(self.asked.column)  # type: ignore[arg-type]
        ):
            return
        only = self.asked.column if self.asked is not None else only_of(self, key.column)
        if only is None:
            return
        s.figures.append(self._typical(only, key))
        if self.asked is not None:
            s.use(self.asked.at)
            self.asked = None

    def _typical(self, column: ColumnRef, key: Key) -> Figure:
        """Return the figure that groups are compared by: a total, or else the average."""
        s = self.s
        if s.wanted is not None:
            return Figure(func=s.wanted, table=column.table, column=column)
        more = any(i.norm in ("more", "less", "fewer") and i.tag == "versus" for i in s.items)
        if additive(s, column) or self._tells_rows(key.column) or (more and addable(s, column)):
            return Figure(func="sum", table=column.table, column=column)
        if s.is_time(column):
            raise Ask(f"The first or the last {column}?")
        s.remark(f"I compared the average {column}.")
        return Figure(func="avg", table=column.table, column=column)

    def _opposites(self) -> list[Test]:
        """`remote vs non-remote`: both values of a column, as one list instead of two tests."""
        s = self.s
        for column, placed in self._contradicting():
            s.tests = [p for p in s.tests if p not in placed]
            values = tuple(v for p in placed if not isinstance(v := p.test.value, tuple | None))
            said = " or ".join(p.test.said for p in placed)
            part = placed[0].test.part
            test = Test(column=column, part=part, op="in", value=values, said=said)
            s.tests.append(Placed(test, placed[0].at))
            return [test]
        return []

    def _contradicting(self) -> list[tuple[ColumnRef, list[Placed]]]:
        """Return the columns that would have to be two things at once."""
        equal: dict[tuple[ColumnRef, str | None], list[Placed]] = {}
        for placed in self.s.tests:
            if placed.test.op == "=" and placed.test.column is not None:
                equal.setdefault((placed.test.column, placed.test.part), []).append(placed)
        return [
            (column, placed)
            for (column, _), placed in equal.items()
            if len({str(p.test.value).casefold() for p in placed}) > 1
        ]


def only_of(contrast: Contrasting, ref: ColumnRef) -> ColumnRef | None:
    """Return the one measure of the table that groups are told apart in."""
    found = measures_of(contrast.s, ref.table)
    return found[0] if len(found) == 1 else None
