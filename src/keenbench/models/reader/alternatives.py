"""Conditions of which one is enough: phones, or what cost more than 200."""

from __future__ import annotations

from keenbench.models.offline.frame import Test
from keenbench.models.reader.growing import Growing


class Alternatives(Growing):
    def join_alternatives(self) -> None:
        """Make one condition of the two on both sides of an `or` that nothing else was made of."""
        for part in self.open("or"):
            if part.norm == "either":
                self.use(part)  # it only says that an or follows
                continue
            before = [pair for pair in self.tests if 0 <= pair[1] < part.at]
            after = [pair for pair in self.tests if pair[1] > part.at]
            if not before or not after:
                continue
            left = max(before, key=lambda pair: pair[1])
            right = min(after, key=lambda pair: pair[1])
            one, other = left[0], right[0]
            if self._neither_is_so(part.at):
                self.use(part)
                continue
            if one.period or other.period or set(one.columns()) == set(other.columns()):
                continue
            self.use(part)
            both = Test(any_of=(one, other), said=f"{one.said} or {other.said}")
            self.tests = [
                (both, left[1]) if pair == left else pair for pair in self.tests if pair != right
            ]

    def _neither_is_so(self, joint: int) -> bool:
        """`not closed or cancelled`: neither, so that both conditions hold."""
        before = [p for p in self.parts[max(0, joint - 5) : joint] if p.tag == "not"]
        return bool(before) and self._neither(before[-1], joint)
