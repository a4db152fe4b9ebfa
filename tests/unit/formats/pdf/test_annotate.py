"""Notes, highlights and links are appended to a PDF, and two other readers see them."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pypdfium2
import pytest
from pypdf import PdfReader, PdfWriter
from pypdf.generic import NameObject, NumberObject, RectangleObject

from keenbench.errors import FileReadFailed, ValidationFailed
from tests.edits import edited, sha256
from tests.unit.formats.pdf.pdfs import pdf_bytes, write_pdf

TEXT = "The quick brown fox\njumps over the lazy dog"


def annotate(file: Path, *ops: dict[str, Any], **params: Any) -> tuple[dict[str, Any], Path]:
    return edited("PdfApplyOps", file, list(ops), file.parent / "out", **params)


def marks(file: Path, page: int = 0) -> list[Any]:
    return [one.get_object() for one in PdfReader(file).pages[page].get("/Annots", [])]


def turned(folder: Path, rotation: int, crop: tuple[float, ...] = (10, 20, 600, 780)) -> Path:
    writer = PdfWriter(clone_from=PdfReader(io.BytesIO(pdf_bytes([TEXT]))))
    page = writer.pages[0]
    page.cropbox = RectangleObject(crop)
    page[NameObject("/Rotate")] = NumberObject(rotation)
    file = folder / "turned.pdf"
    writer.write(file)
    return file


def test_a_note_is_read_by_pypdf_and_pdfium_and_the_original_bytes_stay(tmp_path: Path) -> None:
    file = write_pdf(tmp_path, [TEXT, "second"])
    before = file.read_bytes()
    answer, result = annotate(
        file, {"op": "add_note", "page": 2, "x": 1, "y": 2, "text": "Grüße 語"}
    )
    assert answer["ok"] and answer["report"][0]["annotations"] == 1
    assert result.read_bytes().startswith(before)
    [note] = marks(result, 1)
    assert (note["/Subtype"], note["/Contents"]) == ("/Text", "Grüße 語")
    assert [float(v) for v in note["/Rect"]] == [72, 792 - 144 - 20, 92, 792 - 144]
    document = pypdfium2.PdfDocument(result)
    assert "jumps" in document[0].get_textpage().get_text_range()
    assert len(document) == 2


def test_the_same_operations_give_the_same_bytes(tmp_path: Path) -> None:
    file = write_pdf(tmp_path, [TEXT])
    op = {"op": "highlight_text", "search": "lazy"}
    first = sha256(annotate(file, op)[1])
    assert sha256(annotate(file, op)[1]) == first


def test_a_highlight_runs_over_the_end_of_a_line(tmp_path: Path) -> None:
    file = write_pdf(tmp_path, [TEXT])
    answer, result = annotate(
        file, {"op": "highlight_text", "search": "fox jumps", "color": "#00FF00"}
    )
    assert answer["report"][0]["matches"] == 1
    [mark] = marks(result)
    assert mark["/Subtype"] == "/Highlight"
    assert len(mark["/QuadPoints"]) == 16  # a rectangle on each of the two lines
    assert [float(v) for v in mark["/C"]] == [0, 1, 0]


def test_a_text_that_is_not_there_is_said_and_changes_nothing(tmp_path: Path) -> None:
    file = write_pdf(tmp_path, [TEXT])
    answer, result = annotate(file, {"op": "highlight_text", "search": "absent"})
    assert answer["report"][0]["matches"] == 0
    assert answer["report"][0]["warnings"]
    assert result.read_bytes() == file.read_bytes()


def test_a_bad_colour_is_skipped_with_a_warning(tmp_path: Path) -> None:
    file = write_pdf(tmp_path, [TEXT])
    answer, result = annotate(file, {"op": "highlight_text", "search": "fox", "color": "loud"})
    assert answer["report"][0]["matches"] == 1
    assert "color" in answer["report"][0]["warnings"][0]["message"]
    assert len(marks(result)) == 1


@pytest.mark.parametrize("rotation", [0, 90, 180, 270])
def test_a_highlight_covers_its_word_on_turned_and_cropped_pages(
    tmp_path: Path, rotation: int
) -> None:
    file = turned(tmp_path, rotation)
    _, result = annotate(
        file, {"op": "highlight_text", "search": "quick", "page": 1, "color": "#FF0000"}
    )
    [mark] = marks(result)
    left, bottom, right, top = (float(value) for value in mark["/Rect"])
    # "The " of 12 point Helvetica ends 24 points right of 72, and the line stands on 720.
    assert left == pytest.approx(96, abs=3)
    assert bottom == pytest.approx(720, abs=4)
    assert right == pytest.approx(126, abs=4)
    assert 726 < top < 735
    before = pypdfium2.PdfDocument(file)[0].render(draw_annots=True).to_pil().convert("RGB")
    after = pypdfium2.PdfDocument(result)[0].render(draw_annots=True).to_pil().convert("RGB")
    changed = [
        (x, y)
        for x in range(after.width)
        for y in range(after.height)
        if before.getpixel((x, y)) != after.getpixel((x, y))
    ]
    assert len(changed) > 100
    assert any(after.getpixel(place) == (255, 0, 0) for place in changed)


@pytest.mark.parametrize("rotation", [0, 90, 180, 270])
def test_a_note_stands_where_it_is_seen_whatever_the_page_turns(
    tmp_path: Path, rotation: int
) -> None:
    file = turned(tmp_path, rotation)
    _, result = annotate(
        file,
        {"op": "add_link", "page": 1, "rect": [1, 2, 1.5, 2.25], "url": "https://example.org/a b"},
    )
    page = pypdfium2.PdfDocument(result)[0]
    [link] = marks(result)
    left, bottom, right, top = (float(value) for value in link["/Rect"])
    # pdfium says where on the shown page the rectangle's middle is.
    import ctypes

    import pypdfium2.raw as pdfium

    x, y = ctypes.c_int(), ctypes.c_int()
    width, height = page.get_size()
    pdfium.FPDF_PageToDevice(
        page,
        0,
        0,
        int(width * 10),
        int(height * 10),
        0,
        (left + right) / 2,
        (bottom + top) / 2,
        x,
        y,
    )
    assert x.value / 720 == pytest.approx(1.25, abs=0.01)
    assert y.value / 720 == pytest.approx(2.125, abs=0.01)
    assert link["/A"]["/URI"] == "https://example.org/a%20b"


def test_points_from_the_bottom_left_are_understood_and_said(tmp_path: Path) -> None:
    file = write_pdf(tmp_path, [TEXT])
    answer, result = annotate(file, {"op": "add_note", "page": 1, "x": 100, "y": 700, "text": "n"})
    assert "points" in answer["report"][0]["warnings"][0]["message"]
    [note] = marks(result)
    assert float(note["/Rect"][0]) == pytest.approx(100)
    assert float(note["/Rect"][3]) == pytest.approx(700)


def test_a_link_over_a_text_leads_to_its_address(tmp_path: Path) -> None:
    file = write_pdf(tmp_path, [TEXT])
    answer, result = annotate(
        file, {"op": "add_link", "page": 1, "search": "lazy dog", "url": "https://example.org/"}
    )
    assert answer["report"][0]["matches"] == 1
    [link] = marks(result)
    assert link["/A"]["/URI"] == "https://example.org/"


def test_annotations_that_were_there_stay(tmp_path: Path) -> None:
    file = write_pdf(tmp_path, [TEXT])
    _, once = annotate(file, {"op": "add_note", "page": 1, "text": "first"})
    again = tmp_path / "again.pdf"
    again.write_bytes(once.read_bytes())
    _, twice = annotate(again, {"op": "add_note", "page": 1, "text": "second"})
    assert [mark["/Contents"] for mark in marks(twice)] == ["first", "second"]
    assert twice.read_bytes().startswith(once.read_bytes())


def test_a_document_with_an_xref_stream_keeps_that_kind_and_its_metadata(tmp_path: Path) -> None:
    writer = PdfWriter(clone_from=PdfReader(io.BytesIO(pdf_bytes([TEXT]))))
    writer.add_metadata({"/Title": "Kept"})
    file = tmp_path / "s.pdf"
    writer.write(file)
    _, result = annotate(file, {"op": "add_note", "page": 1, "text": "n"})
    reader = PdfReader(result, strict=True)
    assert reader.metadata is not None
    assert reader.metadata.title == "Kept"


def test_a_copy_is_annotated_and_its_source_is_not(tmp_path: Path) -> None:
    file = write_pdf(tmp_path, [TEXT])
    before = file.read_bytes()
    _, result = annotate(
        tmp_path / "copy.pdf", {"op": "add_note", "page": 1, "text": "n"}, copy_from=file.name
    )
    assert len(marks(result)) == 1
    assert file.read_bytes() == before


@pytest.mark.parametrize(
    ("op", "named"),
    [
        ({"op": "add_note", "page": 3, "text": "x"}, "ops[0].page"),
        ({"op": "add_note", "page": 0, "text": "x"}, "ops[0].page"),
        ({"op": "add_note", "page": 1, "text": 3}, "ops[0].text"),
        ({"op": "add_note", "page": 1}, "ops[0].text"),
        ({"op": "add_note", "page": 1, "text": "x", "colour": "#fff"}, "ops[0].colour"),
        ({"op": "add_note", "page": 1, "text": "x", "x": 5000, "y": 1}, "ops[0].x"),
        ({"op": "add_link", "page": 1, "url": "https://a.b"}, "ops[0]"),
        ({"op": "add_link", "page": 1, "search": "fox", "url": "javascript:1"}, "ops[0].url"),
        ({"op": "add_link", "page": 1, "rect": [1, 1, 1, 2], "url": "https://a.b"}, "ops[0].rect"),
        ({"op": "replace_text", "search": "a", "replace": "b"}, "ops[0]"),
        ({"op": "highlight_text", "search": ""}, "ops[0].search"),
    ],
)
def test_bad_arguments_are_refused_and_nothing_is_written(
    tmp_path: Path, op: dict[str, Any], named: str
) -> None:
    file = write_pdf(tmp_path, [TEXT])
    with pytest.raises(ValidationFailed) as refused:
        annotate(file, op)
    assert named in refused.value.message
    assert not (tmp_path / "out" / "paper.pdf").exists()


def test_a_pdf_is_never_made_from_nothing(tmp_path: Path) -> None:
    with pytest.raises(ValidationFailed):
        annotate(tmp_path / "new.pdf", create_new=True)


@pytest.mark.parametrize("user", ["", "secret"])
def test_an_encrypted_pdf_is_not_read_even_where_no_password_is_asked(
    tmp_path: Path, user: str
) -> None:
    writer = PdfWriter(clone_from=PdfReader(io.BytesIO(pdf_bytes([TEXT]))))
    writer.encrypt(user, "owner", algorithm="RC4-128")
    file = tmp_path / "locked.pdf"
    writer.write(file)
    with pytest.raises(FileReadFailed, match="encrypted"):
        annotate(file, {"op": "add_note", "page": 1, "text": "n"})


@pytest.mark.parametrize("char", ["\x00", "\x01", "\x1f", "\uffff"])
@pytest.mark.parametrize(
    ("op", "key"),
    [
        ({"op": "add_note", "page": 1, "text": "n"}, "text"),
        ({"op": "add_note", "page": 1, "text": "n", "author": "a"}, "author"),
        ({"op": "highlight_text", "search": "a"}, "search"),
        ({"op": "add_link", "page": 1, "search": "a", "url": "https://example.org"}, "search"),
    ],
)
def test_control_characters_are_refused(
    tmp_path: Path, op: dict[str, Any], key: str, char: str
) -> None:
    file = write_pdf(tmp_path, [TEXT])
    with pytest.raises(ValidationFailed, match=rf"ops\[0\]\.{key}.*U\+"):
        annotate(file, {**op, key: f"a{char}b"})


def test_a_note_keeps_its_lines(tmp_path: Path) -> None:
    _, result = annotate(
        write_pdf(tmp_path, [TEXT]), {"op": "add_note", "page": 1, "text": "one\n\ttwo"}
    )
    assert marks(result)[0]["/Contents"] == "one\n\ttwo"
