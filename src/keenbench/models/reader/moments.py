"""Moments told by a number in a row: the first 5 minutes, after the 80th minute, in the 3rd lap."""

from __future__ import annotations

from datetime import date

from keenbench.models.offline.frame import Test
from keenbench.models.offline.numbers import ORDINALS
from keenbench.models.offline.words import word_set
from keenbench.models.reader.exact_numbers import ExactNumbers
from keenbench.models.reader.parts import Part
from keenbench.query.plan import Operator

MOMENTS = word_set("minute second hour day week month lap round stage page lesson session inning")
"""Words of headers under which a number says when, or where in a course, something was."""
_WITHIN = frozenset(("in", "within", "during", "inside", "the", "over"))
_SIDES: dict[str, Operator] = {
    "after": ">", "past": ">", "beyond": ">", "before": "<", "until": "<=", "by": "<=", "in": "=",
    "during": "=", "at": "=", "from": ">=", "since": ">=",
}  # fmt: skip
_SAID = {">": "over", "<": "under", "<=": "at most", ">=": "at least", "=": "is"}


class Moments(ExactNumbers):
    def read_moments(self) -> None:
        self._that_month()
        for part in self.parts:
            if part.used or part.at + 1 >= len(self.parts):
                continue
            moment = self.parts[part.at + 1]
            if not self._is_moment(moment):
                continue
            before = self.parts[part.at - 1] if part.at else None
            if part.kind == "num" and before is not None and before.norm == "first":
                within = self.norm(part.at - 2) in _WITHIN
                number = part.item.number
                if within and isinstance(number, int) and not before.used:
                    self.use(before)
                    self._when(part, moment, "<=", number)
            elif part.kind == "nth":
                self._nth(part, moment)

    def _that_month(self) -> None:
        """`on 14 May or later in that month`: from the day to the end of its month or year."""
        for part in self.parts:
            if part.used or part.kind != "unit" or self.norm(part.at - 1) not in ("that", "same"):
                continue
            open_ends = [t for t, _ in self.tests if t.period and t.op == ">=" and t.value]
            if len(open_ends) != 1 or part.sense.unit not in ("month", "year"):
                continue
            day = date.fromisoformat(str(open_ends[0].value)[:10])
            late = part.sense.unit == "year" or day.month == 12
            end = date(day.year + 1, 1, 1) if late else date(day.year, day.month + 1, 1)
            self.use(part)
            test = open_ends[0].model_copy(
                update={"op": "<", "value": end.isoformat(), "said": f"before {end}"}
            )
            self.test(test, part.at)

    def _is_moment(self, part: Part) -> bool:
        ref = part.sense.ref
        return (
            part.kind == "col"
            and ref is not None
            and not part.used
            and self.is_measure(part)
            and bool(self.nature(ref).words & MOMENTS)
            and bool({part.item.tokens[-1].stem} & MOMENTS)
        )

    def _nth(self, part: Part, moment: Part) -> None:
        token = part.item.tokens[0]
        number = token.value if token.ordinal else ORDINALS.get(part.norm)
        at = part.at - 1
        if self.norm(at) == "the":
            at -= 1
        op = _SIDES.get(self.norm(at))
        if op is not None and isinstance(number, int):
            self.use(self.parts[at])
            self._when(part, moment, op, number)

    def _when(self, part: Part, moment: Part, op: Operator, number: int) -> None:
        ref = moment.sense.ref
        self.use(part, moment)
        said = f"{ref} {_SAID[op]} {number}"
        self.test(Test(column=ref, op=op, value=number, said=said), part.at)

    def names_so_many(self, super_: Part, number: Part, after: Part | None) -> bool:
        """`the heaviest three steers`; the cheapest 3 bedroom flat is one."""
        if super_.at + 1 != number.at or after is None or self.is_measure(after):
            return False
        return after.plural and after.kind in ("rows", "col", "val")
