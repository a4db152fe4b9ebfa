"""Every operation on a presentation, read back with python-pptx."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path
from typing import Any

import openpyxl
import pptx
import pytest
from PIL import Image
from pptx.enum.text import PP_ALIGN
from pptx.util import Inches, Pt

from keenbench.errors import ValidationFailed
from tests.documents import text_of
from tests.edits import edited, sha256

Deck = Any


def write_deck(folder: Path, *bodies: str, name: str = "deck.pptx") -> Path:
    """Write a deck of python-pptx's own template with a titled slide for each body."""
    deck = pptx.Presentation()
    for number, body in enumerate(bodies):
        slide = deck.slides.add_slide(deck.slide_layouts[1])
        slide.shapes.title.text = f"Slide {number}"
        slide.placeholders[1].text = body
    file = folder / name
    deck.save(str(file))
    return file


def edit(file: Path, *ops: dict[str, Any], **params: Any) -> tuple[list[dict[str, Any]], Deck]:
    answer, result = edited("PptxApplyOps", file, list(ops), file.parent / "out", **params)
    assert answer["ok"]
    return answer["report"], pptx.Presentation(str(result))


def result_of(file: Path) -> Path:
    return file.parent / "out" / file.name


def titles(deck: Deck) -> list[str]:
    return [slide.shapes.title.text for slide in deck.slides]


def codes(report: dict[str, Any]) -> list[str]:
    return [warning["code"] for warning in report["warnings"]]


# Slides


def test_a_new_deck_has_the_six_layouts_and_the_same_bytes_each_time(tmp_path: Path) -> None:
    file = tmp_path / "new.pptx"
    op = {"op": "add_slide", "layout": "title_slide", "title": "Hello", "body": "World"}
    _, deck = edit(file, op, create_new=True)
    assert [layout.name for layout in deck.slide_layouts] == [
        *("Title Slide", "Title and Content", "Section Header", "Two Content", "Title Only"),
        "Blank",
    ]
    [slide] = deck.slides
    assert slide.slide_layout.name == "Title Slide"
    assert [shape.text_frame.text for shape in slide.placeholders] == ["Hello", "World"]
    first = sha256(result_of(file))
    edit(file, op, create_new=True)
    assert sha256(result_of(file)) == first


@pytest.mark.parametrize(
    ("asked", "got"),
    [
        ("title_and_content", "Title and Content"),
        ("title_only", "Title Only"),
        ("section_header", "Section Header"),
        ("blank", "Blank"),
        ("two_content", "Two Content"),
        ("title_slide", "Title Slide"),
        ("Comparison", "Comparison"),
        ("comparison", "Comparison"),
    ],
)
def test_layouts_are_named_as_the_deck_names_them_or_by_alias(
    tmp_path: Path, asked: str, got: str
) -> None:
    [report], deck = edit(write_deck(tmp_path), {"op": "add_slide", "layout": asked})
    assert report["layout"] == got
    assert deck.slides[0].slide_layout.name == got


def test_an_unknown_layout_is_refused_with_the_list(tmp_path: Path) -> None:
    file = write_deck(tmp_path)
    with pytest.raises(ValidationFailed, match=r"ops\[0\]\.layout.*Title and Content.*Blank"):
        edit(file, {"op": "add_slide", "layout": "Fancy"})


def test_placeholders_are_filled_and_runs_wear_their_looks(tmp_path: Path) -> None:
    [report], deck = edit(
        write_deck(tmp_path),
        {
            "op": "add_slide",
            "layout": "title_and_content",
            "title_runs": [{"text": "Q3", "bold": True, "font_size": 28, "font_name": "Arial"}],
            "body_runs": [
                {"text": "Revenue: ", "italic": True, "underline": True, "strike": True},
                {"text": "$4.2M", "font_color": "#2E7D32", "link": "https://example.org/"},
            ],
            "alignment": "center",
            "space_before": 3,
            "space_after": 6,
            "line_spacing": 1.5,
        },
    )
    assert not report["warnings"]
    slide = deck.slides[0]
    assert len(slide.shapes) == 2  # nothing drawn beside the placeholders
    [title] = slide.shapes.title.text_frame.paragraphs[0].runs
    assert (title.font.bold, title.font.size, title.font.name) == (True, Pt(28), "Arial")
    paragraph = slide.placeholders[1].text_frame.paragraphs[0]
    assert paragraph.alignment == PP_ALIGN.CENTER
    assert (paragraph.space_before, paragraph.space_after) == (Pt(3), Pt(6))
    assert paragraph.line_spacing == 1.5
    first, second = paragraph.runs
    assert (first.font.italic, first.font.underline) == (True, True)
    assert first._r.rPr.get("strike") == "sngStrike"
    assert second.font.color.rgb == (0x2E, 0x7D, 0x32)
    assert second.hyperlink.address == "https://example.org/"


def test_a_list_with_levels_and_indents_is_written(tmp_path: Path) -> None:
    _, deck = edit(
        write_deck(tmp_path),
        {"op": "add_slide", "title": "T", "body": "a\nb", "list": "number", "level": 1,
         "indent_left": 1, "indent_right": 0.5, "indent_first_line": -0.25},
    )  # fmt: skip
    for paragraph in deck.slides[0].placeholders[1].text_frame.paragraphs:
        properties = paragraph._p.pPr
        assert paragraph.level == 1
        assert properties.get("marL") == str(Inches(1))
        assert properties.get("marR") == str(Inches(0.5))
        assert properties.get("indent") == str(Inches(-0.25))
        assert [child.tag.rpartition("}")[2] for child in properties] == ["buAutoNum"]
    assert deck.slides[0].shapes.title.text_frame.paragraphs[0].level == 0


def test_bad_values_of_style_fields_are_skipped_and_said(tmp_path: Path) -> None:
    [report], deck = edit(
        write_deck(tmp_path),
        {
            "op": "add_slide",
            "title_runs": [
                {"text": "T", "bold": "yes", "font_size": -1, "font_color": "red", "link": "x:y"}
            ],
            "alignment": "middle",
            "space_after": "wide",
        },
    )
    assert titles(deck) == ["T"]
    said = " ".join(warning["message"] for warning in report["warnings"])
    for key in ("bold", "font_size", "font_color", "link", "alignment", "space_after"):
        assert key in said


def test_a_slide_is_added_where_it_is_wanted(tmp_path: Path) -> None:
    _, deck = edit(write_deck(tmp_path, "a", "b"), {"op": "add_slide", "title": "New", "index": 1})
    assert titles(deck) == ["Slide 0", "New", "Slide 1"]


def test_a_title_without_a_place_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValidationFailed, match="placeholder"):
        edit(write_deck(tmp_path), {"op": "add_slide", "layout": "blank", "title": "T"})


def test_slides_are_moved_duplicated_and_deleted_without_leaving_anything(tmp_path: Path) -> None:
    Image.new("RGB", (8, 8), "red").save(tmp_path / "p.png")
    file = write_deck(tmp_path, "a", "b", "c")
    _, deck = edit(
        file,
        {"op": "add_image", "index": 0, "image_path": "p.png"},
        {"op": "add_chart", "index": 0, "type": "line", "categories": ["x"],
         "series": [{"name": "s", "values": [1]}]},
        {"op": "set_notes", "index": 0, "text": "note"},
        {"op": "duplicate_slide", "index": 0},
        {"op": "move_slide", "index": 0, "to": 3},
    )  # fmt: skip
    assert titles(deck) == ["Slide 0", "Slide 1", "Slide 2", "Slide 0"]
    copy, original = deck.slides[0], deck.slides[3]
    assert copy.notes_slide.notes_text_frame.text == "note"
    charts = [
        next(shape.chart for shape in slide.shapes if shape.has_chart) for slide in (copy, original)
    ]
    assert charts[0].part is not charts[1].part
    again = tmp_path / "again.pptx"
    again.write_bytes(result_of(file).read_bytes())
    _reports, deck = edit(
        again, {"op": "delete_slide", "index": 0}, {"op": "delete_slide", "index": 2}
    )
    assert titles(deck) == ["Slide 1", "Slide 2"]
    left = zipfile.ZipFile(result_of(again)).namelist()
    for folder in ("ppt/charts/", "ppt/embeddings/", "ppt/media/", "ppt/notesSlides/"):
        assert not [name for name in left if name.startswith(folder)], folder


def test_sections_follow_the_slides(tmp_path: Path) -> None:
    file = write_deck(tmp_path, "a", "b", "c")
    with zipfile.ZipFile(file) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    ids = [slide.slide_id for slide in pptx.Presentation(str(file)).slides]

    def listed(*some: int) -> str:
        return "".join(f'<p14:sldId id="{one}"/>' for one in some)

    parts["ppt/presentation.xml"] = parts["ppt/presentation.xml"].replace(
        b"</p:presentation>",
        (
            '<p:extLst><p:ext uri="{521415D9-36F7-43E2-AB2F-B90AF26B5E84}"><p14:sectionLst '
            'xmlns:p14="http://schemas.microsoft.com/office/powerpoint/2010/main">'
            f'<p14:section name="One" id="{{0}}"><p14:sldIdLst>{listed(ids[0], ids[1])}'
            f'</p14:sldIdLst></p14:section><p14:section name="Two" id="{{1}}"><p14:sldIdLst>'
            f"{listed(ids[2])}</p14:sldIdLst></p14:section></p14:sectionLst></p:ext></p:extLst>"
            "</p:presentation>"
        ).encode(),
    )
    with zipfile.ZipFile(file, "w") as archive:
        for name, data in parts.items():
            archive.writestr(name, data)
    _, deck = edit(
        file,
        {"op": "move_slide", "index": 0, "to": 2},
        {"op": "add_slide", "title": "New", "index": 1},
        {"op": "delete_slide", "index": 0},
    )
    found = deck.part._element.xpath("//*[local-name()='section']")
    sections = [[one.get("id") for one in section.iter("{*}sldId")] for section in found]
    order = [str(slide.slide_id) for slide in deck.slides]
    assert [one for section in sections for one in section] == order


# Text


def test_text_is_set_and_keeps_how_the_old_one_looked(tmp_path: Path) -> None:
    file = tmp_path / "deck.pptx"
    deck = pptx.Presentation()
    slide = deck.slides.add_slide(deck.slide_layouts[1])
    slide.shapes.title.text = "Old"
    slide.shapes.title.text_frame.paragraphs[0].runs[0].font.size = Pt(50)
    slide.placeholders[1].text = "old body"
    deck.save(str(file))
    _, after = edit(
        file, {"op": "set_slide_text", "slide_index": 0, "title": "New", "body": "x\ny"}
    )
    title = after.slides[0].shapes.title
    assert title.text_frame.text == "New"
    assert title.text_frame.paragraphs[0].runs[0].font.size == Pt(50)
    assert after.slides[0].placeholders[1].text_frame.text == "x\ny"


def test_bullets_are_appended_in_the_looks_of_the_last(tmp_path: Path) -> None:
    [report], deck = edit(
        write_deck(tmp_path, "first"),
        {
            "op": "append_bullets",
            "index": 0,
            "bullets": [
                "second",
                {"runs": [{"text": "th", "bold": True}, {"text": "ird"}], "level": 1},
            ],
        },
    )
    paragraphs = deck.slides[0].placeholders[1].text_frame.paragraphs
    assert [paragraph.text for paragraph in paragraphs] == ["first", "second", "third"]
    assert [paragraph.level for paragraph in paragraphs] == [0, 0, 1]
    assert report["bullets"] == 2


@pytest.mark.parametrize("level", [9, -1, 1.5, "two", True, [1]])
def test_a_bad_level_of_a_bullet_is_skipped_and_said(tmp_path: Path, level: Any) -> None:
    [report], deck = edit(
        write_deck(tmp_path, "first"),
        {"op": "append_bullets", "index": 0, "bullets": [{"text": "second", "level": level}]},
    )
    [warning] = report["warnings"]
    assert warning["code"] == "style_skipped"
    assert warning["message"].startswith("bullets[0].level ")
    paragraph = deck.slides[0].placeholders[1].text_frame.paragraphs[1]
    assert (paragraph.text, paragraph.level) == ("second", 0)


def test_a_text_is_replaced_across_runs_in_tables_groups_and_notes(tmp_path: Path) -> None:
    file = tmp_path / "deck.pptx"
    deck = pptx.Presentation()
    slide = deck.slides.add_slide(deck.slide_layouts[5])
    paragraph = slide.shapes.title.text_frame.paragraphs[0]
    for text, bold in (("Al", True), ("pha be", False), ("ta", True)):
        run = paragraph.add_run()
        run.text, run.font.bold = text, bold
    table = slide.shapes.add_table(1, 1, 0, 0, Inches(2), Inches(1)).table
    table.cell(0, 0).text = "Alpha cell"
    group = slide.shapes.add_group_shape()
    group.shapes.add_textbox(0, 0, Inches(1), Inches(1)).text_frame.text = "Alpha group"
    slide.notes_slide.notes_text_frame.text = "Alpha note"
    deck.save(str(file))
    [report], after = edit(file, {"op": "replace_text", "find": "Alpha", "replace": "Om\nega"})
    assert (report["matches"], report["in_notes"]) == (4, 1)
    runs = after.slides[0].shapes.title.text_frame.paragraphs[0].runs
    assert [(run.text, run.font.bold) for run in runs] == [
        *(("Om", True), ("ega", True), (" be", False), ("ta", True)),
    ]
    assert after.slides[0].shapes.title.text_frame.text == "Om\vega beta"
    assert after.slides[0].notes_slide.notes_text_frame.text == "Om\vega note"
    assert "Alpha" not in text_of("PptxExtractText", result_of(file))


def test_replace_text_heeds_slide_case_and_words_and_says_when_nothing_is_found(
    tmp_path: Path,
) -> None:
    file = write_deck(tmp_path, "cat Cat category", "cat")
    reports, deck = edit(
        file,
        {"op": "replace_text", "index": 0, "search": "cat", "replace": "dog",
         "match_case": False, "whole_word": True},
        {"op": "replace_text", "search": "absent", "replace": "x"},
    )  # fmt: skip
    assert deck.slides[0].placeholders[1].text_frame.text == "dog dog category"
    assert deck.slides[1].placeholders[1].text_frame.text == "cat"
    assert reports[0]["matches"] == 2
    assert (reports[1]["matches"], codes(reports[1])) == (0, ["no_match"])


def test_a_part_of_a_run_is_formatted_and_the_rest_is_not(tmp_path: Path) -> None:
    [report], deck = edit(
        write_deck(tmp_path, "plain loud plain"),
        {"op": "format_text", "index": 0, "search": "loud", "bold": True, "font_size": 40,
         "alignment": "right"},
    )  # fmt: skip
    paragraph = deck.slides[0].placeholders[1].text_frame.paragraphs[0]
    assert [(run.text, run.font.bold) for run in paragraph.runs] == [
        *(("plain ", None), ("loud", True), (" plain", None)),
    ]
    assert paragraph.runs[1].font.size == Pt(40)
    assert report["matches"] == 1


@pytest.mark.parametrize("shape", ["Title 1", 0])
def test_a_whole_shape_is_formatted_by_name_or_index(tmp_path: Path, shape: str | int) -> None:
    _, deck = edit(
        write_deck(tmp_path, "a"),
        {"op": "format_text", "index": 0, "shape": shape, "font_color": "00FF00"},
    )
    run = deck.slides[0].shapes.title.text_frame.paragraphs[0].runs[0]
    assert run.font.color.rgb == (0, 255, 0)


def test_an_unknown_shape_is_refused_with_the_list(tmp_path: Path) -> None:
    with pytest.raises(ValidationFailed, match="Title 1"):
        edit(
            write_deck(tmp_path, "a"), {"op": "format_text", "index": 0, "shape": "X", "bold": True}
        )


def test_a_link_is_laid_over_a_text(tmp_path: Path) -> None:
    _, deck = edit(
        write_deck(tmp_path, "see here now"),
        {"op": "add_hyperlink", "index": 0, "search": "here", "url": "https://example.org/a?b=c"},
    )
    runs = deck.slides[0].placeholders[1].text_frame.paragraphs[0].runs
    assert [run.hyperlink.address for run in runs] == [None, "https://example.org/a?b=c", None]


@pytest.mark.parametrize(
    ("url", "stored"),
    [
        ('https://example.org/a b?q="c d"', "https://example.org/a%20b?q=%22c%20d%22"),
        ("https://example.org/<x>{y}|z\\", "https://example.org/%3Cx%3E%7By%7D%7Cz%5C"),
        ("https://example.org/a%20b?100%", "https://example.org/a%20b?100%25"),
        ("https://bücher.example/ü", "https://bücher.example/ü"),
    ],
)
def test_what_may_not_stand_in_an_address_is_encoded(tmp_path: Path, url: str, stored: str) -> None:
    ops = [
        {"op": "add_hyperlink", "index": 0, "search": "here", "url": url},
        {"op": "format_text", "index": 0, "search": "now", "link": url},
    ]
    _, deck = edit(write_deck(tmp_path, "here now"), *ops)
    runs = deck.slides[0].placeholders[1].text_frame.paragraphs[0].runs
    assert [run.hyperlink.address for run in runs] == [stored, None, stored]


def test_text_that_overflows_its_box_is_said(tmp_path: Path) -> None:
    reports, _ = edit(
        write_deck(tmp_path, "short"),
        {"op": "set_slide_text", "index": 0, "body": "fits"},
        {"op": "set_slide_text", "index": 0, "body": "\n".join(["a long line of text"] * 30)},
    )
    assert codes(reports[0]) == []
    assert codes(reports[1]) == ["overflow"]


# Notes, footers


def test_notes_are_made_with_a_master_where_there_is_none_and_replaced_where_there_are(
    tmp_path: Path,
) -> None:
    file = write_deck(tmp_path, "a")
    reports, deck = edit(
        file,
        {"op": "set_notes", "index": 0, "text": "first"},
        {"op": "set_notes", "index": 0, "text": "Say this.\nThen that."},
    )
    assert [report["notes_page_added"] for report in reports] == [True, False]
    assert deck.slides[0].notes_slide.notes_text_frame.text == "Say this.\nThen that."
    assert deck.notes_master is not None
    names = zipfile.ZipFile(result_of(file)).namelist()
    assert len([name for name in names if name.startswith("ppt/notesMasters/notes")]) == 1


def test_footers_numbers_and_dates_are_shown_and_hidden(tmp_path: Path) -> None:
    file = write_deck(tmp_path, "a", "b")
    reports, deck = edit(
        file,
        {"op": "set_footer", "text": "Confidential", "slide_number": True, "date": "1 May"},
        {"op": "set_footer", "index": 1, "text": "", "slide_number": False},
    )
    assert [report["slides"] for report in reports] == [2, 1]

    def foot(index: int) -> dict[str, str]:
        return {
            shape.placeholder_format.type.name: shape.text_frame.text
            for shape in deck.slides[index].placeholders
            if shape.placeholder_format.idx >= 10
        }

    assert foot(0) == {"FOOTER": "Confidential", "SLIDE_NUMBER": "‹#›", "DATE": "1 May"}
    assert foot(1) == {"DATE": "1 May"}


# Tables, charts, pictures


def test_a_table_takes_the_place_of_an_empty_placeholder(tmp_path: Path) -> None:
    [_, report], deck = edit(
        write_deck(tmp_path),
        {"op": "add_slide", "layout": "title_and_content", "title": "T"},
        {"op": "add_table", "index": 0, "rows": [["Name", "Sum"], ["<a> & b", 1.5], ["c"]]},
    )
    assert (report["rows"], report["columns"]) == (3, 2)
    assert codes(report) == ["rows_padded"]
    _title, frame = deck.slides[0].shapes
    assert frame.is_placeholder
    cells = [[cell.text for cell in row.cells] for row in frame.table.rows]
    assert cells == [["Name", "Sum"], ["<a> & b", "1.5"], ["c", ""]]
    assert frame.table.first_row


def test_a_table_stands_where_it_is_asked_to(tmp_path: Path) -> None:
    _, deck = edit(
        write_deck(tmp_path, "a"),
        {"op": "add_table", "index": 0, "rows": [["x"]], "left": 1, "top": 2, "width": 3,
         "height": 1, "header": False},
    )  # fmt: skip
    frame = deck.slides[0].shapes[-1]
    assert [frame.left, frame.top, frame.width, frame.height] == [
        *(Inches(1), Inches(2), Inches(3), Inches(1)),
    ]
    assert not frame.table.first_row


@pytest.mark.parametrize(
    ("kind", "name"),
    [
        ("bar", "COLUMN_CLUSTERED"),
        ("line", "LINE"),
        ("pie", "PIE"),
        ("doughnut", "DOUGHNUT"),
        ("area", "AREA"),
    ],
)
def test_a_chart_is_native_and_its_data_can_be_edited(tmp_path: Path, kind: str, name: str) -> None:
    file = write_deck(tmp_path, "a")
    op = {"op": "add_chart", "index": 0, "type": kind, "categories": ["Q1", "Q2 & <3>"],
          "series": [{"name": "North", "values": [1, 2.5]}, {"name": "South", "values": [None, 4]}],
          "title": "Sales", "left": 1, "top": 1, "width": 5, "height": 3}  # fmt: skip
    _, deck = edit(file, op)
    chart = deck.slides[0].shapes[-1].chart
    assert chart.chart_type.name.startswith(name)
    assert chart.chart_title.text_frame.text == "Sales"
    assert list(chart.plots[0].categories) == ["Q1", "Q2 & <3>"]
    assert [(one.name, list(one.values)) for one in chart.plots[0].series] == [
        *(("North", [1.0, 2.5]), ("South", [None, 4.0])),
    ]
    book = openpyxl.load_workbook(io.BytesIO(chart.part.chart_workbook.xlsx_part.blob))
    assert [list(row) for row in book["Sheet1"].values] == [
        [None, "North", "South"],
        ["Q1", 1, None],
        ["Q2 & <3>", 2.5, 4],
    ]
    first = sha256(result_of(file))
    edit(file, op)
    assert sha256(result_of(file)) == first


def test_a_scatter_chart_takes_numbers_for_its_x_axis(tmp_path: Path) -> None:
    file = write_deck(tmp_path, "a")
    op = {"op": "add_chart", "index": 0, "type": "scatter", "categories": [1, 2],
          "series": [{"name": "s", "values": [3, 4]}]}  # fmt: skip
    _, deck = edit(file, op)
    assert deck.slides[0].shapes[-1].chart.chart_type.name.startswith("XY_SCATTER")
    with pytest.raises(ValidationFailed, match="categories"):
        edit(file, {**op, "categories": ["a", "b"]})


def test_a_picture_keeps_its_proportions_and_is_stored_once(tmp_path: Path) -> None:
    Image.new("RGB", (200, 100), "blue").save(tmp_path / "p.png")
    file = write_deck(tmp_path, "a", "b")
    _, deck = edit(
        file,
        {"op": "add_image", "index": 0, "image_path": "p.png", "left": 1, "top": 1, "width": 4,
         "alt_text": 'A "blue" box'},
        {"op": "add_image", "index": 1, "image_path": "p.png", "height": 1},
    )  # fmt: skip
    first, second = deck.slides[0].shapes[-1], deck.slides[1].shapes[-1]
    assert (first.width, first.height) == (Inches(4), Inches(2))
    assert (second.width, second.height) == (Inches(2), Inches(1))
    assert first._element.nvPicPr.cNvPr.get("descr") == 'A "blue" box'
    assert first.image.blob == (tmp_path / "p.png").read_bytes()
    media = [n for n in zipfile.ZipFile(result_of(file)).namelist() if "/media/" in n]
    assert len(media) == 1


@pytest.mark.parametrize("size", [(1, 20_000), (100_000, 1)])
@pytest.mark.parametrize("asked", [{}, {"width": 2}, {"height": 2}])
def test_a_picture_too_thin_to_be_seen_is_refused(
    tmp_path: Path, size: tuple[int, int], asked: dict[str, Any]
) -> None:
    Image.new("L", size).save(tmp_path / "p.png")
    op = {"op": "add_image", "index": 0, "image_path": "p.png", **asked}
    with pytest.raises(ValidationFailed, match=r"ops\[0\]\.image_path.*thin"):
        edit(write_deck(tmp_path, "a"), op)
    _, deck = edit(write_deck(tmp_path, "a"), {**op, "width": 1, "height": 2})
    picture = deck.slides[0].shapes[-1]
    assert (picture.width, picture.height) == (Inches(1), Inches(2))


@pytest.mark.parametrize(
    ("size", "asked"), [((100, 2000), {"width": 2}), ((2000, 100), {"height": 2})]
)
def test_the_side_not_asked_for_stays_on_the_slide(
    tmp_path: Path, size: tuple[int, int], asked: dict[str, Any]
) -> None:
    Image.new("L", size).save(tmp_path / "p.png")
    op = {"op": "add_image", "index": 0, "image_path": "p.png", "left": 0, "top": 0, **asked}
    [report], deck = edit(write_deck(tmp_path, "a"), op)
    assert codes(report) == ["fitted"]
    picture = deck.slides[0].shapes[-1]
    assert (picture.width <= deck.slide_width, picture.height <= deck.slide_height) == (True, True)
    assert picture.width / picture.height == pytest.approx(size[0] / size[1], rel=0.01)


def test_what_is_no_picture_is_refused(tmp_path: Path) -> None:
    (tmp_path / "p.png").write_text("not a picture")
    with pytest.raises(ValidationFailed, match=r"ops\[0\]\.image_path"):
        edit(write_deck(tmp_path, "a"), {"op": "add_image", "index": 0, "image_path": "p.png"})


def boxes(slide: Any) -> dict[str, tuple[int, int, int, int]]:
    return {
        shape.name: (shape.left, shape.top, shape.left + shape.width, shape.top + shape.height)
        for shape in slide.shapes
    }


def overlapping(slide: Any) -> list[tuple[str, str]]:
    found = list(boxes(slide).items())
    return [
        (one, other)
        for at, (one, a) in enumerate(found)
        for other, b in found[at + 1 :]
        if a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]
    ]


TABLE: dict[str, Any] = {"op": "add_table", "index": 0, "rows": [["Name", "Sum"], ["a", 1]]}
CHART: dict[str, Any] = {
    "op": "add_chart",
    "index": 0,
    "type": "bar",
    "categories": ["a", "b"],
    "series": [{"name": "s", "values": [1, 2]}],
}


@pytest.mark.parametrize("new", [True, False])
def test_what_has_no_place_given_stands_beside_a_filled_body_not_on_it(
    tmp_path: Path, new: bool
) -> None:
    file = tmp_path / "new.pptx" if new else write_deck(tmp_path)
    slide = {"op": "add_slide", "layout": "title_and_content", "title": "T", "body": "One\nTwo"}
    [_, table, chart], deck = edit(file, slide, TABLE, CHART, create_new=new)
    assert codes(table) == ["body_narrowed"]
    assert codes(chart) == []
    assert len(deck.slides[0].shapes) == 4
    assert overlapping(deck.slides[0]) == []
    for left, top, right, bottom in boxes(deck.slides[0]).values():
        assert min(left, top) >= 0
        assert (right <= deck.slide_width, bottom <= deck.slide_height) == (True, True)


def test_free_room_is_taken_before_the_body_is_made_narrower(tmp_path: Path) -> None:
    Image.new("RGB", (300, 200), "blue").save(tmp_path / "p.png")
    picture = {"op": "add_image", "index": 0, "image_path": "p.png"}
    slide = {"op": "add_slide", "layout": "title_only", "title": "T"}
    reports, deck = edit(write_deck(tmp_path), slide, TABLE, picture, CHART)
    assert [codes(report) for report in reports] == [[], [], [], []]
    assert overlapping(deck.slides[0]) == []


def test_where_no_room_is_left_the_shapes_lain_over_are_named(tmp_path: Path) -> None:
    slide = {"op": "add_slide", "layout": "title_and_content", "title": "T"}
    reports, deck = edit(write_deck(tmp_path), slide, CHART, CHART)
    [warning] = reports[2]["warnings"]
    assert warning["code"] == "overlaps"
    assert deck.slides[0].shapes[1].name in warning["message"]


@pytest.mark.parametrize("op", [TABLE, CHART])
def test_a_place_off_the_slide_is_taken_and_said(tmp_path: Path, op: dict[str, Any]) -> None:
    asked = {**op, "left": -1, "top": 1, "width": 100, "height": 1}
    [report], deck = edit(write_deck(tmp_path, "a"), asked)
    assert codes(report) == ["off_slide"]
    assert deck.slides[0].shapes[-1].width == Inches(100)


# Layout and size


def test_another_layout_takes_over_the_placeholders(tmp_path: Path) -> None:
    [report], deck = edit(
        write_deck(tmp_path, "body"), {"op": "set_layout", "index": 0, "layout": "two_content"}
    )
    slide = deck.slides[0]
    assert slide.slide_layout.name == "Two Content"
    assert [shape.text_frame.text for shape in slide.placeholders] == ["Slide 0", "body", ""]
    assert report["kept_in_place"] == 0


def test_what_a_layout_has_no_place_for_stays_where_it_stood(tmp_path: Path) -> None:
    [report], deck = edit(
        write_deck(tmp_path, "body"), {"op": "set_layout", "index": 0, "layout": "Title Only"}
    )
    assert report["kept_in_place"] == 1
    assert codes(report) == ["kept_in_place"]
    body = deck.slides[0].shapes[1]
    assert body.text_frame.text == "body"
    assert body.width > Inches(5)


@pytest.mark.parametrize(
    ("keys", "size"),
    [
        ({"ratio": "16:9"}, (12_192_000, 6_858_000)),
        ({"ratio": "4:3"}, (9_144_000, 6_858_000)),
        ({"width": 8, "height": 5}, (Inches(8), Inches(5))),
    ],
)
def test_the_slides_get_another_size(
    tmp_path: Path, keys: dict[str, Any], size: tuple[int, int]
) -> None:
    _, deck = edit(write_deck(tmp_path, "a"), {"op": "set_slide_size", **keys})
    assert (deck.slide_width, deck.slide_height) == size
    title = deck.slide_master.placeholders[0]
    assert title.left + title.width <= deck.slide_width


# Refusals and copies


@pytest.mark.parametrize(
    ("op", "named"),
    [
        ({"op": "set_slide_text", "index": 5, "title": "x"}, "ops[0].index"),
        ({"op": "set_slide_text", "index": -1, "title": "x"}, "ops[0]"),
        ({"op": "set_slide_text", "index": "0", "title": "x"}, "ops[0]"),
        ({"op": "set_slide_text", "index": 0}, "ops[0]"),
        ({"op": "set_slide_text", "title": "x"}, "ops[0].index"),
        ({"op": "set_slide_text", "index": 0, "title": 7}, "ops[0].title"),
        ({"op": "set_slide_text", "index": 0, "titel": "x"}, "ops[0].titel"),
        ({"op": "append_bullets", "index": 0, "bullets": []}, "ops[0].bullets"),
        ({"op": "replace_text", "search": "", "replace": "x"}, "ops[0].search"),
        ({"op": "set_notes", "index": 0}, "ops[0].text"),
        ({"op": "add_table", "index": 0, "rows": []}, "ops[0].rows"),
        ({"op": "add_table", "index": 0, "rows": [[]]}, "ops[0].rows"),
        ({"op": "add_chart", "index": 0, "type": "radar", "categories": ["a"],
          "series": [{"name": "s", "values": [1]}]}, "ops[0].type"),
        ({"op": "add_chart", "index": 0, "type": "bar", "categories": ["a"],
          "series": [{"name": "s", "values": [1, 2]}]}, "series[0].values"),
        ({"op": "move_slide", "index": 0, "to": 9}, "ops[0].to"),
        ({"op": "duplicate_slide", "index": 0, "to": 9}, "ops[0].to"),
        ({"op": "delete_slide", "index": 1}, "ops[0].index"),
        ({"op": "set_layout", "index": 0, "layout": "?"}, "ops[0].layout"),
        ({"op": "format_text", "index": 0, "bold": True}, "ops[0]"),
        ({"op": "add_hyperlink", "index": 0, "search": "a", "url": "file:///etc"}, "ops[0].url"),
        ({"op": "set_footer"}, "ops[0]"),
        ({"op": "set_slide_size", "ratio": "1:1"}, "ops[0].ratio"),
        ({"op": "set_slide_size", "width": 3}, "ops[0]"),
        ({"op": "explode"}, "ops[0]"),
    ],
)  # fmt: skip
def test_bad_arguments_are_refused_and_nothing_is_written(
    tmp_path: Path, op: dict[str, Any], named: str
) -> None:
    file = write_deck(tmp_path, "a")
    before = file.read_bytes()
    with pytest.raises(ValidationFailed) as refused:
        edit(file, op)
    assert named in refused.value.message
    assert not result_of(file).exists()
    assert file.read_bytes() == before


def test_all_operations_or_none(tmp_path: Path) -> None:
    file = write_deck(tmp_path, "a")
    with pytest.raises(ValidationFailed, match=r"ops\[1\]\.index"):
        edit(file, {"op": "set_notes", "index": 0, "text": "n"}, {"op": "delete_slide", "index": 4})
    assert not result_of(file).exists()


def test_a_copy_is_edited_and_its_source_is_not(tmp_path: Path) -> None:
    file = write_deck(tmp_path, "a")
    before = file.read_bytes()
    _, deck = edit(tmp_path / "copy.pptx", {"op": "add_slide", "title": "New"}, copy_from=file.name)
    assert titles(deck) == ["Slide 0", "New"]
    assert file.read_bytes() == before


def test_what_is_not_touched_keeps_its_bytes(tmp_path: Path) -> None:
    file = write_deck(tmp_path, "a", "b")
    edit(file, {"op": "set_slide_text", "index": 1, "title": "x"})
    with zipfile.ZipFile(file) as old, zipfile.ZipFile(result_of(file)) as new:
        changed = [name for name in old.namelist() if old.read(name) != new.read(name)]
        assert changed == ["ppt/slides/slide2.xml"]


def test_a_body_that_holds_a_table_is_not_written_over(tmp_path: Path) -> None:
    with pytest.raises(ValidationFailed, match="holds a table"):
        edit(
            write_deck(tmp_path),
            {"op": "add_slide", "layout": "title_and_content", "title": "T"},
            {"op": "add_table", "index": 0, "rows": [["a"]]},
            {"op": "set_slide_text", "index": 0, "body": "x"},
        )


def test_numbers_that_are_none_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ValidationFailed, match=r"ops\[0\]\.series\[0\]\.values"):
        edit(
            write_deck(tmp_path, "a"),
            {"op": "add_chart", "index": 0, "type": "bar", "categories": ["a"],
             "series": [{"name": "s", "values": [float("nan")]}]},
        )  # fmt: skip
