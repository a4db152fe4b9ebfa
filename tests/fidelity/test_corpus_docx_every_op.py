"""Many operations at once on every Word document of the corpus: nothing of the old is lost."""

from __future__ import annotations

import zipfile
from pathlib import Path
from typing import Any

import docx
import pytest
from PIL import Image

from tests.docx_edits import edited, names
from tests.fidelity.one_word import as_pdfs
from tests.fidelity.test_corpus_docx_edited import FILES, _python_docx

pytestmark = pytest.mark.skipif(not FILES, reason="no corpus here")

OPS: list[dict[str, Any]] = [
    {"op": "append_paragraph", "text": "Anchor here", "style": "Heading 2"},
    {"op": "append_paragraph", "text": "item", "list": "number"},
    {"op": "add_comment", "anchor": {"text": "Anchor here"}, "text": "a comment"},
    {"op": "add_footnote", "anchor": {"text": "Anchor here"}, "text": "a note"},
    {"op": "add_table", "rows": [["a", "b"], [1, 2]]},
    {"op": "insert_image", "image_path": "p.png"},
    {"op": "set_header_footer", "where": "footer", "parts": [{"field": "page"}]},
    {"op": "add_page_break"},
    {"op": "set_page", "margins": {"header": 0.4}},
    {"op": "define_style", "name": "KB House", "bold": True},
    {"op": "set_properties", "title": "T"},
]


def _edit(file: Path, folder: Path, *, tracked: bool) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    copy = folder / file.name
    copy.write_bytes(file.read_bytes())
    picture = folder / "p.png"
    Image.new("RGB", (96, 96), "blue").save(picture)
    result, _ = edited(
        copy,
        *OPS,
        beside={"p.png": picture},
        allow_break_signature=True,
        track_changes=tracked,
    )
    return result


@pytest.mark.parametrize("tracked", [False, True])
def test_every_document_takes_every_addition_and_keeps_its_parts(
    tmp_path: Path, tracked: bool
) -> None:
    seen = 0
    for file in FILES:
        result = _edit(file, tmp_path, tracked=tracked)
        assert set(names(file)) <= set(names(result)), file.name
        with zipfile.ZipFile(result) as archive:
            assert len(archive.namelist()) == len(set(archive.namelist()))
        before = _python_docx(file)
        if before is None:
            continue
        document = docx.Document(str(result))
        texts = [paragraph.text for paragraph in document.paragraphs]
        if not tracked:  # python-docx passes over insertions
            assert texts[: len(before)] == before, file.name
            assert "Anchor here" in texts
        assert document.core_properties.title == "T"
        assert "a comment" in [comment.text for comment in document.comments]
        seen += 1
    print(f"docx: {len(FILES)} files took {len(OPS)} operations, {seen} seen by python-docx")
    assert seen >= 29


def test_a_picture_in_a_document_whose_theme_is_damaged_is_said_to_be_a_risk(
    tmp_path: Path,
) -> None:
    [file] = [file for file in FILES if "6733884933668864" in file.name]
    copy, picture = tmp_path / file.name, tmp_path / "p.png"
    copy.write_bytes(file.read_bytes())
    Image.new("RGB", (96, 96), "blue").save(picture)
    op = {"op": "insert_image", "image_path": "p.png"}
    _, answer = edited(copy, op, beside={"p.png": picture})
    assert [one["code"] for one in answer["report"][0]["warnings"]] == ["damaged_theme"]


@pytest.mark.needs("libreoffice")
def test_libreoffice_opens_what_many_operations_made(tmp_path: Path) -> None:
    few = [file for file in FILES if file.name in ("pandoc__notes.docx", "mammothjs__empty.docx")]
    results = [_edit(file, tmp_path / "edited", tracked=False) for file in few]
    assert len(as_pdfs(results, tmp_path / "pdf")) == len(few)
