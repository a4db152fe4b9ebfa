"""What a follow-up says of the order and the number of rows, and what its bare words mean."""

from __future__ import annotations

import re

from keenbench.models.offline.columns import ColumnRef
from keenbench.models.offline.frame import Ask, Figure, Key, Order, Test, Understanding
from keenbench.models.offline.numbers import ORDINALS
from keenbench.models.offline.scales import Bound
from keenbench.models.offline.words import root
from keenbench.models.reader.assembly import Assembly
from keenbench.models.reader.merging import flipped, numbers_tested, tables_of
from keenbench.models.reader.parts import Direction, Part, Threshold
from keenbench.models.reader.vocabulary import MONEY, REST, THEM, turning_words
from keenbench.query.plan import AggregateName, Operator

_OF_A_TIME = frozenset(("date", "time", "year", "day", "timestamp", "age"))
_YEAR = re.compile(r"(?:19|20)\d\d")
_KEEPS_ORDER = ("top", "first")
_MEANS_NUMBER = frozenset(("make", "show", "give", "top", "first", "only", "just"))


class Reordering(Assembly):
    """The parts of a change that depend on what the question before was about."""

    previous: Understanding
    words: list[str]
    narrows: bool
    bare_year: bool = False
    """A year by itself was said."""
    overall: bool = False
    """All groups together are asked for."""
    reversed: bool = False
    keeps_rank: bool = False
    """Other groups take the place of those before in the same ranking."""
    limitless: bool = False
    """All of a ranking are asked for, not only the first."""

    @property
    def was(self) -> Figure | None:
        return self.previous.figures[0] if self.previous.figures else None

    @property
    def of_groups(self) -> set[int]:
        """Where bounds stand that are of the figure of each group."""
        return self.__dict__.setdefault("_of_groups", set())  # type: ignore[no-any-return]

    def tables_before(self) -> list[str]:
        found = tables_of(self.previous)
        return list(dict.fromkeys([*found, *(far for t in found for far in self.s.reach(t))]))

    def tables(self) -> list[str]:
        return list(dict.fromkeys([*tables_of(self.previous), *super().tables()]))

    def _bucket(self, unit: str) -> Key:
        """`by month`: of the dates that the question before was about."""
        tests = [*self.previous.tests, *(test for test, _ in self.tests)]
        dates = [r for t in tests if t.period for r in t.columns() if self.nature(r).kind == "date"]
        dates += [key.column for key in self.previous.keys if key.unit is not None]
        named = any(
            p.kind == "col"
            and not p.used
            and p.sense.ref
            and self.nature(p.sense.ref).kind == "date"
            for p in self.parts
        )
        if dates and not named:
            return Key(column=dates[0], unit=unit)
        return super()._bucket(unit)

    # -- bare words

    def _told(self) -> list[Part]:
        return [p for p in self.parts if not p.used and p.kind not in ("skip", "used")
                and p.tag not in ("and", "only", "list", "which", "filler", "light")]  # fmt: skip

    def read_bare_number(self) -> None:
        """`make it five`: so many rows; `and 2001?` after `vintage 1990`: another number."""
        told = self._told()
        if len(told) == 1 and told[0].kind == "nth" and self.previous.order and self.previous.limit:
            nth = ORDINALS.get(told[0].norm, told[0].item.tokens[0].value)
            if isinstance(nth, int) and 1 < nth <= 100:
                self.offset, self.limit = nth - 1, 1
                self.use(told[0])
            return
        if len(told) != 1 or told[0].kind != "num" or not isinstance(told[0].item.number, int):
            return
        number, part = told[0].item.number, told[0]
        same = numbers_tested(self.previous)
        if self.previous.limit is not None and (not same or set(self.words) & _MEANS_NUMBER):
            if 0 < number <= 1000:
                self.limit = number
                self.use(part)
        elif len(same) == 1:
            old = same[0]
            value = str(number) if isinstance(old.value, str) else number
            self.use(part)
            new = old.model_copy(update={"value": value, "said": f"{old.column} {number}"})
            self.test(new, part.at)

    def read_year_of_header(self) -> None:
        """`what about 2015?` after a sum of population2025: the column of that year."""
        was = self.was
        years = [p for p in self.parts if p.item.is_bare_year or _YEAR.fullmatch(p.norm)]
        if was is None or was.column is None or len(years) != 1:
            return
        name = _YEAR.sub(years[0].norm, was.column.column)
        column = self.s.table(was.column.table).column(name)
        if name == was.column.column or column is None:
            return
        self.use(years[0])
        self.tests = [(test, at) for test, at in self.tests if not test.period]
        ref = ColumnRef(was.column.table, name)
        self.figures.append(was.model_copy(update={"column": ref}))

    def drop_replaced(self) -> None:
        """`median instead of average`: what stands behind `instead of` is what was before."""
        for at, part in enumerate(self.parts[:-1]):
            of = self.norm(at + 1) if part.norm in ("instead", "not") else ""
            if part.norm in ("rather than", "instead of") or of == "of":
                self.use(part, *self.parts[at + 1 : at + 4])
                return

    def read_number_after(self) -> None:
        """`the oldest five`: the number stands behind the word that ranks."""
        for part in self.open("super"):
            after = self.parts[part.at + 1] if part.at + 1 < len(self.parts) else None
            if after is None or after.kind != "num" or after.used:
                continue
            if isinstance(after.item.number, int) and 0 < after.item.number <= 1000:
                self.limit = after.item.number
                self.use(after)

    def _group(self, part: Part, *, ranking: bool) -> None:
        """`by value instead` after the first five by units: what the ranking goes by."""
        target = self._grouped(part)
        ranked = self.previous.limit is not None and bool(self.previous.order)
        if ranked and target is not None and root(target.norm) in MONEY and part.norm == "by":
            ref = self.unnamed_money() if not self.is_measure(target) else None
            if ref is not None:
                self.use(part, target)  # by revenue, of which no header speaks
                self.figures.append(Figure(func="sum", table=ref.table, column=ref))
                return
        if ranked and self.was is not None and part.norm == "by" and self.is_measure(target):
            assert target is not None and target.sense.ref is not None
            self.use(part, target)
            ref = target.sense.ref
            self.figures.append(Figure(func=self.func_for(ref), table=ref.table, column=ref))
            return
        super()._group(part, ranking=ranking)

    def read_reversed(self) -> None:
        """`the other way round`, `in reverse`."""
        turned = turning_words(self.words) - REST
        self.reversed = bool(turned)
        self.use(*(p for p in self.parts if turned and set(p.norm.split()) <= turned))

    def swapped(self) -> tuple[Test, ...] | None:
        """`and the other way round?`, of what went from one place to another."""
        tests = self.previous.tests
        ends = [t for t in tests if t.op == "=" and t.column is not None and not t.period]
        if self.previous.keys or self.previous.order or len(ends) != 2:
            return None
        turned: dict[Test, Test] = {}
        for one, other in (ends, ends[::-1]):
            ref = one.column
            assert ref is not None
            cells = self.s.known.all_of(ref, self.column(ref))
            self.s.wait()
            if other.value not in cells:
                return None
            told = f"{ref} “{other.value}”"
            turned[one] = one.model_copy(update={"value": other.value, "said": told})
        return tuple(turned.get(test, test) for test in tests)

    def _of_what(
        self, part: Part, first: int, last: int, said: Part | None, bound: tuple[Operator, Bound]
    ) -> Threshold:
        """`and above 50000?`: of what the bound before was of, or of the figure of each group."""
        named = [p for p in self.parts if not p.used and (self.is_measure(p) or p.kind == "rows")]
        if not named:
            bounds = [
                t.column for t in self.previous.tests
                if t.column is not None and not t.period
                and isinstance(t.value, int | float | tuple) and not isinstance(t.value, bool)
            ]  # fmt: skip
            if len(set(bounds)) == 1:
                return Threshold(part.at, "=", 0, ref=bounds[0])
            had = self.previous.having
            if self.previous.keys and (len(had) == 1 or (self.was is not None and not had)):
                self.of_groups.add(part.at)
                return Threshold(part.at, "=", 0)
        return super()._of_what(part, first, last, said, bound)

    # -- figures of what was asked before

    def _count(self, cue: Part) -> None:
        noun = self.next_open(cue.at)
        was = self.was
        own = noun is not None and noun.kind in ("rows", "col") and noun.at - cue.at <= 4
        between = self.parts[cue.at + 1 : noun.at] if noun is not None else []
        theirs = any(set(p.norm.split()) & THEM for p in between)
        if own and noun is not None and not theirs:
            same = was is not None and was.func == "count" and noun.sense.table == was.table
            if not (noun.kind == "rows" and same):
                super()._count(cue)
                return
            self.use(noun)
        self.use(cue)
        if self.previous.having and self.previous.keys and self.previous.limit is None:
            self.count_groups = True  # how many is that, of the customers with 3 orders
            return
        if was is not None and was.func in ("count", "count_distinct"):
            self.figures.append(was.model_copy(update={"share": ""}))
        else:
            table = was.table if was is not None else self.previous.subject
            self.figures.append(Figure(func="count", table=table))

    def _unnamed(self, funcs: list[AggregateName], part: Part | None) -> None:
        was = self.was
        if funcs == ["sum"] and self.open("share"):
            return
        measured = was is not None and was.column is not None and was.func != "count_distinct"
        if measured and was is not None and was.column and not (part and self.is_measure(part)):
            for func in funcs:
                self._figure_of(func, was.column)
            return
        if self.money_said() is not None and was is not None and was.column is None:
            super()._unnamed(funcs, part)
            return
        if funcs == ["sum"] and was is not None and was.func == "count":
            self.overall = bool(self.previous.keys)
            self.figures.append(was)
            return
        super()._unnamed(funcs, part)

    def _figure_of(self, func: AggregateName, ref: ColumnRef) -> None:
        if func == "sum" and self.previous.keys and self.was and self.was.func == "sum":
            self.overall = True
        if func == "sum" and self.nature(ref).score:
            raise Ask(f"Adding up {ref} says nothing. The average of it?")
        self.figures.append(Figure(func=func, table=ref.table, column=ref))

    def _how_much(self, cue: Part) -> None:
        meaning = cue.sense.meaning
        named = any(not p.used and self.is_measure(p) for p in self.parts)
        was = self.was
        if not (meaning and meaning.dims) and not named and was is not None and was.func == "sum":
            self.use(cue)
            self.figures.append(was)
            return
        super()._how_much(cue)

    # -- order and number

    def reorder(self) -> None:
        """Set the order and the number of rows: those before, unless this says others."""
        previous = self.previous
        same = self.keys == list(previous.keys) and bool(self.figures) == bool(previous.figures)
        same = same or self.keeps_rank
        before = list(previous.order) if same else []
        asked, self.order = self.limit, []
        if self.limit is None:
            self.limit = previous.limit if same else None
            self.offset = previous.offset if same and self.offset is None else self.offset
        if self.limitless:
            self.limit = self.offset = None
        self.subject = previous.subject
        if self.reversed:
            self.order = list(flipped(before)) or self._backwards()
        elif self.sort_by:
            self.sort()
            self._keep_the_first(before, asked)
        elif self.open("super"):
            self._ranked(before, asked)
        elif asked is not None and not before:
            self.order = self._by_figure("desc")
        if not self.order:
            self.order = before
        if self.figures and not self.keys and any(o.column is not None for o in self.order):
            raise Ask("That is one figure only, so that there is nothing to sort.")

    def _keep_the_first(self, before: list[Order], asked: int | None) -> None:
        """Ask where the first five would be others if sorted by name: these cannot be kept."""
        if self.limit is None or asked is not None or not before:
            return
        for order in self.order:
            ref = self.keys[order.key].column if order.key is not None else order.column
            if ref is not None and self.nature(ref).kind in ("text", "key"):
                raise Ask(f"I cannot sort the first {self.limit} by {ref}: it would be others.")

    def _backwards(self) -> list[Order]:
        for at, key in enumerate(self.keys):
            if self.nature(key.column).kind in ("date", "year"):
                return [Order(key=at, direction="desc")]
        return self._by_figure("asc")

    def _by_figure(self, direction: str) -> list[Order]:
        if self.figures and self.keys:
            return [Order(figure=0, direction=direction)]
        return []

    def _ranked(self, before: list[Order], asked: int | None) -> None:
        """`and the worst?`, `just the top 3`, `which airline had the most?`."""
        cue, *more = self.open("super")
        self.use(cue, *(p for p in more if p.at - cue.at <= 2))
        meaning = cue.sense.meaning
        dims = meaning.dims if meaning is not None else ()
        way: Direction = "asc" if cue.value == "asc" else "desc"
        self._other_groups()
        self.limit = asked or (self.limit if before else None) or 1
        if cue.norm in _KEEPS_ORDER and before and asked is not None:
            self.order = before
        elif self.figures and self.keys:
            self._rank_keys(self.judged_figure(cue, self.figures[0], way), dims)
        elif self.figures and not (self.figures[0].column is None and dims):
            self._edge(way)
        else:
            if self.figures:  # of so many, the oldest
                self.figures, before = [], []
                self.shown = self.show_rows(self.subject)
            self._rank_listed(cue, way, before)

    def _other_groups(self) -> None:
        """`which airline had the most?`: of what there was only one figure, the figure of each."""
        named = [p for p in self.parts if not p.used and self.is_entity(p)]
        people = any(self.nature(key.column).person for key in self.keys)
        who = self._who() if not named and not people else None
        if not self.figures or not (named or who):
            return
        entity = named[0] if named else who
        assert entity is not None
        keys = self.keys_for(entity)
        self.use(entity)
        same = any(key.column.table == entity.sense.table for key in self.keys)
        if keys != self.keys and not (entity.kind == "rows" and same):
            self.keys = keys

    def _rank_keys(self, way: str, dims: tuple[str, ...]) -> None:
        if dims and set(dims) & _OF_A_TIME:
            for at, key in enumerate(self.keys):
                if self.nature(key.column).kind in ("date", "year"):
                    self.order = [Order(key=at, direction=way)]
                    return
        figure = self.figures[0]
        if dims == ("*count",) and figure.column is not None:
            self.guess(0.1)
        elif dims and figure.column is None and dims != ("*count",) and "size" not in dims:
            self.guess(0.6)
        self.order = self._by_figure(way)

    def _edge(self, way: str) -> None:
        """`and the lowest?` after an average or a greatest: the least of the same column."""
        figure = self.figures[0]
        if figure.column is None or len(self.figures) > 1 or figure.share:
            raise Ask("Of which groups should the first be shown?")
        func = "max" if way == "desc" else "min"
        self.figures = [figure.model_copy(update={"func": func})]
        self.limit = None

    def _rank_listed(self, cue: Part, way: str, before: list[Order]) -> None:
        """`which of them is the oldest?`: of the rows that were listed."""
        noun = next((p for p in self.parts if not p.used and self.is_measure(p)), None)
        meaning = cue.sense.meaning
        ref = noun.sense.ref if noun is not None else None
        self.use(noun)
        if ref is None and meaning is not None and meaning.dims:
            ref = self._dims_of(meaning.dims, meaning.against, None)
            dated = ref is not None and self.nature(ref).kind in ("date", "year")
            if dated and meaning.dims == ("age",):
                way = "asc" if way == "desc" else "desc"
        if ref is None and before:
            self.order = [before[0].model_copy(update={"direction": way})]
            return
        if ref is None:
            raise Ask(f'By which column should "{cue.item.text}" go?', cue.item.text)
        self.shown = list(dict.fromkeys([*self.shown, ref]))
        self.order = [Order(column=ref, direction=way)]
        if self.column(ref).nullable:
            self.tests.append((Test(column=ref, op="is_not_null", said=""), -1))
