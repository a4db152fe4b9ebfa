"""Figures that a question names: counts, totals, averages, shares."""

from __future__ import annotations

from keenbench.models.offline.changing import mean_of
from keenbench.models.offline.columns import ColumnRef, can_be_added, is_year
from keenbench.models.offline.counters import counter_of
from keenbench.models.offline.counting import Counting
from keenbench.models.offline.frame import Ask, Figure
from keenbench.models.offline.items import Item
from keenbench.models.offline.measures import only_measure, speaks_of_money
from keenbench.models.offline.quantities import RATES, addable, additive
from keenbench.models.offline.sentence import Sentence, listed
from keenbench.models.offline.spans import sized_by
from keenbench.models.offline.words import name_words, stem
from keenbench.models.offline.worths import Worths
from keenbench.query.plan import AggregateName


class Figures(Counting, Worths):
    def __init__(self, s: Sentence) -> None:
        super().__init__(s)
        self.said = " ".join(item.norm for item in s.items if item.tag == "agg")

    # -- counts, totals, averages

    def read(self, asked: int | None) -> None:
        s = self.s
        for at in s.unused("how_much"):
            s.use(at)
            self._how_much(at)
        aggs = [
            i for i, item in enumerate(s.items)
            if item.tag == "agg" and not item.used and i not in s.sort_items
        ]  # fmt: skip
        for at in aggs:
            if not s.items[at].used:
                self._aggregate(at)
        del asked

    def _how_sized(self, at: int, dims: tuple[str, ...]) -> None:
        """`how long do people stay on average`: of one column, and only on average, or of a row."""
        s = self.s
        tables = dict.fromkeys([*s.near, *(t.name for t in s.schema.tables)])
        found = next((r for t in tables if (r := sized_by(s, dims, t)) is not None), None)
        if found is None:
            s.items[at].used = False
            return
        if self._how_of_extreme(at, dims, found):
            return
        averages = [
            i for i in s.unused("agg") if (m := s.items[i].meaning) and m.value in ("avg", "median")
        ]
        pinned = any(p.test.op == "=" and not p.test.period for p in s.tests)
        if not averages and not pinned and found.worked is not None:
            pinned = True
            s.remark("It is the average.")  # "how long do dogs stay"
        if not averages and not pinned:
            raise Ask(f"The average {found}, the least or the greatest?", s.items[at].text)
        func: AggregateName = self._func(averages[0]) if averages else "avg"
        s.use(*averages)
        s.figures.append(Figure(func=func, table=found.table, column=found))

    def _how_much(self, at: int) -> None:
        s = self.s
        meaning = s.items[at].meaning
        if meaning is not None and meaning.dims:
            self._how_sized(at, meaning.dims)
            return
        for index in range(at + 1, len(s.items)):
            item = s.items[index]
            if (
                item.used
                or not item.columns
                or (item.tables and item.tables[0].score > item.columns[0].score)
            ):
                continue
            ref = s.choose(item, s.is_number)
            if ref is None:
                continue
            if additive(s, ref) or addable(s, ref):
                s.use(index)
                for other in s.unused("agg"):
                    if s.items[other].meaning and s.items[other].meaning.value == "sum":  # type: ignore[union-attr]
                        s.use(other)
                s.figures.append(Figure(func="sum", table=ref.table, column=ref))
            return
        ref = only_measure(s, self._in_play())
        if ref is not None and additive(s, ref, unnamed=True):
            s.remark(f"I added up {ref}.")
            for other in s.unused("agg"):
                meaning = s.items[other].meaning
                if meaning is not None and meaning.value == "sum":
                    s.use(other)
            s.figures.append(Figure(func="sum", table=ref.table, column=ref))

    def _in_play(self) -> list[str]:
        """Return the tables that an unnamed figure may be of, the likeliest first."""
        s = self.s
        near = s.near or [t.name for t in s.schema.tables]
        return list(dict.fromkeys([*near, *(t for n in s.near for t in s.reach(n))]))

    def _aggregate(self, at: int) -> None:
        s = self.s
        item = s.items[at]
        if item.columns and self._is_itself_column(at):
            return
        aggs = [at]
        index = s.after(at)
        while index is not None:
            following = s.items[index]
            if following.tag == "and" or (following.used and following.tag == "and"):
                candidate = s.after(index)
                if (
                    candidate is not None
                    and s.items[candidate].tag == "agg"
                    and not s.items[candidate].used
                ):
                    aggs.append(candidate)
                    index = s.after(candidate)
                    continue
                break
            if following.tag == "agg" and not following.used and not self._is_itself_column(index):
                aggs.append(index)
                index = s.after(index)
                continue
            break
        funcs = [self._func(i) for i in aggs]
        if "count" in funcs:
            self._count(at, aggs, funcs, index)
            return
        targets = self._targets(index)
        s.use(*aggs)
        targets = self._compound(targets)
        valued = self._value_of(at)
        if valued is not None and "count" not in funcs:
            s.use(*targets)
            s.figures.extend(Figure(func=func, table=valued.table, column=valued) for func in funcs)
            return
        if not targets:
            self._no_target(at, aggs, funcs, index)
            return
        if len(funcs) == 1 and len(targets) == 1 and self._sized_later(targets[0]):
            s.wanted = funcs[0]
            s.use(targets[0])
            return
        for position in targets:
            ref = self._worth(position) or self._figure_column(s.items[position], funcs)
            s.use(position)
            for func in funcs:
                s.figures.append(self._figure(func, ref))

    def _func(self, at: int) -> AggregateName:
        meaning = self.s.items[at].meaning
        assert meaning is not None
        return meaning.value  # type: ignore[return-value]

    def _is_itself_column(self, at: int) -> bool:
        """Whether `total`, `count`… names a column here: another figure stands before it."""
        s = self.s
        item = s.items[at]
        if not item.columns:
            return False
        before = s.before(at)
        if before is not None and s.items[before].tag in ("agg", "super"):
            return True
        following = s.after(at)
        if following is None:
            return False
        nxt = s.items[following]
        return bool(nxt.tag in ("cmp",)) or (
            before is not None and s.items[before].tag == "group" and not s.items[before].used
        )

    def _targets(self, index: int | None) -> list[int]:
        s = self.s
        found: list[int] = []
        while index is not None:
            item = s.items[index]
            if item.used and any(p.at == index for p in s.tests) and not found:
                index = s.after(index)  # "the average female age"
                continue
            if item.used or not (item.columns or item.tables or item.rows_of):
                break
            if item.meaning is not None and item.tag not in (
                "light",
                "filler",
                "agg",
                "super",
                "share",
                "rows",
            ):
                break
            found.append(index)
            joint = s.after(index)
            if joint is None:
                break
            if s.items[joint].tag == "and":
                candidate = s.after(joint)
                if candidate is None or s.items[candidate].tag in ("agg", "super"):
                    break
                if not any(s.is_number(c.ref) for c in s.items[candidate].columns):
                    break
                index = candidate
            elif s.items[joint].tokens[0].after_mark and any(
                s.is_number(c.ref) for c in s.items[joint].columns
            ):
                index = joint
            else:
                break
        return found

    def _figure_column(self, item: Item, funcs: list[AggregateName]) -> ColumnRef | Item:
        s = self.s
        done = self._done(item)
        if done is not None:
            return done
        number = any(c.how == "exact" and s.is_number(c.ref) for c in item.columns[:2])
        if item.tables and item.tables[0].how == "exact" and not item.columns:
            value = s.table(item.tables[0].table).column("value")
            plain = item.tokens[-1].stem == item.tokens[-1].norm
            if plain and value is not None and "sum" not in funcs:
                ref = ColumnRef(item.tables[0].table, value.name)
                if s.is_number(ref):
                    return ref  # a table of one thing, such as gdp
        if (
            item.tables
            and not number
            and (not item.columns or item.tables[0].score > item.columns[0].score - 0.001)
        ):
            return item
        if (
            item.rows_of
            and not number
            and self._means_rows(item, item.columns[0].score if item.columns else 0.0)
        ):
            return item
        dates = all(func in ("min", "max") for func in funcs)
        chosen = s.choose(item, lambda r: s.is_number(r) or (dates and s.is_time(r)))
        if chosen is None and (item.tables or item.rows_of):
            return item
        if chosen is None:
            named = s.choose(item)
            raise Ask(
                f"{named} holds no numbers, so that I cannot work out that figure of it.", item.text
            )
        return chosen

    def _figure(self, func: AggregateName, what: ColumnRef | Item) -> Figure:
        s = self.s
        if isinstance(what, ColumnRef):
            column = s.column(what)
            if what.worked is not None and what.worked.op == "/" and func == "avg":
                s.remark(f"It is the average over single rows of {what}.")
            if func == "sum" and not can_be_added(s.table(what.table), column, s.schema):
                raise Ask(f"{what} is no quantity; adding it up says nothing. What do you mean?")
            if func == "sum" and RATES & set(name_words(column.name)):
                raise Ask(f"{what} holds rates; adding them up says nothing. The average of it?")
            if func == "sum" and is_year(column):
                raise Ask(f"{what} holds years; adding them up says nothing. What do you mean?")
            return Figure(func=func, table=what.table, column=what)
        table = what.tables[0].table if what.tables else what.rows_of or ""
        counter = counter_of(s, what) if func == "sum" else None
        if counter is not None:
            return Figure(func=func, table=counter.table, column=counter)
        if func == "sum" and "total" not in self.said:
            columns = [ColumnRef(table, c.name) for c in s.table(table).columns]
            sums = [ref for ref in columns if additive(s, ref)]
            if len(sums) != 1:
                raise Ask(f"The sum of which column of {table}? I see {self._numbers(table)}.")
            return Figure(func="sum", table=table, column=sums[0])
        only = only_measure(s, [table])
        single = what.tokens[-1].stem == what.tokens[-1].norm
        if func == "sum" and single and only is not None and additive(s, only, unnamed=True):
            s.remark(f"I added up {only}.")  # "the total harvest", which is no number of harvests
            return Figure(func="sum", table=table, column=only)
        if func == "sum":
            return Figure(func="count", table=table)
        if func == "avg" and s.keys and not any(k.column.table == table for k in s.keys):
            return self._per(table, None)
        only = only_measure(s, [table])
        if only is not None:
            s.remark(f"I took the figure as one of {only}.")
            return Figure(func=func, table=table, column=only)
        if func == "avg" and s.keys:
            return self._per(table, None)
        own = [
            c.ref for c in what.columns
            if s.is_number(c.ref) and what.tokens[-1].stem in map(stem, name_words(c.ref.column))
        ]  # fmt: skip
        if len(own) == 1:
            return Figure(func=func, table=table, column=own[0])  # "the average bill"
        raise Ask(
            f'Which column of "{what.text}" do you mean? I see {self._numbers(table)}.', what.text
        )

    def _numbers(self, table: str) -> str:
        s = self.s
        names = [c.name for c in s.table(table).columns if s.is_number(ColumnRef(table, c.name))]
        return listed(names) if names else "no column of numbers"

    def _no_target(
        self, at: int, aggs: list[int], funcs: list[AggregateName], index: int | None
    ) -> None:
        s = self.s
        item = s.items[at]
        ref = s.choose(item, s.is_number) if item.columns else None
        if ref is not None:
            s.figures.extend(self._figure(func, ref) for func in funcs)
            return
        again = funcs == ["sum"] or (funcs == ["avg"] and bool(s.figures[:1]))
        added = item.norm.startswith(("add up", "adds up", "added up"))
        second = added and any(i.tag == "and" for i in s.items[:at])
        if s.figures and again and (funcs == ["sum"] or s.figures[0].func == "avg") and not second:
            return  # "how many … in total"
        # The column may stand before: "the price, on average"; or after other words.
        for other, candidate in enumerate(s.items):
            if candidate.used or not candidate.columns or candidate.tables:
                continue
            if candidate.meaning is not None and candidate.tag not in ("light", "filler"):
                continue
            ref = s.choose(candidate, s.is_number)
            if ref is not None:
                s.use(other)
                s.figures.extend(self._figure(func, ref) for func in funcs)
                return
        ranked = [m for i in (*s.unused("super"), *s.unused("versus")) if (m := s.items[i].meaning)]
        if len(funcs) == 1 and ranked and not s.figures:
            s.wanted = funcs[0]
            return
        rows = [i for i in s.items if not i.used and (i.tables or i.rows_of)]
        if funcs == ["avg"] and rows and s.keys and s.keys[0].unit is not None:
            table = rows[0].tables[0].table if rows[0].tables else rows[0].rows_of or ""
            figure = Figure(func="count", table=table)
            if mean_of(s, figure):
                s.figures.append(figure)  # "rides per day on average"
                return
        if funcs == ["sum"]:
            tables = [i for i in s.items if i.tables and not i.used]
            if tables and not speaks_of_money(s):
                s.figures.append(Figure(func="count", table=tables[0].tables[0].table))
                return
        only = only_measure(s, self._in_play())
        if only is not None and ("sum" not in funcs or additive(s, only, unnamed=True)):
            s.remark(f"I took the figure as one of {only}.")
            s.figures.extend(self._figure(func, only) for func in funcs)
            return
        where = s.near[0] if s.near else s.schema.tables[0].name
        unknown = [i.text for i in s.items if not i.used and not i.names_something and not i.tag]
        if unknown:
            words = listed(f'"{word}"' for word in unknown)
            raise Ask(
                f"I do not know what {words} means in this dataset. I see "
                f"{self._numbers(where)} in {where}.",
                *unknown,
            )
        raise Ask(f'"{item.text}" of which column? I see {self._numbers(where)}.', item.text)
