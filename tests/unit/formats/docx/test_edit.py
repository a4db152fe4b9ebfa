"""Every operation on Word documents, read back with python-docx."""

from __future__ import annotations

import hashlib
import zipfile
from pathlib import Path
from typing import Any

import docx
import pytest
from docx.enum.section import WD_ORIENT
from docx.enum.text import WD_ALIGN_PARAGRAPH, WD_COLOR_INDEX
from docx.shared import Inches, Pt, RGBColor
from PIL import Image

from keenbench.errors import ValidationFailed
from tests.documents import call, paragraph, text_of, word
from tests.docx_edits import W, created, edited, names, part, run

RELATION = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"


def body(file: Path) -> list[str]:
    return [one.text for one in docx.Document(str(file)).paragraphs]


def warnings(answer: dict[str, Any], at: int = 0) -> list[str]:
    return [one["code"] for one in answer["report"][at]["warnings"]]


@pytest.fixture
def report(tmp_path: Path) -> Path:
    """A document of three sections, a table between."""
    return created(
        tmp_path / "made",
        {
            "op": "set_paragraphs",
            "paragraphs": [
                {"text": "Report", "style": "Title"},
                {"text": "Summary", "style": "Heading1"},
                {"text": "All is well."},
                {"text": "Details", "style": "Heading 1"},
                {"text": "First detail."},
                {"text": "Second detail."},
            ],
        },
        {"op": "add_table", "rows": [["Name", "Sum"], ["a", 1], ["b", 2.5]], "after": {"index": 4}},
        name="report.docx",
    )


# New documents


def test_a_new_document_is_the_same_bytes_every_time(tmp_path: Path) -> None:
    ops = [{"op": "append_paragraph", "text": "x", "list": "bullet"}]
    made = [created(tmp_path / str(at), *ops) for at in range(2)]
    assert len({hashlib.sha256(one.read_bytes()).hexdigest() for one in made}) == 1


@pytest.mark.parametrize("suffix", [".docx", ".dotx", ".docm", ".dotm"])
def test_a_new_document_has_the_type_of_its_name(tmp_path: Path, suffix: str) -> None:
    file = created(tmp_path, {"op": "append_paragraph", "text": "x"}, name=f"new{suffix}")
    types = part(file, "[Content_Types].xml")
    kinds = [one.get("ContentType") or "" for one in types if one.get("PartName")]
    assert any(("template" in kind.lower()) == suffix.startswith(".dot") for kind in kinds)
    assert text_of("DocxExtractText", file).endswith("x\n")


def test_a_copy_of_a_template_becomes_a_document(tmp_path: Path) -> None:
    template = created(tmp_path, {"op": "append_paragraph", "text": "x"}, name="base.dotx")
    out = tmp_path / "copy"
    ops = [{"op": "append_paragraph", "text": "y"}]
    params = {"path": "copy.docx", "copy_from": "base.dotx", "ops": ops}
    run("DocxApplyOps", params, {"base.dotx": template}, out)
    assert body(out / "result")[-2:] == ["x", "y"]


# Style fields


def test_every_run_field_is_written(tmp_path: Path) -> None:
    fields = {
        "font_name": "Arial",
        "font_size": 10.5,
        "bold": True,
        "italic": True,
        "underline": True,
        "strike": True,
        "font_color": "FF1A2B3C",
        "highlight_color": "#FFFF00",
    }
    file = created(tmp_path, {"op": "append_paragraph", "runs": [{"text": "x", **fields}]})
    font = docx.Document(str(file)).paragraphs[-1].runs[0].font
    assert (font.name, font.size, font.color.rgb) == ("Arial", Pt(10.5), RGBColor(0x1A, 0x2B, 0x3C))
    assert (font.bold, font.italic, font.underline, font.strike) == (True,) * 4
    assert font.highlight_color == WD_COLOR_INDEX.YELLOW
    read = call("DocxGetSectionContent", file)["section"]["paragraphs"][-1]["runs"][0]
    assert read == {"text": "x", **fields, "font_color": "#1A2B3C"}


def test_every_paragraph_field_is_written(tmp_path: Path) -> None:
    fields = {
        "style": "heading 2",
        "alignment": "justify",
        "space_before": 6,
        "space_after": 12.5,
        "line_spacing": 1.5,
        "indent_left": 0.5,
        "indent_right": 0.25,
        "indent_first_line": -0.25,
    }
    file = created(tmp_path, {"op": "append_paragraph", "text": "x", **fields})
    one = docx.Document(str(file)).paragraphs[-1]
    shape = one.paragraph_format
    assert one.style is not None
    assert one.style.name == "Heading 2"
    assert one.alignment == WD_ALIGN_PARAGRAPH.JUSTIFY
    assert (shape.space_before, shape.space_after, shape.line_spacing) == (Pt(6), Pt(12.5), 1.5)
    assert (shape.left_indent, shape.right_indent) == (Inches(0.5), Inches(0.25))
    assert shape.first_line_indent == Inches(-0.25)


def test_a_bad_style_value_is_skipped_and_said(tmp_path: Path) -> None:
    bad = {
        "style": "No Such Style",
        "alignment": "diagonal",
        "space_before": "much",
        "list": "roman",
        "level": True,
    }
    run_keys = {"font_size": -3, "bold": "yes", "font_color": "red-ish", "link": "javascript:x"}
    file = word(tmp_path, paragraph("a"))
    op = {"op": "append_paragraph", "runs": [{"text": "x", "italic": True, **run_keys}], **bad}
    result, answer = edited(file, op)
    said = answer["report"][0]["warnings"]
    assert {one["code"] for one in said} == {"style_skipped"}
    assert len(said) == len(bad) + len(run_keys)
    assert docx.Document(str(result)).paragraphs[-1].runs[0].italic is True


def test_a_link_is_a_relationship(tmp_path: Path) -> None:
    runs = [{"text": "here", "link": "https://example.org/?a=1&b=2"}, {"text": "t", "link": "#top"}]
    file = created(tmp_path, {"op": "append_paragraph", "runs": runs})
    links = docx.Document(str(file)).paragraphs[-1].hyperlinks
    assert [(link.address, link.fragment) for link in links] == [
        ("https://example.org/?a=1&b=2", ""),
        ("", "top"),
    ]


def test_what_may_not_stand_in_an_address_is_encoded(tmp_path: Path) -> None:
    given = ['https://a.example/a b"<c>%20%zz', "https://ä.example/é?q=[1]#x"]
    runs = [{"text": "t", "link": link} for link in given]
    file = created(tmp_path, {"op": "append_paragraph", "runs": runs})
    targets = [one.get("Target") for one in part(file, "word/_rels/document.xml.rels")]
    assert "https://a.example/a%20b%22%3Cc%3E%20%25zz" in targets
    assert given[1] in targets


def test_a_link_to_no_bookmark_is_said(tmp_path: Path) -> None:
    file = word(tmp_path, "<w:p><w:bookmarkStart w:id='1' w:name='Here'/></w:p>")
    for link, codes in (("#here", []), ("#_top", []), ("#nope", ["no_bookmark"])):
        op = {"op": "append_paragraph", "runs": [{"text": "t", "link": link}]}
        assert warnings(edited(file, op)[1]) == codes


def test_lists_count_and_a_new_list_starts_again(tmp_path: Path) -> None:
    items = [
        {"text": "one", "list": "number"},
        {"text": "inner", "list": "number", "level": 1},
        {"text": "two", "list": "number"},
        {"text": "between"},
        {"text": "again", "list": "number"},
        {"text": "dot", "list": "bullet"},
    ]
    file = created(tmp_path, {"op": "set_paragraphs", "paragraphs": items})
    more, _ = edited(file, {"op": "append_paragraph", "text": "dot", "list": "bullet"})
    assert text_of("DocxExtractText", more) == (
        "1. one\n  a. inner\n2. two\nbetween\n1. again\n• dot\n• dot\n"
    )


# Paragraphs


def test_set_paragraphs_keeps_sections_headers_and_styles(tmp_path: Path) -> None:
    section = "<w:sectPr><w:headerReference r:id='header1' w:type='default'/></w:sectPr>"
    file = word(
        tmp_path,
        f"<w:p><w:pPr>{section}</w:pPr></w:p>{paragraph('old')}<w:tbl><w:tr><w:tc><w:p/></w:tc>"
        "</w:tr></w:tbl><w:sectPr><w:pgSz w:w='1' w:h='2'/></w:sectPr>",
        header1=f"<w:hdr>{paragraph('head')}</w:hdr>",
    )
    result, answer = edited(file, {"op": "set_paragraphs", "paragraphs": [{"text": "new"}]})
    root = part(result)
    assert [one.get(f"{W}w") for one in root.iter(f"{W}pgSz")] == ["1"]
    assert len(list(root.iter(f"{W}sectPr"))) == 2
    assert "[header: head]" in text_of("DocxExtractText", result)
    assert body(result)[0] == "new" and "old" not in body(result)
    assert warnings(answer) == ["sections_kept"]


def test_paragraphs_are_inserted_by_index_heading_and_text(report: Path) -> None:
    def new(text: str, **where: Any) -> dict[str, Any]:
        return {"op": "insert_paragraphs", "paragraphs": [{"text": text}], **where}

    result, answer = edited(
        report,
        new("A", before={"index": 0, "expect_text": "Report"}),
        new("B", after={"heading": "details"}),
        new("C", after={"text": "All is well."}),
        new("D", before={"text": "cond det"}),
    )
    assert body(result) == [
        "A", "Report", "Summary", "All is well.", "C", "Details", "B", "First detail.", "D",
        "Second detail.",
    ]  # fmt: skip
    assert [one["paragraph_index"] for one in answer["report"]] == [0, 5, 4, 8]


def test_paragraphs_are_deleted_by_index_and_text(report: Path) -> None:
    result, answer = edited(
        report,
        {"op": "delete_paragraphs", "start": 1, "count": 2, "expect_text": "Summary"},
        {"op": "delete_paragraphs", "text": "Second"},
    )
    assert body(result) == ["Report", "Details", "First detail."]
    assert [one["deleted_paragraphs"] for one in answer["report"]] == [2, 1]


def test_a_section_is_replaced_with_its_tables(report: Path) -> None:
    op = {"op": "replace_section", "section": "Details", "paragraphs": [{"text": "Nothing."}]}
    result, answer = edited(report, op)
    assert body(result) == ["Report", "Summary", "All is well.", "Details", "Nothing."]
    assert answer["report"][0]["deleted_tables"] == 1
    assert docx.Document(str(result)).tables == []


def test_a_deletion_keeps_bookmarks_comments_and_section_breaks(tmp_path: Path) -> None:
    file = word(
        tmp_path,
        "<w:p><w:bookmarkStart w:id='1' w:name='b'/><w:commentRangeStart w:id='0'/>"
        "<w:r><w:t>a</w:t></w:r><w:bookmarkEnd w:id='1'/></w:p>"
        "<w:p><w:pPr><w:sectPr/></w:pPr><w:r><w:t>b</w:t></w:r></w:p>"
        "<w:p><w:r><w:t>c</w:t></w:r><w:commentRangeEnd w:id='0'/>"
        "<w:r><w:commentReference w:id='0'/></w:r></w:p>",
        comments=f"<w:comments><w:comment w:id='0'>{paragraph('why')}</w:comment></w:comments>",
    )
    result, answer = edited(file, {"op": "delete_paragraphs", "start": 0, "count": 2})
    root = part(result)
    for name in ("bookmarkStart", "bookmarkEnd", "commentRangeStart", "commentRangeEnd", "sectPr"):
        assert len(list(root.iter(f"{W}{name}"))) == 1, name
    assert "".join(body(result)) == "c"
    assert set(warnings(answer)) == {"section_break_kept", "marks_kept"}


def test_a_note_goes_with_its_paragraph(tmp_path: Path) -> None:
    file = created(tmp_path, {"op": "append_paragraph", "text": "a"})
    noted, _ = edited(file, {"op": "add_footnote", "anchor": {"text": "a"}, "text": "note"})
    result, answer = edited(noted, {"op": "delete_paragraphs", "text": "a"})
    assert answer["report"][0]["deleted_notes"] == 1
    assert "note" not in text_of("DocxExtractText", result)


def test_text_boxes_that_go_with_a_paragraph_are_counted(tmp_path: Path) -> None:
    box = f"<w:txbxContent>{paragraph('boxed')}</w:txbxContent>"
    both = (
        f"<mc:AlternateContent><mc:Choice Requires='wps'>{box}</mc:Choice>"
        f"<mc:Fallback>{box}</mc:Fallback></mc:AlternateContent>"
    )
    file = word(tmp_path, f"<w:p><w:r>{both}<w:pict>{box}</w:pict></w:r></w:p>{paragraph('a')}")
    for tracked in (False, True):
        op = {"op": "delete_paragraphs", "start": 0}
        _, answer = edited(file, op, track_changes=tracked)
        assert answer["report"][0]["deleted_text_boxes"] == 2


def test_a_page_is_broken(report: Path) -> None:
    result, _ = edited(report, {"op": "add_page_break", "before": {"heading": "Details"}})
    [mark] = [one for one in part(result).iter(f"{W}br") if one.get(f"{W}type") == "page"]
    assert text_of("DocxExtractText", result).split("Details")[0].endswith("\n\n\n")
    assert mark is not None


# Tables


def test_a_table_has_its_cells_and_a_header_row(report: Path) -> None:
    [table] = docx.Document(str(report)).tables
    assert [[cell.text for cell in row.cells] for row in table.rows] == [
        ["Name", "Sum"],
        ["a", "1"],
        ["b", "2.5"],
    ]
    assert table.style is not None
    assert table.style.name == "Table Grid"
    assert part(report).find(f".//{W}tblHeader") is not None


def test_cells_are_set_and_keep_their_looks(report: Path) -> None:
    cells = [{"row": 0, "col": 1, "text": "Total"}, {"row": 1, "col": 0, "runs": [{"text": "A"}]}]
    result, answer = edited(report, {"op": "set_table_cells", "table": 0, "cells": cells})
    [table] = docx.Document(str(result)).tables
    assert table.cell(0, 1).text == "Total"
    assert table.cell(0, 1).paragraphs[0].runs[0].bold is True
    assert table.cell(1, 0).text == "A"
    assert answer["report"][0]["cells"] == 2


def test_rows_are_appended_like_the_last(report: Path) -> None:
    op = {"op": "append_table_rows", "table": 0, "rows": [["c", 3], ["d"]]}
    result, _ = edited(report, op)
    [table] = docx.Document(str(result)).tables
    assert [cell.text for cell in table.rows[-2].cells] == ["c", "3"]
    assert [cell.text for cell in table.rows[-1].cells] == ["d", ""]
    assert len(list(part(result).iter(f"{W}tblHeader"))) == 1


def test_a_table_is_formatted(report: Path) -> None:
    op = {
        "op": "format_table",
        "table": 0,
        "widths": [1.5, 3],
        "merge": [
            {"from": {"row": 1, "col": 0}, "to": {"row": 2, "col": 0}},
            {"from": [0, 0], "to": [0, 1]},
        ],
        "shading": [{"row": 0, "color": "#DDEEFF"}],
        "borders": {"style": "double", "color": "#112233", "size": 1},
        "alignment": "center",
    }
    result, answer = edited(report, op)
    [table] = docx.Document(str(result)).tables
    assert [column.width for column in table.columns] == [Inches(1.5), Inches(3)]
    assert table.cell(0, 0)._tc is table.cell(0, 1)._tc
    assert table.cell(1, 0)._tc is table.cell(2, 0)._tc
    assert table.cell(1, 0).text == "a\nb"
    root = part(result)
    assert [one.get(f"{W}fill") for one in root.iter(f"{W}shd")] == ["DDEEFF"]
    border = root.find(f".//{W}tblBorders/{W}insideH")
    assert border is not None
    assert (border.get(f"{W}val"), border.get(f"{W}color")) == ("double", "112233")
    assert answer["report"][0]["merged"] == 2


def test_tables_do_not_touch(report: Path) -> None:
    one = {"op": "add_table", "rows": [["x"]]}
    result, _ = edited(report, one, one)
    kinds = [str(child.tag).removeprefix(W) for child in part(result)[0]]
    assert "tbl tbl" not in " ".join(kinds)
    assert kinds[-2:] == ["p", "sectPr"]


# Pictures, comments, notes


@pytest.mark.parametrize(("kind", "dpi"), [("png", 200), ("jpeg", 200), ("gif", None)])
def test_a_picture_has_its_own_size(report: Path, kind: str, dpi: int | None) -> None:
    picture = report.parent / f"p.{kind}"
    Image.new("RGB", (400, 100), "red").save(picture, kind, dpi=(dpi, dpi) if dpi else (96, 96))
    op = {"op": "insert_image", "image_path": picture.name, "alt_text": 'a "red" <bar>'}
    result, _ = edited(report, op, {**op, "width": 1}, beside={picture.name: picture})
    first, second = docx.Document(str(result)).inline_shapes
    width = 400 / (dpi or 96)
    assert (first.width, first.height) == (Inches(width), Inches(width / 4))
    assert (second.width, second.height) == (Inches(1), Inches(0.25))
    assert len([name for name in names(result) if name.startswith("word/media/")]) == 1
    assert '[image: a "red" <bar>]' in text_of("DocxExtractText", result)
    ids = [one.get("id") for one in part(result).iter() if str(one.tag).endswith("}docPr")]
    assert len(set(ids)) == 2


def test_a_wide_picture_is_fitted_to_the_text(report: Path) -> None:
    picture = report.parent / "wide.png"
    Image.new("RGB", (2000, 10)).save(picture)
    op = {"op": "insert_image", "image_path": "wide.png", "after": {"index": 0}}
    result, answer = edited(report, op, beside={"wide.png": picture})
    [shape] = docx.Document(str(result)).inline_shapes
    assert shape.width == Inches(6.5)
    assert warnings(answer) == ["fitted"]


def test_a_high_picture_is_fitted_to_the_page(report: Path) -> None:
    picture = report.parent / "high.png"
    Image.new("RGB", (100, 2000)).save(picture)
    op = {"op": "insert_image", "image_path": "high.png"}
    result, answer = edited(report, op, {**op, "width": 1}, beside={"high.png": picture})
    first, second = docx.Document(str(result)).inline_shapes
    assert (first.width, first.height) == (Inches(0.45), Inches(9))
    assert second.height == Inches(20)
    assert [warnings(answer, at) for at in range(2)] == [["fitted"], ["too_high"]]


def test_a_picture_of_which_nothing_is_seen_is_refused(report: Path) -> None:
    picture = report.parent / "thin.png"
    Image.new("RGB", (20_000, 1)).save(picture)
    op = {"op": "insert_image", "image_path": "thin.png"}
    with pytest.raises(ValidationFailed, match=r"ops\[0\]\.image_path"):
        edited(report, op, beside={"thin.png": picture})
    with pytest.raises(ValidationFailed, match=r"ops\[0\]\.width"):
        edited(report, {**op, "width": 5}, beside={"thin.png": picture})
    _, answer = edited(report, {**op, "width": 22}, beside={"thin.png": picture})
    assert warnings(answer) == ["tiny"]


def test_comments_stand_at_their_text(report: Path) -> None:
    result, _ = edited(
        report,
        {"op": "add_comment", "anchor": {"text": "is well"}, "text": "Is it?\nReally?"},
        {
            "op": "add_comment",
            "anchor": {"heading": "Details"},
            "text": "More",
            "author": "Ann Lee",
            "date": "2026-01-02T03:04:05Z",
        },
    )
    first, second = docx.Document(str(result)).comments
    assert (first.text, first.author, first.timestamp) == ("Is it?\nReally?", "KeenBench", None)
    assert (second.author, second.initials) == ("Ann Lee", "AL")
    assert second.timestamp is not None
    inside = False
    covered = ""
    for one in part(result).iter(f"{W}commentRangeStart", f"{W}commentRangeEnd", f"{W}t"):
        if one.tag != f"{W}t":
            inside = one.tag == f"{W}commentRangeStart" and one.get(f"{W}id") == "0"
        elif inside:
            covered += one.text or ""
    assert covered == "is well"


def test_footnotes_bring_what_word_needs(report: Path) -> None:
    result, _ = edited(
        report, {"op": "add_footnote", "anchor": {"text": "well"}, "text": "So far."}
    )
    notes = part(result, "word/footnotes.xml")
    assert [one.get(f"{W}type") for one in notes][:2] == ["separator", "continuationSeparator"]
    listed = part(result, "word/settings.xml").findall(f"{W}footnotePr/{W}footnote")
    assert [one.get(f"{W}id") for one in listed] == ["-1", "0"]
    assert "All is well[^1].\n[^1: So far.]" in text_of("DocxExtractText", result)


# Pages, styles, properties


def test_headers_and_footers_hold_text_and_fields(report: Path) -> None:
    pieces = [{"text": "Page "}, {"field": "page"}, {"text": " of "}, {"field": "pages"}]
    result, _ = edited(
        report,
        {"op": "set_header_footer", "where": "footer", "parts": pieces},
        {"op": "set_header_footer", "where": "header", "type": "first", "parts": [{"text": "1st"}]},
        {
            "op": "set_header_footer",
            "where": "header",
            "type": "even",
            "parts": [{"field": "date"}],
        },
    )
    document = docx.Document(str(result))
    section = document.sections[0]
    assert section.footer.paragraphs[0].text == "Page 1 of 1"
    assert section.different_first_page_header_footer
    assert section.first_page_header.paragraphs[0].text == "1st"
    assert document.settings.odd_and_even_pages_header_footer
    codes = [one.text for one in part(result, "word/footer1.xml").iter(f"{W}instrText")]
    assert codes == [" PAGE ", " NUMPAGES "]


def test_setting_one_section_leaves_the_next_as_it_was(tmp_path: Path) -> None:
    reference = "<w:headerReference r:id='header1' w:type='default'/>"
    file = word(
        tmp_path,
        f"<w:p><w:pPr><w:sectPr>{reference}</w:sectPr></w:pPr></w:p><w:p/><w:sectPr/>",
        header1=f"<w:hdr>{paragraph('old')}</w:hdr>",
    )
    op = {"op": "set_header_footer", "where": "header", "section": 0, "parts": [{"text": "new"}]}
    result, _ = edited(file, op)
    links = {
        one.get("Id"): one.get("Target") for one in part(result, "word/_rels/document.xml.rels")
    }
    shown = [
        part(result, f"word/{links[one.get(RELATION)]}").findtext(f".//{W}t")
        for one in part(result).iter(f"{W}headerReference")
    ]
    assert shown == ["new", "old"]


def test_a_header_keeps_its_picture(tmp_path: Path) -> None:
    file = word(
        tmp_path,
        "<w:p/><w:sectPr><w:headerReference r:id='header1' w:type='default'/></w:sectPr>",
        header1=f"<w:hdr><w:p><w:r><w:drawing/></w:r></w:p>{paragraph('old')}</w:hdr>",
    )
    op = {"op": "set_header_footer", "where": "header", "parts": [{"text": "new"}]}
    result, answer = edited(file, op)
    root = part(result, "word/header1.xml")
    assert root.find(f".//{W}drawing") is not None
    assert [one.text for one in root.iter(f"{W}t")] == ["new"]
    assert warnings(answer) == ["pictures_kept"]


def test_a_first_page_header_leaves_the_footer_of_that_page(report: Path) -> None:
    footer = [{"text": "Page "}, {"field": "page"}]
    first = {"op": "set_header_footer", "where": "header", "type": "first"}
    result, answer = edited(
        report,
        {"op": "set_header_footer", "where": "footer", "parts": footer},
        {**first, "parts": [{"text": "1st"}]},
        {"op": "set_header_footer", "where": "footer", "parts": [{"text": "other"}]},
    )
    section = docx.Document(str(result)).sections[0]
    assert section.first_page_header.paragraphs[0].text == "1st"
    assert section.first_page_footer.paragraphs[0].text == "Page 1"
    assert section.footer.paragraphs[0].text == "other"
    assert [warnings(answer, at) for at in range(3)] == [[], [], ["first_page_own"]]


def test_each_section_keeps_the_footer_of_its_first_page(tmp_path: Path) -> None:
    document = docx.Document()
    document.add_section()
    document.add_section()
    for section, text in zip(document.sections, ("one", "two", "three"), strict=True):
        section.footer.is_linked_to_previous = False
        section.footer.paragraphs[0].text = text
    document.sections[2].different_first_page_header_footer = True
    file = tmp_path / "sections.docx"
    document.save(str(file))
    first = {"op": "set_header_footer", "where": "header", "type": "first"}
    result, _ = edited(file, {**first, "parts": [{"text": "1st"}]})
    sections = docx.Document(str(result)).sections
    shown = [one.first_page_footer.paragraphs[0].text for one in sections]
    assert shown == ["one", "two", ""]


def test_the_copied_footer_keeps_its_picture(tmp_path: Path) -> None:
    picture = tmp_path / "p.png"
    Image.new("RGB", (10, 10)).save(picture)
    document = docx.Document()
    document.sections[0].footer.paragraphs[0].add_run().add_picture(str(picture))
    file = tmp_path / "pictured.docx"
    document.save(str(file))
    first = {"op": "set_header_footer", "where": "header", "type": "first"}
    result, _ = edited(file, {**first, "parts": [{"text": "1st"}]})
    footer = docx.Document(str(result)).sections[0].first_page_footer
    assert [one.reltype.rpartition("/")[2] for one in footer.part.rels.values()] == ["image"]
    assert footer.part.rels[next(iter(footer.part.rels))].target_part.blob == picture.read_bytes()


def test_setting_a_header_again_rewrites_only_the_header(report: Path) -> None:
    op = {"op": "set_header_footer", "where": "header", "parts": [{"text": "old"}]}
    before, _ = edited(report, op)
    after, _ = edited(before, {**op, "parts": [{"text": "new"}]})
    with zipfile.ZipFile(before) as one, zipfile.ZipFile(after) as other:
        differing = [name for name in one.namelist() if one.read(name) != other.read(name)]
    assert differing == ["word/header1.xml"]


def test_pages_are_set_up(report: Path) -> None:
    op = {
        "op": "set_page",
        "size": "a4",
        "orientation": "landscape",
        "margins": {"left": 0.5, "top": 2},
        "columns": 2,
    }
    result, _ = edited(report, op)
    [section] = docx.Document(str(result)).sections
    assert section.orientation == WD_ORIENT.LANDSCAPE
    assert section.page_width is not None and section.page_height is not None
    assert section.page_width > section.page_height
    assert (section.left_margin, section.top_margin) == (Inches(0.5), Inches(2))
    columns = part(result).find(f".//{W}cols")
    assert columns is not None
    assert columns.get(f"{W}num") == "2"


def test_styles_are_defined_and_changed(report: Path) -> None:
    result, answer = edited(
        report,
        {
            "op": "define_style",
            "name": "Warn",
            "based_on": "Normal",
            "bold": True,
            "space_after": 4,
        },
        {"op": "define_style", "name": "Heading 1", "font_color": "#00FF00", "alignment": "center"},
        {"op": "append_paragraph", "text": "Mind!", "style": "warn"},
    )
    styles = docx.Document(str(result)).styles
    warn, heading = styles["Warn"], styles["Heading 1"]
    assert warn.font.bold is True
    assert warn.paragraph_format.space_after == Pt(4)
    assert heading.font.color.rgb == RGBColor(0, 255, 0)
    assert heading.paragraph_format.alignment == WD_ALIGN_PARAGRAPH.CENTER
    assert [one["created"] for one in answer["report"][:2]] == [True, False]


def test_properties_are_set(report: Path) -> None:
    op = {
        "op": "set_properties",
        "title": "T",
        "author": "A",
        "subject": "S",
        "keywords": ["a", "b"],
    }
    result, _ = edited(report, op)
    core = docx.Document(str(result)).core_properties
    assert (core.title, core.author, core.subject, core.keywords) == ("T", "A", "S", "a, b")
    bare = word(report.parent, paragraph("x"))
    made, _ = edited(bare, op)
    assert docx.Document(str(made)).core_properties.title == "T"


# Styles and assets carried


def test_styles_headers_and_pictures_are_carried(report: Path) -> None:
    picture = report.parent / "p.png"
    Image.new("RGB", (96, 96)).save(picture)
    source, _ = edited(
        report,
        {"op": "define_style", "name": "House", "based_on": "Heading 1", "italic": True},
        {"op": "define_style", "name": "Point", "list": "number"},
        {"op": "set_header_footer", "where": "header", "parts": [{"text": "Head"}]},
        {"op": "insert_image", "image_path": "p.png", "alt_text": "logo"},
        beside={"p.png": picture},
    )
    target = word(report.parent, paragraph("plain"))
    listed = call("DocxGetStyles", source)
    assert {"paragraph_style", "header_footer", "image"} <= {
        one["type"] for one in listed["assets"]
    }
    wanted = [
        one["asset_id"]
        for one in listed["assets"]
        if one["name"] in ("House", "Point", "default header") or one["type"] == "image"
    ]
    assert len(wanted) == 4
    out = report.parent / "carried"
    params = {"source_path": "s.docx", "target_path": "t.docx", "assets": wanted}
    answer = run("DocxCopyAssets", params, {"s.docx": source, "t.docx": target}, out)
    document = docx.Document(str(out / "result"))
    house = document.styles["House"]
    assert house.font.italic is True
    assert house.base_style is not None and house.base_style.name == "Heading 1"
    assert document.sections[0].header.paragraphs[0].text == "Head"
    assert len(document.inline_shapes) == 1
    assert [one["asset_id"] for one in answer["copied"]] == wanted
    assert part(out / "result", "word/numbering.xml").find(f"{W}num") is not None
