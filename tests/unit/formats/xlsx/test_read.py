"""What a reader of cells sees."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from keenbench.errors import FileReadFailed, TooLarge, ValidationFailed
from tests.comparing import compared
from tests.documents import call, relationships, zipped
from tests.unit.formats.xlsx.workbooks import (
    MAIN,
    rows_xml,
    sheet_xml,
    styles_xml,
    workbook_parts,
    write_workbook,
)


def read(file: Path, **params: Any) -> Any:
    return call("XlsxReadRange", file, **params)


def one(folder: Path, cells: str, **more: Any) -> list[Any]:
    """Return the values of a single row."""
    file = write_workbook(folder, sheet_xml(f'<row r="1">{cells}</row>'), **more)
    rows: list[list[Any]] = read(file)["rows"]
    return rows[0]


def test_values_come_in_their_own_types(tmp_path: Path) -> None:
    cells = (
        '<c r="A1"><v>42</v></c><c r="B1"><v>0.5</v></c><c r="C1" t="b"><v>1</v></c>'
        '<c r="D1" t="e"><v>#DIV/0!</v></c><c r="E1" t="s"><v>1</v></c>'
        '<c r="F1" t="inlineStr"><is><t>in &amp; out</t></is></c>'
        '<c r="G1" t="str"><f>A1&amp;""</f><v>42</v></c><c r="H1" t="d"><v>2024-02-29</v></c>'
    )
    strings = "<si><t>zero</t></si><si><t>one</t></si>"
    assert one(tmp_path, cells, strings=strings) == [
        42,
        0.5,
        True,
        "#DIV/0!",
        "one",
        "in & out",
        "42",
        "2024-02-29",
    ]


def test_integers_that_no_double_holds_are_strings(tmp_path: Path) -> None:
    cells = (
        '<c r="A1"><v>9007199254740992</v></c><c r="B1"><v>9007199254740993</v></c>'
        '<c r="C1"><v>-9007199254740993</v></c><c r="D1"><v>0.10000000000000001</v></c>'
        '<c r="E1"><v>1.2345678901234567890</v></c><c r="F1"><v>1E+20</v></c>'
    )
    assert one(tmp_path, cells) == [
        9007199254740992,
        "9007199254740993",
        "-9007199254740993",
        0.1,
        "1.2345678901234567890",
        1e20,
    ]


@pytest.mark.parametrize(
    ("code", "serial", "written"),
    [
        ("yyyy-mm-dd", "45351", "2024-02-29"),
        ("yyyy-mm-dd", "45351.5", "2024-02-29T12:00:00"),
        ("dd/mm/yyyy hh:mm", "45351.75", "2024-02-29T18:00:00"),
        ("h:mm AM/PM", "0.25", "06:00:00"),
        ("mm:ss.000", "0.000011574074", "00:00:01"),
        ("[h]:mm", "1.5", "PT36H"),
        ("[mm]:ss", "0.0006944444", "PT1M"),
        ("[Red]d mmm", "61", "1900-03-01"),
        ("d mmm", "60", "1900-02-29"),
        ("d mmm", "59", "1900-02-28"),
        ('0.00 "days"', "1.5", 1.5),
        ("#,##0", "45351", 45351),
        ("General", "45351", 45351),
        ('"d"0', "45351", 45351),
        ("yyyy-mm-dd", "-1", -1),
        ("yyyy-mm-dd", "3000000", 3000000),
        (14, "45351", "2024-02-29"),
        (22, "45351", "2024-02-29T00:00:00"),
        (46, "2", "PT48H"),
        (2, "45351", 45351),
    ],
)
def test_a_number_format_makes_dates_of_numbers(
    tmp_path: Path, code: str | int, serial: str, written: Any
) -> None:
    cells = f'<c r="A1" s="0"><v>{serial}</v></c>'
    assert one(tmp_path, cells, styles=styles_xml(code)) == [written]


def test_dates_since_1904_are_counted_from_there(tmp_path: Path) -> None:
    cells = '<c r="A1" s="0"><v>0</v></c><c r="B1" s="0"><v>43889</v></c>'
    more = {"styles": styles_xml(14), "properties": '<workbookPr date1904="1"/>'}
    assert one(tmp_path, cells, **more) == ["1904-01-01", "2024-02-29"]


def test_rich_text_is_joined_and_phonetic_guides_are_left_out(tmp_path: Path) -> None:
    strings = (
        '<si><r><rPr><b/></rPr><t>bold</t></r><r><t xml:space="preserve"> plain</t></r></si>'
        '<si><t>東京</t><rPh sb="0" eb="2"><t>トウキョウ</t></rPh><phoneticPr fontId="1"/></si>'
        "<si><t>a_x000D_b_x005F_x0041_</t></si>"
    )
    cells = "".join(
        f'<c r="{ref}" t="s"><v>{n}</v></c>' for n, ref in enumerate(("A1", "B1", "C1"))
    )
    assert one(tmp_path, cells, strings=strings) == ["bold plain", "東京", "a\rb_x0041_"]


def test_each_cell_of_a_shared_formula_has_its_own_text(tmp_path: Path) -> None:
    rows = (
        '<row r="1"><c r="A1"><f t="shared" ref="A1:B3" si="0">C1+$D$1+SUM($C1:C$9)</f><v>1</v></c>'
        '<c r="B1"><f t="shared" si="0"/><v>2</v></c></row>'
        '<row r="3"><c r="A3"><f t="shared" si="0"/><v>3</v></c></row>'
    )
    got = read(write_workbook(tmp_path, sheet_xml(rows)))
    assert got["formulas"] == [
        ["=C1+$D$1+SUM($C1:C$9)", "=D1+$D$1+SUM($C1:D$9)"],
        [None, None],
        ["=C3+$D$1+SUM($C3:C$9)", None],
    ]
    assert got["rows"] == [[1, 2], [None, None], [3, None]]


def test_a_shared_formula_is_known_when_only_its_followers_are_read(tmp_path: Path) -> None:
    rows = '<row r="1"><c r="A1"><f t="shared" ref="A1:A300" si="7">B1*2</f><v>0</v></c></row>'
    rows += "".join(
        f'<row r="{n}"><c r="A{n}"><f t="shared" si="7"/><v>0</v></c></row>' for n in range(2, 301)
    )
    file = write_workbook(tmp_path, sheet_xml(rows))
    assert read(file, range="A250:A251")["formulas"] == [["=B250*2"], ["=B251*2"]]


def test_array_and_data_table_formulas_are_told(tmp_path: Path) -> None:
    cells = (
        '<c r="A1"><f t="array" ref="A1:A3">B1:B3*2</f><v>2</v></c>'
        '<c r="C1"><f t="dataTable" ref="C1:C3" dt2D="0" r1="E1"/><v>5</v></c>'
    )
    got = read(write_workbook(tmp_path, sheet_xml(f'<row r="1">{cells}</row>')))
    assert got["formulas"] == [["=B1:B3*2", None, "=TABLE(E1)"]]
    assert got["array_formulas"] == [{"range": "A1:A3", "formula": "=B1:B3*2"}]


def test_values_may_be_asked_for_with_or_without_formulas(tmp_path: Path) -> None:
    file = write_workbook(tmp_path, sheet_xml(rows_xml({(1, 1): 1, (1, 2): "=A1*2"})))
    both, computed = read(file), read(file, values="computed")
    formulas = read(file, values="formulas")
    assert both["text"] == computed["text"] == "1\t0"
    assert formulas["text"] == "1\t=A1*2"
    assert computed["formulas"] is None
    assert formulas["formulas"] == both["formulas"] == [[None, "=A1*2"]]


def test_a_formula_that_was_never_calculated_is_shown_itself(tmp_path: Path) -> None:
    cells = '<c r="A1"><f>1+1</f></c><c r="B1"><f>2+2</f><v></v></c>'
    got = read(write_workbook(tmp_path, sheet_xml(f'<row r="1">{cells}</row>')))
    assert got["rows"] == [[None, None]]
    assert got["text"] == "=1+1\t=2+2"


def test_tabs_and_line_ends_in_a_cell_do_not_break_the_lines_of_the_text(tmp_path: Path) -> None:
    got = read(write_workbook(tmp_path, sheet_xml(rows_xml({(1, 1): "a\tb\nc", (1, 2): "d"}))))
    assert got["rows"] == [["a\tb\nc", "d"]]
    assert got["text"] == "a\\tb\\nc\td"


def test_a_wide_sheet_is_read_to_its_last_column(tmp_path: Path) -> None:
    grid = {(1, column): column for column in range(1, 16_385)}
    got = read(write_workbook(tmp_path, sheet_xml(rows_xml(grid))))
    assert got["rows"] == [list(range(1, 16_385))]
    assert got["chunk_info"]["range"] == "A1:XFD1"


@pytest.mark.parametrize(
    "rows",
    [
        '<row r="2"><c r="B2"><v>2</v></c></row><row r="1"><c r="A1"><v>1</v></c></row>',
        '<row r="1"><c r="A1"><v>9</v></c></row><row r="2"><c r="B2"><v>2</v></c></row>'
        '<row r="1"><c r="A1"><v>1</v></c></row>',
        '<row><c><v>1</v></c></row><row><c r="B2"><v>2</v></c></row>',
        '<row><c r="A1"><v>1</v></c></row><row><c/><c><v>2</v></c></row>',
        "<row r='1'><c r='A1'><v>1</v></c></row><row r='2'><c r='B2'><v>2</v></c></row>",
        '<row r="1"><!-- no --><c r="A1"><v>1</v></c></row>'
        '<row r="2"><c r="B2"><v><![CDATA[2]]></v></c></row>',
        '<row r="1" spans="1:2" ><c s="0" r="A1" ><v >1</v ></c ></row >'
        '<row r="2"><c r="B2" note="a>b"><v>2</v></c></row>',
        '\n <row r="1">\n  <c r="A1">\n   <v>1</v>\n  </c>\n </row>\n'
        ' <row r="2">\n<c r="B2">\n<v>2</v>\n</c>\n</row>',
    ],
    ids=[
        "rows out of order",
        "a row twice",
        "no references",
        "counted",
        "single quotes",
        "comments and CDATA",
        "spaces in tags",
        "indented",
    ],
)
def test_odd_but_valid_xml_is_read_the_same(tmp_path: Path, rows: str) -> None:
    got = read(write_workbook(tmp_path, sheet_xml(rows)))
    assert got["rows"] == [[1, None], [None, 2]]


@pytest.mark.parametrize(
    "rows",
    [
        '<row r="0"><c r="ZZZZ0"><v>1</v></c></row>',
        '<row r="99999999999"><c r="A1"><v>1</v></c></row>',
        '<row r="2"><c r="A2"><v>1</v></c></row><row r="0"><c><v>2</v></c></row>',
        '<row r="0"><c r="ZZZZ0"><v>1</v></c></row><row r="99999999999"><c><v>1</v></c></row>'
        "<row><c><v>3</v></c></row>",
    ],
)
def test_rows_that_no_sheet_has_are_damage_and_named(tmp_path: Path, rows: str) -> None:
    file = write_workbook(tmp_path, sheet_xml(rows))
    with pytest.raises(FileReadFailed, match="row"):
        read(file)
    whole = tmp_path / "whole"
    whole.mkdir()
    other = write_workbook(whole, sheet_xml(rows_xml({(1, 1): 1})))
    (warning,) = compared("XlsxCompare", other, file)["warnings"]
    assert warning["code"] == "sheet_unreadable"
    assert "sheet1.xml holds a row" in warning["message"]


@pytest.mark.parametrize("encoding", ["utf-16", "latin-1"])
def test_a_sheet_in_another_encoding_is_read(tmp_path: Path, encoding: str) -> None:
    xml = f'<?xml version="1.0" encoding="{encoding}"?>' + sheet_xml(rows_xml({(1, 1): "Zoë"}))
    assert read(write_workbook(tmp_path, xml.encode(encoding)))["rows"] == [["Zoë"]]


def test_a_sheet_whose_names_have_a_prefix_is_read(tmp_path: Path) -> None:
    xml = (
        f'<x:worksheet xmlns:x="{MAIN}"><x:sheetData><x:row r="1"><x:c r="A1"><x:v>1</x:v></x:c>'
        '</x:row></x:sheetData><x:mergeCells><x:mergeCell ref="A1:B2"/></x:mergeCells>'
        "</x:worksheet>"
    )
    file = write_workbook(tmp_path, xml)
    assert read(file)["rows"] == [[1]]
    assert call("XlsxGetMap", file)["sheets"][0]["has_merged_cells"]


def test_a_read_without_a_region_gives_the_first_chunk_and_says_so(tmp_path: Path) -> None:
    file = write_workbook(tmp_path, sheet_xml(rows_xml({(n, 1): n for n in range(1, 112)})))
    got = read(file)
    assert [row[0] for row in got["rows"]] == list(range(1, 51))
    assert got["chunk_info"] == {
        "chunk_index": 0,
        "total_chunks": 3,
        "has_more": True,
        "range": "A1:A50",
        "covered": {"unit": "rows", "from": 1, "to": 50, "total": 111},
    }


def test_headers_are_repeated_in_every_chunk(tmp_path: Path) -> None:
    grid: dict[tuple[int, int], Any] = {(1, 1): "Name", (1, 2): "Amount"}
    for row in range(2, 120):
        grid |= {(row, 1): f"n{row}", (row, 2): row}
    file = write_workbook(tmp_path, sheet_xml(rows_xml(grid)))
    for chunk in range(3):
        assert read(file, chunk=chunk)["headers"] == ["Name", "Amount"]
    assert read(file, range="B60:B61")["headers"] == ["Amount"]


def test_part_of_the_columns_is_said_to_be_part(tmp_path: Path) -> None:
    file = write_workbook(tmp_path, sheet_xml(rows_xml({(1, 1): 1, (1, 2): 2, (1, 3): 3})))
    assert read(file, range="B1:B1")["chunk_info"]["covered"]["unit"] == "rows of B:B"
    assert read(file, range="B:C")["rows"] == [[2, 3]]
    assert read(file, range="1:1")["rows"] == [[1, 2, 3]]


@pytest.mark.parametrize(
    "params",
    [
        {"range": "A0"},
        {"range": "A1:"},
        {"range": "B2:A1"},
        {"range": "XFE1"},
        {"range": "A1048577"},
        {"range": "A1", "chunk": 0},
        {"chunk": 1},
        {"sheet": "Nowhere"},
    ],
)
def test_a_bad_region_is_refused(tmp_path: Path, params: dict[str, Any]) -> None:
    file = write_workbook(tmp_path, sheet_xml(rows_xml({(1, 1): 1})))
    with pytest.raises(ValidationFailed):
        read(file, **params)


def test_more_than_one_read_can_give_is_refused_not_cut(tmp_path: Path) -> None:
    file = write_workbook(tmp_path, sheet_xml(rows_xml({(1, 1): 1})))
    with pytest.raises(TooLarge, match="smaller range"):
        read(file, range="A1:XFD1048576")


def test_an_empty_sheet_reads_as_nothing(tmp_path: Path) -> None:
    file = write_workbook(tmp_path, sheet_xml('<row r="9"><c r="C9" s="1"/></row>'))
    got = read(file)
    assert (got["rows"], got["text"]) == ([], "")
    assert got["chunk_info"]["total_chunks"] == 0
    assert read(file, range="C9:D9")["rows"] == [[None, None]]


def test_a_damaged_stretch_leaves_the_others_readable(tmp_path: Path) -> None:
    rows = [f'<row r="{n}"><c r="A{n}"><v>{n}</v></c></row>' for n in range(1, 201)]
    rows[149] = '<row r="150"><c r="A150"><v>1</w></c></row>'
    file = write_workbook(tmp_path, sheet_xml("".join(rows)))
    assert call("XlsxGetMap", file)["sheets"][0]["chunks_count"] == 4
    with pytest.raises(FileReadFailed, match="row 150"):
        read(file, chunk=2)
    assert [row[0] for row in read(file, chunk=3)["rows"]] == list(range(151, 201))


def test_a_damaged_sheet_leaves_the_others_readable(tmp_path: Path) -> None:
    good = sheet_xml(rows_xml({(1, 1): 1}))
    file = write_workbook(tmp_path, good, good[:-20], good)
    got = call("XlsxGetMap", file)
    assert [sheet["cell_count"] for sheet in got["sheets"]] == [1, 0, 1]
    assert got["warnings"][0]["code"] == "sheet_unreadable"
    with pytest.raises(FileReadFailed):
        read(file, sheet="Sheet2")
    assert read(file, sheet="Sheet3")["rows"] == [[1]]


def test_a_damaged_header_leaves_the_rows_below_readable(tmp_path: Path) -> None:
    rows = [f'<row r="{n}"><c r="A{n}"><v>{n}</v></c></row>' for n in range(1, 201)]
    rows[1] = '<row r="2"><c r="A2"><v>1</w></c></row>'
    got = read(write_workbook(tmp_path, sheet_xml("".join(rows))), chunk=3)
    assert got["rows"][-1] == [200]
    assert got["warnings"][0]["code"] == "headers_unreadable"


def test_damaged_strings_leave_sheets_of_numbers_readable(tmp_path: Path) -> None:
    words = sheet_xml('<row r="1"><c r="A1" t="s"><v>0</v></c></row>')
    numbers = sheet_xml(rows_xml({(1, 1): 7}))
    file = write_workbook(tmp_path, words, numbers, strings="<si><t>a</u></si>")
    assert read(file, sheet="Sheet2")["rows"] == [[7]]
    with pytest.raises(FileReadFailed, match=r"sharedStrings\.xml"):
        read(file, sheet="Sheet1")
    assert [sheet["cell_count"] for sheet in call("XlsxGetMap", file)["sheets"]] == [1, 1]


def test_strings_that_do_not_exist_are_null_with_a_warning(tmp_path: Path) -> None:
    cells = '<c r="A1" t="s"><v>5</v></c><c r="B1"><v>1</v></c>'
    file = write_workbook(tmp_path, sheet_xml(f'<row r="1">{cells}</row>'), strings="<si/>")
    got = read(file)
    assert got["rows"] == [[None, 1]]
    assert got["warnings"][0]["code"] == "missing_strings"


def test_an_empty_string_item_does_not_shift_those_after_it(tmp_path: Path) -> None:
    cells = "".join(
        f'<c r="{ref}" t="s"><v>{n}</v></c>' for n, ref in enumerate(("A1", "B1", "C1"))
    )
    assert one(tmp_path, cells, strings="<si><t>a</t></si><si/><si><t>c</t></si>") == ["a", "", "c"]


@pytest.mark.parametrize("part", ["xl/worksheets/sheet1.xml", "xl/sharedStrings.xml"])
def test_entities_are_refused(tmp_path: Path, part: str) -> None:
    parts = workbook_parts(
        sheet_xml('<row r="1"><c r="A1" t="s"><v>0</v></c></row>'), strings="<si><t>a</t></si>"
    )
    parts[part] = '<!DOCTYPE a [<!ENTITY b "bbbb">]>' + str(parts[part]).replace("<t>a", "<t>&b;")
    file = tmp_path / "book.xlsx"
    file.write_bytes(zipped(parts))
    with pytest.raises(FileReadFailed, match="hostile"):
        call("XlsxGetMap", file)
    with pytest.raises(FileReadFailed, match="hostile"):
        read(file)


def test_comments_come_with_the_cells_they_stand_on(tmp_path: Path) -> None:
    import openpyxl
    from openpyxl.comments import Comment

    book = openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    sheet["A1"] = 1
    sheet["A1"].comment = Comment("check this", "Ada")
    sheet["Z99"].comment = Comment("far away", "Bob")
    book.save(tmp_path / "book.xlsx")
    got = read(tmp_path / "book.xlsx")
    assert got["comments"] == [{"cell": "A1", "author": "Ada", "text": "check this"}]
    assert call("XlsxGetMap", tmp_path / "book.xlsx")["sheets"][0]["comments"] == ["A1", "Z99"]


def test_text_boxes_are_read_where_they_stand(tmp_path: Path) -> None:
    drawing = (
        '<d:wsDr xmlns:d="d" xmlns:a="a"><d:twoCellAnchor><d:from><d:col>1</d:col><d:row>2</d:row>'
        '</d:from><d:sp><d:nvSpPr><d:cNvPr id="1" name="Box"/></d:nvSpPr><d:txBody>'
        "<a:p><a:r><a:t>read </a:t></a:r><a:r><a:t>me</a:t></a:r></a:p><a:p/></d:txBody></d:sp>"
        "</d:twoCellAnchor></d:wsDr>"
    )
    sheet = sheet_xml(rows_xml({(1, 1): 1, (9, 9): 2}), after='<drawing r:id="d1"/>')
    parts = workbook_parts(sheet)
    parts["xl/worksheets/_rels/sheet1.xml.rels"] = relationships(
        ("d1", "drawing", "../drawings/drawing1.xml")
    )
    parts["xl/drawings/drawing1.xml"] = drawing
    file = tmp_path / "book.xlsx"
    file.write_bytes(zipped(parts))
    assert call("XlsxGetMap", file)["sheets"][0]["shapes"] == ["B3"]
    assert read(file)["shapes"] == [{"cell": "B3", "name": "Box", "text": "read me\n"}]
    assert "shapes" not in read(file, range="A1:A2")
