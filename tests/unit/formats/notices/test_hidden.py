"""What a change hides is told by its place, and only what it hides."""

from __future__ import annotations

import zipfile
from pathlib import Path
from typing import Any

import docx
import openpyxl
import pytest
from docx.oxml import OxmlElement
from docx.oxml.ns import qn
from docx.shared import Pt, RGBColor
from openpyxl.formatting.rule import Rule
from openpyxl.styles import Font, PatternFill
from openpyxl.styles.differential import DifferentialStyle
from pptx import Presentation
from pptx.dml.color import RGBColor as SlideColor
from pptx.util import Inches
from pptx.util import Pt as SlidePt

import keenbench.formats.xlsx.methods  # noqa: F401  registers the methods
from tests.edits import edited
from tests.unit.formats.notices.test_notices import told, with_part

WHITE = RGBColor.from_string("FFFFFF")
CLEAR = "Text does not show: "


# Workbooks.


@pytest.fixture
def workbook(tmp_path: Path) -> Path:
    made = openpyxl.Workbook()
    sheet = made.active
    assert sheet is not None
    sheet.title = "Data"
    for row in range(1, 7):
        sheet.append([f"name {row}", row, f"=B{row}*2"])
    sheet["F1"].fill = PatternFill("solid", fgColor="000000")
    sheet["F1"].font = Font(color="FFFFFF")
    file = tmp_path / "old.xlsx"
    made.save(file)
    return file


def by_op(file: Path, *ops: dict[str, Any]) -> Path:
    """Return the workbook as operations leave it."""
    out = file.parent / f"out{len(list(file.parent.iterdir()))}"
    given = [{"sheet": "Data", **op} for op in ops]
    return edited("XlsxApplyOps", file, given, out)[1]


def cell(name: str, value: Any, **style: Any) -> dict[str, Any]:
    return {"op": "set_cells", "cells": [{"cell": name, "value": value, "style": style}]}


@pytest.mark.parametrize(
    ("value", "style", "is_told"),
    [
        (7, {"number_format": ";;;"}, True),
        ("text", {"number_format": ";;;"}, True),
        (7, {"number_format": ";;"}, True),
        ("text", {"number_format": ";;"}, False),
        (7, {"number_format": '" ";" ";" ";" "'}, True),
        (7, {"number_format": "0;;"}, False),
        (7, {"number_format": "#,##0;(#,##0);-"}, False),
        ("text", {"font_color": "#FFFFFF"}, True),
        ("text", {"font_color": "#FAFAFA"}, True),
        ("text", {"font_color": "#FFFFFF", "fill_color": "#1F4E78"}, False),
        ("text", {"font_color": "#1F4E78", "fill_color": "#1F4E78"}, True),
        ("text", {"fill_color": "#000000"}, True),
        ("text", {"font_size": 1}, True),
        ("text", {"font_size": 6, "font_color": "#808080"}, False),
        ("text", {"font_color": "#FFFFFF", "fill_pattern": "gray125"}, False),
    ],
)
def test_a_cell_that_shows_nothing_is_told_by_its_name(
    workbook: Path, value: Any, style: dict[str, Any], is_told: bool
) -> None:
    new = by_op(workbook, cell("D3", value, **style))
    found = told(workbook, new)
    assert found == ({"hidden_text": f"{CLEAR}cells of Data (D3)."} if is_told else {})
    # It is no news when rows come before it, or another cell changes.
    moved = by_op(new, {"op": "insert_rows", "row": 1}, cell("A9", "other"))
    assert told(new, moved) == {}


def test_an_empty_cell_has_nothing_to_hide(workbook: Path) -> None:
    assert told(workbook, by_op(workbook, cell("D3", None, number_format=";;;"))) == {}


def test_what_is_written_where_nothing_shows_is_told(workbook: Path) -> None:
    old = by_op(workbook, cell("D3", "seen by none", font_color="#FFFFFF"))
    new = by_op(old, {"op": "set_cells", "cells": [{"cell": "D3", "value": "other"}]})
    assert "(D3)" in told(old, new)["hidden_text"]


def test_a_condition_under_which_cells_do_not_show_is_told(workbook: Path) -> None:
    made = openpyxl.load_workbook(workbook)
    dark = DifferentialStyle(fill=PatternFill(bgColor="000000"))
    made["Data"].conditional_formatting.add("C1:C6", Rule("expression", dxf=dark, formula=["C1>3"]))
    made.save(workbook.with_name("plain.xlsx"))
    assert told(workbook, workbook.with_name("plain.xlsx")) == {}
    white = DifferentialStyle(font=Font(color="FFFFFF"))
    made["Data"].conditional_formatting.add("B1:B6", Rule("expression", dxf=white, formula=["B1"]))
    made.save(workbook.with_name("hiding.xlsx"))
    found = told(workbook, workbook.with_name("hiding.xlsx"))
    assert found == {"hidden_text": f"{CLEAR}cells of Data under a condition (B1:B6)."}


def test_rows_and_columns_that_were_hidden_are_told_by_their_names(workbook: Path) -> None:
    rows = by_op(workbook, {"op": "set_hidden", "hidden": True, "rows": "3-4"})
    assert told(workbook, rows) == {
        "hidden_cells": "Rows or columns are hidden: rows of Data (3, 4)."
    }
    columns = by_op(workbook, {"op": "set_hidden", "hidden": True, "columns": "B"})
    assert told(workbook, columns)["hidden_cells"].endswith("columns of Data (B).")
    # One shown and another hidden is one hidden.
    show = {"op": "set_hidden", "hidden": False, "rows": "3"}
    other = by_op(rows, show, {"op": "set_hidden", "hidden": True, "rows": "6"})
    assert told(rows, other)["hidden_cells"].endswith("rows of Data (6).")


def test_what_was_hidden_before_is_no_news_wherever_it_stands(workbook: Path) -> None:
    hidden = by_op(
        workbook,
        {"op": "set_hidden", "hidden": True, "rows": "3-4"},
        {"op": "set_hidden", "hidden": True, "columns": "B"},
    )
    moved = by_op(
        hidden,
        {"op": "insert_rows", "row": 2, "count": 2},
        {"op": "insert_columns", "column": "A"},
        {"op": "set_cells", "cells": [{"cell": "B12", "value": "x"}, {"cell": "C12", "value": 9}]},
    )
    assert told(hidden, moved) == {}


def test_rows_and_columns_that_hold_nothing_hide_nothing(workbook: Path) -> None:
    ops = [
        {"op": "set_hidden", "hidden": True, "rows": "100-200"},
        {"op": "set_hidden", "hidden": True, "columns": "H:XFD"},
    ]
    assert told(workbook, by_op(workbook, *ops)) == {}


def test_a_row_of_no_height_is_a_hidden_one(workbook: Path) -> None:
    new = by_op(workbook, {"op": "set_row_heights", "rows": [{"row": 2, "height": 0}]})
    assert "rows of Data (2)" in told(workbook, new)["hidden_cells"]


def test_a_sheet_in_another_encoding_and_with_prefixes_is_searched_as_any(
    workbook: Path, tmp_path: Path
) -> None:
    new = by_op(workbook, {"op": "set_hidden", "hidden": True, "rows": "3"})
    broken = openpyxl.load_workbook(new)
    broken["Data"]["E9"] = "#REF!"
    broken.save(new)
    part = "xl/worksheets/sheet1.xml"
    with zipfile.ZipFile(new) as package:
        text = package.read(part).decode()
    text = text[text.index("<worksheet") :]
    for form in (text.encode("utf-16"), b"<!-- - -->" + text.replace('"', "'").encode()):
        other = with_part(new, tmp_path / "other.xlsx", part, form)
        found = told(workbook, other)
        assert "rows of Data (3)" in found["hidden_cells"]
        assert "#REF! in Data (E9)" in found["formula_error"]


# Word documents.


@pytest.fixture
def document(tmp_path: Path) -> Path:
    made = docx.Document()
    made.add_paragraph("First.")
    made.add_paragraph("Second.")
    made.add_table(1, 1).cell(0, 0).text = "In a cell."
    file = tmp_path / "old.docx"
    made.save(str(file))
    return file


def white(run: Any) -> None:
    run.font.color.rgb = WHITE


def shaded(element: Any, fill: str) -> None:
    shade = OxmlElement("w:shd")
    shade.set(qn("w:val"), "clear")
    shade.set(qn("w:fill"), fill)
    element.append(shade)


def theme_white(run: Any) -> None:
    white(run)
    run._element.rPr.find(qn("w:color")).set(qn("w:themeColor"), "background1")


def clear(run: Any) -> None:
    word = "http://schemas.microsoft.com/office/word/2010/wordml"
    properties = run._element.get_or_add_rPr()
    fill = properties.makeelement(f"{{{word}}}textFill", {})
    fill.append(fill.makeelement(f"{{{word}}}noFill", {}))
    properties.append(fill)


def on_dark(run: Any) -> None:
    white(run)
    shaded(run._element.get_or_add_rPr(), "1F4E78")


def on_dark_paragraph(run: Any) -> None:
    white(run)
    shaded(run._element.getparent().get_or_add_pPr(), "1F4E78")


def tiny(run: Any) -> None:
    run.font.size = Pt(1)


def small(run: Any) -> None:
    run.font.size = Pt(6)


def hidden(run: Any) -> None:
    run.font.hidden = True


@pytest.mark.parametrize(
    ("looks", "is_told"),
    [
        (hidden, True),
        (white, True),
        (theme_white, True),
        (tiny, True),
        (clear, True),
        (on_dark, False),
        (on_dark_paragraph, False),
        (small, False),
    ],
)
def test_a_passage_that_word_does_not_show_is_told_by_its_paragraph(
    document: Path, looks: Any, is_told: bool
) -> None:
    made = docx.Document(str(document))
    looks(made.paragraphs[1].add_run("unseen"))
    new = document.with_name("new.docx")
    made.save(str(new))
    words = f"{CLEAR}passages that Word does not show (paragraph 2)."
    assert told(document, new) == ({"hidden_text": words} if is_told else {})
    made.paragraphs[0].insert_paragraph_before("Before all.")
    made.save(str(document.with_name("newer.docx")))
    assert told(new, document.with_name("newer.docx")) == {}


def test_a_passage_in_a_style_that_does_not_show_is_told(document: Path) -> None:
    made = docx.Document(str(document))
    style = made.styles.add_style("Unseen", 1)
    style.font.color.rgb = WHITE
    made.paragraphs[1].style = style
    made.save(str(document.with_name("new.docx")))
    found = told(document, document.with_name("new.docx"))["hidden_text"]
    assert found.endswith("(paragraph 2).")


@pytest.mark.parametrize(("fill", "is_told"), [("FFFFFF", True), ("000000", False)])
def test_white_text_in_a_cell_goes_by_the_cell(document: Path, fill: str, is_told: bool) -> None:
    made = docx.Document(str(document))
    cell = made.tables[0].cell(0, 0)
    shaded(cell._tc.get_or_add_tcPr(), fill)
    white(cell.paragraphs[0].add_run("unseen"))
    made.save(str(document.with_name("new.docx")))
    found = told(document, document.with_name("new.docx")).get("hidden_text", "")
    assert found.endswith("(table 1).") == is_told


# Presentations.

slide_colour: Any = SlideColor.from_string


@pytest.fixture
def deck(tmp_path: Path) -> Path:
    made = Presentation()
    for _ in range(2):
        slide = made.slides.add_slide(made.slide_layouts[6])
        slide.shapes.add_textbox(Inches(1), Inches(1), Inches(3), Inches(1)).text_frame.text = "t"
    file = tmp_path / "old.pptx"
    made.save(str(file))
    return file


@pytest.mark.parametrize(
    ("looks", "is_told"),
    [("white", True), ("white on a shape", False), ("white by a picture", False), ("tiny", True)],
)
def test_text_that_cannot_be_seen_on_a_slide_is_told_by_the_slide(
    deck: Path, looks: str, is_told: bool
) -> None:
    made = Presentation(str(deck))
    slide = made.slides[1]
    box = slide.shapes[0]
    run = box.text_frame.paragraphs[0].add_run()
    run.text = "unseen"
    if looks == "tiny":
        run.font.size = SlidePt(1)
    else:
        run.font.color.rgb = slide_colour("FFFFFF")
    if looks == "white on a shape":
        box.fill.solid()
        box.fill.fore_color.rgb = slide_colour("000050")
    if looks == "white by a picture":
        under = slide.shapes.add_shape(1, Inches(1), Inches(1), Inches(4), Inches(4))
        under.fill.solid()
    made.save(str(deck.with_name("new.pptx")))
    found = told(deck, deck.with_name("new.pptx"))
    assert (set(found) == {"hidden_text"}) == is_told
    assert found.get("hidden_text", "(slide 2).").endswith("(slide 2).")


def test_a_slide_hidden_in_place_of_another_is_told_by_its_number(deck: Path) -> None:
    made = Presentation(str(deck))
    made.slides[0]._element.set("show", "0")
    made.save(str(deck.with_name("one.pptx")))
    assert told(deck, deck.with_name("one.pptx"))["hidden_slide"].endswith("slides (slide 1).")


# OpenDocument texts and pages.

SPACES = " ".join(
    f'xmlns:{prefix}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"'
    for prefix, name in (
        ("office", "office"),
        ("text", "text"),
        ("style", "style"),
        ("fo", "xsl-fo-compatible"),
    )
)


def odt(file: Path, style: str, body: str) -> Path:
    content = (
        f"<office:document-content {SPACES}><office:automatic-styles>"
        f'<style:style style:name="T1" style:family="text">{style}</style:style>'
        f"</office:automatic-styles><office:body><office:text>{body}</office:text></office:body>"
        "</office:document-content>"
    )
    with zipfile.ZipFile(file, "w") as made:
        made.writestr("mimetype", "application/vnd.oasis.opendocument.text")
        made.writestr("content.xml", content)
    return file


SPAN = '<text:p>One.</text:p><text:p>Two <text:span text:style-name="T1">{}</text:span>.</text:p>'


@pytest.mark.parametrize(
    ("properties", "is_told"),
    [
        ('text:display="none"', True),
        ('fo:color="#ffffff"', True),
        ('fo:color="#ffffff" fo:background-color="#000080"', False),
        ('fo:font-size="1pt"', True),
        ('fo:font-size="9pt" fo:color="#808080"', False),
    ],
)
def test_a_passage_of_an_opendocument_text_is_told_by_its_paragraph(
    tmp_path: Path, properties: str, is_told: bool
) -> None:
    style = f"<style:text-properties {properties}/>"
    old = odt(tmp_path / "old.odt", style, SPAN.format(""))
    new = odt(tmp_path / "new.odt", style, SPAN.format("unseen"))
    words = f"{CLEAR}passages that are not shown (paragraph 2)."
    assert told(old, new) == ({"hidden_text": words} if is_told else {})
    # Another in its place is another.
    other = odt(tmp_path / "other.odt", style, SPAN.format("other"))
    assert (told(new, other) != {}) == is_told


def test_another_hidden_field_in_place_of_the_old_one_is_told(tmp_path: Path) -> None:
    field = '<text:p><text:hidden-text text:string-value="{}"/></text:p>'
    one = odt(tmp_path / "1.odt", "", field.format("one"))
    two = odt(tmp_path / "2.odt", "", field.format("two"))
    assert set(told(one, two)) == {"hidden_text"}
    assert told(one, one) == {}


@pytest.mark.parametrize(
    ("old", "new", "is_told"),
    [
        ("<p>a</p>", "<p>a</p>\n<p hidden>unseen</p>", True),
        ("<p>a</p>", '<p>a</p>\n<div style="display:none"><div>un</div>seen</div>', True),
        ("<p>a</p>", '<p>a</p>\n<p style="font-size:1px">unseen</p>', True),
        ("<p>a</p>", '<p>a</p>\n<p style="opacity:0">unseen</p>', True),
        ("<p>a</p>", '<p>a</p>\n<p style="opacity:0.8; font-size:10px">seen</p>', False),
        ("<p>a</p>", '<p>a</p>\n<p style="color:white">unseen</p>', True),
        ("<p>a</p>", '<p>a</p>\n<p style="color:white;background:navy">seen</p>', False),
        ("<p>a</p>", '<p>a</p>\n<font color="#ffffff">unseen</font>', True),
        ("<i/>\n<p hidden>one</p>", "<i/>\n<p hidden>two</p>", True),
        ("<i/>\n<p hidden>one</p>", "<i>x</i>\n<p>y</p>\n<p hidden>one</p>", False),
        ('<i/>\n<b hidden></b><img hidden src="a">', '<i/>\n<b></b><img hidden src="b">', True),
    ],
)
def test_a_part_of_a_page_that_does_not_show_is_told_by_its_line(
    tmp_path: Path, old: str, new: str, is_told: bool
) -> None:
    before, after = tmp_path / "old.html", tmp_path / "new.html"
    before.write_text(old)
    after.write_text(new)
    words = f"{CLEAR}parts of the page that do not show (line 2)."
    assert told(before, after) == ({"hidden_text": words} if is_told else {})


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-16-le", "cp1252"])
def test_errors_and_formulas_of_a_table_are_told_in_any_encoding(
    tmp_path: Path, encoding: str
) -> None:
    old, new = tmp_path / "old.csv", tmp_path / "new.csv"
    rows = [f"{n},Zürich,{n * 3}" for n in range(40)]
    mark = "\ufeff" if encoding == "utf-16-le" else ""
    old.write_bytes((mark + "\n".join(["id,town,sum", *rows, "x,#N/A,1"])).encode(encoding))
    rows += ['7,"#REF!",1', "8,#DIV/0!,=cmd|'/C calc'!A0", "9,# 3,#1", "x,#N/A,1"]
    new.write_bytes((mark + "\n".join(["id,town,sum", *rows])).encode(encoding))
    found = told(old, new)
    assert set(found) == {"formula_error", "dde"}
    assert "1 × #DIV/0! in the table (line 43)" in found["formula_error"]
    assert "1 × #REF! in the table (line 42)" in found["formula_error"]
    assert "#N/A" not in found["formula_error"]
