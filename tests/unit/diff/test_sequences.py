from __future__ import annotations

import random

from hypothesis import given
from hypothesis import strategies as st

from keenbench.diff.sequences import Match, matches

few = st.lists(st.integers(0, 3), max_size=40)


def shared(old: list[int], new: list[int]) -> int:
    """Return how many items are matched, having checked that the matches are some."""
    old_at = new_at = 0
    for match in matches(old, new):
        assert match.size > 0
        assert match.old >= old_at
        assert match.new >= new_at
        assert old[match.old :][: match.size] == new[match.new :][: match.size]
        old_at, new_at = match.old + match.size, match.new + match.size
    return sum(match.size for match in matches(old, new))


def longest(old: list[int], new: list[int]) -> int:
    row = [0] * (len(new) + 1)
    for item in old:
        above = row
        row = [0]
        for index, other in enumerate(new):
            row.append(above[index] + 1 if item == other else max(above[index + 1], row[index]))
    return row[-1]


@given(few, few)
def test_matches_are_equal_runs_in_order(old: list[int], new: list[int]) -> None:
    assert shared(old, new) <= longest(old, new)


@given(few)
def test_equal_sequences_match_whole(items: list[int]) -> None:
    assert matches(items, items) == ([Match(0, 0, len(items))] if items else [])


@given(few, st.integers(0, 40), few)
def test_an_insertion_leaves_all_else_matched(
    items: list[int], at: int, inserted: list[int]
) -> None:
    marked = [item + 100 for item in inserted]
    assert shared(items, items[:at] + marked + items[at:]) == len(items)


def test_something_shared_is_always_found() -> None:
    assert shared([1, 2, 3], [9, 2, 8]) == 1
    assert shared([0, 1, 0, 1, 0], [1, 0, 1]) == 3


def test_the_way_is_nearly_the_shortest() -> None:
    rng = random.Random(7)
    found = best = 0
    for _ in range(300):
        old = [rng.randrange(4) for _ in range(rng.randrange(30))]
        new = [rng.randrange(4) for _ in range(rng.randrange(30))]
        found += shared(old, new)
        best += longest(old, new)
    assert found > 0.95 * best


def test_past_the_bound_of_the_search_matches_are_still_matches() -> None:
    rng = random.Random(7)
    old = [rng.randrange(5) for _ in range(4_000)]
    new = [rng.randrange(5) for _ in range(4_000)]
    assert shared(old, new) > 1_500
    moved = list(range(4_000))
    rng.shuffle(moved)
    assert shared(list(range(4_000)), moved) > 50
