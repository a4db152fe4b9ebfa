"""Both ends at once: the lowest and highest price, the earliest check-in and latest check-out."""

from __future__ import annotations

from keenbench.models.reader.figures_listed import FiguresListed
from keenbench.models.reader.parts import Part
from keenbench.query.plan import AggregateName

_RANGE = ("range", "ranges", "spread")


class BothEnds(FiguresListed):
    def read_both_ends(self) -> bool:
        """`lowest and highest price`, `lowest, highest and average`: figures of one measure."""
        ends = self.open("super")
        if not ends and self._range():
            return True
        if len({p.value for p in ends}) < 2 or len(ends) != 2 or self.limit is not None:
            return False
        measured = [p for p in self.parts if not p.used and self.is_measure(p)]
        if len({p.sense.ref for p in measured}) != 1:
            return self._ends_of_two(ends)
        self.use(*ends, *measured)
        funcs: list[AggregateName] = ["min" if p.value == "asc" else "max" for p in ends]
        for part in self.open("agg"):
            if part.value in ("avg", "median", "sum"):
                self.use(part)
                funcs.append(part.value)  # type: ignore[arg-type]
        for func in funcs:
            self._figure(func, measured[0])
        return True

    def _range(self) -> bool:
        """`salary range per job`, `the range of prices`: the least and the greatest."""
        for said in self.parts:
            if said.norm not in _RANGE or said.kind != "skip":
                continue
            before = self.parts[said.at - 1] if said.at else None
            after = self.after(said.at, over=("skip",)) if self.norm(said.at + 1) == "of" else None
            for part in (before, after):
                if part is not None and self.is_measure(part) and not part.used:
                    self.use(said, part)
                    for func in ("min", "max"):
                        self._figure(func, part)
                    return True
        return False

    def _ends_of_two(self, ends: list[Part]) -> bool:
        """`earliest check-in and latest check-out`: one figure of each of two columns."""
        nouns = [self.next_open(end.at) for end in ends]
        for noun in nouns:
            if noun is None or noun.kind != "col" or noun.sense.ref is None:
                return False
            if self.nature(noun.sense.ref).kind not in ("date", "number", "year"):
                return False
        if nouns[0] is nouns[1] or any(p.tag == "which" for p in self.parts):
            return False
        for end, noun in zip(ends, nouns, strict=True):
            assert noun is not None
            self.use(end)
            self._figure("min" if end.value == "asc" else "max", noun)
        return True


__all__ = ["BothEnds"]
