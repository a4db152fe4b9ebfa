"""Changes of a workbook taken back one by one: all others stay as they were."""

from __future__ import annotations

import re
import zipfile
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import canonicalize

import openpyxl
import pytest
import xlsxwriter
from openpyxl.styles import Font, PatternFill

from keenbench.errors import KeenBenchError, ValidationFailed
from tests.comparing import compared
from tests.edits import edited
from tests.rejecting import change_of, one_by_one, rejected


@pytest.fixture
def old(tmp_path: Path) -> Path:
    made = openpyxl.Workbook()
    sales = made.active
    assert sales is not None
    sales.title = "Sales"
    sales.append(["Region", "Q1", "Q2", "Total"])
    for row in range(2, 12):
        sales.append([f"Region {row}", row * 3, row * 5, f"=B{row}+C{row}"])
    sales.append(["Sum", "=SUM(B2:B11)", "=SUM(C2:C11)", "=SUM(D2:D11)"])
    sales["A3"].font = Font(bold=True, color="FF0000")
    sales["B5"].fill = PatternFill("solid", fgColor="00FF00")
    sales["B5"].number_format = "0.00"
    notes = made.create_sheet("Notes")
    notes["A1"] = "see"
    notes["B1"] = "=Sales!D12"
    notes["C1"] = "=Sales!B6"
    file = tmp_path / "old.xlsx"
    made.save(file)
    return file


def ours(old: Path, *ops: dict[str, Any]) -> Path:
    _, file = edited("XlsxApplyOps", old, list(ops), old.parent / "out")
    return file


def cells(*writes: dict[str, Any], sheet: str = "Sales") -> dict[str, Any]:
    return {"op": "set_cells", "sheet": sheet, "cells": list(writes)}


def values(file: Path, sheet: str = "Sales") -> list[list[Any]]:
    return [[c.value for c in row] for row in openpyxl.load_workbook(file)[sheet].iter_rows()]


def test_a_cell_gets_its_value_type_formula_and_look_back(old: Path) -> None:
    new = ours(
        old,
        cells(
            {"cell": "A3", "value": 7, "style": {"font_italic": True}},
            {"cell": "B5", "value": "text"},
            {"cell": "D4", "value": 1},
            {"cell": "F20", "value": "far"},
        ),
    )
    found = compared("XlsxCompare", old, new)
    for name in ("A3", "B5", "D4"):
        chosen = change_of(found, "cell", cell=name)["change_id"]
        made = rejected("XlsxReject", old, new, chosen)
        before, after = (openpyxl.load_workbook(file)["Sales"][name] for file in (old, made))
        assert (after.value, after.data_type) == (before.value, before.data_type)
        assert (after.font.b, after.font.i, after.font.color) == (
            before.font.b,
            before.font.i,
            before.font.color,
        )
        assert (after.fill.fgColor.rgb, after.number_format) == (
            before.fill.fgColor.rgb,
            before.number_format,
        )
        assert openpyxl.load_workbook(made)["Sales"]["F20"].value == "far"


def test_a_range_is_taken_back_at_once(old: Path) -> None:
    new = ours(old, cells(*({"cell": f"B{row}", "value": 0} for row in range(2, 8))))
    changes = compared("XlsxCompare", old, new)["changes"]
    chosen = [c["change_id"] for c in changes if c["cell"] in ("B2", "B3", "B4")]
    made = rejected("XlsxReject", old, new, *chosen)
    assert [row[1] for row in values(made)[1:7]] == [6, 9, 12, 0, 0, 0]


def test_an_inserted_row_goes_and_formulas_follow(old: Path) -> None:
    new = ours(
        old,
        {"op": "insert_rows", "sheet": "Sales", "row": 4},
        cells({"cell": "A4", "value": "new"}, {"cell": "B9", "value": 99}),
    )
    found = compared("XlsxCompare", old, new)
    made = rejected("XlsxReject", old, new, change_of(found, "row_inserted")["change_id"])
    expected = values(old)
    expected[7][1] = 99
    assert values(made) == expected
    assert values(made, "Notes") == values(old, "Notes")


def test_a_deleted_row_comes_back_and_what_lost_it_reads_it_again(old: Path) -> None:
    new = ours(
        old,
        {"op": "delete_rows", "sheet": "Sales", "row": 6},
        cells({"cell": "A2", "value": "other"}),
    )
    assert "#REF!" in values(new, "Notes")[0][2]
    found = compared("XlsxCompare", old, new)
    made = rejected("XlsxReject", old, new, change_of(found, "row_deleted")["change_id"])
    expected = values(old)
    expected[1][0] = "other"
    assert values(made) == expected
    assert values(made, "Notes") == values(old, "Notes")


def test_columns_come_and_go_too(old: Path) -> None:
    new = ours(
        old,
        {"op": "delete_columns", "sheet": "Sales", "column": "B"},
        cells({"cell": "A2", "value": "other"}),
    )
    found = compared("XlsxCompare", old, new)
    made = rejected("XlsxReject", old, new, change_of(found, "column_deleted")["change_id"])
    expected = values(old)
    expected[1][0] = "other"
    assert values(made) == expected


def test_each_of_many_changes_is_taken_back_alone(old: Path) -> None:
    new = ours(
        old,
        cells({"cell": "B3", "value": 121}, {"cell": "F1", "value": "=B2", "type": "formula"}),
        {"op": "insert_rows", "sheet": "Sales", "row": 5},
        {"op": "delete_rows", "sheet": "Sales", "row": 9},
        {"op": "set_row_heights", "sheet": "Sales", "rows": [{"row": 2, "height": 30}]},
        {"op": "set_column_widths", "sheet": "Sales", "columns": [{"column": "B", "width": 33}]},
        {"op": "ensure_sheet", "sheet": "Extra"},
        {"op": "rename_sheet", "sheet": "Notes", "new_name": "Remarks"},
        {"op": "define_name", "name": "Foo", "refers_to": "Sales!$A$1"},
        {"op": "freeze_panes", "sheet": "Remarks", "row": 1, "column": 0},
        {"op": "merge_cells", "sheet": "Remarks", "range": "H8:I9"},
        {"op": "set_hidden", "sheet": "Remarks", "hidden": True},
    )
    told = one_by_one("Xlsx", old, new)
    assert set(told.values()) == {"ok"}, told
    assert len(told) == 12


def test_a_workbook_that_another_program_wrote_anew_gets_cells_back(old: Path) -> None:
    made = openpyxl.load_workbook(old)
    made["Sales"]["B5"] = "other"
    made["Sales"]["A3"].font = Font(italic=True)
    new = old.with_name("new.xlsx")
    made.save(new)
    told = one_by_one("Xlsx", old, new)
    assert set(told.values()) == {"ok"}, told


def test_what_only_follows_is_not_taken_back(old: Path, tmp_path: Path) -> None:
    new = ours(old, {"op": "add_chart", "sheet": "Sales", "type": "bar", "data_range": "B1:C5",
                     "anchor": "H2"}, cells({"cell": "A2", "value": "x"}))  # fmt: skip
    found = compared("XlsxCompare", old, new)
    with pytest.raises(ValidationFailed) as refused:
        rejected("XlsxReject", old, new, change_of(found, "chart_added")["change_id"])
    assert refused.value.fields["subphase"] == "not_rejectable"
    assert "chart added" in refused.value.message


def test_a_sheet_that_a_formula_names_is_told_as_what_it_depends_on(old: Path) -> None:
    new = ours(
        old,
        {"op": "ensure_sheet", "sheet": "Extra"},
        cells({"cell": "A1", "value": 5}, sheet="Extra"),
        cells({"cell": "F1", "value": "=Extra!A1", "type": "formula"}),
        cells({"cell": "A2", "value": "x"}),
    )
    found = compared("XlsxCompare", old, new)
    added = change_of(found, "sheet_added")["change_id"]
    formula = change_of(found, "cell", cell="F1")["change_id"]
    with pytest.raises(KeenBenchError) as refused:
        rejected("XlsxReject", old, new, added)
    assert refused.value.fields["subphase"] == "depends"
    made = rejected("XlsxReject", old, new, added, formula)
    left = compared("XlsxCompare", old, made)["changes"]
    assert [change["cell"] for change in left] == ["A2"]


def test_rows_that_came_and_went_together_are_put_right_at_once(old: Path) -> None:
    new = ours(
        old,
        {"op": "delete_rows", "sheet": "Sales", "row": 3, "count": 2},
        {"op": "insert_rows", "sheet": "Sales", "row": 6, "count": 3},
        cells(
            {"cell": "A6", "value": "p"},
            {"cell": "A7", "value": "q"},
            {"cell": "A8", "value": "r"},
            {"cell": "A2", "value": "other"},
        ),
    )
    changes = compared("XlsxCompare", old, new)["changes"]
    chosen = [c["change_id"] for c in changes if c["type"].startswith("row_")]
    assert len(chosen) == 5
    made = rejected("XlsxReject", old, new, *chosen)
    expected = values(old)
    expected[1][0] = "other"
    assert values(made) == expected
    one = [c["change_id"] for c in changes if c["type"] == "row_inserted"][1]
    assert [row[0] for row in values(rejected("XlsxReject", old, new, one))][5:7] == ["p", "r"]


@pytest.mark.parametrize("recalculate", [False, True])
def test_a_deleted_column_comes_back_with_the_formulas_that_it_broke(
    old: Path, recalculate: bool
) -> None:
    ops: list[dict[str, Any]] = [
        {"op": "delete_columns", "sheet": "Sales", "column": "B"},
        {"op": "set_cells", "sheet": "Notes", "cells": [{"cell": "A1", "value": "other"}]},
    ]
    _, new = edited("XlsxApplyOps", old, ops, old.parent / "out", recalculate=recalculate)
    changes = compared("XlsxCompare", old, new)["changes"]
    column = next(change for change in changes if change["type"] == "column_deleted")
    made = rejected("XlsxReject", old, new, column["change_id"])
    assert values(made) == values(old)
    left = [c for c in compared("XlsxCompare", old, made)["changes"] if c["aspects"] != ["result"]]
    assert [(c["cell"], c["after"]["value"]) for c in left] == [("A1", "other")]


def test_a_formula_that_only_lost_its_cells_is_not_taken_back_alone(old: Path) -> None:
    new = ours(old, {"op": "delete_columns", "sheet": "Sales", "column": "B"})
    changes = compared("XlsxCompare", old, new)["changes"]
    broken = next(change for change in changes if change.get("aspects") == ["broken"])
    with pytest.raises(ValidationFailed, match="follows from other changes"):
        rejected("XlsxReject", old, new, broken["change_id"])


@pytest.mark.parametrize(("kind", "row"), [("spilling", 0), ("braces", 0), ("spilling", 3)])
def test_an_array_formula_of_one_cell_comes_back_as_one(
    tmp_path: Path, kind: str, row: int
) -> None:
    old = tmp_path / "old.xlsx"
    with xlsxwriter.Workbook(old) as made:
        data = made.add_worksheet("Data")
        for at in range(4):
            data.write_row(at, 0, [f"name {at}", at])
        if kind == "spilling":
            formula = "=_xlfn._xlws.FILTER(A1:A4,B1:B4>2)"
            data.write_dynamic_array_formula("D1:D1", formula, None, "name 3")
        else:
            data.write_array_formula("D1:D1", "{=SUM(A1:A4*B1:B4)}", None, 14)
    ops: list[dict[str, Any]] = [cells({"cell": "D1", "value": 1}, sheet="Data")]
    if row:
        ops.append({"op": "insert_rows", "sheet": "Data", "row": 1, "count": row})
    else:
        ops.append(cells({"cell": "F9", "value": "kept"}, sheet="Data"))
    new = ours(old, *ops)
    changes = compared("XlsxCompare", old, new)["changes"]
    change = next(one for one in changes if one.get("cell") == f"D{row + 1}")
    made_file = rejected("XlsxReject", old, new, change["change_id"])
    was, now = (_formula_cell(file) for file in (old, made_file))
    for area, moved in (("D1", "D4"), ("A1:A4", "A4:A7"), ("B1:B4", "B4:B7")) if row else ():
        was = was.replace(area, moved)
    assert now == was
    found = openpyxl.load_workbook(made_file)["Data"][f"D{row + 1}"].value
    assert found.ref == f"D{row + 1}"
    with zipfile.ZipFile(old) as before, zipfile.ZipFile(made_file) as after:
        notes = [name for name in before.namelist() if name == "xl/metadata.xml"]
        assert len(notes) == (kind == "spilling")
        assert [after.read(name) for name in notes] == [before.read(name) for name in notes]


def _formula_cell(file: Path) -> str:
    """Return the one cell of the first sheet that holds a formula, as it is written."""
    with zipfile.ZipFile(file) as package:
        sheet = package.read("xl/worksheets/sheet1.xml")
    found = re.findall(rb"<c [^>]*><f.*?</c>", sheet)
    assert len(found) == 1
    return canonicalize(found[0].decode())  # attributes in one order
