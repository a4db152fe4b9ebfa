"""What is asked: a count, a figure, a share, the first of a ranking, a list, a comparison."""

from __future__ import annotations

from keenbench.models.offline.columns import ColumnRef
from keenbench.models.offline.frame import Ask, Change, Figure, Key, Order, Test
from keenbench.models.offline.words import stem
from keenbench.models.reader.head_nouns import HeadNouns
from keenbench.models.reader.nature import measures, repeated_key
from keenbench.models.reader.one_on_average import was_one_on_average
from keenbench.models.reader.parts import Part
from keenbench.models.reader.vocabulary import FOR_EACH
from keenbench.query.plan import AggregateName


class Forms(HeadNouns):
    def next_open(self, at: int) -> Part | None:
        for part in self.parts[at + 1 :]:
            if not part.used and part.kind not in ("skip", "used"):
                return part
        return None

    # -- figures

    def read_figures_named(self) -> None:
        for part in self.parts:
            if part.used or part.tag not in ("agg", "how_much"):
                continue
            if part.tag == "how_much":
                self._how_much(part)
            elif part.norm == "on average" and self.open("how_much"):
                continue  # how much it is says of what
            elif part.value == "count":
                self._count(part)
            else:
                self._aggregate(part)

    def _count(self, cue: Part) -> None:
        before = len(self.figures)
        self._counted(cue)
        if self.figures[-1:] and self.figures[-1] in self.figures[:before]:
            self.figures.pop()  # how many boys and how many girls: of each, one number

    def _counted(self, cue: Part) -> None:
        self.use(cue)
        part = self.next_open(cue.at)
        different = False
        if part is not None and part.tag == "distinct":
            self.use(part)
            different = True
            part = self.next_open(part.at)
        if part is not None and self.counts_periods(cue, part):
            self.count_periods(part)
            return
        if part is None or part.kind in ("cue", "num", "unit") or part.at - cue.at > 6:
            table = self.counted_table(cue, None, self._rows_table())
            self.figures.append(self.rows_or_pieces(table, cue))
            return
        done = None if different else self.pieces_done(cue, part)
        if done is not None:
            self.use(part)
            self.figures.append(done)
            return
        if part.kind == "rows":
            self.use(part)
            named = part.sense.how in ("exact", "part")
            table = self.counted_table(cue, part, self.done_to(part))
            key = repeated_key(self.s.schema, table, part.norm) if different else None
            func: AggregateName = "count" if key is None else "count_distinct"
            count = Figure(func=func, table=table, column=key)
            self.figures.append(count if named else self.rows_or_pieces(table, cue))
            return
        ref = part.sense.ref
        if ref is None:
            raise Ask(f'I cannot count "{part.item.text}".', part.item.text)
        nature = self.nature(ref)
        self.use(part)
        if nature.kind == "number" and not different:
            if (nature.money and part.sense.how != "unit") or nature.score:  # but: how many euros
                self.guess(0.45)
                self.figures.append(Figure(func="count", table=ref.table))
                return
            average = [p for p in self.open("agg") if p.at > cue.at and p.norm == "on average"]
            if average:
                self.use(*average)
                self._mean_of(ref)
                return
            self.remarks.append(f"I added up {ref}.")
            self.figures.append(Figure(func="sum", table=ref.table, column=ref))
        elif not different and (nature.kind == "date" or self.has_its_year(part)):
            if self.column(ref).nullable:
                self.test(Test(column=ref, op="is_not_null", said=f"{ref} present"), part.at)
            self.figures.append(Figure(func="count", table=ref.table))
        elif nature.unique and not different:
            self.figures.append(Figure(func="count", table=ref.table))
        elif ref in [key.column for key in self.keys]:
            if self.column(ref).nullable:  # volunteers by role: of those that have one
                self.test(Test(column=ref, op="is_not_null", said=f"{ref} present"), part.at)
            self.figures.append(Figure(func="count", table=ref.table))
        else:
            self.doubt_part(part, different=different)
            self.guess(0.35 if part.sense.how == "verb" and not different else 0.0)  # no scorers
            self.figures.append(Figure(func="count_distinct", table=ref.table, column=ref))

    def _rows_table(self) -> str:
        named = [p.sense.table for p in self.parts if p.kind == "rows"]
        return named[0] if named else self.base()

    def _how_much(self, cue: Part) -> None:
        self.use(cue)
        meaning = cue.sense.meaning
        if meaning is not None and meaning.dims:
            ref = self._sized(meaning.dims)
            if ref is None:
                raise Ask(f'I see no column that says "{cue.item.text}".', cue.item.text)
            func: AggregateName = "avg"
            for other in self.open("agg"):
                if other.value in ("avg", "median", "sum"):
                    func = other.value  # type: ignore[assignment]
                    self.use(other)
            for other in self.open("super"):
                func = "max" if other.value == "desc" else "min"
                self.use(other)
            self.figures.append(Figure(func=func, table=ref.table, column=ref))
            return
        means = [p for p in self.open("agg") if p.norm == "on average"]
        func = "avg" if means else "sum"  # how much does it cost on average
        self.use(*means)
        for part in self.parts[cue.at + 1 :]:
            if not part.used and self.is_measure(part):
                self._figure(func, part)
                return
        for other in self.open("agg"):
            if other.value == "sum":
                self.use(other)
        ref = self.unnamed_money()
        if ref is None:
            ref = self.measure_of(self._near(), lambda n: n.added, "How much of what")
        if ref is None:
            raise Ask("How much of what? I see no column of amounts.")
        self.guess(0.05, "" if means else f"I added up {ref}.")
        self.figures.append(Figure(func=func, table=ref.table, column=ref))

    def _figure(self, func: AggregateName, part: Part, *, said: bool = False) -> None:
        """Add a figure of a measure; `said` where a word asks for it, as `total` for a sum."""
        ref = part.sense.ref
        assert ref is not None
        self.use(part)
        if not said:
            self.doubt_plural(part)
        nature = self.nature(ref)
        if func == "sum" and nature.score:
            raise Ask(f"Adding up {ref} says nothing. The average of it?")
        if nature.kind == "date" and func not in ("min", "max"):
            self.guess(1.0)  # so the word means something else, where it can
            raise Ask(f"{ref} holds dates, of which there is no such figure.")
        if nature.kind in ("text", "key", "time") or (
            nature.kind == "year" and func not in ("min", "max")
        ):
            raise Ask(f"{ref} holds no quantities, so that I cannot work out that figure of it.")
        if func == "avg" and ref.worked is not None and ref.worked.op == "/":
            ways: list[tuple[AggregateName, float]] = [("sum", 0.0), ("avg", 0.05)]
            func = self.pick("quotient", ways)  # of all, or of each row
        figure = Figure(func=func, table=ref.table, column=ref if func != "count" else None)
        if figure not in self.figures:
            self.figures.append(figure)

    def func_asked(self, part: Part) -> AggregateName:
        """Return the figure of a measure that stands alone: mostly the sum, or else the average."""
        func = self.func_said(part)
        ref = part.sense.ref
        if ref is None or self.nature(ref).score or func not in ("sum", "avg"):
            return func
        if ref.worked is not None and ref.worked.op == "/":
            return func
        other: AggregateName = "avg" if func == "sum" else "sum"
        done = part.plural and self.nature(ref).money and self._is_done(part.at + 1)
        if done and self.pick("so many", [(True, 0.0), (False, 0.0)]):
            return "count"  # penalties issued: so many, or so much
        return self.pick("func", [(func, 0.0), (other, 0.15)])

    def _is_done(self, at: int) -> bool:
        """Whether a word says what was done to each row on its day: issued, of an Issue Date."""
        part = self.parts[at] if at < len(self.parts) else None
        dates = [link.ref for link in part.item.columns] if part is not None else []
        done = part is not None and part.norm.endswith(("ed", "en"))
        return done and any(self.nature(ref).kind == "date" for ref in dates)

    def _aggregate(self, cue: Part) -> None:
        funcs: list[AggregateName] = [cue.value]  # type: ignore[list-item]
        self.use(cue)
        at = cue.at
        part = self.next_open(at)
        while part is not None and part.tag in ("and", "agg") and part.at - at <= 3:
            if part.tag == "and":
                nxt = self.next_open(part.at)
                if nxt is None or nxt.tag != "agg":
                    break
                self.use(part)
            elif part.value == "count":
                break
            elif part.value in funcs:
                self.guess(0.5)
                raise Ask(f"The {part.norm} of which column?", part.item.text)
            else:
                funcs.append(part.value)  # type: ignore[arg-type]
                self.use(part)
            at = part.at
            part = self.next_open(part.at)
        if part is not None and part.tag == "agg" and part.value == "count" and funcs == ["avg"]:
            self._mean_count(part)
            return
        if "sum" in funcs and part is not None and part.tag == "agg" and part.value == "count":
            self._count(part)
            return
        targets = self._targets(part)
        if funcs == ["avg", "sum"] and self.keys and len(targets) == 1:
            self._figure("sum", targets[0])  # the average total payment per order
            self.change = Change(kind="mean")
            return
        if not targets:
            before = self._target_before(cue)
            targets = [before] if before is not None else []
        if targets:
            for target in targets:
                for func in funcs:
                    self._figure(func, target, said=True)
            return
        self._unnamed(funcs, part)

    def _targets(self, part: Part | None) -> list[Part]:
        found: list[Part] = []
        while part is not None:
            if self.is_measure(part) or (
                part.kind == "col"
                and part.sense.ref is not None
                and self.nature(part.sense.ref).kind in ("date", "year")
                and not found
            ):
                found.append(part)
            elif part.kind == "rows" and not found:
                nxt = self.next_open(part.at)
                if nxt is not None and nxt.at - part.at <= 2 and self.is_measure(nxt):
                    self.use(part)
                    part = nxt
                    continue
                break
            elif part.kind == "col" and not found:
                nxt = self.next_open(part.at)
                if nxt is not None and nxt.at - part.at <= 1 and self.is_measure(nxt):
                    part = nxt
                    continue
                break
            else:
                break
            joint = self.next_open(part.at)
            if joint is None:
                break
            if joint.tag == "and":
                nxt = self.next_open(joint.at)
                if nxt is None or not self.is_measure(nxt):
                    break
                self.use(joint)
                part = nxt
            elif joint.after_mark and self.is_measure(joint):
                part = joint
            else:
                break
        return found

    def _target_before(self, cue: Part) -> Part | None:
        """`usage in total`, `satisfaction on average`: the measure stands before."""
        for part in reversed(self.parts[: cue.at]):
            if not part.used and self.is_measure(part):
                return part
        others = [p.at for p in self.open("agg", "compare") if p.at > cue.at]
        end = min(others, default=len(self.parts))
        late = [p for p in self.parts[cue.at + 1 : end] if not p.used and self.is_measure(p)]
        return late[0] if len(late) == 1 else None

    def _unnamed(self, funcs: list[AggregateName], part: Part | None) -> None:
        tables = self._near()
        money = self.money_said()
        if money is not None and set(funcs) <= {"sum", "avg", "median"}:
            meant = self.money_named(money)
            for func in funcs:
                self.figures.append(Figure(func=func, table=meant.table, column=meant))
            return
        rows = part is not None and part.kind == "rows"
        if part is not None and rows:
            tables = [part.sense.table]
            self.use(part)
            summed = any(p.norm in ("sum", "sum of", "the sum of") for p in self.parts)
            counted = funcs == ["sum"] and part.plural and part.sense.how in ("exact", "part", "")
            amount = self.money_of_rows(part) if counted and not summed else None
            if amount is not None and amount.column is not None:
                count = Figure(func="count", table=part.sense.table)
                whole = f"The number of {part.item.text}, or the sum of {amount.column}?"
                self.figures.append(self.pick("amounts", [(amount, 0.0), (count, 0.15)], whole))
                return
            if counted and not summed:  # total orders are so many; the sum of payments is money
                self.guess(0.1 if self._is_called(part) else 0.0)
                self.figures.append(Figure(func="count", table=part.sense.table))
                return
            if funcs == ["avg"] and self._is_so_many_per(part):
                self.figures.append(Figure(func="count", table=part.sense.table))
                self.change = Change(kind="mean")
                return
        if self.figures and funcs in (["sum"], ["avg"]) and not self.adds_up_too():
            last = self.figures[-1]
            if funcs == ["avg"] and last.func in ("count", "sum") and self.keys:
                self.change = Change(kind="mean")
            return
        if funcs == ["sum"] and any(p.tag == "agg" and not p.used for p in self.parts):
            return
        if funcs == ["sum"] and self.thresholds:
            return
        named = any(p.kind in ("rows", "col", "val", "unit") for p in self.parts)
        if not named and not self.tests and not self.keys:
            raise self.no_measure(funcs)
        ref = self.quantity() if self.produces() else None
        ref = ref or self.figure_of_rows(tables)
        if ref is None:
            raise self.no_measure(funcs)
        if rows and self._is_its_sum(ref):
            self.guess(0.05)  # the average gift is that of its amount
        else:
            self.guess(0.25, f"I took the figure as one of {ref}.")
        for func in funcs:
            self.figures.append(Figure(func=func, table=ref.table, column=ref))

    def _is_its_sum(self, ref: ColumnRef) -> bool:
        """Whether a row is measured by nothing but a sum of money."""
        own = [n.ref for n in measures(self.s.schema, ref.table)]
        return own == [ref] and self.nature(ref).money

    def _is_called(self, rows: Part) -> bool:
        """Whether a sum of money has the name of the rows: total fines, of a column Fine (£)."""
        noun = stem(rows.item.tokens[-1].norm)
        return any(n.money and n.words == {noun} for n in measures(self.s.schema, rows.sense.table))

    def _mean_count(self, cue: Part) -> None:
        """`average number of orders per customer`."""
        self.use(cue)
        part = self.next_open(cue.at)
        if part is None:
            raise Ask("An average number of what?")
        self.use(part)
        if self.is_measure(part):
            assert part.sense.ref is not None
            self._mean_of(part.sense.ref)
            return
        table = part.sense.table
        pieces = self.pieces_of(table) if part.kind == "rows" else None
        own = any(p.kind == "rows" and p is not part and p.sense.table == table and p.used
                  for p in self.parts)  # fmt: skip
        if pieces is not None and own:  # tickets per order, where an order is a row
            self.figures.append(Figure(func="avg", table=table, column=pieces))
            return
        if not self.keys:
            raise Ask("An average number for each what?")
        self.figures.append(Figure(func="count", table=table))
        self.change = Change(kind="mean")

    def _mean_of(self, ref: ColumnRef) -> None:
        """`how many seconds were played on average`: of each row, or of what groups come to."""
        totals = self._of_totals(ref)
        self.figures.append(Figure(func="sum" if totals else "avg", table=ref.table, column=ref))
        self.change = Change(kind="mean") if totals else self.change

    def _of_totals(self, ref: ColumnRef) -> bool:
        """Whether an average for each group is one of what the groups come to.

        Passengers per month are all of a month; of days per patient only the user knows.
        """
        by = any(p.norm in ("by", "by the") for p in self.parts)
        if not self.keys or by:
            return False
        if self.keys[0].unit in ("day", "week", "month", "quarter", "year"):
            return True
        if was_one_on_average(self) and not self.nature(ref).score:
            return True  # the pieces of an order: of all its lines, and one figure
        if not self.nature(ref).addable or self.keys[0].unit is not None:
            return False
        group = self.keys[-1].column
        question = f"The average {ref} of each {group}, or the average of their total {ref}?"
        return self.pick("totals", [(False, 0.0), (True, 0.0)], question)

    def _is_so_many_per(self, rows: Part) -> bool:
        """`average check-ins per member`: how many there were, where no row comes to any money."""
        per = rows.plural and bool(self.keys) and self.norm(rows.at + 1) in FOR_EACH
        return per and not any(n.money for n in measures(self.s.schema, rows.sense.table))

    def _sized(self, dims: tuple[str, ...]) -> ColumnRef | None:
        for table in self._near():
            found = self.sized(dims, table)
            if found is not None:
                return found
        return None

    def _entity(self, at: int = -1) -> Part | None:
        """Return the first thing named, after a place, that rows or groups can be of."""
        for part in self.parts[at + 1 :]:
            if not part.used and self.is_entity(part):
                return part
        return None


__all__ = ["Forms", "Key", "Order"]
