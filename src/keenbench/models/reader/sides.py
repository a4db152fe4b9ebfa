"""Two sets of rows side by side that no column tells apart: wines over $50 and those up to $50.

What two conditions say that no row can meet together is one side each; where only one is said,
the other side are the rest: those without, the others, shorter ones. One column that says yes or
no tells its two sides by itself, and is grouped by.
"""

from __future__ import annotations

from typing import Literal

from keenbench.models.offline.frame import Ask, Change, Key, Order, Test
from keenbench.models.offline.small_words import AUXILIARIES
from keenbench.models.offline.words import word_set
from keenbench.models.reader.apart import are_apart, opposite
from keenbench.models.reader.comparing import DIFFERENCE, Comparing
from keenbench.models.reader.parts import GLUE, Direction, Part, Threshold

_OTHERS = word_set(
    """
    other others rest else everybody everyone remaining remainder elsewhere neither none
    """
)
_LESS = word_set("less fewer lower more higher")
"""What names the other side of a bound by itself: over 70 a month versus less."""
_JOINTS = ("than", "or", "against", "with", "to", "and", "from")
_AGAINST = ("vs", "versus", "compared to", "compared with", "as compared to")
_OR_MORE = ("or more", "or less", "or fewer")
"""How the other side is joined: more perennials or more shrubs, how much more or less."""
_FAR = 6
_MOST_FIGURES = 4


class Sides(Comparing):
    def contrast(self) -> None:
        pair = self._that_are_apart()
        if pair is not None:
            self._part(*pair)
        held = list(self.keys)
        self.contrast_values()
        if self.open("compare") and not self.keys and not self.asks_difference():
            self.contrast_one_side()
        found = self.sides or self.keys != held or self._has_two_periods()
        if not found and self.compares():
            self._set_against_the_rest()

    def contrast_one_side(self) -> None:
        """Only one side was named: the other is what is not so."""
        if self.sides or self._has_two_periods():
            return
        self._set_against_the_rest()
        if not self.sides and not self.keys:
            self._contrast_one_flag()

    def _has_two_periods(self) -> bool:
        return any(t.period and (len(t.any_of) > 1 or t.op == "in") for t, _ in self.tests)

    def _conditions(self) -> list[tuple[Test, int]]:
        """Return the conditions on rows with their places, bounds included."""
        bounds = [(b.of_rows(), b.at) for b in self.thresholds if self._is_of_rows(b)]
        return sorted([*self.tests, *bounds], key=lambda pair: pair[1])

    def _is_of_rows(self, bound: Threshold) -> bool:
        return bound.ref is not None and not bound.total and not bound.average

    def _that_are_apart(self) -> tuple[tuple[Test, int], tuple[Test, int]] | None:
        """Return two conditions of which a row can meet only one, with a joint between them."""
        found = self._conditions()
        figured = bool(self.open("agg", "how_much", "share")) or self.compares()
        for index, (one, at) in enumerate(found):
            for other, place in found[index + 1 :]:
                if not figured or not are_apart(one, other):
                    continue
                if self._is_cell(one) and self._is_cell(other):
                    continue  # their column parts the rows by itself
                between = self.parts[at:place]
                joined = any(self._is_joint(p) for p in between)
                if joined and (self.compares() or not any(p.tag == "or" for p in between)):
                    return (one, at), (other, place)
        return None

    def _is_joint(self, part: Part) -> bool:
        return part.tag in ("and", "compare") or part.norm.split()[0] in _JOINTS

    def _is_cell(self, test: Test) -> bool:
        return test.op in ("=", "in") and test.part is None and not (test.all_of or test.any_of)

    def _part(self, one: tuple[Test, int], other: tuple[Test, int]) -> None:
        """Take two conditions as the two sides that are compared."""
        self._drop(*one)
        self._drop(*other)
        self.sides = (one[0], other[0])
        self._use_joints_of_sides(one[1], other[1])

    def _drop(self, test: Test, at: int) -> None:
        self.tests = [pair for pair in self.tests if pair != (test, at)]
        self.thresholds = [
            b for b in self.thresholds
            if b.at != at or not self._is_of_rows(b) or b.of_rows() != test
        ]  # fmt: skip

    def _use_joints_of_sides(self, first: int, last: int) -> None:
        self.use(*[p for p in self.open("compare") if p.norm not in ("difference between",)])
        self.use(*[p for p in self.parts[first:last] if p.tag in ("and", "or")])
        for at in (first, last):  # dry days versus days with rain: their rows
            near = self.parts[max(0, at - 3) : at + 2]
            self.use(*[p for p in near if p.kind == "unit" and p.plural])

    # -- against the rest

    def _set_against_the_rest(self) -> None:
        """`superhosts with other hosts`, `longer than two hours versus shorter ones`."""
        found = [pair for pair in self._conditions() if self._may_be_side(pair[0])]
        both = [p for p in self.parts if self.is_with_or_without(p)]
        near = [pair for pair in found if both and 0 <= pair[1] - both[0].at <= 3]
        if near:
            self._against_its_opposite(near[0])
            return
        rest = self._rest_said(found)
        if rest is None:
            return
        words, border = rest
        before = [pair for pair in found if pair[1] < border]
        if not before:
            return
        if self._against_its_opposite(before[-1]):
            self.use(*words)

    def _may_be_side(self, test: Test) -> bool:
        return opposite(test) is not None

    def _against_its_opposite(self, placed: tuple[Test, int]) -> bool:
        test, at = placed
        other = opposite(test)
        if other is None:
            return False
        self._use_joints_of_sides(at, at)
        ref = test.column
        if ref is not None and test.op in ("=", "!=") and self._tells_both(test):
            self._drop(test, at)
            self.keys.append(Key(column=ref))
            return True
        self._drop(test, at)
        self.sides = (test, other)
        return True

    def _tells_both(self, test: Test) -> bool:
        """Whether a column says only yes and no, so that its groups are the two sides."""
        assert test.column is not None
        yes = self.s.yes_value(test.column) if test.column.worked is None else None
        return yes is not None and test.value in yes and test.part is None

    def _rest_said(self, found: list[tuple[Test, int]]) -> tuple[list[Part], int] | None:
        """Return the words for the other side, and where they begin: those without, the others."""
        first = min((at for _, at in found), default=None)
        if first is None:
            return None
        for joint in self.parts[first + 1 :]:
            said = joint.norm.split()
            if joint.tag != "compare" and not {said[-1]} & {*_JOINTS} and joint.tag != "or":
                continue
            words: list[Part] = []
            for part in self.parts[joint.at + 1 : joint.at + 1 + _FAR]:
                if self._names_the_rest(part):
                    words.append(part)
                elif part.kind in ("val", "num", "state") or (
                    part.kind == "col" and not self._is_figured(part)
                ):
                    break
            if words:
                return words, joint.at
        return None

    def _is_figured(self, part: Part) -> bool:
        return self.is_measure(part)

    def _names_the_rest(self, part: Part) -> bool:
        if part.used:
            return False
        words = part.norm.split()
        if part.tag in ("not", "null"):
            return self._turns_nothing(part)
        if part.tag == "versus":
            ends = self.after(part.at, over=("skip", "used", "rows"))
            sized = part.sense.meaning is not None and bool(part.sense.meaning.dims)
            return (sized or words[-1] in _LESS) and (ends is None or ends.after_mark)
        return part.tag == "rest" or (part.kind in GLUE and bool(_OTHERS & {*words}))

    # -- what comes of it

    def _compared_groups(self) -> None:
        if self.sides:
            return
        if not self.keys and not self._has_two_periods():
            found = [p for p in self._conditions() if self._may_be_side(p[0])]
            if len(found) == 1 and self._asks_whether():
                self._against_its_opposite(found[0])
                if self.sides or self.keys:
                    return
        self._groups_of_values()

    def _asks_whether(self) -> bool:
        """`are weekends quieter`, `do those with a garden cost more`: than the others, is meant."""
        first = self.parts[0].norm.split()[0] if self.parts else ""
        than = any(p.norm.split()[-1] == "than" for p in self.parts)
        return first in AUXILIARIES and not than

    def _who_has_more(self, cue: Part) -> bool:
        """`which clients were billed less in 2024 than in 2023`: each by both, and which differ."""
        asked = next((p for p in self.parts[:-1] if self.asks_which(p)), None)
        noun = self.parts[asked.at + 1] if asked is not None else None
        told = self.sides or self._has_two_periods()
        than = any(p.norm.split()[-1] == "than" for p in self.parts[cue.at :])
        if noun is None or not self.is_entity(noun) or not told or not than or self.keys:
            return False
        sides = self._two_sides()
        if sides is None:
            return False
        self.use(asked, noun, cue, *self.open("versus", "compare"))
        self.use(*[p for p in self.parts if p.norm == "than" and p.kind != "used"])
        self._compared_figure(cue)
        self.rows_as_keys(noun)
        if len(self.figures) != 1:
            raise Ask("Which figure of the two should be compared?")
        way: Literal[">", "<"] = "<" if cue.value in ("asc", "<") else ">"
        self.change = Change(kind="between", before=sides[1], after=sides[0], only=way)
        return True

    def read_versus(self, cue: Part) -> None:
        """`did A or B sell more`, `is the average higher in A than in B`."""
        if self._who_has_more(cue):
            return
        self.use(cue, *self.open("versus", "compare"))
        for part in self.parts:
            if part.norm in ("than", "or", "between", *_OR_MORE) and part.kind != "used":
                part.used = True
        direction: Direction = "asc" if cue.value in ("asc", "<") else "desc"
        self._compared_figure(cue)
        self._compared_groups()
        self.order = [] if self.sides else [*self.order, Order(figure=0, direction=direction)]

    # -- the difference

    def read_difference(self, cue: Part) -> None:
        """`the difference in rent between A and B`, `how much more did A take than B`: a number."""
        self.use(cue)
        for part in self.parts:
            if part.norm in ("than", "between", "compare", "vs", "versus", "or", *_OR_MORE) or (
                part.tag in ("versus", "compare")
            ):
                part.used = part.kind != "used" or part.used
        asked = [p for p in self.open("how_much") if not (p.sense.meaning and p.sense.meaning.dims)]
        counts = [p for p in self.open("agg") if p.norm == "how many"]
        if cue.norm not in DIFFERENCE:
            self.use(*asked, *counts)
        self._compared_figure(cue)
        self._compared_groups()
        sides = self._two_sides()
        self.figures = list(dict.fromkeys(self.figures))  # of both the same: the average of each
        if sides is None or len(self.figures) != 1:
            raise Ask("The difference between which two?")
        self.change = Change(kind="between", before=sides[1], after=sides[0])

    def _two_sides(self) -> tuple[Test, Test] | None:
        if len(self.sides) == 2:
            sides, self.sides = self.sides, ()
            return sides[0], sides[1]
        return self._two_values()

    def set_sides_apart(self) -> None:
        """Work out each figure for each side."""
        if not self.sides:
            left = [p for p in self.open("compare") if p.norm in _AGAINST]
            if left and len(self.figures) < 2:  # the other side is not to be lost
                raise Ask("What should be compared with what?", left[0].item.text)
            return
        if not self.figures or self.limit is not None or self.having:
            raise Ask("Which figure of the two should be compared?")
        if len(self.figures) * len(self.sides) > _MOST_FIGURES:
            raise Ask("I can set two figures of two sides against each other, no more.")
        self.figures = [
            figure.model_copy(update={"among": (*figure.among, side)})
            for figure in self.figures
            for side in self.sides
        ]
        self.order = []


__all__ = ["Sides"]
