"""One group against another: which has more, both side by side, or the difference of the two."""

from __future__ import annotations

from keenbench.models.offline.columns import ColumnRef
from keenbench.models.offline.frame import Ask, Figure, Key, Test, is_so
from keenbench.models.offline.sentence import listed
from keenbench.models.offline.small_words import AUXILIARIES
from keenbench.models.offline.words import root
from keenbench.models.reader.nature import measures
from keenbench.models.reader.parts import Part
from keenbench.models.reader.periods_compared import PeriodsCompared
from keenbench.models.reader.vocabulary import MONEY_NOUNS, SELLING
from keenbench.query.plan import AggregateName

DIFFERENCE = (
    "difference",
    "difference between",
    "differences",
    "gap",
    "gaps",
    "differ",
    "differs",
)
_AGAINST = ("vs", "versus", "or", "than", "against", "compared to", "compared with", "between")
_SIZED = ("bigger", "larger", "smaller", "higher", "lower", "better", "worse")
_OF_EACH = ("respectively", "each of", "both of", "for each of", "for both", "in each of")
"""What says that of several each is meant by itself."""


class Comparing(PeriodsCompared):
    # -- what is compared

    def asks_more(self) -> Part | None:
        """Return the word that asks which has more: higher, fewer, more than without a number."""
        for part in self.open("versus", "cmp"):
            following = [p.item.number for p in self.parts[part.at + 1 : part.at + 3]]
            than = part.norm.endswith("than") and following == [None] * len(following)
            if part.tag == "versus" or than:
                return part
        return None

    def asks_difference(self) -> Part | None:
        """Return the word that asks for one number: difference, how much more than."""
        for part in self.parts:
            if part.norm in DIFFERENCE and part.kind == "cue" and not part.used:
                return part
        more = self.asks_more()
        much = [p for p in self.parts if p.norm in ("how much", "how many", "by how much")]
        if more is None or not much or more.at - much[0].at > 2:
            return None
        return more if "than" in more.norm or any(p.norm == "than" for p in self.parts) else None

    def compares(self) -> bool:
        said = any(p.tag == "compare" or self.is_with_or_without(p) for p in self.parts)
        return said or bool(self.asks_more() or self.asks_difference())

    def is_with_or_without(self, cue: Part) -> bool:
        """`bills of homes with and without solar`: a comparison, whatever is asked."""
        joint = self.norm(cue.at - 1) in ("and", "or", "vs", "versus")
        with_ = self.norm(cue.at - 2) in ("with", "having") and cue.at > 1
        return cue.tag == "null" and cue.norm.split()[0] == "without" and joint and with_

    def contrast_flags(self) -> None:
        """`irrigated vs not irrigated`, `with and without a garden`: both of them, side by side."""
        against = [p for p in self.parts if p.tag == "compare" or p.norm in _AGAINST]
        both = any(self.with_and_without(p) for p in self.open("null"))
        if not against and not both and not self.compares() and not self.asks_both():
            return
        flags: dict[ColumnRef, list[Part]] = {}
        for part in self.parts:
            if not part.used and self.flag(part) and part.sense.ref is not None:
                flags.setdefault(part.sense.ref, []).append(part)
        for ref, found in flags.items():
            turns = self.open("not", "null")
            turned = [t for p in found if (t := self.negated(p.at)) is not None]
            alone = [t for t in turns if t not in turned and self._turns_nothing(t)]
            own = [p.at for p in found]
            others = [p.at for each in flags.values() for p in each if p.at not in own]
            turned += [
                t for t in alone
                if not any(max((o for o in own if o < t.at), default=-1) < o < t.at for o in others)
            ]  # fmt: skip
            before = all(t.at < found[0].at for t in turned) and len(found) == 1
            joined = any(self.norm(t.at - 1) in ("and", "or") for t in turned)
            if not turned or (before and not joined):
                continue
            self.use(*found, *turned, *[p for p in against if p.tag == "compare"])
            self.use(*[p for p in self.open("cmp") if p.norm == "between"])
            self.use(*[p for p in self.parts[found[0].at : found[-1].at] if p.tag == "and"])
            self.keys.append(Key(column=ref))

    def _turns_nothing(self, turn: Part) -> bool:
        """Return whether a not stands alone: with a garden vs without, those not."""
        following = self.after(turn.at)
        return following is None or following.kind == "cue" or following.used

    def contrast_values(self) -> None:
        """Two values of one column cannot hold in one row: they are set side by side."""
        by_column: dict[ColumnRef, list[tuple[Test, int]]] = {}
        for test, at in self.tests:
            if test.part is not None or test.period:
                continue
            if test.column is not None and test.op in ("=", "in"):
                by_column.setdefault(test.column, []).append((test, at))
        compared = self.compares() or any(p.norm in _OF_EACH for p in self.parts)
        if compared:
            self.join_periods()
            self.contrast_times()
        for ref, found in by_column.items():
            values: list[object] = []
            for test, _ in found:
                values += list(test.value) if isinstance(test.value, tuple) else [test.value]
            values = list(dict.fromkeys(values))
            if len(values) < 2 or self._is_part_of_whole(found):
                continue
            if self.column(ref).parted_by and not compared:
                continue
            self._refuse_both(ref, found[0][1])
            if len(found) > 1:
                said = f"{ref} {listed(f'“{v}”' for v in values)}"
                both = Test(column=ref, op="in", value=tuple(values), said=said)
                first = found[0]
                self.tests = [
                    (both, at) if (t, at) == first else (t, at)
                    for t, at in self.tests
                    if (t, at) not in found[1:]
                ]
            ats = [at for _, at in found]
            either = any(p.tag == "or" for p in self.parts[min(ats) : max(ats)])
            if compared:
                self._figure_compared(ref.table)
            if compared or (len(found) > 1 and not either):
                if all(k.column != ref for k in self.keys):
                    self.keys.append(Key(column=ref))
                self.use(*[p for p in self.open("compare") if p.norm not in DIFFERENCE])
                self.use(*[p for p in self.open("cmp") if p.norm == "between"])

    def _refuse_both(self, ref: ColumnRef, at: int) -> None:
        """`how many patients had both a high glucose and a high HbA1c`: no one row has both."""
        both = [p for p in self.parts[:at] if p.norm == "both"]
        rows = [p for p in self.parts[: both[0].at] if p.kind == "rows"] if both else []
        if rows and all(p.sense.table != ref.table for p in rows):
            raise Ask(f"I can tell those with either {ref}, but not those with both.", "both")

    def _is_part_of_whole(self, found: list[tuple[Test, int]]) -> bool:
        """`fail rate of those that passed or failed`: one of the values, of all of them."""
        ones = [test.value for test, _ in found if test.op == "="]
        wholes = [test.value for test, _ in found if isinstance(test.value, tuple)]
        if not self.open("share") or len(ones) != 1 or len(wholes) != 1:
            return False
        return ones[0] in wholes[0]

    def _figure_compared(self, table: str) -> None:
        """`compare Italy and Spain in 2010`, of rows that hold one figure each: that figure."""
        own = measures(self.s.schema, table)
        said = self.open("agg", "how_much", "super", "share", "versus") or self.figures
        named = any(p.kind in ("col", "rows") for p in self.parts)
        if len(own) == 1 and not said and not named and self.money_said() is None:
            ref = own[0].ref
            self.guess(0.05)
            self.figures.append(Figure(func=self.func_for(ref), table=table, column=ref))

    def _contrast_one_flag(self) -> None:
        """`do explicit episodes get better ratings than clean ones`: the other is what is not."""
        flagged = [
            (test, at) for test, at in self.tests
            if test.column is not None and not test.period and test.op in ("=", "!=")
            and (yes := self.s.yes_value(test.column)) is not None and test.value in yes
            and not self.is_of_a_share(self.parts[at])
        ]  # fmt: skip
        if len(flagged) != 1 or flagged[0][0].column is None:
            return
        self.tests = [pair for pair in self.tests if pair != flagged[0]]
        self.keys.append(Key(column=flagged[0][0].column))
        self.use(*[p for p in self.open("compare") if p.norm not in DIFFERENCE])
        for part in self.parts:
            if part.kind == "skip" and part.sense.cost > 0.5:
                self.cost -= part.sense.cost - 0.2  # the other side by its own name

    # -- which has more

    def _compared_figure(self, cue: Part) -> None:
        if self._compared_size(cue):
            return
        self.read_figures()
        self.settle_thresholds(None)
        if self.figures:
            return
        noun = self.next_open(cue.at)
        measured = noun if self.is_measure(noun) else None
        if measured is None:
            measured = next((p for p in self.parts if not p.used and self.is_measure(p)), None)
        meaning = cue.sense.meaning
        if measured is not None and measured.sense.ref is not None:
            quantity = self.nature(measured.sense.ref).addable and cue.norm.split()[0] in _MUCH
            if self.norm(measured.at + 1) == "per" and self.parts[measured.at + 1].used:
                self._figure("avg", measured)  # more units per order: of each row, and no groups
                return
            sized = measured.at == cue.at + 1 and measured.plural and cue.norm in _SIZED
            if sized and measured.norm not in MONEY_NOUNS:
                self._figure("avg", measured)  # bigger discounts: one with another
                return
            self._figure("sum" if quantity else self.func_said(measured), measured)
        elif meaning is not None and meaning.dims and meaning.dims != ("*count",):
            ref = self._sized(meaning.dims)
            if ref is None:
                raise Ask(f'By which column should "{cue.item.text}" go?', cue.item.text)
            self.figures.append(Figure(func="avg", table=ref.table, column=ref))
        elif self.produces() and (made := self.quantity()) is not None:
            self.use(*(p for p in self.parts if p.kind == "rows"))
            self.guess(0.05, f"I added up {made}.")
            self.figures.append(Figure(func="sum", table=made.table, column=made))
        elif (self.earns() or self._sells()) and not (noun is not None and noun.kind == "rows"):
            ref = self.unnamed_money()
            if ref is None:
                raise Ask("I see no column of sums of money.")
            self.guess(0.05, f"I added up {ref}.")
            self.figures.append(Figure(func="sum", table=ref.table, column=ref))
        else:
            named = [p for p in self.parts if p.kind == "rows" and not p.used]
            if noun is None and named:
                noun = named[0]  # do students or seniors borrow more
            if noun is not None and noun.kind == "rows":
                self.use(noun)
            elif cue.norm.split()[0] not in _MUCH:
                raise Ask(f'By which column should "{cue.item.text}" go?', cue.item.text)
            table = noun.sense.table if noun is not None and noun.kind == "rows" else self.base()
            self.figures.append(Figure(func="count", table=table))

    def _sells(self) -> bool:
        """`how much more did we sell in May than in June`: for how much money."""
        much = any(p.norm in ("how much", "by how much") for p in self.parts)
        return much and any(p.kind == "skip" and root(p.norm) in SELLING for p in self.parts)

    def _compared_size(self, cue: Part) -> bool:
        """`which have the longer visits on average`: of what is long, where nothing is named."""
        meaning = cue.sense.meaning
        figures = [p for p in self.open("agg") if p.value in ("avg", "median", "max", "min")]
        named = any(self.is_measure(p) and not p.used for p in self.parts)
        if meaning is None or meaning.dims in ((), ("*count",)) or not figures or named:
            return False
        ref = self._sized(meaning.dims)
        if ref is None:
            return False
        self.use(*figures)
        func: AggregateName = figures[0].value  # type: ignore[assignment]
        self.figures.append(Figure(func=func, table=ref.table, column=ref))
        self.settle_thresholds(None)
        return True

    def _groups_of_values(self) -> None:
        if not self.keys:
            self.contrast_periods()
            if self.keys and any(map(self.asks_which, self.parts[:-1])):
                raise Ask("I can compare two periods as a whole, but not for each of many.")
        if not self.keys:
            self._contrast_one_flag()
        if not self.keys:
            entity = self._entity()
            asked = any(p.tag == "which" for p in self.parts)
            ref = entity.sense.ref if entity is not None else None
            rows = ref is None or self.nature(ref).unique or self.parts[0].norm in AUXILIARIES
            if entity is None or (rows and entity.kind != "unit" and not asked):
                raise Ask("Which groups should be compared?")
            self.use(entity)
            self.keys.extend(self.keys_for(entity))

    def asks_which(self, part: Part) -> bool:
        """`in which countries was it lower in 2020 than in 2019`: of each of them, both periods."""
        noun = self.parts[part.at + 1] if part.at + 1 < len(self.parts) else None
        if part.item.tag != "which" or part.norm != "which" or noun is None:
            return False
        return noun.kind != "unit" and noun.item.names_something

    def settle_comparison(self) -> None:
        """`total claimed versus total paid`: two figures are compared by standing side by side."""
        if len(self.figures) > 1:
            self.use(*self.open("compare"))

    def _two_values(self) -> tuple[Test, Test] | None:
        """Return the two sets of rows that are compared, and take them out of the conditions."""
        key = next((k for k in self.keys if k.unit is None), None)
        for test, at in self.tests:
            if test.period and len(test.any_of) == 2:
                self.tests.remove((test, at))
                self.keys = [k for k in self.keys if k.column not in test.columns()]
                return test.any_of[0], test.any_of[1]
            if test.op == "in" and isinstance(test.value, tuple) and len(test.value) == 2:
                ref = test.column
                assert ref is not None
                self.tests.remove((test, at))
                self.keys = [k for k in self.keys if k.column != ref]
                one, other = (Test(column=ref, value=v, said=f"{ref} “{v}”") for v in test.value)
                return one, other
        yes = self.s.yes_value(key.column) if key is not None else None
        if key is None or yes is None:
            return None
        self.keys.remove(key)
        return is_so(key.column, yes, yes=True), is_so(key.column, yes, yes=False)


_MUCH = ("more", "less", "fewer", "most", "how", "difference", "gap", "differ", "differs")


__all__ = ["DIFFERENCE", "Comparing"]
