"""Cells that name several things: `comedies`, `Idris Cole and Zoe Carver together`.

One row may hold two of them, so that two said together may both be meant; and no grouping takes
such cells apart.
"""

from __future__ import annotations

from collections.abc import Sequence

from keenbench.models.offline.columns import ColumnRef
from keenbench.models.offline.frame import Ask, Test
from keenbench.models.offline.words import word_set
from keenbench.models.reader.parts import Part, Parts

_ALL_OF_THEM = word_set("together both alongside combined opposite co-star costar co-starring")
_HOLDING = word_set(
    """
    with have has had having feature features featuring include includes including contain contains
    containing tagged star stars starring offer offers offering hold holds
    """
)


def named_together(parts: Parts, run: Sequence[Part]) -> bool:
    """Whether a row has to name all of some things, and not only one of them."""
    ref = run[0].sense.ref
    if ref is None or len(run) < 2 or not parts.column(ref).parted_by:
        return False
    between = parts.parts[run[0].at : run[-1].at]
    if any(p.tag in ("or", "compare") for p in between) or parts.open("compare"):
        return False
    if any(p.norm in _ALL_OF_THEM for p in parts.parts):
        return True
    beside = not any(
        p.tag == "and" or p.after_mark for p in parts.parts[run[0].at + 1 : run[-1].at + 1]
    )
    if beside:
        return True  # action comedies
    held = any(
        p.norm.split()[-1] in _HOLDING for p in parts.parts[max(0, run[0].at - 3) : run[0].at]
    )
    if parts.nature(ref).person or held:
        return parts.pick("both", [(True, 0.0), (False, 0.12)])
    return parts.pick("both", [(False, 0.0), (True, 0.12)])


def take_apart(parts: Parts) -> None:
    """Set what was compared side by side, and refuse groups of whole cells.

    `comedies vs dramas`: a row may be of both, so that each has its own figure.
    """
    for key in [key for key in parts.keys if parts.column(key.column).parted_by]:
        ref = key.column
        wanted = [pair for pair in parts.tests if pair[0].column == ref and pair[0].op == "in"]
        if len(wanted) != 1 or not parts.figures or len(parts.keys) > 1:
            raise Ask(
                f"Cells of {ref} name several at once, which I cannot take apart to group by them. "
                f"I can tell it of one {ref} at a time."
            )
        test = wanted[0][0]
        values = test.value if isinstance(test.value, tuple) else (test.value,)
        parts.figures[:] = [
            figure.model_copy(update={"where": (*figure.where, _one(ref, str(value)))})
            for value in values
            for figure in parts.figures
        ]
        parts.keys.clear()
        parts.order.clear()
        parts.limit = None
        parts.tests = [pair for pair in parts.tests if pair != wanted[0]]
    for figure in parts.figures:
        different = figure.func == "count_distinct" and figure.column is not None
        if different and figure.column is not None and parts.column(figure.column).parted_by:
            raise Ask(
                f"Cells of {figure.column} name several at once, so that I cannot count how many "
                "different ones there are."
            )


def _one(ref: ColumnRef, value: str) -> Test:
    return Test(column=ref, op="=", value=value, said=f"{ref} “{value}”")


__all__ = ["named_together", "take_apart"]
