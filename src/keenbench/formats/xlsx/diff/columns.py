"""Which columns of a sheet became which: by what stands in them, not by their letters.

Formulas read otherwise after a column moved, and their results follow from other cells; so columns
are first paired by what is typed into them and by the shape of their formulas. Whether that pairing
is told rather than every column in its place is settled by counting: formulas are read through the
move, and the pairing that leaves fewer cells changed is the right one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from keenbench.diff.align import align
from keenbench.formats.xlsx.diff.shifts import Axis, SheetShift, shape, translated, within_row
from keenbench.formats.xlsx.diff.version import Held
from keenbench.formats.xlsx.text import written

# Rows from the top of a sheet that are looked at, and cells of them.
SAMPLE_ROWS = 300
_SAMPLE_CELLS = 60_000
_MOST_COLUMNS = 2_000
# How much of the likeness of two columns the saved results of their formulas make up: enough to
# choose between columns of one shape.
_RESULTS = 0.1

Rows = dict[int, dict[int, Held]]
# Pairs of columns, those deleted and those inserted; 1-based.
Columns = tuple[list[tuple[int, int]], list[int], list[int]]
Words = Counter[str]


def align_columns(old: Rows, new: Rows, names: tuple[str, str]) -> Columns:
    """Return which columns became which; `names` are the sheet's, before and now."""
    old, new = _sample(old), _sample(new)
    before, after = _columns(old), _columns(new)
    last = max(len(before), len(after))
    staying: Columns = ([(at, at) for at in range(1, last + 1)], [], [])

    def alike(a: int, b: int) -> float:
        shapes = _likeness(before[a][0], after[b][0])
        return (1 - _RESULTS) * shapes + _RESULTS * _likeness(before[a][1], after[b][1])

    keys = [
        [tuple(tuple(w.items()) for w in column) for column in side] for side in (before, after)
    ]
    pairs = align(keys[0], keys[1], alike, least=0.5)
    gone = [p.old + 1 for p in pairs if p.new is None and p.old is not None and before[p.old][0]]
    came = [p.new + 1 for p in pairs if p.old is None and p.new is not None and after[p.new][0]]
    kept = [(p.old + 1, p.new + 1) for p in pairs if p.old is not None and p.new is not None]
    found = _paired_in_place(kept, gone, came)
    if not found[1] and not found[2] and all(a == b for a, b in found[0]):
        return staying
    now = _words(new)
    moved = SheetShift(names[1], Axis(), Axis(found[0], found[1]))
    changed = _changed(found, _words(old, moved, names[0]), now)
    return found if changed < _changed(staying, _words(old), now) else staying


def _paired_in_place(kept: list[tuple[int, int]], gone: list[int], came: list[int]) -> Columns:
    """Take a column that went where another came for one whose values changed."""
    for old in list(gone):
        before = max((pair for pair in kept if pair[0] < old), default=(0, 0))
        place = before[1] + (old - before[0])
        if place in came:
            gone.remove(old)
            came.remove(place)
            kept = sorted([*kept, (old, place)])
    return kept, gone, came


def _changed(columns: Columns, old: Sequence[Words], new: Sequence[Words]) -> int:
    """Return how many cells differ where the columns became each other so."""

    def at(side: Sequence[Words], column: int) -> Words:
        return side[column - 1] if column <= len(side) else Counter()

    pairs, gone, came = columns
    count = sum(at(old, column).total() for column in gone)
    count += sum(at(new, column).total() for column in came)
    for a, b in pairs:
        before, after = at(old, a), at(new, b)
        count += max(before.total(), after.total()) - (before & after).total()
    return count


def _words(rows: Rows, moved: SheetShift | None = None, name: str = "") -> list[Words]:
    """Return what the columns hold; formulas as they read after a move, apart from their row."""
    others = {name.casefold(): moved} if moved is not None else {}
    columns: list[Words] = [Counter() for _ in range(_width(rows))]
    for number, cells in rows.items():
        for column, held in cells.items():
            if column > len(columns):
                continue
            formula = held.cell.formula
            if formula is not None:
                if moved is not None:
                    formula = translated(formula, moved, others)
                columns[column - 1][within_row(formula, number)] += 1
            elif held.cell.value is not None:
                columns[column - 1][_typed(held)] += 1
    return columns


def _columns(rows: Rows) -> list[tuple[Words, Words]]:
    """Return of every column what is typed and the shapes of formulas; and what it shows."""
    columns: list[tuple[Words, Words]] = [(Counter(), Counter()) for _ in range(_width(rows))]
    for cells in rows.values():
        for column, held in cells.items():
            cell = held.cell
            if column > len(columns) or (cell.value is None and cell.formula is None):
                continue
            held_words, shown = columns[column - 1]
            held_words[_typed(held) if cell.formula is None else shape(cell.formula)] += 1
            shown[written(cell.value) or "="] += 1
    return columns


def _typed(held: Held) -> str:
    return f"{held.cell.kind} {written(held.cell.value)}"


def _sample(rows: Rows) -> Rows:
    left = _SAMPLE_CELLS
    taken: Rows = {}
    for number, cells in rows.items():
        if left <= 0:
            break
        taken[number] = cells
        left -= len(cells)
    return taken


def _width(rows: Rows) -> int:
    return min(max((max(cells) for cells in rows.values() if cells), default=0), _MOST_COLUMNS)


def _likeness(old: Words, new: Words) -> float:
    if not old and not new:
        return 0.6
    shared = (old & new).total()
    return shared / max(old.total(), new.total(), 1)
