"""A one-word edit of a real document, and the proof that nothing else changed."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
import zipfile
from collections import Counter
from pathlib import Path

import pypdfium2

from tests.fidelity.libreoffice import convert

LIBREOFFICE_SECONDS = 180
_OFFICE = "urn:oasis:names:tc:opendocument:xmlns:office:1.0"
_TEXT = "urn:oasis:names:tc:opendocument:xmlns:text:1.0"


def a_word(text: str, shown: str, apart: str = "") -> tuple[str, str] | None:
    """Return a word that both readers see, and not `apart`; and its letters in another order."""
    words = set(re.findall(r"[^\W\d_]{2,14}", text))
    for word in sorted(words, key=lambda one: (-len(one), one)):
        other = word[1:] + word[0]
        if other != word and word in shown and other not in text and word not in apart:
            return word, other
    return None


def parts(file: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(file) as archive:
        return {info.filename: archive.read(info) for info in archive.infolist()}


def changed_parts(before: Path, after: Path) -> list[str]:
    """Return the parts that differ, having seen that none is lost and none is new."""
    old, new = parts(before), parts(after)
    assert list(new) == list(old), before.name
    return [name for name in old if old[name] != new[name]]


def as_pdfs(files: list[Path], out: Path) -> dict[str, Path]:
    """Return the PDF that LibreOffice makes of each file, where it makes one."""
    return _converted(files, out, "pdf")


def as_texts(files: list[Path], out: Path) -> dict[str, str]:
    """Return the words that LibreOffice reads in each file, where it opens it."""
    kind = "fodp" if files and files[0].suffix.startswith(".p") else "txt:Text (encoded):UTF8"
    return {
        name: _drawn_words(path) if kind == "fodp" else path.read_text("utf-8-sig")
        for name, path in _converted(files, out, kind).items()
    }


def _drawn_words(file: Path) -> str:
    """Return the paragraphs of a flat OpenDocument presentation."""
    body = ET.parse(file).getroot().find(f"{{{_OFFICE}}}body")
    assert body is not None
    return "\n".join("".join(one.itertext()) for one in body.iter(f"{{{_TEXT}}}p"))


def _converted(files: list[Path], out: Path, kind: str) -> dict[str, Path]:
    ending = kind.partition(":")[0]
    _convert(files, out, kind)
    # One that brings it down takes those after it along.
    for file in files:
        if file.name not in _made([file], out, ending):
            _convert([file], out, kind)
    return _made(files, out, ending)


def _convert(files: list[Path], out: Path, kind: str) -> None:
    limit = LIBREOFFICE_SECONDS * max(1, len(files) // 4)
    if not convert(files, out, kind, limit):
        print(f"LibreOffice did not end with {[file.name for file in files]} in {limit} s")


def _made(files: list[Path], out: Path, ending: str) -> dict[str, Path]:
    made = {file.name: out / f"{file.stem}.{ending}" for file in files}
    return {name: path for name, path in made.items() if path.exists()}


def looks(pdf: Path) -> tuple[int, Counter[str]]:
    """Return the pages of a PDF and how often each letter stands on them."""
    document = pypdfium2.PdfDocument(pdf)
    try:
        text = "".join(page.get_textpage().get_text_range() for page in document)
        letters = Counter(char for char in text if char.isalnum())
        return len(document), letters
    finally:
        document.close()
