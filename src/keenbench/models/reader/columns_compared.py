"""One column of a row against another: paid after the due date, below the reorder level."""

from __future__ import annotations

from keenbench.models.offline.columns import NUMBERING, ColumnRef
from keenbench.models.offline.families import regular_family
from keenbench.models.offline.frame import Test
from keenbench.models.offline.synonyms import alike
from keenbench.models.offline.words import name_words, stem, word_set
from keenbench.models.reader.limits import PARTNERS
from keenbench.models.reader.parts import GLUE, Part
from keenbench.models.reader.row_differences import RowDifferences
from keenbench.query.plan import Operator

_WAYS: dict[str, Operator] = {"short of": "<", "within": "<=", "in excess of": ">"}
_REACH = 4
_ALIKE = ("same", "identical", "different", "another", "other")
_KEY_WORDS = NUMBERING | word_set("name")
_BOTH_ENDS = (
    ("start", "end"), ("pickup", "dropoff"), ("pick up", "drop off"), ("origin", "destination"),
    ("origin", "dest"), ("from", "to"), ("departure", "arrival"), ("dep", "arr"),
    ("home", "away"), ("billing", "shipping"), ("sender", "recipient"), ("source", "target"),
    ("begin", "end"), ("birth", "death"), ("hired", "returned"), ("collection", "return"),
    ("checkout", "return"), ("old", "new"), ("first", "last"),
)  # fmt: skip
"""What two columns of one noun begin with where they are its two ends."""


class ColumnsCompared(RowDifferences):
    def read_columns_compared(self) -> None:
        """`sold above the asking price`, `went over budget`, `finished after they were due`."""
        self._read_more_of_one()
        for part in self.parts:
            op = self._way_of_comparing(part)
            right = self._limit_after(part) if op is not None else None
            if op is None or right is None or right.sense.ref is None:
                continue
            ref = right.sense.ref
            if part.tag == "time_prep" and self.nature(ref).kind != "date":
                continue  # a sum before VAT is no date
            left = self._held_against(part, ref)
            if left is None:
                continue
            self.use(part, right)
            said = f"{left} {part.norm} {ref}"
            plain = Test(column=left, op=op, than=ref, said=said)
            self.test(self.by_how_much(part, right, left, op) or plain, part.at)

    def _read_more_of_one(self) -> None:
        """`brought in less revenue than parts cost`: one measure of a row against another."""
        for part in self.open("versus", "cmp"):
            op = {"desc": ">", "asc": "<", ">": ">", "<": "<"}.get(part.value)
            one = self.after(part.at)
            than = self.after(one.at, over=()) if one is not None else None
            other = self.after(than.at) if than is not None else None
            if op is None or than is None or than.norm != "than":
                continue
            if not (self.is_measure(one) and self.is_measure(other)):
                continue
            assert one is not None and other is not None
            left, right = one.sense.ref, other.sense.ref
            if left is None or right is None or left.table != right.table or left == right:
                continue
            self.use(part, one, than, other)
            said = f"{left} {'more' if op == '>' else 'less'} than {right}"
            self.test(Test(column=left, op=op, than=right, said=said), part.at)

    def read_same_or_different(self) -> None:
        """`ended at the same station as they began`: two columns of one noun, alike or not."""
        for part in self.parts:
            if part.used or part.norm not in _ALIKE:
                continue
            noun = self.after(part.at, over=("skip",))
            pair = self._pair_of(noun.norm) if noun is not None else None
            if noun is None or pair is None:
                continue
            one, other = pair
            same = part.norm in ("same", "identical")
            self.use(part, noun)
            for each in self.parts:
                if each.kind == "col" and each.sense.ref in pair:
                    self.use(each)
            word = "the same as" if same else "other than"
            said = f"{one} {word} {other}"
            self.test(Test(column=one, op="=" if same else "!=", than=other, said=said), part.at)

    def _pair_of(self, noun: str) -> tuple[ColumnRef, ColumnRef] | None:
        """Return two columns of one noun at both ends: pickup_borough and dropoff_borough."""
        for table in self.tables():
            ends: dict[str, ColumnRef] = {}
            for column in self.s.table(table).columns:
                words = [stem(word) for word in name_words(column.name)]
                if stem(noun) in words:
                    rest = [w for w in words if w != stem(noun) and w not in _KEY_WORDS]
                    ends[" ".join(rest)] = ColumnRef(table, column.name)
            for first, last in _BOTH_ENDS:
                if first in ends and last in ends:
                    return ends[first], ends[last]
        return None

    def _way_of_comparing(self, part: Part) -> Operator | None:
        if part.used or part.kind not in ("cue", "skip", "used"):
            return None
        if part.tag == "cmp" and part.value in (">", ">=", "<", "<="):
            return part.value  # type: ignore[return-value]
        if part.tag == "time_prep":
            return part.value  # type: ignore[return-value]
        return _WAYS.get(part.norm)

    def _limit_after(self, cue: Part) -> Part | None:
        """Return the column that stands right after a comparison, and no number with it."""
        for part in self.parts[cue.at + 1 : cue.at + 1 + _REACH]:
            if part.kind in GLUE or part.tag in ("which", "light", "filler"):
                continue
            ref = part.sense.ref
            if part.used or part.kind != "col" or ref is None or ref.worked is not None:
                return None
            following = self.after(part.at, over=("skip",))
            if (
                following is not None
                and following.at - part.at <= 2
                and (following.kind == "num" or following.tag == "cmp")
            ):
                return None
            return part if self.nature(ref).kind in ("number", "date") else None
        return None

    def _held_against(self, cue: Part, limit: ColumnRef) -> ColumnRef | None:
        kind = self.nature(limit).kind
        own = [
            ref for c in self.s.table(limit.table).columns
            if (ref := ColumnRef(limit.table, c.name)) != limit and self.nature(ref).kind == kind
        ]  # fmt: skip
        for part in reversed(self.parts[: cue.at]):
            if part.sense.ref in own and part.kind == "col" and not part.used:
                self.use(part)
                return part.sense.ref
        for part in reversed(self.parts[max(0, cue.at - _REACH) : cue.at]):
            told = [ref for ref in own if self._tells_column(part, ref)]
            if len(told) == 1 and not part.used and part.kind != "num":
                if part.kind != "rows":
                    self.use(part)
                return told[0]
        if cue.norm in ("past", "beyond"):
            return None  # overdue today, not done too late
        words = {stem(word) for word in name_words(limit.column)}
        for limits, done in PARTNERS:
            if not words & {stem(word) for word in limits}:
                continue
            wanted = {stem(word) for word in done}
            fits = [r for r in own if {stem(w) for w in name_words(r.column)} & wanted]
            if len(fits) == 1:
                self.guess(0.05, f"I compared {fits[0]} with {limit}.")
                return fits[0]
        return None

    def _tells_column(self, part: Part, ref: ColumnRef) -> bool:
        """Whether a verb tells the column: finished the day on which a job was."""
        words = [word for token in part.item.tokens for word in (token.norm,) if len(word) > 3]
        return any(
            regular_family(word, each) or alike(word, each)
            for word in words
            for each in name_words(ref.column)
            if len(each) > 3
        )
