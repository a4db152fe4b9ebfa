"""Bounds of a number that a row keeps itself: so many in stock, parties of so many."""

from __future__ import annotations

from keenbench.models.offline.columns import ColumnRef
from keenbench.models.offline.frame import Ask
from keenbench.models.offline.words import name_words, stem, word_set
from keenbench.models.reader.bands import Bands
from keenbench.models.reader.nature import is_of_people, measures
from keenbench.models.reader.parts import Part
from keenbench.models.reader.vocabulary import PEOPLE

ANYONE = word_set(
    """
    anyone anybody everyone everybody someone somebody those who kid child boy girl adult teenager
    teen youngster baby infant toddler pensioner senior lad lady man woman male female
    """
)
_BEING = ("are", "is", "was", "were", "aged", "who", "that", "still")
_OLDEST = 120
_HOW_MANY = word_set("qty quantity quantities unit units number count pieces sold ordered tickets")
_SIZES = word_set("size people person guest member head capacity headcount participant")


class CountsKept(Bands):
    def number_of_state(self, last: int) -> ColumnRef | None:
        """`fewer than 10 items in stock`: of the number that tells the state."""
        for part in self.parts[last + 1 : last + 4]:
            state = part.sense.state
            if part.kind == "state" and state is not None and not part.used:
                refs = state.so.columns()
                if len(set(refs)) != 1 or self.nature(refs[0]).kind != "number":
                    return None
                self.use(*self.parts[last + 1 : part.at + 1])
                return refs[0]
            if part.kind not in ("skip", "rows", "unit") and not self.is_measure(part):
                return None
        return None

    def number_of_state_before(self, first: int) -> ColumnRef | None:
        """`late by at least 2 hours`: of the number that tells the state, and of no other."""
        if first < 2 or self.norm(first - 1) != "by":
            return None
        by, part = self.parts[first - 1], self.parts[first - 2]
        if part.kind != "state" or part.used:
            return None
        refs = set(part.sense.state.so.columns()) if part.sense.state is not None else set()
        if len(refs) != 1 or self.nature(ref := refs.pop()).kind != "number":
            return None
        self.use(by, part)
        return ref

    def heads_of(self, part: Part, last: int) -> ColumnRef | None:
        """`parties of 4 or more`, `groups of at least 6 people`: how many are in each."""
        start = part.at - 1
        if start > 0 and self.parts[start].tag == "cmp":
            start -= 1
        if self.norm(start) != "of":
            return None
        sizes = [n.ref for table in self._near() for n in measures(self.s.schema, table)
                 if n.words & _SIZES and not n.money]  # fmt: skip
        noun = self.after(last, over=("skip",))
        people = noun is not None and stem(noun.norm) in PEOPLE | ANYONE
        if len(sizes) != 1 or not (noun is None or people or not self.is_entity(noun)):
            return None
        if people:
            self.use(noun)
        return sizes[0]

    def age_of(self, first: int, value: int | float | None) -> ColumnRef | None:
        """`kids under 10`, `anyone over 65`: how old people are, where nothing else is said."""
        if value is None or not 0 < value < _OLDEST or not self._people_between(first - 4, first):
            return None
        found = [
            n.ref for table in self._near() for n in measures(self.s.schema, table)
            if "age" in n.words and not n.money
        ]  # fmt: skip
        return found[0] if len(found) == 1 else None

    def _people_between(self, start: int, end: int) -> bool:
        """Whether people are named between two places."""
        nouns = [p for p in self.parts[max(0, start) : end] if p.kind not in ("num", "cue")]
        return any(
            stem(token.norm) in PEOPLE | ANYONE or (p.kind == "rows" and self._of_people(p))
            for p in nouns
            for token in p.item.tokens
        )

    def refuse_no_age(self, first: int, value: int | float | None) -> None:
        """`patients under 18`: right after people, a number is their age and of nothing else."""
        at = first
        while at and self.norm(at - 1) in _BEING:
            at -= 1
        if value is not None and 0 < value < _OLDEST and self._people_between(at - 1, at):
            raise Ask("I see no column that says how old they are.")

    def _of_people(self, part: Part) -> bool:
        return is_of_people(self.s.schema, part.sense.table)

    def counts_cells(self, part: Part) -> bool:
        """`customers with two or more repairs`: so many rows with that cell, if none has a number
        of them, as of ten croissants that were ordered."""
        numbers = measures(self.s.schema, part.sense.table)
        return (
            part.kind == "val"
            and part.sense.how != "part"
            and not any(
                {stem(word) for word in name_words(n.ref.column)} & _HOW_MANY for n in numbers
            )
        )


__all__ = ["ANYONE", "CountsKept"]
