"""What a map tells of a workbook."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from openpyxl.chart import BarChart, Reference
from openpyxl.formatting.rule import Rule
from openpyxl.workbook.defined_name import DefinedName
from openpyxl.worksheet.table import Table

from keenbench.errors import FileReadFailed
from tests.documents import call
from tests.unit.formats.xlsx.workbooks import rows_xml, sheet_xml, write_workbook


def map_of(file: Path, **params: Any) -> Any:
    return call("XlsxGetMap", file, **params)


def sheet_of(folder: Path, grid: dict[tuple[int, int], Any], after: str = "") -> Any:
    return map_of(write_workbook(folder, sheet_xml(rows_xml(grid), after)))["sheets"][0]


def block(top: int, left: int, rows: list[list[Any]]) -> dict[tuple[int, int], Any]:
    return {(top + r, left + c): value for r, row in enumerate(rows) for c, value in enumerate(row)}


def test_a_map_tells_where_the_cells_stand(tmp_path: Path) -> None:
    grid = block(3, 2, [["Name", "Amount"], *([f"n{n}", n] for n in range(110))])
    sheet = sheet_of(tmp_path, grid)
    assert sheet["used_range"] == {"min_row": 3, "max_row": 113, "min_col": 2, "max_col": 3}
    assert (sheet["row_count"], sheet["col_count"], sheet["cell_count"]) == (111, 2, 222)
    assert sheet["exceeds_chunk"]
    assert [(chunk["range"], chunk["rows"]) for chunk in sheet["chunks"]] == [
        ("B3:C52", 50),
        ("B53:C102", 50),
        ("B103:C113", 11),
    ]
    assert sheet["islands"] == [
        {
            "range": "B3:C113",
            "label": "data",
            "row_count": 111,
            "col_count": 2,
            "headers": ["Name", "Amount"],
            "headers_count": 2,
            "header_row": 3,
            "exceeds_chunk": True,
        }
    ]


def test_islands_are_parted_by_blank_rows_and_blank_columns(tmp_path: Path) -> None:
    grid = block(1, 1, [["Report", None]]) | block(3, 1, [["a", "b"], [1, 2]])
    grid |= block(3, 4, [["c", "d"], [3, 4], [5, 6]])
    sheet = sheet_of(tmp_path, grid)
    assert [island["range"] for island in sheet["islands"]] == ["A1:A1", "A3:B4", "D3:E5"]
    assert [island["label"] for island in sheet["islands"]] == ["header", "data", "data"]


@pytest.mark.parametrize(
    ("rows", "headers"),
    [
        ([["id", "name"], [1, "x"], [2, "y"]], ["id", "name"]),
        ([["first", "last"], ["Ada", "L"], ["Bob", "K"]], ["first", "last"]),
        ([["Ada", "L"], ["Ada", "K"], ["Bob", "L"]], None),
        (
            [["Region", 2021, 2022, 2023], ["North", 1, 2, 3], ["South", 4, 5, 6]],
            [
                "Region",
                "2021",
                "2022",
                "2023",
            ],
        ),
        ([[1, 2], [3, 4]], None),
        ([["Report of all", None, None], ["id", "qty", "sum"], [1, 2, 3]], ["id", "qty", "sum"]),
        ([["x"], ["y"], ["z"]], None),
        ([["Total"], [5], [6]], ["Total"]),
    ],
)
def test_a_header_is_told_by_how_it_differs_from_what_is_below(
    tmp_path: Path, rows: list[list[Any]], headers: list[str] | None
) -> None:
    grid = {at: value for at, value in block(1, 1, rows).items() if value is not None}
    assert sheet_of(tmp_path, grid)["islands"][0]["headers"] == headers


def test_formatted_blank_cells_do_not_count(tmp_path: Path) -> None:
    grid = {(1, 1): 1} | {(row, column): None for row in range(1, 300) for column in (1, 50)}
    sheet = sheet_of(tmp_path, grid | {(1, 1): 1})
    assert sheet["used_range"] == {"min_row": 1, "max_row": 1, "min_col": 1, "max_col": 1}


def test_two_far_cells_make_a_small_map(tmp_path: Path) -> None:
    rows = rows_xml({(1, 1): 1, (1_048_576, 16_384): 2})
    xml = sheet_xml(rows, before='<dimension ref="A1:XFD1048576"/>')
    file = write_workbook(tmp_path, xml)
    found = map_of(file)
    sheet = found["sheets"][0]
    assert len(json.dumps(found)) < 10_000
    assert [island["range"] for island in sheet["islands"]] == ["A1:A1", "XFD1048576:XFD1048576"]
    assert sheet["chunks_count"] == 20_972
    assert len(sheet["chunks"]) == 40
    assert [warning["code"] for warning in found["warnings"]] == ["sparse_sheet"]
    last = call("XlsxReadRange", file, range="XFD1048576")
    assert last["rows"] == [[2]]


def test_long_lists_are_paged(tmp_path: Path) -> None:
    grid = {(row, 1): row for row in range(1, 5_001)}
    file = write_workbook(tmp_path, sheet_xml(rows_xml(grid)))
    listed = [chunk["index"] for chunk in map_of(file)["sheets"][0]["chunks"]]
    assert listed == [*range(20), *range(80, 100)]
    paged = [
        chunk["index"]
        for offset in range(0, 100, 30)
        for chunk in map_of(file, offset=offset, limit=30)["sheets"][0]["chunks"]
    ]
    assert paged == list(range(100))


def test_a_map_of_many_sheets_stays_small_and_one_sheet_tells_all(tmp_path: Path) -> None:
    grid: dict[tuple[int, int], Any] = {}
    for n in range(60):
        grid |= block(1 + n * 4, 1, [["heading one", "heading two"], [1, 2]])
    xml = sheet_xml(rows_xml(grid))
    file = write_workbook(tmp_path, *[xml] * 30)
    found = map_of(file)
    assert len(json.dumps(found)) < 64 * 1024
    assert len(found["sheets"]) == 30
    assert "lists_shortened" in [warning["code"] for warning in found["warnings"]]
    alone = map_of(file, sheet="Sheet7")
    assert len(alone["sheets"][0]["islands"]) == 40
    assert len(map_of(file, sheet="sheet7", offset=40)["sheets"][0]["islands"]) == 20


def test_hundreds_of_sheets_are_paged(tmp_path: Path) -> None:
    file = write_workbook(tmp_path, *[sheet_xml(rows_xml({(1, 1): 1}))] * 100)
    found = map_of(file)
    assert found["sheets_count"] == 100
    assert len(found["sheets"]) == 40
    assert [sheet["name"] for sheet in map_of(file, offset=50, limit=2)["sheets"]] == [
        "Sheet51",
        "Sheet52",
    ]


def test_what_else_a_workbook_holds_is_told(tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    sheet = book.create_sheet("Sales", 0)
    del book["Sheet"]
    rows: list[list[Any]] = [["month", "sum"], ["Jan", 1], ["Feb", 2], ["Mar", 3]]
    for row in rows:
        sheet.append(row)
    sheet["D1"] = "=SUM(B2:B4)"
    sheet.merge_cells("F1:G2")
    sheet.conditional_formatting.add("B2:B4", Rule("expression", formula=["B2>1"]))
    sheet.add_table(Table(displayName="Months", ref="A1:B4"))
    chart = BarChart()
    chart.add_data(Reference(sheet, min_col=2, min_row=1, max_row=4), titles_from_data=True)
    chart.set_categories(Reference(sheet, min_col=1, min_row=2, max_row=4))
    sheet.add_chart(chart, "I1")
    hidden = book.create_sheet("Secret")
    hidden.sheet_state = "hidden"
    book.defined_names["Totals"] = DefinedName("Totals", attr_text="Sales!$B$2:$B$4")
    book.save(tmp_path / "book.xlsx")
    found = map_of(tmp_path / "book.xlsx")
    first, second = found["sheets"]
    assert first["charts"] == [{"name": "Chart 1", "type": "bar", "data_range": "'Sales'!A1:B4"}]
    assert first["tables"] == [
        {"name": "Months", "range": "A1:B4", "has_header": True, "has_totals": False}
    ]
    assert first["has_merged_cells"] and first["has_formulas"] and first["has_charts"]
    assert first["has_conditional_formatting"]
    assert second["visibility"] == "hidden"
    assert found["named_ranges"] == [
        {"name": "Totals", "refers_to": "Sales!$B$2:$B$4", "sheet": None}
    ]


def test_the_second_map_of_a_file_is_the_same(tmp_path: Path) -> None:
    grid = block(1, 1, [["a", "b"], *([n, f"t{n}"] for n in range(500))])
    file = write_workbook(tmp_path, sheet_xml(rows_xml(grid)))
    assert map_of(file) == map_of(file)


def test_a_changed_file_has_a_new_map(tmp_path: Path) -> None:
    for count in (1, 2, 3):
        grid = {(row, 1): row for row in range(1, count + 1)}
        file = write_workbook(tmp_path, sheet_xml(rows_xml(grid)))
        assert map_of(file)["sheets"][0]["cell_count"] == count


def test_info_agrees_with_the_map(tmp_path: Path) -> None:
    file = write_workbook(tmp_path, sheet_xml(rows_xml({(2, 2): 1, (9, 5): 2})))
    assert call("XlsxGetInfo", file)["sheets"] == [
        {"name": "Sheet1", "row_count": 8, "col_count": 4}
    ]


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "empty"),
        (b"PK\x03\x04 and then nothing", "damaged"),
        (b"a,b\n1,2\n", "no zip"),
        (b"%PDF-1.7", "PDF"),
    ],
)
def test_what_is_no_workbook_is_refused_with_the_reason(
    tmp_path: Path, data: bytes, reason: str
) -> None:
    file = tmp_path / "book.xlsx"
    file.write_bytes(data)
    with pytest.raises(FileReadFailed, match=reason):
        map_of(file)


def test_text_of_a_workbook_holds_every_sheet(tmp_path: Path) -> None:
    file = write_workbook(
        tmp_path,
        sheet_xml(rows_xml({(1, 1): "a", (3, 2): "=A1"})),
        sheet_xml(rows_xml({(2, 2): 2.5})),
        states=("visible", "veryHidden"),
    )
    assert call("XlsxExtractText", file)["text"] == "# Sheet1\na\n\n\t0\n\n# Sheet2\n2.5\n"
    assert call("XlsxExtractText", file, sheet="Sheet1", chunk=0)["text"] == "a\n\n\t0"
