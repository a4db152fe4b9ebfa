"""Everything that refers to cells follows a structural edit, read back with a second library."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import openpyxl
import pytest

from keenbench.errors import ValidationFailed
from tests.fidelity.structural import applied, rich_workbook

Edited = Callable[..., Any]


@pytest.fixture
def edited(tmp_path: Path) -> Edited:
    """Return what applies operations to the rich workbook and reads the result."""
    source = rich_workbook(tmp_path / "before.xlsx")

    def edit(*ops: dict[str, Any]) -> Any:
        applied(source, list(ops), tmp_path / "after.xlsx")
        return openpyxl.load_workbook(tmp_path / "after.xlsx")

    edit.path = tmp_path / "after.xlsx"  # type: ignore[attr-defined]
    return edit


def part(edited: Edited, name: str) -> str:
    with zipfile.ZipFile(edited.path) as package:  # type: ignore[attr-defined]
        return package.read(name).decode()


def rows(**more: Any) -> dict[str, Any]:
    return {"op": "insert_rows", "sheet": "Data", "row": 10, "count": 3, **more}


def test_merges_filters_and_breaks_follow(edited: Edited) -> None:
    sheet = edited({"op": "insert_rows", "sheet": "Data", "row": 3, "count": 2})["Data"]
    assert [str(area) for area in sheet.merged_cells.ranges] == ["H2:I5"]
    assert sheet.auto_filter.ref == "A1:D23"
    assert [one.id for one in sheet.row_breaks.brk] == [12, 17]


def test_rules_and_validations_follow_with_their_formulas(edited: Edited) -> None:
    sheet = edited({"op": "delete_rows", "sheet": "Data", "row": 2, "count": 1})["Data"]
    rules = {str(a.sqref): [r.formula for r in a.rules] for a in sheet.conditional_formatting}
    assert rules["B2:B20"] == [["$B2>$C2"]]
    assert rules["D2:D20"] == [["$B$9"]]
    validations = {str(v.sqref): v.formula1 for v in sheet.data_validations.dataValidation}
    assert validations == {"C2:C20": "'Other Sheet'!$A$1:$A$3", "B2:B20": "B2>0"}


def test_a_rule_on_another_sheet_follows(edited: Edited) -> None:
    sheet = edited(rows())["Other Sheet"]
    (area,) = sheet.conditional_formatting
    assert area.rules[0].formula == ["Data!$B$13>3"]


def test_comments_and_their_boxes_follow(edited: Edited) -> None:
    sheet = edited(rows())["Data"]
    assert sheet["B15"].comment.text == "a note"
    assert sheet["C5"].comment.text == "another note"
    boxes = re.findall(r"<x:Row>(\d+)</x:Row>", part(edited, "xl/drawings/vmlDrawing1.vml"))
    assert sorted(map(int, boxes)) == [4, 14]


def test_a_comment_goes_with_its_cell(edited: Edited) -> None:
    sheet = edited({"op": "delete_rows", "sheet": "Data", "row": 12})["Data"]
    assert [c.comment.text for row in sheet for c in row if c.comment] == ["another note"]
    assert part(edited, "xl/drawings/vmlDrawing1.vml").count("<v:shape ") == 1


def test_charts_follow_and_move(edited: Edited) -> None:
    book = edited(rows(row=5))
    (chart,) = book["Other Sheet"]._charts
    assert chart.series[0].val.numRef.f == "Data!$B$2:$B$24"
    assert chart.series[0].cat.strRef.f == "Data!$A$2:$A$24"
    (own,) = book["Data"]._charts
    assert own.anchor._from.row == 10


def test_links_and_print_settings_follow(edited: Edited) -> None:
    book = edited(rows())
    assert book["Other Sheet"]["C1"].hyperlink.location == "Data!B15"
    assert book["Data"]["A18"].hyperlink.location == "'Other Sheet'!A2"
    assert book["Data"].print_area == "'Data'!$A$1:$D$24"
    assert book["Data"].print_title_rows == "$1:$1"


def test_sparklines_follow(edited: Edited) -> None:
    edited(rows(row=4))
    text = part(edited, "xl/worksheets/sheet1.xml")
    assert "<xm:f>Data!B2:B24</xm:f><xm:sqref>G8</xm:sqref>" in text
    assert "<xm:f>Data!B2:B24</xm:f>" in part(edited, "xl/worksheets/sheet3.xml")


def test_frozen_rows_stay_frozen(edited: Edited) -> None:
    sheet = edited({"op": "insert_rows", "sheet": "Data", "row": 1})["Data"]
    assert sheet.freeze_panes == "B3"


def test_new_rows_look_like_the_one_above(edited: Edited) -> None:
    sheet = edited(rows(row=13, count=2))["Data"]
    assert sheet.row_dimensions[13].height == sheet.row_dimensions[12].height == 39.75
    assert sheet["B14"].font.b
    assert sheet["B14"].value is None


def test_widths_follow_columns(edited: Edited) -> None:
    sheet = edited({"op": "insert_columns", "sheet": "Data", "column": 1, "count": 2})["Data"]
    assert sheet.column_dimensions["D"].min == 4
    assert sheet.column_dimensions["D"].width > 19


def test_a_table_grows_and_shrinks(edited: Edited) -> None:
    sheet = edited(rows(sheet="Last", row=3))["Last"]
    assert sheet.tables["Sales"].ref == "A1:C8"
    sheet = edited({"op": "delete_rows", "sheet": "Last", "row": 3, "count": 2})["Last"]
    assert sheet.tables["Sales"].ref == "A1:C3"


def test_a_new_column_of_a_table_gets_a_header(edited: Edited) -> None:
    sheet = edited({"op": "insert_columns", "sheet": "Last", "column": 2})["Last"]
    assert [column.name for column in sheet.tables["Sales"].tableColumns] == [
        "Name",
        "Column1",
        "Amount",
        "Double",
    ]
    assert sheet["B1"].value == "Column1"


def test_formulas_of_a_deleted_table_column_say_so(edited: Edited) -> None:
    sheet = edited({"op": "delete_columns", "sheet": "Last", "column": 2})["Last"]
    assert sheet["D1"].value == "=SUM(#REF!)"
    assert [column.name for column in sheet.tables["Sales"].tableColumns] == ["Name", "Double"]


def test_a_table_deleted_whole_is_gone(edited: Edited) -> None:
    sheet = edited({"op": "delete_rows", "sheet": "Last", "row": 1, "count": 6})["Last"]
    assert dict(sheet.tables) == {}


@pytest.mark.parametrize(
    "op",
    [
        {"op": "delete_rows", "sheet": "Last", "row": 1},
        {"op": "delete_rows", "sheet": "Last", "row": 2, "count": 4},
        {"op": "insert_rows", "sheet": "Nowhere", "row": 1},
        {"op": "rename_sheet", "sheet": "Data", "new_name": "LAST"},
        {"op": "copy_sheet", "sheet": "Data", "new_name": "last"},
        {"op": "copy_sheet", "sheet": "Data", "new_name": "New", "position": 9},
        {"op": "insert_rows", "sheet": "Data", "row": 1, "count": 1048560},
        {"op": "insert_columns", "sheet": "Data", "column": 1, "count": 16380},
        {"op": "sort_range", "sheet": "Data", "range": "A1:I21", "keys": [{"column": 1}]},
        {"op": "sort_range", "sheet": "Data", "range": "A2:D21", "keys": [{"column": 9}]},
    ],
)
def test_what_would_break_something_is_refused(edited: Edited, op: dict[str, Any]) -> None:
    with pytest.raises(ValidationFailed):
        edited(op)


def test_the_last_sheet_in_sight_stays(edited: Edited) -> None:
    gone = [{"op": "delete_sheet", "sheet": name} for name in ("Data", "Last")]
    assert edited(*gone).sheetnames == ["Other Sheet"]
    with pytest.raises(ValidationFailed):
        edited(*gone, {"op": "delete_sheet", "sheet": "Other Sheet"})


def test_a_deleted_sheet_takes_what_was_its_own(edited: Edited) -> None:
    book = edited({"op": "delete_sheet", "sheet": "Data"})
    assert book["Other Sheet"]["B2"].value == "=SUM(#REF!)"
    with zipfile.ZipFile(edited.path) as package:  # type: ignore[attr-defined]
        names = package.namelist()
    assert not [name for name in names if "comments" in name or "vmlDrawing" in name]
    assert "xl/worksheets/sheet1.xml" not in names
    assert "Data<" not in part(edited, "docProps/app.xml")


def test_a_copied_sheet_has_its_own_of_everything(edited: Edited) -> None:
    book = edited({"op": "copy_sheet", "sheet": "Data", "new_name": "Copy of data", "position": 2})
    assert book.sheetnames == ["Data", "Copy of data", "Other Sheet", "Last"]
    copy = book["Copy of data"]
    assert copy["D24"].value == "=SUM($D$2:$D$21)/COUNT(B:B)+'Copy of data'!B5"
    assert copy["B12"].comment.text == "a note"
    (chart,) = copy._charts
    assert chart.series[0].val.numRef.f == "'Copy of data'!$C$2:$C$21"
    assert copy.print_area == "'Copy of data'!$A$1:$D$21"
    assert book["Data"].print_area == "'Data'!$A$1:$D$21"
    assert book["Other Sheet"]["B2"].value == "=SUM(Data!B2:B21)"
    assert book["Other Sheet"].defined_names["Local"].attr_text == "Data!$C$5"


def test_a_copied_table_has_a_name_of_its_own(edited: Edited) -> None:
    book = edited({"op": "copy_sheet", "sheet": "Last", "new_name": "Again"})
    assert list(book["Again"].tables) == ["Sales_1"]
    assert book["Again"]["E1"].value == "=SUM(Sales_1[Amount])"
    assert book["Last"]["E1"].value == "=SUM(Sales[Amount])"


def test_an_array_formula_is_not_cut(tmp_path: Path) -> None:
    import xlsxwriter

    with xlsxwriter.Workbook(tmp_path / "a.xlsx") as book:
        sheet = book.add_worksheet("S")
        sheet.write_array_formula("B2:B4", "{=A2:A4*2}")
    with pytest.raises(ValidationFailed, match="array formula"):
        applied(
            tmp_path / "a.xlsx",
            [{"op": "insert_rows", "sheet": "S", "row": 3}],
            tmp_path / "b.xlsx",
        )
    applied(
        tmp_path / "a.xlsx", [{"op": "insert_rows", "sheet": "S", "row": 1}], tmp_path / "b.xlsx"
    )
    assert openpyxl.load_workbook(tmp_path / "b.xlsx")["S"]["B3"].value.ref == "B3:B5"


def test_sorting_moves_values_looks_and_formulas(edited: Edited) -> None:
    sheet = edited(
        {
            "op": "sort_range",
            "sheet": "Data",
            "range": "A1:D21",
            "header": True,
            "keys": [{"column": "C", "direction": "desc"}, {"column": "B"}],
        }
    )["Data"]
    counts = [sheet.cell(row, 3).value for row in range(2, 22)]
    assert counts == sorted(counts, reverse=True)
    assert [sheet.cell(row, 2).value for row in range(2, 6)] == [6.0, 13.5, 21.0, 28.5]
    assert [sheet.cell(row, 4).value for row in (2, 3)] == ["=B2*C2", "=B3*C3"]
    assert sheet["A1"].value == "Item"


def test_sorting_puts_kinds_in_excels_order(tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    sheet: Any = book.active
    for row, value in enumerate([True, "b", None, 10, "A", "#N/A", 2, False], start=1):
        sheet.cell(row, 1, value)
    book.save(tmp_path / "a.xlsx")
    for direction, expected in (
        ("asc", [2, 10, "A", "b", False, True, "#N/A", None]),
        ("desc", ["#N/A", True, False, "b", "A", 10, 2, None]),
    ):
        op = {
            "op": "sort_range",
            "sheet": "Sheet",
            "range": "A1:A8",
            "keys": [{"column": 1, "direction": direction}],
        }
        applied(tmp_path / "a.xlsx", [op], tmp_path / "b.xlsx")
        done: Any = openpyxl.load_workbook(tmp_path / "b.xlsx").active
        assert [done.cell(row, 1).value for row in range(1, 9)] == expected


def test_shared_formulas_are_written_out_where_rows_move(tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    sheet: Any = book.active
    for row in range(1, 6):
        sheet.cell(row, 1, row)
        sheet.cell(row, 2, f"=A{row}*2")
    book.save(tmp_path / "plain.xlsx")
    with (
        zipfile.ZipFile(tmp_path / "plain.xlsx") as old,
        zipfile.ZipFile(tmp_path / "a.xlsx", "w") as new,
    ):
        for name in old.namelist():
            text = old.read(name)
            if name.endswith("sheet1.xml"):
                shared = b'<f t="shared" si="0"/>'
                text = re.sub(rb"<f>A[2-5]\*2</f>", shared, text)
                text = text.replace(b"<f>A1*2</f>", b'<f t="shared" ref="B1:B5" si="0">A1*2</f>')
            new.writestr(name, text)
    applied(
        tmp_path / "a.xlsx",
        [{"op": "insert_rows", "sheet": "Sheet", "row": 3}],
        tmp_path / "b.xlsx",
    )
    done: Any = openpyxl.load_workbook(tmp_path / "b.xlsx").active
    assert [done.cell(row, 2).value for row in range(1, 7)] == [
        "=A1*2",
        "=A2*2",
        None,
        "=A4*2",
        "=A5*2",
        "=A6*2",
    ]
