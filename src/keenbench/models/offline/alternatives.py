"""Conditions of which one is enough: `older than 60 or younger than 18`."""

from __future__ import annotations

import itertools

from keenbench.models.offline.frame import Ask, Test
from keenbench.models.offline.sentence import Placed, Sentence


def read_alternatives(s: Sentence) -> None:
    """Join conditions between which an `or` stands that joins nothing else."""
    while True:
        placed = sorted((p for p in s.tests if p.at >= 0), key=lambda p: p.at)
        for one, other in itertools.pairwise(placed):
            joints = [
                i for i in range(one.at + 1, other.at)
                if s.items[i].tag == "or" and not s.items[i].used
            ]  # fmt: skip
            if len(joints) == 1:
                _join(s, one, other, joints[0])
                break
        else:
            return


def _join(s: Sentence, one: Placed, other: Placed, at: int) -> None:
    s.use(at)
    rest = [p for p in s.tests if p not in (one, other)]
    outside = {ref for p in rest for ref in p.test.columns()}
    both = {*one.test.columns(), *other.test.columns()}
    if outside & both:
        raise Ask(
            f"“{s.items[at].text}” joins conditions that others stand beside. Could you ask for "
            "each of them alone?",
            s.items[at].text,
        )
    parts = [*(one.test.any_of or (one.test,)), other.test]
    said = " or ".join(part.said for part in parts)
    s.tests = [*rest, Placed(Test(any_of=tuple(parts), said=said), other.at)]
