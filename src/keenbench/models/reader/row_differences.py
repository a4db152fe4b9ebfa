"""By how much two columns of a row differ, and whether they are the same."""

from __future__ import annotations

from keenbench.models.offline.columns import ColumnRef
from keenbench.models.offline.frame import Test
from keenbench.models.offline.pairs import worked
from keenbench.models.offline.words import name_words, stem
from keenbench.models.reader.limits import OVERSPENT, UNDERSPENT
from keenbench.models.reader.parts import Part, Threshold
from keenbench.models.reader.testing import Testing
from keenbench.query.plan import Operator

_SAME = ("same", "the same", "identical", "the identical")
_OTHER = ("different", "another", "other", "a different")


class RowDifferences(Testing):
    def read_row_differences(self) -> None:
        self._read_same()
        self._read_overspent()

    def _read_same(self) -> None:
        """`ended in a different borough`, `started and ended at the same station`."""
        for part in self.parts:
            if part.norm not in (*_SAME, *_OTHER) or part.used or part.at + 1 >= len(self.parts):
                continue
            noun = self.parts[part.at + 1]
            pair = self._two_of(stem(noun.item.tokens[-1].norm))
            if pair is None:
                continue
            one, other = pair
            op: Operator = "=" if part.norm in _SAME else "!="
            self.use(part, noun)
            said = f"{one} {'the same as' if op == '=' else 'other than'} {other}"
            self.test(Test(column=one, op=op, than=other, said=said), part.at)
            return

    def _two_of(self, word: str) -> tuple[ColumnRef, ColumnRef] | None:
        """Return the two columns of a table that are called by a word, such as station."""
        for table in self._near():
            found = [
                ColumnRef(table, c.name) for c in self.s.table(table).columns
                if word in [stem(w) for w in name_words(c.name)][1:]
                and self.nature(ColumnRef(table, c.name)).kind in ("text", "key")
            ]  # fmt: skip
            if len(found) == 2 and self.column(found[0]).type == self.column(found[1]).type:
                return found[0], found[1]
        return None

    def _read_overspent(self) -> None:
        """`which teams overspent`: more was spent than planned, of a row or in total."""
        for part in self.parts:
            ref = part.sense.ref
            verb = part.norm in OVERSPENT | UNDERSPENT and part.norm.endswith(("spent", "ran"))
            if part.used or part.sense.how != "pair" or ref is None or not verb:
                continue
            self.use(part)
            total = [p for p in self.open("agg") if p.value == "sum"]
            self.use(*total)
            own = (ref.worked.left, ref.worked.right) if ref.worked is not None else ()
            limit = part
            for other in self.parts[part.at + 1 : part.at + 5]:
                if other.sense.ref is not None and other.sense.ref.column in own:
                    self.use(other)
                    limit = other
            number = self._amount_over(part, limit)
            if number is not None:
                self._over_by(part, number)
                continue
            rows = any(p.kind == "rows" and p.at < part.at for p in self.parts)
            whole = bool(total) or self.pick("total", self._ways(rows=rows))
            bound = Threshold(part.at, ">", 0, ref=ref, total=whole)
            self.thresholds.append(bound)

    def _over_by(self, part: Part, number: tuple[Part, Part]) -> None:
        """`overspent by more than 4,000 euros`, `underspent their budget by over 10%`."""
        ref, (bound, value) = part.sense.ref, number
        assert ref is not None and ref.worked is not None
        way: Operator = bound.value if bound.value in (">", ">=", "<", "<=") else ">"  # type: ignore[assignment]
        unit = self.parts[value.at + 1] if value.at + 1 < len(self.parts) else None
        if unit is not None and unit.kind == "col" and unit.sense.how in ("part", "unit"):
            self.use(unit)
        edge = value.item.number
        if self._is_percent(value):
            more, less = (ColumnRef(ref.table, c) for c in (ref.worked.left, ref.worked.right))
            under = part.norm in UNDERSPENT
            ref = worked(self.s, "/", *((less, more) if under else (more, less)))
            share = (edge or 0) / 100
            edge = 1 - share if under else 1 + share
            turns: dict[Operator, Operator] = {">": "<", ">=": "<=", "<": ">", "<=": ">="}
            way = turns[way] if under else way
        self.test(Test(column=ref, op=way, value=edge, said=f"{ref} {way} {edge:g}"), part.at)

    def _ways(self, *, rows: bool) -> list[tuple[bool, float]]:
        return [(False, 0.0), (True, 0.1)] if rows else [(True, 0.0), (False, 0.1)]

    def by_how_much(self, cue: Part, limit: Part, left: ColumnRef, op: Operator) -> Test | None:
        """`exceeded their budget by more than 10 percent`, `£5,000 over the quote`."""
        right = limit.sense.ref
        number = self._amount_over(cue, limit)
        if right is None or number is None or self.nature(right).kind != "number":
            return None
        bound, value = number
        way: Operator = bound.value if bound.value in (">", ">=", "<", "<=") else ">"  # type: ignore[assignment]
        more = op in (">", ">=")
        if self._is_percent(value):
            part = (value.item.number or 0) / 100
            ref = worked(self.s, "/", left, right)
            edge = 1 + part if more else 1 - part
            turned: Operator = way if more else {">": "<", ">=": "<=", "<": ">", "<=": ">="}[way]  # type: ignore[assignment]
            return Test(column=ref, op=turned, value=edge, said=f"{ref} {turned} {edge:g}")
        ref = worked(self.s, "-", left, right) if more else worked(self.s, "-", right, left)
        said = f"{ref} {bound.norm} {value.item.text}"
        return Test(column=ref, op=way, value=value.item.number, said=said)

    def _amount_over(self, cue: Part, limit: Part) -> tuple[Part, Part] | None:
        """Return the bound and the number that tell by how much, before or after."""
        after = [
            p for p in self.parts[limit.at + 1 : limit.at + 5] if p.kind not in ("skip", "used")
        ]
        if len(after) > 2 and after[0].norm == "by":
            after = after[1:]
        elif self.norm(limit.at + 1) != "by":
            after = []
        for found in (after[:2], self.parts[max(0, cue.at - 2) : cue.at]):
            if len(found) == 2 and found[0].tag == "cmp" and found[1].kind == "num":
                self.use(*found, *[p for p in self.parts if p.norm == "by" and p.at > limit.at])
                return found[0], found[1]
        return None

    def _is_percent(self, number: Part) -> bool:
        if number.item.tokens[-1].percent:
            return True
        following = self.parts[number.at + 1] if number.at + 1 < len(self.parts) else None
        if following is not None and following.norm in ("percent", "%", "per cent", "pct"):
            self.use(following)
            return True
        return False


__all__ = ["RowDifferences"]
