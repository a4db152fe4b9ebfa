"""Seed 003 §12, each point as a test by its name. Run against each backend with its own client."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import pytest
from fastapi.testclient import TestClient

from tests.integration.analyst.shop import BEARER, ask, events, run_timeout

GOLDEN = [
    ("tiny", "How many orders are there?", [[5]]),
    ("hostile", 'SQL: SELECT count(*) AS n FROM hostile', [[2]]),
]  # fmt: skip


@pytest.mark.parametrize(("dataset_id", "question", "rows"), GOLDEN)
def test_post_chat_works_for_representative_query_on_each_dataset(
    client: TestClient, dataset_id: str, question: str, rows: list[list[Any]]
) -> None:
    answer = ask(client, question, dataset_id)
    assert answer["status"] == "success"
    assert answer["result"]["rows"] == rows
    assert answer["result"]["error"] is None
    assert answer["details"]["dataset_id"] == dataset_id
    assert answer["details"]["compiled_sql"]


def test_post_chat_stream_streams_status_and_final_result(client: TestClient) -> None:
    body = {"dataset_id": "tiny", "message": "SQL: SELECT count(*) AS n FROM orders"}
    sent = list(events(client.post("/chat/stream", json=body, headers=BEARER).text))
    names = [name for name, _ in sent if name != "token"]
    assert names == ["status", "status", "status", "result", "done"]
    stages = [data["stage"] for name, data in sent if name == "status"]
    assert stages == ["planning", "validating", "executing"]
    result = dict(sent)["result"]
    assert result["result"]["rows"] == [[5]]
    assert dict(sent)["done"] == {"run_id": result["run_id"]}


def test_runner_only_execution_enforced_no_direct_sql_in_server_process() -> None:
    code = (
        "import sys, keenbench.main, keenbench.analyst.analyst, keenbench.analyst.agent;"
        "sys.exit('duckdb is loaded' if {'duckdb', '_duckdb'} & set(sys.modules) else 0)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    ("message", "kind", "status"),
    [
        ("PLAN: {}", "VALIDATION_ERROR", "error"),
        ("PLAN: not json", "VALIDATION_ERROR", "error"),
        ('PLAN: {"dataset_id": "tiny", "table": "ordrs"}', "VALIDATION_ERROR", "error"),
        ("SQL: SELECT nothing FROM orders", "VALIDATION_ERROR", "error"),
        ("SQL: SELEC 1", "VALIDATION_ERROR", "error"),
        ("SQL: DROP TABLE orders", "SQL_POLICY_VIOLATION", "error"),
        ("SQL: SELECT * FROM read_text('/etc/passwd')", "SQL_POLICY_VIOLATION", "error"),
        ("SQL: SELECT count(*) FROM range(1000000000000) a, range(9) b", "RUNNER_TIMEOUT",
         "timeout"),
        ("SQL: SELECT repeat('x', 4000000000)", "RUNNER_RESOURCE_EXCEEDED", "error"),
    ],
)  # fmt: skip
def test_error_model_standardized_and_stable(
    client: TestClient, message: str, kind: str, status: str
) -> None:
    with run_timeout(client, 1 if kind == "RUNNER_TIMEOUT" else 60):
        answer = ask(client, message)
    assert answer["status"] == status
    assert answer["result"]["error"]["type"] == kind
    assert answer["result"]["rows"] == []
    assert answer["assistant_message"]
    capsule = client.get(f"/runs/{answer['run_id']}", headers=BEARER).json()
    assert capsule["error_json"]["type"] == kind
    assert capsule["status"] == status


def test_run_capsule_retrievable_via_get_runs_run_id(client: TestClient) -> None:
    plan = '{"dataset_id": "tiny", "table": "orders", "select": [{"agg": {"func": "count"}}]}'
    answer = ask(client, f"PLAN: {plan}")
    capsule = client.get(f"/runs/{answer['run_id']}", headers=BEARER).json()
    assert capsule["dataset_id"] == "tiny"
    assert capsule["dataset_version_hash"].startswith("sha256:")
    assert capsule["question"] == f"PLAN: {plan}"
    assert capsule["query_mode"] == "plan"
    assert capsule["plan_json"]["table"] == "orders"
    assert capsule["compiled_sql"] == 'SELECT COUNT(*) AS "count" FROM "orders"'
    assert capsule["status"] == "success"
    assert capsule["result_json"]["rows"] == [[5]]
    assert capsule["error_json"] is None
    assert capsule["exec_time_ms"] > 0
    assert len(capsule["result_hash"]) == 64


def test_static_ui_demonstrates_end_to_end_query_flow_with_details_panel(
    client: TestClient,
) -> None:
    # The page itself is driven in tests/browser; here, that what it shows is served.
    assert client.get("/", headers=BEARER).status_code == 200
    answer = ask(client, "SQL: SELECT status, count(*) AS n FROM orders GROUP BY status")
    assert set(answer["details"]) == {"query_mode", "plan_json", "compiled_sql", "dataset_id"}
    assert answer["run_id"] and answer["result"]["exec_time_ms"] > 0
