"""Real files of the corpus, edited in ten ways: Review names each change, and no other."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from keenbench.errors import KeenBenchError
from tests.comparing import compared, rendered, types
from tests.edits import edited
from tests.fidelity.marked import corpus_files
from tests.fidelity.refusals import UNREADABLE

SUFFIXES = {"xlsx": ".xlsx", "docx": ".docx", "pptx": ".pptx", "odt": ".odt", "pdf": ".pdf"}
FILES = {
    kind: [file for file, _ in corpus_files(kind) if file.suffix == suffix]
    for kind, suffix in SUFFIXES.items()
}
# The files that take no edit, and what is said of each.
UNEDITED = UNREADABLE | {
    "pandoc__reference-no-slides.pptx": "has 0 slides",
    "python-pptx__prs-slide-masters.pptx": "has 0 slides",
    "pdfjs__GHOSTSCRIPT-698804-1-fuzzed.pdf": "damaged in a way that annotations cannot be added",
    "pdfjs__Pages-tree-refs.pdf": "damaged in a way that annotations cannot be added",
    "pdfjs__poppler-85140-0.pdf": "damaged in a way that annotations cannot be added",
    "pdfjs__empty_protected.pdf": "is encrypted, and annotations cannot be added",
    "pypdf__encrypted_doc_no_id.pdf": "is encrypted, and annotations cannot be added",
    "pypdf__r4-owner-password.pdf": "is encrypted, and annotations cannot be added",
}
# Looked at in every run; all of them in the slow one.
SAMPLE = 6

pytestmark = pytest.mark.skipif(not FILES["xlsx"], reason="no corpus here")


def cell_below(file: Path) -> tuple[str, int]:
    """Return the first sheet of a workbook, and the row below its last."""
    grid = rendered(file, row_count=1, col_count=1)
    return grid["sheet"], grid["total_rows"] + 1


def one_edit(kind: str, file: Path) -> dict[str, Any]:
    """Return an operation that any file of the kind takes."""
    if kind == "xlsx":
        sheet, row = cell_below(file)
        return {"op": "set_cells", "sheet": sheet, "cells": [{"cell": f"A{row}", "value": "new"}]}
    if kind in ("docx", "odt"):
        return {"op": "append_paragraph", "text": "A paragraph that was not there."}
    if kind == "pptx":
        return {"op": "set_notes", "index": 0, "text": "Notes that were not there."}
    return {"op": "add_note", "page": 1, "x": 1, "y": 1, "text": "A note that was not there."}


def check(kind: str, file: Path, folder: Path) -> bool:
    """Compare a file with itself and with an edited copy; return whether it takes the edit."""
    method = f"{kind.capitalize()}Compare"
    try:
        name, ops = f"{kind.capitalize()}ApplyOps", [one_edit(kind, file)]
        _, new = edited(name, file, ops, folder, allow_break_signature=True)
    except KeenBenchError as refusal:
        # It is refused before any diff, and for a reason that is known.
        assert UNEDITED.get(file.name, "unknown") in refusal.message, (file.name, refusal.message)
        return False
    assert compared(method, file, file)["changes"] == [], f"{file.name} differs from itself"
    answer = compared(method, file, new)
    assert len(answer["changes"]) == 1, f"{file.name}: {answer['summary']}"
    again = compared(method, file, new)
    assert again == answer, f"{file.name}: not the same twice"
    return True


@pytest.mark.parametrize("kind", SUFFIXES)
def test_one_edit_of_a_real_file_is_one_change(kind: str, tmp_path: Path) -> None:
    small = sorted(FILES[kind], key=lambda file: file.stat().st_size)
    taken = [file for at, file in enumerate(small) if at % (len(small) // SAMPLE) == 0]
    assert sum(check(kind, file, tmp_path / f"{at}") for at, file in enumerate(taken)) >= 3


@pytest.mark.slow
@pytest.mark.parametrize("kind", SUFFIXES)
def test_one_edit_of_every_real_file_is_one_change(kind: str, tmp_path: Path) -> None:
    done = [check(kind, file, tmp_path / f"{at}") for at, file in enumerate(FILES[kind])]
    assert sum(done) >= len(done) // 2


@pytest.mark.slow
def test_every_workbook_has_a_grid_or_is_refused_by_name() -> None:
    drawn = 0
    for file in FILES["xlsx"]:
        try:
            grid = rendered(file)
        except KeenBenchError as refusal:
            assert UNREADABLE.get(file.name, "unknown") in refusal.message, file.name
            continue
        drawn += 1
        assert all(len(row) == grid["col_count"] for row in grid["cells"]), file.name
        assert grid["row_count"] == len(grid["cells"]) <= 200
    assert drawn >= len(FILES["xlsx"]) // 2


# Ten edits of different kinds, each on a real file that has what it takes.

WORKBOOK = "keenbench__cuentas_octubre_2024_anonymized_draft.xlsx"


@pytest.fixture
def workbook() -> Path:
    found = next((file for file in FILES["xlsx"] if file.name == WORKBOOK), None)
    if found is None:
        pytest.skip(f"{WORKBOOK} is not in this corpus")
    return found


@pytest.fixture
def document() -> Path:
    """A real document with a table and some paragraphs of words."""
    for file in sorted(FILES["docx"], key=lambda file: file.stat().st_size):
        try:
            probe = compared("DocxCompare", None, file, limit=1000)
        except KeenBenchError:
            continue
        paragraphs = [
            change
            for change in probe["changes"]
            if change["type"] == "paragraph_inserted" and len(change["text_after"]) > 40
        ]
        if "table_inserted" in types(probe) and len(paragraphs) > 5:
            return file
    pytest.skip("no such document in the corpus")


def apply(kind: str, file: Path, folder: Path, *ops: dict[str, Any]) -> dict[str, Any]:
    _, new = edited(f"{kind.capitalize()}ApplyOps", file, list(ops), folder)
    return compared(f"{kind.capitalize()}Compare", file, new)


def test_1_a_value_in_a_real_sheet(workbook: Path, tmp_path: Path) -> None:
    sheet, _ = cell_below(workbook)
    cells = [{"cell": "A2", "value": "another"}]
    answer = apply("xlsx", workbook, tmp_path, {"op": "set_cells", "sheet": sheet, "cells": cells})
    assert [(c["type"], c["aspects"], c["cell"]) for c in answer["changes"]] == [
        ("cell", ["value"], "A2")
    ]


def test_2_a_format_in_a_real_sheet(workbook: Path, tmp_path: Path) -> None:
    sheet, _ = cell_below(workbook)
    before = rendered(workbook, sheet=sheet)["cells"][19][1]
    cells = [
        {"cell": "B20", "value": before["value"], "style": {"fill_color": "#12AB34"}},
    ]
    answer = apply("xlsx", workbook, tmp_path, {"op": "set_cells", "sheet": sheet, "cells": cells})
    (change,) = answer["changes"]
    assert "format" in change["aspects"]
    assert "fill_color" in [one["property"] for one in change["formats"]]


def test_3_a_row_inserted_into_a_real_sheet(workbook: Path, tmp_path: Path) -> None:
    sheet, _ = cell_below(workbook)
    row = ["2024-10-31", "x", "inserted", 12.5]
    answer = apply(
        "xlsx",
        workbook,
        tmp_path,
        {"op": "insert_rows", "sheet": sheet, "row": 30},
        {"op": "set_range", "sheet": sheet, "start": "A30", "values": [row]},
    )
    assert [(c["type"], c["row"]) for c in answer["changes"]] == [("row_inserted", 30)]


def test_4_a_row_deleted_from_a_real_sheet(workbook: Path, tmp_path: Path) -> None:
    sheet, _ = cell_below(workbook)
    answer = apply("xlsx", workbook, tmp_path, {"op": "delete_rows", "sheet": sheet, "row": 30})
    assert [(c["type"], c["old_row"]) for c in answer["changes"]] == [("row_deleted", 30)]


def test_5_words_of_a_real_document(document: Path, tmp_path: Path) -> None:
    probe = compared("DocxCompare", None, document, limit=1000)["changes"]
    texts = [c["text_after"] for c in probe if c["type"] == "paragraph_inserted"]
    text = next(text for text in texts if len(text) > 40 and texts.count(text) == 1)
    words = text[:30]
    answer = apply(
        "docx",
        document,
        tmp_path,
        {"op": "replace_text", "search": words, "replace": f"Changed {words}"},
    )
    assert types(answer) == ["paragraph_changed"]
    (change,) = answer["changes"]
    marked = "".join(change["text_after"][start:end] for start, end in change["marks_after"])
    assert marked.strip() == "Changed"


def test_6_a_paragraph_inserted_into_a_real_document(document: Path, tmp_path: Path) -> None:
    paragraphs = [{"text": "An inserted paragraph."}]
    answer = apply(
        "docx",
        document,
        tmp_path,
        {"op": "insert_paragraphs", "paragraphs": paragraphs, "after": {"index": 2}},
    )
    assert [(c["type"], c["index"]) for c in answer["changes"]] == [("paragraph_inserted", 3)]


def test_7_a_cell_of_a_table_of_a_real_document(tmp_path: Path) -> None:
    cells = [{"row": 0, "col": 0, "text": "Another heading"}]
    op = {"op": "set_table_cells", "table": 0, "cells": cells}
    for file in sorted(FILES["docx"], key=lambda file: file.stat().st_size):
        try:
            answer = apply("docx", file, tmp_path, op)
        except KeenBenchError:
            continue  # it has no table, or a picture in that cell
        (change,) = answer["changes"]
        assert (change["type"], change["row"], change["col"]) == ("table_cell_changed", 0, 0)
        assert change["text_after"] == "Another heading"
        return
    pytest.skip("no document has a table")


def test_8_a_slide_of_a_real_deck_moved(tmp_path: Path) -> None:
    for file in sorted(FILES["pptx"], key=lambda file: file.stat().st_size):
        try:
            count = len(compared("PptxCompare", None, file)["changes"])
            if count < 3:
                continue
            answer = apply("pptx", file, tmp_path, {"op": "move_slide", "index": 0, "to": 2})
        except KeenBenchError:
            continue
        assert [(c["type"], c["old_slide_index"], c["slide_index"]) for c in answer["changes"]] == [
            ("slide_moved", 0, 2)
        ]
        return
    pytest.skip("no deck of three slides")


def test_9_the_notes_of_a_real_deck(tmp_path: Path) -> None:
    assert any(
        check("pptx", file, tmp_path / file.stem)
        for file in sorted(FILES["pptx"], key=lambda file: file.stat().st_size)[:12]
    )


def test_10_a_link_on_a_page_of_a_real_pdf(tmp_path: Path) -> None:
    for file in sorted(FILES["pdf"], key=lambda file: file.stat().st_size):
        try:
            op = {"op": "add_link", "page": 1, "rect": [1, 1, 2, 2], "url": "https://example.org/"}
            answer = apply("pdf", file, tmp_path, op)
        except KeenBenchError:
            continue
        (change,) = answer["changes"]
        assert (change["type"], change["kind"]) == ("annotation_added", "link")
        return
    pytest.skip("no PDF takes a link")


def test_11_words_of_a_real_opendocument_text(tmp_path: Path) -> None:
    for file in sorted(FILES["odt"], key=lambda file: file.stat().st_size):
        try:
            probe = compared("OdtCompare", None, file, limit=1000)["changes"]
            texts = [c.get("text_after", "") for c in probe if c["type"] == "paragraph_inserted"]
            text = next((t for t in texts if len(t) > 40 and "\n" not in t), None)
            if text is None:
                continue
            op = {"op": "replace_text", "search": text[:30], "replace": f"Changed {text[:30]}"}
            answer = apply("odt", file, tmp_path, op)
        except KeenBenchError:
            continue
        if types(answer) == ["paragraph_changed"]:
            (change,) = answer["changes"]
            assert change["text_after"].startswith("Changed ")
            return
    pytest.fail("in no text one paragraph changed alone")


def test_12_a_real_picture_made_smaller(tmp_path: Path) -> None:
    for file, _ in corpus_files("image"):
        if file.suffix.lower() not in (".png", ".jpg"):
            continue
        try:
            with Image.open(file) as image:
                image.load()
                half = image.resize((max(1, image.width // 2), max(1, image.height // 2)))
                size = image.size
        except (OSError, ValueError, SyntaxError, Image.DecompressionBombError):
            continue
        new = tmp_path / file.name
        half.save(new)
        answer = compared("ImageCompare", file, new)
        assert (answer["before"]["width"], answer["before"]["height"]) == size
        assert {"width", "height"} <= set(types(answer)) or min(size) == 1
        return
    pytest.skip("no picture in the corpus is read")
