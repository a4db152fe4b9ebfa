"""Every presentation of the corpus: read whole and every character once, or refused."""

from __future__ import annotations

import re
from pathlib import Path

import pptx
import pytest

from keenbench.errors import FileReadFailed
from tests.documents import call, text_of
from tests.fidelity.marked import REFUSED, Spot, corpus_files, local, mark_texts, ooxml_marks
from tests.fidelity.reading import read_by_map

FILES = list(corpus_files("pptx"))
TEXTS = re.compile(rb"(<(?:a:t|m:t|p:text)(?:\s[^>]*)?>)([^<]*)(</)")
PARTS = re.compile(
    r"ppt/(?:slides/slide|notesSlides/notesSlide|comments/[\w-]*|diagrams/data)\d*\.xml"
)

pytestmark = pytest.mark.skipif(not FILES, reason="no corpus here")


def test_every_file_is_read_by_its_map_or_refused_with_a_reason() -> None:
    read = refused = slides = 0
    for file, note in FILES:
        if any(words in note for words in REFUSED):
            with pytest.raises(FileReadFailed):
                call("PptxGetMap", file)
            refused += 1
        else:
            slides += read_by_map("pptx", file).count("[slide ")
            read += 1
    print(f"pptx: {read} read whole ({slides} slides), {refused} refused")
    assert read >= 31


def test_every_text_is_read_exactly_once(tmp_path: Path) -> None:
    faults: dict[str, list[str]] = {}
    count = 0
    for file, note in FILES:
        if any(words in note for words in REFUSED):
            continue
        target = tmp_path / f"marked{file.suffix}"
        spots = mark_texts(file, target, TEXTS, lambda name: bool(PARTS.fullmatch(name)))
        for name, found in spots.items():
            if "notesSlide" in name:
                # The number that a notes page repeats of its slide is no note.
                spots[name] = [spot for spot in found if not _is_page_number(spot)]
        marks = ooxml_marks(spots)
        count += len(marks.once)
        misread = marks.misread(text_of("PptxExtractText", target))
        if misread:
            faults[file.name] = misread[:5]
    print(f"pptx: {count} texts, each read once")
    assert not faults


def _is_page_number(spot: Spot) -> bool:
    shapes = [element for element in spot[1] if local(element) == "sp"]
    return any(
        local(element) == "ph" and element.get("type") == "sldNum"
        for shape in shapes
        for element in shape.iter()
    )


def test_what_python_pptx_reads_is_read() -> None:
    compared = 0
    for file, note in FILES:
        if any(words in note for words in REFUSED):
            continue
        try:
            deck = pptx.Presentation(str(file))
        except ValueError:
            continue  # a slide show, which python-pptx does not open
        found = call("PptxGetMap", file)
        assert found["slide_count"] == len(deck.slides)
        for index, slide in enumerate(deck.slides):
            text = text_of("PptxExtractText", file, slide_index=index)
            for shape in slide.shapes:
                if shape.has_text_frame:
                    compared += 1
                    for word in shape.text_frame.text.split():
                        assert word in text, (file.name, index)
    print(f"pptx: {compared} shapes of python-pptx found")
