"""Numbers that rows or groups are held against, and what each of them is a bound of."""

from __future__ import annotations

from keenbench.models.offline.frame import Ask, Test
from keenbench.models.offline.scales import Bound
from keenbench.models.offline.units import units_called
from keenbench.models.offline.words import name_words, stem, word_set
from keenbench.models.reader.bound_units import BoundUnits
from keenbench.models.reader.nature import Nature, measures, repeated_key
from keenbench.models.reader.parts import GLUE, Part, Threshold
from keenbench.models.reader.people_meant import OF_AN_AGE
from keenbench.models.reader.vocabulary import CURRENCIES
from keenbench.query.plan import Operator

_TIMES = ("times", "time", "occasions", "occasion", "often")
_TOTAL = ("total", "in total", "altogether", "all together", "combined", "overall", "add up",
          "adds up", "sum", "cumulative")  # fmt: skip
_ALONE = word_set(
    """
    pounds pound quid euros euro dollars dollar bucks in on for with at from to by during since
    over and or a per each altogether total overall this last so
    """
)
_AFTERWARDS = ("in total", "altogether", "combined", "overall", "total", "all together")

_BESIDES_ITSELF = word_set("wait delay late lateness break overtime notice queue response lag")
_APART = word_set(
    "for from in at by on with to during per within across that who which a an each every"
)
"""Words after which no noun is what a number counts: invoices over 2000 for customers."""


class Bounds(BoundUnits):
    # -- numbers

    def read_bounds(self) -> None:
        for part in self.parts:
            if part.kind != "num" or part.used:
                continue
            op, said, value = self._operator(part)
            if op is not None and value is not None:
                self._bound(part, op, said, value)

    def _operator(
        self, part: Part
    ) -> tuple[Operator | None, Part | None, int | float | tuple[int | float, ...] | None]:
        number = part.item.number
        assert number is not None
        at = part.at - 1
        while at >= 0 and self.parts[at].kind in GLUE and self.parts[at].norm in (
            "the", "a", "an", "of", "about", "around", "to", "is", "are",
        ):  # fmt: skip
            at -= 1
        before = self.parts[at] if at >= 0 else None
        if before is not None and before.tag == "cmp" and not before.used:
            if before.value == "between":
                joint = self.after(part.at, over=())
                other = self.after(joint.at) if joint is not None else None
                if joint is None or other is None or other.kind != "num":
                    return None, None, None
                if joint.norm not in ("and", "to", "-"):
                    return None, None, None
                self.use(before, joint, other, part)
                assert other.item.number is not None
                low, high = sorted((number, other.item.number))
                return "between", before, (low, high)
            self.use(before, part)
            return before.value, before, number  # type: ignore[return-value]
        if before is not None and before.norm == "within" and self._has_unit(part):
            self.use(before, part)
            return "<=", before, number  # answered within 15 minutes
        turned = self._and_below(before)
        if before is not None and turned is not None:
            self.use(before, part)
            return turned, before, number
        following = self.parts[part.at + 1] if part.at + 1 < len(self.parts) else None
        tail = self._bound_behind(part)
        if tail is not None:
            self.use(tail, part)
            return tail.value, following, number  # type: ignore[return-value]
        joint = following
        other = self.parts[part.at + 2] if part.at + 2 < len(self.parts) else None
        if joint is not None and joint.norm == "to" and other is not None and other.kind == "num":
            self.use(part, joint, other)
            assert other.item.number is not None
            return "between", None, (number, other.item.number)
        return None, None, None

    def _has_unit(self, part: Part) -> bool:
        """Whether a number is of something measured: 15 minutes, 3 km; but not within 10 % of."""
        following = self.parts[part.at + 1] if part.at + 1 < len(self.parts) else None
        if following is None or part.item.tokens[-1].percent:
            return False
        return self.is_measure(following) or bool(units_called(stem(following.norm)))

    def _and_below(self, cue: Part | None) -> Operator | None:
        """`without gift aid and under 50`: a second bound, and not `49 and under`."""
        if cue is None or cue.tag != "cmp_after" or cue.used or cue.norm.split()[0] != "and":
            return None
        before = self.parts[cue.at - 1] if cue.at else None
        if before is not None and before.kind == "num" and not before.used:
            return None  # under 30 and over 50 are two bounds
        ways: dict[str, Operator] = {"<=": "<", ">=": ">"}
        return ways.get(cue.value)

    def _bound_behind(self, part: Part) -> Part | None:
        """Return what follows a number as its bound: 5 or more, 15 minutes late or more."""
        for tail in self.parts[part.at + 1 : part.at + 6]:
            if tail.tag == "cmp_after":
                return None if tail.used else tail
            joins = tail.tag not in ("", "rows", "light", "filler")
            if tail.after_mark or joins or tail.kind in ("num", "val"):
                return None
        return None

    def _bound(
        self,
        part: Part,
        op: Operator,
        said: Part | None,
        value: int | float | tuple[int | float, ...],
    ) -> None:
        last = part.at
        for after in self.parts[part.at + 1 : part.at + 4]:
            other = after.kind == "num" or after.at == last + 1
            if after.used and other and (after.kind == "num" or after.tag == "cmp_after"):
                last = after.at
        first = said.at if said is not None and said.at < part.at else part.at
        if self.in_band(self.parts[first], op, value):
            return
        bound = self._of_what(part, first, last, said, (op, value))
        self._doubt_time(bound, part)
        if bound.ref is not None:
            told = self.in_its_unit(bound.ref, part, last, op, value)
            told = self.in_its_size(bound.ref, part, op, told)
            if told != value:
                unit = self.use_unit(last)
                self.guess(0.0, f"I took {part.item.text}{unit} as {told} of {bound.ref}.")
            value = told
        bound.op, bound.value, bound.at = op, value, part.at
        self.use_lapse(bound.ref, first)
        bound.total = self._totalled(bound, last)
        bound.average = self._averaged(bound)
        self.thresholds.append(bound)

    def _doubt_time(self, bound: Threshold, part: Part) -> None:
        """Ask where it is said how long something lasted, and known only how long one waited."""
        words = self.nature(bound.ref).words & _BESIDES_ITSELF if bound.ref is not None else None
        said = {token.stem for p in self.parts for token in p.item.tokens}
        if words and not words & said and self._takes(part.at):
            raise Ask(f"I see no column that says how long; {bound.ref} is something else.")

    def _totalled(self, bound: Threshold, last: int) -> bool:
        """`adds up to more than 300`, `spent over 500 in total`: the bound is of a sum."""
        named = [p.at for p in self.parts if bound.ref is not None and p.sense.ref == bound.ref]
        named = [at for at in named if not any(map(self.leaves_out, self.parts[at : bound.at]))]
        for part in self.open("agg"):
            before = any(0 < at - part.at <= 3 for at in [*named, bound.at])
            late = [p for p in self.parts[part.at + 1 :] if self.is_measure(p) and not p.used]
            after = part.at > last and part.norm in _AFTERWARDS and not late
            if part.value == "sum" and (before or after):
                self.use(part)
                return True
        added = bound.ref is not None and self.nature(bound.ref).added
        if self._says_total(bound.at, last) and added:
            return True  # gave over 1000 overall
        return any(word in self.norm(bound.at - 1) for word in _TOTAL)

    def _says_total(self, at: int, last: int) -> bool:
        """Whether a total is said beside a number: over 1000 overall, a combined 1000."""
        behind = {self.norm(last + 1), self.norm(last + 2)}
        return bool(behind & {*_AFTERWARDS}) or any(word in self.norm(at - 1) for word in _TOTAL)

    def _averaged(self, bound: Threshold) -> bool:
        """`whose average rating is below 3`: the bound is of the mean, where it stands beside."""
        named = [p.at for p in self.parts if bound.ref is not None and p.sense.ref == bound.ref]
        for part in self.open("agg"):
            own = self.after(part.at)
            if self.is_measure(own) and own is not None and own.sense.ref != bound.ref:
                continue  # the average rating of stays over $50
            places = [*named, bound.at]
            beside = [at for at in places if 0 < at - part.at <= 3 or self._only_words(part.at, at)]
            if part.value in ("avg", "median") and (beside or self._of_those(part, bound)):
                self.use(part)
                return True
        return False

    def _of_those(self, figure: Part, bound: Threshold) -> bool:
        """`which shops sell more than 500 on average`: a mean said last is that of the bound.

        There must be groups that can have one, and nothing else that it could be of.
        """
        if bound.ref is None or not figure.norm.startswith("on ") or figure.at < bound.at:
            return False
        others = [p for p in self.parts if self.is_measure(p) and p.sense.ref != bound.ref]
        opens = next((p for p in self.parts if p.norm not in ("and", "so")), None)
        if opens is None or opens.tag not in ("which", "list") or opens.norm == "what":
            return False
        named = any(self.is_entity(p) and opens.at < p.at < bound.at for p in self.parts)
        return named and all(p.used for p in others) and not self.open("how_much")

    def _only_words(self, start: int, end: int) -> bool:
        """Whether only words stand between two places: average fuel economy was above 28."""
        inner = self.parts[start + 1 : end]
        return 0 < end - start <= 7 and all(p.kind in GLUE or p.tag == "cmp" for p in inner)

    def _of_what(
        self, part: Part, first: int, last: int, said: Part | None, bound: tuple[Operator, Bound]
    ) -> Threshold:
        """Return what a bound is of: the noun after the number, before it, or its unit."""

        def parts_rows(nature: Nature) -> bool:
            op, value = bound
            told = self.in_its_unit(nature.ref, part, last, op, value)
            fits = self.met(nature.ref, op, told) == "some" or self._says_total(part.at, last)
            known = self.suits_unit(nature.ref, last) and self.may_last(nature.ref, last)
            return fits and known

        empty = Threshold(part.at, "=", 0)
        if self.norm(last + 1) in _TIMES:
            self.parts[last + 1].used = True
            often = self.how_often(first)
            if often is not None:
                return Threshold(part.at, "=", 0, ref=often)
            self.times_there(first)
            empty.counted = "*"
            return empty
        kept = self.number_of_state(last) or self.number_of_state_before(first)
        kept = kept or self.heads_of(part, last)
        if kept is not None:
            return Threshold(part.at, "=", 0, ref=kept)
        of_it = self.told_after_unit(last)
        if of_it is not None:
            return Threshold(part.at, "=", 0, ref=of_it.sense.ref)
        right = self.after(last, over=("skip",))
        if right is not None and right.at - last <= 3 and self._may_be_counted(last, right, said):
            counted = self._counted_noun(right)
            if counted is not None:
                return counted
            if self.is_measure(right) and right.at - last <= 2 and not self._has_its_own(right):
                self._use_both(right, first)
                counted = self._counts_its_rows(part, right, bound)
                return counted or Threshold(part.at, "=", 0, ref=right.sense.ref)
        aged = self.age_of(first, value=part.item.number)
        if aged is not None and stem(self.norm(first - 1)) in OF_AN_AGE:
            return Threshold(part.at, "=", 0, ref=aged)  # how long children under 10 waited
        left = self._measure_before(first)
        if left is not None and self.is_of_its_rows(left, part, first, bound):
            left = None
        if left is not None and left.sense.ref and self.suits_unit(left.sense.ref, last):
            self.use(left)
            return Threshold(part.at, "=", 0, ref=left.sense.ref)
        meaning = said.sense.meaning if said is not None else None
        dims = meaning.dims if meaning is not None else ()
        noun = self.before(first)
        if noun is not None and noun.kind == "rows" and dims:
            found = self._by_dims(dims, parts_rows, [noun.sense.table])
            if found is not None:
                return Threshold(part.at, "=", 0, ref=found)  # films longer than 150 minutes
        for fits in (parts_rows, lambda n: True):
            found = self._unit(part, last, fits) or self._by_dims(dims, fits)
            if found is not None:
                return Threshold(part.at, "=", 0, ref=found)
        token = part.item.tokens[0]
        tables = self._near()
        if (
            token.currency
            or self.norm(last + 1) in CURRENCIES
            or (self.earns() and self._no_noun(last))
        ):
            ref = self.unnamed_money()
            if ref is not None:
                return Threshold(part.at, "=", 0, ref=ref)
        if aged is not None:
            return Threshold(part.at, "=", 0, ref=aged)
        if token.percent:
            ref = self.measure_of(tables, lambda n: n.unit == "pct", f"{part.item.text} of what")
            if ref is not None:
                return Threshold(part.at, "=", 0, ref=ref)
        if self._counts_groups(last):
            empty.counted = "*"
            return empty
        if self.counts_rows_called(last):
            empty.counted = "*"
            return empty
        self.refuse_no_age(first, part.item.number)
        ref = self.measure_of(tables, parts_rows, f"Which column should be {part.item.text}")
        if ref is None:
            raise Ask(f"Which column should be {part.item.text}?", part.item.text)
        others = [n for n in measures(self.s.schema, ref.table) if n.ref != ref]
        only = bool(others) and not any(parts_rows(n) for n in others)
        self.guess(0.12 if only else 0.3, f"I took {part.item.text} as one of {ref}.")
        return Threshold(part.at, "=", 0, ref=ref)

    def _use_both(self, unit: Part, first: int) -> None:
        """`a first response within 15 minutes`: its name and its unit say the same column."""
        named = self._measure_before(first)
        same = named is not None and named.sense.ref == unit.sense.ref
        self.use(unit, named if same else None)

    def _may_be_counted(self, last: int, noun: Part, said: Part | None) -> bool:
        """Whether a number may be of the noun after it; longer than 150 is no number of rows."""
        between = [p.norm for p in self.parts[last + 1 : noun.at]]
        meaning = said.sense.meaning if said is not None else None
        sized = meaning is not None and bool(meaning.dims)
        apart = any(word in _APART for word in between)  # over 50 who did a late shift
        told = noun.kind == "rows" or (apart and noun.kind == "val")
        return not noun.used and not (told and (sized or apart))

    def _counts_its_rows(
        self, part: Part, noun: Part, bound: tuple[Operator, Bound]
    ) -> Threshold | None:
        """`gave more than 12 ratings`, of ratings from 1 to 5: so many rows with one."""
        ref = noun.sense.ref
        if ref is None:
            return None
        if noun.plural and self.met(ref, *bound) == "none" and not self.nature(ref).added:
            if self.pick("counted noun", [(True, 0.1), (False, 0.3)]):
                return Threshold(part.at, "=", 0, counted=ref.table)
        elif self._counts_rows(part, noun):
            self.guess(0.3)
        return None

    def _has_its_own(self, measure: Part) -> bool:
        """`patients over 60 waited more than 30 minutes`: the wait is bound by what follows it."""
        cue = self.after(measure.at, over=("skip",))
        number = self.after(cue.at, over=("skip",)) if cue is not None else None
        bound = cue is not None and cue.tag == "cmp" and not cue.used and cue.at - measure.at <= 2
        return bound and number is not None and number.kind == "num"

    def _counts_groups(self, last: int) -> bool:
        """`number of towns per county, only those with more than 4`: of what is counted."""
        counts = any(p.tag == "agg" and p.value == "count" for p in self.parts[:last])
        grouped = any(p.tag == "group" for p in self.parts[:last])
        return counts and grouped and last + 1 == len(self.parts)

    def _no_noun(self, last: int) -> bool:
        """Return whether a number stands alone, or before a currency: took over 1500 pounds."""
        word = self.norm(last + 1)
        return not word or word in _ALONE or word in _AFTERWARDS

    def _counts_rows(self, part: Part, noun: Part) -> bool:
        """`more than two claims`, or one claim, are rows, though a column holds a claim amount."""
        ref = noun.sense.ref
        several = noun.plural or part.item.number == 1
        if ref is None or part.item.tokens[0].currency or not several:
            return False
        return self.nature(ref).money and noun.item.tokens[-1].norm not in name_words(ref.column)

    def _counted_noun(self, right: Part) -> Threshold | None:
        """`more than 3 orders`, `at least 4 late deliveries`, `5 different products`."""
        where: list[Test] = []
        taken: list[Part] = []
        part: Part | None = right
        different = False
        while part is not None:
            if part.tag == "distinct":
                different = True
                taken.append(part)
            elif self.says_so(part):
                where.append(self.test_of(part, yes=True))
                taken.append(part)
            else:
                break
            part = self.after(part.at, over=("skip",))
        last = taken[-1] if taken else None
        alone = part is None or part.kind != "rows"
        told = last is not None and (last.kind == "col" or self.counts_cells(last))
        single = self.parts[right.at - 1].item.number == 1
        one = last is not None and last.kind == "val" and single
        if alone and last is not None and ((last.plural and told) or one):
            self.use(*taken)  # three or more adverse events, at least one bungalow
            return Threshold(right.at, ">", 0, counted=last.sense.table, where=tuple(where))
        if part is None or part.used:
            return None
        if part.kind == "rows":
            self.use(part, *taken)
            key = repeated_key(self.s.schema, part.sense.table, part.norm) if different else None
            if key is not None:
                return Threshold(part.at, ">", 0, different=key)
            return Threshold(part.at, ">", 0, counted=part.sense.table, where=tuple(where))
        ref = part.sense.ref
        if part.kind == "col" and ref is not None and (part.plural or single):
            nature = self.nature(ref)
            if where and nature.kind in ("text", "key"):
                self.use(part, *taken)  # more than 3 cancelled trains, of a Train No
                self.guess(0.05)
                return Threshold(part.at, ">", 0, counted=ref.table, where=tuple(where))
            if nature.kind in ("text", "key"):
                self.use(part, *taken)
                if nature.unique and not different:
                    return Threshold(part.at, ">", 0, counted=ref.table)
                self.guess(0.0 if different else 0.08)
                self.doubt_part(part, different=different)
                return Threshold(part.at, ">", 0, different=ref)
        return None

    def _measure_before(self, first: int) -> Part | None:
        for part in reversed(self.parts[max(0, first - 5) : first]):
            if part.at == first - 1 and part.norm == "by" and not part.used:
                self.use(part)  # delayed by over 2 hours
                continue
            if part.kind in GLUE or part.tag in ("and",):
                if part.tag == "and":
                    return None
                continue
            if self.is_measure(part) and not part.used:
                return part
            if part.used or part.kind in ("num", "val") or part.tag in ("group",):
                return None
            if part.kind == "cue" and part.tag not in ("agg", "light", "list"):
                return None
        return None
