"""PDFs of the corpus annotated: their own bytes first, their pages and text the same."""

from __future__ import annotations

import io
from pathlib import Path

import pypdfium2
import pytest
from pypdf import PdfReader

from keenbench.errors import FileReadFailed, ValidationFailed
from tests.edits import edited, sha256
from tests.fidelity.marked import corpus_files

FILES = [file for file, _ in corpus_files("pdf")]

pytestmark = pytest.mark.skipif(not FILES, reason="no corpus here")


def _texts(data: bytes) -> list[str]:
    document = pypdfium2.PdfDocument(data)
    try:
        return [page.get_textpage().get_text_range() for page in document]
    finally:
        document.close()


def _word(texts: list[str]) -> tuple[int, str] | None:
    for index, text in enumerate(texts):
        for word in text.split():
            if len(word) > 3 and word.isalnum():
                return index, word
    return None


def test_pdfs_are_annotated_and_re_read_unchanged(tmp_path: Path) -> None:
    done = highlighted = 0
    refused: dict[str, str] = {}
    for file in FILES:
        ops: list[dict[str, object]] = [{"op": "add_note", "page": 1, "text": "Checked"}]
        before = file.read_bytes()
        try:
            texts = _texts(before)
        except pypdfium2.PdfiumError:
            texts = []
        word = _word(texts)
        if word is not None:
            ops.append({"op": "highlight_text", "page": word[0] + 1, "search": word[1]})
        try:
            answer, result = edited("PdfApplyOps", file, ops, tmp_path / "a")
        except (FileReadFailed, ValidationFailed) as error:
            refused[file.name] = error.message
            continue
        after = result.read_bytes()
        assert after.startswith(before), file.name
        assert _texts(after) == texts, file.name
        reader = PdfReader(io.BytesIO(after))
        assert len(reader.pages) == len(PdfReader(io.BytesIO(before)).pages)
        notes = [one.get_object() for one in reader.pages[0].annotations or []]
        assert any(note.get("/Contents") == "Checked" for note in notes), file.name
        if word is not None:
            assert answer["report"][1]["matches"] > 0, (file.name, word)
            highlighted += 1
        first = sha256(result)
        assert sha256(edited("PdfApplyOps", file, ops, tmp_path / "b")[1]) == first
        done += 1
    print(f"pdf: {done} annotated ({highlighted} highlighted), {len(refused)} refused")
    for name, why in refused.items():
        print(f"  {name}: {why}")
    assert done >= 30


def test_a_signed_pdf_is_annotated_only_when_asked(tmp_path: Path) -> None:
    [signed] = [file for file in FILES if "signed_verified" in file.name]
    op = {"op": "add_note", "page": 1, "text": "n"}
    with pytest.raises(ValidationFailed, match="signed"):
        edited("PdfApplyOps", signed, [op], tmp_path)
    answer, result = edited("PdfApplyOps", signed, [op], tmp_path, allow_break_signature=True)
    assert answer["warnings"]
    assert result.read_bytes().startswith(signed.read_bytes())
