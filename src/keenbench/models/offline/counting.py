"""Counts: of rows, of different values, of what a column of numbers counts itself."""

from __future__ import annotations

from collections.abc import Sequence

from keenbench.models.offline.changing import mean_of
from keenbench.models.offline.columns import ColumnRef, is_calendar, is_year, key_of, unit_of
from keenbench.models.offline.comparing import by_unit, unit_said
from keenbench.models.offline.counters import counter_of, is_sum_of_rows
from keenbench.models.offline.date_columns import date_column
from keenbench.models.offline.frame import Ask, Figure
from keenbench.models.offline.grouping import unit_of_item
from keenbench.models.offline.items import Item
from keenbench.models.offline.measures import is_money
from keenbench.models.offline.quantities import COUNTABLE, additive
from keenbench.models.offline.rows import tells_rows
from keenbench.models.offline.sentence import listed
from keenbench.models.offline.shares import Shares
from keenbench.models.offline.words import name_words, stem
from keenbench.query.plan import AggregateName

_NUMBERS = ("num", "number", "n", "no", "nr", "nbr", "count", "cnt", "qty", "quantity")
_SOLD = ("sold", "count", "cnt", "qty", "quantity")


_UNITS = frozenset(
    ("km", "mi", "m", "kg", "g", "lb", "t", "l", "ml", "cl", "h", "min", "kwh", "mwh", "usd", "eur",
     "gbp", "ha")
)  # fmt: skip
"""Units of what can be added up."""


class Counting(Shares):
    """Reads how many of what."""

    def _how_of_extreme(self, at: int, dims: tuple[str, ...], found: ColumnRef) -> bool:
        """`how heavy is the heaviest cat`, `how long was the longest stay`: the greatest of it."""
        s = self.s
        for index in s.unused("super"):
            meaning = s.items[index].meaning
            if index < at or meaning is None or s.limit is not None or s.keys:
                continue
            if meaning.dims and not set(meaning.dims) & set(dims):
                return False  # "how heavy is the oldest dog" is one row's
            s.use(index)
            noun = s.after(index)
            texts = [c.ref for c in s.items[noun].columns] if noun is not None else []
            if texts and all(s.column(ref).type == "string" for ref in texts):
                s.use(noun)  # "how old is the oldest policyholder"
            func: AggregateName = "max" if meaning.value == "desc" else "min"
            s.figures.append(Figure(func=func, table=found.table, column=found))
            return True
        return False

    def _sized_later(self, at: int) -> bool:
        """`is the average visit longer for yoga`: what is averaged is what `longer` compares."""
        s, item = self.s, self.s.items[at]
        if not (item.tables or item.rows_of) or any(s.is_number(c.ref) for c in item.columns):
            return False
        return any((m := s.items[i].meaning) and m.dims for i in s.unused("versus"))

    def _per(self, table: str, column: ColumnRef | None) -> Figure:
        """`average number of orders per customer`: rows for each different one, on average."""
        s = self.s
        key = s.keys[0]
        if key.unit is not None and mean_of(s, Figure(func="count", table=table, column=column)):
            return Figure(func="count", table=table, column=column)
        if key.unit is not None or len({k.column.table for k in s.keys}) > 1:
            raise Ask("I can average counts per thing, or per stretch of time, but not of both.")
        per = key.column
        for r in s.schema.relations:
            if r.from_table == table and r.to_table == per.table:
                per = ColumnRef(r.from_table, r.from_column)
                s.remark(f"Only {r.to_table} with at least one of {table} are counted.")
        s.keys.clear()
        s.key_at = None
        return Figure(func="count", table=table, column=column, per=per)

    def _count(
        self, at: int, aggs: list[int], funcs: list[AggregateName], index: int | None
    ) -> None:
        s = self.s
        s.use(*aggs)
        distinct = False
        while index is not None and (
            s.items[index].tag == "distinct"
            or (s.items[index].used and any(p.at == index for p in s.tests))
            or (s.items[index].tag in ("super",) and s.items[index].used)
        ):
            if s.items[index].tag == "distinct":
                distinct = True
                s.use(index)
            index = s.after(index)
        table = s.near[0] if s.near else None
        figure: Figure | None = None
        item = s.items[index] if index is not None else None
        others = [f for f in funcs if f != "count"]
        averages = [i for i in s.unused("agg") if s.items[i].norm == "on average" and i > at]
        plain = not others and not s.keys and item is not None and not item.tables
        if averages and s.keys and not others:
            s.use(*averages)  # "how many calls per day on average"
            others = ["avg"]
        elif plain and averages and item and s.choose(item, s.is_number) is not None:
            s.use(*averages)  # "how many clicks does a mailing get on average"
            others = ["avg"]
        if others and item is not None and index is not None and not item.used and not item.tables:
            ref = s.choose(item, s.is_number)
            if ref is not None:  # "the average number of seats"
                whole = Figure(func="sum", table=ref.table, column=ref)
                if others == ["avg"] and additive(s, ref) and mean_of(s, whole):
                    s.use(index)
                    s.figures.append(whole)  # "the average number of sessions per week"
                    return
                self._refuse_two_averages(ref, others)
                s.use(index)
                s.figures.extend(self._figure(func, ref) for func in others)
                return
        if item is not None and not item.used and index is not None:
            figure = self._counted(index, item, distinct)
        for near in s.items[at + 1 : at + 5] if figure is None and not distinct else ():
            counted = self._column_that_counts(near)  # "how many child tickets"
            if counted is not None:
                s.remark(f"I added up {counted}.")
                figure = Figure(func="sum", table=counted.table, column=counted)
        if figure is None:
            if table is None:
                raise Ask(f"How many of what? I see {listed(t.name for t in s.schema.tables)}.")
            if item is not None and not item.used and not item.names_something and not item.meaning:
                return  # an unknown noun: asked about with the rest
            figure = Figure(func="count", table=table)
        if others == ["avg"]:
            if not s.keys:
                raise Ask("An average number for each what?")
            figure = self._per(figure.table, figure.column)
        elif others and others != ["sum"]:
            raise Ask(f"I cannot take the {others[0]} of counts offline; I can count per group.")
        s.figures.append(figure)

    def _refuse_two_averages(self, ref: ColumnRef, funcs: Sequence[AggregateName]) -> None:
        """`average number of days per employee`: of one absence, or of all of an employee's?"""
        for key in self.s.keys:
            if "avg" in funcs and key.unit is None and key.column.table != ref.table:
                raise Ask(
                    f"Do you mean the average {ref} of one row of {ref.table}, or the total {ref} "
                    f"for each of {key.column.table}? Please ask for “average {ref}” or “total "
                    f"{ref}” by {key.column}."
                )

    def _means_rows(self, item: Item, best_column: float) -> bool:
        """Whether a noun that may name a column too means the rows of its table."""
        s = self.s
        best = [c.ref for c in item.columns if c.score >= best_column - 0.031]
        return best_column < 0.9 or all(
            r.table == item.rows_of and tells_rows(s.schema, s.table(r.table), s.column(r))
            for r in best
        )

    def _column_that_counts(self, item: Item) -> ColumnRef | None:
        """Return the column that says how many of a noun a row has: num_tickets, items_sold."""
        s = self.s
        if len(item.tokens) != 1 or item.tokens[0].stem == item.tokens[0].norm:
            return None
        found = []
        for name in s.near:
            for column in s.table(name).columns:
                words = [stem(m) for w in name_words(column.name) for m in (w,)]
                if column.type != "integer" or len(words) != 2 or item.tokens[0].stem not in words:
                    continue
                if (words[0] in _NUMBERS and words[1] == item.tokens[0].stem) or (
                    words[1] in _SOLD and words[0] == item.tokens[0].stem
                ):
                    found.append(ColumnRef(name, column.name))
        return found[0] if len(found) == 1 and additive(s, found[0], unnamed=True) else None

    def _in_units(self, item: Item) -> ColumnRef | None:
        """`how many kilos`, `how many litres`: the total of what is measured so."""
        s = self.s
        unit = unit_said(item)
        named = [c.ref for c in item.columns if c.how == "exact" and s.is_number(c.ref)]
        other = item.tables or item.values or (item.rows_of and not named)
        if unit not in _UNITS or other:
            return None
        if item.columns and len(named) != 1:
            return None
        ref = named[0] if named else by_unit(s, unit) or self._far_unit(unit)
        return ref if ref is not None and ref.worked is None else None

    def _far_unit(self, unit: str | None) -> ColumnRef | None:
        """`kilos that went by air`: the only column of the dataset with the unit."""
        s = self.s
        found = [
            ref
            for table in s.schema.tables
            for column in table.columns
            if unit_of(column) == unit and s.is_number(ref := ColumnRef(table.name, column.name))
        ]
        return found[0] if len(found) == 1 else None

    def _counted(self, index: int, item: Item, distinct: bool) -> Figure | None:
        s = self.s
        if item.tag == "rows" and not item.columns:
            s.use(index)
            return None
        unit = unit_of_item(item)
        exact = bool(item.columns) and item.columns[0].how == "exact"
        if unit and not exact:
            s.use(index)
            ref = date_column(s, s.near, years=unit == "year", said=item.text)
            if is_year(s.column(ref)) or (unit == "day" and s.column(ref).type == "date"):
                return Figure(func="count_distinct", table=ref.table, column=ref)
            raise Ask(f"I cannot count {item.text} of {ref} offline; I can count rows by {unit}.")
        counted = None if distinct else self._column_that_counts(item) or counter_of(s, item)
        counted = counted or (None if distinct else self._in_units(item))
        if counted is not None:
            s.use(index)
            s.remark(f"I added up {counted}.")
            return Figure(func="sum", table=counted.table, column=counted)
        best_table = item.tables[0].score if item.tables else 0.0
        best_column = item.columns[0].score if item.columns else 0.0
        if item.tables and best_table >= best_column - 0.001:
            s.use(index)
            ties = [t for t in item.tables if t.score >= best_table - 0.001]
            if len(ties) > 1:
                raise Ask(f'"{item.text}" could be {listed(t.table for t in ties)}.', item.text)
            return Figure(func="count", table=item.tables[0].table)
        rows = bool(item.rows_of) and self._means_rows(item, best_column)
        if not distinct and (rows or is_sum_of_rows(s, item)):
            s.use(index)
            table = item.rows_of if rows or not item.tables else item.tables[0].table
            return Figure(func="count", table=table or "")
        if not item.columns or (item.meaning is not None and item.tag not in ("light", "rows")):
            return None
        if item.columns[0].how == "verb" and not distinct:
            return None
        if s.yes_value(item.columns[0].ref) is not None and not distinct:
            return None
        named = s.choose(item)
        if named is None:
            return None
        ref = named
        s.use(index)
        column = s.column(ref)
        if s.is_time(ref) and not distinct:
            return Figure(func="count", table=ref.table)
        if s.is_number(ref) and not distinct and not is_calendar(column):
            words = {stem(w) for w in name_words(column.name)}
            counts = column.type == "integer" and item.tokens[-1].stem != item.tokens[-1].norm
            counts = counts and not is_money(s, ref)
            if (words & COUNTABLE or counts) and additive(s, ref, unnamed=counts):
                s.remark(f"I added up {ref}.")
                return Figure(func="sum", table=ref.table, column=ref)
            raise Ask(
                f"{ref} holds numbers. Do you want its total, its average, or how many different "
                "ones there are?",
                item.text,
            )
        if column.type == "boolean":
            return None
        if ref == key_of(s.schema, s.table(ref.table)):
            return Figure(func="count", table=ref.table)
        if not distinct and not _is_about(item, ref):
            raise Ask(
                f"Should I count the rows of {ref.table}, or the different values of {ref}?",
                item.text,
            )
        s.remark(f"I counted the different values of {ref}.")
        return Figure(func="count_distinct", table=ref.table, column=ref)


def _is_about(item: Item, ref: ColumnRef) -> bool:
    """Whether a noun is what the values of a column are: of an Order Type there are no orders."""
    words = [stem(word) for word in name_words(ref.column)]
    said = {token.stem for token in item.tokens}
    kinds = [word for word in words if word in _KINDS]
    return not kinds or bool(said & set(kinds)) or not said & set(words)


_KINDS = frozenset(("type", "kind", "status", "method", "mode", "class", "level", "date", "time"))
