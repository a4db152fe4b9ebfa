"""Which columns of a sheet became which: by what stands in them, not by their letters."""

from __future__ import annotations

from collections import Counter

from keenbench.diff.align import align
from keenbench.formats.xlsx.diff.version import Held
from keenbench.formats.xlsx.text import written

# Rows from the top of a sheet that are looked at.
SAMPLE_ROWS = 300
# How much better than staying in place a shift of columns must fit.
_BETTER = 0.9

Rows = dict[int, dict[int, Held]]


def align_columns(old: Rows, new: Rows) -> tuple[list[tuple[int, int]], list[int], list[int]]:
    """Return pairs of columns, those deleted and those inserted; 1-based."""
    before, after = _columns(old), _columns(new)
    last = max(len(before), len(after))
    staying = sum(_likeness(before[at], after[at]) for at in range(min(len(before), len(after))))

    def alike(a: int, b: int) -> float:
        return _likeness(before[a], after[b])

    keys = [[tuple(column.items()) for column in side] for side in (before, after)]
    pairs = align(keys[0], keys[1], alike, least=0.5)
    fit = sum(alike(p.old, p.new) for p in pairs if p.old is not None and p.new is not None)
    if fit < staying + _BETTER:
        shared = min(len(before), len(after))
        return [(at, at) for at in range(1, max(last, shared) + 1)], [], []
    gone = [p.old + 1 for p in pairs if p.new is None and p.old is not None and before[p.old]]
    came = [p.new + 1 for p in pairs if p.old is None and p.new is not None and after[p.new]]
    kept = [(p.old + 1, p.new + 1) for p in pairs if p.old is not None and p.new is not None]
    return _paired_in_place(kept, gone, came)


def _paired_in_place(
    kept: list[tuple[int, int]], gone: list[int], came: list[int]
) -> tuple[list[tuple[int, int]], list[int], list[int]]:
    """Take a column that went where another came for one whose values changed."""
    for old in list(gone):
        before = max((pair for pair in kept if pair[0] < old), default=(0, 0))
        place = before[1] + (old - before[0])
        if place in came:
            gone.remove(old)
            came.remove(place)
            kept = sorted([*kept, (old, place)])
    return kept, gone, came


def _columns(rows: Rows) -> list[Counter[str]]:
    width = max((max(cells) for cells in rows.values() if cells), default=0)
    columns: list[Counter[str]] = [Counter() for _ in range(min(width, 2_000))]
    for cells in rows.values():
        for column, held in cells.items():
            cell = held.cell
            if column <= len(columns) and (cell.value is not None or cell.formula is not None):
                columns[column - 1][written(cell.value) or "="] += 1
    return columns


def _likeness(old: Counter[str], new: Counter[str]) -> float:
    if not old and not new:
        return 0.6
    shared = (old & new).total()
    return shared / max(old.total(), new.total(), 1)
