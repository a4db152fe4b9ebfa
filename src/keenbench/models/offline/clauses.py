"""How the parts of a question stand to each other: what is asked of which rows."""

from __future__ import annotations

from keenbench.models.offline.accounting import Accounting
from keenbench.models.offline.askers import read_askers
from keenbench.models.offline.changing import (
    read_apart,
    read_between,
    read_growth,
    read_means,
    read_steps,
    settle_change,
)
from keenbench.models.offline.clocks import read_clocks
from keenbench.models.offline.columns import ColumnRef
from keenbench.models.offline.conditions import read_conditions
from keenbench.models.offline.contrasting import Contrasting
from keenbench.models.offline.dating import read_periods
from keenbench.models.offline.doubting import Doubting
from keenbench.models.offline.figures import Figures
from keenbench.models.offline.frame import (
    Ask,
    Figure,
    Having,
    Key,
    Order,
    Test,
    Understanding,
)
from keenbench.models.offline.grouping import keys_for, read_groups, unit_of_item
from keenbench.models.offline.ledger import check
from keenbench.models.offline.listing import Listing
from keenbench.models.offline.lost import cannot
from keenbench.models.offline.missing import read_yes_no
from keenbench.models.offline.places import (
    read_nth,
    read_sorting,
    read_top,
    read_which_number,
    sorted_by,
)
from keenbench.models.offline.planning import columns_for
from keenbench.models.offline.quantities import additive
from keenbench.models.offline.sentence import Sentence, listed
from keenbench.models.offline.small_words import ORDERS
from keenbench.models.offline.words import name_words
from keenbench.models.offline.working import read_worked


class Clauses(Contrasting, Listing, Accounting, Doubting):
    """Reads one question; what it cannot place, it asks about."""

    def __init__(self, s: Sentence) -> None:
        super().__init__(s)
        self.exists = False
        self.count_groups = False
        self.distinct = False

    def read(self) -> Understanding:
        s = self.s
        self._refuse()
        read_worked(s)
        read_growth(s)
        read_askers(s)
        read_top(s)
        read_nth(s)
        read_which_number(s)
        read_sorting(s)
        read_periods(s)
        read_clocks(s)
        read_conditions(s)
        ranking = bool(s.unused("super") or s.unused("compare")) or s.limit is not None
        read_groups(s, ranking=ranking)
        read_steps(s)
        read_between(s)
        figures = Figures(s)
        figures.read_shares()
        self.asked = self._asked()
        self._which_extreme()
        figures.read(self.asked.at if self.asked else None)
        read_means(s)
        if figures.share_at is not None and self.asked and s.unused("super") and not s.figures:
            figures.settle_rate()
        self._superlatives()
        if not s.figures or not self.asked:
            read_yes_no(s)
        read_yes_no(s)
        self._share_of_each(figures)
        figures.settle_shares()
        read_apart(s, self._opposites)
        self._compare()
        self._each_of_all()
        self._rest()
        self._finer_figures()
        settle_change(s)
        return self._result()

    def _refuse(self) -> None:
        told = [i for i in self.s.items if not i.is_filler and i.tag != "list"]
        first = told[0] if told else None
        compared = len(told) > 1 and told[1].norm in ("vs", "versus", "or", "and", "compared to")
        if first is not None and first.norm in ORDERS and not (compared and first.values):
            raise Ask(
                "I only read tables: I cannot change anything or write to anyone. What would you "
                "like to know?",
                first.text,
            )
        for item in self.s.items:
            if item.tag == "cannot" and not item.names_something and item.meaning is not None:
                raise Ask(
                    f"I cannot work out {item.meaning.value} offline. I can count, sum, average, "
                    "find the least, greatest and middle values, shares and groups; shall I try "
                    "one of these?",
                    item.text,
                )

    def _rest(self) -> None:
        s = self.s
        self._yes_or_no()
        asked = self.asked
        self._both_of()
        self._never_any()
        if s.having:
            self._having()
        elif asked is not None and not s.figures:
            self._plainly(asked)
        elif not s.figures and not s.shown and s.keys:
            s.figures.append(Figure(func="count", table=self._subject()))
            self._each_listed()
        elif asked is not None and s.figures and not s.items[asked.at].used:
            self._beside(asked)
        self._sort()
        self._account()

    def _each_listed(self) -> None:
        """`wins, draws and losses by venue`: how many of each of those that are listed."""
        s = self.s
        for placed in s.tests:
            test = placed.test
            before = s.key_at is not None and placed.at < s.key_at
            if test.op == "in" and test.column is not None and before:
                s.keys.append(Key(column=test.column))

    def _both_of(self) -> None:
        """`customers who bought both A and B`: each of them in some row, not one row with both."""
        s, asked = self.s, self.asked
        said = any(i.norm == "both" for i in s.items)
        if not said or asked is None or asked.kind != "table":
            return
        for placed in s.tests:
            test = placed.test
            several = test.op == "in" and isinstance(test.value, tuple)
            if not several or test.column is None or test.column.table in s.reach(asked.table):
                continue
            assert isinstance(test.value, tuple)
            figure = Figure(func="count_distinct", table=test.column.table, column=test.column)
            s.having.append(Having(figure=figure, op="=", value=len(test.value)))

    def _never_any(self) -> None:
        """`employees who never received a bonus`: in none of the rows that one of them has."""
        s = self.s
        counted = s.figures[0] if len(s.figures) == 1 else None
        asked = self.asked.column if self.asked is not None else None
        who = counted.column if counted and counted.func == "count_distinct" else asked
        if who is None or not any(i.norm == "never" for i in s.items) or self._tells_rows(who):
            return
        for placed in s.tests:
            parts = placed.test.any_of or (placed.test,)
            ref = parts[0].column
            if parts[0].op != "is_null" or ref is None or ref == who:
                continue
            s.tests.remove(placed)
            some = Test(column=ref, op=">", value=0, said=f"{ref} over 0")
            if not s.is_number(ref):
                some = Test(column=ref, op="is_not_null", said=f"{ref} present")
            figure = Figure(func="count", table=who.table, where=(some,))
            s.having.append(Having(figure=figure, op="=", value=0))
            return

    def _share_of_each(self, figures: Figures) -> None:
        """`payment method in percent`: the share of each of its values."""
        s, asked = self.s, self.asked
        if figures.share_at is None or s.keys or s.figures or asked is None or asked.column is None:
            return
        if s.is_number(asked.column) or s.yes_value(asked.column) is not None:
            return
        if any(not p.test.period for p in s.tests):
            if s.is_time(asked.column) or self._tells_rows(asked.column):
                s.use(asked.at)  # "what percentage of applications was approved"
            return
        s.keys.extend(keys_for(s, asked.at) or [])
        s.use(asked.at)
        self.asked = None

    def _finer_figures(self) -> None:
        """Where a total stands in two tables, take it from the one that the groups need.

        Revenue is the total of orders and the totals of their lines; by product, only the lines
        can tell.
        """
        s = self.s
        refs = [k.column for k in s.keys]
        refs += [r for p in s.tests for r in p.test.columns()]
        for index, figure in enumerate(s.figures):
            column = figure.column
            if figure.func != "sum" or column is None:
                continue
            if all(ref.table in s.reach(column.table) for ref in refs):
                continue
            lines = [r.from_table for r in s.schema.relations if r.to_table == column.table]
            for table in lines:
                if not all(ref.table in s.reach(table) for ref in refs):
                    continue
                found = [
                    ColumnRef(table, c.name)
                    for c in s.table(table).columns
                    if {"total", "amount", "revenue", "sales"} & set(name_words(c.name))
                    and additive(s, ColumnRef(table, c.name))
                ]
                if len(found) == 1:
                    s.figures[index] = figure.model_copy(
                        update={"column": found[0], "table": table}
                    )
                    s.remark(f"I added up {found[0]} of {table}.")

    def _each_of_all(self) -> None:
        """`the average score of girls and boys`: a list of all that there are leaves none out."""
        s = self.s
        if s.keys or s.change or len(s.figures) != 1 or s.figures[0].func == "count":
            return
        for placed in s.tests:
            test = placed.test
            if test.op != "in" or test.column is None or not isinstance(test.value, tuple):
                continue
            joint = any(i.norm == "and" for i in s.items[placed.at : placed.at + 4])
            mean = s.figures[0].func in ("avg", "median") and len(test.value) <= 5
            if joint and (mean or len(test.value) == s.column(test.column).distinct):
                s.keys.append(Key(column=test.column))
                return

    def _yes_or_no(self) -> None:
        s = self.s
        first = next((i for i in s.items if i.norm not in ("and", "so")), None)
        if first is None or s.figures or s.shown or s.order or s.keys:
            return
        start = first.norm in (
            "is",
            "are",
            "was",
            "were",
            "do",
            "does",
            "did",
            "has",
            "have",
            "had",
        )
        if start and (self.asked or s.tests or s.having):
            self.exists = True
            table = self._subject()
            if s.having:
                return
            if self.asked:
                s.use(self.asked.at)
                if self.asked.kind == "column":
                    self.exists = False
                    return
            s.figures.append(Figure(func="count", table=table))
            self.asked = None

    def _having(self) -> None:
        """Groups that pass a test: `customers with more than 5 orders`."""
        s = self.s
        asked = self.asked
        if not s.keys:
            counted = next((f for f in s.figures if f.func in ("count", "count_distinct")), None)
            if asked is None and counted is not None and len(s.figures) == 1:
                if counted.column is not None:
                    s.keys.append(Key(column=counted.column))
                else:
                    self._rows_as_keys(columns_for(s.schema, counted.table))
                s.figures.clear()
                self.count_groups = True
            elif asked is not None and asked.kind == "table":
                self._rows_as_keys(columns_for(s.schema, asked.table))
            elif asked is not None and asked.column is not None:
                s.keys.extend(keys_for(s, asked.at) or [])
            elif asked is not None and asked.kind == "unit":
                self._unit_key(asked)
        if not s.keys:
            raise Ask("Of which groups should that be true?")
        if asked is not None:
            s.use(asked.at)
        for having in s.having:
            if having.figure not in s.figures and not self.count_groups:
                s.figures.append(having.figure)

    def _sort(self) -> None:
        s = self.s
        for at in s.sort_items:
            item = s.items[at]
            s.use(at)
            if item.tag == "agg":
                continue
            direction = s.direction or "asc"
            for index, key in enumerate(s.keys):
                if any(c.ref == key.column for c in item.columns) or (
                    unit_of_item(item) is not None and unit_of_item(item) == key.unit
                ):
                    s.order.append(Order(key=index, direction=direction))
                    break
            else:
                for index, figure in enumerate(s.figures):
                    if any(c.ref == figure.column for c in item.columns) or (
                        figure.column is None and item.tables
                    ):
                        s.order.append(Order(figure=index, direction=s.direction or "desc"))
                        break
                else:
                    ref = s.choose(item)
                    if ref is None or s.figures:
                        raise Ask(f'I cannot sort this by "{item.text}".', item.text)
                    if s.shown and ref not in s.shown:
                        s.shown.append(ref)
                    s.order.append(Order(column=ref, direction=direction))
        if s.direction and not s.order:
            if s.figures and s.keys:
                s.order.append(Order(figure=0, direction=s.direction))
            elif s.shown:
                tested = [ref for p in s.tests for ref in p.test.columns()]
                by = sorted_by(s, self._subject(), s.shown, tested)
                ref, way = by or (s.shown[0], s.direction)
                if ref not in s.shown:
                    s.shown.append(ref)
                s.order.append(Order(column=ref, direction=way))

    def _result(self) -> Understanding:
        s = self.s
        self._refuse_the_obvious()
        for column, placed in self._contradicting():
            both = listed(p.test.said for p in placed)
            raise Ask(f"{column} cannot be both in one row: {both}. Which one do you mean?")
        self._one_reading()
        subject = self._subject()
        self._rows_of_values(subject)
        self._without_totals(subject)
        if (
            not s.figures
            and not s.shown
            and not s.keys
            and not self.asked
            and not self.count_groups
        ):
            raise Ask(cannot(s))
        meant = Understanding(
            dataset_id=s.schema.dataset_id,
            subject=subject,
            figures=tuple(s.figures),
            keys=tuple(dict.fromkeys(s.keys)),
            shown=tuple(s.shown),
            tests=tuple(p.test for p in s.tests),
            having=tuple(s.having),
            without=tuple(s.without),
            order=tuple(s.order),
            limit=s.limit,
            offset=s.offset,
            change=s.change,
            distinct=self.distinct,
            count_groups=self.count_groups,
            exists=self.exists,
            remarks=tuple(s.remarks),
        )
        check(s, meant)
        return meant
