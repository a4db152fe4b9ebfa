"""What is kept of calls: receipts, the log, the audit, and what a resumed run knows."""

from __future__ import annotations

import json
from typing import Any

import pytest

from keenbench.errors import AgentLoopDetected
from keenbench.workshop import receipts, tool_log
from tests.integration.workshop.tools.conftest import Tools, sales

SECRET = "the Zanzibar ledger"


FILES = {
    "sales.csv": sales(3000),
    "long.txt": "".join(f"{n}: {SECRET}\n" for n in range(1, 5001)).encode(),
    "a.md": b"# A\n",
}


def recalled(tools: Tools, entry_id: str) -> list[dict[str, Any]]:
    """Return all pages of a result, as a model would fetch them."""
    pages = [tools.told("recall_tool_result", entry_id=entry_id)]
    while pages[-1].get("has_more_pages"):
        pages.append(tools.told("recall_tool_result", entry_id=entry_id, page=len(pages)))
    return pages


def test_a_large_result_is_given_as_a_receipt_and_recalled_whole(tools: Tools) -> None:
    outcome = tools.call("table_read_rows", path="sales.csv", row_start=1, row_count=3000)
    receipt = json.loads(outcome.text)
    assert receipt["receipt"] is True
    assert receipt["entry_id"] == outcome.entry_id
    assert len(outcome.text.encode()) <= receipts.RECEIPT_BYTES
    assert receipt["preview"]["rows"][:2] == [["north", 0], ["south", 1]]
    pages = recalled(tools, outcome.entry_id)
    assert len(pages) == receipt["pages"] > 1
    rows = [row for page in pages for row in page["rows"]]
    assert [row[1] for row in rows] == list(range(3000))


def test_a_receipt_counts_as_read_when_all_of_it_was_recalled(tools: Tools) -> None:
    outcome = tools.call("table_read_rows", path="sales.csv", row_start=1, row_count=3000)
    assert tools.run.coverage.to_json() == []
    tools.told("recall_tool_result", entry_id=outcome.entry_id, page=0)
    assert tools.run.coverage.to_json() == []
    recalled(tools, outcome.entry_id)
    assert tools.share("sales.csv")["share"] == 1.0


def test_a_receipt_survives_a_restart(tools: Tools) -> None:
    outcome = tools.call("read_file", path="long.txt", line_start=1, line_count=400)
    text = "".join(page["text"] for page in recalled(tools.again(), outcome.entry_id))
    assert text.count(SECRET) == 400


def test_an_entry_that_is_not_there_is_told_as_such(tools: Tools) -> None:
    error = tools.refused("recall_tool_result", entry_id="res_nothing")
    assert "There is no result res_nothing" in error["message"]
    outcome = tools.call("list_files")
    error = tools.refused("recall_tool_result", entry_id=outcome.entry_id, page=9)
    assert "has 1 pages" in error["message"]


def test_the_log_goes_with_a_fork(tools: Tools) -> None:
    outcome = tools.call("read_file", path="long.txt", line_start=1, line_count=400)
    forked = tools.method("WorkbenchFork", mode="files_and_conversation")["workbench_id"]
    there = tools.again(bench=tools.engine.workbenches.get(forked))
    assert SECRET in json.dumps(recalled(there, outcome.entry_id))
    plain = tools.method("WorkbenchFork", mode="files")["workbench_id"]
    elsewhere = tools.again(bench=tools.engine.workbenches.get(plain))
    assert elsewhere.refused("recall_tool_result", entry_id=outcome.entry_id)


def test_half_a_line_that_a_crash_left_is_passed_over(tools: Tools) -> None:
    first = tools.call("read_file", path="a.md")
    log = tools.folder / "meta" / tool_log.TOOL_LOG
    log.write_bytes(log.read_bytes() + b'{"entry_id": "res_half", "run_id": "run')
    second = tools.call("read_file", path="a.md", line_start=1)
    for outcome in (first, second):
        assert tool_log.find(tools.bench, outcome.entry_id) is not None
    assert tool_log.find(tools.bench, "res_half") is None
    assert all(json.loads(line) for line in log.read_bytes().splitlines())


def test_a_resumed_run_knows_what_it_has_read(tools: Tools) -> None:
    tools.told("table_read_rows", path="sales.csv", row_start=1, row_count=300)
    tools.told("table_query", path="sales.csv", query="SELECT COUNT(*) FROM data")
    assert tools.again().run.coverage.to_json() == tools.run.coverage.to_json()


def test_a_resumed_run_goes_on_counting_repeated_calls(tools: Tools) -> None:
    for _ in range(2):
        tools.told("read_file", path="a.md")
    again = tools.again()
    for step in ("a", "b"):
        outcome = again.toolbox.call("read_file", {"path": "a.md"}, step=step)
        assert "loop_warning" in outcome.text
    with pytest.raises(AgentLoopDetected):
        again.toolbox.call("read_file", {"path": "a.md"}, step="c")


def test_the_same_call_five_times_ends_the_run(tools: Tools) -> None:
    outcomes = [tools.call("table_describe", path="sales.csv") for _ in range(4)]
    assert ["loop_warning" in each.text for each in outcomes] == [False, False, True, True]
    with pytest.raises(AgentLoopDetected):
        tools.call("table_describe", path="sales.csv")


def test_reading_again_after_each_change_is_no_loop(tools: Tools) -> None:
    for n in range(6):
        tools.told("write_text_file", path="a.md", content=f"# {n}\n")
        assert "loop_warning" not in tools.told("read_file", path="a.md")


def test_every_call_is_audited_by_model_tool_files_and_outcome(tools: Tools) -> None:
    before = tools.method("AuditList", limit=1000)["total"]
    tools.told("read_file", path="long.txt")
    tools.told("write_text_file", path="new.md", content=SECRET)
    tools.refused("read_file", path="/etc/passwd")
    tools.refused(f"tool {SECRET}")
    tools.refused("read_file", path=SECRET)
    entries = tools.method("AuditList", offset=before, limit=1000)["entries"]
    found = [
        (e["tool"], e["files"], e["outcome"], e.get("error_code"))
        for e in entries
        if e["action"] == "WorkshopTool"
    ]
    assert found == [
        ("read_file", ["long.txt"], "ok", None),
        ("write_text_file", ["new.md"], "ok", None),
        ("read_file", [], "failed", "SANDBOX_VIOLATION"),
        ("unknown", [], "failed", "VALIDATION_FAILED"),
        ("read_file", [], "failed", "FILE_READ_FAILED"),
    ]
    assert {(e["model_id"], e["run_id"], e["actor"]) for e in entries} == {
        ("offline", tools.run.run_id, "model")
    }
    assert SECRET not in (tools.folder / "meta" / "audit.jsonl").read_text()
    assert tools.method("AuditVerify")["ok"] is True


def test_texts_that_cannot_be_stored_are_refused_and_logged_without_them(tools: Tools) -> None:
    error = tools.refused("write_text_file", path="a.md", content="half \ud800")
    assert "surrogate" in error["message"]
    assert tools.told("list_files")["file_count"] == 3


def test_a_result_past_all_measure_is_refused(tools: Tools, monkeypatch: Any) -> None:
    monkeypatch.setattr(receipts, "RESULT_BYTES", 20_000)
    error = tools.refused("table_read_rows", path="sales.csv", row_start=1, row_count=3000)
    assert "fewer rows" in error["message"]
