"""Cells written, cleared and styled, as openpyxl and calamine read them."""

from __future__ import annotations

import datetime as dt
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from openpyxl.styles import Font

from keenbench.formats.xlsx.edit.strings import text_xml
from keenbench.formats.xlsx.xml_text import string_text
from tests.documents import zipped
from tests.unit.formats.xlsx.edit.books import edit, made, refusal, run, values
from tests.unit.formats.xlsx.workbooks import sheet_xml, workbook_parts


def cells(*given: dict[str, Any], sheet: str = "Data") -> dict[str, Any]:
    return {"op": "set_cells", "sheet": sheet, "cells": list(given)}


def test_each_type_is_written_and_read_back(tmp_path: Path) -> None:
    report, result = run(
        made(tmp_path),
        cells(
            {"cell": "E1", "value": "text"},
            {"cell": "E2", "value": 12},
            {"cell": "E3", "value": 0.1},
            {"cell": "E4", "value": True},
            {"cell": "E5", "value": "2026-01-31", "type": "date"},
            {"cell": "E6", "value": "2026-01-31T12:30:00", "type": "datetime"},
            {"cell": "E7", "value": "=C2*2", "type": "formula"},
            {"cell": "E8", "value": 7, "type": "string"},
            {"cell": "A2", "value": None},
            {"cell": "B2", "type": "blank"},
        ),
    )
    assert report[0]["cells"] == 10
    assert report[0]["formulas"] == 1
    sheet = openpyxl.load_workbook(result)["Data"]
    found = [sheet[f"E{row}"].value for row in range(1, 9)]
    assert found[:4] == ["text", 12, 0.1, True]
    assert found[4:6] == [dt.datetime(2026, 1, 31), dt.datetime(2026, 1, 31, 12, 30)]
    assert found[6:] == ["=C2*2", "7"]
    assert (sheet["A2"].value, sheet["B2"].value) == (None, None)
    rows = values(result)
    assert rows[0][4] == "text"
    assert rows[4][4] == dt.date(2026, 1, 31)
    assert rows[2][:3] == ["Bob", "Rent", 700]


def test_text_that_begins_with_an_equals_sign_stays_text(tmp_path: Path) -> None:
    report, result = run(
        made(tmp_path),
        cells({"cell": "E1", "value": "=1+1"}),
        {"op": "set_range", "sheet": "Data", "start": "F1", "values": [["=1+1", "+A1"]]},
    )
    assert report[0]["warnings"][0]["code"] == "text_not_formula"
    sheet = openpyxl.load_workbook(result)["Data"]
    assert [sheet[cell].data_type for cell in ("E1", "F1", "G1")] == ["s", "s", "s"]
    assert values(result)[0][4:7] == ["=1+1", "=1+1", "+A1"]


def test_a_block_is_written_from_its_corner(tmp_path: Path) -> None:
    report, book = edit(
        made(tmp_path),
        {
            "op": "set_range",
            "sheet": "Data",
            "start": "B10",
            "values": [["a", 1], [None, 2.5], ["c"]],
            "style": {"font_italic": True},
        },
    )
    assert report[0]["range"] == "B10:C12"
    sheet = book["Data"]
    assert [[c.value for c in row] for row in sheet["B10:C12"]] == [
        ["a", 1],
        [None, 2.5],
        ["c", None],
    ]
    assert sheet["B11"].font.i
    assert sheet.dimensions == "A1:C12"


def test_an_integer_that_a_cell_cannot_hold_is_refused(tmp_path: Path) -> None:
    file = made(tmp_path)
    message = refusal(file, cells({"cell": "E1", "value": 9007199254740993}))
    assert message.startswith("ops[0].cells[0].value")
    assert "string" in message
    _, result = run(file, cells({"cell": "E1", "value": 9007199254740992}))
    assert b"<v>9007199254740992</v>" in sheet_bytes(result)


def sheet_bytes(file: Path, part: str = "xl/worksheets/sheet1.xml") -> bytes:
    import zipfile

    with zipfile.ZipFile(file) as archive:
        return archive.read(part)


@pytest.mark.parametrize(
    ("cell", "key"),
    [
        ({"cell": "1A", "value": 1}, "cell"),
        ({"cell": "A0", "value": 1}, "cell"),
        ({"cell": "XFE1", "value": 1}, "cell"),
        ({"cell": "A1048577", "value": 1}, "cell"),
        ({"cell": "A1:B2", "value": 1}, "cell"),
        ({"value": 1}, "cell"),
        ({"cell": "A1", "value": [1]}, "value"),
        ({"cell": "A1", "value": {"a": 1}}, "value"),
        ({"cell": "A1", "value": "x", "type": "number"}, "value"),
        ({"cell": "A1", "value": "x", "type": "boolean"}, "value"),
        ({"cell": "A1", "value": "soon", "type": "date"}, "value"),
        ({"cell": "A1", "value": "2026-01-31T10:00", "type": "date"}, "value"),
        ({"cell": "A1", "value": "2026-01-31T10:00:00Z", "type": "datetime"}, "value"),
        ({"cell": "A1", "value": "1899-01-01", "type": "date"}, "value"),
        ({"cell": "A1", "type": "number"}, "value"),
        ({"cell": "A1", "value": 1, "type": "blank"}, "value"),
        ({"cell": "A1", "value": 1, "type": "formula"}, "value"),
        ({"cell": "A1", "value": "=SUM(", "type": "formula"}, "value"),
        ({"cell": "A1", "value": '="a', "type": "formula"}, "value"),
        ({"cell": "A1", "value": "=", "type": "formula"}, "value"),
        ({"cell": "A1", "value": "=Nope!A1", "type": "formula"}, "value"),
        ({"cell": "A1", "value": 1, "type": "color"}, "type"),
        ({"cell": "A1", "value": "x" * 32_768}, "value"),
        ({"cell": "A1", "value": 1, "colour": "red"}, "colour"),
        ({"cell": "A1", "value": 1, "style": {"bold": True}}, "style.bold"),
        ({"cell": "A1", "value": 1, "style": "bold"}, "style"),
        ({"cell": "A1"}, "cells[0]"),
    ],
)
def test_a_bad_cell_is_refused_by_its_key(tmp_path: Path, cell: dict[str, Any], key: str) -> None:
    message = refusal(made(tmp_path), cells(cell))
    assert message.startswith("ops[0].cells[0]")
    assert key in message.partition(" ")[0]


@pytest.mark.parametrize(
    "op",
    [
        {"op": "set_cells", "sheet": "Nope", "cells": [{"cell": "A1", "value": 1}]},
        {"op": "set_cells", "sheet": "Data", "cells": []},
        {"op": "set_cells", "sheet": "Data"},
        {"op": "set_cells", "sheet": 1, "cells": [{"cell": "A1", "value": 1}]},
        {"op": "set_cells", "cells": [{"cell": "A1", "value": 1}]},
        {"op": "set_range", "sheet": "Data", "start": "A1", "values": "x"},
        {"op": "set_range", "sheet": "Data", "start": "XFD1", "values": [[1, 2]]},
        {"op": "set_range", "sheet": "Data", "start": "A1048576", "values": [[1], [2]]},
        {"op": "set_range", "sheet": "Data", "start": "A", "values": [[1]]},
        {"op": "clear_range", "sheet": "Data", "range": "B2:A1"},
        {"op": "clear_range", "sheet": "Data", "range": "A1", "what": "colours"},
        {"op": "paint", "sheet": "Data"},
        {"sheet": "Data"},
    ],
)
def test_bad_operations_are_refused(tmp_path: Path, op: dict[str, Any]) -> None:
    assert refusal(made(tmp_path), op).startswith("ops[0]")


def test_all_operations_are_applied_or_none(tmp_path: Path) -> None:
    message = refusal(
        made(tmp_path),
        cells({"cell": "A1", "value": "new"}),
        cells({"cell": "A1", "value": "new"}, sheet="Nope"),
    )
    assert message.startswith("ops[1].sheet")


def test_every_style_field_is_read_back(tmp_path: Path) -> None:
    style = {
        "font_name": "Arial",
        "font_size": 14,
        "font_bold": True,
        "font_italic": True,
        "font_underline": "double",
        "font_color": "#FF0000",
        "fill_color": "80112233",
        "number_format": "#,##0.000",
        "h_align": "center",
        "v_align": "top",
        "wrap_text": True,
        "border_top": {"style": "thin"},
        "border_bottom": {"style": "double", "color": "#00FF00"},
        "border_left": {"style": "dashed"},
        "border_right": {"style": "thick", "color": "0000FF"},
    }
    report, book = edit(made(tmp_path), cells({"cell": "C2", "style": style}))
    assert report[0]["warnings"] == []
    cell = book["Data"]["C2"]
    font, border = cell.font, cell.border
    assert cell.value == 12.5
    assert (font.name, font.sz, font.b, font.i, font.u) == ("Arial", 14, True, True, "double")
    assert font.color.rgb == "FFFF0000"
    assert (cell.fill.patternType, cell.fill.fgColor.rgb) == ("solid", "FF112233")
    assert cell.number_format == "#,##0.000"
    alignment = cell.alignment
    assert (alignment.horizontal, alignment.vertical) == ("center", "top")
    assert alignment.wrap_text
    assert (border.top.style, border.bottom.style) == ("thin", "double")
    assert (border.left.style, border.right.style) == ("dashed", "thick")
    assert border.bottom.color.rgb == "FF00FF00"


def test_a_style_is_laid_over_the_old_one(tmp_path: Path) -> None:
    file = made(tmp_path)
    book = openpyxl.load_workbook(file)
    sheet = book["Data"]
    sheet["C2"].number_format = "0.0%"
    sheet["C2"].font = Font(name="Courier New", sz=9)
    book.save(file)
    _, after = edit(file, cells({"cell": "C2", "value": 3, "style": {"font_bold": True}}))
    cell = after["Data"]["C2"]
    assert (cell.font.name, cell.font.sz, cell.font.b) == ("Courier New", 9, True)
    assert cell.number_format == "0.0%"


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("font_name", 3),
        ("font_size", "big"),
        ("font_size", 0),
        ("font_bold", "yes"),
        ("font_italic", 1),
        ("font_underline", "wavy"),
        ("font_color", "red"),
        ("fill_color", "#12"),
        ("fill_pattern", "stars"),
        ("number_format", '"open'),
        ("h_align", "middle"),
        ("v_align", "left"),
        ("wrap_text", "no"),
        ("border_top", {"style": "wavy"}),
        ("border_left", {"style": "thin", "color": "blue"}),
        ("border_right", "wavy"),
    ],
)
def test_a_bad_value_of_a_style_is_skipped_and_said(tmp_path: Path, field: str, value: Any) -> None:
    report, book = edit(
        made(tmp_path),
        cells({"cell": "A1", "value": "x", "style": {field: value, "font_size": 20}})
        if field != "font_size"
        else cells({"cell": "A1", "value": "x", "style": {field: value}}),
    )
    warning = report[0]["warnings"][0]
    assert warning["code"] == "style_skipped"
    assert field in warning["message"]
    assert book["Data"]["A1"].value == "x"


def test_styles_are_added_once_and_never_renumbered(tmp_path: Path) -> None:
    file = made(tmp_path)
    style = {"font_bold": True, "fill_color": "#00FF00"}
    block = {"op": "set_range", "sheet": "Data", "start": "F1", "values": [[1] * 5] * 5}
    _, one = run(file, {**block, "style": style})
    _, two = run(one, {**block, "start": "L1", "style": style})
    before, after = (sheet_bytes(each, "xl/styles.xml") for each in (one, two))
    assert before == after


def test_clearing_takes_values_styles_or_both(tmp_path: Path) -> None:
    file = made(tmp_path)
    bold = {"font_bold": True}
    ops = [
        cells(*({"cell": cell, "style": bold} for cell in ("A2", "B2", "C2"))),
        {"op": "clear_range", "sheet": "Data", "range": "A2"},
        {"op": "clear_range", "sheet": "Data", "range": "B2", "what": "styles"},
        {"op": "clear_range", "sheet": "Data", "range": "C2:C3", "what": "all"},
    ]
    report, book = edit(file, *ops)
    sheet = book["Data"]
    assert (sheet["A2"].value, sheet["A2"].font.b) == (None, True)
    assert (sheet["B2"].value, sheet["B2"].font.b) == ("Food", False)
    assert (sheet["C2"].value, sheet["C3"].value, sheet["C2"].font.b) == (None, None, False)
    assert [part.get("cells_cleared") for part in report] == [None, 1, 0, 2]


def test_formulas_are_computed_on_opening_when_their_inputs_change(tmp_path: Path) -> None:
    _, result = run(made(tmp_path), cells({"cell": "C2", "value": 1}))
    assert b'fullCalcOnLoad="1"' in sheet_bytes(result, "xl/workbook.xml")


def test_a_covered_cell_is_not_written(tmp_path: Path) -> None:
    file = made(tmp_path)
    merge = {"op": "merge_cells", "sheet": "Data", "range": "E1:F2"}
    message = refusal(file, merge, cells({"cell": "F2", "value": 1}))
    assert "E1" in message
    _, book = edit(file, merge, cells({"cell": "E1", "value": 1}, {"cell": "F2", "value": None}))
    assert book["Data"]["E1"].value == 1


SHARED = (
    '<row r="1"><c r="A1"><v>1</v></c><c r="B1"><f t="shared" ref="B1:B3" si="0">A1*2</f>'
    '<v>2</v></c></row><row r="2"><c r="A2"><v>2</v></c><c r="B2"><f t="shared" si="0"/>'
    '<v>4</v></c></row><row r="3"><c r="A3"><v>3</v></c><c r="B3"><f t="shared" si="0"/>'
    "<v>6</v></c></row>"
)


def raw(folder: Path, rows: str, after: str = "", before: str = "", **more: Any) -> Path:
    file = folder / "raw.xlsx"
    file.write_bytes(zipped(workbook_parts(sheet_xml(rows, after, before), **more)))
    return file


def test_the_first_of_a_shared_formula_can_be_overwritten(tmp_path: Path) -> None:
    file = raw(tmp_path, SHARED)
    _, result = run(file, cells({"cell": "B1", "value": 9}, sheet="Sheet1"))
    data = sheet_bytes(result)
    assert b'<f t="shared" ref="B2:B3" si="0">A2*2</f><v>4</v>' in data
    assert b'<c r="B3"><f t="shared" si="0"/><v>6</v></c>' in data
    sheet = openpyxl.load_workbook(result)["Sheet1"]
    assert [sheet[f"B{row}"].value for row in (1, 2, 3)] == [9, "=A2*2", "=A3*2"]


def test_part_of_an_array_formula_is_not_written(tmp_path: Path) -> None:
    rows = (
        '<row r="1"><c r="A1"><f t="array" ref="A1:A2">B1:B2*2</f><v>2</v></c></row>'
        '<row r="2"><c r="A2"><v>4</v></c></row>'
    )
    file = raw(tmp_path, rows)
    message = refusal(file, cells({"cell": "A2", "value": 1}, sheet="Sheet1"))
    assert "A1:A2" in message
    both = {"op": "set_range", "sheet": "Sheet1", "start": "A1", "values": [[1], [2]]}
    _, result = run(file, both)
    assert b"<f" not in sheet_bytes(result)


def test_rich_text_and_other_cells_of_the_row_stay_as_they_are(tmp_path: Path) -> None:
    rich = (
        '<c r="B1" t="inlineStr"><is><r><rPr><b/></rPr><t>bold</t></r><r><t> not</t></r></is></c>'
    )
    rows = f'<row r="1" spans="1:2" ht="20" customHeight="1"><c r="A1"><v>1</v></c>{rich}</row>'
    _, result = run(raw(tmp_path, rows), cells({"cell": "D1", "value": 2}, sheet="Sheet1"))
    data = sheet_bytes(result)
    assert rich.encode() in data
    assert b'<row r="1" spans="1:4" ht="20" customHeight="1">' in data


def test_rows_and_cells_without_references_keep_their_places(tmp_path: Path) -> None:
    rows = "<row><c><v>1</v></c><c><v>2</v></c></row><row><c><v>3</v></c></row>"
    _, result = run(raw(tmp_path, rows), cells({"cell": "C2", "value": 9}, sheet="Sheet1"))
    assert values(result, "Sheet1") == [[1, 2, ""], [3, "", 9]]


def test_a_sheet_with_prefixes_and_comments_is_edited(tmp_path: Path) -> None:
    xml = (
        '<?xml version="1.0"?><x:worksheet xmlns:x="http://schemas.openxmlformats.org/'
        'spreadsheetml/2006/main"><x:sheetData><!-- rows --><x:row r="1"><x:c r="A1">'
        "<x:v>1</x:v></x:c></x:row></x:sheetData></x:worksheet>"
    )
    file = tmp_path / "raw.xlsx"
    file.write_bytes(zipped(workbook_parts(xml)))
    _, result = run(file, cells({"cell": "B1", "value": 2}, sheet="Sheet1"))
    assert values(result, "Sheet1") == [[1, 2]]
    sheet: Any = openpyxl.load_workbook(result)["Sheet1"]
    assert sheet["B1"].value == 2


def test_dates_count_from_1904_where_the_workbook_does(tmp_path: Path) -> None:
    file = raw(tmp_path, "", properties='<workbookPr date1904="1"/>')
    date = {"cell": "A1", "value": "2026-01-31", "type": "date"}
    _, book = edit(file, cells(date, sheet="Sheet1"))
    assert book["Sheet1"]["A1"].value == dt.datetime(2026, 1, 31)


def test_a_cell_takes_the_format_of_its_column_or_row(tmp_path: Path) -> None:
    file = made(tmp_path)
    book = openpyxl.load_workbook(file)
    sheet = book["Data"]
    sheet.column_dimensions["H"].number_format = "0.00%"
    book.save(file)
    _, after = edit(file, cells({"cell": "H9", "value": 0.5}))
    assert after["Data"]["H9"].number_format == "0.00%"


CHAIN = (
    '<calcChain xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">'
    '<c r="B1" i="1"/><c r="B2"/><c r="B3"/></calcChain>'
)


def with_chain(folder: Path) -> Path:
    parts = workbook_parts(sheet_xml(SHARED))
    parts["xl/calcChain.xml"] = CHAIN
    links = str(parts["xl/_rels/workbook.xml.rels"])
    kind = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/calcChain"
    link = f'<Relationship Id="chain" Type="{kind}" Target="calcChain.xml"/></Relationships>'
    parts["xl/_rels/workbook.xml.rels"] = links.replace("</Relationships>", link)
    file = folder / "raw.xlsx"
    file.write_bytes(zipped(parts))
    return file


def test_the_calculation_chain_holds_only_cells_with_formulas(tmp_path: Path) -> None:
    file = with_chain(tmp_path)
    _, result = run(file, cells({"cell": "B1", "value": 1}, sheet="Sheet1"))
    assert b'<c r="B2" i="1"/><c r="B3"/>' in sheet_bytes(result, "xl/calcChain.xml")
    new = {"cell": "D1", "value": "=B2", "type": "formula"}
    _, result = run(file, cells(new, sheet="Sheet1"))
    assert b'<c r="D1" i="1"/></calcChain>' in sheet_bytes(result, "xl/calcChain.xml")
    gone = {"op": "clear_range", "sheet": "Sheet1", "range": "B1:B3"}
    _, result = run(file, gone)
    import zipfile

    with zipfile.ZipFile(result) as archive:
        assert "xl/calcChain.xml" not in archive.namelist()


def test_younger_functions_are_written_as_the_format_wants_them(tmp_path: Path) -> None:
    formula = '=MAXIFS(A:A,B:B,1)&IFS(A1>1,"IFS(")&SUM(1)'
    report, result = run(
        made(tmp_path),
        cells({"cell": "E1", "value": formula, "type": "formula"}),
        cells({"cell": "E2", "value": "=filter(A1:A4,C1:C4>1)", "type": "formula"}),
    )
    data = sheet_bytes(result)
    assert b"<f>_xlfn.MAXIFS(A:A,B:B,1)&amp;_xlfn.IFS(A1&gt;1,&quot;IFS(&quot;)&amp;SUM(1)" in data
    assert b'<f t="array" ref="E2">_xlfn._xlws.FILTER(' in data
    assert report[1]["warnings"][0]["code"] == "may_spill"


@given(st.text(max_size=60))
@settings(max_examples=300, deadline=None)
def test_every_text_comes_back_as_it_was_written(text: str) -> None:
    try:
        text.encode()
    except UnicodeEncodeError:
        return
    assert string_text(b"<si>%s</si>" % text_xml(text)) == text


@given(
    st.lists(
        st.tuples(
            st.integers(1, 30),
            st.integers(1, 30),
            st.one_of(
                st.integers(-(2**53), 2**53),
                st.floats(allow_nan=False, allow_infinity=False),
                st.booleans(),
                st.text(st.characters(categories=["L", "N", "P", "Z"]), min_size=1, max_size=9),
            ),
        ),
        min_size=1,
        max_size=25,
    )
)
@settings(max_examples=40, deadline=None)
def test_what_was_written_last_is_what_is_read(writes: list[tuple[int, int, Any]]) -> None:
    import tempfile

    from keenbench.formats.xlsx.addresses import cell_name

    with tempfile.TemporaryDirectory() as folder:
        ops = [cells({"cell": cell_name(r, c), "value": v}, sheet="Sheet1") for r, c, v in writes]
        _, result = run(Path(folder) / "new.xlsx", *ops, create_new=True)
        sheet: Any = openpyxl.load_workbook(result)["Sheet1"]
        expected = {(r, c): v for r, c, v in writes}
        for (r, c), value in expected.items():
            got = sheet.cell(r, c).value
            assert got == value, (r, c)
            assert isinstance(got, bool) == isinstance(value, bool)
