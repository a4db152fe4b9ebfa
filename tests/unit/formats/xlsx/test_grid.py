"""A window of a sheet, ready to be drawn: checked against what openpyxl wrote."""

from __future__ import annotations

import datetime as dt
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from openpyxl.styles import Alignment, Border, Font, PatternFill, Side

from keenbench.errors import ValidationFailed
from keenbench.formats.xlsx.number_text import shown_moment, shown_number
from tests.comparing import rendered


@pytest.fixture
def file(tmp_path: Path) -> Path:
    book = openpyxl.Workbook()
    sheet: Any = book.active
    sheet.title = "Data"
    sheet["A1"] = "Title"
    sheet["A1"].font = Font(name="Arial", size=14, bold=True, italic=True, color="FFFF0000")
    sheet["A1"].alignment = Alignment(horizontal="center", wrap_text=True)
    sheet.merge_cells("A1:C1")
    sheet["A2"] = 1234.5
    sheet["A2"].number_format = "#,##0.00"
    sheet["B2"] = dt.date(2024, 3, 5)
    sheet["B2"].number_format = "dd/mm/yyyy"
    sheet["C2"] = True
    sheet["A3"] = "=A2*2"
    sheet["B3"].fill = PatternFill("solid", fgColor="FF00FF00")
    sheet["C3"] = "edge"
    sheet["C3"].border = Border(left=Side("thin", color="FF0000FF"), bottom=Side("double"))
    sheet.column_dimensions["B"].width = 20
    book.create_sheet("Empty")
    book.save(tmp_path / "book.xlsx")
    return tmp_path / "book.xlsx"


def test_values_types_and_formulas(file: Path) -> None:
    grid = rendered(file)
    assert grid["sheets"] == ["Data", "Empty"]
    assert (grid["row_count"], grid["col_count"]) == (3, 3)
    assert (grid["total_rows"], grid["total_cols"]) == (3, 3)
    shown = [[(cell["value"], cell["type"]) for cell in row] for row in grid["cells"]]
    assert shown[1] == [(1234.5, "number"), ("2024-03-05", "date"), (True, "boolean")]
    assert grid["cells"][2][0]["formula"] == "=A2*2"


def test_numbers_and_dates_are_shown_as_their_format_says(file: Path) -> None:
    row = rendered(file)["cells"][1]
    assert [cell.get("display") for cell in row] == ["1,234.50", "05/03/2024", "TRUE"]


def test_covered_cells_of_a_merge_are_blank(file: Path) -> None:
    grid = rendered(file)
    assert grid["merged"] == ["A1:C1"]
    assert grid["cells"][0][1] == {"value": None, "type": "blank", "formula": None}


def test_looks_are_named_as_edits_name_them(file: Path) -> None:
    cells = rendered(file)["cells"]
    title = cells[0][0]["style"]
    assert (title["font_name"], title["font_size"], title["font_color"]) == ("Arial", 14, "#FF0000")
    assert (title["font_bold"], title["font_italic"], title["h_align"], title["wrap_text"]) == (
        True,
        True,
        "center",
        True,
    )
    assert cells[2][1]["style"]["fill_color"] == "#00FF00"
    assert cells[2][2]["style"]["border_left"] == {"style": "thin", "color": "#0000FF"}
    assert cells[2][2]["style"]["border_bottom"]["style"] == "double"
    assert rendered(file)["column_widths"][1] == 20


def test_a_window_is_cut_where_it_is_asked_and_where_the_sheet_ends(file: Path) -> None:
    grid = rendered(file, row_start=1, row_count=1, col_start=2, col_count=9)
    assert [[cell["value"] for cell in row] for row in grid["cells"]] == [[True]]
    past = rendered(file, row_start=50)
    assert (past["row_count"], past["cells"], past["total_rows"]) == (0, [], 3)


def test_more_than_a_window_holds_is_clamped(tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    sheet: Any = book.active
    for _ in range(250):
        sheet.append(list(range(60)))
    book.save(tmp_path / "wide.xlsx")
    grid = rendered(tmp_path / "wide.xlsx", row_count=10_000, col_count=10_000)
    assert (grid["row_count"], grid["col_count"]) == (200, 50)
    assert (grid["total_rows"], grid["total_cols"]) == (250, 60)


def test_an_empty_sheet_is_an_empty_window(file: Path) -> None:
    grid = rendered(file, sheet="Empty")
    assert (grid["row_count"], grid["cells"]) == (0, [])
    with pytest.raises(ValidationFailed):
        rendered(file, sheet="Nowhere")


@pytest.mark.parametrize(
    ("value", "code", "text"),
    [
        (1234.5, '#,##0.00 "€"', "1,234.50 €"),
        (-5, "0;(0)", "(5)"),
        (0.256, "0.0%", "25.6%"),
        (12_345_678, '#,##0,,"M"', "12M"),
        (0, '0.00;-0.00;"-"', "-"),
        (1.5e10, "0.00E+00", "1.50E+10"),
        (-1234.5, "#,##0.00", "-1,234.50"),
        (7, "000", "007"),
        (2.5, "0", "3"),
        (1234.5, "[$€-407] #,##0.00", "€ 1,234.50"),
    ],
)
def test_number_formats(value: float, code: str, text: str) -> None:
    assert shown_number(value, code) == text


@pytest.mark.parametrize(
    ("serial", "code", "text"),
    [
        (45000, "dd/mm/yyyy", "15/03/2023"),
        (45000.5, "m/d/yy h:mm AM/PM", "3/15/23 12:00 PM"),
        (1.5, "[h]:mm:ss", "36:00:00"),
        (45000.75, "d-mmm-yy hh:mm", "15-Mar-23 18:00"),
    ],
)
def test_date_formats(serial: float, code: str, text: str) -> None:
    assert shown_moment(serial, code, since_1904=False) == text
