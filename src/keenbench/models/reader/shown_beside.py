"""What is shown beside what a question asks for: columns of its rows, figures of its groups.

`which treatments brought in over 5000, and how much?` shows the sums that were bounded; `the most
expensive Toyota. Stock number and model` shows columns of that row; `which clients have overdue
invoices and how many each` counts them for each client. Rows, groups and order stay as they are.
"""

from __future__ import annotations

from collections.abc import Sequence

from keenbench.models.offline.columns import ColumnRef, unit_of
from keenbench.models.offline.frame import Ask, Figure, Key, Order, Test, Understanding
from keenbench.models.offline.items import Item
from keenbench.models.offline.spans import span_of
from keenbench.models.offline.words import name_words, word_set
from keenbench.models.offline.written_spans import TIME_UNITS
from keenbench.models.reader.assembly import Assembly
from keenbench.models.reader.columns_beside import EDGES, ColumnsBeside, NotShown
from keenbench.models.reader.moments import MOMENTS
from keenbench.models.reader.nature import measures
from keenbench.models.reader.tails import Want

_SUMS = word_set("price amount cost fee revenue salary total value paid payment")


def shown_beside(
    meant: Understanding, assembly: Assembly, wants: Sequence[Want]
) -> tuple[float, Understanding] | None:
    """Return a reading with all that is asked for besides, and what had to be guessed for it."""
    if meant.change is not None or meant.count_groups or meant.exists:
        return None
    beside = _Beside(meant, assembly)
    try:
        for want in wants:
            beside.add(want)
    except (NotShown, Ask):
        return None
    return beside.cost, beside.result()


class _Beside(ColumnsBeside):
    def result(self) -> Understanding:
        return self.meant.model_copy(
            update={
                "shown": tuple(dict.fromkeys(self.shown)),
                "keys": tuple(dict.fromkeys(self.keys)),
                "figures": tuple(dict.fromkeys(self.figures)),
                "tests": tuple(self.tests),
                "order": tuple(self.order),
                "limit": self.limit,
                "distinct": self.distinct,
                "subject": self.table,
            }
        )

    def add(self, want: Want) -> None:
        of_groups = want.item is not None and want.item.norm == "numbers" and bool(self.keys)
        if want.asked == "count" or (want.asked == "key" and of_groups):
            self._count(want.item if want.asked == "count" else None)
        elif want.asked == "amount":
            self._amount(want.item)
        elif want.asked == "order":
            self._sort(want.item)
        elif want.asked == "lasting":
            self._lasting()
        else:
            self._show(self.columns(want))

    def _told_by_all(self) -> None:
        """Show all of a row that nothing names."""
        if len(self.shown) == 1:
            columns = self.a.s.table(self.table).columns
            self.shown += [ColumnRef(self.table, c.name) for c in columns]

    def _show(self, refs: Sequence[ColumnRef]) -> None:
        for ref in refs:
            if ref in self.shown or any(key.column == ref for key in self.keys):
                continue
            dated = any(o.column and self.a.nature(o.column).kind == "date" for o in self.order)
            if dated and self.a.nature(ref).words & MOMENTS:
                raise NotShown  # the earliest goal, which minute: that is what it goes by
            if self.figures:
                self._show_with_figures(ref)
            else:
                self._show_of_rows(ref)

    def _show_of_rows(self, ref: ColumnRef) -> None:
        if ref.table not in self.a.s.reach(self.table):
            raise NotShown
        if self.keys:
            self._show_with_figures(ref)
            return
        self.shown.append(ref)

    def _show_with_figures(self, ref: ColumnRef) -> None:
        """Show a column beside groups that each have one of it, or a figure of it."""
        if not self.keys:
            self._show_of_edge(ref)
            return
        nature = self.a.nature(ref)
        if any(figure.column == ref for figure in self.figures):
            return
        if self._is_told_by_keys(ref):
            self.keys.append(Key(column=ref))
            return
        if nature.kind != "number" or self.a.s.yes_value(ref) is not None:
            raise NotShown
        self._figure(self.a.func_for(ref), ref)

    def _is_told_by_keys(self, ref: ColumnRef) -> bool:
        """Whether each group has one of a column: the town of each customer."""
        schema = self.a.s.schema
        for key in self.keys:
            own = key.column
            unique = key.unit is None and self.a.nature(own).unique
            if unique and ref.table in self.a.s.reach(own.table):
                return True
            for r in schema.relations:
                points = (r.from_table, r.from_column) == (own.table, own.column)
                if key.unit is None and points and ref.table in self.a.s.reach(r.to_table):
                    return True
        return False

    def _show_of_edge(self, ref: ColumnRef) -> None:
        """`the highest number of inbound bikes. Where and when?`: of the row that has it."""
        figure = self.figures[0]
        edge = EDGES.get(figure.func)
        if len(self.figures) > 1 or edge is None or figure.column is None or figure.where:
            raise NotShown
        self.table = figure.column.table
        self.figures = []
        self.shown = [*self.a.show_rows(self.table), figure.column]
        self._told_by_all()
        self.order = [Order(column=figure.column, direction=edge)]
        self.limit = 1
        if self.a.column(figure.column).nullable:
            self.tests.append(Test(column=figure.column, op="is_not_null", said=""))
        self._show([ref])

    def _figure(self, func: str, ref: ColumnRef | None, table: str = "") -> None:
        figure = Figure(func=func, table=ref.table if ref else table, column=ref)
        if figure not in self.figures:
            self.figures.append(figure)

    # -- how many, how much

    def _count(self, noun: Item | None) -> None:
        """Show how many there are of what was named, or of what the main clause is about."""
        measure = self._measure_called(noun)
        if measure is not None:
            self._show([measure])
            return
        table = self._rows_called(noun)
        if self.figures and self.keys:
            told = [f for f in self.figures if table in ("", f.table) or f.column is not None]
            counted = [f for f in told if f.func in ("count", "count_distinct")]
            counted = counted or [f for f in told if not table and self._is_said(f)]
            if not counted:
                self._figure("count", None, table or self._base())
            return
        if self.figures:
            if not any(f.func in ("count", "count_distinct") for f in self.figures):
                self._figure("count", None, table or self._base())
            return
        if self.keys:
            self._figure("count", None, table or self._base())
            return
        if self.order and self.limit is not None:
            ranked = self.order[0].column
            if ranked is None or self.a.nature(ranked).kind != "number" or table:
                raise NotShown
            return
        self._count_listed(table)

    def _count_listed(self, table: str) -> None:
        """Count what a list is of: for each of what is named, or all of the rows."""
        tested = [r.table for t in self.tests for r in t.columns() if r.table != self.table]
        many = [t for t in ([table] if table else tested) if t != self.table]
        many = [t for t in many if self.table in self.a.s.reach(t)]
        opened = any(p.tag in ("which", "list") for p in self.a.parts[:2])
        if many:
            refs = self.a.show_rows(self.table)
        elif self.distinct and len(self.shown) == 1 and table in ("", self.table):
            refs, many = self.shown, [self.table]
        elif table in ("", self.table) and not self.meant.without and not self.limit:
            if opened:
                self.cost += 0.1  # the list says how many there are
                return
            refs, many = [], [self.table]
        else:
            raise NotShown
        if not refs and opened:
            raise NotShown
        self.keys = [Key(column=ref) for ref in refs]
        self.shown, self.distinct = [], False
        self._figure("count", None, many[0])

    def _measure_called(self, noun: Item | None) -> ColumnRef | None:
        """Return a column that says how many: the units of a line."""
        if noun is None:
            return None
        near = self._near()
        found = [
            c.ref for c in noun.columns
            if c.ref.table in near and self.a.nature(c.ref).kind == "number"
            and self.a.s.yes_value(c.ref) is None
        ]  # fmt: skip
        figured = [ref for ref in found if any(f.column == ref for f in self.figures)]
        return next(iter([*figured, *found]), None)

    def _rows_called(self, noun: Item | None) -> str:
        """Return the table of the rows that a noun means; none where it names what is shown."""
        if noun is None:
            return ""
        held = [t.table for t in noun.tables] + ([noun.rows_of] if noun.rows_of else [])
        if held:
            return held[0]
        keyed = [key.column for key in self.keys]
        if any(c.ref in keyed for c in noun.columns):
            raise NotShown
        own = [c.ref for c in noun.columns if c.ref.table == self._base()]
        if own and self.a.nature(own[0]).kind in ("text", "key"):
            raise NotShown
        return ""

    def _amount(self, item: Item | None) -> None:
        """Show the sum that was asked about, else the only one that there is.

        What somebody paid is money, and no number of anything else.
        """
        if item is not None:
            near = self._near()
            exact = [c.ref for c in item.columns if c.how == "exact" and c.ref.table in near]
            if exact:
                self._show(exact[:1])
                return
        if any(self._is_money(f) or f.func in ("sum", "avg", "max", "min") for f in self.figures):
            return
        by = [o.column for o in self.order if o.column is not None]
        bounded = [r for t in self.tests for r in t.columns() if self._is_bound(t)]
        for ref in (*by, *bounded):
            if self.a.nature(ref).kind == "number":
                paid = item is not None and item.norm == "what"
                other = not self.a.nature(ref).money or self._has_sums_in_text()
                if paid and other:
                    raise NotShown
                self._show([ref])
                return
        if self.figures and self.keys and item is not None:
            return  # with the totals, of what was counted
        money = [n.ref for n in measures(self.a.s.schema, self._base()) if n.money]
        if len(money) != 1:
            raise NotShown
        if self.figures:
            self._figure("sum", money[0])
        else:
            self._show(money)

    def _lasting(self) -> None:
        """Show how long it took, where it is not what was asked by."""
        held = [f.column for f in self.figures] + [o.column for o in self.order]
        if any(ref is not None and unit_of(self.a.column(ref)) in TIME_UNITS for ref in held):
            return
        span = span_of(self.a.s, [self._base()])
        if span is None:
            raise NotShown
        self._show([span])

    def _has_sums_in_text(self) -> bool:
        """Whether a column of texts may hold the sum that is asked for: Sale Price, as $12,000."""
        columns = self.a.s.table(self._base()).columns
        texts = [name_words(c.name) for c in columns if c.type == "string"]
        return any(_SUMS & {*words} for words in texts)

    def _is_bound(self, test: Test) -> bool:
        return not test.period and isinstance(test.value, int | float | tuple)

    def _is_money(self, figure: Figure) -> bool:
        return figure.column is not None and self.a.nature(figure.column).money

    def _is_said(self, figure: Figure) -> bool:
        """Whether a figure is of a number that was named: how many tickets, not how much money."""
        said = any(p.sense.ref == figure.column for p in self.a.parts if p.kind == "col")
        return said and not self._is_money(figure)

    def _sort(self, item: Item | None) -> None:
        """`biggest first`: by what is ranked already, else by the figure or the last number."""
        way = item.meaning.value if item is not None and item.meaning is not None else "desc"
        if self.limit is not None and self.order:
            return
        if self.keys and self.figures:
            self.order = [Order(figure=0, direction=way)]
            return
        numbers = [r for r in self.shown if self.a.nature(r).kind == "number"]
        if self.figures or not numbers:
            raise NotShown
        self.order = [Order(column=numbers[-1], direction=way)]


__all__ = ["shown_beside"]
