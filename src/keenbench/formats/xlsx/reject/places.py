"""Where the reference's rows and columns will stand once those taken back are among the others."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal

from keenbench.formats.xlsx.diff.shifts import Axis


@dataclass(frozen=True)
class Step:
    """Neighbouring rows or columns that go (they came with the Draft) or come (it deleted them)."""

    at: int  # where in the Draft, before any step
    count: int
    comes: bool


@dataclass
class Steps:
    """What happens to the rows, or the columns, of one sheet."""

    axis: Literal["rows", "columns"]
    shift: Axis
    gone: list[int] = field(default_factory=list)  # of the Draft
    back: list[int] = field(default_factory=list)  # of the reference

    def __bool__(self) -> bool:
        return bool(self.gone or self.back)

    def in_order(self) -> Iterator[Step]:
        """Give the steps from the last to the first, so that none moves the place of another."""
        came = Counter(self._place(old) for old in self.back)
        steps = [Step(at, count, comes=True) for at, count in came.items()]
        steps += [Step(first, count, comes=False) for first, count in _runs(self.gone, set(came))]
        # What goes from a place goes before others come there.
        yield from sorted(steps, key=lambda step: (step.at, not step.comes), reverse=True)

    def final(self, last: int) -> Axis:
        """Return where each row of the reference, up to `last`, stands after all steps."""
        gone, back = sorted(self.gone), sorted(self.back)
        place_of = {old: self._place(old) for old in back}
        places = sorted(place_of.values())
        pairs: list[tuple[int, int]] = []
        deleted: list[int] = []
        for old in range(1, last + 1):
            if old in place_of:
                # Those that come to one place stand there in their old order.
                new, came = place_of[old], bisect_left(back, old)
            else:
                found = self.shift.to_new(old)
                if found is None:
                    deleted.append(old)
                    continue
                new, came = found, bisect_right(places, found)
            pairs.append((old, new - bisect_left(gone, new) + came))
        return Axis(pairs, deleted)

    def _place(self, old: int) -> int:
        """Return before which row of the Draft one of the reference's stands."""
        for above in range(old - 1, 0, -1):
            new = self.shift.to_new(above)
            if new is not None:
                return new + 1
        return 1


def _runs(numbers: Sequence[int], cuts: set[int]) -> Iterator[tuple[int, int]]:
    """Give neighbouring numbers as (first, count); none goes on past a place of `cuts`."""
    first = count = 0
    for number in sorted(numbers):
        if count and number == first + count and number not in cuts:
            count += 1
            continue
        if count:
            yield first, count
        first, count = number, 1
    if count:
        yield first, count
