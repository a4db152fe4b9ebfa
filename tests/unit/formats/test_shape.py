"""The shapes that every format shares."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keenbench.formats.shape import (
    Listing,
    Page,
    list_for_map,
    listed,
    short_name,
    window_info,
)

pages = st.none() | st.builds(Page, st.integers(0, 200), st.integers(1, 100))


def test_a_list_of_forty_is_listed_whole() -> None:
    assert listed(40) == list(range(40))


def test_a_longer_list_shows_its_first_and_last_twenty() -> None:
    assert listed(41) == [*range(20), *range(21, 41)]
    assert listed(1_000_000)[19:21] == [19, 999_980]


def test_a_page_shows_what_was_asked_for_and_ends_with_the_list() -> None:
    assert listed(100, Page(30, 5)) == [30, 31, 32, 33, 34]
    assert listed(100, Page(98, 40)) == [98, 99]
    assert listed(100, Page(500, 40)) == []


@given(st.integers(0, 200), pages)
def test_a_list_gathered_one_by_one_is_the_same_as_one_cut_at_once(
    count: int, page: Page | None
) -> None:
    listing: Listing[int] = Listing(page)
    for item in range(count):
        listing.add(item)
    assert listing.items == list_for_map(range(count), page)
    assert listing.count == count


def test_chunk_info_is_written_with_from_and_to() -> None:
    info = window_info(unit="lines", first=201, last=350, total=350, size=200)
    assert info.model_dump(mode="json") == {
        "chunk_index": 1,
        "total_chunks": 2,
        "has_more": False,
        "range": "201-350",
        "covered": {"unit": "lines", "from": 201, "to": 350, "total": 350},
    }


@pytest.mark.parametrize(
    ("first", "last", "index", "more"),
    [(1, 200, 0, True), (150, 250, 0, True), (201, 210, 1, True), (400, 450, 1, False)],
)
def test_windows_that_are_no_chunk_say_where_they_begin_and_whether_more_follows(
    first: int, last: int, index: int, more: bool
) -> None:
    info = window_info(unit="rows", first=first, last=last, total=450, size=200)
    assert (info.chunk_index, info.total_chunks, info.has_more) == (index, 3, more)


def test_a_window_past_the_end_covers_nothing() -> None:
    info = window_info(unit="rows", first=900, last=899, total=450, size=200)
    assert (info.range, info.has_more, info.chunk_index) == ("", False, 2)


def test_a_window_of_nothing_at_all_has_no_chunks() -> None:
    info = window_info(unit="lines", first=1, last=0, total=0, size=200)
    assert (info.chunk_index, info.total_chunks, info.has_more) == (0, 0, False)


def test_a_name_is_shown_as_it_is() -> None:
    assert short_name("FECHA OPERACIÓN") == "FECHA OPERACIÓN"


@given(st.text(max_size=300))
def test_a_name_never_takes_more_than_its_share_of_a_map(name: str) -> None:
    shown = short_name(name)
    assert len(shown) <= 100
    assert len(json.dumps(shown)) <= 400
    assert shown == name or shown.endswith("…")
