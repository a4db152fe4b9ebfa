"""Every presentation of the corpus that opens: one word replaced, and nothing else changed."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pptx
import pytest

from keenbench.errors import FileReadFailed, ValidationFailed
from tests.documents import call, text_of
from tests.edits import edited, sha256
from tests.fidelity.marked import REFUSED, corpus_files
from tests.fidelity.one_word import a_word, as_pdfs, changed_parts, looks

FILES = [file for file, note in corpus_files("pptx") if not any(word in note for word in REFUSED)]
SAMPLE = ("keenbench__slides.pptx", "pandoc__basic.pptx")
EDITED = re.compile(
    r"ppt/(slides/slide|notesSlides/notesSlide|diagrams/data|diagrams/drawing|charts/chart)\d*\.xml"
)
# They hold no word of two letters that python-pptx sees too.
WORDLESS = {
    "pandoc__reference-no-slides.pptx",
    "poi__EmbeddedAudio.pptx",
    "poi__EmbeddedVideo.pptx",
    "poi__sample_pptx_grouping_issues.pptx",
    "python-pptx__cht-gridlines-props.pptx",
    "python-pptx__prs-slide-masters.pptx",
    "python-pptx__shp-access-ole-object.pptx",
}

pytestmark = pytest.mark.skipif(not FILES, reason="no corpus here")


def _shapes(shapes: Any) -> Iterator[str]:
    for shape in shapes:
        if shape.shape_type == 6:
            yield from _shapes(shape.shapes)
        if shape.has_text_frame:
            yield shape.text_frame.text
        if getattr(shape, "has_table", False) and shape.has_table:
            yield from (cell.text for row in shape.table.rows for cell in row.cells)


def _second_text(file: Path) -> str | None:
    """Return what python-pptx reads, or None where it does not open the file."""
    try:
        deck = pptx.Presentation(str(file))
    except (ValueError, KeyError, AttributeError):
        return None
    lines: list[str] = []
    for slide in deck.slides:
        lines.extend(_shapes(slide.shapes))
        notes = slide.notes_slide.notes_text_frame if slide.has_notes_slide else None
        lines.append(notes.text if notes is not None else "")
    return "\n".join(lines)


def _apart(file: Path) -> str:
    """Return the words that stay: of comments, alternative texts, chart data and fields."""
    out: list[str] = []
    with zipfile.ZipFile(file) as archive:
        for name in archive.namelist():
            if name.startswith("ppt/comments/"):
                out.append(archive.read(name).decode("utf-8", "replace"))
            elif name.startswith(("ppt/charts/", "ppt/slides/", "ppt/notesSlides/")):
                text = archive.read(name).decode("utf-8", "replace")
                out += re.findall(r'(?:descr|title|name)="([^"]*)"', text)
                out += re.findall(r"<c:v>([^<]*)", text)
                out += re.findall(r"<a:fld.*?</a:fld>", text, re.DOTALL)
    return "\n".join(out)


def _word(file: Path) -> tuple[str, str] | None:
    try:
        text = text_of("PptxExtractText", file)
    except FileReadFailed:
        return None
    shown = _second_text(file)
    return a_word(text, text if shown is None else shown, _apart(file))


def _edit(file: Path, word: tuple[str, str], out: Path) -> Path:
    ops = [{"op": "replace_text", "search": word[0], "replace": word[1]}]
    answer, result = edited("PptxApplyOps", file, ops, out, allow_break_signature=True)
    assert answer["report"][0]["matches"] > 0, file.name
    return result


def test_one_word_is_replaced_and_two_readers_see_nothing_else_changed(tmp_path: Path) -> None:
    edits, second, wordless = 0, 0, []
    for file in FILES:
        word = _word(file)
        if word is None:
            wordless.append(file.name)
            continue
        result = _edit(file, word, tmp_path / "a")
        changed = changed_parts(file, result)
        assert changed and all(EDITED.fullmatch(name) for name in changed), (file.name, changed)
        ours = text_of("PptxExtractText", file)
        assert text_of("PptxExtractText", result) == ours.replace(*word), (file.name, word)
        shown = _second_text(file)
        if shown is not None:
            assert _second_text(result) == shown.replace(*word), (file.name, word)
            second += 1
        first = sha256(result)
        assert sha256(_edit(file, word, tmp_path / "b")) == first
        edits += 1
    print(
        f"pptx: {edits} edited and unchanged but for one word ({second} seen by python-pptx too), "
        f"without a word: {wordless}"
    )
    assert edits >= 24
    assert set(wordless) <= WORDLESS


def test_words_of_smartart_are_replaced_in_its_data_and_in_its_drawing(tmp_path: Path) -> None:
    [file] = [file for file in FILES if file.name == "pandoc__basic.pptx"]
    ops = [{"op": "replace_text", "search": "First", "replace": "Zeroth"}]
    answer, result = edited("PptxApplyOps", file, ops, tmp_path)
    assert answer["report"][0]["in_diagrams"] == 1
    assert changed_parts(file, result) == [
        *("ppt/diagrams/data1.xml", "ppt/diagrams/drawing1.xml"),
    ]


def test_slides_are_added_duplicated_moved_and_deleted_in_every_deck(tmp_path: Path) -> None:
    """After adding and deleting again a deck holds the parts it held, and the slides it had."""
    done, refused = 0, []
    for file in FILES:
        try:
            count = call("PptxGetMap", file)["slide_count"]
        except FileReadFailed:
            continue
        ops: list[dict[str, Any]] = []
        if count:
            ops = [
                {"op": "duplicate_slide", "index": count - 1},
                {"op": "move_slide", "index": count, "to": 0},
                {"op": "delete_slide", "index": 0},
            ]
        ops += [{"op": "add_slide"}, {"op": "delete_slide", "index": count}]
        try:
            _, result = edited(
                "PptxApplyOps", file, ops, tmp_path / "a", allow_break_signature=True
            )
        except ValidationFailed as error:
            refused.append((file.name, error.message))
            continue
        with zipfile.ZipFile(file) as old, zipfile.ZipFile(result) as new:
            assert sorted(new.namelist()) == sorted(old.namelist()), file.name
        assert text_of("PptxExtractText", result) == text_of("PptxExtractText", file), file.name
        done += 1
    print(f"pptx: {done} decks with slides added and taken away, refused: {refused}")
    assert done >= 28
    assert not refused


EVERY: list[dict[str, Any]] = [
    {"op": "set_slide_text", "index": 0, "title": "New title"},
    {"op": "append_bullets", "index": 0, "bullets": ["x"]},
    {"op": "set_notes", "index": 0, "text": "note"},
    {"op": "add_table", "index": 0, "rows": [["a", "b"]]},
    {
        "op": "add_chart",
        "index": 0,
        "type": "line",
        "categories": ["a"],
        "series": [{"name": "s", "values": [1]}],
    },
    {"op": "set_layout", "index": 0, "layout": "title_only"},
    {"op": "format_text", "index": 0, "shape": 0, "bold": True},
    {"op": "set_footer", "text": "Foot", "slide_number": True, "date": True},
    {"op": "set_slide_size", "ratio": "4:3"},
    {"op": "add_slide", "title": "T", "body": "b"},
    {"op": "duplicate_slide", "index": 0},
    {"op": "delete_slide", "index": 0},
]


@pytest.mark.slow
@pytest.mark.timeout(1200)
def test_every_operation_is_done_or_refused_with_a_reason_in_every_deck(tmp_path: Path) -> None:
    done = refused = opened = 0
    for file in FILES:
        possible: list[dict[str, Any]] = []
        for op in EVERY:
            try:
                edited("PptxApplyOps", file, [op], tmp_path / "a", allow_break_signature=True)
                possible.append(op)
            except ValidationFailed as error:
                assert "ops[0]" in error.message, (file.name, op, error.message)
                refused += 1
        done += len(possible)
        _, result = edited(
            "PptxApplyOps", file, possible, tmp_path / "b", allow_break_signature=True
        )
        before, after = _second_text(file), _second_text(result)
        assert after is not None or before is None, file.name
        opened += after is not None
    print(f"pptx: {done} operations done, {refused} refused; {opened} decks opened by python-pptx")
    assert done > 250


def _converted(files: list[Path], tmp_path: Path) -> int:
    results = [_edit(file, word, tmp_path / "edited") for file in files if (word := _word(file))]
    names = {result.name for result in results}
    before = as_pdfs([file for file in files if file.name in names], tmp_path / "before")
    after = as_pdfs(results, tmp_path / "after")
    same = 0
    for name, pdf in after.items():
        assert looks(pdf) == looks(before[name]), name
        same += 1
    assert set(after) == set(before)
    print(f"pptx: {same} convert to PDF as before")
    return same


@pytest.mark.needs("libreoffice")
def test_libreoffice_converts_an_edited_deck_as_before(tmp_path: Path) -> None:
    assert _converted([file for file in FILES if file.name in SAMPLE], tmp_path) == len(SAMPLE)


@pytest.mark.slow
@pytest.mark.needs("libreoffice")
@pytest.mark.timeout(2400)
def test_libreoffice_converts_every_edited_deck_as_before(tmp_path: Path) -> None:
    assert _converted(FILES, tmp_path) >= 24
