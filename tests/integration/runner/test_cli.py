"""`keenbench runner`: one query from stdin, by hand."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from keenbench.sandbox.runs import LentTable

pytestmark = pytest.mark.needs("bubblewrap")


def ask(text: str, folder: Path | None = None) -> tuple[int, dict[str, Any]]:
    done = subprocess.run(
        [sys.executable, "-m", "keenbench", "runner"],
        input=text,
        capture_output=True,
        text=True,
        cwd=folder,
    )
    answer: dict[str, Any] = json.loads(done.stdout)
    return done.returncode, answer


def request(sales: LentTable, sql: str, **more: Any) -> str:
    tables = [{"name": "sales", "path": str(sales.path)}]
    return json.dumps({"dataset_id": "demo", "tables": tables, "sql": sql, **more})


def test_it_answers_as_the_contract_says(sales: LentTable) -> None:
    sql = "SELECT id, region FROM sales ORDER BY id; -- all of them"
    code, answer = ask(request(sales, sql, timeout_seconds=20, max_rows=2, offset=1))
    assert code == 0
    assert answer.pop("exec_time_ms") > 0
    assert answer == {
        "status": "success",
        "columns": ["id", "region"],
        "column_types": ["integer", "string"],
        "rows": [[1, "r1"], [2, "r2"]],
        "row_count": 2,
        "total_row_count": 20_000,
        "has_more": True,
        "warnings": [],
        "result_hash": None,
        "error": None,
    }


def test_a_path_is_taken_from_the_working_folder_and_a_csv_serves(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("id,name\n1,x\n2,y\n")
    pretty = json.dumps({"tables": [{"name": "a", "path": "a.csv"}], "sql": "FROM a"}, indent=2)
    code, answer = ask(pretty, tmp_path)
    assert (code, answer["rows"]) == (0, [[1, "x"], [2, "y"]])


@pytest.mark.parametrize(
    ("sql", "code", "kind", "status"),
    [
        ("FROM read_csv('/etc/passwd')", 3, "SQL_POLICY_VIOLATION", "error"),
        ("SELECT nosuch FROM sales", 2, "VALIDATION_ERROR", "error"),
        ("SELECT 1 +", 2, "VALIDATION_ERROR", "error"),
        ("SELECT count(*) FROM range(1000000000000) a", 5, "RUNNER_TIMEOUT", "timeout"),
    ],
)
def test_a_failure_is_an_answer_and_an_exit_code(
    sales: LentTable, sql: str, code: int, kind: str, status: str
) -> None:
    found, answer = ask(request(sales, sql, timeout_seconds=2))
    assert (found, answer["error"]["type"], answer["status"]) == (code, kind, status)
    assert (answer["rows"], answer["row_count"]) == ([], 0)


def test_what_is_no_request_is_said(sales: LentTable) -> None:
    for text in ("", "nonsense", "[]", "{}", '{"sql": "SELECT 1", "tables": [{"name": "x"}]}'):
        code, answer = ask(text)
        assert (code, answer["error"]["subphase"]) == (2, "params")
