"""The most and the least: what is ranked, by what, and how many of it are shown."""

from __future__ import annotations

from typing import Literal

from keenbench.models.offline.columns import ColumnRef, is_year
from keenbench.models.offline.frame import Ask, Figure, Key, Order, Test
from keenbench.models.offline.grouping import (
    keys_for,
)
from keenbench.models.offline.lexicon import PHRASES
from keenbench.models.offline.phrase_meaning import Meaning
from keenbench.models.offline.planning import columns_for
from keenbench.models.offline.ranked_by import RankedBy
from keenbench.models.offline.sentence import Placed
from keenbench.models.offline.subject import Asked
from keenbench.models.offline.words import name_words, root, stem


class Ranking(RankedBy):
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
        if self._when_last(at):
            return
        s.use(at)
        self._rank_by(at, "asc" if meaning.value == "asc" else "desc")

    def _when_last(self, at: int) -> bool:
        """`when was the latest stock count`: the first or last day that the table has."""
        s, meaning = self.s, self.s.items[at].meaning
        if not self._only_when() or meaning is None or "timestamp" not in meaning.dims:
            return False
        if s.keys or any(f.func != "count" for f in s.figures) or not s.near:
            return False
        times = [
            ColumnRef(s.near[0], c.name)
            for c in s.table(s.near[0]).columns
            if s.is_time(ColumnRef(s.near[0], c.name))
        ]
        said = {root(t.norm) for i in s.items[at + 1 :] for t in i.tokens}
        named = [r for r in times if {root(w) for w in name_words(r.column)} & said]
        if len(named) != 1 or (self.asked is not None and self.asked.kind == "table"):
            return False
        s.use(at)
        for item in s.items[at + 1 :]:
            own = {root(token.norm) for token in item.tokens}
            if own & {root(w) for w in name_words(named[0].column)} or item.columns:
                item.used = True
        func: Literal["min", "max"] = "max" if meaning.value == "desc" else "min"
        s.figures = [Figure(func=func, table=named[0].table, column=named[0])]
        self.asked = None
        return True

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
        direction = self._way(at, figure, column, direction)
        if column is not None and at is not None:
            meaning = s.items[at].meaning
            if meaning and column.column and self._against(meaning, column):
                direction = "asc" if direction == "desc" else "desc"
        close = at is not None and s.key_at is not None and at < s.key_at <= at + 2
        if close and self.asked is None and s.limit is None and s.keys[0].unit is not None:
            s.limit = 1 if figure is not None else None  # "the busiest hour of the day"
        if s.keys and (self.asked is None or s.key_at is not None):
            self._within_groups(figure, column, direction)
            return
        limit = s.limit or (1 if at is not None else None)
        asked = self.asked
        if asked is None:
            later = self._asked_later(at) if figure is None and at is not None else None
            if later is not None and column is not None:
                self._rows(column.table, later, column, direction, limit)
                return
            if figure is not None:
                if s.limit is None and not s.keys:
                    s.figures.append(figure)
                    return
                raise Ask("The most of what? Please name what should be ranked.")
            assert column is not None
            if at is not None and self._ranks_value(at):
                self._rows(column.table, [], column, direction, limit)
                return
            if s.limit is None and not self._wants_row():
                func: Literal["min", "max"] = "max" if direction == "desc" else "min"
                s.figures.append(Figure(func=func, table=column.table, column=column))
                return
            self._rows(column.table, [column], column, direction, limit)
            return
        if asked.kind == "unit":
            of = column or (figure.column if figure else None)
            s.near.insert(0, of.table if of else figure.table if figure else s.near[0])
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
                later = self._asked_later(at) if at is not None else None
                if later is not None:
                    self._rows(column.table, later, column, direction, limit)
                    self.asked = None
                    return
                if s.limit is None and not self._wants_row():
                    func3: Literal["min", "max"] = "max" if direction == "desc" else "min"
                    s.figures.append(Figure(func=func3, table=column.table, column=column))
                    self.asked = None
                    return
                self._rows(column.table, [column], column, direction, limit)
                self.asked = None
                return
            own = column is not None and column.table in s.reach(asked.column.table)
            single = at is not None and at > 0 and s.items[at - 1].norm == "single"
            if figure is None and own and single and column is not None:
                s.use(asked.at)  # "the single biggest yield" is one row's
                dates = self._dates_asked(column.table)
                self._rows(column.table, [asked.column, *dates], column, direction, limit)
                return
            if figure is None and own and self._tells_rows(asked.column):
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

    def _asked_later(self, at: int) -> list[ColumnRef] | None:
        """`the largest payout, which claim was it`: the row that has it, and columns of it."""
        s = self.s
        found: list[ColumnRef] | None = None
        for index in s.unused("which"):
            following = s.after(index)
            meaning = s.items[index].meaning
            if index < at or following is None or meaning is None or meaning.value != "which":
                continue
            item = s.items[following]
            rows = bool(item.tables or item.rows_of)
            ref = s.choose(item) if item.columns and not item.used else None
            if not rows and ref is None:
                continue
            found = [*(found or []), *([ref] if ref is not None and not rows else [])]
            s.use(index, following)
        return found

    def _dates_asked(self, table: str) -> list[ColumnRef]:
        """`…, and when was it harvested`: the dates of the row that the question names."""
        s = self.s
        whens = [i for i in s.unused("which") if (m := s.items[i].meaning) and m.value == "when"]
        found: list[ColumnRef] = []
        for at in whens:
            for index in range(at + 1, len(s.items)):
                refs = [
                    c.ref for c in s.items[index].columns
                    if s.is_time(c.ref) and c.ref.table == table
                ]  # fmt: skip
                if refs:
                    s.use(at, index)
                    found.append(refs[0])
        return found

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
        if any(c.how == "exact" and s.is_number(c.ref) for c in item.columns):
            return  # "the field with the biggest yield"
        s.use(asked.at)
        s.shown.append(asked.column)
        table = item.tables[0].table if item.tables else item.rows_of or ""
        self.asked = Asked(following, "table", table)

    def _against(self, meaning: Meaning, column: ColumnRef) -> bool:
        """Whether much of the column is little of what is said: the fastest took the least time."""
        if self.s.is_time(column) or is_year(self.s.column(column)):
            return bool(meaning.against)
        words = {stem(word) for word in name_words(column.column)}
        own, other = set(map(stem, meaning.dims)), set(map(stem, meaning.against))
        return bool(words & other) and not words & own

    def _ranks_value(self, at: int) -> bool:
        """`the smallest studio`, `highest rated comedy`: what is ranked is called by a value."""
        s = self.s
        tests = {p.at for p in s.tests}
        which = [i for i, item in enumerate(s.items) if item.norm == "which" and i < at]
        if which and which[0] + 1 in tests:
            return True  # "which dog is the heaviest"
        beside = s.items[at + 1] if at + 1 < len(s.items) else None
        return beside is not None and beside.used and at + 1 in tests

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
            extreme = Figure(func=func, table=column.table, column=column)
            ranked = s.limit is not None
            s.figures.append(self._of_many(column, direction) if ranked else extreme)
            if ranked:
                s.order.append(Order(figure=0, direction=direction))
            return
        s.figures.insert(0, figure)
        s.order.append(Order(figure=0, direction=direction))
        if s.limit is None and self.asked is not None:
            s.limit = 1

    def _whose(self, table: str) -> list[ColumnRef]:
        """`the highest score and who got it`: who the row belongs to."""
        s = self.s
        found: list[ColumnRef] = []
        for at in s.unused("which"):
            item = s.items[at]
            if item.meaning is None or item.meaning.value != "who":
                continue
            refs = [c.ref for c in item.columns[:1]]
            refs += [r for t in item.tables[:1] for r in columns_for(s.schema, t.table)]
            found += [ref for ref in refs if ref.table in s.reach(table)]
            s.use(at)
        return found

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
        shown += self._whose(table)
        s.shown.extend(ref for ref in dict.fromkeys([*shown, column]) if ref not in s.shown)
        s.order.append(Order(column=column, direction=direction))
        s.limit = limit
        # A row without the value is neither the first nor the last.
        if s.column(column).nullable:
            s.tests.append(Placed(Test(column=column, op="is_not_null", said=""), -1))
