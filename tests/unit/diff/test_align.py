"""Two sequences side by side: every item is told of once, in order."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from keenbench.diff.align import align, moved

ITEMS = st.lists(st.sampled_from(["a", "b", "c", "aa", "ab", "bb"]), max_size=12)


def likeness(old: str, new: str) -> float:
    return len(set(old) & set(new)) / len(set(old) | set(new))


@given(ITEMS, ITEMS)
def test_every_item_stands_once_and_in_its_order(old: list[str], new: list[str]) -> None:
    pairs = align(old, new, lambda a, b: likeness(old[a], new[b]))
    assert [pair.old for pair in pairs if pair.old is not None] == list(range(len(old)))
    assert [pair.new for pair in pairs if pair.new is not None] == list(range(len(new)))
    for pair in pairs:
        if pair.old is not None and pair.new is not None:
            if pair.same:
                assert old[pair.old] == new[pair.new]
            else:
                assert likeness(old[pair.old], new[pair.new]) >= 0.4


@given(ITEMS, ITEMS)
def test_what_moved_is_equal_and_was_not_paired(old: list[str], new: list[str]) -> None:
    pairs = align(old, new, lambda a, b: 0.0)
    found = moved(pairs, old, new)
    assert all(old[before] == new[after] for before, after in found.items())
    assert len(set(found.values())) == len(found)
    alone = {pair.old for pair in pairs if pair.new is None}
    assert set(found) <= alone


def test_an_insertion_beside_a_change_is_told_from_it() -> None:
    old = ["one two three"]
    new = ["something else", "one two four"]
    words = [[set(item.split()) for item in side] for side in (old, new)]
    pairs = align(old, new, lambda a, b: len(words[0][a] & words[1][b]) / 3)
    assert [(pair.old, pair.new) for pair in pairs] == [(None, 0), (0, 1)]
