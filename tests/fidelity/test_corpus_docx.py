"""Every Word document of the corpus: read whole and every character once, or refused."""

from __future__ import annotations

import re
import zipfile
from pathlib import Path

import docx
import pytest

from keenbench.errors import FileReadFailed
from tests.documents import call, text_of
from tests.fidelity.marked import REFUSED, corpus_files, mark_texts, ooxml_marks
from tests.fidelity.reading import read_by_map

FILES = list(corpus_files("docx"))
TEXTS = re.compile(rb"(<(?:\w+:)?(?:t|delText)(?:\s[^>]*)?>)([^<]*)(</)")
PARTS = re.compile(r"word/(?:document|footnotes|endnotes|comments|header|footer)\d*\.xml")

pytestmark = pytest.mark.skipif(not FILES, reason="no corpus here")


def test_every_file_is_read_by_its_map_or_refused_with_a_reason() -> None:
    read = refused = 0
    for file, note in FILES:
        if any(words in note for words in REFUSED):
            with pytest.raises(FileReadFailed):
                call("DocxGetMap", file)
            refused += 1
        else:
            read_by_map("docx", file)
            read += 1
    print(f"docx: {read} read whole, {refused} refused")
    assert read >= 38


def test_every_text_is_read_exactly_once(tmp_path: Path) -> None:
    faults: dict[str, list[str]] = {}
    count = 0
    for file, note in FILES:
        if any(words in note for words in REFUSED):
            continue
        target = tmp_path / f"marked{file.suffix}"
        spots = mark_texts(file, target, TEXTS, lambda name: bool(PARTS.fullmatch(name)))
        marks = ooxml_marks(spots)
        count += len(marks.once)
        misread = marks.misread(text_of("DocxExtractText", target))
        if misread:
            faults[file.name] = misread[:5]
    print(f"docx: {count} texts, each read once")
    assert not faults


def test_what_python_docx_reads_is_read() -> None:
    compared = 0
    for file, note in FILES:
        if any(words in note for words in REFUSED):
            continue
        try:
            document = docx.Document(str(file))
        except (KeyError, ValueError, zipfile.BadZipFile):
            continue  # python-docx cannot open it; we could
        text = iter(text_of("DocxExtractText", file))
        for paragraph in document.paragraphs:
            compared += 1
            # In order, with more between: what python-docx passes over, and marks of ours.
            assert all(char in text for char in paragraph.text if not char.isspace()), file.name
    print(f"docx: {compared} paragraphs of python-docx found")
