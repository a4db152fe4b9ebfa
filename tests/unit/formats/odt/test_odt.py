"""OpenDocument texts: map, sections, and the text a reader sees."""

from __future__ import annotations

from pathlib import Path

import odfdo
import pytest

from keenbench.errors import FileReadFailed
from tests.documents import call, odf, text_of


def text(folder: Path, body: str, **parts: str) -> str:
    return text_of("OdtExtractText", odf(folder, body, **parts))


def test_headings_make_sections(tmp_path: Path) -> None:
    body = (
        '<text:p>intro</text:p><text:h text:outline-level="1">One</text:h><text:p>a</text:p>'
        '<text:h text:outline-level="2">Two</text:h><text:p>b</text:p>'
    )
    file = odf(tmp_path, body)
    found = call("OdtGetMap", file)
    assert [(one["index"], one["heading"], one["level"]) for one in found["sections"]] == [
        (0, None, 0),
        (1, "One", 1),
        (2, "Two", 2),
    ]
    assert text_of("OdtExtractText", file, section="Two") == "Two\nb\n"
    assert found["total_char_count"] == len(text_of("OdtExtractText", file))


def test_white_space_is_taken_together_as_odf_asks(tmp_path: Path) -> None:
    body = (
        "<text:p>\n  a <text:span> b</text:span>\n c<text:s text:c='3'/>d<text:tab/>e"
        "<text:line-break/>f</text:p>"
    )
    assert text(tmp_path, body) == "a b c   d\te\nf\n"


def test_lists_carry_their_labels(tmp_path: Path) -> None:
    styles = (
        '<text:list-style style:name="L"><text:list-level-style-number text:level="1" '
        'style:num-format="1" style:num-suffix="."/><text:list-level-style-bullet text:level="2" '
        'text:bullet-char="–"/></text:list-style>'
    )
    body = (
        '<text:list text:style-name="L"><text:list-item><text:p>a</text:p><text:list>'
        "<text:list-item><text:p>b</text:p></text:list-item></text:list></text:list-item>"
        "<text:list-item><text:p>c</text:p><text:p>d</text:p></text:list-item></text:list>"
    )
    assert text(tmp_path, body, automatic=styles) == "1. a\n  – b\n2. c\nd\n"


def test_a_list_goes_on_where_it_says_so(tmp_path: Path) -> None:
    styles = (
        '<text:list-style style:name="L"><text:list-level-style-number text:level="1" '
        'style:num-format="a" style:num-suffix=")"/></text:list-style>'
    )
    item = "<text:list-item><text:p>x</text:p></text:list-item>"
    body = (
        f'<text:list text:style-name="L">{item}{item}</text:list><text:p>between</text:p>'
        f'<text:list text:style-name="L" text:continue-numbering="true">{item}</text:list>'
        f'<text:list text:style-name="L">{item}</text:list>'
    )
    assert text(tmp_path, body, automatic=styles) == "a) x\nb) x\nbetween\nc) x\na) x\n"


def test_headings_carry_their_numbers(tmp_path: Path) -> None:
    styles = (
        '<office:styles><text:outline-style><text:outline-level-style text:level="1" '
        'style:num-format="I" style:num-suffix="."/><text:outline-level-style text:level="2" '
        'style:num-format="1" text:display-levels="2"/></text:outline-style></office:styles>'
    )
    body = '<text:h text:outline-level="1">A</text:h><text:h text:outline-level="2">B</text:h>'
    file = odf(tmp_path, body, styles=styles)
    assert text_of("OdtExtractText", file) == "I. A\nI.1 B\n"
    sections = call("OdtGetMap", file)["sections"]
    assert [(one["heading"], one["label"]) for one in sections] == [("A", "I."), ("B", "I.1")]


def test_notes_comments_and_boxes_follow_their_paragraph(tmp_path: Path) -> None:
    body = (
        '<text:p>See<text:note text:note-class="footnote"><text:note-citation>1'
        "</text:note-citation><text:note-body><text:p>the note</text:p></text:note-body>"
        "</text:note><office:annotation><dc:creator>Ada</dc:creator><dc:date>2026</dc:date>"
        "<text:p>why?</text:p></office:annotation><draw:frame><draw:text-box><text:p>boxed"
        "</text:p></draw:text-box></draw:frame></text:p>"
    )
    assert text(tmp_path, body) == (
        "See[^1]\n[^1: the note]\n[comment by Ada: why?]\n[text box: boxed]\n"
    )


def test_images_carry_their_alternative_text(tmp_path: Path) -> None:
    body = (
        '<text:p><draw:frame><draw:image xlink:href="Pictures/a.png"/><svg:title>A cat</svg:title>'
        "</draw:frame></text:p>"
    )
    file = odf(tmp_path, body)
    assert text_of("OdtExtractText", file) == "\n[image: A cat]\n"
    [image] = call("OdtGetMap", file)["images"]
    assert (image["alt_text"], image["target"]) == ("A cat", "Pictures/a.png")


def test_tracked_changes_are_shown_as_such(tmp_path: Path) -> None:
    body = (
        '<text:tracked-changes><text:changed-region text:id="d"><text:deletion><text:p>old</text:p>'
        '</text:deletion></text:changed-region><text:changed-region text:id="i"><text:insertion/>'
        "</text:changed-region></text:tracked-changes>"
        '<text:p>a <text:change text:change-id="d"/> <text:change-start text:change-id="i"/>new'
        '</text:p><text:p>too<text:change-end text:change-id="i"/></text:p>'
    )
    assert text(tmp_path, body) == "a {--old--} {++new++}\n{++too++}\n"


def test_tables_keep_their_columns_through_merges_and_repeats(tmp_path: Path) -> None:
    body = (
        "<table:table><table:table-header-rows><table:table-row><table:table-cell "
        'table:number-columns-spanned="2"><text:p>wide</text:p></table:table-cell>'
        "<table:covered-table-cell/><table:table-cell><text:p>x</text:p></table:table-cell>"
        "</table:table-row></table:table-header-rows><table:table-row>"
        '<table:table-cell table:number-columns-repeated="2"/><table:table-cell><text:p>y</text:p>'
        "<text:p>z</text:p></table:table-cell></table:table-row></table:table>"
    )
    file = odf(tmp_path, body)
    assert text_of("OdtExtractText", file) == "wide\t\tx\n\t\ty / z\n"
    [table] = call("OdtGetMap", file)["tables"]
    assert (table["rows"], table["cols"]) == (2, 3)


def test_a_hostile_number_of_repeats_is_cut_and_said(tmp_path: Path) -> None:
    body = (
        '<table:table><table:table-row><table:table-cell table:number-columns-repeated="900000000">'
        "<text:p>x</text:p></table:table-cell></table:table-row></table:table>"
    )
    read = call("OdtExtractText", odf(tmp_path, body))
    assert len(read["text"]) == 2000
    assert [warning["code"] for warning in read["warnings"]] == ["repeats_cut"]


def test_repeats_of_repeats_do_not_make_a_small_file_huge(tmp_path: Path) -> None:
    cell = (
        '<table:table-cell table:number-columns-repeated="1000"><text:p>some words</text:p>'
        "</table:table-cell>"
    )
    row = f'<table:table-row table:number-rows-repeated="1000">{cell * 20}</table:table-row>'
    spaces = '<text:p>x<text:s text:c="1000"/></text:p>' * 5000
    read = call("OdtExtractText", odf(tmp_path, f"<table:table>{row * 20}</table:table>{spaces}"))
    assert len(read["text"]) < 3_000_000
    assert {warning["code"] for warning in read["warnings"]} == {"repeats_cut"}


def test_sections_and_indexes_are_walked_but_not_their_templates(tmp_path: Path) -> None:
    body = (
        "<text:section><text:p>inside</text:p></text:section><text:table-of-content>"
        "<text:table-of-content-source><text:index-title-template>Contents"
        "</text:index-title-template></text:table-of-content-source><text:index-body>"
        "<text:index-title><text:p>Contents</text:p></text:index-title><text:p>One 1</text:p>"
        "</text:index-body></text:table-of-content>"
    )
    assert text(tmp_path, body) == "inside\nContents\nOne 1\n"


def test_page_headers_and_footers_are_read(tmp_path: Path) -> None:
    styles = (
        '<office:master-styles><style:master-page style:name="S"><style:header><text:p>Letterhead'
        "</text:p></style:header><style:footer-left><text:p>left</text:p></style:footer-left>"
        "</style:master-page></office:master-styles>"
    )
    file = odf(tmp_path, "<text:p>x</text:p>", styles=styles)
    assert text_of("OdtExtractText", file) == "x\n[header: Letterhead]\n[left-page footer: left]\n"
    assert call("OdtGetMap", file)["has_headers_footers"] is True


def test_an_embedded_formula_is_read_without_its_source(tmp_path: Path) -> None:
    math = (
        '<math xmlns="http://www.w3.org/1998/Math/MathML"><semantics><mrow><mi>E</mi><mo>=</mo>'
        "<mi>m</mi></mrow><annotation>E = m</annotation></semantics></math>"
    )
    body = (
        '<text:p><draw:frame><draw:object xlink:href="./Object 1"/><draw:image '
        'xlink:href="./ObjectReplacements/Object 1"/></draw:frame></text:p>'
    )
    assert text(tmp_path, body, **{"Object 1/content.xml": math}) == "\n[equation: E=m]\n"


def test_damaged_styles_are_a_warning(tmp_path: Path) -> None:
    file = odf(tmp_path, "<text:p>here</text:p>", styles="<broken>")
    read = call("OdtExtractText", file)
    assert read["text"] == "here\n"
    assert [warning["code"] for warning in read["warnings"]] == ["part_unreadable"]


def test_a_document_without_content_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "made.odt"
    odf(tmp_path, "").rename(file)
    data = file.read_bytes().replace(b"content.xml", b"another.xml")
    file.write_bytes(data)
    with pytest.raises(FileReadFailed, match=r"no part content\.xml"):
        call("OdtGetMap", file)


def test_what_odfdo_writes_is_read(tmp_path: Path) -> None:
    document = odfdo.Document("text")
    document.body.clear()
    document.body.append(odfdo.Header(1, "Plan"))
    document.body.append(odfdo.Paragraph("Start on Monday."))
    document.body.append(odfdo.List(["one", "two"]))
    file = tmp_path / "made.odt"
    document.save(str(file))
    read = text_of("OdtExtractText", file)
    for words in ("Plan", "Start on Monday.", "one", "two"):
        assert read.count(words) == 1
    assert [one["heading"] for one in call("OdtGetMap", file)["sections"]] == ["Plan"]
