"""Cells that are listed after a figure: the median fare for first, second and third class.

An average or a median of several together is seldom asked for, so that each is shown by itself.
What is counted or added up may well be meant together (the number of altos and sopranos); but not
where it is told for each of something else as well, nor where the cells named are all that there
are: all of them together would be no condition.
"""

from __future__ import annotations

from keenbench.models.offline.columns import ColumnRef
from keenbench.models.offline.frame import Key, Test
from keenbench.models.offline.words import word_set
from keenbench.models.reader.parts import Parts

_OF_ONE_SET = ("avg", "median", "min", "max")
_ADDED = ("count", "sum")
_TOGETHER = word_set("together combined altogether overall taken jointly collectively either both")
_AS_ONE = ("in total", "one number", "all together", "as a whole", "as one")


def show_one_by_one(parts: Parts) -> None:
    """Group by the columns of which several cells are listed, where each is meant by itself."""
    told = parts.change is not None or parts.count_groups or parts.exists or bool(parts.sides)
    if not parts.figures or told or parts.having or parts.limit is not None:
        return
    if _said_together(parts):
        return
    means = all(f.func in _OF_ONE_SET and not f.share for f in parts.figures)
    added = all(f.func in _ADDED and not f.share for f in parts.figures)
    grouped = [key.column for key in parts.keys]
    for test, _ in list(parts.tests):
        ref = test.column
        if ref is None or ref in grouped or not _is_listed(parts, test, ref):
            continue
        if grouped and parts.column(ref).parted_by:
            continue
        if means or (added and (grouped or _are_all(parts, test, ref))):
            parts.guess(0.1)
            parts.keys.append(Key(column=ref))


def _said_together(parts: Parts) -> bool:
    said = [part.norm for part in parts.parts]
    return any({*norm.split()} & _TOGETHER or norm in _AS_ONE for norm in said)


def _is_listed(parts: Parts, test: Test, ref: ColumnRef) -> bool:
    """Whether cells are joined by an and, of a column of which each row that counts has one."""
    if test.op != "in" or not isinstance(test.value, tuple) or test.period or test.part is not None:
        return False
    if any(ref.table not in parts.s.reach(f.table) for f in parts.figures):
        return False
    named = [p.at for p in parts.parts if p.kind == "val" and p.sense.ref == ref]
    if len(named) < 2:
        return False
    tags = {p.tag for p in parts.parts[named[0] : named[-1]]}
    return "and" in tags and "or" not in tags


def _are_all(parts: Parts, test: Test, ref: ColumnRef) -> bool:
    assert isinstance(test.value, tuple)
    return bool(len(test.value) == parts.column(ref).distinct)


__all__ = ["show_one_by_one"]
