"""What is shown beside what a question asks for: columns of its rows, figures of its groups.

`which treatments brought in over 5000, and how much?` shows the sums that were bounded; `the most
expensive Toyota. Stock number and model` shows columns of that row; `which clients have overdue
invoices and how many each` counts them for each client. Rows, groups and order stay as they are.
"""

from __future__ import annotations

from collections.abc import Sequence

from keenbench.models.offline.columns import ColumnRef, key_of, names_of
from keenbench.models.offline.frame import Ask, Figure, Key, Order, Test, Understanding
from keenbench.models.offline.items import Item
from keenbench.models.offline.words import name_words, word_set
from keenbench.models.reader.assembly import Assembly
from keenbench.models.reader.moments import MOMENTS
from keenbench.models.reader.nature import is_of_people, measures, people_columns
from keenbench.models.reader.people_meant import people_asked
from keenbench.models.reader.tails import Want

_COSTS = {"exact": 0.0, "verb": 0.06, "part": 0.04, "typo": 0.1, "synonym": 0.08, "described": 0.2}
_SUMS = word_set("price amount cost fee revenue salary total value paid payment")
_EDGES = {"max": "desc", "min": "asc"}


class NotShown(Exception):
    """What is asked for besides cannot be told of what the main clause is about."""


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


class _Beside:
    def __init__(self, meant: Understanding, assembly: Assembly) -> None:
        self.meant = meant
        self.a = assembly
        self.cost = 0.0
        self.shown = list(meant.shown)
        self.keys = list(meant.keys)
        self.figures = list(meant.figures)
        self.tests = list(meant.tests)
        self.order = list(meant.order)
        self.limit = meant.limit
        self.distinct = meant.distinct
        self.named = meant.named
        self.table = meant.subject

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

    @property
    def grouped(self) -> bool:
        return bool(self.keys)

    def add(self, want: Want) -> None:
        of_groups = want.item is not None and want.item.norm == "numbers" and self.grouped
        if want.asked == "count" or (want.asked == "key" and of_groups):
            self._count(want.item if want.asked == "count" else None)
        elif want.asked == "amount":
            self._amount(want.item)
        elif want.asked == "order":
            self._sort(want.item)
        else:
            self._show(self._columns(want))

    # -- columns

    def _columns(self, want: Want) -> list[ColumnRef]:
        item = want.item
        if want.asked == "column" and item is not None:
            return self._called(item)
        own = self._of_whom()
        exact = [c.ref for c in item.columns if c.how == "exact"] if item is not None else []
        found = [ref for ref in exact if ref.table == own]
        if found and want.asked in ("name", "key"):
            return found[:1]
        if want.asked == "name":
            return self._names(own)
        if want.asked == "key":
            table = self.a.s.table(own)
            key = key_of(self.a.s.schema, table)
            if key is None:
                raise NotShown
            return [key]
        if want.asked == "date":
            return [self._date()]
        if want.asked == "place":
            return self._places()
        if want.asked == "sized" and item is not None and item.meaning is not None:
            ref = self.a.sized(item.meaning.dims, self._base())
            if ref is None:
                raise NotShown
            return [ref]
        return self._people(want)

    def _base(self) -> str:
        """Return the table of the rows that are shown, ranked or figured over."""
        if self.figures:
            figure = self.figures[0]
            return figure.column.table if figure.column is not None else figure.table
        return self.table

    def _of_whom(self) -> str:
        """Return the table of what is asked for: of groups, that which they are rows of."""
        if not self.keys:
            return self.table
        key = self.keys[0].column
        for r in self.a.s.schema.relations:
            if (r.from_table, r.from_column) == (key.table, key.column):
                return r.to_table  # incidents by District, of which there is a table
        return key.table

    def _near(self) -> list[str]:
        """Return the tables that rows belong to, their own first."""
        own = self._of_whom()
        return list(dict.fromkeys([own, *self.a.s.reach(own), *self.a.s.reach(self._base())]))

    def _called(self, item: Item) -> list[ColumnRef]:
        """Return the column that a word names, of the rows or of what they belong to."""
        near = self._near()
        held = [t.table for t in item.tables] + ([item.rows_of] if item.rows_of else [])
        links = sorted(
            (c for c in item.columns if c.ref.table in near),
            key=lambda c: (-round(c.score, 1), near.index(c.ref.table)),
        )
        if links and links[0].how == "exact" and links[0].score > 0.97:
            return [links[0].ref]
        far = [name for name in held if name in near and name != self._of_whom()]
        if far:
            return self._names(far[0])
        if held and self._of_whom() in held and not links:
            return self._names(self._of_whom())
        if not links:
            raise NotShown
        best = [c for c in links if c.ref.table == links[0].ref.table]
        rivals = [c for c in best if c.score >= best[0].score - 0.02]
        if len(rivals) > 1:
            rivals = [c for c in rivals if c.ref in self.shown] or rivals
            self.cost += 0.1 * (len(rivals) > 1)
        self.cost += _COSTS.get(rivals[0].how, 0.1)
        return [rivals[0].ref]

    def _names(self, table: str) -> list[ColumnRef]:
        """Return what rows are called by; those of what they belong to, where they have no name."""
        schema = self.a.s.schema
        keyed = [key.column for key in self.keys if key.unit is None]
        found = names_of(schema, self.a.s.table(table)) or [
            r for r in self.a.show_rows(table)
            if self.a.nature(r).kind == "text" and r != key_of(schema, self.a.s.table(table))
        ]  # fmt: skip
        if found:
            return found
        if any(self.a.nature(ref).kind == "text" for ref in keyed):
            return keyed
        people = list(people_columns(schema, table))
        if len(people) == 1:
            return people
        far = [t for t in self.a.s.reach(table) if t != table and is_of_people(schema, t)]
        if len(far) == 1:
            return names_of(schema, self.a.s.table(far[0])) or self.a.show_rows(far[0])
        if self._is_one_row() and table == self._base():
            self.cost += 0.05
            return [ColumnRef(table, c.name) for c in self.a.s.table(table).columns]
        raise NotShown

    def _is_one_row(self) -> bool:
        edge = len(self.figures) == 1 and self.figures[0].func in _EDGES
        return not self.keys and (edge or (self.limit == 1 and not self.figures))

    def _told_by_all(self) -> None:
        """Show all of a row that nothing names."""
        if len(self.shown) == 1:
            columns = self.a.s.table(self.table).columns
            self.shown += [ColumnRef(self.table, c.name) for c in columns]

    def _date(self) -> ColumnRef:
        periods = [r for t in self.tests if t.period for r in t.columns()]
        periods = [r for r in periods if self.a.nature(r).kind == "date"]
        if periods:
            return periods[0]
        try:
            return self.a.date_of([self._base()])
        except Ask:
            return self.a.date_of([self._base()], years=True)

    def _places(self) -> list[ColumnRef]:
        return self.a.places_of(self._near())

    def _people(self, want: Want) -> list[ColumnRef]:
        schema = self.a.s.schema
        near = self._near()
        done = [c.ref for c in want.item.columns if c.ref.table in near] if want.item else []
        done = [ref for ref in done if self.a.nature(ref).kind == "text"]
        if done:
            return done[:1]  # who directed it, of a column Director
        if is_of_people(schema, near[0]):
            return self.a.show_rows(near[0])
        for table in near:
            found = people_asked(schema, table, want.words)
            if found:
                self.cost += 0.1 * (len(found) > 1)
                return [found[0]]
            if is_of_people(schema, table):
                return self.a.show_rows(table)
        self.cost += 0.05
        return self._names(near[0])  # who it was, of acts: what they are called

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
        edge = _EDGES.get(figure.func)
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
