"""Unions of windows, against plain sets."""

from __future__ import annotations

from itertools import pairwise
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from keenbench.workshop.windows import Area, Areas, Spans

SPAN = st.tuples(st.integers(1, 60), st.integers(0, 20)).map(lambda s: (s[0], s[0] + s[1] - 1))
AREA = st.tuples(st.integers(1, 12), st.integers(0, 6), st.integers(1, 12), st.integers(0, 6)).map(
    lambda a: Area(a[0], a[0] + a[1], a[2], a[2] + a[3])
)


def cells(area: Area) -> set[tuple[int, int]]:
    return {
        (row, column)
        for row in range(area.first_row, area.last_row + 1)
        for column in range(area.first_column, area.last_column + 1)
    }


@given(st.lists(SPAN), st.integers(1, 80))
def test_spans_hold_the_union_of_what_was_added(windows: list[tuple[int, int]], total: int) -> None:
    spans, held = Spans(), set()
    for first, last in windows:
        spans.add(first, last)
        held |= set(range(first, last + 1))
    wanted = held & set(range(1, total + 1))
    assert spans.within(1, total) == len(wanted)
    missing = {n for first, last in spans.missing(1, total) for n in range(first, last + 1)}
    assert missing == set(range(1, total + 1)) - held


@given(st.lists(SPAN, min_size=1), st.randoms())
def test_the_order_of_windows_does_not_matter(
    windows: list[tuple[int, int]], random: Random
) -> None:
    one, other = Spans(), Spans()
    for first, last in windows:
        one.add(first, last)
    random.shuffle(windows)
    for first, last in windows:
        other.add(first, last)
    assert list(one) == list(other)


@given(st.lists(SPAN))
def test_spans_neither_overlap_nor_touch(windows: list[tuple[int, int]]) -> None:
    spans = Spans()
    for first, last in windows:
        spans.add(first, last)
    listed = list(spans)
    assert all(first <= last for first, last in listed)
    assert all(one[1] + 1 < two[0] for one, two in pairwise(listed))


@given(st.lists(AREA), AREA)
def test_areas_count_each_cell_once(windows: list[Area], whole: Area) -> None:
    areas, held = Areas(), set()
    for window in windows:
        areas.add(window)
        held |= cells(window)
    assert areas.within(whole) == len(held & cells(whole))
