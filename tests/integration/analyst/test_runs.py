"""What can be done with a run: pages, exports, replay, cancel; and what a crash leaves."""

from __future__ import annotations

import csv
import hashlib
import io
import json
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import openpyxl
import pytest
from fastapi.testclient import TestClient

from keenbench.analyst.capsules import Capsules
from keenbench.analyst.store import open_store, run_capsules
from keenbench.errors import DiskFull
from keenbench.settings import Settings
from tests.integration.analyst.shop import BEARER, ORDERS, ask

pytestmark = pytest.mark.needs("bubblewrap")

ENDLESS = "SQL: SELECT count(*) FROM range(1000000000000) a, range(9) b"
MANY = "SQL: SELECT i, 'row ' || i AS text FROM range(1000) t(i) ORDER BY i"


def get(client: TestClient, path: str) -> Any:
    response = client.get(path, headers=BEARER)
    assert response.status_code == 200, response.text
    return response.json()


def test_the_first_window_is_shown_and_the_rest_is_paged(client: TestClient) -> None:
    answer = ask(client, MANY)
    assert answer["result"]["row_count"] == 200
    assert answer["result"]["total_row_count"] == 1000
    assert answer["result"]["has_more"]
    page = get(client, f"/runs/{answer['run_id']}/rows?offset=990&limit=50")
    assert [row[0] for row in page["rows"]] == list(range(990, 1000))
    assert not page["has_more"]
    past = get(client, f"/runs/{answer['run_id']}/rows?offset=5000")
    assert past["rows"] == []


def test_the_hash_is_over_all_rows_and_can_be_recomputed(client: TestClient) -> None:
    run_id = ask(client, MANY)["run_id"]
    page = get(client, f"/runs/{run_id}/rows?limit=1000")
    document = {name: page[name] for name in ("column_types", "columns", "rows")}
    text = json.dumps(document, ensure_ascii=False, separators=(",", ":"))
    expected = hashlib.sha256(text.encode()).hexdigest()
    assert get(client, f"/runs/{run_id}")["result_hash"] == expected


def test_an_answer_past_8_mb_shows_fewer_rows_and_says_so(client: TestClient) -> None:
    answer = ask(client, "SQL: SELECT i, repeat('x', 100000) AS t FROM range(150) r(i) ORDER BY i")
    assert answer["status"] == "success"
    assert 0 < answer["result"]["row_count"] < 150
    assert answer["result"]["total_row_count"] == 150
    assert answer["result"]["has_more"]
    assert "bytes_bounded" in [warning["code"] for warning in answer["warnings"]]


def test_runs_are_exported_whole(client: TestClient) -> None:
    run_id = ask(client, MANY)["run_id"]
    sent = client.get(f"/runs/{run_id}/export?format=csv", headers=BEARER)
    assert sent.headers["content-type"].startswith("text/csv")
    assert "attachment" in sent.headers["content-disposition"]
    rows = list(csv.reader(io.StringIO(sent.text)))
    assert len(rows) == 1001
    assert rows[-1] == ["999", "row 999"]
    book = client.get(f"/runs/{run_id}/export?format=xlsx", headers=BEARER).content
    sheet = openpyxl.load_workbook(io.BytesIO(book)).worksheets[0]
    assert sheet.max_row == 1001
    parquet = client.get(f"/runs/{run_id}/export?format=parquet", headers=BEARER).content
    assert parquet[:4] == b"PAR1"
    assert client.get(f"/runs/{run_id}/export?format=exe", headers=BEARER).status_code == 400


def test_a_failed_run_has_no_rows_to_page_or_export(client: TestClient) -> None:
    run_id = ask(client, "SQL: SELECT nothing FROM orders")["run_id"]
    for path in ("rows", "export"):
        assert client.get(f"/runs/{run_id}/{path}", headers=BEARER).status_code == 400


def test_replay_of_100_capsules_reproduces_all(client: TestClient) -> None:
    plan: dict[str, Any] = {"dataset_id": "tiny", "table": "orders"}
    shapes: list[dict[str, Any]] = [
        {"select": [{"column": "status"}, {"agg": {"func": "sum", "column": "amount"}}]},
        {"select": [{"bucket": {"column": "placed", "unit": "month"}}, {"agg": {"func": "count"}}]},
        {"order_by": [{"expr": "amount", "direction": "desc"}]},
        {"select": [{"agg": {"func": "stddev", "column": "amount"}}]},
    ]

    def one(number: int) -> bool:
        shape = plan | shapes[number % 4] | {"limit": 1 + number // 4}
        run_id = ask(client, f"PLAN: {json.dumps(shape)}")["run_id"]
        replay = client.post(f"/runs/{run_id}/replay", headers=BEARER).json()
        return bool(replay["reproduced"] and replay["result_hash"] == replay["replay_result_hash"])

    with ThreadPoolExecutor(4) as pool:
        assert sum(pool.map(one, range(100))) == 100


def test_a_replay_names_the_input_that_changed(client: TestClient, settings: Settings) -> None:
    run_id = ask(client, "SQL: SELECT count(*) AS n FROM orders")["run_id"]
    file = settings.datasets_dir / "tiny" / "orders.csv"
    try:
        file.write_text(ORDERS + "6,1,2025-05-05,3.00,open\n")
        replay = client.post(f"/runs/{run_id}/replay", headers=BEARER).json()
        assert replay["reproduced"] is False
        assert [each["input"] for each in replay["changed"]] == ["dataset_version"]
        assert replay["changed_files"] == ["orders.csv"]
        assert replay["reason"] == "Changed since: the dataset (orders.csv)."
    finally:
        file.write_text(ORDERS)
    assert client.post(f"/runs/{run_id}/replay", headers=BEARER).json()["reproduced"] is True


def test_rows_that_were_kept_are_there_after_the_dataset_changed(
    client: TestClient, settings: Settings
) -> None:
    few = ask(client, "SQL: SELECT order_id, placed, amount FROM orders ORDER BY order_id")
    many = ask(client, "SQL: SELECT a.order_id FROM orders a, orders b, orders c, orders d")
    assert many["result"]["has_more"]
    window = "rows?offset=1&limit=3"
    before = get(client, f"/runs/{few['run_id']}/{window}")
    file = settings.datasets_dir / "tiny" / "orders.csv"
    try:
        file.write_text("order_id,placed\n1,2024-01-01\n")
        after = get(client, f"/runs/{few['run_id']}/{window}")
        # Of more rows than were kept none are shown, and no file is made of any.
        refused = [
            client.get(f"/runs/{run}/{what}", headers=BEARER)
            for run, what in ((many["run_id"], window), (few["run_id"], "export?format=csv"))
        ]
    finally:
        file.write_text(ORDERS)
    assert after["rows"] == before["rows"] == few["result"]["rows"][1:4]
    same = ("columns", "column_types", "row_count", "total_row_count", "has_more", "offset")
    assert [after[name] for name in same] == [before[name] for name in same]
    assert [told["code"] for told in after["warnings"]] == ["dataset_changed"]
    assert before["warnings"] == []
    for response in refused:
        assert response.status_code == 400
        assert response.json()["error"]["subphase"] == "dataset_changed"


def test_rows_that_were_kept_are_there_after_the_dataset_was_removed(client: TestClient) -> None:
    mine = {"files": ("mine.csv", b"a,b\n1,2\n3,4\n")}
    added = client.post("/datasets", headers=BEARER, data={"name": "Mine"}, files=mine).json()
    asked = {"dataset_id": added["id"], "message": "SQL: SELECT * FROM mine"}
    run_id = client.post("/chat", headers=BEARER, json=asked).json()["run_id"]
    client.delete(f"/datasets/{added['id']}", headers=BEARER)
    kept = get(client, f"/runs/{run_id}/rows?limit=10")
    assert kept["rows"] == [[1, 2], [3, 4]]
    assert [told["code"] for told in kept["warnings"]] == ["dataset_changed"]
    assert client.get(f"/runs/{run_id}/export?format=csv", headers=BEARER).status_code == 404


@pytest.mark.parametrize("message", ["How many orders are there?", "SQL: SELECT 1 FROM orders"])
def test_a_full_disk_is_no_fault_of_the_model(
    client: TestClient, monkeypatch: pytest.MonkeyPatch, message: str
) -> None:
    def full(*_: object, **__: object) -> str:
        raise DiskFull("The disk that runs are kept on is full.", phase="analyst")

    monkeypatch.setattr(Capsules, "begin", full)
    asked = {"dataset_id": "tiny", "message": message}
    answer = client.post("/chat", headers=BEARER, json=asked)
    assert answer.status_code == 507
    assert answer.json()["error"]["error_code"] == "DISK_FULL"


def test_a_running_run_is_cancelled_and_its_runner_killed(client: TestClient) -> None:
    answers: list[dict[str, Any]] = []
    asking = threading.Thread(target=lambda: answers.append(ask(client, ENDLESS)))
    asking.start()
    run_id = None
    while run_id is None:
        assert asking.is_alive(), answers
        newest = get(client, "/runs?limit=1")["runs"]
        if newest and newest[0]["status"] == "running":
            run_id = newest[0]["run_id"]
        else:
            time.sleep(0.01)
    response = client.delete(f"/runs/{run_id}", headers=BEARER)
    assert response.status_code == 200, response.text
    asking.join()
    assert answers[0]["status"] == "canceled"
    assert answers[0]["result"]["error"]["type"] == "USER_CANCELED"
    assert get(client, f"/runs/{run_id}")["status"] == "canceled"
    assert client.delete(f"/runs/{run_id}", headers=BEARER).status_code == 409
    (turn,) = get(client, f"/datasets/tiny/threads/{answers[0]['thread_id']}")["turns"]
    assert turn["status"] == "canceled"
    assert turn["assistant_message"] == "This was stopped before it was answered."
    assert turn["run_id"] == run_id


def test_runs_are_listed_newest_first_in_pages(client: TestClient) -> None:
    ids = [ask(client, f"SQL: SELECT {number} AS n")["run_id"] for number in range(3)]
    page = get(client, "/runs?limit=2")
    assert [run["run_id"] for run in page["runs"]] == [ids[2], ids[1]]
    assert page["has_more"]
    assert get(client, "/runs?limit=1&offset=2")["runs"][0]["run_id"] == ids[0]
    assert get(client, "/runs?dataset_id=hostile")["total"] <= page["total"]
    assert client.get("/runs/run_none", headers=BEARER).status_code == 404
    assert client.get("/runs?limit=0", headers=BEARER).status_code == 400


def test_a_run_that_a_crash_interrupted_is_marked_at_the_next_start(settings: Settings) -> None:
    engine = open_store(settings)
    capsules = Capsules(engine)
    fields = {"dataset_id": "tiny", "query_mode": "sql", "purpose": "answer"}
    lost, mine = capsules.begin(**fields), capsules.begin(**fields)
    with engine.begin() as connection:
        connection.execute(
            run_capsules.update()
            .where(run_capsules.c.run_id == lost)
            .values(owner=capsules._owner.rpartition("|")[0] + "|1")
        )
    assert capsules.mark_interrupted() == 1
    assert capsules.get(lost)["status"] == "interrupted"
    assert capsules.get(lost)["error_json"]["type"] == "RUNNER_INTERNAL_ERROR"
    assert capsules.get(mine)["status"] == "running"
    capsules.end(mine, "canceled")
    engine.dispose()


def test_a_follow_up_works_with_the_offline_model(client: TestClient) -> None:
    first = ask(client, "total amount per status")
    assert first["status"] == "success", first["assistant_message"]
    then = ask(client, "now only 2024", thread_id=first["thread_id"])
    assert then["status"] == "success", then["assistant_message"]
    assert sorted(map(tuple, then["result"]["rows"])) == [("closed", 20.0), ("open", 15.75)]
    assert then["chart"]["mark"]["type"] == "bar"


def test_a_file_added_beside_leaves_the_rows_of_earlier_runs(client: TestClient) -> None:
    made = client.post("/rpc/WorkbenchCreate", json={"name": "Kept"}, headers=BEARER).json()
    bench = made["result"]["workbench_id"]
    address = f"/workbenches/{bench}/files"
    client.post(address, files=[("files", ("a.csv", "n\n1\n2\n"))], headers=BEARER)
    run_id = ask(client, "SQL: SELECT sum(n) AS x FROM a", f"workbench:{bench}")["run_id"]
    client.post(address, files=[("files", ("b.csv", "m\n9\n"))], headers=BEARER)
    paged = client.get(f"/runs/{run_id}/rows", headers=BEARER)
    assert paged.status_code == 200, paged.text
    assert paged.json()["rows"] == [[3]]


def test_a_file_that_is_gone_is_an_error_and_no_question(
    client: TestClient, settings: Settings
) -> None:
    file = settings.datasets_dir / "hostile.csv"
    before = file.read_bytes()
    file.unlink()
    try:
        assert ask(client, "SQL: SELECT 1 AS x FROM hostile", "hostile")["status"] == "error"
    finally:
        file.write_bytes(before)


def test_a_plan_that_names_no_dataset_is_of_the_one_asked(client: TestClient) -> None:
    plan = '{"table": "orders", "select": [{"agg": {"func": "count"}, "alias": "n"}]}'
    assert ask(client, f"PLAN: {plan}")["result"]["rows"] == [[5]]
