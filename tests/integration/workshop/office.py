"""Office files made in a line, written and read by libraries that KeenBench does not use for it."""

from __future__ import annotations

import io
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import docx
import openpyxl

FIXTURES = Path(__file__).parents[2] / "fixtures" / "office"
# The files that seed 004 tests with.
ALL = ("simple.docx", "notes.odt", "multi-sheet.xlsx", "slides.pptx", "report.pdf", "chart.png")
ALL_AND_ODD = (*ALL, "logo.svg", "unknown.bin")


def fixture(name: str) -> bytes:
    return (FIXTURES / name).read_bytes()


def fixtures(*names: str) -> dict[str, bytes | str]:
    return {name: fixture(name) for name in names}


def docx_of(heading: str, *paragraphs: str) -> bytes:
    document = docx.Document()
    document.add_heading(heading, level=1)
    for text in paragraphs:
        document.add_paragraph(text)
    made = io.BytesIO()
    document.save(made)
    return made.getvalue()


def words_of(data: bytes) -> list[str]:
    return [paragraph.text for paragraph in docx.Document(io.BytesIO(data)).paragraphs]


def xlsx_of(rows: Sequence[Sequence[Any]], sheet: str = "Sheet1") -> bytes:
    book = openpyxl.Workbook()
    page = book.active
    assert page is not None
    page.title = sheet
    for row in rows:
        page.append(list(row))
    made = io.BytesIO()
    book.save(made)
    return made.getvalue()


def cells_of(data: bytes, sheet: str | None = None) -> list[list[Any]]:
    book = openpyxl.load_workbook(io.BytesIO(data), data_only=True)
    page = book[sheet] if sheet is not None else book.active
    assert page is not None
    return [list(row) for row in page.iter_rows(values_only=True)]
