"""Maps as a prompt holds them."""

from __future__ import annotations

from typing import Any

from keenbench.workshop import map_summaries

SHEET: dict[str, Any] = {
    "name": "Data",
    "visibility": "visible",
    "row_count": 111,
    "col_count": 5,
    "islands": [{"range": "A1:E111"}],
    "charts": [],
    "charts_count": 0,
    "has_charts": False,
}


def test_a_whole_map_leaves_out_only_what_says_nothing() -> None:
    found = {"path": "a.xlsx", "format": "xlsx", "size_bytes": 9, "warnings": [], "sheets": [SHEET]}
    assert map_summaries.whole(found) == {
        "format": "xlsx",
        "sheets": [
            {
                "name": "Data",
                "visibility": "visible",
                "row_count": 111,
                "col_count": 5,
                "islands": [{"range": "A1:E111"}],
            }
        ],
    }


def test_rows_of_an_empty_table_are_said() -> None:
    assert map_summaries.whole({"format": "csv", "row_count": 0}) == {
        "format": "csv",
        "row_count": 0,
    }


def test_a_shortened_map_says_so_and_counts_what_it_leaves_out() -> None:
    sheets = [SHEET | {"name": f"Sheet {n}"} for n in range(30)]
    short = map_summaries.shortened({"format": "xlsx", "sheets_count": 30, "sheets": sheets})
    assert short["map_shortened"] is True
    assert short["sheets"][0] == "Sheet 0 (111 rows, 5 cols)"
    assert short["sheets"][-1] == "… and 18 more"
    assert short["sheets_count"] == 30


def test_a_shortened_map_names_hidden_sheets_as_such() -> None:
    short = map_summaries.shortened({"sheets": [SHEET | {"visibility": "hidden"}]})
    assert short["sheets"] == ["Data (111 rows, 5 cols, hidden)"]
