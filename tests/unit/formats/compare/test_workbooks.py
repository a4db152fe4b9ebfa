"""Two versions of a workbook: each change is named, and nothing else."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import openpyxl
import pytest
import xlsxwriter
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from openpyxl.comments import Comment
from openpyxl.styles import Font, PatternFill

from tests.comparing import compared, types
from tests.edits import edited

Book = Any


def book(file: Path) -> Path:
    made = openpyxl.Workbook()
    sales = made.active
    assert sales is not None
    sales.title = "Sales"
    sales.append(["Region", "Q1", "Q2", "Total"])
    for row in range(2, 30):
        sales.append([f"Region {row}", row * 3, row * 5, f"=B{row}+C{row}"])
    sales.append(["Sum", "=SUM(B2:B29)", "=SUM(C2:C29)", "=SUM(D2:D29)"])
    notes = made.create_sheet("Notes")
    notes["A1"] = "see"
    notes["B1"] = "=Sales!D30"
    made.save(file)
    return file


@pytest.fixture
def old(tmp_path: Path) -> Path:
    return book(tmp_path / "old.xlsx")


def saved(old: Path, change: Callable[[Book], None]) -> Path:
    """Return the workbook as openpyxl writes it after a change; it writes everything anew."""
    made = openpyxl.load_workbook(old)
    change(made)
    new = old.with_name("new.xlsx")
    made.save(new)
    return new


def ours(old: Path, *ops: dict[str, Any]) -> Path:
    _, file = edited("XlsxApplyOps", old, list(ops), old.parent / "out")
    return file


def test_nothing_changed_is_no_change(old: Path) -> None:
    assert compared("XlsxCompare", old, saved(old, lambda made: None))["total"] == 0


def test_a_value_is_told_from_a_formula_and_from_a_format(old: Path) -> None:
    def change(made: Book) -> None:
        sheet = made["Sales"]
        sheet["B3"] = 1000
        sheet["D4"] = "=B4*C4"
        sheet["A5"].font = Font(bold=True)
        sheet["C6"] = "text"
        sheet["C6"].fill = PatternFill("solid", fgColor="FFFF0000")

    answer = compared("XlsxCompare", old, saved(old, change))
    found = {change["cell"]: change for change in answer["changes"]}
    assert {cell: change["aspects"] for cell, change in found.items()} == {
        "B3": ["value"],
        "D4": ["formula"],
        "A5": ["format"],
        "C6": ["value", "format"],
    }
    assert (found["B3"]["before"]["value"], found["B3"]["after"]["value"]) == (9, 1000)
    assert found["D4"]["before"]["formula"] == "=B4+C4"
    bold = {"property": "font_bold", "before": None, "after": True}
    assert bold in found["A5"]["formats"]
    assert {one["property"]: one["after"] for one in found["C6"]["formats"]} == {
        "fill_color": "#FF0000"
    }
    assert answer["summary"]["cell"] == 4


def test_an_inserted_row_is_one_change_though_every_formula_below_moved(old: Path) -> None:
    new = ours(
        old,
        {"op": "insert_rows", "sheet": "Sales", "row": 5},
        {"op": "set_range", "sheet": "Sales", "start": "A5", "values": [["New", 1, 2]]},
    )
    answer = compared("XlsxCompare", old, new)
    (change,) = answer["changes"]
    assert (change["type"], change["row"], change["values"]) == ("row_inserted", 5, ["New", 1, 2])


def test_a_deleted_row_and_a_cell_below_it(old: Path) -> None:
    new = ours(
        old,
        {"op": "delete_rows", "sheet": "Sales", "row": 5},
        {"op": "set_cells", "sheet": "Sales", "cells": [{"cell": "B9", "value": "odd"}]},
    )
    answer = compared("XlsxCompare", old, new)
    assert types(answer) == ["row_deleted", "cell"]
    assert answer["changes"][0]["old_row"] == 5
    assert (answer["changes"][1]["cell"], answer["changes"][1]["old_cell"]) == ("B9", "B10")


@pytest.mark.parametrize("rows", [7, 8, 60])
def test_a_block_beside_a_table_leaves_its_rows_what_they_are(tmp_path: Path, rows: int) -> None:
    made = openpyxl.Workbook()
    sheet = made.active
    assert sheet is not None
    sheet.title = "Revenue"
    for row in range(7):
        sheet.append([f"Month {row}", row * 100])
    made.save(tmp_path / "old.xlsx")
    block = [[f"{row} {column}" for column in range(6)] for row in range(rows)]
    new = ours(
        tmp_path / "old.xlsx",
        {"op": "set_range", "sheet": "Revenue", "start": "K1", "values": block},
    )
    summary = compared("XlsxCompare", tmp_path / "old.xlsx", new)["summary"]
    came = {"row_inserted": rows - 7} if rows > 7 else {}
    assert summary == {"cell": 42, "cell_value": 42} | came


def test_an_inserted_blank_row_is_named_too(old: Path) -> None:
    answer = compared(
        "XlsxCompare", old, ours(old, {"op": "insert_rows", "sheet": "Sales", "row": 7})
    )
    assert [(c["type"], c["row"]) for c in answer["changes"]] == [("row_inserted", 7)]


@pytest.mark.parametrize(
    ("op", "kind", "place"),
    [
        ({"op": "insert_columns", "sheet": "Sales", "column": "C"}, "column_inserted", "column"),
        ({"op": "delete_columns", "sheet": "Sales", "column": "B"}, "column_deleted", "old_column"),
    ],
)
def test_a_column_that_came_or_went_is_one_change(
    old: Path, op: dict[str, Any], kind: str, place: str
) -> None:
    ops = [op]
    if kind == "column_inserted":
        values = [["Q1b"], *([number] for number in range(500, 529))]
        ops.append({"op": "set_range", "sheet": "Sales", "start": "C1", "values": values})
    answer = compared("XlsxCompare", old, ours(old, *ops))
    edits = [change for change in answer["changes"] if change.get("aspects") != ["broken"]]
    assert [(change["type"], change[place]) for change in edits] == [(kind, op["column"])]


def test_a_formula_that_lost_its_cells_has_changed(old: Path) -> None:
    """D = B + C without B is an error, not a formula that moved."""
    new = ours(old, {"op": "delete_columns", "sheet": "Sales", "column": "B"})
    made = openpyxl.load_workbook(new)
    assert "#REF!" in made["Sales"]["C2"].value
    answer = compared("XlsxCompare", old, new)
    assert answer["summary"] == {"column_deleted": 1, "cell_broken": 28}
    broken = next(change for change in answer["changes"] if change.get("cell") == "C2")
    assert (broken["aspects"], broken["old_cell"]) == (["broken"], "D2")
    assert broken["after"]["formula"] == "=#REF!+B2"


def prices(file: Path, *, headers: bool = True) -> Path:
    """A table whose last columns are formulas, with the results that they have."""
    with xlsxwriter.Workbook(file) as made:
        data = made.add_worksheet("Data")
        if headers:
            data.write_row(0, 0, ["Name", "Qty", "Price", "Total", "Tax"])
        for row in range(1, 201):
            data.write_row(row, 0, [f"item {row}", row, row * 2])
            data.write_formula(row, 3, f"=B{row + 1}*C{row + 1}", None, row * row * 2)
            data.write_formula(row, 4, f"=D{row + 1}*0.2", None, row * row * 0.4)
        data.write_row(201, 0, ["Sum", 20_100])
        data.write_formula(201, 3, "=SUM(D2:D201)", None, 5_373_400)
    return file


@pytest.mark.parametrize("headers", [True, False])
@pytest.mark.parametrize("recalculate", [False, True])
@pytest.mark.parametrize(
    ("column", "broken"), [("A", 0), ("B", 200), ("C", 200), ("D", 200), ("E", 0)]
)
def test_a_deleted_column_is_named_whatever_becomes_of_the_formulas(
    tmp_path: Path, column: str, broken: int, recalculate: bool, headers: bool
) -> None:
    old = prices(tmp_path / "old.xlsx", headers=headers)
    op = {"op": "delete_columns", "sheet": "Data", "column": column}
    _, new = edited("XlsxApplyOps", old, [op], tmp_path / "out", recalculate=recalculate)
    answer = compared("XlsxCompare", old, new, limit=1000)
    edits = [c for c in answer["changes"] if not {"broken", "result"} & set(c.get("aspects", []))]
    if column == "E":
        # The last column may as well have been emptied: its cells are told.
        assert {change["cell"][0] for change in edits} == {"E"}
        return
    assert [(c["type"], c["old_column"]) for c in edits] == [("column_deleted", column)]
    assert answer["summary"].get("cell_broken", 0) == broken
    assert "cell_formula" not in answer["summary"]
    assert "cell" not in answer["summary"]  # what follows is no edit


def test_columns_of_one_formula_are_told_apart_by_their_headers(tmp_path: Path) -> None:
    old = tmp_path / "old.xlsx"
    with xlsxwriter.Workbook(old) as made:
        sheet = made.add_worksheet("Months")
        sheet.write_row(0, 0, ["Base", *"JFMASOND"])
        for row in range(1, 50):
            sheet.write(row, 0, row)
            for column in range(1, 9):
                sheet.write_formula(row, column, f"=$A{row + 1}*1.1", None, row * 1.1)
    new = ours(old, {"op": "delete_columns", "sheet": "Months", "column": "F"})
    answer = compared("XlsxCompare", old, new)
    assert [(c["type"], c["old_column"]) for c in answer["changes"]] == [("column_deleted", "F")]


def test_results_that_follow_from_an_edit_are_counted_apart(tmp_path: Path) -> None:
    old = prices(tmp_path / "old.xlsx")
    write = {"op": "set_cells", "sheet": "Data", "cells": [{"cell": "B3", "value": 1000}]}
    _, new = edited("XlsxApplyOps", old, [write], tmp_path / "out", recalculate=True)
    answer = compared("XlsxCompare", old, new)
    assert answer["summary"] == {"cell": 1, "cell_value": 1, "cell_result": 3}


def test_what_stands_beside_the_cells_is_compared(old: Path) -> None:
    def change(made: Book) -> None:
        sheet = made["Notes"]
        sheet["A1"].comment = Comment("look", "Ann")
        sheet.merge_cells("C1:D2")
        sheet.column_dimensions["A"].width = 33
        sheet.row_dimensions[1].height = 40
        sheet.freeze_panes = "A2"
        made.create_sheet("More")
        made["Sales"].sheet_state = "hidden"

    answer = compared("XlsxCompare", old, saved(old, change))
    assert sorted(types(answer)) == [
        "column_format",
        "comment_added",
        "merge_added",
        "row_format",
        "sheet_added",
        "sheet_setting",
        "sheet_visibility",
    ]


def test_a_renamed_sheet_leaves_its_formulas_as_they_were(old: Path) -> None:
    new = ours(old, {"op": "rename_sheet", "sheet": "Sales", "new_name": "Sales of 2026"})
    answer = compared("XlsxCompare", old, new)
    assert types(answer) == ["sheet_renamed"]


def test_rows_in_another_order_have_moved(old: Path) -> None:
    new = ours(
        old,
        {
            "op": "sort_range",
            "sheet": "Sales",
            "range": "A2:C29",
            "keys": [{"column": "B", "direction": "desc"}],
        },
    )
    assert set(types(compared("XlsxCompare", old, new))) == {"row_moved"}


def test_a_column_of_new_values_is_cells_not_rows(tmp_path: Path) -> None:
    def make(name: str, factor: int) -> Path:
        made = openpyxl.Workbook()
        sheet = made.active
        assert sheet is not None
        for row in range(1, 400):
            sheet.append([f"id-{row}", row * factor])
        made.save(tmp_path / name)
        return tmp_path / name

    answer = compared("XlsxCompare", make("old.xlsx", 2), make("new.xlsx", 3), limit=1000)
    assert answer["summary"] == {"cell": 399, "cell_value": 399}


def test_a_new_workbook_is_its_sheets(old: Path) -> None:
    assert types(compared("XlsxCompare", None, old)) == ["sheet_added", "sheet_added"]
    assert types(compared("XlsxCompare", old, None)) == ["sheet_deleted", "sheet_deleted"]


@settings(
    max_examples=25,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(
    inserted=st.integers(1, 31),
    changes=st.dictionaries(
        st.tuples(st.integers(2, 29), st.integers(1, 3)), st.integers(10_000, 99_999), max_size=6
    ),
)
def test_every_cell_that_changed_is_named_whatever_row_was_inserted(
    tmp_path: Path, inserted: int, changes: dict[tuple[int, int], int]
) -> None:
    old = book(tmp_path / "old.xlsx")
    cells = [
        {"cell": f"{'ABC'[column - 1]}{row}", "value": v} for (row, column), v in changes.items()
    ]
    ops: list[dict[str, Any]] = (
        [{"op": "set_cells", "sheet": "Sales", "cells": cells}] if cells else []
    )
    ops.append({"op": "insert_rows", "sheet": "Sales", "row": inserted})
    ops.append(
        {"op": "set_range", "sheet": "Sales", "start": f"A{inserted}", "values": [["N", -1]]}
    )
    answer = compared("XlsxCompare", old, ours(old, *ops))
    found = {
        (change.get("old_cell") or change["cell"]): change["after"]["value"]
        for change in answer["changes"]
        if change["type"] == "cell"
    }
    assert found == {f"{'ABC'[column - 1]}{row}": v for (row, column), v in changes.items()}
    assert [c["row"] for c in answer["changes"] if c["type"] == "row_inserted"] == [inserted]
    assert len(answer["changes"]) == len(changes) + 1
