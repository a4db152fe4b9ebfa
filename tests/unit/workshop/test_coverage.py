"""What share of a file counts as read."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keenbench.workshop.coverage import Coverage, Reading, cells_of, pages_of
from keenbench.workshop.windows import Area


def the_only(coverage: Coverage) -> dict[str, object]:
    (entry,) = coverage.to_json()
    return entry


def lines(first: int, last: int, total: int = 100) -> Reading:
    return Reading("notes.txt", "lines", first, last, total)


def test_nothing_is_listed_before_something_is_read() -> None:
    coverage = Coverage()
    coverage.know("notes.txt", {"line_count": 100})
    assert coverage.to_json() == []
    assert coverage.reminder() is None


def test_windows_that_overlap_count_once() -> None:
    coverage = Coverage()
    coverage.add([lines(1, 50), lines(26, 75), lines(1, 50)])
    assert the_only(coverage) == {
        "path": "notes.txt",
        "share": 0.75,
        "read": 75,
        "total": 100,
        "unit": "lines",
    }


def test_a_share_is_one_only_when_nothing_is_left() -> None:
    coverage = Coverage()
    coverage.add([Reading("big.txt", "lines", 1, 999_999, 1_000_000)])
    assert the_only(coverage)["share"] == 0.9999
    coverage.add([Reading("big.txt", "lines", 1_000_000, 1_000_000, 1_000_000)])
    assert the_only(coverage)["share"] == 1.0


def test_sections_add_up_to_the_document() -> None:
    coverage = Coverage()
    coverage.know("a.docx", {"total_char_count": 1000})
    coverage.add([Reading("a.docx", "characters", 1, 200, 200, part="0")])
    coverage.add([Reading("a.docx", "characters", 1, 300, 800, part="1")])
    assert the_only(coverage)["read"] == 500
    assert the_only(coverage)["total"] == 1000


def test_sheets_that_were_not_read_count_too() -> None:
    coverage = Coverage()
    used = {"min_row": 1, "max_row": 10, "min_col": 1, "max_col": 2}
    coverage.know(
        "book.xlsx",
        {
            "sheets": [
                {"name": "One", "used_range": used},
                {"name": "Two", "used_range": used},
                {"name": "Empty", "used_range": None},
            ]
        },
    )
    coverage.add([Reading("book.xlsx", "cells", part="One", area=Area(1, 500, 1, 50))])
    assert the_only(coverage)["share"] == 0.5
    assert the_only(coverage)["total"] == 40


def test_a_slide_read_in_chunks_counts_with_its_last_chunk() -> None:
    coverage = Coverage()
    coverage.know("deck.pptx", {"slide_count": 4})
    coverage.add([Reading("deck.pptx", "slides", 1, 4000, 5000, part="2")])
    assert the_only(coverage)["read"] == 0
    coverage.add([Reading("deck.pptx", "slides", 4001, 5000, 5000, part="2")])
    assert the_only(coverage)["read"] == 1
    coverage.add([Reading("deck.pptx", "slides", 2, 2, 4)])
    assert the_only(coverage)["share"] == 0.25


def test_rows_of_which_only_some_columns_were_read_count_in_part() -> None:
    coverage = Coverage()
    coverage.know("t.csv", {"row_count": 100, "column_count": 4})
    coverage.add([Reading("t.csv", "rows", 1, 100, 100, columns=("a",))])
    assert the_only(coverage)["read"] == 25
    coverage.add([Reading("t.csv", "rows", 1, 100, 100, columns=("a", "b"))])
    assert the_only(coverage)["read"] == 50
    coverage.add([Reading("t.csv", "rows", 1, 50, 100)])
    assert the_only(coverage)["read"] == 75
    coverage.add([Reading("t.csv", "rows", 51, 100, 100)])
    assert the_only(coverage)["share"] == 1.0


def test_what_was_computed_over_all_rows_is_told_apart_and_needs_no_reminder() -> None:
    coverage = Coverage()
    coverage.know("t.csv", {"row_count": 20_000, "column_count": 3})
    coverage.add([Reading("t.csv", "rows", 1, 100, 20_000)])
    assert coverage.reminder() is not None
    coverage.add([Reading("t.csv", "rows", computed="table_query")])
    assert the_only(coverage)["read"] == 100
    assert the_only(coverage)["computed"] == ["table_query"]
    assert coverage.reminder() is None


def test_the_reminder_names_what_was_not_read() -> None:
    coverage = Coverage()
    coverage.add([lines(1, 40), lines(61, 80)])
    reminder = coverage.reminder()
    assert reminder is not None
    assert "notes.txt: 60 of 100 lines (60 %); not read: 41-60, 81-100" in reminder


def test_a_changed_file_keeps_its_share_until_it_is_mapped_again() -> None:
    coverage = Coverage()
    coverage.know("notes.txt", {"line_count": 100})
    coverage.add([lines(1, 100)])
    coverage.changed("notes.txt")
    assert not coverage.knows("notes.txt")
    coverage.know("notes.txt", {"line_count": 200})
    assert the_only(coverage)["share"] == 0.5


@given(
    st.lists(st.tuples(st.integers(1, 120), st.integers(0, 60)), min_size=1),
    st.integers(1, 100),
)
def test_a_share_lies_between_nothing_and_all(windows: list[tuple[int, int]], total: int) -> None:
    coverage = Coverage()
    read: set[int] = set()
    for first, count in windows:
        coverage.add([lines(first, first + count - 1, total)])
        read |= set(range(first, first + count))
    entry = the_only(coverage)
    assert entry["read"] == len(read & set(range(1, total + 1)))
    assert 0 <= float(str(entry["share"])) <= 1
    assert (entry["share"] == 1.0) == (entry["read"] == total)


@pytest.mark.parametrize(
    "reading",
    [
        lines(1, 5),
        Reading("b.xlsx", "cells", part="One", area=Area(1, 2, 3, 4)),
        Reading("t.csv", "rows", 1, 2, 3, columns=("a", "b")),
        Reading("t.csv", "rows", computed="table_stats"),
    ],
)
def test_a_reading_survives_the_log(reading: Reading) -> None:
    assert Reading.from_json(reading.to_json()) == reading


def test_ranges_are_read_as_they_are_written() -> None:
    assert cells_of("A51:AB100") == Area(51, 100, 1, 28)
    assert cells_of("") is None
    assert pages_of("1-3,7,9-9") == [(1, 3), (7, 7), (9, 9)]
    assert pages_of("") == []
