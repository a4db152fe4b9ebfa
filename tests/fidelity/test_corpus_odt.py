"""Every OpenDocument text of the corpus: read whole, every character once, or refused."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from pathlib import Path

import odfdo
import pytest

from keenbench.errors import FileReadFailed
from tests.documents import call, text_of
from tests.fidelity.marked import REFUSED, Marks, Spot, corpus_files, local, mark_texts
from tests.fidelity.reading import read_by_map

FILES = list(corpus_files("odt"))
TEXTS = re.compile(rb"(>)([^<]+)(<)")
# No text of the document: who and when, titles of pictures, settings, declarations.
ASIDE = {
    *("creator", "date", "title", "desc", "creator-initials", "annotation", "forms"),
    *("note-citation", "event-listeners", "date-string"),
}

pytestmark = pytest.mark.skipif(not FILES, reason="no corpus here")


def test_every_file_is_read_by_its_map_or_refused_with_a_reason() -> None:
    read = refused = 0
    for file, note in FILES:
        if any(words in note for words in REFUSED):
            with pytest.raises(FileReadFailed):
                call("OdtGetMap", file)
            refused += 1
        else:
            read_by_map("odt", file)
            read += 1
    print(f"odt: {read} read whole, {refused} refused")
    assert read >= 20


def test_every_text_is_read_exactly_once(tmp_path: Path) -> None:
    faults: dict[str, list[str]] = {}
    count = 0
    for file, note in FILES:
        if any(words in note for words in REFUSED):
            continue
        target = tmp_path / f"marked{file.suffix}"
        spots = mark_texts(file, target, TEXTS, lambda name: name in ("content.xml", "styles.xml"))
        marks = odf_marks(spots)
        count += len(marks.once)
        misread = marks.misread(text_of("OdtExtractText", target))
        if misread:
            faults[file.name] = misread[:5]
    print(f"odt: {count} texts, each read once")
    assert not faults


def odf_marks(spots: dict[str, list[Spot]]) -> Marks:
    """Sort the marks: text of paragraphs in the body, in page headers and in page footers."""
    marks = Marks()
    for mark, above in (spot for found in spots.values() for spot in found):
        names = [local(element) for element in above]
        shown = "text" in names or any(name.startswith(("header", "footer")) for name in names)
        in_paragraph = "p" in names or "h" in names
        if not shown or not in_paragraph or any(name.endswith("-source") for name in names):
            continue
        last = max(at for at, name in enumerate(names) if name in ("p", "h"))
        if ASIDE & set(names[last:]):
            continue
        (marks.at_least_once if any(map(_repeated, above)) else marks.once).add(mark)
    return marks


def _repeated(element: ET.Element) -> bool:
    return any(key.endswith("-repeated") and value != "1" for key, value in element.items())


def test_what_odfdo_reads_is_read() -> None:
    compared = 0
    for file, note in FILES:
        if any(words in note for words in REFUSED):
            continue
        try:
            document = odfdo.Document(str(file))
        except ValueError:
            continue  # odfdo refuses its mimetype; we go by the manifest
        text = text_of("OdtExtractText", file)
        for header in document.body.headers:
            compared += 1
            for word in re.findall(r"[^\W\d]+", header.inner_text):
                assert word in text, file.name
    print(f"odt: {compared} headings of odfdo found")
