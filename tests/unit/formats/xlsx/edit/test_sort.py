"""Sorting a range: what moves, what stays, and what the cells say afterwards."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

import openpyxl
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.unit.formats.xlsx.edit.books import edit, made, on, refusal

BY_AMOUNT = on(op="sort_range", range="A2:C4", keys=[{"column": "C"}])


def _book(path: Path, rows: list[list[Any]]) -> Path:
    book = openpyxl.Workbook()
    sheet: Any = book.active
    sheet.title = "Data"
    for row in rows:
        sheet.append(row)
    book.save(path)
    return path


def _rows(book: Any) -> list[list[Any]]:
    return [[cell.value for cell in row] for row in book["Data"].iter_rows()]


def test_rows_are_sorted_by_a_column(tmp_path: Path) -> None:
    report, book = edit(made(tmp_path), BY_AMOUNT)
    assert [row[0] for row in _rows(book)] == ["Name", "Cy", "Ada", "Bob", None]
    assert report[0]["rows_moved"] == 3


def test_cells_beside_the_range_and_heights_stay(tmp_path: Path) -> None:
    file = _book(tmp_path / "b.xlsx", [["a", 3, "x"], ["b", 1, "y"], ["c", 2, "z"]])
    book: Any = openpyxl.load_workbook(file)
    book["Data"].row_dimensions[1].height = 40
    book.save(file)
    _, after = edit(file, on(op="sort_range", range="B1:B3", keys=[{"column": "B"}]))
    assert _rows(after) == [["a", 1, "x"], ["b", 2, "y"], ["c", 3, "z"]]
    assert after["Data"].row_dimensions[1].height == 40


def test_formulas_go_with_their_row(tmp_path: Path) -> None:
    file = _book(tmp_path / "b.xlsx", [[3, "=A1*2+$A$1"], [1, "=A2*2+$A$1"], [2, '=A3&"A3"']])
    _, after = edit(file, on(op="sort_range", range="A1:B3", keys=[{"column": "A"}]))
    assert _rows(after) == [[1, "=A1*2+$A$1"], [2, '=A2&"A3"'], [3, "=A3*2+$A$1"]]


def test_rows_that_are_not_in_the_file_sort_as_blanks(tmp_path: Path) -> None:
    file = _book(tmp_path / "b.xlsx", [[2], [None], [1]])
    for direction, wanted in (("asc", [1, 2, None]), ("desc", [2, 1, None])):
        keys = [{"column": "A", "direction": direction}]
        _, after = edit(file, on(op="sort_range", range="A1:A3", keys=keys))
        assert [after["Data"].cell(row, 1).value for row in (1, 2, 3)] == wanted


def test_a_hidden_row_is_refused(tmp_path: Path) -> None:
    file = made(tmp_path)
    book: Any = openpyxl.load_workbook(file)
    book["Data"].row_dimensions[3].hidden = True
    book.save(file)
    assert "Row 3" in refusal(file, BY_AMOUNT)


def test_a_key_outside_the_range_is_refused(tmp_path: Path) -> None:
    op = on(op="sort_range", range="A2:B4", keys=[{"column": "C"}])
    assert "ops[0].keys" in refusal(made(tmp_path), op)


_VALUES = st.one_of(
    st.integers(-50, 50), st.floats(-9, 9).map(lambda x: round(x, 2)), st.text("abAB", min_size=1)
)


@settings(max_examples=25, deadline=None)
@given(st.lists(st.tuples(_VALUES, st.integers(0, 3)), min_size=1, max_size=12), st.booleans())
def test_numbers_come_before_texts_and_rows_alike_keep_their_order(
    rows: list[tuple[Any, int]], down: bool
) -> None:
    def rank(row: list[Any]) -> tuple[int, float, str]:
        value = row[0]
        return (1, 0, value.casefold()) if isinstance(value, str) else (0, value, "")

    given_rows = [[value, number, at] for at, (value, number) in enumerate(rows)]
    with tempfile.TemporaryDirectory() as folder:
        file = _book(Path(folder) / "b.xlsx", given_rows)
        keys = [{"column": "A", "direction": "desc" if down else "asc"}]
        _, after = edit(file, on(op="sort_range", range="A1:C99", keys=keys))
        assert _rows(after) == sorted(given_rows, key=rank, reverse=down)
