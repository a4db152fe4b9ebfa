"""Edits of damaged documents are done or refused with a typed error; nothing else is raised."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from keenbench.errors import KeenBenchError
from tests.edits import edited
from tests.fidelity.mutants import FIXTURES, flip, mutant
from tests.unit.formats.pdf.pdfs import pdf_bytes

PPTX: list[dict[str, Any]] = [
    {"op": "add_slide", "title": "T", "body": "b"},
    {"op": "replace_text", "search": "e", "replace": "E"},
    {"op": "set_slide_text", "index": 0, "title": "new"},
    {"op": "set_notes", "index": 0, "text": "n"},
    {"op": "add_table", "index": 0, "rows": [["a"]]},
    {"op": "duplicate_slide", "index": 0},
    {"op": "set_footer", "text": "f", "slide_number": True},
    {"op": "set_layout", "index": 0, "layout": "two_content"},
    {"op": "set_slide_size", "ratio": "16:9"},
    {"op": "delete_slide", "index": 0},
]
ODT: list[dict[str, Any]] = [
    {"op": "replace_text", "search": "e", "replace": "E"},
    {"op": "append_paragraph", "text": "x", "style": "Heading 1", "list": "bullet"},
    {"op": "set_paragraphs", "paragraphs": [{"text": "x"}]},
]
PDF: list[dict[str, Any]] = [
    {"op": "add_note", "page": 1, "text": "n"},
    {"op": "highlight_text", "search": "quick"},
]


def edit_mutants(
    method: str, name: str, sources: list[bytes], ops: list[dict[str, Any]], folder: Path
) -> None:
    outcomes: Counter[str] = Counter()
    for number, data in enumerate(sources):
        file = folder / name
        file.write_bytes(data)
        for op in [[one] for one in ops] + [ops]:
            try:
                edited(method, file, op, folder / "out")
                outcomes["done"] += 1
            except KeenBenchError as error:
                outcomes[error.error_code] += 1
            except Exception as error:
                raise AssertionError(f"{method} of mutant {number}: {op}") from error
    print(f"{name}: {dict(outcomes)}")
    assert outcomes["done"]


@pytest.mark.parametrize(
    "seeds", [range(25), pytest.param(range(1000, 1400), marks=pytest.mark.slow)]
)
def test_mutated_decks_are_edited_or_refused(tmp_path: Path, seeds: range) -> None:
    source = (FIXTURES / "slides.pptx").read_bytes()
    edit_mutants("PptxApplyOps", "m.pptx", [mutant(source, n) for n in seeds], PPTX, tmp_path)


@pytest.mark.parametrize(
    "seeds", [range(40), pytest.param(range(1000, 1400), marks=pytest.mark.slow)]
)
def test_mutated_texts_are_edited_or_refused(tmp_path: Path, seeds: range) -> None:
    source = (FIXTURES / "notes.odt").read_bytes()
    edit_mutants("OdtApplyOps", "m.odt", [mutant(source, n) for n in seeds], ODT, tmp_path)


@pytest.mark.parametrize(
    "seeds", [range(60), pytest.param(range(1000, 1600), marks=pytest.mark.slow)]
)
def test_mutated_pdfs_are_annotated_or_refused(tmp_path: Path, seeds: range) -> None:
    plain = pdf_bytes(["The quick brown fox", "two"])
    report = (FIXTURES / "report.pdf").read_bytes()
    sources = [flip(plain if n % 2 else report, random.Random(n)) for n in seeds]
    edit_mutants("PdfApplyOps", "m.pdf", sources, PDF, tmp_path)
