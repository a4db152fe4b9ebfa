"""The map of a Word document, and the sections and chunks that it names."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import docx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from keenbench.errors import ValidationFailed
from keenbench.formats.outline_shape import CHUNK_CHARS
from tests.documents import call, paragraph, text_of, word

STYLES = (
    '<w:styles><w:style w:type="paragraph" w:styleId="Big"><w:name w:val="Big"/>'
    '<w:pPr><w:outlineLvl w:val="1"/></w:pPr></w:style>'
    '<w:style w:type="paragraph" w:styleId="Bigger"><w:name w:val="Bigger"/>'
    '<w:basedOn w:val="Big"/></w:style>'
    '<w:style w:type="paragraph" w:styleId="berschrift1"><w:name w:val="heading 1"/>'
    "</w:style></w:styles>"
)


def mapped(folder: Path, body: str, **params: Any) -> Any:
    return call("DocxGetMap", word(folder, body, styles=STYLES), **params)


def walk(file: Path) -> str:
    """Return the text of every chunk that the map names, one after another."""
    found = call("DocxGetMap", file)
    out = ""
    for index in range(found["sections_count"]):
        [section] = call("DocxGetMap", file, section=index)["sections"]
        for chunk in range(section["chunks_count"]):
            read = call("DocxExtractText", file, section=index, chunk=chunk)
            covered = read["chunk_info"]["covered"]
            assert covered["to"] - covered["from"] + 1 == len(read["text"])
            assert covered["total"] == section["char_count"]
            assert read["chunk_info"]["has_more"] is (chunk + 1 < section["chunks_count"])
            out += read["text"]
    return out


def test_headings_are_told_by_outline_level_through_styles(tmp_path: Path) -> None:
    own = '<w:p><w:pPr><w:outlineLvl w:val="2"/></w:pPr><w:r><w:t>Own</w:t></w:r></w:p>'
    body = (
        paragraph("A", "berschrift1") + paragraph("B", "Bigger") + own + paragraph("D", "Heading4")
    )
    sections = mapped(tmp_path, body)["sections"]
    assert [(one["index"], one["heading"], one["level"]) for one in sections] == [
        (0, "A", 1),
        (1, "B", 2),
        (2, "Own", 3),
        (3, "D", 4),
    ]


def test_what_stands_before_the_first_heading_is_section_0(tmp_path: Path) -> None:
    sections = mapped(tmp_path, paragraph("intro") + paragraph("A", "berschrift1"))["sections"]
    assert [(one["heading"], one["level"]) for one in sections] == [(None, 0), ("A", 1)]


def test_empty_paragraphs_before_the_first_heading_shift_nothing(tmp_path: Path) -> None:
    body = "<w:p/><w:p/>" + paragraph("A", "berschrift1") + paragraph("text")
    file = word(tmp_path, body, styles=STYLES)
    assert [one["heading"] for one in call("DocxGetMap", file)["sections"]] == ["A"]
    content = call("DocxGetSectionContent", file)
    assert content["section"]["heading"] == "A"
    assert [one["index"] for one in content["section"]["paragraphs"]] == [0, 1, 2, 3]
    assert walk(file) == text_of("DocxExtractText", file)


def test_a_document_without_headings_is_one_section(tmp_path: Path) -> None:
    found = mapped(tmp_path, "<w:p/>")
    assert [(one["heading"], one["level"]) for one in found["sections"]] == [(None, 0)]


def test_an_empty_heading_begins_no_section(tmp_path: Path) -> None:
    body = paragraph("A", "berschrift1") + paragraph("", "berschrift1") + paragraph("text")
    assert mapped(tmp_path, body)["sections_count"] == 1


def test_paragraph_indexes_count_the_body_alone(tmp_path: Path) -> None:
    table = f"<w:tbl><w:tr><w:tc>{paragraph('cell')}</w:tc></w:tr></w:tbl>"
    control = f"<w:sdt><w:sdtContent>{paragraph('two')}</w:sdtContent></w:sdt>"
    file = word(tmp_path, paragraph("zero") + table + "<w:p/>" + control)
    content = call("DocxGetSectionContent", file)["section"]
    assert [(one["index"], one["text"]) for one in content["paragraphs"]] == [
        (0, "zero"),
        (1, ""),
        (2, "two"),
    ]
    assert content["blocks"] == [
        {"type": "paragraph", "index": 0},
        {"type": "table", "index": 0},
        {"type": "paragraph", "index": 1},
        {"type": "paragraph", "index": 2},
    ]


def test_tables_and_images_carry_their_section(tmp_path: Path) -> None:
    table = (
        f"<w:tbl><w:tr><w:tc>{paragraph('a')}</w:tc><w:tc>{paragraph('b')}</w:tc></w:tr></w:tbl>"
    )
    body = paragraph("A", "berschrift1") + paragraph("B", "berschrift1") + table
    found = mapped(tmp_path, body)
    [entry] = found["tables"]
    assert (entry["section"], entry["section_index"], entry["rows"], entry["cols"]) == (
        "B",
        1,
        1,
        2,
    )
    assert [one["has_tables"] for one in found["sections"]] == [False, True]


def test_a_section_is_read_by_index_heading_or_number(tmp_path: Path) -> None:
    file = word(
        tmp_path,
        paragraph("Costs", "berschrift1") + paragraph("high") + paragraph("Gains", "berschrift1"),
        styles=STYLES,
    )
    for wanted in (0, "Costs", "costs ", "0"):
        read = call("DocxExtractText", file, section=wanted)
        assert read["text"] == "Costs\nhigh\n"
        assert read["section"] == {"index": 0, "count": 2, "heading": "Costs", "level": 1}
    for wrong in (2, "Losses", -1):
        with pytest.raises(ValidationFailed, match="section"):
            call("DocxExtractText", file, section=wrong)


def test_a_heading_that_the_map_has_cut_is_found(tmp_path: Path) -> None:
    long = "A very long heading that goes on and on " * 10
    file = word(
        tmp_path,
        paragraph(long, "berschrift1") + paragraph("x") + paragraph("B", "berschrift1"),
        styles=STYLES,
    )
    shown = call("DocxGetMap", file)["sections"][0]["heading"]
    assert shown.endswith("…")
    assert call("DocxExtractText", file, section=shown)["section"]["index"] == 0


def test_a_heading_that_stands_twice_is_refused_with_its_indexes(tmp_path: Path) -> None:
    file = word(tmp_path, paragraph("A", "berschrift1") * 2, styles=STYLES)
    with pytest.raises(ValidationFailed, match="give an index: 0, 1"):
        call("DocxExtractText", file, section="A")


def test_a_long_table_is_cut_between_rows(tmp_path: Path) -> None:
    row = f"<w:tr><w:tc>{paragraph('x' * 100)}</w:tc></w:tr>"
    file = word(tmp_path, f"<w:tbl>{row * 100}</w:tbl>")
    assert walk(file) == text_of("DocxExtractText", file)
    second = call("DocxGetSectionContent", file, chunk=1)["section"]["tables"][0]
    first = call("DocxGetSectionContent", file, chunk=0)["section"]["tables"][0]
    assert first["row_start"] == 0
    assert second["row_start"] == len(first["rows"])
    assert second["row_count"] == 100


def test_spans_that_no_table_has_do_not_make_a_small_file_huge(tmp_path: Path) -> None:
    cell = '<w:tc><w:tcPr><w:gridSpan w:val="99999999"/></w:tcPr><w:p/></w:tc>'
    [table] = call("DocxGetMap", word(tmp_path, f"<w:tbl><w:tr>{cell * 500}</w:tr></w:tbl>"))[
        "tables"
    ]
    assert table["cols"] < 2000


def test_a_paragraph_longer_than_a_chunk_is_whole_and_says_so(tmp_path: Path) -> None:
    file = word(tmp_path, paragraph("x" * (CHUNK_CHARS * 2)) + paragraph("y"))
    [section] = call("DocxGetMap", file)["sections"]
    assert [chunk["exceeds_chunk"] for chunk in section["chunks"]] == [True, False]
    assert [chunk["paragraphs"] for chunk in section["chunks"]] == ["1-1", "2-2"]


def test_a_chunk_that_does_not_exist_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValidationFailed, match="chunk 5 does not exist"):
        call("DocxExtractText", word(tmp_path, paragraph("x")), section=0, chunk=5)


def test_a_map_of_many_long_headings_stays_small_and_pages(tmp_path: Path) -> None:
    body = "".join(
        paragraph(f"{n} " + "Überschrift " * 40, "berschrift1") + paragraph("y" * 9000)
        for n in range(300)
    )
    file = word(tmp_path, body, styles=STYLES)
    found = call("DocxGetMap", file)
    assert len(json.dumps(found)) <= 64 * 1024
    assert found["sections_count"] == 300
    assert [one["index"] for one in found["sections"]] == [*range(20), *range(280, 300)]
    page = call("DocxGetMap", file, offset=100, limit=100)
    assert len(json.dumps(page)) <= 64 * 1024
    assert [one["index"] for one in page["sections"]] == list(range(100, 200))


def test_chunks_of_one_long_section_can_be_paged(tmp_path: Path) -> None:
    file = word(tmp_path, paragraph("z" * 3000) * 200)
    [section] = call("DocxGetMap", file)["sections"]
    assert section["chunks_count"] == 200
    assert [one["index"] for one in section["chunks"]] == [*range(20), *range(180, 200)]
    [paged] = call("DocxGetMap", file, section=0, offset=50, limit=10)["sections"]
    assert [one["index"] for one in paged["chunks"]] == list(range(50, 60))


def test_the_same_file_gives_the_same_map(tmp_path: Path) -> None:
    file = tmp_path / "made.docx"
    document = docx.Document()
    document.add_heading("One", 1)
    document.add_paragraph("text")
    document.save(str(file))
    assert call("DocxGetMap", file) == call("DocxGetMap", file)


@settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    st.lists(
        st.one_of(
            st.tuples(st.just("p"), st.integers(0, 6000)),
            st.tuples(st.just("h"), st.integers(0, 30)),
            st.tuples(st.just("t"), st.integers(0, 900)),
        ),
        max_size=30,
    )
)
def test_chunks_cover_everything_once(tmp_path: Path, blocks: list[tuple[str, int]]) -> None:
    body = ""
    for kind, length in blocks:
        words = "w" * length
        if kind == "t":
            body += f"<w:tbl>{f'<w:tr><w:tc>{paragraph(words)}</w:tc></w:tr>' * 9}</w:tbl>"
        else:
            body += paragraph(words, "berschrift1" if kind == "h" else None)
    file = word(tmp_path, body, styles=STYLES)
    whole = text_of("DocxExtractText", file)
    found = call("DocxGetMap", file)
    assert walk(file) == whole
    assert found["total_char_count"] == len(whole)
    assert found["paragraph_count"] == sum(kind != "t" for kind, _ in blocks)
