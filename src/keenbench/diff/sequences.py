"""Which items two sequences share, in order: the heart of every diff here.

Patience first: items that occur once on each side are anchors, and their longest increasing chain
splits the problem, so that a moved brace or a blank line never ties two unrelated blocks together.
What has no such anchors goes to Myers' search from both ends, in linear space. Its cost is bounded:
past a number of differences the search settles for the furthest point it reached, so that two
unrelated texts of a hundred thousand lines are told apart in seconds rather than hours.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Hashable, Sequence
from dataclasses import dataclass

# Differences after which Myers' search stops looking for the shortest way.
_MAX_DIFFERENCES = 100
# How far a way gets that has left the window: never as far as any other.
_OUTSIDE = -(1 << 40)


@dataclass(frozen=True)
class Match:
    """`size` items from `old` in the old sequence are those from `new` in the new one."""

    old: int
    new: int
    size: int


def matches(old: Sequence[Hashable], new: Sequence[Hashable]) -> list[Match]:
    """Return the runs of items that both sequences share, in order and without overlap."""
    names: dict[Hashable, int] = {}
    a = [names.setdefault(item, len(names)) for item in old]
    b = [names.setdefault(item, len(names)) for item in new]
    runs: list[tuple[int, int, int]] = []
    # A stack in place of recursion: a chain of thousands of anchors nests no calls. With each
    # window goes the size below which it is worth looking for anchors in it again.
    waiting = [(0, len(a), 0, len(b), len(a) + len(b))]
    while waiting:
        a_from, a_to, b_from, b_to, look_below = waiting.pop()
        size = _shared_start(a, a_from, a_to, b, b_from, b_to)
        if size:
            runs.append((a_from, b_from, size))
            a_from, b_from = a_from + size, b_from + size
        size = _shared_end(a, a_from, a_to, b, b_from, b_to)
        if size:
            a_to, b_to = a_to - size, b_to - size
            runs.append((a_to, b_to, size))
        if a_from == a_to or b_from == b_to:
            continue
        size = a_to - a_from + b_to - b_from
        if size <= look_below:
            anchors = _unique_anchors(a, a_from, a_to, b, b_from, b_to)
            for x, y in anchors:
                # Between neighbours there is nothing to look for.
                if a_from < x and b_from < y:
                    waiting.append((a_from, x, b_from, y, size))
                runs.append((x, y, 1))
                a_from, b_from = x + 1, y + 1
            if anchors:
                waiting.append((a_from, a_to, b_from, b_to, size))
                continue
            if not set(a[a_from:a_to]) & set(b[b_from:b_to]):
                continue
            look_below = size // 2
        split = _middle(a, a_from, a_to, b, b_from, b_to)
        if split is not None:
            waiting.append((a_from, split[0], b_from, split[1], look_below))
            waiting.append((split[0], a_to, split[1], b_to, look_below))
    return _joined(sorted(runs))


def _shared_start(
    a: list[int], a_from: int, a_to: int, b: list[int], b_from: int, b_to: int
) -> int:
    """Return how many items two windows share from their beginnings on."""
    most = min(a_to - a_from, b_to - b_from)
    done, step = 0, 1
    # Lists compare quickly: as long as all are alike, take twice as many at a time.
    while done < most:
        step = min(step, most - done)
        x, y = a_from + done, b_from + done
        if a[x : x + step] == b[y : y + step]:
            done += step
            step *= 2
        elif step == 1:
            break
        else:
            step = max(1, step // 4)
    return done


def _shared_end(a: list[int], a_from: int, a_to: int, b: list[int], b_from: int, b_to: int) -> int:
    """Return how many items two windows share before their ends."""
    most = min(a_to - a_from, b_to - b_from)
    done, step = 0, 1
    while done < most:
        step = min(step, most - done)
        x, y = a_to - done, b_to - done
        if a[x - step : x] == b[y - step : y]:
            done += step
            step *= 2
        elif step == 1:
            break
        else:
            step = max(1, step // 4)
    return done


def _unique_anchors(
    a: list[int], a_from: int, a_to: int, b: list[int], b_from: int, b_to: int
) -> list[tuple[int, int]]:
    """Return the longest increasing chain of items that occur once on either side."""
    in_a = _once(a, a_from, a_to)
    in_b = _once(b, b_from, b_to)
    found = [(x, in_b[item]) for item, x in in_a.items() if item in in_b]
    found.sort()
    tails: list[int] = []
    ends: list[int] = []
    previous: list[int] = []
    for index, (_, y) in enumerate(found):
        at = bisect_left(tails, y)
        previous.append(ends[at - 1] if at else -1)
        if at == len(tails):
            tails.append(y)
            ends.append(index)
        else:
            tails[at] = y
            ends[at] = index
    chain: list[tuple[int, int]] = []
    index = ends[-1] if ends else -1
    while index >= 0:
        chain.append(found[index])
        index = previous[index]
    return chain[::-1]


def _once(items: list[int], begin: int, end: int) -> dict[int, int]:
    """Return where each item that occurs once in a window stands."""
    where: dict[int, int] = {}
    for index in range(begin, end):
        item = items[index]
        where[item] = -1 if item in where else index
    return {item: index for item, index in where.items() if index >= 0}


def _middle(
    a: list[int], a_from: int, a_to: int, b: list[int], b_from: int, b_to: int
) -> tuple[int, int] | None:
    """Return a point on a short way through a window whose first and last items differ.

    `ends[k]` is how far along the old side a way of that many differences gets on diagonal k; one
    list for ways from the front, one for ways from the back, read from the back.
    """
    width, height = a_to - a_from, b_to - b_from
    delta = width - height
    odd = delta % 2 == 1
    bound = min((width + height + 1) // 2, _MAX_DIFFERENCES)
    front = [0] * (2 * bound + 3)
    back = [0] * (2 * bound + 3)
    at = bound + 1  # where diagonal 0 stands
    for distance in range(bound + 1):
        low = -(distance - 2 * max(0, distance - height))
        high = distance - 2 * max(0, distance - width)
        for k in range(low, high + 1, 2):
            start = x = _reach(front, at, k, distance)
            if not 0 <= x <= width or x - k > height:
                front[at + k] = _OUTSIDE
                continue
            while x < width and x - k < height and a[a_from + x] == b[b_from + x - k]:
                x += 1
            front[at + k] = x
            if odd and abs(delta - k) < distance and x + back[at + delta - k] >= width:
                return _inner(a_from, a_to, b_from, b_to, (x, x - k), (start, start - k))
        for k in range(low, high + 1, 2):
            start = x = _reach(back, at, k, distance)
            if not 0 <= x <= width or x - k > height:
                back[at + k] = _OUTSIDE
                continue
            while x < width and x - k < height and a[a_to - 1 - x] == b[b_to - 1 - x + k]:
                x += 1
            back[at + k] = x
            if not odd and abs(delta - k) <= distance and x + front[at + delta - k] >= width:
                ends = (width - x, height - x + k), (width - start, height - start + k)
                return _inner(a_from, a_to, b_from, b_to, *ends)
    reached = [(x, x - k) for k in range(low, high + 1, 2) if (x := front[at + k]) >= 0]
    return _inner(a_from, a_to, b_from, b_to, max(reached, key=sum, default=(0, 0)))


def _reach(ends: list[int], at: int, k: int, distance: int) -> int:
    """Return where a way of one more difference begins on diagonal k."""
    if k == -distance or (k != distance and ends[at + k - 1] < ends[at + k + 1]):
        return ends[at + k + 1]
    return ends[at + k - 1] + 1


def _inner(
    a_from: int, a_to: int, b_from: int, b_to: int, *points: tuple[int, int]
) -> tuple[int, int] | None:
    """Return the first point that splits the window into two smaller ones."""
    for x, y in points:
        point = (a_from + x, b_from + y)
        if point not in ((a_from, b_from), (a_to, b_to)):
            return point
    return None


def _joined(runs: list[tuple[int, int, int]]) -> list[Match]:
    """Return runs as matches, those that go on where another ends as one."""
    found: list[Match] = []
    old = new = size = 0
    for x, y, count in runs:
        if size and (x, y) == (old + size, new + size):
            size += count
            continue
        if size:
            found.append(Match(old, new, size))
        old, new, size = x, y, count
    if size:
        found.append(Match(old, new, size))
    return found
