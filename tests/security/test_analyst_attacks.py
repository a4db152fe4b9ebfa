"""The attack and bomb lists through the Analyst's doors: none escapes, every error is typed, the
server stays up."""

from __future__ import annotations

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import duckdb
import pytest
from fastapi.testclient import TestClient

from keenbench.analyst.tools import Turn
from keenbench.server.app import create_app
from keenbench.settings import Settings
from tests.integration.analyst.shop import run_timeout
from tests.security.sql.attacks import ATTACKS, MARKER, SECRETS, Attack
from tests.security.sql.bombs import BOMBS, OVERSIZED
from tests.security.sql.workbench import SETUP

pytestmark = [pytest.mark.needs("bubblewrap"), pytest.mark.timeout(600)]

BEARER = {"authorization": "Bearer t"}
TYPES = {
    "VALIDATION_ERROR",
    "SQL_POLICY_VIOLATION",
    "RUNNER_TIMEOUT",
    "RUNNER_RESOURCE_EXCEEDED",
    "RUNNER_INTERNAL_ERROR",
}
# Only their planning is a bomb, and DuckDB may be done with it in time, or shows little of it.
MAY_SUCCEED = {"a union of thousands", "wide rows", "grouping sets that double", "a join of many",
               "long rows"}  # fmt: skip


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    folder: Path = tmp_path_factory.mktemp("attacked")
    with duckdb.connect() as connection:
        for statement in SETUP:
            connection.execute(statement)
        connection.execute(f"COPY data TO '{folder / 'data.csv'}' (HEADER)")
        rows = connection.execute("SELECT count(*), sum(qty) FROM data").fetchall()
    for name, text in SECRETS.items():
        (folder / name).write_text(text)
    files = [{"name": "data.csv", "path": "data.csv"}]
    registry = {"version": 1, "datasets": [{"id": "d", "name": "d", "files": files}]}
    (folder / "registry.json").write_text(json.dumps(registry))
    settings = Settings(
        data_dir=folder / "own", datasets_dir=folder, token="t", run_timeout_seconds=60
    )
    app = create_app(settings)
    with TestClient(app, base_url="http://127.0.0.1", raise_server_exceptions=False) as client:
        found = ask(client, "SELECT count(*) AS n, sum(qty) AS qty FROM data")["result"]["rows"]
        assert found == [list(rows[0])]
        yield client


def ask(client: TestClient, sql: str) -> dict[str, Any]:
    body = {"dataset_id": "d", "message": f"SQL: {sql}"}
    response = client.post("/chat", json=body, headers=BEARER)
    assert response.status_code == 200, response.text
    assert MARKER not in response.text.replace(sql, "")
    answer: dict[str, Any] = response.json()
    return answer


def test_no_attack_gets_through_chat(client: TestClient) -> None:
    def attack(each: Attack) -> str | None:
        answer = ask(client, each.sql)
        error = (answer["result"] or {}).get("error") or {}
        held = answer["status"] != "success" and error.get("type") in TYPES
        return None if held else f"{each.name}: {answer['status']} {error}"

    with ThreadPoolExecutor(4) as pool:
        assert [told for told in pool.map(attack, ATTACKS) if told] == []
    assert ask(client, "SELECT sum(qty) AS n FROM data")["status"] == "success"


def test_no_attack_gets_through_execute_sql(client: TestClient) -> None:
    tools = client.app.state.analyst.tools  # type: ignore[attr-defined]
    escaped = []
    for each in ATTACKS[::5]:
        turn = Turn("d", "thread", "offline", "x")
        told = json.loads(tools.execute_sql(turn, "d", each.sql))
        if told["status"] == "success" or told["error"]["type"] not in TYPES:
            escaped.append(each.name)
    assert escaped == []


@pytest.mark.parametrize("name", sorted(OVERSIZED))
def test_sql_that_is_too_large_is_refused(client: TestClient, name: str) -> None:
    body = {"dataset_id": "d", "message": f"SQL: {OVERSIZED[name]}"}
    response = client.post("/chat", json=body, headers=BEARER)
    assert response.status_code in (200, 400, 413)
    if response.status_code == 200:
        assert response.json()["result"]["error"]["type"] in TYPES


def bombs_that_got_through(client: TestClient, names: list[str]) -> list[str]:
    def drop(name: str) -> str | None:
        answer = ask(client, BOMBS[name])
        if answer["status"] == "success" and name in MAY_SUCCEED:
            return None
        error = (answer["result"] or {}).get("error") or {}
        return None if error.get("type") in TYPES else f"{name}: {answer['status']}"

    with run_timeout(client, 1), ThreadPoolExecutor(2) as pool:
        return [told for told in pool.map(drop, names) if told]


def test_bombs_end_in_typed_errors_and_the_server_stays_up(client: TestClient) -> None:
    assert bombs_that_got_through(client, sorted(BOMBS)[::5]) == []
    assert ask(client, "SELECT sum(qty) AS n FROM data")["status"] == "success"


@pytest.mark.slow
def test_every_bomb_ends_in_a_typed_error(client: TestClient) -> None:
    assert bombs_that_got_through(client, sorted(BOMBS)) == []
    assert ask(client, "SELECT sum(qty) AS n FROM data")["status"] == "success"
