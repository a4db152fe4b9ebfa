"""Changes of office files taken back through the engine and the boxed parser."""

from __future__ import annotations

from typing import Any

import pytest

from keenbench.workbench.edits import undo
from tests.integration.review.test_structured_diffs import add, edit
from tests.integration.workbench.conftest import Bench

pytestmark = pytest.mark.needs("bubblewrap")

EDITS: dict[str, tuple[str, str, list[dict[str, Any]]]] = {
    "multi-sheet.xlsx": (
        "xlsx",
        "ReviewGetXlsxCellDiff",
        [
            {"op": "insert_rows", "sheet": "Sales", "row": 4},
            {"op": "set_cells", "sheet": "Sales", "cells": [{"cell": "B3", "value": 121}]},
        ],
    ),
    "simple.docx": (
        "docx",
        "ReviewGetDocxContentDiff",
        [
            {"op": "append_paragraph", "text": "A paragraph at the end."},
            {"op": "append_paragraph", "text": "And another, with quite other words."},
        ],
    ),
    "notes.odt": (
        "odt",
        "ReviewGetDocxContentDiff",
        [
            {"op": "append_paragraph", "text": "A paragraph at the end."},
            {"op": "append_paragraph", "text": "And another, with quite other words."},
        ],
    ),
    "slides.pptx": (
        "pptx",
        "ReviewGetPptxContentDiff",
        [
            {"op": "move_slide", "index": 0, "to": 2},
            {"op": "set_notes", "index": 0, "text": "Say it slowly."},
        ],
    ),
}


@pytest.mark.parametrize("name", EDITS)
def test_changes_go_one_by_one_until_the_file_is_as_it_was(bench: Bench, name: str) -> None:
    kind, method, ops = EDITS[name]
    add(bench, name)
    edit(bench, name, kind, *ops)
    diff = bench.call(method, path=name)
    ids = [change["change_id"] for change in diff["changes"]]
    assert len(ids) == 2
    assert {change["type"] for change in diff["changes"]} <= set(diff["rejectable"])
    there = (bench.folder / "draft" / name).read_bytes()

    bench.call("ReviewRejectChange", path=name, change_ids=ids[:1])
    left = bench.call(method, path=name)["changes"]
    assert [change["change_id"] for change in left] == ids[1:]
    undo(bench.engine.workbenches.get(bench.workbench_id))
    assert (bench.folder / "draft" / name).read_bytes() == there

    bench.call("ReviewRejectChange", path=name, change_ids=ids)
    assert bench.call("DraftGetState")["has_draft"] is False
    assert not (bench.folder / "draft" / name).exists()


def test_a_refusal_leaves_the_draft_to_the_byte(bench: Bench) -> None:
    add(bench, "simple.docx")
    note = {"op": "add_footnote", "anchor": {"index": 1}, "text": "a note"}
    edit(bench, "simple.docx", "docx", note, {"op": "append_paragraph", "text": "More."})
    changes = bench.call("ReviewGetDocxContentDiff", path="simple.docx")["changes"]
    changed = next(c for c in changes if c["type"] == "paragraph_changed")
    aside = next(c for c in changes if c["type"] == "aside_added")
    there = (bench.folder / "draft" / "simple.docx").read_bytes()
    asked = [changed["change_id"]]
    refused = bench.refused("ReviewRejectChange", path="simple.docx", change_ids=asked)
    assert (refused["error_code"], refused["subphase"]) == ("VALIDATION_FAILED", "depends")
    assert aside["change_id"] in refused["detail"]["change_ids"]
    assert "together" in refused["message"]
    assert (bench.folder / "draft" / "simple.docx").read_bytes() == there
    entry = bench.call("AuditList")["entries"][-1]
    assert (entry["action"], entry["outcome"]) == ("ReviewRejectChange", "failed")


def test_pages_and_pictures_are_taken_back_as_files(bench: Bench) -> None:
    add(bench, "report.pdf")
    note = {"op": "add_note", "page": 1, "x": 1, "y": 1, "text": "Why?"}
    edit(bench, "report.pdf", "pdf", note)
    diff = bench.call("ReviewGetPdfDiff", path="report.pdf")
    assert diff["rejectable"] == []
    refused = bench.refused(
        "ReviewRejectChange", path="report.pdf", change_ids=[diff["changes"][0]["change_id"]]
    )
    assert refused["subphase"] == "not_rejectable"
    bench.call("DraftRevertFile", path="report.pdf")


def test_a_file_that_the_draft_adds_goes_with_all_its_changes(bench: Bench) -> None:
    bench.propose(more__csv="a,b\n1,2\n3,4\n")
    ids = [c["change_id"] for c in bench.call("ReviewGetTableDiff", path="more.csv")["changes"]]
    refused = bench.refused("ReviewRejectChange", path="more.csv", change_ids=ids[:1])
    assert refused["subphase"] == "not_rejectable"
    bench.call("ReviewRejectChange", path="more.csv", change_ids=ids)
    assert bench.call("DraftGetState")["has_draft"] is False


def test_a_file_that_the_draft_deletes_comes_back(bench: Bench) -> None:
    bench.propose(data__csv="a,b\n1,3\n")
    bench.call("DraftDeleteFile", path="notes.txt")
    (hunk,) = bench.call("ReviewGetTextDiff", path="notes.txt")["hunks"]
    bench.call("ReviewRejectChange", path="notes.txt", change_ids=[hunk["change_id"]])
    assert [c["path"] for c in bench.call("ReviewGetChangeSet")["changes"]] == ["data.csv"]
