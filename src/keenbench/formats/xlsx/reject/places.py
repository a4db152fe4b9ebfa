"""Where the reference's rows and columns will stand once those taken back are among the others."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal

from keenbench.formats.xlsx.addresses import MAX_COLUMN
from keenbench.formats.xlsx.diff.shifts import Axis


@dataclass(frozen=True)
class Step:
    """One row or column that goes (it came with the Draft) or comes (the Draft deleted it)."""

    at: int  # where in the Draft, before any step
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
        places = {self._place(old) for old in self.back} | set(self.gone)
        for place in sorted(places, reverse=True):
            if place in self.gone:
                yield Step(place, comes=False)
            for old in self.back:
                if self._place(old) == place:
                    yield Step(place, comes=True)

    def final(self, last: int) -> Axis:
        """Return where each row of the reference, up to `last`, stands after all steps."""
        gone = sorted(self.gone)
        back = sorted(self.back)
        entries = [(self._place(old), old) for old in back]
        pairs: list[tuple[int, int]] = []
        deleted: list[int] = []
        known = set(back)
        end = min(last, MAX_COLUMN) if self.axis == "columns" else last
        for old in range(1, end + 1):
            if old in known:
                place = self._place(old)
                earlier = sum(1 for other in back if other < old and self._place(other) <= place)
                pairs.append((old, place - _below(gone, place) + earlier))
                continue
            new = self.shift.to_new(old)
            if new is None:
                deleted.append(old)
                continue
            came = sum(1 for place, _ in entries if place <= new)
            pairs.append((old, new - _below(gone, new) + came))
        return Axis(pairs, deleted)

    def _place(self, old: int) -> int:
        """Return before which row of the Draft one of the reference's stands."""
        for above in range(old - 1, 0, -1):
            new = self.shift.to_new(above)
            if new is not None:
                return new + 1
        return 1


def _below(numbers: Sequence[int], limit: int) -> int:
    return sum(1 for number in numbers if number < limit)
