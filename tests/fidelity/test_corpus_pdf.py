"""Every PDF of the corpus: read whole by its own map, against what pypdf makes of it."""

from __future__ import annotations

import json
import logging
import re
import time
from pathlib import Path
from typing import Any

import pypdf
import pytest
from pypdf.errors import DependencyError, PyPdfError

import keenbench.formats.pdf.methods  # noqa: F401  registers the methods
from keenbench.errors import FileReadFailed
from tests.documents import call
from tests.fidelity.marked import corpus_files

FILES = list(corpus_files("pdf"))
# The manifest calls these broken; pdfium finds no page in them, or they need a password.
REFUSED = {
    "pdfjs__issue9105_other.pdf": "damaged",
    "pdfjs__poppler-395-0-fuzzed.pdf": "damaged",
    "pypdf__r6-both-passwords.pdf": "encrypted",
    "pypdf__r6-user-password.pdf": "encrypted",
    "pypdfsamples__libreoffice-writer-password.pdf": "encrypted",
}
SECONDS = 30
# What pypdf raises for documents that it cannot read, and we can.
CANNOT = (PyPdfError, DependencyError, ValueError, KeyError, AttributeError, TypeError)

pytestmark = pytest.mark.skipif(not FILES, reason="no corpus here")
logging.getLogger("pypdf").setLevel(logging.CRITICAL)


@pytest.fixture(scope="module")
def read() -> dict[Path, tuple[Any, list[str]]]:
    """Return the map and the pages of all documents that can be read."""
    found = {}
    for file, _ in FILES:
        if file.name in REFUSED:
            continue
        began = time.process_time()
        found[file] = pages_by_map(file)
        assert time.process_time() - began < SECONDS, file.name
    return found


def pages_by_map(file: Path) -> tuple[Any, list[str]]:
    """Return the map of a document, and its pages as its chunks give them."""
    found = call("PdfGetMap", file)
    assert len(json.dumps(found)) <= 64 * 1024
    assert found == call("PdfGetMap", file)
    pages: list[str] = []
    for chunk in found["chunks"]:
        got = call("PdfExtractText", file, chunk=chunk["index"])
        covered = got["chunk_info"]["covered"]
        assert (covered["from"], covered["total"]) == (len(pages) + 1, found["page_count"])
        pages += got["text"].split("\f")
        assert covered["to"] == len(pages)
    assert len(pages) == found["page_count"]
    for page, text in zip(found["pages"], pages, strict=True):
        assert page["char_count"] in (len(text), None)
    assert call("PdfExtractText", file)["text"] == "\f".join(pages)
    return found, pages


def test_every_document_is_read_by_its_map_or_refused_with_the_reason(
    read: dict[Path, tuple[Any, list[str]]],
) -> None:
    for file, _ in FILES:
        if file.name in REFUSED:
            for method in ("PdfGetMap", "PdfExtractText", "PdfGetInfo"):
                with pytest.raises(FileReadFailed, match=REFUSED[file.name]):
                    call(method, file)
    pages = sum(len(pages) for _, pages in read.values())
    print(f"pdf: {len(read)} documents read whole, {pages} pages; {len(REFUSED)} refused")
    assert len(read) >= 40


def test_pages_and_words_are_what_pypdf_reads(read: dict[Path, tuple[Any, list[str]]]) -> None:
    compared = 0
    for file, (found, pages) in read.items():
        try:
            reader = pypdf.PdfReader(file)
            if reader.is_encrypted:
                reader.decrypt("")
            theirs = [page.extract_text() for page in reader.pages]
        except CANNOT:
            continue  # pypdf cannot read it; we could
        assert found["page_count"] == len(theirs), file.name
        for ours, text in zip(pages, theirs, strict=True):
            words = plain_words(text)
            if len(words) < 20:
                continue
            compared += 1
            missing = words - plain_words(ours)
            assert len(missing) <= len(words) // 4, f"{file.name}: {sorted(missing)[:10]}"
    print(f"pdf: {compared} pages hold the words that pypdf finds")
    assert compared > 30


def plain_words(text: str) -> set[str]:
    """Return longer words of plain letters, which readers agree on."""
    return set(re.findall(r"[A-Za-z]{5,}", text.replace("-\n", "")))


def test_outlines_forms_and_annotations_are_what_pypdf_finds(
    read: dict[Path, tuple[Any, list[str]]],
) -> None:
    outlines = 0
    for file, (found, _) in read.items():
        try:
            reader = pypdf.PdfReader(file)
            if reader.is_encrypted:
                reader.decrypt("")
            theirs = flat(reader, reader.outline)
            annotated = any(
                annotation.get_object().get("/Subtype") not in ("/Widget", "/Popup")
                for page in reader.pages
                for annotation in page.get("/Annots", ())
            )
            has_form = "/AcroForm" in reader.trailer["/Root"]  # type: ignore[operator]
        except CANNOT:
            continue
        assert found["has_annotations"] == annotated, file.name
        assert found["has_forms"] <= has_form, file.name
        ours = [(entry["title"], entry["page"]) for entry in found["toc"]]
        assert [title for title, _ in ours] == [title for title, _ in theirs], file.name
        outlines += len(ours)
        # pdfium does not follow a destination that a name tree holds as a dictionary.
        differing = [pair for pair in zip(ours, theirs, strict=True) if pair[0] != pair[1]]
        assert len(differing) <= 1, f"{file.name}: {differing}"
    print(f"pdf: {outlines} bookmarks the same in pypdf")
    assert outlines > 10


def flat(reader: pypdf.PdfReader, outline: Any) -> list[tuple[str, int | None]]:
    found: list[tuple[str, int | None]] = []
    for entry in outline:
        if isinstance(entry, list):
            found += flat(reader, entry)
        else:
            page = reader.get_destination_page_number(entry)
            found.append((str(entry.title), None if page is None else page + 1))
    return found
