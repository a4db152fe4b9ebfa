"""Edits of OpenDocument texts, read back with odfdo."""

from __future__ import annotations

import zipfile
from pathlib import Path
from typing import Any

import odfdo
import pytest

from keenbench.errors import FileMissing, ValidationFailed
from tests.documents import ODF_NAMESPACES, text_of, zipped
from tests.edits import edited, sha256

STYLES = (
    '<office:styles><style:style style:name="Standard" style:family="paragraph"/>'
    '<style:style style:name="Heading_20_1" style:display-name="Heading 1" '
    'style:family="paragraph" style:default-outline-level="1"/></office:styles>'
    '<office:master-styles><style:master-page style:name="Standard"><style:header>'
    "<text:p>Alpha in the header</text:p></style:header></style:master-page>"
    "</office:master-styles>"
)


def write_odt(folder: Path, body: str, automatic: str = "") -> Path:
    file = folder / "text.odt"
    file.write_bytes(
        zipped(
            {
                "mimetype": "application/vnd.oasis.opendocument.text",
                "content.xml": f"<office:document-content {ODF_NAMESPACES}>"
                f"<office:automatic-styles>{automatic}</office:automatic-styles>"
                f"<office:body><office:text>{body}</office:text></office:body>"
                "</office:document-content>",
                "styles.xml": f"<office:document-styles {ODF_NAMESPACES}>{STYLES}"
                "</office:document-styles>",
                "Pictures/a.png": b"picture",
                "META-INF/manifest.xml": '<manifest:manifest xmlns:manifest="urn:oasis:names:tc:'
                'opendocument:xmlns:manifest:1.0"><manifest:file-entry manifest:full-path="/" '
                'manifest:media-type="application/vnd.oasis.opendocument.text"/>'
                '<manifest:file-entry manifest:full-path="content.xml" '
                'manifest:media-type="text/xml"/><manifest:file-entry '
                'manifest:full-path="Pictures/a.png" manifest:media-type="image/png"/>'
                "</manifest:manifest>",
            }
        )
    )
    return file


def edit(file: Path, *ops: dict[str, Any], **params: Any) -> tuple[dict[str, Any], Path]:
    return edited("OdtApplyOps", file, list(ops), file.parent / "out", **params)


def content(file: Path, part: str = "content.xml") -> str:
    with zipfile.ZipFile(file) as archive:
        return archive.read(part).decode()


def replaced(folder: Path, body: str, search: str, new: str, **keys: Any) -> str:
    file = write_odt(folder, body)
    _, result = edit(file, {"op": "replace_text", "search": search, "replace": new, **keys})
    inner = content(result).partition("<office:text>")[2].partition("</office:text>")[0]
    assert odfdo.Document(str(result)).body is not None
    return inner


def test_a_text_is_replaced_across_spans_and_the_formatting_stays(tmp_path: Path) -> None:
    body = '<text:p>one <text:span text:style-name="B">two th</text:span>ree<text:s/>four</text:p>'
    assert replaced(tmp_path, body, "two three", "2 3") == (
        '<text:p>one <text:span text:style-name="B">2 3</text:span><text:s/>four</text:p>'
    )


def test_spaces_tabs_and_line_ends_are_found_and_written_as_elements(tmp_path: Path) -> None:
    body = "<text:p>a<text:tab/>b<text:line-break/>c</text:p>"
    assert replaced(tmp_path, body, "a\tb\nc", "x  y\tz") == (
        '<text:p>x <text:s text:c="1"/>y<text:tab/>z</text:p>'
    )


def test_white_space_of_the_markup_counts_as_one_space(tmp_path: Path) -> None:
    assert replaced(tmp_path, "<text:p>one\n   two</text:p>", "one two", "three") == (
        "<text:p>three</text:p>"
    )


def test_a_word_that_goes_leaves_both_its_spaces(tmp_path: Path) -> None:
    assert replaced(tmp_path, "<text:p>a foo b</text:p>", "foo", "") == (
        '<text:p>a <text:s text:c="1"/>b</text:p>'
    )


def test_case_and_whole_words_are_heeded(tmp_path: Path) -> None:
    body = "<text:p>Cat catalogue cat</text:p>"
    inner = replaced(tmp_path, body, "cat", "dog", match_case=False, whole_word=True)
    assert inner == "<text:p>dog catalogue dog</text:p>"


def test_a_text_is_replaced_in_tables_notes_boxes_and_headers(tmp_path: Path) -> None:
    file = write_odt(
        tmp_path,
        "<text:h>Alpha</text:h><table:table><table:table-row><table:table-cell><text:p>Alpha"
        "</text:p></table:table-cell></table:table-row></table:table><text:p>x<text:note>"
        "<text:note-citation>1</text:note-citation><text:note-body><text:p>Alpha</text:p>"
        "</text:note-body></text:note><draw:frame><draw:text-box><text:p>Alpha</text:p>"
        "</draw:text-box></draw:frame></text:p><text:list><text:list-item><text:p>Alpha</text:p>"
        "</text:list-item></text:list>",
    )
    answer, result = edit(file, {"op": "replace_text", "find": "Alpha", "replace": "Omega"})
    assert answer["report"][0]["matches"] == 6
    assert "Alpha" not in content(result)
    assert "Omega in the header" in content(result, "styles.xml")
    assert content(result, "META-INF/manifest.xml") == content(file, "META-INF/manifest.xml")


def test_deleted_text_and_comments_are_left_alone_and_no_match_is_said(tmp_path: Path) -> None:
    file = write_odt(
        tmp_path,
        '<text:tracked-changes><text:changed-region text:id="c"><text:deletion><text:p>gone'
        "</text:p></text:deletion></text:changed-region></text:tracked-changes><text:p>here"
        "<office:annotation><text:p>gone</text:p></office:annotation></text:p>",
    )
    answer, result = edit(file, {"op": "replace_text", "search": "gone", "replace": "x"})
    assert answer["report"][0]["matches"] == 0
    assert answer["report"][0]["warnings"][0]["code"] == "no_match"
    assert content(result) == content(file)


def test_a_paragraph_is_appended_with_its_looks(tmp_path: Path) -> None:
    file = write_odt(tmp_path, "<text:p>first</text:p>")
    answer, result = edit(
        file,
        {
            "op": "append_paragraph",
            "runs": [
                {"text": "bold ", "bold": True, "font_color": "#FF0000", "font_size": 14},
                {"text": "link", "link": "https://example.org/"},
            ],
            "alignment": "center",
            "space_after": 6,
            "line_spacing": 1.5,
        },
    )
    assert answer["report"][0] == {
        "index": 0,
        "op": "append_paragraph",
        "paragraphs": 1,
        "warnings": [],
    }
    document: Any = odfdo.Document(str(result))
    last = document.body.get_paragraphs()[-1]
    assert last.text_recursive == "bold [link](https://example.org/)"
    style = document.get_style("paragraph", last.style)
    assert style.get_properties("paragraph")["fo:text-align"] == "center"
    assert style.get_properties("paragraph")["fo:line-height"] == "150%"
    span = document.get_style("text", last.get_spans()[0].style)
    assert span.get_properties("text")["fo:color"] == "#ff0000"
    assert "https://example.org/" in content(result)


def test_the_body_is_set_and_headers_and_styles_stay(tmp_path: Path) -> None:
    file = write_odt(
        tmp_path,
        '<text:sequence-decls/><text:p text:style-name="P1">old<draw:frame><draw:image '
        'xlink:href="Pictures/a.png"/></draw:frame></text:p><text:p>old too</text:p>',
        '<style:style style:name="P1" style:family="paragraph" '
        'style:parent-style-name="Standard" style:master-page-name="Standard"/>',
    )
    answer, result = edit(
        file,
        {
            "op": "set_paragraphs",
            "paragraphs": [
                {"text": "Summary", "style": "Heading1"},
                {"text": "one", "list": "bullet"},
                {"text": "deeper", "list": "bullet", "level": 1},
                {"text": "End", "style": "Nowhere"},
            ],
        },
    )
    report = answer["report"][0]
    assert report["paragraphs"] == 4
    assert [warning["code"] for warning in report["warnings"]] == ["style_skipped"]
    assert text_of("OdtExtractText", result).splitlines() == [
        "Summary",
        "• one",
        "  ◦ deeper",
        "End",
        "[header: Alpha in the header]",
    ]
    assert content(result, "styles.xml") == content(file, "styles.xml")
    assert 'style:master-page-name="Standard"' in content(result).partition("KBP1")[2]
    assert "text:sequence-decls" in content(result)
    with zipfile.ZipFile(result) as archive:
        assert "Pictures/a.png" not in archive.namelist()
        assert "Pictures/a.png" not in archive.read("META-INF/manifest.xml").decode()
    assert [one.text_recursive for one in odfdo.Document(str(result)).body.get_headers()] == [
        "Summary"
    ]


def test_a_new_document_is_made_with_the_same_bytes_each_time(tmp_path: Path) -> None:
    op = {"op": "append_paragraph", "text": "Hello", "style": "Heading 2"}
    _, result = edit(tmp_path / "new.odt", op, create_new=True)
    first = sha256(result)
    _, again = edit(tmp_path / "new.odt", op, create_new=True)
    assert sha256(again) == first
    with zipfile.ZipFile(again) as archive:
        [mimetype, *_] = archive.infolist()
        assert (mimetype.filename, mimetype.compress_type) == ("mimetype", zipfile.ZIP_STORED)
    [heading] = odfdo.Document(str(again)).body.get_headers()
    assert heading.text_recursive == "Hello"


def test_a_copy_is_edited_and_its_source_is_not(tmp_path: Path) -> None:
    file = write_odt(tmp_path, "<text:p>one</text:p>")
    before = file.read_bytes()
    _, result = edit(
        tmp_path / "copy.odt",
        {"op": "replace_text", "search": "one", "replace": "two"},
        copy_from=file.name,
    )
    assert text_of("OdtExtractText", result).startswith("two")
    assert file.read_bytes() == before


@pytest.mark.parametrize(
    ("op", "named"),
    [
        ({"op": "append_paragraph"}, "ops[0]"),
        ({"op": "append_paragraph", "text": 1}, "ops[0].text"),
        ({"op": "append_paragraph", "text": "a\x00"}, "ops[0].text"),
        ({"op": "replace_text", "search": "", "replace": "x"}, "ops[0].search"),
        ({"op": "replace_text", "search": "a"}, "ops[0].replace"),
        ({"op": "set_paragraphs", "paragraphs": [{"txt": "a"}]}, "ops[0].paragraphs[0].txt"),
        ({"op": "add_table", "rows": []}, "ops[0]"),
    ],
)
def test_bad_arguments_are_refused_and_nothing_is_written(
    tmp_path: Path, op: dict[str, Any], named: str
) -> None:
    file = write_odt(tmp_path, "<text:p>one</text:p>")
    with pytest.raises(ValidationFailed) as refused:
        edit(file, op)
    assert named in refused.value.message
    assert not (tmp_path / "out" / "text.odt").exists()


def test_making_a_file_that_exists_and_editing_one_that_does_not_are_refused(
    tmp_path: Path,
) -> None:
    file = write_odt(tmp_path, "<text:p>one</text:p>")
    with pytest.raises(ValidationFailed):
        edit(file, create_new=True)
    with pytest.raises((FileMissing, FileNotFoundError)):
        edit(tmp_path / "absent.odt", {"op": "append_paragraph", "text": "x"})
