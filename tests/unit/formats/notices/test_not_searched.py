"""What cannot be searched is asked for: no part is passed over in silence."""

from __future__ import annotations

import logging
import shutil
import zipfile
from pathlib import Path

import docx
import openpyxl
import pypdf
import pytest
from pptx import Presentation

from keenbench.errors import FileReadFailed
from tests.unit.formats.notices.test_notices import told, with_part

DEEP = b"<a>" * 300 + b"</a>" * 300


def made(folder: Path, suffix: str) -> Path:
    file = folder / f"old.{suffix}"
    if suffix == "pptx":
        slides = Presentation()
        slides.slides.add_slide(slides.slide_layouts[0])
        slides.save(str(file))
    elif suffix == "xlsx":
        openpyxl.Workbook().save(file)
    else:
        docx.Document().save(str(file))
    return file


def damaged(file: Path, part: str) -> Path:
    """Copy a package with the packed bytes of one part spoilt."""
    new = file.with_name(f"new{file.suffix}")
    shutil.copy(file, new)
    with zipfile.ZipFile(new) as package:
        info = package.getinfo(part)
    with new.open("r+b") as out:
        out.seek(info.header_offset + 26)
        names = out.read(4)
        at = 30 + int.from_bytes(names[:2], "little") + int.from_bytes(names[2:], "little")
        out.seek(info.header_offset + at)
        out.write(b"\xff" * 16)
    return new


PARTS = [
    ("docx", "word/document.xml"),
    ("docx", "word/_rels/document.xml.rels"),
    ("xlsx", "xl/worksheets/sheet1.xml"),
    ("pptx", "ppt/slides/slide1.xml"),
]


@pytest.mark.parametrize(("suffix", "part"), PARTS)
def test_a_part_that_cannot_be_inflated_is_asked_for(
    tmp_path: Path, suffix: str, part: str
) -> None:
    old = made(tmp_path, suffix)
    new = damaged(old, part)
    try:
        assert "could not be checked" in told(old, new)["not_checked"]
    except FileReadFailed:
        return  # the engine tells what cannot be searched as a whole
    assert told(new, new) == {}


@pytest.mark.parametrize(("suffix", "part"), [PARTS[0], *PARTS[2:]])
def test_a_part_that_is_nested_too_deeply_is_asked_for(
    tmp_path: Path, suffix: str, part: str
) -> None:
    old = made(tmp_path, suffix)
    new = with_part(old, tmp_path / f"new.{suffix}", part, DEEP)
    assert part in told(old, new)["not_checked"]


def test_another_document_than_its_name_says_is_not_searched(tmp_path: Path) -> None:
    new = tmp_path / "new.docx"
    shutil.copy(made(tmp_path, "xlsx"), new)
    with pytest.raises(FileReadFailed, match="This is an Excel workbook named"):
        told(None, new)


def test_an_encrypted_pdf_is_not_searched(tmp_path: Path) -> None:
    writer = pypdf.PdfWriter()
    writer.add_blank_page(100, 100)
    writer.encrypt("", owner_password="x", algorithm="RC4-128")
    writer.write(tmp_path / "new.pdf")
    with pytest.raises(FileReadFailed, match="encrypted"):
        told(None, tmp_path / "new.pdf")


def test_a_damaged_pdf_is_asked_for(tmp_path: Path) -> None:
    writer = pypdf.PdfWriter()
    writer.add_blank_page(100, 100)
    old, new = tmp_path / "old.pdf", tmp_path / "new.pdf"
    writer.write(old)
    new.write_bytes(old.read_bytes().replace(b"startxref\n", b"startxref\n9"))
    logging.getLogger("pypdf").setLevel(logging.CRITICAL)  # as where a PDF was edited before
    assert "damaged" in told(old, new)["not_checked"]
    assert told(new, new) == {}


def test_a_drawing_that_declares_entities_is_asked_for(tmp_path: Path) -> None:
    new = tmp_path / "new.svg"
    new.write_text('<!DOCTYPE svg [<!ENTITY a "x"><!ENTITY b "&a;&a;">]><svg>&b;</svg>')
    assert "entities" in told(None, new)["not_checked"]
