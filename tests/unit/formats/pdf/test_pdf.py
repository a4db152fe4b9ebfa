"""What a reader of PDF documents sees."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pypdf.annotations import Highlight, Link, Text
from pypdf.generic import ArrayObject, FloatObject

from keenbench.errors import FileReadFailed, ValidationFailed
from keenbench.formats.pdf.pages import parse_pages, write_pages
from tests.documents import call
from tests.unit.formats.pdf.pdfs import pdf_bytes, rewritten, write_pdf


def words(count: int) -> list[str]:
    return [f"page {n} has words" for n in range(1, count + 1)]


def test_a_map_counts_pages_characters_and_chunks(tmp_path: Path) -> None:
    found = call("PdfGetMap", write_pdf(tmp_path, words(12)))
    assert found["page_count"] == 12
    assert found["pages"][0] == {"page": 1, "char_count": 16, "exceeds_chunk": False}
    assert found["total_char_count"] == 9 * 16 + 3 * 17
    assert [(chunk["index"], chunk["pages"]) for chunk in found["chunks"]] == [
        (0, "1-5"),
        (1, "6-10"),
        (2, "11-12"),
    ]
    assert found["exceeds_chunk"]
    assert not (found["has_toc"] or found["has_forms"] or found["has_images"])


def test_walking_the_map_reads_every_page_exactly_once(tmp_path: Path) -> None:
    file = write_pdf(tmp_path, words(12))
    chunks = call("PdfGetMap", file)["chunks"]
    read = [call("PdfExtractText", file, chunk=chunk["index"]) for chunk in chunks]
    assert "\f".join(part["text"] for part in read) == "\f".join(words(12))
    assert [part["chunk_info"]["has_more"] for part in read] == [True, True, False]
    assert [part["chunk_info"]["range"] for part in read] == ["1-5", "6-10", "11-12"]
    for chunk, part in zip(chunks, read, strict=True):
        assert call("PdfExtractText", file, pages=chunk["pages"]) == part


@pytest.mark.parametrize(
    ("pages", "numbers"),
    [
        ("12", [12]),
        ("1-3", [1, 2, 3]),
        ("1-2,8", [1, 2, 8]),
        (" 3 - 4 , 1", [3, 4, 1]),
        ([2, 1], [2, 1]),
    ],
)
def test_pages_are_read_as_people_write_them(
    tmp_path: Path, pages: Any, numbers: list[int]
) -> None:
    got = call("PdfExtractText", write_pdf(tmp_path, words(12)), pages=pages)
    assert got["text"].split("\f") == [f"page {n} has words" for n in numbers]


def test_pages_with_gaps_are_told_as_such(tmp_path: Path) -> None:
    info = call("PdfExtractText", write_pdf(tmp_path, words(12)), pages="1-2,8")["chunk_info"]
    assert info["range"] == "1-2,8"
    assert info["covered"] == {"unit": "pages", "from": 1, "to": 8, "total": 12}


@pytest.mark.parametrize("pages", ["0", "13", "5-3", "a", "", "1,,2", "1-", [], [0], "1-999999999"])
def test_pages_that_are_none_are_refused(tmp_path: Path, pages: Any) -> None:
    with pytest.raises(ValidationFailed):
        call("PdfExtractText", write_pdf(tmp_path, words(12)), pages=pages)


@given(st.sets(st.integers(1, 60), min_size=1))
def test_a_written_page_list_means_its_pages(pages: set[int]) -> None:
    assert parse_pages(write_pages(sorted(pages)), 60) == sorted(pages)


def test_bookmarks_have_real_page_numbers(tmp_path: Path) -> None:
    writer = rewritten(pdf_bytes(words(3)))
    first = writer.add_outline_item("First", 0)
    writer.add_outline_item("Inside", 1, parent=first)
    writer.add_outline_item("Last", 2)
    writer.write(tmp_path / "a.pdf")
    found = call("PdfGetMap", tmp_path / "a.pdf")
    assert found["has_toc"]
    assert found["toc"] == [
        {"title": "First", "page": 1, "level": 0},
        {"title": "Inside", "page": 2, "level": 1},
        {"title": "Last", "page": 3, "level": 0},
    ]


def test_an_outline_that_runs_in_circles_ends(tmp_path: Path) -> None:
    more = [
        "<< /First 7 0 R /Last 7 0 R /Count 1 >>",
        "<< /Title (a) /Parent 6 0 R /Next 8 0 R /First 7 0 R /Dest [4 0 R /Fit] >>",
        "<< /Title (b) /Parent 6 0 R /Next 7 0 R /Dest [4 0 R /Fit] >>",
    ]
    file = write_pdf(tmp_path, ["x"], catalog="/Outlines 6 0 R", more=more)
    titles = [entry["title"] for entry in call("PdfGetMap", file)["toc"]]
    assert titles == ["a", "b"]


def test_a_very_deep_outline_is_listed_to_its_end(tmp_path: Path) -> None:
    deep = 3_000
    more = ["<< /First 7 0 R /Last 7 0 R /Count 1 >>"]
    for n in range(deep):
        child = f"/First {8 + n} 0 R /Last {8 + n} 0 R" if n < deep - 1 else ""
        more.append(f"<< /Title (t{n}) /Parent {6 + n} 0 R {child} /Dest [4 0 R /Fit] >>")
    file = write_pdf(tmp_path, ["x"], catalog="/Outlines 6 0 R", more=more)
    found = call("PdfGetMap", file)
    assert found["toc_count"] == deep
    assert found["toc"][-1]["title"] == f"t{deep - 1}"
    assert len(json.dumps(found)) < 64 * 1024


def test_a_page_tree_that_runs_in_circles_ends(tmp_path: Path) -> None:
    data = pdf_bytes(words(2)).replace(b"/Kids [4 0 R 6 0 R]", b"/Kids [4 0 R 2 0 R]")
    (tmp_path / "a.pdf").write_bytes(data)
    found = call("PdfGetMap", tmp_path / "a.pdf")
    assert found["pages"][0]["char_count"] == 16
    assert found["warnings"][0]["code"] == "pages_unreadable"
    got = call("PdfExtractText", tmp_path / "a.pdf")
    assert got["text"].startswith("page 1 has words")
    assert got["warnings"][0]["code"] == "pages_unreadable"


def test_notes_marks_and_links_are_read(tmp_path: Path) -> None:
    writer = rewritten(pdf_bytes(words(2)))
    box = (72, 700, 200, 720)
    quads = ArrayObject(FloatObject(n) for n in (72, 720, 200, 720, 72, 700, 200, 700))
    writer.add_annotation(0, Text(rect=box, text="please check"))
    writer.add_annotation(0, Highlight(rect=box, quad_points=quads))
    writer.add_annotation(1, Link(rect=box, url="https://example.org/"))
    writer.write(tmp_path / "a.pdf")
    found = call("PdfGetMap", tmp_path / "a.pdf")
    assert found["has_annotations"]
    assert found["annotations"] == {"highlight": 1, "link": 1, "text": 1}
    assert call("PdfExtractText", tmp_path / "a.pdf")["annotations"] == [
        {"page": 1, "type": "text", "text": "please check"},
        {"page": 2, "type": "link", "text": "https://example.org/"},
    ]


def test_what_is_filled_into_a_form_is_read(tmp_path: Path) -> None:
    field = (
        "<< /Type /Annot /Subtype /Widget /FT /Tx /T (name) /V (Ada) "
        "/Rect [72 600 200 620] /P 4 0 R >>"
    )
    data = pdf_bytes(["a form"], catalog="/AcroForm << /Fields [6 0 R] >>", more=[field])
    data = data.replace(b"/Contents 5 0 R", b"/Contents 5 0 R /Annots [6 0 R]")
    writer = rewritten(data)
    writer.write(tmp_path / "a.pdf")
    found = call("PdfGetMap", tmp_path / "a.pdf")
    assert found["has_forms"] and not found["has_annotations"]
    assert call("PdfExtractText", tmp_path / "a.pdf")["fields"] == [
        {"page": 1, "name": "name", "type": "text", "value": "Ada"}
    ]


@pytest.mark.parametrize(("user", "opens"), [("", True), ("secret", False)])
def test_a_password_is_named_as_the_reason(tmp_path: Path, user: str, opens: bool) -> None:
    writer = rewritten(pdf_bytes(["hidden words"]))
    writer.encrypt(user_password=user, owner_password="owner", algorithm="RC4-128")
    writer.write(tmp_path / "a.pdf")
    if opens:
        assert call("PdfExtractText", tmp_path / "a.pdf")["text"] == "hidden words"
        return
    with pytest.raises(FileReadFailed, match="encrypted with a password"):
        call("PdfGetMap", tmp_path / "a.pdf")


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "empty"),
        (b"PK\x03\x04 a zip", "zip archive .* not a PDF"),
        (b"%PDF-1.7\nnothing else", "damaged"),
        (b"plain words", "damaged"),
        (pdf_bytes(["x"])[:60], "damaged"),
    ],
)
def test_what_is_no_pdf_is_refused_with_the_reason(
    tmp_path: Path, data: bytes, reason: str
) -> None:
    (tmp_path / "a.pdf").write_bytes(data)
    for method in ("PdfGetMap", "PdfExtractText", "PdfGetInfo"):
        with pytest.raises(FileReadFailed, match=reason):
            call(method, tmp_path / "a.pdf")


def test_a_document_of_thousands_of_pages_has_a_small_map(tmp_path: Path) -> None:
    file = write_pdf(tmp_path, ["x"] * 2_500)
    found = call("PdfGetMap", file)
    assert len(json.dumps(found)) < 64 * 1024
    assert [page["page"] for page in found["pages"]] == [*range(1, 21), *range(2481, 2501)]
    assert found["total_char_count"] is None
    assert found["warnings"][0]["code"] == "pages_not_counted"
    page = call("PdfGetMap", file, offset=1000, limit=2)
    assert page["pages"][0] == {"page": 1001, "char_count": 1, "exceeds_chunk": False}
    assert page["chunks"] == []


def test_the_same_file_gives_the_same_map(tmp_path: Path) -> None:
    file = write_pdf(tmp_path, words(7))
    assert call("PdfGetMap", file) == call("PdfGetMap", file)
    assert call("PdfGetInfo", file) == {"page_count": 7}
