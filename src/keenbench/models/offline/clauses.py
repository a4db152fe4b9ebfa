"""How the parts of a question stand to each other: what is asked of which rows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from keenbench.models.offline.columns import ColumnRef, is_year, key_of, names_of
from keenbench.models.offline.conditions import read_conditions, read_yes_no
from keenbench.models.offline.dating import date_column, read_periods
from keenbench.models.offline.figures import Figures, additive
from keenbench.models.offline.frame import Ask, Figure, Key, Order, Test, Understanding
from keenbench.models.offline.grouping import (
    keys_for,
    read_groups,
    read_sorting,
    read_top,
    read_which_number,
    unit_of_item,
)
from keenbench.models.offline.items import Item
from keenbench.models.offline.lexicon import DEAL_VERBS, LIGHT_VERBS, PHRASES
from keenbench.models.offline.planning import columns_for
from keenbench.models.offline.sentence import Placed, Sentence, listed
from keenbench.models.offline.words import name_words, root
from keenbench.query.plan import AggregateName

_OPENERS = ("which", "list", "only", "compare")


@dataclass
class Asked:
    """What a question is about: rows of a table, values of a column, stretches of time."""

    at: int
    kind: Literal["table", "column", "unit"]
    table: str = ""
    column: ColumnRef | None = None


class Clauses:
    """Reads one question; what it cannot place, it asks about."""

    def __init__(self, s: Sentence) -> None:
        self.s = s
        self.asked: Asked | None = None
        self.exists = False
        self.count_groups = False
        self.distinct = False

    def read(self) -> Understanding:
        s = self.s
        self._refuse()
        read_top(s)
        read_which_number(s)
        read_sorting(s)
        read_periods(s)
        read_conditions(s)
        ranking = bool(s.unused("super") or s.unused("compare")) or s.limit is not None
        read_groups(s, ranking=ranking)
        figures = Figures(s)
        figures.read_shares()
        self.asked = self._asked()
        self._which_extreme()
        figures.read(self.asked.at if self.asked else None)
        self._superlatives()
        if not s.figures or not self.asked:
            read_yes_no(s)
        read_yes_no(s)
        self._share_of_each(figures)
        figures.settle_shares()
        self._compare()
        self._rest()
        self._finer_figures()
        return self._result()

    def _refuse(self) -> None:
        for item in self.s.items:
            if item.tag == "cannot" and not item.names_something and item.meaning is not None:
                raise Ask(
                    f"I cannot work out {item.meaning.value} offline. I can count, sum, average, "
                    "find the least, greatest and middle values, shares and groups; shall I try "
                    "one of these?",
                    item.text,
                )

    def _which_extreme(self) -> None:
        """`which product has the maximum price` ranks like `the highest`."""
        s = self.s
        if self.asked is None or s.keys:
            return
        for at in s.unused("agg"):
            meaning = s.items[at].meaning
            if at > self.asked.at and meaning is not None and meaning.value in ("min", "max"):
                word = "highest" if meaning.value == "max" else "lowest"
                s.items[at].meaning = PHRASES[word]

    # -- what is asked about

    def _asked(self) -> Asked | None:
        s = self.s
        opened = False
        for at, item in enumerate(s.items):
            if item.tag in _OPENERS and not item.names_something:
                opened = True
                continue
            if item.tag in ("agg", "how_much", "share") and not item.used:
                return None
            if (
                item.used
                or item.is_filler
                or item.tag in ("super", "distinct", "light", "and", "not")
            ):
                if item.tag == "super" and not item.used and not opened:
                    opened = True
                continue
            found = self._entity(at)
            if found is not None:
                return found
            if item.tag in ("cmp", "group", "null"):
                return None
        return None

    def _entity(self, at: int) -> Asked | None:
        s, item = self.s, self.s.items[at]
        if item.tag == "rows" and not item.columns and not item.tables:
            table = s.near[0] if s.near else None
            if table is None:
                raise Ask(f"Rows of which table: {listed(t.name for t in s.schema.tables)}?")
            return Asked(at, "table", table)
        exact = [c for c in item.columns if c.how == "exact" and c.score > 0.93]
        if unit_of_item(item) and not exact and item.period is None:
            return Asked(at, "unit")
        best_table = item.tables[0].score if item.tables else 0.0
        best_column = item.columns[0].score if item.columns else 0.0
        before = s.before(at)
        if before is not None and s.items[before].tag == "super":
            meaning = s.items[before].meaning
            noun = s.items[at + 1] if at + 1 < len(s.items) else None
            if exact and noun is not None and noun.tables and not noun.used and not item.tables:
                return self._entity(at + 1)  # "the lowest stock product"
            if exact and meaning is not None and not meaning.dims and s.is_number(exact[0].ref):
                return Asked(at, "column", exact[0].ref.table, exact[0].ref)
            if item.columns and not item.tables and s.yes_value(item.columns[0].ref):
                return None  # "the youngest survivor": which rows, not what is ranked
        measured = self._measured_by_table(item)
        if measured is not None:
            return Asked(at, "column", measured.table, measured)
        if item.tables and best_table >= best_column - 0.001:
            ties = [t for t in item.tables if t.score >= best_table - 0.001]
            if len(ties) > 1:
                raise Ask(f'"{item.text}" could be {listed(t.table for t in ties)}.', item.text)
            return Asked(at, "table", item.tables[0].table)
        if item.rows_of and best_column < 0.9:
            return Asked(at, "table", item.rows_of)
        if item.columns:
            if item.meaning is not None and item.tag not in ("light", "filler"):
                return None
            if item.columns[0].how == "verb" and item.norm.endswith("ed"):
                return None
            if any(s.yes_value(c.ref) for c in item.columns[:1]) and self._is_adjective(at):
                return None
            ref = s.choose(item)
            if ref is not None:
                return Asked(at, "column", ref.table, ref)
        return None

    def _measured_by_table(self, item: Item) -> ColumnRef | None:
        """A table of one thing, such as gdp, whose figures stand in a column called value."""
        s = self.s
        if (
            not item.tables
            or item.tables[0].how != "exact"
            or any(c.how == "exact" for c in item.columns)
        ):
            return None
        if item.tokens[-1].stem != item.tokens[-1].norm:
            return None
        table = item.tables[0].table
        found = [
            ColumnRef(table, c.name) for c in s.table(table).columns
            if name_words(c.name) in (("value",), ("amount",))
        ]  # fmt: skip
        return found[0] if len(found) == 1 and s.is_number(found[0]) else None

    def _is_adjective(self, at: int) -> bool:
        following = self.s.after(at, over=("filler", "light"))
        return following is not None and bool(
            self.s.items[following].tables or self.s.items[following].rows_of
        )

    # -- the most and the least

    def _superlatives(self) -> None:
        s = self.s
        found = [i for i in s.unused("super") if not self._is_column(i)]
        if not found:
            if s.by_items and not s.unused("compare"):
                self._rank_by(None, "desc")
            return
        if len(found) == 2 and self._both(found):
            return
        if len(found) == 2 and s.limit is not None and s.items[found[1]].norm == "top":
            s.use(found[1])
            found = found[:1]
        if len(found) > 1:
            first = s.items[found[0]]
            if not (first.meaning and first.meaning.dims == () and s.limit is not None):
                raise Ask(
                    f'"{s.items[found[1]].text}" and "{first.text}" are two rankings in one '
                    "question. Could you ask for one of them?",
                    s.items[found[1]].text,
                )
            s.use(found[0])
            found = found[1:]
        at = found[0]
        meaning = s.items[at].meaning
        assert meaning is not None
        s.use(at)
        self._rank_by(at, "asc" if meaning.value == "asc" else "desc")

    def _both(self, found: list[int]) -> bool:
        """`the highest and the lowest temperature`: two figures of one column."""
        s = self.s
        gap = s.between(found[0], found[1])
        if s.limit is not None or not gap or any(i.tag not in ("and", "filler") for i in gap):
            return False
        target = s.after(found[1])
        ways = [m.value for i in found if (m := s.items[i].meaning) is not None]
        if target is None or s.items[target].used or set(ways) != {"asc", "desc"}:
            return False
        ref = s.choose(s.items[target], s.is_number)
        if ref is None:
            return False
        s.use(*found, target)
        for way in ways:
            s.figures.append(
                Figure(func="max" if way == "desc" else "min", table=ref.table, column=ref)
            )
        self.asked = None
        return True

    def _is_column(self, at: int) -> bool:
        item = self.s.items[at]
        return bool(item.columns) and item.columns[0].score > 0.97

    def _rank_by(self, at: int | None, direction: Literal["asc", "desc"]) -> None:
        s = self.s
        self._shown_of_extreme(at)
        figure, column = self._goes_by(at, direction)
        if column is not None and at is not None:
            meaning = s.items[at].meaning
            if meaning and column.column and self._against(meaning.against, column):
                direction = "asc" if direction == "desc" else "desc"
        if s.keys and (self.asked is None or s.key_at is not None):
            self._within_groups(figure, column, direction)
            return
        limit = s.limit or (1 if at is not None else None)
        if at is not None and s.limit is None and self._is_plural(at):
            limit = None if self.asked and self.asked.kind != "unit" and figure is None else 1
            limit = 1
        asked = self.asked
        if asked is None:
            if figure is not None:
                if s.limit is None and not s.keys:
                    s.figures.append(figure)
                    return
                raise Ask("The most of what? Please name what should be ranked.")
            assert column is not None
            if s.limit is None and not self._wants_row():
                func: Literal["min", "max"] = "max" if direction == "desc" else "min"
                s.figures.append(Figure(func=func, table=column.table, column=column))
                return
            self._rows(column.table, [column], column, direction, limit)
            return
        if asked.kind == "unit":
            if unit_of_item(s.items[asked.at]) == "hour" and not s.tests:
                raise Ask(
                    "I can rank single hours of single days, not hours of the day, offline. I can "
                    "count by hour for a day that you name."
                )
            self._unit_key(asked)
        elif asked.kind == "table" and figure is None:
            assert column is not None
            if column.table == asked.table or column.table in s.reach(asked.table):
                s.use(asked.at)
                if s.limit is None and self._only_when() and s.is_time(column):
                    func2: Literal["min", "max"] = "max" if direction == "desc" else "min"
                    s.figures.append(Figure(func=func2, table=column.table, column=column))
                    self.asked = None
                    return
                self._rows(asked.table, [], column, direction, limit)
                return
            figure = self._of_many(column, direction)
            self._rows_as_keys(columns_for(s.schema, asked.table))
        elif asked.kind == "table":
            refs = columns_for(s.schema, asked.table)
            if not refs:
                raise Ask(
                    f"No column tells the rows of {asked.table} apart. By what should I group?"
                )
            self._rows_as_keys(refs)
        else:
            assert asked.column is not None
            if figure is None and column == asked.column:
                s.use(asked.at)
                if s.limit is None and not self._wants_row():
                    func3: Literal["min", "max"] = "max" if direction == "desc" else "min"
                    s.figures.append(Figure(func=func3, table=column.table, column=column))
                    self.asked = None
                    return
                self._rows(column.table, [column], column, direction, limit)
                self.asked = None
                return
            if figure is None and self._tells_rows(asked.column):
                assert column is not None
                s.use(asked.at)
                self._rows(asked.column.table, [asked.column], column, direction, limit)
                return
            if figure is None:
                assert column is not None
                figure = self._of_many(column, direction)
            keys = keys_for(s, asked.at)
            s.keys.extend(keys or [Key(column=asked.column)])
        s.use(asked.at)
        if figure is None:
            assert column is not None
            figure = self._of_many(column, direction)
        s.figures.insert(0, figure)
        s.order.append(Order(figure=0, direction=direction))
        s.limit = limit
        self.asked = None

    def _shown_of_extreme(self, at: int | None) -> None:
        """`the price of the most expensive product`: a column of the row that ranks first."""
        s = self.s
        meaning = s.items[at].meaning if at is not None else None
        asked = self.asked
        if at is None or asked is None or asked.kind != "column" or asked.column is None:
            return
        if meaning is None or not meaning.dims or meaning.dims[0] == "*count" or asked.at > at:
            return
        following = s.after(at)
        item = s.items[following] if following is not None else None
        if item is None or following is None or not (item.tables or item.rows_of):
            return
        s.use(asked.at)
        s.shown.append(asked.column)
        table = item.tables[0].table if item.tables else item.rows_of or ""
        self.asked = Asked(following, "table", table)

    def _rows_as_keys(self, refs: list[ColumnRef]) -> None:
        """Group by the rows of a table. What points at none of them is none of them."""
        s = self.s
        s.keys.extend(Key(column=ref) for ref in refs)
        if refs:
            s.tests.append(Placed(Test(column=refs[0], op="is_not_null", said=""), -1))

    def _unit_key(self, asked: Asked) -> None:
        s = self.s
        keys = keys_for(s, asked.at)
        if keys is None:
            raise Ask(f"I see no column of dates for {s.items[asked.at].text}.")
        s.keys.extend(keys)

    def _is_plural(self, at: int) -> bool:
        return False

    def _against(self, against: tuple[str, ...], column: ColumnRef) -> bool:
        return bool(against) and (self.s.is_time(column) or is_year(self.s.column(column)))

    def _only_when(self) -> bool:
        return any(
            i.tag == "which" and i.meaning and i.meaning.value == "when" for i in self.s.items
        )

    def _wants_row(self) -> bool:
        """Who, where, when or which asks for the row that has the figure, too."""
        return any(
            i.tag == "which" and i.meaning and i.meaning.value in ("who", "where", "when")
            for i in self.s.items
        )

    def _tells_rows(self, ref: ColumnRef) -> bool:
        s = self.s
        table, column = s.table(ref.table), s.column(ref)
        if column.distinct is not None and column.distinct == table.row_count:
            return True
        return ref == key_of(s.schema, table) or ref in names_of(s.schema, table)

    def _of_many(self, column: ColumnRef, direction: str) -> Figure:
        """Return the figure that ranks groups by a column: its total where it can be added up."""
        s = self.s
        if s.is_time(column) or is_year(s.column(column)):
            return Figure(
                func="max" if direction == "desc" else "min", table=column.table, column=column
            )
        if additive(s, column):
            s.remark(f"Groups are ranked by their total {column}.")
            return Figure(func="sum", table=column.table, column=column)
        word = "greatest" if direction == "desc" else "least"
        s.remark(f"Groups are ranked by their {word} single {column}.")
        return Figure(
            func="max" if direction == "desc" else "min", table=column.table, column=column
        )

    def _goes_by(self, at: int | None, direction: str) -> tuple[Figure | None, ColumnRef | None]:
        """Return what a ranking goes by: a figure over groups, or a column of rows."""
        s = self.s
        if s.figures:
            return s.figures.pop(0), None
        if s.by_items:
            found = self._measure(s.by_items[0])
            if found is not None:
                return found
        meaning = s.items[at].meaning if at is not None else None
        if at is not None and not (meaning and meaning.dims and meaning.dims[0] == "*count"):
            following = s.after(at)
            while following is not None and s.items[following].used and s.items[following].values:
                following = s.after(following)
            beside = s.items[at + 1] if at + 1 < len(s.items) else None
            if (
                beside is not None
                and beside.used
                and beside.values
                and s.items[at].norm in ("most", "fewest", "least")
                and (following is None or not s.items[following].names_something)
            ):
                return Figure(func="count", table=self._subject()), None  # "the most errors"
            generic = meaning is None or not meaning.dims or meaning.dims[0] in ("size",)
            if following is not None and not s.items[following].used:
                item = s.items[following]
                is_asked = self.asked is not None and self.asked.at == following
                by_row = is_asked and self.asked is not None and self.asked.kind == "table"
                if not by_row and (generic or item.columns):
                    found = self._measure(following, rank=True)
                    if found is not None:
                        if is_asked and found[1] is not None:
                            pass
                        return found
        dims = meaning.dims if meaning else ()
        if dims and dims[0] == "*count":
            self._ask_popular(at)
            return Figure(func="count", table=self._subject()), None
        table = self.asked.table if self.asked and self.asked.table else None
        if self.asked is not None and self.asked.kind == "table" and not dims:
            own = s.choose(s.items[self.asked.at], s.is_number)
            if own is not None:
                return None, own
        if "timestamp" in dims:
            ref = self._only_date(table)
            if ref is not None:
                return None, ref
        if meaning is not None and (dims or meaning.against):
            ref = s.by_dims(
                (*dims, *meaning.against), table or (s.near[0] if s.near else None), direction
            )
            if ref is None and table:
                for far in s.reach(table)[1:]:
                    ref = ref or s.by_dims((*dims, *meaning.against), far)
            if ref is not None:
                return None, ref
        # "who scored the most goals", "with the most orders": what stands after may be a verb's
        for index, item in enumerate(s.items):
            if item.used or index == (self.asked.at if self.asked else -1):
                continue
            if item.columns and any(s.is_number(c.ref) for c in item.columns):
                found = self._measure(index)
                if found is not None:
                    return found
        if self.asked is not None and self.asked.column and s.is_number(self.asked.column):
            return None, self.asked.column
        name = s.items[at].text if at is not None else "ranking"
        raise Ask(f'By which column should "{name}" go? I see {self._numbers()}.', name)

    def _ask_popular(self, at: int | None) -> None:
        """Ask what makes a product popular where there are both products and their sales."""
        subject = self._subject()
        pointing = [r.from_table for r in self.s.schema.relations if r.to_table == subject]
        if at is not None and "popular" in self.s.items[at].norm and pointing:
            raise Ask(
                f"Popular by the number of {subject}, or of {listed(pointing)}? Please ask for the "
                "“most” of one of them.",
                self.s.items[at].text,
            )

    def _only_date(self, table: str | None) -> ColumnRef | None:
        """Return the column of dates that `first` or `newest` goes by, where only one can be."""
        s = self.s
        for index, item in enumerate(s.items):
            times = [c for c in item.columns if s.is_time(c.ref)]
            if times and not item.used and (table is None or times[0].ref.table == table):
                s.use(index)
                return s.choose(item, s.is_time)
        name = table or (s.near[0] if s.near else None)
        if name is None:
            return None
        found = [
            ColumnRef(name, c.name)
            for c in s.table(name).columns
            if s.is_time(ColumnRef(name, c.name))
        ]
        return found[0] if len(found) == 1 else None

    def _numbers(self) -> str:
        s = self.s
        tables = s.near[:2] or [t.name for t in s.schema.tables]
        names = [
            c.name for t in tables for c in s.table(t).columns if s.is_number(ColumnRef(t, c.name))
        ]
        return listed(names) if names else "no column of numbers"

    def _measure(
        self, at: int, *, rank: bool = False
    ) -> tuple[Figure | None, ColumnRef | None] | None:
        s, item = self.s, self.s.items[at]
        if item.tag == "agg" and not item.columns:
            return None
        number = any(c.how == "exact" and s.is_number(c.ref) for c in item.columns[:2])
        measured = self._measured_by_table(item)
        if measured is not None:
            s.use(at)
            return None, measured
        if (
            item.tables
            and not number
            and (not item.columns or item.tables[0].score >= item.columns[0].score)
        ):
            if rank and not _is_plural(item):
                return None  # "the lowest order" counts nothing
            s.use(at)
            return Figure(func="count", table=item.tables[0].table), None
        if item.rows_of and not item.columns:
            s.use(at)
            return Figure(func="count", table=item.rows_of), None
        ref = s.choose(item, lambda r: (s.is_number(r) and s.yes_value(r) is None) or s.is_time(r))
        if ref is None:
            return None
        s.use(at)
        return None, ref

    def _within_groups(
        self, figure: Figure | None, column: ColumnRef | None, direction: Literal["asc", "desc"]
    ) -> None:
        s = self.s
        if figure is None:
            assert column is not None
            if self.asked is not None and self.asked.kind == "table" and self.asked.at != -1:
                item = s.items[self.asked.at]
                if not item.used and s.limit is None:
                    raise Ask(
                        f"I cannot pick one row of {self.asked.table} for each group offline; I "
                        f"can give the {'greatest' if direction == 'desc' else 'least'} {column} "
                        "of each group."
                    )
            func: Literal["min", "max"] = "max" if direction == "desc" else "min"
            s.figures.append(Figure(func=func, table=column.table, column=column))
            if s.limit is not None:
                s.order.append(Order(figure=0, direction=direction))
            return
        s.figures.insert(0, figure)
        s.order.append(Order(figure=0, direction=direction))
        if s.limit is None and self.asked is not None:
            s.limit = 1

    def _rows(
        self,
        table: str,
        first: list[ColumnRef],
        column: ColumnRef,
        direction: Literal["asc", "desc"],
        limit: int | None,
    ) -> None:
        s = self.s
        shown = [*first, *columns_for(s.schema, table)]
        if not columns_for(s.schema, table) and not first:
            shown = [ColumnRef(table, c.name) for c in s.table(table).columns]
        elif not columns_for(s.schema, table):
            shown = [*first, *(ColumnRef(table, c.name) for c in s.table(table).columns)]
        s.shown.extend(ref for ref in dict.fromkeys([*shown, column]) if ref not in s.shown)
        s.order.append(Order(column=column, direction=direction))
        s.limit = limit
        # A row without the value is neither the first nor the last.
        if s.column(column).nullable:
            s.tests.append(Placed(Test(column=column, op="is_not_null", said=""), -1))

    # -- the rest

    def _subject(self) -> str:
        s = self.s
        if self.asked and self.asked.table:
            return self.asked.table
        if s.figures:
            return s.figures[0].table
        if s.near:
            return s.near[0]
        tables = [p.test.columns()[0].table for p in s.tests if p.test.columns()]
        if tables:
            return tables[0]
        if len(s.schema.tables) == 1:
            return s.schema.tables[0].name
        raise Ask(f"Which table do you mean: {listed(t.name for t in s.schema.tables)}?")

    def _rest(self) -> None:
        s = self.s
        self._yes_or_no()
        asked = self.asked
        if s.having:
            self._having()
        elif asked is not None and not s.figures:
            self._plainly(asked)
        elif not s.figures and not s.shown and s.keys:
            s.figures.append(Figure(func="count", table=self._subject()))
        elif asked is not None and s.figures and not s.items[asked.at].used:
            self._beside(asked)
        self._leftovers()

    def _share_of_each(self, figures: Figures) -> None:
        """`payment method in percent`: the share of each of its values."""
        s, asked = self.s, self.asked
        if figures.share_at is None or s.keys or s.figures or asked is None or asked.column is None:
            return
        if s.is_number(asked.column) or s.yes_value(asked.column) is not None:
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

    def _plainly(self, asked: Asked) -> None:
        """No figure was named: rows are listed, or counted where they are grouped."""
        s = self.s
        item = s.items[asked.at]
        s.use(asked.at)
        listing = any(i.norm in ("list", "list all") for i in s.items[:2])
        if asked.kind == "unit":
            raise Ask(f"What should I work out for each {item.text}?", item.text)
        if asked.kind == "table":
            if s.keys:
                if listing:
                    raise Ask("Should I count them for each group, or list them in that order?")
                s.figures.append(Figure(func="count", table=asked.table))
                return
            self._shown_columns(asked)
            return
        assert asked.column is not None
        ref = asked.column
        if s.keys:
            if not s.is_number(ref) and not s.shown:
                s.figures.append(Figure(func="count", table=ref.table))
                s.keys.insert(0, Key(column=ref))
                return
            own = _own_figure(item)
            if own is not None:
                s.figures.append(Figure(func=own, table=ref.table, column=ref))
                return
            if not additive(s, ref):
                raise Ask(
                    f"Which figure of {ref} do you mean: the average, the total, the least or the "
                    "greatest?",
                    item.text,
                )
            s.figures.append(Figure(func="sum", table=ref.table, column=ref))
            return
        pinned = any(
            p.test.op == "=" and p.test.column and self._tells_rows(p.test.column) for p in s.tests
        )
        if s.is_number(ref) and not pinned:
            own = _own_figure(item)
            if own is not None:
                s.figures.append(Figure(func=own, table=ref.table, column=ref))
                return
            if additive(s, ref) and not listing:
                s.figures.append(Figure(func="sum", table=ref.table, column=ref))
                s.remark(f"I took {item.text} as the total of {ref}.")
                return
            if not listing:
                raise Ask(
                    f"Which figure of {ref} do you mean: the average, the total, the least or the "
                    "greatest?",
                    item.text,
                )
        for placed in s.tests:
            tested = placed.test.column
            sized = placed.test.op in (">", ">=", "<", "<=", "between") and not placed.test.period
            if sized and tested and additive(s, tested) and not self._tells_rows(ref):
                raise Ask(
                    f"Should {tested} be so for a single row, or its total for each {ref}? Say "
                    f"“total {tested}” for the latter.",
                    item.text,
                )
        if ref not in s.shown:
            s.shown.append(ref)
        self._shown_columns(asked)
        if not pinned and not s.order:
            self.distinct = not (s.is_number(ref) or len(s.shown) > 1)

    def _shown_columns(self, asked: Asked) -> None:
        """Columns named beside the rows asked for are shown with them."""
        s = self.s
        more: list[ColumnRef] = []
        for at, item in enumerate(s.items):
            if item.used or not item.columns or at in s.sort_items:
                continue
            if item.meaning is not None and item.tag not in ("light", "filler"):
                continue
            ref = s.choose(item)
            if ref is not None and s.yes_value(ref) is None:
                s.use(at)
                more.append(ref)
        if asked.kind == "table" and (more or not s.shown):
            whole = columns_for(s.schema, asked.table) if more or s.tests else []
            wanted = [*whole, *more]
            for placed in s.tests:
                wanted += [r for r in placed.test.columns() if r.table == asked.table and whole]
            s.shown.extend(r for r in wanted if r not in s.shown)
        else:
            s.shown.extend(r for r in more if r not in s.shown)

    def _beside(self, asked: Asked) -> None:
        """Something was named besides the figures: what they are grouped by, or counted."""
        s = self.s
        opener = any(i.tag == "which" for i in s.items[: asked.at])
        if asked.kind == "table":
            tables = {f.table for f in s.figures}
            reached = any(asked.table in s.reach(t) for t in tables)
            if asked.table in tables or (reached and not opener):
                s.use(asked.at)
                return
        if asked.kind == "column" and asked.column and not s.is_number(asked.column) and opener:
            s.keys.extend(k for k in keys_for(s, asked.at) or [] if k not in s.keys)
            s.use(asked.at)

    def _leftovers(self) -> None:
        """Every word must have been placed; what was not is asked about."""
        s = self.s
        self._sort()
        counted = {f.table for f in s.figures} | {f.column.table for f in s.figures if f.column}
        used = {ref for p in s.tests for ref in p.test.columns()}
        used |= (
            {k.column for k in s.keys} | {f.column for f in s.figures if f.column} | set(s.shown)
        )
        lost: list[Item] = []
        for at, item in enumerate(s.items):
            if item.used or item.is_filler:
                continue
            if item.tag in (
                "filler",
                "light",
                "list",
                "which",
                "and",
                "or",
                "only",
                "as",
                "compare",
                "distinct",
            ):
                if item.tag != "light" or not item.columns:
                    continue
                if item.norm in LIGHT_VERBS:
                    continue
            if item.tag == "rows" and not item.columns:
                continue
            if item.norm in DEAL_VERBS and any(f.func in ("sum", "avg") for f in s.figures):
                continue
            if item.tables and item.tables[0].score > 0.8:
                table = item.tables[0].table
                near = counted | {self._subject()}
                if table in near or any(table in s.reach(t) for t in near):
                    continue
            if item.rows_of and item.rows_of in counted | {self._subject()}:
                continue
            if item.columns and any(c.ref in used for c in item.columns[:1]):
                continue
            if item.columns and self._says_again(item, used):
                continue
            lost.append(item)
            del at
        if lost:
            raise Ask(_why_lost(s, lost), *(i.text for i in lost))

    def _says_again(self, item: Item, used: set[ColumnRef]) -> bool:
        if any(c.ref in used for c in item.columns):
            return True
        # "embarked at Southampton": the verb of a condition's own column, or of its table
        names = {root(word) for ref in used for word in name_words(ref.column)}
        names |= {root(word) for ref in used for word in name_words(ref.table)}
        return item.norm.endswith("ed") and root(item.norm) in names

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
                s.order.append(Order(column=s.shown[0], direction=s.direction))

    def _result(self) -> Understanding:
        s = self.s
        for column, placed in self._contradicting():
            both = listed(p.test.said for p in placed)
            raise Ask(f"{column} cannot be both in one row: {both}. Which one do you mean?")
        subject = self._subject()
        if (
            not s.figures
            and not s.shown
            and not s.keys
            and not self.asked
            and not self.count_groups
        ):
            raise Ask(_cannot(s))
        return Understanding(
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
            distinct=self.distinct,
            count_groups=self.count_groups,
            exists=self.exists,
            remarks=tuple(s.remarks),
        )


def _is_plural(item: Item) -> bool:
    return item.tokens[-1].stem != item.tokens[-1].norm


def _own_figure(item: Item) -> AggregateName | None:
    """Return the figure that the name of a column says itself: `maximum temperature`."""
    for token in item.tokens:
        meaning = PHRASES.get(token.norm)
        if meaning is not None and meaning.tag == "agg" and meaning.value != "count":
            return meaning.value  # type: ignore[return-value]
        if meaning is not None and meaning.tag == "super" and token.norm in ("maximum", "max"):
            return "max"
        if meaning is not None and meaning.tag == "super" and token.norm in ("minimum", "min"):
            return "min"
    return None


def _why_lost(s: Sentence, lost: list[Item]) -> str:
    words = listed(f'"{item.text}"' for item in lost)
    named = [item for item in lost if item.names_something]
    if named:
        item = named[0]
        what = (
            item.tables[0].table if item.tables else item.columns[0].ref.column
            if item.columns else item.values[0].values[0] if item.values else item.text
        )  # fmt: skip
        return (
            f"I did not understand what {words} ({what}) should do in this question. Could you say "
            "it in another way, for example with “by”, “where” or “total”?"
        )
    near = nearest(s, lost[0])
    hint = f" Did you mean {listed(near)}?" if near else ""
    return f"I do not know what {words} means in this dataset.{hint}{_columns(s)}"


def nearest(s: Sentence, item: Item) -> list[str]:
    from rapidfuzz import fuzz, process

    names = [t.name for t in s.schema.tables]
    names += [c.name for t in s.schema.tables for c in t.columns]
    names += [v for t in s.schema.tables for c in t.columns for v in (c.values or ())]
    found = process.extract(
        item.norm, list(dict.fromkeys(names)), scorer=fuzz.WRatio, limit=3, score_cutoff=70,
        processor=str.casefold,
    )  # fmt: skip
    return [match for match, _, _ in found]


def _columns(s: Sentence) -> str:
    tables = s.near[:1] or [t.name for t in s.schema.tables][:3]
    parts = [f"{t}: {', '.join(c.name for c in s.table(t).columns[:12])}" for t in tables]
    return f" I see {'; '.join(parts)}."


def _cannot(s: Sentence) -> str:
    return (
        "I can answer questions about these tables: how many, total, average, least, greatest, "
        f"share, by group, in a period.{_columns(s)} What would you like to know?"
    )


__all__ = ["Clauses", "date_column", "nearest"]
