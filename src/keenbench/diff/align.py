"""Two sequences side by side: what stayed, what changed, what came and went, what moved.

Items with equal keys are matched first, in order (`sequences`). What lies between two matches is
paired by likeness: the pairing of the greatest likeness that keeps the order, where the gap is
small enough to try them all, else place by place.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any, NamedTuple

from keenbench.diff.sequences import Match, matches

# Pairs of one gap that are all tried; and of all gaps together.
_GAP_PAIRS = 40_000
_ALL_PAIRS = 400_000

# Rows of a gap beyond which they are first matched by their most telling column.
_LARGE_GAP = 100

# How alike two items are, from 0 to 1.
Alike = Callable[[int, int], float]


class Pair(NamedTuple):
    """An item of the old sequence and the one of the new that it became; None where there is none.

    `same` says that their keys are equal.
    """

    old: int | None
    new: int | None
    same: bool = False


def align(
    old: Sequence[Hashable],
    new: Sequence[Hashable],
    alike: Alike,
    least: float = 0.4,
    shared: Sequence[Match] | None = None,
) -> list[Pair]:
    """Return both sequences in one order; items that are less than `least` alike are no pair.

    `shared` is what `matches` gave for them, where the caller has it already.
    """
    pairs: list[Pair] = []
    old_at = new_at = 0
    budget = _ALL_PAIRS
    found = matches(old, new) if shared is None else shared
    for match in [*found, Match(len(old), len(new), 0)]:
        gap = (match.old - old_at) * (match.new - new_at)
        if gap and gap <= min(_GAP_PAIRS, budget):
            budget -= gap
            pairs += _best(old_at, match.old, new_at, match.new, alike, least)
        else:
            pairs += _in_order(old_at, match.old, new_at, match.new, alike, least)
        pairs += [Pair(match.old + i, match.new + i, True) for i in range(match.size)]
        old_at, new_at = match.old + match.size, match.new + match.size
    return pairs


def moved(
    pairs: Sequence[Pair], old: Sequence[Hashable], new: Sequence[Hashable]
) -> dict[int, int]:
    """Return which removed items came back elsewhere: old index to new index, by equal keys."""
    gone: dict[Hashable, list[int]] = {}
    for pair in pairs:
        if pair.new is None and pair.old is not None:
            gone.setdefault(old[pair.old], []).append(pair.old)
    found: dict[int, int] = {}
    for pair in pairs:
        if pair.old is None and pair.new is not None:
            places = gone.get(new[pair.new])
            if places:
                found[places.pop(0)] = pair.new
    return found


def unmatched(shared: Sequence[Match], old: int, new: int) -> tuple[list[int], list[int]]:
    """Return which of `old` and `new` items lie between what they share."""
    loose_old: list[int] = []
    loose_new: list[int] = []
    old_at = new_at = 0
    for match in [*shared, Match(old, new, 0)]:
        loose_old += range(old_at, match.old)
        loose_new += range(new_at, match.new)
        old_at, new_at = match.old + match.size, match.new + match.size
    return loose_old, loose_new


def telling_keys(
    before: Sequence[Mapping[int, Any]], after: Sequence[Mapping[int, Any]]
) -> tuple[list[Any], list[Any]] | None:
    """Return keys that match rows by the one column that tells them apart best.

    `before` and `after` are rows by column; None is returned where they are few, or where no
    column does: nearly all its values different, and half of them on both sides.
    """
    if len(before) < _LARGE_GAP or len(after) < _LARGE_GAP:
        return None
    best, telling = 0, None
    for column in sorted({column for row in before for column in row}):
        values = [repr(row[column]) for row in before if column in row]
        if len(set(values)) < 0.9 * len(values):
            continue
        shared = len(set(values) & {repr(row[column]) for row in after if column in row})
        if shared > best:
            best, telling = shared, column
    if telling is None or best < 0.5 * min(len(before), len(after)):
        return None
    old, new = (
        [repr(row[telling]) if telling in row else None for row in side] for side in (before, after)
    )
    return old, new


def _in_order(
    old_from: int, old_to: int, new_from: int, new_to: int, alike: Alike, least: float
) -> list[Pair]:
    pairs: list[Pair] = []
    shared = min(old_to - old_from, new_to - new_from)
    for i in range(shared):
        a, b = old_from + i, new_from + i
        pairs += [Pair(a, b)] if alike(a, b) >= least else [Pair(a, None), Pair(None, b)]
    pairs += [Pair(a, None) for a in range(old_from + shared, old_to)]
    pairs += [Pair(None, b) for b in range(new_from + shared, new_to)]
    return pairs


def _best(
    old_from: int, old_to: int, new_from: int, new_to: int, alike: Alike, least: float
) -> list[Pair]:
    """Return the pairing of the greatest likeness that keeps the order."""
    height, width = old_to - old_from, new_to - new_from
    # best[i][j]: the most that the items from i and j on can be alike.
    best = [[0.0] * (width + 1) for _ in range(height + 1)]
    scores = [[0.0] * width for _ in range(height)]
    for i in range(height - 1, -1, -1):
        for j in range(width - 1, -1, -1):
            score = alike(old_from + i, new_from + j)
            scores[i][j] = score if score >= least else 0.0
            best[i][j] = max(best[i + 1][j], best[i][j + 1], best[i + 1][j + 1] + scores[i][j])
    pairs: list[Pair] = []
    i = j = 0
    while i < height and j < width:
        if scores[i][j] and best[i][j] == best[i + 1][j + 1] + scores[i][j]:
            pairs.append(Pair(old_from + i, new_from + j))
            i, j = i + 1, j + 1
        elif best[i][j] == best[i + 1][j]:
            pairs.append(Pair(old_from + i, None))
            i += 1
        else:
            pairs.append(Pair(None, new_from + j))
            j += 1
    pairs += [Pair(a, None) for a in range(old_from + i, old_to)]
    pairs += [Pair(None, b) for b in range(new_from + j, new_to)]
    return pairs
