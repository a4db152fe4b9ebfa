"""One reading of one choice of senses, or why there is none."""

from __future__ import annotations

from keenbench.models.offline.frame import Ask, Change, Figure, Understanding
from keenbench.models.offline.small_words import AUXILIARIES
from keenbench.models.reader.cells_of_several import take_apart
from keenbench.models.reader.figures_listed import HEADCOUNT
from keenbench.models.reader.going_by import read_going_by
from keenbench.models.reader.groups_counted import figure_of_groups_that_meet
from keenbench.models.reader.kinds_of_whom import read_kinds_of_whom
from keenbench.models.reader.one_by_one import show_one_by_one
from keenbench.models.reader.own_limits import read_own_limits
from keenbench.models.reader.owners_column import read_against_owners
from keenbench.models.reader.parts import Part
from keenbench.models.reader.row_groups import average_of_each, count_each_once, group_by_names
from keenbench.models.reader.said_last import SaidLast
from keenbench.models.reader.sets_of_rows import read_never_in_periods, read_sets
from keenbench.models.reader.sums_of_rates import refuse_sums_of_rates
from keenbench.models.reader.ways import ways_meant

_LEFT_OVER = {"col": 0.6, "rows": 0.12, "val": 1.5, "num": 1.5, "unit": 0.5, "state": 1.5,
              "text": 1.5}  # fmt: skip
_CUES_LEFT = {"and": 0.0, "or": 0.1, "list": 0.0, "which": 0.0, "only": 0.0, "filler": 0.0,
              "rows": 0.0, "light": 0.0, "yesno": 0.0, "match": 0.6, "distinct": 0.3, "group": 0.4,
              "not": 1.5, "null": 1.5, "calc": 1.0}  # fmt: skip
_OF_MANY = ("sum", "avg", "median", "count_distinct")
_OPENERS = ("which", "list")
_MOST_SIZES = 60
"""More different numbers than these are no groups."""


class Assembly(SaidLast):
    def read(self) -> Understanding:
        for part in self.open("cannot"):
            raise Ask(f"I cannot work out {part.value} offline.", part.item.text)
        read_kinds_of_whom(self)
        read_going_by(self)
        self.read_every()
        self.settle_dates()
        self.read_worked_out()
        self.show_list()
        self.read_limits()
        self.read_sorting()
        self.read_rows()
        self.read_matches()
        self.contrast()
        self._core()
        if any(key.unit for key in self.keys):
            self.use(*self.open("trend"))  # how it developed month by month
        show_one_by_one(self)
        self.set_sides_apart()
        group_by_names(self)
        count_each_once(self)
        average_of_each(self)
        self.join_alternatives()
        self.read_scale()
        self.leave_out_totals()
        self.take_finer_sums()
        self.sort()
        self._settle_tables()
        self.leave_out_blanks()
        take_apart(self)
        self._leftovers()
        return self._result()

    def read_rows(self) -> None:
        """Read which rows and groups are meant: a question and a change of one say it alike."""
        self.read_row_differences()
        read_against_owners(self)
        self.read_same_or_different()
        read_own_limits(self)
        self.read_columns_compared()
        self.read_above_average()
        self.read_held_text()
        self.read_numbers()
        self.read_groups()
        read_never_in_periods(self)
        self.read_missing()
        self.contrast_flags()
        self.read_values()
        read_sets(self)

    # -- what is asked

    def _core(self) -> None:
        self._drop_percents()
        shares = self.open("share")
        versus = self.asks_more()
        difference = self.asks_difference()
        supers = self.open("super")
        counts = [p for p in self.open("agg") if p.value == "count"]
        sized = [p for p in self.open("how_much") if p.sense.meaning and p.sense.meaning.dims]
        self.drop_how_much_it_is()
        if self.read_change():
            pass
        elif shares and supers and self.ranks_shares(supers[0], shares[0]):
            self.rank_shares(supers[0], shares[0])
        elif shares:
            self.read_share(shares[0])
        elif difference is not None:
            self.read_difference(difference)
        elif self.read_both_ends():
            self.settle_thresholds(None)
        elif supers and (self.read_edge_and_row() or self.read_occasion(supers[0])):
            pass
        elif sized and supers and sized[0].at < supers[0].at:
            self.read_figures()
            self.settle_thresholds(None)
        elif supers and sized:
            self.use(*sized)
            self.read_ranking()
        elif (
            supers and not (counts and counts[0].at < supers[0].at and counts[0].norm == "how many")
        ) or (self.limit is not None and self.rank_by):
            self.use_asked_again()
            self.read_ranking()
        elif versus is not None:
            self.read_versus(versus)
        elif self.sizes_last():
            pass
        elif self.counts_last(counts) or self.totals_last():
            self.use(*counts, *self.open("agg", "how_much"), self.each_last())
            self._bare()
        elif self.open("agg", "how_much"):
            self.read_figures()
            figure_of_groups_that_meet(self)
            self.settle_comparison()
            self.average_stretches()
        else:
            self._bare()

    def _bare(self) -> None:
        """No figure is named: a list, a measure by itself, or what there is by group."""
        opened = any(p.tag in _OPENERS for p in self.parts)
        measured = [p for p in self.parts if not p.used and self.is_measure(p)]
        entity = self._entity()
        first = next((p for p in self.parts if p.norm not in ("and", "so")), None)
        entity = self._sizes_asked(measured) or self.who_asked(entity)
        grouped = any(t.ref is None or t.than or self._of_group(t, entity) for t in self.thresholds)
        when = any(p.tag == "which" and p.value == "when" for p in self.parts)
        if grouped:
            self._having(entity)
            return
        if not self.keys and (self.list_what_for() or self.list_with_counts(entity)):
            return
        if self.keys:
            self.settle_thresholds(None)
            self._by_group(measured, entity)
            return
        self.settle_thresholds(entity)
        named = [p for p in self.parts if p.kind == "col" and not p.used]
        made = [p for p in measured if p.sense.ref is not None and p.sense.ref.worked is not None]
        if made and self.asks_money():
            self._figure("sum", made[0])  # what did they cost us (hours times rate)
            self.use(entity if entity is not None and entity.kind == "rows" else None)
            return
        if not named and self.asks_money():
            ref = self.unnamed_money()
            if ref is not None:
                self.use(entity if entity is not None and entity.kind == "rows" else None)
                self.guess(0.08, f"I added up {ref}.")
                self.figures.append(Figure(func="sum", table=ref.table, column=ref))
                return
        if first is not None and first.norm in ("is", "are") and measured and not self.tests:
            raise Ask(f"Compared with what should {measured[0].item.text} be?")
        lists = bool(self.without) or any(
            p.norm in ("who", "which", "list") for p in self.parts[1:]
        )
        if first is not None and first.norm in AUXILIARIES | {"any"} and not measured and not lists:
            if entity is None and not self.tests and not self.without:
                raise Ask(self._nothing_named(), *self.unknown())  # is it any good
            self.use(entity)
            self.exists = True
            rows = entity is not None and entity.kind == "rows"
            table = entity.sense.table if rows and entity is not None else self.base()
            self.subject = table
            self.figures.append(Figure(func="count", table=table))
            return
        trend = self.open("trend")
        if trend:
            self.use(*trend)
            self.keys.append(self._bucket("month"))
            self._by_group(measured, entity)
            return
        opened = opened and not (
            any(p.norm == "what" for p in self.parts)
            and bool(measured)
            and not any(p.tag == "list" for p in self.parts)
        )
        opened = opened and not self.totals_of_those(measured)
        if entity is None and measured and self.asks_which_are_there(measured[0]):
            self.list_rows(measured[0], when=False)
            return
        if not opened and measured and (entity is None or entity.at > measured[0].at):
            for part in measured:
                if part.used or part.sense.ref is None:
                    continue
                if self.figures and not self._is_joined(part):
                    break  # how long it takes to pay a fine tells nothing of how much it is
                self._figure(self.func_asked(part), part)
            return
        if entity is None and not opened:
            self.money_alone()
            if self.figures:
                return
        told = any(p.tag in _OPENERS for p in self.parts) or bool(self.shown or self.without)
        named = [p for p in self.parts if p.kind == "col" and not p.used and p is not entity]
        counted = entity is not None and entity.norm in HEADCOUNT
        asks = (self.asks and not told and not named) or counted
        if asks and entity is not None and entity.kind == "rows":
            self.use(entity)
            self.guess(0.1)  # "arrivals in May 2026?"
            self.figures.append(Figure(func="count", table=entity.sense.table))
            return
        if self.latest_alone():
            return
        self.list_rows(entity, when=when)

    def _sizes_asked(self, measured: list[Part]) -> Part | None:
        """`which party sizes have an average bill above 30`: a number that tells groups."""
        if not any(t.average or t.total or t.ref is None for t in self.thresholds):
            return None
        named = [p.at for p in self.parts if p.value == "who" or (
            self.is_entity(p) and not self.is_measure(self.after(p.at, over=())))]  # fmt: skip
        start = min([*(t.at for t in self.thresholds), *named])  # staff with a bonus: by the staff
        asked = [p for p in measured if p.at < start and p.sense.ref is not None]
        few = [p for p in asked if (self.column(p.sense.ref).distinct or 99) <= _MOST_SIZES]  # type: ignore[arg-type]
        return few[0] if len(few) == 1 else None

    def _is_joined(self, part: Part) -> bool:
        """Whether a part is one of several: pieces, price and weight."""
        before = self.before(part.at)
        return part.after_mark or (before is not None and before.tag in ("and", "compare"))

    def _by_group(self, measured: list[Part], entity: Part | None) -> None:
        if self.change is not None and not self.figures:
            raise Ask("The change of which figure?")
        for part in measured:
            if part.sense.ref is not None and not part.used:
                self._figure(self.func_asked(part), part)
        self.count_listed_rows(entity)
        if not self.figures:
            self.money_alone()
        if not self.figures:
            table = self.base()
            if entity is not None and entity.kind == "rows":
                self.use(entity)
                table = entity.sense.table
                figure = self.amount_or_count(entity)
                if figure is None and entity.sense.how not in ("exact", "part"):
                    figure = self.rows_or_pieces(table, entity)  # tickets sold
                if figure is not None:
                    self.figures.append(figure)
                    return
            elif entity is not None and entity.sense.ref is not None:
                self.use(entity)
                nature = self.nature(entity.sense.ref)
                if not nature.unique and nature.kind == "text" and self.is_split(entity):
                    self.keys.extend(self.keys_for(entity))
                    self.figures.append(Figure(func="count", table=nature.ref.table))
                    return
                if not nature.unique and nature.kind == "text":
                    self.refuse_amounts(nature.ref)
                    self.guess(0.1)
                    self.figures.append(
                        Figure(func="count_distinct", table=nature.ref.table, column=nature.ref)
                    )
                    return
            self.figures.append(Figure(func="count", table=table))

    def _having(self, entity: Part | None) -> None:
        """`customers with more than 5 orders`."""
        if not self.keys:
            if entity is None:
                raise Ask("Of which groups should that be true?")
            self.use(entity)
            self.rows_as_keys(entity)
        self.settle_thresholds(entity)
        for having in self.having:
            if having.figure not in self.figures and having.value != 0:
                self.figures.append(having.figure)

    # -- order, what is left, the whole

    def _leftovers(self) -> None:
        names: list[str] = []
        for part in self.parts:
            if self.money_left(part) and not self._has_money():
                verb = self.only_paid(part)
                self.cost += 0.1 if verb else 0.5
                if not verb:
                    names.append(part.item.text)
            if part.used or part.kind in ("skip", "used"):
                continue
            if self.leaves_out(part):
                raise Ask(f'What should be left out, as "{part.item.text}" says?', part.item.text)
            if part.kind == "cue":
                cost = _CUES_LEFT.get(part.tag, 0.9)
            else:
                cost = _LEFT_OVER.get(part.kind, 0.5)
                parts = [t for f in self.figures for t in (*f.where, *f.among)]
                shared = [r for t in [*(t for t, _ in self.tests), *parts] for r in t.columns()]
                if part.sense.ref is not None and (
                    part.sense.ref in shared
                    or any(part.sense.ref == f.column for f in self.figures)
                    or any(part.sense.ref == k.column for k in self.keys)
                    or part.sense.ref in self.shown
                ):
                    cost = 0.05
                elif part.kind == "col" and part.sense.ref is not None:
                    nature = self.nature(part.sense.ref)
                    if nature.unique or nature.person:
                        cost = 0.3
                if part.sense.how == "kind" and self.is_aged(part):
                    cost = 0.0  # children under 10
                elif part.sense.how == "kind" and self.are_such(part):
                    cost = 0.05  # commercial systems
                elif part.sense.how == "kind" and self.are_others(part):
                    cost = 0.7  # employees with children
                elif part.kind == "rows" and self.is_key_said(part):
                    raise Ask(f"What about {part.item.text}?", part.item.text)
            if cost >= 0.5:
                names.append(part.item.text)
            self.cost += cost
        self.left = names

    def scaled(self, figure: Figure) -> Figure:
        scale = self.scales.get(figure.column) if figure.column is not None else None
        if scale is None or figure.func in ("count", "count_distinct") or figure.share:
            return figure
        return figure.model_copy(update={"scale": scale, "unit": self.told_in})

    def _has_money(self) -> bool:
        refs = [f.column for f in self.figures if f.column is not None]
        refs += [o.column for o in self.order if o.column is not None]
        refs += [r for t, _ in self.tests for r in t.columns()]
        refs += [h.figure.column for h in self.having if h.figure.column is not None]
        return any(self.nature(r).money or r.worked is not None for r in [*refs, *self.shown])

    def _result(self) -> Understanding:
        s = self.s
        keys = [key.column for key in self.keys if key.unit is None]
        if any(f.column in keys and f.func in _OF_MANY for f in self.figures):
            raise Ask("A figure of what rows are grouped by says nothing. Which figure is meant?")
        if self.having and not self.keys:
            raise Ask("Of which groups should that be true?")
        if not (self.figures or self.shown or self.keys or self.tests or self.without):
            raise Ask("What would you like to know?")
        self.refuse_key_left()
        self.refuse_sums_of_ones()
        refuse_sums_of_rates(self)
        self.refuse_groups_left()
        self.refuse_costs_for_income()
        self.refuse_ages()
        subject = self._subject()
        return Understanding(
            dataset_id=s.schema.dataset_id,
            subject=subject,
            figures=tuple(self.scaled(figure) for figure in self.figures),
            keys=tuple(dict.fromkeys(self.keys)),
            shown=tuple(self.shown),
            tests=tuple(test for test, _ in self.tests),
            having=tuple(self.having),
            without=tuple(self.without),
            every=self.every,
            named=self.wants_named(self.keys, self.figures),
            via=self.via,
            order=tuple(self.order),
            limit=self.limit,
            offset=self.offset,
            of_each=tuple(self.of_each),
            change=self.change,
            distinct=self.distinct,
            count_groups=self.count_groups,
            exists=self.exists,
            remarks=tuple(dict.fromkeys([*s.remarks, *self.remarks])),
        )

    def _subject(self) -> str:
        return self.subject or (self.figures[0].table if self.figures else self.base())

    def _settle_tables(self) -> None:
        """Settle how tables are joined; a list that repeats its rows is seldom meant."""
        self.turn_far_tests()
        self.doubt_far_cells(self._subject())
        self.via = ways_meant(self, self.needed(self._subject()))
        if not self.figures and not self.keys and self.shown:
            reach = self.s.reach(self._subject())
            if any(ref.table not in reach for ref in self.shown):
                self.guess(0.3)  # a row of the subject has many of these

    def needed(self, subject: str) -> set[str]:
        """Return the tables of which the reading needs rows or columns."""
        figures = [*self.figures, *(h.figure for h in self.having)]
        refs = [*self.shown, *(k.column for k in (*self.keys, *self.of_each))]
        refs += [o.column for o in self.order if o.column is not None]
        refs += [f.column for f in figures if f.column is not None]
        refs += [r for t, _ in self.tests for r in t.columns()]
        refs += [r for f in figures for t in (*f.where, *f.among) for r in t.columns()]
        return {subject, *(f.table for f in figures), *(r.table for r in refs), *self.without}


__all__ = ["Assembly", "Change"]
