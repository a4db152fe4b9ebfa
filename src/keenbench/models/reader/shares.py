"""A part of a whole: what share of which rows, or of which sum, is so."""

from __future__ import annotations

from keenbench.models.offline.columns import ColumnRef
from keenbench.models.offline.frame import Ask, Figure, Test
from keenbench.models.offline.words import word_set
from keenbench.models.reader.parts import Part
from keenbench.models.reader.parts_of_sums import OF_FIRST, PartsOfSums

_COPULAS = word_set(
    """
    is are was were be been being has have had got get gets getting did do does that which who
    whose ended became become went came turned made failed received contain contained include
    included involve involved need needed use used take took gave give
    """
)
_DETERMINERS = ("the", "our", "all", "these", "those", "their", "its", "my", "any")
_WHERE = ("in", "at", "from", "for", "on", "during", "within", "to", "through", "via", "of")
_COUNTING = word_set("counting count considering consider including include among of looking using")
_RATES = ("rate", "rates")
_OUT_OF = ("out of", "among", "amongst", "of those", "of all those")
Placed = tuple[Test, int]


class Shares(PartsOfSums):
    def read_share(self, cue: Part) -> None:
        self._refuse_unknown_rate(cue)
        self.use(cue, *self.open("share"))
        self.settle_thresholds(None)
        if self.having and not self.keys:
            raise Ask("I can tell which of them that is true of, but not their share.")
        measure = self._share_measure(cue)
        if measure is not None:
            if self.share_of_column(cue, measure):
                return
            self.refuse_own_whole(cue, measure)
            self._share_of_sum(cue, measure)
            return
        before = [p for p in self.parts[: cue.at] if p.kind == "rows" and not p.used]
        after = [p for p in self.parts[cue.at :] if p.kind == "rows" and not p.used]
        out_of = self.norm(0) in OF_FIRST
        rows = next(iter([*before, *after] if out_of else [*after, *before]), None)
        self.use(*[p for p in self.parts if p.kind == "rows" and rows is not None
                   and p.sense.table == rows.sense.table])  # fmt: skip
        self._present(cue, rows)
        table = rows.sense.table if rows is not None else self.base()
        if self._share_each(Figure(func="count", table=table)):
            return
        inner, outer = self._told_whole(cue) or self._other_sides(*self._share_sides(cue, rows))
        if inner and self._spreads(cue, rows, inner, table):
            self.tests = [*outer, *inner]
            self.figures.append(Figure(func="count", table=table, share="of_total"))
            return
        if inner:
            self.tests = [*outer, *self._of_those_known(cue, inner)]
            where = tuple(t for t, _ in inner)
            self.figures.append(Figure(func="count", table=table, where=where, share="of_rows"))
            return
        if cue.norm in _RATES:
            raise Ask(f"I do not know which rows the {cue.norm} counts.", cue.item.text)
        if not self.keys:
            entity = self._entity(cue.at)
            if entity is None:
                raise Ask(
                    "A share of what in what? For example “what share of orders is cancelled”."
                )
            self.use(entity)
            self.keys.extend(self.keys_for(entity))
        self.figures.append(Figure(func="count", table=table, share="of_total"))

    def _spreads(self, cue: Part, rows: Part | None, inner: list[Placed], table: str) -> bool:
        """`percentage of paid jobs by payment method`: what of the paid ones each has.

        Of each method all jobs are paid: a share of 100 in every group is never meant.
        """
        if not self.keys or rows is None or cue.norm in _RATES:
            return False
        if any(not cue.at < at < rows.at for _, at in inner):
            return False
        where = tuple(test for test, _ in inner)
        figure = Figure(func="count", table=table, where=where, share="of_rows")
        return self.all_or_none(figure)

    def _refuse_unknown_rate(self, cue: Part) -> None:
        """`email open rates`: of what is open, nothing tells, though e-mails are told."""
        before = self.parts[cue.at - 1] if cue.at else None
        if cue.norm not in _RATES or before is None or before.kind != "skip" or before.used:
            return
        if before.item.tag in ("filler", "list", "and", "which") or len(before.norm) < 4:
            return
        raise Ask(f"I do not know what the {before.norm} rate counts here.", before.item.text)

    def _share_of_sum(self, cue: Part, ref: ColumnRef) -> None:
        """`share of revenue from members`, `percentage of sales by region`."""
        figure = Figure(func="sum", table=ref.table, column=ref)
        part = [t for t, _ in self.tests if not t.period]
        if part and self._share_each(figure):
            return
        if self.keys and not part:
            self.figures.append(Figure(func="sum", table=ref.table, column=ref, share="of_total"))
            return
        if not part:
            raise Ask("A share of what in what?")
        inner = [(t, at) for t, at in self.tests if not t.period]
        periods = [(t, at) for t, at in self.tests if t.period]
        inner, self.tests = self._whole_first(cue) or self._other_sides(inner, periods)
        where = tuple(t for t, _ in inner)
        self.figures.append(figure.model_copy(update={"where": where, "share": "of_rows"}))

    def _share_each(self, figure: Figure) -> bool:
        """`what percentage is Opex and what percentage is Capex`: of the whole, each of them."""
        both = [
            (test, at) for test, at in self.tests
            if test.op == "in" and isinstance(test.value, tuple) and not test.period
            and any(key.column == test.column and key.unit is None for key in self.keys)
        ]  # fmt: skip
        if len(both) != 1 or both[0][0].column is None:
            return False
        test, _ = both[0]
        ref, values = test.column, test.value
        assert ref is not None and isinstance(values, tuple)
        others = [(t, at) for t, at in self.tests if (t, at) != both[0] and not t.period]
        if others and self._are_wholes(ref):
            where = tuple(t for t, _ in others)
            self.tests = [pair for pair in self.tests if pair not in others]
            self.figures.append(figure.model_copy(update={"where": where, "share": "of_rows"}))
            return True
        self.tests.remove(both[0])
        if len(values) == self.column(ref).distinct and not self.column(ref).nullable:
            self.figures.append(figure.model_copy(update={"share": "of_total"}))
            return True
        self.keys = [key for key in self.keys if key.column != ref]
        for value in values:
            only = Test(column=ref, value=value, said=f"{ref} “{value}”")
            told = figure.model_copy(update={"where": (only,), "share": "of_rows"})
            self.figures.append(told)
        return True

    def _are_wholes(self, ref: ColumnRef) -> bool:
        """`what share of referrals was hired, and of agency ones`: of each of them, a part."""
        cells = [p for p in self.parts if p.kind == "val" and p.sense.ref == ref]
        said = [{self.norm(at) for at in range(max(0, c.at - 3), c.at)} for c in cells]
        joints = {p.norm for p in self.parts if p.tag == "compare"}
        return bool(cells) and "of" in said[0] and all(
            "of" in near or near & joints for near in said[1:]
        )  # fmt: skip

    def _whole_from(self, cue: Part) -> int | None:
        """Return where the whole is told: `graded A, out of those that have a grade`."""
        for part in self.parts[cue.at + 2 :]:
            if part.norm in _OUT_OF and part.kind in ("skip", "used", "cue"):
                return part.at
        return None

    def _told_whole(self, cue: Part) -> tuple[list[Placed], list[Placed]] | None:
        """Return what is the part and what the whole, where it is said from where on it is."""
        whole = self._whole_first(cue)
        if whole is not None:
            return whole
        border = self._whole_from(cue)
        if border is None:
            outer = [pair for pair in self.tests if self._leaves_out_others(pair[1])]
            inner = [pair for pair in self.tests if pair not in outer and not pair[0].period]
            others = [pair for pair in self.tests if pair not in inner]
            return (inner, others) if inner and outer else None
        inner = [(t, at) for t, at in self.tests if cue.at < at < border and not t.period]
        outer = [pair for pair in self.tests if pair not in inner]
        return (inner, outer) if inner and any(at > border for _, at in outer) else None

    def _whole_first(self, cue: Part) -> tuple[list[Placed], list[Placed]] | None:
        """`of the flights not cancelled, what share was late`: the whole is told first."""
        if self.whole_opens(cue) is None:
            return None
        inner = [(t, at) for t, at in self.tests if at > cue.at and not t.period]
        outer = [pair for pair in self.tests if pair not in inner]
        told = any(at < cue.at and not t.period and t.said for t, at in outer)
        return (inner, outer) if inner and told else None

    def _leaves_out_others(self, at: int) -> bool:
        """`leave out the ones without a score`, `ignoring drafts`: in neither part nor whole."""
        for part in reversed(self.parts[max(0, at - 4) : at + 1]):
            if self.leaves_out(part) and part.used:
                return True
            between = part.kind in ("skip", "used", "rows") or part.tag in ("null", "light")
            if not between and part.at != at:
                return False
        return False

    def _other_sides(
        self, inner: list[Placed], outer: list[Placed]
    ) -> tuple[list[Placed], list[Placed]]:
        """Read each condition of several as the part, in turn, and the others as the whole."""
        plain = [pair for pair in (*inner, *outer) if not pair[0].period]
        if len(plain) < 2 or not inner:
            return inner, outer
        last = sorted(plain, key=lambda pair: pair[1])
        ways = [(inner, 0.0)]
        for other in ([last[-1]], [last[0]], plain):
            if all(set(map(id, other)) != set(map(id, way)) for way, _ in ways):
                ways.append((other, 0.12))
        part = self.pick("share", ways, "Which of the conditions is the part, and which the whole?")
        return part, [pair for pair in (*inner, *outer) if pair not in part]

    def _present(self, cue: Part, rows: Part | None) -> None:
        """`have a sponsor`, `with a grant`: a column that is not always filled is filled."""
        for part in self.parts:
            ref = part.sense.ref
            if part.kind != "col" or ref is None or ref.worked is not None:
                continue
            if part.at == 0 or part is rows or not self.column(ref).nullable:
                continue
            said = [self.norm(part.at - step) for step in (1, 2)]
            has = any(word.split()[-1:] and word.split()[-1] in _HAVING for word in said if word)
            rate = cue.norm in _RATES and part.at < cue.at
            border = self._whole_from(cue)
            done = border is not None and part.at > border and part.norm.endswith("ed")
            rate = rate or done  # out of all graded ones
            whole = part.plural and self.norm(part.at - 1) in ("of", "the", "all", "of all", "our")
            whole = whole and cue.at < part.at <= cue.at + 4 and not self.is_measure(part)
            if whole or ((has or rate) and not part.used):
                self.use(part)
                self.test(Test(column=ref, op="is_not_null", said=f"{ref} present"), part.at)

    def _share_sides(self, cue: Part, rows: Part | None) -> tuple[list[Placed], list[Placed]]:
        """Tell what is to be the part from what is to be the whole."""
        plain = [(t, at) for t, at in self.tests if not t.period]
        periods = [(t, at) for t, at in self.tests if t.period]
        if not plain:
            if len(periods) == 1 and rows is not None and not self.keys:
                return periods, []
            return [], periods
        whole = [pair for pair in plain if self._is_after_only(pair[1])]
        if whole and len(whole) < len(plain):
            inner = [pair for pair in plain if pair not in whole]
            return self._without_place(inner), [*periods, *whole]
        before = [(t, at) for t, at in plain if 0 < cue.at - at <= 2]
        if cue.norm in _RATES:
            before = self._nearest(before)
        inner = (
            before if before and cue.norm not in ("what part",) else self._after(cue, rows, plain)
        )
        if not inner:
            inner = plain
        inner = self._without_place(inner)
        return inner, [*periods, *(pair for pair in plain if pair not in inner)]

    def _is_after_only(self, at: int) -> bool:
        """`% upheld, counting only the resolved ones`: of these alone, which are the whole."""
        near = [p for p in self.parts[max(1, at - 3) : at] if p.tag == "only"]
        return bool(near) and (near[0].after_mark or self.norm(near[0].at - 1) in _COUNTING)

    def _nearest(self, before: list[Placed]) -> list[Placed]:
        """`the MOT pass rate`, `weekend no-show rate`: of those of MOT, how many pass."""
        if len(before) < 2:
            return before
        last = max(at for _, at in before)
        said = [test.column for test, at in before if at == last]
        joined = any(p.tag in ("and", "or") for p in self.parts[last - 1 : last])
        return before if joined else [p for p in before if p[1] == last or p[0].column in said]

    def _of_those_known(self, cue: Part, inner: list[Placed]) -> list[Placed]:
        """`pass rate`, of results that some rows do not have: of those that have one.

        What was never tested, or is not decided yet, neither passed nor failed.
        """
        refs = {ref for test, _ in inner for ref in test.columns()}
        tests = [test for test, _ in inner if test.op in ("=", "in") and test.than is None]
        if cue.norm not in _RATES or len(refs) != 1 or len(tests) != len(inner):
            return []
        ref = refs.pop()
        if not self.column(ref).nullable or self.nature(ref).kind not in ("text", "flag"):
            return []
        return [(Test(column=ref, op="is_not_null", said=f"{ref} present"), cue.at)]

    def _after(self, cue: Part, rows: Part | None, plain: list[Placed]) -> list[Placed]:
        after = [(t, at) for t, at in plain if at > cue.at]
        if not after:
            return []
        verb = next((p.at for p in self.parts[cue.at + 1 :] if p.norm.split()[0] in _COPULAS), None)
        first = min(at for _, at in after)
        near = first - 1
        while self.norm(near) in _DETERMINERS:
            near -= 1  # of the women
        of = first if rows is None and self.norm(near).split()[-1:] == ["of"] else None
        for border in (verb, rows.at if rows is not None and rows.at > cue.at else of):
            late = [(t, at) for t, at in after if border is not None and at > border]
            if late:
                return late
        return after

    def _without_place(self, inner: list[Placed]) -> list[Placed]:
        """`were rejected in Wales`: where and for whom belongs to the whole."""
        if len(inner) < 2:
            return inner
        kept = [inner[0]]
        for test, at in inner[1:]:
            same = test.columns() == kept[0][0].columns()
            near = [self.norm(at - 1), self.norm(at - 2)]
            joined = any(word in ("and", "or", "but") for word in near)
            if same or joined or not any(word in _WHERE for word in near):
                kept.append((test, at))
            else:
                self.guess(0.1)
        return kept


_HAVING = frozenset(["a", "an", "any", "some", "have", "has", "had", "with", "got"])


__all__ = ["Shares"]
