"""Review's diffs, format by format, through the engine and the boxed parser: as in the product."""

from __future__ import annotations

import io
import shutil
from pathlib import Path
from typing import Any

import docx
import openpyxl
import pytest
from PIL import Image

from tests.integration.workbench.conftest import Bench

FIXTURES = Path(__file__).parents[2] / "fixtures" / "office"

pytestmark = pytest.mark.needs("bubblewrap")


def add(bench: Bench, *names: str) -> None:
    """Add fixtures as the user does."""
    for name in names:
        shutil.copy(FIXTURES / name, bench.sources / name)
    paths = [str(bench.sources / name) for name in names]
    results = bench.call("WorkbenchFilesAdd", source_paths=paths)["results"]
    assert {result["status"] for result in results} == {"added"}, results


def edit(bench: Bench, path: str, kind: str, *ops: dict[str, Any]) -> None:
    """Apply operations to a file of the Draft."""
    entry = {"path": path, "kind": kind, "summary": "edited", "ops": list(ops)}
    proposal = {"schema_version": 2, "summary": "edit", "ops": [entry]}
    results = bench.call("WorkshopApplyProposal", proposal=proposal)["results"]
    assert all(result["ok"] for result in results), results


def types(diff: dict[str, Any]) -> list[str]:
    return [change["type"] for change in diff["changes"]]


def test_a_workbook_is_compared_with_the_start_of_the_draft(bench: Bench) -> None:
    add(bench, "multi-sheet.xlsx")
    edit(
        bench,
        "multi-sheet.xlsx",
        "xlsx",
        {"op": "insert_rows", "sheet": "Sales", "row": 4},
        {"op": "set_cells", "sheet": "Sales", "cells": [{"cell": "B3", "value": 121}]},
    )
    diff = bench.call("ReviewGetXlsxCellDiff", path="multi-sheet.xlsx")
    assert types(diff) == ["cell", "row_inserted"]
    assert diff["changes"][0]["cell"] == "B3"
    assert diff["changes"][0]["before"]["value"] == 120
    assert diff["changes"][0]["after"]["value"] == 121
    assert diff["reference_source"] == "draft_start_snapshot"
    assert "reference_warning" not in diff
    assert diff["total"] == 2


def test_changes_come_a_page_at_a_time_and_keep_their_names(bench: Bench) -> None:
    add(bench, "multi-sheet.xlsx")
    cells = [{"cell": f"E{row}", "value": row} for row in range(1, 8)]
    edit(bench, "multi-sheet.xlsx", "xlsx", {"op": "set_cells", "sheet": "Summary", "cells": cells})
    whole = bench.call("ReviewGetXlsxCellDiff", path="multi-sheet.xlsx")
    pages = [
        bench.call("ReviewGetXlsxCellDiff", path="multi-sheet.xlsx", offset=at, limit=3)
        for at in range(0, 9, 3)
    ]
    assert [page["has_more"] for page in pages] == [True, True, False]
    assert [page["total"] for page in pages] == [7, 7, 7]
    assert [change for page in pages for change in page["changes"]] == whole["changes"]
    # One more change leaves the names of the others as they were.
    edit(
        bench,
        "multi-sheet.xlsx",
        "xlsx",
        {"op": "insert_rows", "sheet": "Summary", "row": 1},
    )
    later = bench.call("ReviewGetXlsxCellDiff", path="multi-sheet.xlsx")
    names = {change["change_id"] for change in later["changes"]}
    assert {change["change_id"] for change in whole["changes"]} <= names
    assert later["total"] == 8


def test_only_the_sheet_asked_for_is_listed(bench: Bench) -> None:
    add(bench, "multi-sheet.xlsx")
    for sheet in ("Sales", "Summary"):
        edit(
            bench,
            "multi-sheet.xlsx",
            "xlsx",
            {"op": "set_cells", "sheet": sheet, "cells": [{"cell": "F9", "value": "x"}]},
        )
    diff = bench.call("ReviewGetXlsxCellDiff", path="multi-sheet.xlsx", sheet="Summary")
    assert [change["sheet"] for change in diff["changes"]] == ["Summary"]
    assert diff["sheets"] == ["Sales", "Summary"]


def test_a_document_is_compared_by_content(bench: Bench) -> None:
    add(bench, "simple.docx")
    text = docx.Document(str(FIXTURES / "simple.docx")).paragraphs[1].text
    word = text.split()[0]
    edit(
        bench,
        "simple.docx",
        "docx",
        {"op": "replace_text", "search": word, "replace": "Otherwise"},
        {"op": "append_paragraph", "text": "A paragraph at the end."},
    )
    diff = bench.call("ReviewGetDocxContentDiff", path="simple.docx")
    assert set(types(diff)) == {"paragraph_changed", "paragraph_inserted"}
    changed = diff["changes"][0]
    start, end = changed["marks_after"][0]
    assert changed["text_after"][start:end] == "Otherwise"


def test_an_opendocument_text_is_compared_too(bench: Bench) -> None:
    add(bench, "notes.odt")
    edit(bench, "notes.odt", "odt", {"op": "append_paragraph", "text": "One more."})
    diff = bench.call("ReviewGetDocxContentDiff", path="notes.odt")
    assert types(diff) == ["paragraph_inserted"]


def test_a_presentation_is_compared_by_slide(bench: Bench) -> None:
    add(bench, "slides.pptx")
    edit(
        bench,
        "slides.pptx",
        "pptx",
        {"op": "move_slide", "index": 0, "to": 2},
        {"op": "set_notes", "index": 0, "text": "Say it slowly."},
    )
    diff = bench.call("ReviewGetPptxContentDiff", path="slides.pptx")
    assert set(types(diff)) == {"slide_moved", "notes_changed"}


def test_a_note_on_a_page_is_a_change_of_the_page(bench: Bench) -> None:
    add(bench, "report.pdf")
    edit(bench, "report.pdf", "pdf", {"op": "add_note", "page": 2, "x": 1, "y": 1, "text": "Why?"})
    diff = bench.call("ReviewGetPdfDiff", path="report.pdf")
    (change,) = diff["changes"]
    assert (change["type"], change["page"], change["text_after"]) == ("annotation_added", 2, "Why?")


def test_a_table_is_compared_by_rows(bench: Bench) -> None:
    bench.propose(data__csv="a,b\n0,9\n1,2\n")
    diff = bench.call("ReviewGetTableDiff", path="data.csv")
    (change,) = diff["changes"]
    assert (change["type"], change["row"], change["values"]) == ("row_inserted", 1, ["0", "9"])
    assert bench.refused("ReviewGetTableDiff", path="notes.txt")["error_code"] == (
        "VALIDATION_FAILED"
    )


def test_a_new_file_has_no_reference(bench: Bench) -> None:
    bench.propose(more__csv="a,b\n1,2\n3,4\n")
    diff = bench.call("ReviewGetTableDiff", path="more.csv")
    assert types(diff) == ["row_inserted", "row_inserted"]
    assert diff["reference_source"] == "none"


def test_a_deleted_file_is_all_gone(bench: Bench) -> None:
    add(bench, "simple.docx")
    bench.propose(notes__txt="one\n")
    bench.call("DraftDeleteFile", path="simple.docx")
    diff = bench.call("ReviewGetDocxContentDiff", path="simple.docx")
    assert set(types(diff)) <= {"paragraph_deleted", "table_deleted"}
    assert diff["changes"]


def test_without_the_reference_published_is_compared_and_that_is_said(bench: Bench) -> None:
    bench.propose(data__csv="a,b\n1,3\n")
    for reference in (bench.folder / "meta" / "review").glob("*/baseline/*"):
        reference.unlink()
    diff = bench.call("ReviewGetTableDiff", path="data.csv")
    assert diff["reference_source"] == "published_current_fallback"
    assert "Published" in diff["reference_warning"]
    assert diff["changes"][0]["cells"] == [{"column": "b", "before": "2", "after": "3"}]


def test_what_the_draft_does_not_change_has_no_diff(bench: Bench) -> None:
    add(bench, "simple.docx")
    bench.propose(notes__txt="one\n")
    refused = bench.refused("ReviewGetDocxContentDiff", path="simple.docx")
    assert refused["error_code"] == "VALIDATION_FAILED"
    assert bench.refused("ReviewGetXlsxCellDiff", path="notes.txt")["error_code"] == (
        "VALIDATION_FAILED"
    )


def test_a_comparison_is_no_method_of_the_engine_by_itself(bench: Bench) -> None:
    """Nobody but Review says which two versions are compared."""
    refused = bench.refused("XlsxCompare", path="a.xlsx", reference_root="published")
    assert refused["error_code"] == "VALIDATION_FAILED"


def test_a_grid_shows_either_version(bench: Bench) -> None:
    add(bench, "multi-sheet.xlsx")
    edit(
        bench,
        "multi-sheet.xlsx",
        "xlsx",
        {"op": "set_cells", "sheet": "Sales", "cells": [{"cell": "B3", "value": 121}]},
    )
    grids = {
        version: bench.call(
            "ReviewGetXlsxPreviewGrid", path="multi-sheet.xlsx", version=version, sheet="Sales"
        )
        for version in ("draft", "published")
    }
    assert grids["draft"]["cells"][2][1]["value"] == 121
    assert grids["published"]["cells"][2][1]["value"] == 120
    refused = bench.refused("ReviewGetXlsxPreviewGrid", path="notes.txt")
    assert refused["error_code"] == "VALIDATION_FAILED"


def test_an_image_is_shown_before_and_after(bench: Bench) -> None:
    add(bench, "chart.png")
    bench.propose(notes__txt="one\n")
    drawn = io.BytesIO()
    Image.new("RGB", (20, 10), "red").save(drawn, "PNG")
    (bench.folder / "draft" / "chart.png").write_bytes(drawn.getvalue())
    preview = bench.call("ReviewGetImagePreview", path="chart.png")
    assert preview["has_published"] is True
    assert (preview["draft"]["metadata"]["width"], preview["draft"]["metadata"]["height"]) == (
        20,
        10,
    )
    assert preview["published"]["metadata"]["width"] == 200
    for version, other in (("draft", "published"), ("published", "draft")):
        one = bench.call("ReviewGetImagePreview", path="chart.png", version=version)
        assert one == preview | {other: None}
    diff = bench.call("ReviewGetImageDiff", path="chart.png")
    assert (diff["before"]["width"], diff["after"]["width"]) == (200, 20)
    assert {"width", "height", "size_bytes"} <= set(types(diff))


def test_a_page_of_a_pdf_is_drawn_of_either_version(bench: Bench) -> None:
    add(bench, "report.pdf")
    edit(bench, "report.pdf", "pdf", {"op": "add_note", "page": 1, "x": 1, "y": 1, "text": "Why?"})
    pages = [
        bench.call("ReviewGetPdfPreviewPage", path="report.pdf", version=version, scale=0.5)
        for version in ("draft", "published")
    ]
    assert [page["page_count"] for page in pages] == [2, 2]
    assert pages[0]["bytes_base64"] != pages[1]["bytes_base64"]


def test_a_workbook_that_another_program_wrote_anew_differs_in_one_cell(bench: Bench) -> None:
    add(bench, "multi-sheet.xlsx")
    edit(
        bench,
        "multi-sheet.xlsx",
        "xlsx",
        {"op": "set_cells", "sheet": "Sales", "cells": [{"cell": "B3", "value": 121}]},
    )
    file = bench.folder / "draft" / "multi-sheet.xlsx"
    book = openpyxl.load_workbook(file)
    book.save(file)
    diff = bench.call("ReviewGetXlsxCellDiff", path="multi-sheet.xlsx")
    assert [change.get("cell") for change in diff["changes"]] == ["B3"]


@pytest.mark.needs("libreoffice")
@pytest.mark.parametrize(
    ("method", "name", "count"),
    [
        ("ReviewGetDocxPreviewPage", "simple.docx", "page_count"),
        ("ReviewGetOdtPreviewPage", "notes.odt", "page_count"),
        ("ReviewGetXlsxPreviewPage", "multi-sheet.xlsx", "page_count"),
        ("ReviewGetPptxPreviewSlide", "slides.pptx", "slide_count"),
    ],
)
def test_a_page_of_an_office_file_is_drawn_of_either_version(
    bench: Bench, method: str, name: str, count: str
) -> None:
    add(bench, name)
    pages = [
        bench.call(method, path=name, version=version, scale=0.25)
        for version in ("draft", "published")
    ]
    assert pages[0] == pages[1]
    assert pages[0][count] >= 1
    assert pages[0]["mime_type"] == "image/png"


def test_review_is_told_where_each_edit_was_made(bench: Bench) -> None:
    edits: dict[str, dict[str, Any]] = {
        "simple.docx": {"op": "append_paragraph", "text": "At the end."},
        "notes.odt": {"op": "append_paragraph", "text": "At the end."},
        "slides.pptx": {"op": "set_notes", "index": 1, "text": "Said."},
        "multi-sheet.xlsx": {
            "op": "set_hidden",
            "sheet": "summary",
            "hidden": True,
            "columns": "C:D",
        },
        "report.pdf": {"op": "add_note", "page": 1, "x": 1, "y": 1, "text": "Note."},
    }
    add(bench, *edits)
    for path, op in edits.items():
        edit(bench, path, path.rpartition(".")[2], op)
    bench.propose(notes__txt="one\ntwo\nthird\n")
    changes = bench.call("ReviewGetChangeSet")["changes"]
    hints = {change["path"]: change.get("focus_hint") for change in changes}
    cells = {"row_start": 0, "row_end": 0, "col_start": 2, "col_end": 3}
    assert hints["multi-sheet.xlsx"] == {"sheet": "Summary"} | cells
    assert hints["slides.pptx"] == {"slide_index": 1}
    assert hints["report.pdf"] == {"page_index": 0}
    assert hints["notes.txt"] == {"line_start": 2}
    for path in ("simple.docx", "notes.odt"):
        # The section that is hinted at is the one in which the diff says that something changed.
        (change,) = bench.call("ReviewGetDocxContentDiff", path=path)["changes"]
        assert hints[path] == {"section_index": change["section_index"]}
