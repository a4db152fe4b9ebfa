"""Numbers that rows have just so: floor 2, rated 1 star, visit 5, a 9 or 10."""

from __future__ import annotations

from keenbench.models.offline.columns import NUMBERING, ColumnRef
from keenbench.models.offline.frame import Test
from keenbench.models.offline.numbered_rows import key_of_numbers
from keenbench.models.offline.words import name_words, root, stem, word_set
from keenbench.models.reader.bounds import Bounds
from keenbench.models.reader.nature import measures
from keenbench.models.reader.parts import Part, Threshold

_SCORED = frozenset(
    root(word)
    for word in word_set(
        """
        got get give gave given score scored rate rated rating mark marked award awarded receive
        received achieve achieved grade graded earn earned
        """
    )
)
"""Verbs of which a bare number is a score: who got a zero, what was rated 5."""


class ExactNumbers(Bounds):
    def read_numbers(self) -> None:
        self.read_bounds()
        for part in self.parts:
            if part.kind == "num" and not part.used:
                self._equal(part)

    def _equal(self, part: Part) -> None:
        """`rated 1 star`, `gifts of £1,000`, `floor 2`, `with 3 bedrooms`, `a 9 or 10`."""
        run = self._alternatives(part)
        last = run[-1]
        right = self.after(last.at, over=("skip",))
        before = self.parts[part.at - 1] if part.at else None
        if right is not None and right.tag in ("super",):
            return
        if self._names_cell(run, before):
            return
        ref: ColumnRef | None = None
        if right is not None and right.at - last.at <= 2 and self.is_measure(right):
            ref = right.sense.ref
            self.use(right)
        if ref is None:
            left = self._measure_before(part.at)
            ref = left.sense.ref if left is not None else None
            self.use(left)
        if ref is None:
            ref = self._unit(last, last.at)
        if ref is None and part.item.tokens[0].currency:
            ref = self.measure_of(self._near(), lambda n: n.money, f"{part.item.text} of what")
        if ref is None:
            ref = self._price(part, right)
        if ref is None:
            ref = self._score(part)
        if ref is None:
            return
        self._use_run(run)
        numbers = tuple(p.item.number for p in run if p.item.number is not None)
        if len(numbers) > 1:
            said = f"{ref} {' or '.join(map(str, numbers))}"
            self.test(Test(column=ref, op="in", value=numbers, said=said), part.at)
        else:
            value = self.in_its_unit(ref, part, part.at, "=", numbers[0])
            self.thresholds.append(Threshold(part.at, "=", value, ref=ref))

    def _alternatives(self, part: Part) -> list[Part]:
        """Return a number and those after it that would do as well: 9 or 10; 1, 2 or 3."""
        run = [part]
        while True:
            at = run[-1].at + 1
            while at < len(self.parts) and self.parts[at].norm in ("or", "and", "a", "an"):
                at += 1
            following = self.parts[at] if at < len(self.parts) else None
            joined = at > run[-1].at + 1 or (following is not None and following.after_mark)
            if following is None or following.kind != "num" or following.used or not joined:
                return run
            run.append(following)

    def _use_run(self, run: list[Part]) -> None:
        self.use(*self.parts[run[0].at : run[-1].at + 1])

    def _price(self, part: Part, right: Part | None) -> ColumnRef | None:
        """`rents for 0.99`, `sold at 250`: the only price of a row that can be just so much."""
        number = part.item.number
        if right is not None or self.norm(part.at - 1) not in ("for", "at") or number is None:
            return None
        found = [
            n.ref for table in self._near() for n in measures(self.s.schema, table)
            if (n.money or "rate" in n.words) and self.met(n.ref, "=", number) != "none"
        ]  # fmt: skip
        return found[0] if len(found) == 1 else None

    def _score(self, part: Part) -> ColumnRef | None:
        """`which businesses got a zero`: the score of a row, where it has one."""
        before = [p for p in self.parts[max(0, part.at - 3) : part.at] if p.norm not in ("a", "an")]
        if not before or root(before[-1].norm) not in _SCORED:
            return None
        found = [
            n for table in self._near() for n in measures(self.s.schema, table)
            if n.score and n.unit is None and self.s.yes_value(n.ref) is None
        ]  # fmt: skip
        if not found:
            return None
        self.guess(0.1)
        return found[0].ref if len(found) == 1 else self.pick_measure(found, "Which score").ref

    def _names_cell(self, run: list[Part], before: Part | None) -> bool:
        """`squad number 9`, `room 214`, `visit 1`: numbers that name, after what they name."""
        ref = self._numbered(before)
        if before is None or ref is None or before.used:
            return False
        values: list[int | float | str] = []
        for part in run:
            value: int | float | str = part.item.number or 0
            if self.column(ref).type == "string":
                text = part.item.text
                cells = [text, f"{before.item.text} {text}", f"{ref.column} {text}"]
                found = [cell for cell in cells if self.s.known.has_cell(ref, cell)]
                self.s.wait()
                if not found:
                    return False
                value = found[0]
            values.append(value)
        self._use_run(run)
        if before.kind == "col":
            self.use(before)
        said = f"{ref} {' or '.join(map(str, values))}"
        if len(values) == 1:
            self.test(Test(column=ref, op="=", value=values[0], said=said), run[0].at)
        else:
            self.test(Test(column=ref, op="in", value=tuple(values), said=said), run[0].at)
        return True

    def _numbered(self, noun: Part | None) -> ColumnRef | None:
        """Return the column whose cells a number after a noun may be: visit_no, of a visit."""
        if noun is None:
            return None
        if noun.kind == "col" and noun.sense.ref is not None:
            ref = noun.sense.ref
            return ref if self.nature(ref).kind in ("key", "text", "year") else None
        if noun.kind != "rows" or noun.plural:
            return None
        word = stem(noun.norm)
        fits = [
            ColumnRef(noun.sense.table, c.name)
            for c in self.s.table(noun.sense.table).columns
            if [stem(w) for w in name_words(c.name)][:-1] == [word]
            and name_words(c.name)[-1] in NUMBERING
        ]
        again = [ref for ref in fits if not self.nature(ref).unique]
        fits = again or fits  # the first visit of each, rather than the one with this id
        if not fits and noun.sense.how == "exact":
            return key_of_numbers(self.s.schema, noun.sense.table)
        return fits[0] if len(fits) == 1 else None


__all__ = ["ExactNumbers"]
