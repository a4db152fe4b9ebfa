"""Layout, tables, rules, names, charts and pictures, as openpyxl reads them."""

from __future__ import annotations

import re
import zipfile
from pathlib import Path
from typing import Any

import openpyxl
import pytest
import xlsxwriter
from PIL import Image

from tests.edits import sha256
from tests.unit.formats.xlsx.edit.books import edit, made, on, refusal, run, values


def test_a_new_workbook_has_the_sheet_that_was_asked_for(tmp_path: Path) -> None:
    report, book = edit(
        tmp_path / "new.xlsx",
        {"op": "ensure_sheet", "sheet": "Plan"},
        {"op": "ensure_sheet", "sheet": "plan"},
        {"op": "ensure_sheet", "sheet": "Second"},
        create_new=True,
    )
    assert book.sheetnames == ["Plan", "Second"]
    assert [done["created"] for done in report] == [True, False, True]


def test_create_new_and_copy_from_keep_to_their_rules(tmp_path: Path) -> None:
    file = made(tmp_path)
    op = {"op": "ensure_sheet", "sheet": "New"}
    assert "exists" in refusal(file, op, create_new=True)
    _, book = edit(tmp_path / "copy.xlsx", op, copy_from="book.xlsx")
    assert book.sheetnames == ["Data", "Other Sheet", "New"]
    _, result = run(tmp_path / "copy.xltx", op, copy_from="book.xlsx")
    with zipfile.ZipFile(result) as archive:
        assert b"template.main+xml" in archive.read("[Content_Types].xml")
    one = run(tmp_path / "a.xlsx", op, create_new=True)[1]
    two = run(tmp_path / "b.xlsx", op, create_new=True)[1]
    assert sha256(one) == sha256(two)


@pytest.mark.parametrize("name", ["", "a" * 32, "a/b", "[x]", "'x", "x'", "a:b", "History"])
def test_a_bad_sheet_name_is_refused(tmp_path: Path, name: str) -> None:
    assert "sheet" in refusal(made(tmp_path), {"op": "ensure_sheet", "sheet": name})


def test_widths_heights_and_panes(tmp_path: Path) -> None:
    _, book = edit(
        made(tmp_path),
        on(
            op="set_column_widths",
            columns=[{"column": "A", "width": 25}, {"column": 3, "width": 9.5}],
        ),
        on(op="set_row_heights", rows=[{"row": 2, "height": 33}, {"row": 40, "height": 12}]),
        on(op="freeze_panes", row=1, column=2),
    )
    sheet = book["Data"]
    assert sheet.column_dimensions["A"].width == 25
    assert sheet.column_dimensions["C"].width == 9.5
    assert (sheet.row_dimensions[2].height, sheet.row_dimensions[40].height) == (33, 12)
    assert sheet.freeze_panes == "C2"
    _, again = edit(tmp_path / "out" / "book.xlsx", on(op="freeze_panes", row=0, column=0))
    assert again["Data"].freeze_panes is None


def test_a_span_of_columns_is_split_where_one_of_them_changes(tmp_path: Path) -> None:
    file = made(tmp_path)
    book = openpyxl.load_workbook(file)
    sheet = book["Data"]
    sheet.column_dimensions.group("B", "F", outline_level=1)
    sheet.column_dimensions["B"].width = 20
    book.save(file)
    _, result = run(
        file,
        on(op="set_column_widths", columns=[{"column": "D", "width": 5}]),
        on(op="set_hidden", hidden=True, columns="E:H"),
    )
    with zipfile.ZipFile(result) as archive:
        xml = archive.read("xl/worksheets/sheet1.xml").decode()
    found = re.findall(r"<col [^>]*>", xml)
    spans = [
        tuple(int(re.search(rf'{end}="([0-9]+)"', tag)[1]) for end in ("min", "max"))  # type: ignore[index]
        for tag in found
    ]
    assert spans == [(2, 3), (4, 4), (5, 6), (7, 8)]


def test_rows_columns_and_sheets_are_hidden_and_shown(tmp_path: Path) -> None:
    _, book = edit(
        made(tmp_path),
        on(op="set_hidden", hidden=True, rows="2-3"),
        on(op="set_hidden", hidden=True, columns="B"),
        on("Other Sheet", op="set_hidden", hidden=True),
        on(op="set_tab_color", color="#2F5496"),
    )
    sheet = book["Data"]
    assert [sheet.row_dimensions[row].hidden for row in (1, 2, 3, 4)] == [False, True, True, False]
    assert sheet.column_dimensions["B"].hidden
    assert book["Other Sheet"].sheet_state == "hidden"
    assert sheet.sheet_properties.tabColor.rgb == "FF2F5496"
    file = tmp_path / "out" / "book.xlsx"
    assert "only sheet" in refusal(file, on(op="set_hidden", hidden=True))
    _, again = edit(
        file,
        on(op="set_hidden", hidden=False, rows="1-9"),
        on(op="set_hidden", hidden=False, columns="A:C"),
        on("Other Sheet", op="set_hidden", hidden=False),
        on(op="set_tab_color", color=None),
    )
    sheet = again["Data"]
    assert not any(sheet.row_dimensions[row].hidden for row in (2, 3))
    assert not sheet.column_dimensions["B"].hidden
    assert again["Other Sheet"].sheet_state == "visible"
    assert sheet.sheet_properties.tabColor is None


def test_cells_are_merged_and_unmerged(tmp_path: Path) -> None:
    file = made(tmp_path)
    merge = on(op="merge_cells", range="E1:F2")
    _, book = edit(file, merge)
    assert [str(area) for area in book["Data"].merged_cells.ranges] == ["E1:F2"]
    assert "overlaps" in refusal(file, merge, on(op="merge_cells", range="F2:G3"))
    assert "B2" in refusal(file, on(op="merge_cells", range="A2:B2"))
    assert "single" in refusal(file, on(op="merge_cells", range="A2"))
    assert "cuts" in refusal(file, merge, on(op="unmerge_cells", range="E1"))
    report, book = edit(file, merge, on(op="unmerge_cells", range="A1:Z9"))
    assert not book["Data"].merged_cells.ranges
    assert report[1]["unmerged"] == 1


def test_a_range_becomes_a_table(tmp_path: Path) -> None:
    file = made(tmp_path)
    report, book = edit(file, on(op="add_table", range="A1:C4", name="Spending"))
    table = book["Data"].tables["Spending"]
    assert (table.ref, table.tableStyleInfo.name) == ("A1:C4", "TableStyleMedium2")
    assert [column.name for column in table.tableColumns] == ["Name", "Category", "Amount"]
    assert report[0]["columns"] == ["Name", "Category", "Amount"]
    table_op = on(op="add_table", range="A1:C4")
    assert "overlaps" in refusal(file, table_op, on(op="add_table", range="C4:D9"))
    assert "name" in refusal(file, on(op="add_table", range="A1:C4", name="A1"))
    assert "header" in refusal(file, on(op="add_table", range="A1:C1"))
    report, book = edit(file, on(op="add_table", range="E1:F3"))
    assert [book["Data"][cell].value for cell in ("E1", "F1")] == ["Column1", "Column2"]
    _, book = edit(file, on(op="add_table", range="A2:C4", header=False, style="TableStyleDark1"))
    assert book["Data"].tables["Table1"].headerRowCount == 0


def test_the_header_of_a_table_and_its_cells_agree(tmp_path: Path) -> None:
    file = made(tmp_path)
    table = on(op="add_table", range="A1:C4", name="T")

    def header(value: Any) -> dict[str, Any]:
        return on(op="set_cells", cells=[{"cell": "B1", "value": value}])

    _, book = edit(file, table, header("Kind"))
    assert [c.name for c in book["Data"].tables["T"].tableColumns] == ["Name", "Kind", "Amount"]
    assert "one name" in refusal(file, table, header("amount"))
    assert "without a text" in refusal(file, table, header(None))
    used = on(
        op="set_cells", cells=[{"cell": "E1", "value": "=SUM(T[Category])", "type": "formula"}]
    )
    assert "formulas refer" in refusal(file, table, used, header("Kind"))


def test_a_filter_is_put_on_and_taken_off(tmp_path: Path) -> None:
    file = made(tmp_path)
    _, book = edit(file, on(op="set_autofilter", range="A1:C4"))
    assert book["Data"].auto_filter.ref == "A1:C4"
    _, book = edit(tmp_path / "out" / "book.xlsx", on(op="set_autofilter", range=None))
    assert book["Data"].auto_filter.ref is None
    assert not book["Data"].defined_names


@pytest.mark.parametrize(
    ("rule", "kind"),
    [
        ({"type": "cell_is", "operator": "greater_than", "values": [100]}, "cellIs"),
        ({"type": "cell_is", "operator": "between", "values": [1, "=C2"]}, "cellIs"),
        ({"type": "cell_is", "operator": "equal", "values": ["Food"]}, "cellIs"),
        ({"type": "expression", "formula": "=$C2>10"}, "expression"),
        ({"type": "color_scale"}, "colorScale"),
        ({"type": "color_scale", "values": ["#FF0000", "#00FF00"]}, "colorScale"),
        ({"type": "data_bar", "values": ["#123456"]}, "dataBar"),
        ({"type": "top", "values": [3]}, "top10"),
        ({"type": "duplicate"}, "duplicateValues"),
    ],
)
def test_a_rule_formats_cells(tmp_path: Path, rule: dict[str, Any], kind: str) -> None:
    style = {"font_bold": True, "fill_color": "#FFFF00"}
    given = rule if kind in ("colorScale", "dataBar") else {**rule, "style": style}
    _, book = edit(made(tmp_path), on(op="add_conditional_format", range="C2:C4", rule=given))
    found = book["Data"].conditional_formatting["C2:C4"]
    assert [one.type for one in found] == [kind]
    if "style" in given:
        assert found[0].dxf.font.b
        assert found[0].dxf.fill.bgColor.rgb == "FFFFFF00"


@pytest.mark.parametrize(
    "rule",
    [
        {"type": "cell_is", "values": [1]},
        {"type": "cell_is", "operator": "between", "values": [1]},
        {"type": "cell_is", "operator": "bigger", "values": [1]},
        {"type": "expression"},
        {"type": "expression", "formula": "=("},
        {"type": "color_scale", "values": ["red", "green"]},
        {"type": "top", "values": ["many"]},
        {"type": "icons"},
        {"type": "duplicate", "colour": "red"},
        {},
    ],
)
def test_a_bad_rule_is_refused(tmp_path: Path, rule: dict[str, Any]) -> None:
    op = on(op="add_conditional_format", range="C2:C4", rule=rule)
    assert refusal(made(tmp_path), op).startswith("ops[0].rule")


def test_a_validation_says_what_may_be_typed(tmp_path: Path) -> None:
    file = made(tmp_path)
    base = on(op="add_data_validation", range="B2:B9")
    four = {"type": "whole", "operator": "equal", "formula1": 4, "allow_blank": False}
    _, book = edit(
        file,
        {**base, "type": "list", "values": ["Food", "Rent", 3], "message": "One of these"},
        {**base, "range": "C2:C9", "type": "decimal", "formula1": 0, "formula2": 1000.5},
        {
            **base,
            "range": "D2",
            "type": "date",
            "operator": "greater_than",
            "formula1": "2026-01-01",
        },
        {**base, **four, "range": "B4"},
    )
    found = {str(one.sqref): one for one in book["Data"].data_validations.dataValidation}
    assert set(found) == {"B2:B3 B5:B9", "C2:C9", "D2", "B4"}
    assert found["B2:B3 B5:B9"].formula1 == '"Food,Rent,3"'
    assert found["B2:B3 B5:B9"].error == "One of these"
    assert (found["C2:C9"].formula1, found["C2:C9"].formula2) == ("0", "1000.5")
    assert found["D2"].formula1 == "46023"
    assert not found["B4"].allow_blank
    for bad in (
        {"type": "list"},
        {"type": "list", "values": ["a,b"]},
        {"type": "list", "values": ["x" * 300]},
        {"type": "whole", "formula1": 1},
        {"type": "whole", "operator": "between", "formula1": 1},
        {"type": "custom"},
        {"type": "custom", "formula1": "=Nope!A1"},
        {"type": "decimal", "values": [1]},
        {"type": "guess", "formula1": 1},
    ):
        assert refusal(file, {**base, **bad}).startswith("ops[0].")


def test_a_name_is_defined_and_redefined(tmp_path: Path) -> None:
    file = made(tmp_path)
    report, book = edit(
        file,
        {"op": "define_name", "name": "Amounts", "refers_to": "Data!C2:C4"},
        {"op": "define_name", "name": "amounts", "refers_to": "='Other Sheet'!A1"},
        {"op": "define_name", "name": "Twice", "refers_to": "=SUM(Data!$C$2:$C$4)*2"},
    )
    assert book.defined_names["Amounts"].attr_text == "'Other Sheet'!$A$1"
    assert book.defined_names["Twice"].attr_text == "SUM(Data!$C$2:$C$4)*2"
    assert [done["redefined"] for done in report] == [False, True, False]
    for name, refers_to in (
        ("A1", "Data!A1"),
        ("R1C1", "Data!A1"),
        ("1x", "Data!A1"),
        ("a b", "Data!A1"),
        ("Good", "A1"),
        ("Good", "Nope!A1"),
        ("Good", "=("),
        ("_xlnm.Print_Area", "Data!A1"),
    ):
        op = {"op": "define_name", "name": name, "refers_to": refers_to}
        assert refusal(file, op).startswith("ops[0].")


@pytest.mark.parametrize("kind", ["bar", "line", "pie", "scatter", "area"])
def test_a_chart_is_drawn_of_cells(tmp_path: Path, kind: str) -> None:
    file = made(tmp_path)
    op = on(
        "Other Sheet",
        op="add_chart",
        type=kind,
        data_range="Data!C1:C4",
        categories_range="Data!A2:A4",
        anchor="D2",
        title="Amounts & more",
    )
    report, result = run(file, op)
    assert (report[0]["series"], report[0]["points"]) == (1, 3)
    read: Any = openpyxl.load_workbook(result)
    chart = read["Other Sheet"]._charts[0]
    series = chart.series[0]
    held = series.yVal if kind == "scatter" else series.val
    assert held.numRef.f == "Data!$C$2:$C$4"
    assert series.tx.strRef.f == "Data!$C$1"
    assert [point.v for point in held.numRef.numCache.pt] == ["12.5", "700", "7.25"] or [
        float(point.v) for point in held.numRef.numCache.pt
    ] == [12.5, 700, 7.25]
    assert (chart.anchor._from.row, chart.anchor._from.col) == (1, 3)
    again = {**op, "type": "bar", "anchor": "D20"}
    _, two = edit(result, again)
    assert len(two["Other Sheet"]._charts) == 2


def test_a_chart_takes_its_categories_and_names_from_the_range(tmp_path: Path) -> None:
    file = made(tmp_path)
    ops = [
        on(op="set_range", start="F1", values=[["", "x", "y"], ["a", 1, 2], ["b", 3, 4]]),
        on(op="add_chart", type="line", data_range="F1:H3", anchor="A10"),
        on(op="add_chart", type="bar", data_range="F1:H3", anchor="A30", series_in="rows"),
    ]
    _, book = edit(file, *ops)
    columns, rows = book["Data"]._charts
    assert [s.tx.strRef.f for s in columns.series] == ["Data!$G$1", "Data!$H$1"]
    assert columns.series[0].cat.strRef.f == "Data!$F$2:$F$3"
    assert [s.tx.strRef.f for s in rows.series] == ["Data!$F$2", "Data!$F$3"]
    assert rows.series[0].cat.strRef.f == "Data!$G$1:$H$1"
    for bad in (
        {"type": "radar"},
        {"data_range": "Nope!A1:B2"},
        {"data_range": "x"},
        {"anchor": "here"},
        {"categories_range": "A1:B4"},
    ):
        op = {**ops[1], **bad}
        assert refusal(file, ops[0], op).startswith("ops[1].")


def test_a_picture_is_put_on_a_sheet(tmp_path: Path) -> None:
    file = made(tmp_path)
    Image.new("RGB", (192, 96), "red").save(tmp_path / "logo.png")
    op = on(op="insert_image", image_path="logo.png", anchor="E2")
    report, result = run(file, op, {**op, "anchor": "E20", "width": 3})
    assert (report[0]["width"], report[0]["height"]) == (2, 1)
    assert (report[1]["width"], report[1]["height"]) == (3, 1.5)
    read: Any = openpyxl.load_workbook(result)
    images = read["Data"]._images
    assert [(i.anchor._from.row, i.anchor._from.col) for i in images] == [(1, 4), (19, 4)]
    with zipfile.ZipFile(result) as archive:
        assert [n for n in archive.namelist() if "media" in n] == ["xl/media/image1.png"]
    (tmp_path / "no.png").write_text("no picture")
    assert "image_path" in refusal(file, {**op, "image_path": "no.png"})
    assert "width" in refusal(file, {**op, "width": 0})


def test_the_page_is_set_up(tmp_path: Path) -> None:
    file = made(tmp_path)
    _, book = edit(
        file,
        on(
            "Other Sheet",
            op="set_page_setup",
            orientation="landscape",
            paper="A4",
            fit_to_width=1,
            fit_to_height=0,
            margins={"left": 0.5},
            print_area="A1:F40",
            print_titles={"rows": "1:2", "columns": "A:B"},
        ),
    )
    sheet = book["Other Sheet"]
    assert (sheet.page_setup.orientation, sheet.page_setup.paperSize) == ("landscape", 9)
    assert (sheet.page_setup.fitToWidth, sheet.page_setup.fitToHeight) == (1, 0)
    assert sheet.sheet_properties.pageSetUpPr.fitToPage
    assert sheet.page_margins.left == 0.5
    assert sheet.print_area == "'Other Sheet'!$A$1:$F$40"
    assert (sheet.print_title_rows, sheet.print_title_cols) == ("$1:$2", "$A:$B")
    for bad in (
        {"paper": "B52"},
        {"orientation": "diagonal"},
        {"fit_to_width": -1},
        {"print_area": "x"},
        {"print_titles": "1:x"},
        {"print_titles": "zz"},
        {"margins": {"left": -1}},
        {"margins": {"middle": 1}},
        {},
    ):
        assert refusal(file, on(op="set_page_setup", **bad)).startswith("ops[0].")


def test_amounts_are_added_up_by_category(tmp_path: Path) -> None:
    file = made(tmp_path)
    rows = [
        ["n", "Category", "Amount"],
        ["x", "Food", 0.1],
        ["y", "Fun", 0.2],
        ["z", None, 5],
        ["t", "Bad", "many"],
    ]
    second = on("Feb", op="set_range", start="A1", values=rows)
    report, result = run(
        file,
        on("Feb", op="ensure_sheet"),
        second,
        on("Summary", op="summarize_by_category", source_sheets=["Data", "Feb"]),
    )
    assert values(result, "Summary") == [
        ["Category", "Data", "Feb", "Total"],
        ["Food", 19.75, 0.1, 19.85],
        ["Rent", 700, 0, 700],
        ["Fun", 0, 0.2, 0.2],
        ["(blank)", 0, 5, 5],
    ]
    assert report[2]["categories"] == 4
    assert {w["code"] for w in report[2]["warnings"]} == {"not_numbers", "no_category"}
    bad = on("Summary", op="summarize_by_category", source_sheets=["Nope"])
    assert "source_sheets[0]" in refusal(file, bad)


def test_rows_that_add_up_others_are_not_counted_again(tmp_path: Path) -> None:
    rows: list[list[Any]] = [
        ["n", "Category", "Amount"],
        ["a", "Food", 2],
        ["b", "Rent", 3],
        ["c", "Total", 5],
        ["d", "Total recall", 4],
    ]
    book = openpyxl.Workbook()
    sheet = book.worksheets[0]
    sheet.title = "Jan"
    for row in rows:
        sheet.append(row)
    book.save(tmp_path / "a.xlsx")
    # openpyxl saves formulas without results; xlsxwriter's has one.
    with xlsxwriter.Workbook(tmp_path / "b.xlsx") as second:
        data = second.add_worksheet("Feb")
        for number, row in enumerate(rows[:3]):
            data.write_row(number, 0, row)
        data.write_row(3, 0, ["c", "Grand Total"])
        data.write_formula(3, 2, "=SUM(C2:C3)", None, 5)
    summary = on("Summary", op="summarize_by_category", source_sheets=["Jan"])
    report, result = run(tmp_path / "a.xlsx", summary)
    assert values(result, "Summary") == [
        ["Category", "Jan"],
        ["Food", 2],
        ["Rent", 3],
        ["Total recall", 4],
    ]
    assert report[0]["totals_rows_left_out"] == 1
    assert "Jan!4" in report[0]["warnings"][0]["message"]
    summary = on("Summary", op="summarize_by_category", source_sheets=["Feb"])
    report, result = run(tmp_path / "b.xlsx", summary)
    assert values(result, "Summary") == [["Category", "Feb"], ["Food", 2], ["Rent", 3]]
    assert [warning["code"] for warning in report[0]["warnings"]] == ["totals_left_out"]


BAD: list[dict[str, Any]] = [
    on(op="set_column_widths", columns=[{"column": "AAAA", "width": 1}]),
    on(op="set_column_widths", columns=[{"column": 0, "width": 1}]),
    on(op="set_column_widths", columns=[{"column": "A", "width": 256}]),
    on(op="set_column_widths", columns=[{"column": "A", "width": "wide"}]),
    on(op="set_row_heights", rows=[{"row": 0, "height": 1}]),
    on(op="set_row_heights", rows=[{"row": 1, "height": 410}]),
    on(op="freeze_panes", row=-1),
    on(op="freeze_panes", row="1"),
    on(op="merge_cells", range="A1:"),
    on(op="merge_cells"),
    on(op="set_autofilter"),
    on(op="set_tab_color", color="blue"),
    on(op="set_tab_color"),
    on(op="set_hidden"),
    on(op="set_hidden", hidden="yes"),
    on(op="set_hidden", hidden=True, rows="x"),
    on(op="set_hidden", hidden=True, rows="1-2", columns="A:B"),
    on(op="add_table", range="A1"),
    on(op="add_chart", type="bar", data_range="A1:C4"),
    on(op="insert_image", anchor="A1"),
    on("Nope", op="freeze_panes", row=1),
    {"op": "freeze_panes", "row": 1},
]


@pytest.mark.parametrize("op", BAD)
def test_bad_arguments_are_refused_and_leave_the_file_alone(
    tmp_path: Path, op: dict[str, Any]
) -> None:
    assert refusal(made(tmp_path), op).startswith("ops[0]")
