"""Every Word document of the corpus that opens: one word replaced, and nothing else changed."""

from __future__ import annotations

import hashlib
import re
import xml.etree.ElementTree as ET
import zipfile
from collections.abc import Iterator
from pathlib import Path

import docx
import pytest

from keenbench.errors import ValidationFailed
from tests.documents import call, text_of
from tests.docx_edits import edited
from tests.fidelity.marked import REFUSED, corpus_files
from tests.fidelity.one_word import as_pdfs, looks

FILES = [file for file, note in corpus_files("docx") if not any(word in note for word in REFUSED)]
SAMPLE = ("pandoc__notes.docx", "poi__Bug54849.docx")
STORY = re.compile(
    r"(?:word/)?(?:document\d*|footnotes|endnotes|comments|header\d*|footer\d*)\.xml"
)

pytestmark = pytest.mark.skipif(not FILES, reason="no corpus here")


def _live(element: ET.Element) -> Iterator[str]:
    """Yield the texts inside an element, but not what was deleted or moved away."""
    for child in element:
        if child.tag.endswith(("main}del", "main}moveFrom")):
            continue
        if child.tag.endswith("wordprocessingml/2006/main}t") or child.tag.endswith(
            "ooxml/wordprocessingml/main}t"
        ):
            yield child.text or ""
        else:
            yield from _live(child)


def _raw_paragraphs(file: Path) -> dict[str, list[str]]:
    """Return the live text of every paragraph of every part, by ElementTree alone."""
    found: dict[str, list[str]] = {}
    with zipfile.ZipFile(file) as archive:
        for name in archive.namelist():
            if not STORY.fullmatch(name):
                continue
            root = ET.fromstring(archive.read(name))
            texts = ["".join(_live(one)) for one in root.iter() if one.tag.endswith("main}p")]
            found[name] = texts
    return found


def _parts(file: Path) -> dict[str, object]:
    """Return the parts of a document; of a damaged one, what its directory says of it."""
    found: dict[str, object] = {}
    with zipfile.ZipFile(file) as archive:
        for info in archive.infolist():
            try:
                found[info.filename] = archive.read(info)
            except zipfile.BadZipFile:
                found[info.filename] = (info.CRC, info.file_size, info.compress_size)
    return found


def _changed_parts(before: Path, after: Path) -> list[str]:
    """Return the parts that differ, having seen that none is lost and none is new."""
    old, new = _parts(before), _parts(after)
    assert list(new) == list(old), before.name
    return [name for name in old if old[name] != new[name]]


def _word(file: Path) -> tuple[str, str] | None:
    """Return a word that both readings hold as often, and its letters in another order."""
    ours = text_of("DocxExtractText", file)
    raw = "\n".join(text for texts in _raw_paragraphs(file).values() for text in texts)
    words = set(re.findall(r"[^\W\d_]{3,14}", raw)) | set(re.findall(r"[^\W_]+", ours))
    for word in sorted(words, key=lambda one: (-len(one), one)):
        other = word[1:] + word[0] if len(set(word)) > 1 else f"{word}7"
        if ours.count(word) == raw.count(word) > 0 and other not in ours:
            return word, other
    return None


def _edit(file: Path, word: tuple[str, str], folder: Path) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    copy = folder / file.name
    copy.write_bytes(file.read_bytes())
    op = {"op": "replace_text", "search": word[0], "replace": word[1]}
    result, answer = edited(copy, op, allow_break_signature="signed" in file.name)
    assert answer["report"][0]["matches"] > 0, file.name
    assert copy.read_bytes() == file.read_bytes()
    return result


def _append(file: Path, folder: Path) -> None:
    """Add a paragraph to a document that holds no word to replace."""
    folder.mkdir(parents=True, exist_ok=True)
    copy = folder / file.name
    copy.write_bytes(file.read_bytes())
    result, _ = edited(copy, {"op": "append_paragraph", "text": "Added"})
    assert _changed_parts(file, result) == ["word/document.xml"]
    after = text_of("DocxExtractText", result)
    assert after.replace("Added\n", "", 1) == text_of("DocxExtractText", file), file.name


def _python_docx(file: Path) -> list[str] | None:
    try:
        document = docx.Document(str(file))
    except (KeyError, ValueError, zipfile.BadZipFile):
        return None  # python-docx cannot open it; we could
    return [paragraph.text for paragraph in document.paragraphs]


def test_one_word_is_replaced_and_other_readers_see_nothing_else_changed(tmp_path: Path) -> None:
    edits = second = 0
    wordless = []
    for file in FILES:
        word = _word(file)
        if word is None:
            _append(file, tmp_path / "appended")
            wordless.append(file.name)
            continue
        result = _edit(file, word, tmp_path / "a")
        assert all(STORY.fullmatch(name) for name in _changed_parts(file, result)), file.name
        before = text_of("DocxExtractText", file)
        assert text_of("DocxExtractText", result) == before.replace(*word), (file.name, word)
        raw = {
            name: [text.replace(*word) for text in texts]
            for name, texts in _raw_paragraphs(file).items()
        }
        assert _raw_paragraphs(result) == raw, (file.name, word)
        shown = _python_docx(file)
        if shown is not None:
            assert _python_docx(result) == [text.replace(*word) for text in shown], file.name
            second += 1
        first = hashlib.sha256(result.read_bytes()).hexdigest()
        again = _edit(file, word, tmp_path / "b")
        assert hashlib.sha256(again.read_bytes()).hexdigest() == first
        assert call("DocxGetMap", result)["sections"] is not None
        edits += 1
    print(
        f"docx: {edits} edited and unchanged but for one word, {second} seen so by python-docx "
        f"too; without a word, so given a paragraph: {wordless}"
    )
    assert edits >= 34
    assert edits + len(wordless) == len(FILES)


def test_a_signed_document_is_edited_only_when_allowed(tmp_path: Path) -> None:
    [file] = [file for file in FILES if "signed" in file.name]
    copy = tmp_path / file.name
    copy.write_bytes(file.read_bytes())
    with pytest.raises(ValidationFailed, match="signed"):
        edited(copy, {"op": "append_paragraph", "text": "more"})


def _shape(pdf: Path) -> tuple[int, dict[str, int]]:
    """Return the pages and letters of a PDF; a field may show the time of day in digits."""
    pages, letters = looks(pdf)
    return pages, {char: count for char, count in letters.items() if char.isalpha()}


def _converted(files: list[Path], tmp_path: Path) -> int:
    results = [_edit(file, word, tmp_path / "edited") for file in files if (word := _word(file))]
    before = as_pdfs([tmp_path / "edited" / file.name for file in results], tmp_path / "before")
    after = as_pdfs(results, tmp_path / "after")
    assert set(after) == set(before)
    differing = [name for name, pdf in after.items() if _shape(pdf) != _shape(before[name])]
    print(f"docx: {len(after) - len(differing)} convert to PDF as before, not: {differing}")
    assert not differing
    return len(after)


@pytest.mark.needs("libreoffice")
def test_libreoffice_converts_an_edited_document_as_before(tmp_path: Path) -> None:
    assert _converted([file for file in FILES if file.name in SAMPLE], tmp_path) == len(SAMPLE)


@pytest.mark.slow
@pytest.mark.needs("libreoffice")
@pytest.mark.timeout(1800)
def test_libreoffice_converts_every_edited_document_as_before(tmp_path: Path) -> None:
    assert _converted(FILES, tmp_path) >= 33
