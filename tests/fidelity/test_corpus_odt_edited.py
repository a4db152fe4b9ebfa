"""Every OpenDocument text of the corpus that opens: one word replaced, and nothing else changed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import odfdo
import pytest

from keenbench.errors import FileReadFailed
from tests.documents import text_of
from tests.edits import edited, sha256
from tests.fidelity.marked import REFUSED, corpus_files
from tests.fidelity.one_word import a_word, as_pdfs, changed_parts, looks

FILES = [file for file, note in corpus_files("odt") if not any(word in note for word in REFUSED)]
SAMPLE = ("odfdo__example.odt", "pandoc__tableWithSpans.odt")
# They hold no word, or (the second) odfdo does not open them.
WORDLESS = {"odfdo__text.ott", "odftoolkit__testInvalidPkg1.odt", "pandoc__formula.odt"}

pytestmark = pytest.mark.skipif(not FILES, reason="no corpus here")


def _odfdo_text(file: Path) -> str:
    document: Any = odfdo.Document(str(file))
    words = [
        one.text_recursive for one in document.body.xpath("descendant::text:p|descendant::text:h")
    ]
    return "\n".join(words)


def _apart(file: Path) -> str:
    """Return the words of comments and of deleted text, which stay as they are."""
    document: Any = odfdo.Document(str(file))
    found = document.body.xpath(
        "descendant::office:annotation//text:p|descendant::text:tracked-changes//text:p"
    )
    return "\n".join(one.text_recursive for one in found)


def _word(file: Path) -> tuple[str, str] | None:
    try:
        return a_word(text_of("OdtExtractText", file), _odfdo_text(file), _apart(file))
    except (FileReadFailed, ValueError):  # odfdo opens one file less than we do
        return None


def _edit(file: Path, word: tuple[str, str], out: Path) -> Path:
    ops = [{"op": "replace_text", "search": word[0], "replace": word[1]}]
    answer, result = edited("OdtApplyOps", file, ops, out)
    assert answer["report"][0]["matches"] > 0, file.name
    return result


def test_one_word_is_replaced_and_two_readers_see_nothing_else_changed(tmp_path: Path) -> None:
    edits, wordless = 0, []
    for file in FILES:
        word = _word(file)
        if word is None:
            wordless.append(file.name)
            continue
        result = _edit(file, word, tmp_path / "a")
        assert set(changed_parts(file, result)) <= {"content.xml", "styles.xml"}, file.name
        ours = text_of("OdtExtractText", file)
        assert text_of("OdtExtractText", result) == ours.replace(*word), (file.name, word)
        assert _odfdo_text(result) == _odfdo_text(file).replace(*word), (file.name, word)
        first = sha256(result)
        assert sha256(_edit(file, word, tmp_path / "b")) == first
        edits += 1
    print(f"odt: {edits} edited and unchanged but for one word, without a word: {wordless}")
    assert edits >= 17
    assert set(wordless) <= WORDLESS


def _converted(files: list[Path], tmp_path: Path) -> int:
    before = as_pdfs(files, tmp_path / "before")
    results = [_edit(file, word, tmp_path / "edited") for file in files if (word := _word(file))]
    after = as_pdfs(results, tmp_path / "after")
    same = 0
    for name, pdf in after.items():
        assert looks(pdf) == looks(before[name]), name
        same += 1
    assert set(after) == {file.name for file in results if file.name in before}
    print(f"odt: {same} convert to PDF as before")
    return same


@pytest.mark.needs("libreoffice")
def test_libreoffice_converts_an_edited_text_as_before(tmp_path: Path) -> None:
    assert _converted([file for file in FILES if file.name in SAMPLE], tmp_path) == len(SAMPLE)


@pytest.mark.slow
@pytest.mark.needs("libreoffice")
@pytest.mark.timeout(1800)
def test_libreoffice_converts_every_edited_text_as_before(tmp_path: Path) -> None:
    assert _converted(FILES, tmp_path) >= 17
