"""One reading of one choice of senses, or why there is none."""

from __future__ import annotations

from keenbench.models.offline.columns import ColumnRef
from keenbench.models.offline.frame import Ask, Change, Figure, Key, Order, Test, Understanding
from keenbench.models.offline.words import root
from keenbench.models.reader.parts import Part
from keenbench.models.reader.vocabulary import MONEY
from keenbench.models.reader.wording import Wording

_YES_NO = ("is", "are", "was", "were", "do", "does", "did", "has", "have", "had", "any")
_LEFT_OVER = {"col": 0.6, "rows": 0.12, "val": 1.5, "num": 1.5, "unit": 0.5, "state": 1.5}
_CUES_LEFT = {"and": 0.0, "or": 0.1, "list": 0.0, "which": 0.0, "only": 0.0, "filler": 0.0,
              "rows": 0.0, "light": 0.0, "yesno": 0.0, "match": 0.6, "distinct": 0.3, "group": 0.4,
              "not": 1.5, "null": 1.5, "calc": 1.0}  # fmt: skip
_OPENERS = ("which", "list")


class Assembly(Wording):
    def read(self) -> Understanding:
        for part in self.open("cannot"):
            raise Ask(f"I cannot work out {part.value} offline.", part.item.text)
        self._show_list()
        self.read_limits()
        self.read_sorting()
        self.read_rows()
        self.contrast()
        self._core()
        self.take_finer_sums()
        self._sort()
        self._leftovers()
        return self._result()

    def read_rows(self) -> None:
        """Read which rows and groups are meant: a question and a change of one say it alike."""
        self._columns_compared()
        self.read_above_average()
        self.read_held_text()
        self.read_numbers()
        self.read_groups()
        self.read_missing()
        self.contrast_flags()
        self.read_values()

    # -- what is shown beside

    def _show_list(self) -> None:
        """`… - make, model and price`, `give me the titles`: the columns wanted, said at the end."""
        last = len(self.parts)
        start = None
        for part in reversed(self.parts):
            plain = part.kind in ("skip",) or part.tag in ("and", "list", "only", "filler")
            named = part.kind == "col" or (part.kind == "rows" and False)
            if not plain and not named:
                break
            if part.kind == "used":
                break
            if named:
                start = part.at
            if part.after_mark or part.tag in ("list", "only"):
                last = part.at
                if part.after_mark:
                    wanted = [p for p in self.parts[last:] if p.kind == "col"]
                    whole = any(p.kind in ("rows", "col", "val") for p in self.parts[:last])
                    listing = len(wanted) > 1 or any(
                        p.tag in ("list", "only") for p in self.parts[last:]
                    )
                    before = self.parts[last - 1] if last else None
                    if before is not None and before.kind == "col" and len(wanted) > 0:
                        continue
                    if wanted and whole and listing and last > 1:
                        for each in wanted:
                            self.use(each)
                            assert each.sense.ref is not None
                            self.shown.append(each.sense.ref)
                        return
        del start

    def _columns_compared(self) -> None:
        """`paid after the due date`, `sold above the asking price`: one column against another."""
        ways = {"over": ">", "above": ">", "more than": ">", "after": ">", "exceeding": ">",
                "higher than": ">", "greater than": ">", "later than": ">", "past": ">",
                "below": "<", "under": "<", "less than": "<", "before": "<", "lower than": "<",
                "earlier than": "<", "exceeded": ">", "exceeds": ">"}  # fmt: skip
        for part in self.parts:
            op = ways.get(part.norm)
            right = self.after(part.at)
            if op is None or part.used or right is None or right.kind != "col" or right.used:
                continue
            ref = right.sense.ref
            if ref is None or right.at - part.at > 3:
                continue
            kind = self.nature(ref).kind
            if kind not in ("number", "date"):
                continue
            lefts = [
                p for p in reversed(self.parts[: part.at])
                if p.kind == "col" and not p.used and p.sense.ref is not None and p.sense.ref != ref
                and self.nature(p.sense.ref).kind == kind and p.sense.ref.table == ref.table
            ]  # fmt: skip
            if not lefts or lefts[0].sense.ref is None:
                continue
            left = lefts[0].sense.ref
            self.use(part, right, lefts[0])
            said = f"{left} {part.norm} {ref}"
            self.test(Test(column=left, op=op, than=ref, said=said), part.at)  # type: ignore[arg-type]

    # -- what is asked

    def _core(self) -> None:
        shares = self.open("share")
        versus = self.asks_more()
        difference = self.asks_difference()
        supers = self.open("super")
        counts = [p for p in self.open("agg") if p.value == "count"]
        sized = [p for p in self.open("how_much") if p.sense.meaning and p.sense.meaning.dims]
        if shares:
            self.read_share(shares[0])
        elif difference is not None:
            self.read_difference(difference)
        elif sized and supers and sized[0].at < supers[0].at:
            self.read_figures()
            self.settle_thresholds(None)
        elif supers and sized:
            self.use(*sized)
            self.read_ranking()
        elif (supers and not (counts and counts[0].at < supers[0].at and self._counts_first(counts))) or (self.limit is not None and self.rank_by):
            self.read_ranking()
        elif versus is not None:
            self.read_versus(versus)
        elif self.open("agg", "how_much"):
            self.read_figures()
            self._group_thresholds()
        else:
            self._bare()

    def _counts_first(self, counts: list[Part]) -> bool:
        return counts[0].norm in ("how many",)

    def _group_thresholds(self) -> None:
        """`how many customers have more than 3 orders`: of groups, and how many of them pass."""
        grouped = [t for t in self.thresholds if t.ref is None or t.total]
        if grouped and len(self.figures) == 1 and not self.keys:
            figure = self.figures[0]
            if figure.func == "count_distinct" and figure.column is not None:
                self.keys.append(Key(column=figure.column))
                self.figures.clear()
                self.count_groups = True
            elif figure.func == "count":
                refs = self.show_rows(figure.table)
                if refs:
                    self.keys.extend(Key(column=ref) for ref in refs)
                    self.figures.clear()
                    self.count_groups = True
            self.settle_thresholds(None)
            for having in list(self.having):
                del having
            return
        entity = None
        self.settle_thresholds(entity)

    def _bare(self) -> None:
        """No figure is named: a list, a measure by itself, or what there is by group."""
        opened = any(p.tag in _OPENERS for p in self.parts)
        measured = [p for p in self.parts if not p.used and self.is_measure(p)]
        entity = self._entity()
        first = next((p for p in self.parts if p.norm not in ("and", "so")), None)
        if entity is None and any(p.value == "who" for p in self.parts):
            entity = self._who()
        grouped = any(
            t.ref is None or (t.ref and self._of_group(t, entity)) for t in self.thresholds
        )
        when = any(p.tag == "which" and p.value == "when" for p in self.parts)
        if grouped:
            self._having(entity)
            return
        if self.keys:
            self.settle_thresholds(None)
            self._by_group(measured, entity)
            return
        self.settle_thresholds(entity)
        lists = bool(self.without) or any(p.norm in ("who", "which", "list") for p in self.parts[1:])
        if first is not None and first.norm in _YES_NO and not measured and not lists:
            self.use(entity)
            self.exists = True
            table = (
                entity.sense.table if entity is not None and entity.kind == "rows" else self.base()
            )
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
        if not opened and measured and (entity is None or entity.at > measured[0].at):
            for part in measured:
                if part.used or part.sense.ref is None:
                    continue
                self._figure(self.func_said(part), part)
            return
        if entity is None and not opened:
            self._money_alone()
            if self.figures:
                return
        told = any(p.tag in _OPENERS for p in self.parts) or bool(self.shown or self.without)
        named = [p for p in self.parts if p.kind == "col" and not p.used and p is not entity]
        if self.asks and not told and not named and entity is not None and entity.kind == "rows":
            self.use(entity)  # "arrivals in May 2026?"
            self.guess(0.1)
            self.figures.append(Figure(func="count", table=entity.sense.table))
            return
        self._list(entity, measured, when=when)

    def _by_group(self, measured: list[Part], entity: Part | None) -> None:
        if self.change is not None and not self.figures:
            raise Ask("The change of which figure?")
        for part in measured:
            if part.sense.ref is not None and not part.used:
                self._figure(self.func_said(part), part)
        if not self.figures:
            self._money_alone()
        if not self.figures:
            table = self.base()
            if entity is not None and entity.kind == "rows":
                self.use(entity)
                table = entity.sense.table
            elif entity is not None and entity.sense.ref is not None:
                self.use(entity)
                nature = self.nature(entity.sense.ref)
                if not nature.unique and nature.kind == "text":
                    self.guess(0.1)
                    self.figures.append(
                        Figure(func="count_distinct", table=nature.ref.table, column=nature.ref)
                    )
                    return
            self.figures.append(Figure(func="count", table=table))

    def _money_alone(self) -> None:
        """`monthly takings`, `revenue by product`: the sum of what no header calls so."""
        money = self.money_said()
        if money is None:
            return
        ref = self.money_named(money)
        self.figures.append(Figure(func="sum", table=ref.table, column=ref))

    def _having(self, entity: Part | None) -> None:
        """`customers with more than 5 orders`."""
        if not self.keys:
            if entity is None:
                raise Ask("Of which groups should that be true?")
            self.use(entity)
            self.rows_as_keys(entity)
        self.settle_thresholds(entity)
        for having in self.having:
            if having.figure not in self.figures:
                self.figures.append(having.figure)

    def _list(self, entity: Part | None, measured: list[Part], *, when: bool) -> None:
        named = [p for p in self.parts if p.kind == "col" and not p.used and p is not entity]
        if entity is None and not named and not self.shown and not self.tests and not self.without:
            raise Ask("What would you like to know? I see no table, column or figure named.")
        table = self.subject
        own: list[ColumnRef] = []
        if entity is not None:
            self.use(entity)
            if entity.kind == "rows":
                table = table or entity.sense.table
                own = self.show_rows(table)
            elif entity.kind == "unit":
                raise Ask(f"Which {entity.item.text}, by what?")
            elif entity.sense.ref is not None:
                ref = entity.sense.ref
                table = table or ref.table
                if self.nature(ref).unique:
                    own = [*self.show_rows(ref.table), ref]
                else:
                    own = [ref]
                    self.distinct = not self.shown and not named
        table = table or self.base()
        self.subject = table
        if when:
            self.shown.append(self.date_of([table]))
        for part in named:
            self.use(part)
            assert part.sense.ref is not None
            own.append(part.sense.ref)
        if entity is None and not own:
            own = self.show_rows(table)
        wide = not own and not self.shown
        self.shown = list(dict.fromkeys([*own, *self.shown]))
        if not wide and not self.distinct:
            for test, _ in self.tests:
                for ref in test.columns():
                    if ref.table == table and ref not in self.shown and ref.worked is None:
                        self.shown.append(ref)
        del measured

    # -- order, what is left, the whole

    def _sort(self) -> None:
        for what, direction, part in self.sort_by:
            way = direction or "asc"
            if what == "part" and part is not None:
                self._sort_by_part(part, direction)
            elif self.order:
                continue
            elif what == "name":
                if self.keys:
                    self.order.append(Order(key=0, direction="asc"))
                else:
                    names = self.show_rows(self.subject or self.base())
                    ref = names[-1] if names else (self.shown[0] if self.shown else None)
                    if ref is not None:
                        self.order.append(Order(column=ref, direction="asc"))
            elif self.figures and self.keys:
                self.order.append(Order(figure=0, direction=way))  # type: ignore[arg-type]
            elif what == "dims" and part is not None and part.sense.meaning is not None:
                meaning = part.sense.meaning
                ref = self._dims_of(meaning.dims, meaning.against, None)
                if ref is None and {"date", "age"} & set(meaning.dims):
                    ref = self.date_of([self.subject or self.base()])
                if ref is None:
                    raise Ask(f'By which column should "{part.item.text}" go?', part.item.text)
                dated = self.nature(ref).kind in ("date", "year")
                if dated and meaning.dims == ("age",):
                    way = "asc" if way == "desc" else "desc"
                self._order_rows(ref, way)
            else:
                measured = [r for r in self.shown if self.nature(r).kind == "number"]
                if len(measured) == 1:
                    self._order_rows(measured[0], way)
                else:
                    dates = [r for r in self.shown if self.nature(r).kind == "date"]
                    if len(dates) == 1:
                        self._order_rows(dates[0], way)
                    elif self.figures:
                        continue
                    else:
                        raise Ask("Sorted by which column?")

    def _order_rows(self, ref: ColumnRef, way: str) -> None:
        if ref not in self.shown:
            self.shown.append(ref)
        self.order.append(Order(column=ref, direction=way))  # type: ignore[arg-type]

    def _sort_by_part(self, part: Part, direction: str) -> None:
        ref = part.sense.ref
        for index, key in enumerate(self.keys):
            if key.column == ref or (part.kind == "unit" and key.unit == part.sense.unit):
                self.order.append(Order(key=index, direction=direction or "asc"))  # type: ignore[arg-type]
                return
        if self.figures and self.keys:
            for index, figure in enumerate(self.figures):
                if figure.column == ref or (figure.column is None and part.kind == "rows"):
                    self.order.append(Order(figure=index, direction=direction or "desc"))  # type: ignore[arg-type]
                    return
            raise Ask(f'I cannot sort this by "{part.item.text}".', part.item.text)
        if ref is None:
            raise Ask(f'I cannot sort this by "{part.item.text}".', part.item.text)
        default = "desc" if self.nature(ref).kind == "number" and self.limit else "asc"
        self._order_rows(ref, direction or default)

    def _leftovers(self) -> None:
        names: list[str] = []
        for part in self.parts:
            if part.kind == "skip" and root(part.norm) in MONEY and not self._has_money():
                self.cost += 0.5
                names.append(part.item.text)
            if part.used or part.kind in ("skip", "used"):
                continue
            if part.kind == "cue":
                cost = _CUES_LEFT.get(part.tag, 0.9)
            else:
                cost = _LEFT_OVER.get(part.kind, 0.5)
                shared = [r for t, _ in self.tests for r in t.columns()]
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
            if cost >= 0.5:
                names.append(part.item.text)
            self.cost += cost
        self.left = names

    def _has_money(self) -> bool:
        refs = [f.column for f in self.figures if f.column is not None]
        refs += [o.column for o in self.order if o.column is not None]
        refs += [r for t, _ in self.tests for r in t.columns()]
        refs += [h.figure.column for h in self.having if h.figure.column is not None]
        return any(self.nature(r).money or r.worked is not None for r in [*refs, *self.shown])

    def _result(self) -> Understanding:
        s = self.s
        if not (self.figures or self.shown or self.keys or self.tests or self.without):
            raise Ask("What would you like to know?")
        subject = self.subject or (self.figures[0].table if self.figures else self.base())
        return Understanding(
            dataset_id=s.schema.dataset_id,
            subject=subject,
            figures=tuple(self.figures),
            keys=tuple(dict.fromkeys(self.keys)),
            shown=tuple(self.shown),
            tests=tuple(test for test, _ in self.tests),
            having=tuple(self.having),
            without=tuple(self.without),
            order=tuple(self.order),
            limit=self.limit,
            offset=self.offset,
            change=self.change,
            distinct=self.distinct,
            count_groups=self.count_groups,
            exists=self.exists,
            remarks=tuple(dict.fromkeys([*s.remarks, *self.remarks])),
        )


__all__ = ["Assembly", "Change"]
