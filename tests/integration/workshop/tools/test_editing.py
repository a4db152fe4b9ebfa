"""Changes: only ever in the Draft, once a step, with a report that says what happened."""

from __future__ import annotations

import io
from typing import Any

import pytest

from keenbench.errors import (
    DiskFull,
    FileWriteFailed,
    KeenBenchError,
    ToolWorkerUnavailable,
    UserCanceled,
)
from tests.integration.workshop.tools.conftest import OFFICE, Tools, sales, workbook

PATHS = sorted(OFFICE.iterdir())
FILES = {
    "sales.csv": sales(100),
    "a.md": b"# A\n",
    "new.xlsx": workbook(Sales=[["a"], ["b"]]),
}


def cells(data: bytes, sheet: str) -> list[list[Any]]:
    from openpyxl import load_workbook

    return [list(row) for row in load_workbook(io.BytesIO(data))[sheet].iter_rows(values_only=True)]


def test_a_question_makes_no_draft(tools: Tools) -> None:
    tools.told("list_files")
    tools.told("read_file", path="a.md")
    tools.told("table_query", path="sales.csv", query="SELECT COUNT(*) FROM data")
    assert not tools.method("DraftGetState")["has_draft"]


def test_the_first_write_makes_a_draft_and_published_stays(tools: Tools) -> None:
    published = tools.published_files
    outcome = tools.call("write_text_file", path="a.md", content="# B\n")
    assert outcome.changed
    assert tools.draft_files == {"a.md": b"# B\n"}
    assert tools.published_files == published
    (change,) = tools.method("ReviewGetChangeSet")["changes"]
    assert change["path"] == "a.md"
    assert change["summary"] == "Text written. By the offline model."


def test_writing_what_stands_there_changes_nothing(tools: Tools) -> None:
    outcome = tools.call("write_text_file", path="a.md", content="# A\n")
    assert outcome.ok
    assert not outcome.changed
    assert "Nothing changed" in outcome.text
    assert not tools.method("DraftGetState")["has_draft"]


def test_a_workbook_is_made_and_written_in_successive_windows(tools: Tools) -> None:
    tools.told(
        "xlsx_operations",
        path="rows.xlsx",
        create_new=True,
        operations=[{"op": "ensure_sheet", "sheet": "Rows"}],
    )
    for window in range(5):
        values = [[window * 100 + n, f"row {window * 100 + n}"] for n in range(1, 101)]
        told = tools.told(
            "xlsx_operations",
            path="rows.xlsx",
            operations=[
                {
                    "op": "set_range",
                    "sheet": "Rows",
                    "start": f"A{window * 100 + 1}",
                    "values": values,
                }
            ],
        )
        assert "loop_warning" not in told
        assert told["report"][0]["cells"] == 200
    written = cells(tools.draft_files["rows.xlsx"], "Rows")
    assert [row[0] for row in written] == list(range(1, 501))
    (change,) = tools.method("ReviewGetChangeSet")["changes"]
    assert change["focus_hint"]["sheet"] == "Rows"
    assert change["focus_hint"]["row_start"] == 400


def test_whole_numbers_may_come_as_floats(tools: Tools) -> None:
    operations = [
        {"op": "ensure_sheet", "sheet": "S"},
        {"op": "set_range", "sheet": "S", "start": "A1", "values": [[1.0, 2.5]]},
        {"op": "freeze_panes", "sheet": "S", "row": 1.0},
    ]
    tools.told("xlsx_operations", path="n.xlsx", create_new=True, operations=operations)
    assert cells(tools.draft_files["n.xlsx"], "S") == [[1, 2.5]]


def test_null_for_what_is_left_out_means_nothing_and_an_empty_cell_stays_one(tools: Tools) -> None:
    operations = [
        {"op": "ensure_sheet", "sheet": "S", "start": None},
        {
            "op": "set_cells",
            "sheet": "S",
            "cells": [{"cell": "B1", "value": 1, "type": None, "style": None}],
        },
        {"op": "set_range", "sheet": "S", "start": "A2", "values": [["x", None]], "style": None},
        {"op": "set_tab_color", "sheet": "S", "color": None},
    ]
    tools.told("xlsx_operations", path="n.xlsx", create_new=True, operations=operations)
    assert cells(tools.draft_files["n.xlsx"], "S") == [[None, 1], ["x", None]]


def test_documents_slides_and_odt_are_edited_by_their_operations(tools: Tools) -> None:
    told = tools.told(
        "docx_operations",
        path="simple.docx",
        operations=[{"op": "replace_text", "search": "Revenue", "replace": "Income"}],
    )
    assert told["report"][0]["op"] == "replace_text"
    assert "Income grew" in tools.told("read_file", path="simple.docx")["text"]
    tools.told(
        "pptx_operations",
        path="slides.pptx",
        operations=[{"op": "append_bullets", "index": 1, "bullets": ["More of it"]}],
    )
    assert "More of it" in tools.told("read_file", path="slides.pptx", slide_index=1)["text"]
    tools.told(
        "odt_operations",
        path="notes.odt",
        operations=[{"op": "replace_text", "search": "Monday", "replace": "Friday"}],
    )
    assert "Friday" in tools.told("read_file", path="notes.odt")["text"]
    tools.told(
        "pdf_operations",
        path="report.pdf",
        operations=[{"op": "add_note", "page": 1, "x": 1, "y": 1, "text": "Check this."}],
    )
    tools.told(
        "docx_operations",
        path="copy.docx",
        copy_from="simple.docx",
        operations=[{"op": "append_paragraph", "text": "End."}],
    )
    assert "Income grew" in tools.told("read_file", path="copy.docx")["text"]
    assert set(tools.draft_files) == {
        *("simple.docx", "slides.pptx", "notes.odt", "report.pdf", "copy.docx")
    }


def test_zero_matches_are_said(tools: Tools) -> None:
    outcome = tools.call(
        "docx_operations",
        path="simple.docx",
        operations=[{"op": "replace_text", "search": "Nowhere to be found", "replace": "x"}],
    )
    assert "warnings" in outcome.text or '"matches":0' in outcome.text
    assert not outcome.changed


def test_a_table_is_exported_and_written_into_a_workbook(tools: Tools) -> None:
    told = tools.told(
        "table_export",
        path="sales.csv",
        query="SELECT region, SUM(amount) AS total FROM data GROUP BY region ORDER BY region",
        target_path="summary.xlsx",
        format="xlsx",
        sheet="By region",
    )
    assert told["row_count"] == 3
    assert cells(tools.draft_files["summary.xlsx"], "By region")[0] == ["region", "total"]
    told = tools.told(
        "table_update_from_export",
        path="sales.csv",
        target_path="summary.xlsx",
        sheet="All",
        mode="replace_sheet",
    )
    assert told["written_range"] == "A1:B101"
    assert len(cells(tools.draft_files["summary.xlsx"], "By region")) == 4
    assert tools.share("sales.csv")["computed"] == ["table_export", "table_update_from_export"]


def test_assets_are_carried_from_one_file_to_another(tools: Tools) -> None:
    told = tools.told("xlsx_get_styles", path="multi-sheet.xlsx", sheet="Sales")
    asset = next(each["asset_id"] for each in told["assets"] if each["type"] == "cell_styles")
    for assets in ([{"asset_id": asset}], [asset]):
        told = tools.told(
            "xlsx_copy_assets",
            source_path="multi-sheet.xlsx",
            target_path="new.xlsx",
            assets=assets,
        )
        assert told["copied"][0]["asset_id"] == asset


def test_a_step_that_was_applied_is_not_applied_again(tools: Tools) -> None:
    arguments = {
        "path": "log.xlsx",
        "create_new": True,
        "operations": [{"op": "ensure_sheet", "sheet": "A"}],
    }
    first = tools.toolbox.call("xlsx_operations", arguments, step="1.0")
    assert first.ok
    draft = tools.draft_files
    again = tools.again().toolbox.call("xlsx_operations", arguments, step="1.0")
    assert again.ok
    assert again.changed
    assert again.entry_id == first.entry_id
    assert "not applied again" in again.text
    assert tools.draft_files == draft
    other = tools.again().toolbox.call("xlsx_operations", arguments, step="2.0")
    assert not other.ok
    assert "exists" in other.text


def test_in_a_turn_that_only_looks_nothing_is_written(tools: Tools) -> None:
    tools = tools.again(analysis=True)
    for tool, arguments in (
        ("write_text_file", {"path": "a.md", "content": "x"}),
        ("table_export", {"path": "sales.csv", "target_path": "x.csv", "format": "csv"}),
        ("xlsx_operations", {"path": "x.xlsx", "create_new": True, "operations": [{"op": "x"}]}),
    ):
        error = tools.refused(tool, **arguments)
        assert "only looks" in error["message"]
        assert "Answer without changing files" in error["what_to_do"]
    assert not tools.method("DraftGetState")["has_draft"]


@pytest.mark.parametrize(
    ("path", "code"),
    [
        ("../out.md", "SANDBOX_VIOLATION"),
        ("/tmp/out.md", "SANDBOX_VIOLATION"),
        ("folder/out.md", "SANDBOX_VIOLATION"),
        ("C:\\out.md", "SANDBOX_VIOLATION"),
        (".hidden.md", "SANDBOX_VIOLATION"),
        ("out\n.md", "SANDBOX_VIOLATION"),
        ("A.MD", "VALIDATION_FAILED"),
        ("out.exe", "VALIDATION_FAILED"),
        ("out.docx", "VALIDATION_FAILED"),
        ("out.pdf", "VALIDATION_FAILED"),
        ("out.png", "VALIDATION_FAILED"),
    ],
)
def test_text_is_written_only_where_it_may_be(tools: Tools, path: str, code: str) -> None:
    error = tools.refused("write_text_file", path=path, content="x")
    assert error["code"] == code
    error = tools.refused("table_export", path="sales.csv", target_path=path, format="csv")
    assert error["code"] == code
    assert not tools.method("DraftGetState")["has_draft"]


@pytest.mark.parametrize(
    ("operations", "said"),
    [
        ([], "nothing to do"),
        ([{"op": "explode"}], "operations[0].op names no operation"),
        ([{"op": "ensure_sheet", "sheet": "A"}, {"op": "set_range"}], "operations[1]"),
        ([{"op": "ensure_sheet", "sheet": "A", "colour": 1}], "operations[0].colour"),
        ([{"op": "ensure_sheet", "sheet": "A"}] * 101, "at most 100"),
        ([{"op": "insert_image", "sheet": "A", "image_path": "x.png", "anchor": "A1"}], "x.png"),
    ],
)
def test_operations_that_are_wrong_change_nothing_and_say_where(
    tools: Tools, operations: list[dict[str, Any]], said: str
) -> None:
    error = tools.refused("xlsx_operations", path="n.xlsx", create_new=True, operations=operations)
    assert said in error["message"]
    assert not tools.method("DraftGetState")["has_draft"]


def test_an_operation_that_is_wrong_is_answered_with_what_it_takes(tools: Tools) -> None:
    operations = [{"op": "ensure_sheet", "sheet": "A"}, {"op": "set_range", "sheet": "A"}]
    error = tools.refused("xlsx_operations", path="n.xlsx", create_new=True, operations=operations)
    (line,) = error["operations_take"]
    assert line.startswith("- set_range(sheet*")
    assert "start*" in line


def test_a_file_that_is_not_there_must_be_made(tools: Tools) -> None:
    error = tools.refused("xlsx_operations", path="sales.xlsx", operations=[{"op": "ensure_sheet"}])
    assert "create_new: true" in error["message"]
    assert error["did_you_mean"] == ["sales.csv"]


def test_operations_of_another_kind_are_refused(tools: Tools) -> None:
    error = tools.refused("docx_operations", path="a.md", operations=[{"op": "replace_text"}])
    assert "no docx file" in error["message"]


def test_a_run_that_was_cancelled_makes_no_more_calls(tools: Tools) -> None:
    tools.run.canceled.set()
    with pytest.raises(UserCanceled):
        tools.call("write_text_file", path="a.md", content="x")
    assert tools.draft_files == {}


@pytest.mark.parametrize(
    ("error", "raised"),
    [
        (UserCanceled("stopped"), True),
        (DiskFull("full"), True),
        (ToolWorkerUnavailable("gone for good", retryable=False), True),
        (ToolWorkerUnavailable("ended in the middle"), False),
        (FileWriteFailed("could not be written"), False),
    ],
    ids=lambda value: type(value).__name__,
)
def test_what_a_model_cannot_help_ends_the_run_and_the_rest_is_told(
    tools: Tools, monkeypatch: pytest.MonkeyPatch, error: KeenBenchError, raised: bool
) -> None:
    def failing(*args: Any, **more: Any) -> Any:
        raise error

    monkeypatch.setattr(tools.engine.worker, "call", failing)
    for tool, arguments in (
        ("write_text_file", {"path": "a.md", "content": "x"}),
        ("read_file", {"path": "a.md"}),
    ):
        if raised:
            with pytest.raises(type(error)):
                tools.call(tool, **arguments)
        else:
            assert tools.refused(tool, **arguments)["code"] == error.error_code
    assert tools.draft_files == {}
