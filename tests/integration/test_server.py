"""The HTTP door: who gets in, and what an answer looks like."""

from __future__ import annotations

import asyncio
import json
import logging
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from keenbench.engine.table import METHODS
from keenbench.errors import UserCanceled
from keenbench.logs import JsonLines
from keenbench.server.app import create_app
from keenbench.settings import Settings

TOKEN = "the-token"
BEARER = {"authorization": f"Bearer {TOKEN}"}


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    """One app for all tests: starting it, and proving its box, takes seconds."""
    app = create_app(Settings(data_dir=tmp_path_factory.mktemp("served"), token=TOKEN))
    with TestClient(app, base_url="http://127.0.0.1:8765", raise_server_exceptions=False) as client:
        yield client


@pytest.fixture
def client(served: TestClient) -> TestClient:
    """A client without a cookie."""
    served.cookies.clear()
    return served


def code(response: object) -> str:
    return str(response.json()["error"]["error_code"])  # type: ignore[attr-defined]


def test_health_needs_no_token_and_proves_the_box(client: TestClient) -> None:
    client.app.state.engine.health.wait(30)  # type: ignore[attr-defined]
    health = client.get("/healthz").json()
    assert health["status"] == "ok"
    assert health["sandbox"]["state"] == "ok"
    assert len(health["sandbox"]["probes"]) >= 16
    assert all(probe["ok"] for probe in health["sandbox"]["probes"])


@pytest.mark.parametrize(
    "path", ["/", "/openapi.json", "/events", "/workbenches/x", "/assets/x.js"]
)
def test_every_other_route_is_401_without_the_token(client: TestClient, path: str) -> None:
    assert client.get(path).status_code == 401
    assert client.get(path, headers={"authorization": "Bearer wrong"}).status_code == 401
    assert client.post("/rpc/EngineGetInfo", json={}).status_code == 401


def test_the_address_with_the_token_sets_a_cookie_that_opens_the_rest(client: TestClient) -> None:
    first = client.get(f"/?token={TOKEN}", follow_redirects=False)
    assert first.status_code == 303
    assert first.headers["location"] == "/"
    cookie = first.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Strict" in cookie
    assert client.post("/rpc/EngineGetInfo", json={}).status_code == 200


def test_the_redirect_never_leaves_this_server(client: TestClient) -> None:
    answer = client.get(f"//evil.example/x?token={TOKEN}&a=1", follow_redirects=False)
    assert not answer.headers.get("location", "/").startswith("//")


def test_a_wrong_token_in_the_address_sets_nothing(client: TestClient) -> None:
    answer = client.get("/?token=wrong", follow_redirects=False)
    assert answer.status_code == 401
    assert "set-cookie" not in answer.headers


def test_a_token_in_the_address_does_not_open_a_post(client: TestClient) -> None:
    assert client.post(f"/rpc/EngineGetInfo?token={TOKEN}", json={}).status_code == 401


@pytest.mark.parametrize(
    "host", ["evil.example", "127.0.0.1.evil.example", "", "[::1", "localhost.x"]
)
def test_a_foreign_host_is_refused_on_every_route(client: TestClient, host: str) -> None:
    for path in ("/healthz", "/"):
        answer = client.get(path, headers=BEARER | {"host": host})
        assert answer.status_code == 403
        assert code(answer) == "SANDBOX_VIOLATION"


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "http://evil.example"},
        {"origin": "null"},
        {"sec-fetch-site": "cross-site"},
        {"origin": "http://127.0.0.1:9999"},
    ],
)
def test_another_sites_page_cannot_post(client: TestClient, headers: dict[str, str]) -> None:
    answer = client.post("/rpc/EngineGetInfo", json={}, headers=BEARER | headers)
    assert answer.status_code == 403


def test_our_own_page_can_post(client: TestClient) -> None:
    headers = BEARER | {"origin": "http://127.0.0.1:8765", "sec-fetch-site": "same-origin"}
    assert client.post("/rpc/EngineGetInfo", json={}, headers=headers).status_code == 200


def test_every_answer_carries_the_policy_of_the_page(client: TestClient) -> None:
    for path in ("/healthz", "/", "/nothing"):
        headers = client.get(path, headers=BEARER).headers
        policy = headers["content-security-policy"]
        assert "default-src 'self'" in policy
        assert "unsafe" not in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["x-request-id"]


def test_openapi_lists_every_engine_method(client: TestClient) -> None:
    paths = client.get("/openapi.json", headers=BEARER).json()["paths"]
    assert {f"/rpc/{method.name}" for method in METHODS} <= set(paths)


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"", 400),
        (b"{", 400),
        (b"[]", 400),
        (b'{"workbench_id": "one"}', 400),
        (b'{"workbench_id": 7, "path": "a.txt"}', 400),
        (b'{"workbench_id": "one", "path": "a.txt", "extra": 1}', 400),
        (b'{"workbench_id": "..", "path": "a.txt"}', 403),
        (b'{"workbench_id": "none", "path": "a.txt"}', 404),
    ],
)
def test_errors_are_error_info_with_the_status_of_the_contract(
    client: TestClient, body: bytes, status: int
) -> None:
    headers = BEARER | {"content-type": "application/json"}
    answer = client.post("/rpc/TextGetMap", content=body, headers=headers)
    assert answer.status_code == status
    assert {"error_code", "message", "retryable", "actions"} <= set(answer.json()["error"])


def test_unknown_routes_and_methods_are_error_info_too(client: TestClient) -> None:
    for answer in (
        client.get("/nothing", headers=BEARER),
        client.post("/rpc/Nothing", json={}, headers=BEARER),
        client.delete("/healthz", headers=BEARER),
    ):
        assert answer.status_code in (404, 405)
        assert code(answer) == "VALIDATION_FAILED"


def test_logs_name_routes_and_never_paths_or_tokens(
    client: TestClient, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.INFO):
        client.get(f"/?token={TOKEN}", follow_redirects=False)
        client.get("/workbenches/w/files/salaries.xlsx", headers=BEARER)
        client.post(
            "/rpc/TextGetMap",
            json={"workbench_id": "one", "path": "salaries.txt"},
            headers=BEARER,
        )
    written = "\n".join(
        JsonLines().format(record)
        for record in caplog.records
        if record.name.startswith("keenbench")
    )
    assert "/rpc/TextGetMap" in written
    assert TOKEN not in written
    assert "salaries" not in written


def make_workbench(client: TestClient) -> str:
    answer = client.post("/rpc/WorkbenchCreate", json={"name": "Mine"}, headers=BEARER)
    return str(answer.json()["result"]["workbench_id"])


def test_files_go_in_and_out_as_bytes(client: TestClient) -> None:
    workbench = make_workbench(client)
    upload = [("files", ("a.txt", b"one\n")), ("files", ("b.bin", bytes(range(256))))]
    added = client.post(f"/workbenches/{workbench}/files", files=upload, headers=BEARER)
    assert added.json()["results"] == [
        {"path": "a.txt", "status": "added"},
        {"path": "b.bin", "status": "added"},
    ]
    again = client.post(f"/workbenches/{workbench}/files", files=upload[:1], headers=BEARER)
    assert again.json()["results"] == [
        {"path": "a.txt", "status": "skipped", "reason": "duplicate"}
    ]
    back = client.get(f"/workbenches/{workbench}/files/b.bin", headers=BEARER)
    assert back.content == bytes(range(256))
    assert back.headers["content-disposition"].startswith("attachment")
    assert "sandbox" in back.headers["content-security-policy"]


@pytest.mark.parametrize("name", ["..%2Fx", "%2e%2e", "a%00b", "%2Fetc%2Fpasswd", "none.txt"])
def test_a_download_never_leaves_the_workbench(client: TestClient, name: str) -> None:
    workbench = make_workbench(client)
    answer = client.get(f"/workbenches/{workbench}/files/{name}", headers=BEARER)
    assert answer.status_code in (403, 404)


@pytest.mark.parametrize("name", ["../x.txt", "/etc/x", "..", "sub/x.txt"])
def test_an_upload_with_a_name_that_is_no_file_name_is_refused(
    client: TestClient, name: str
) -> None:
    workbench = make_workbench(client)
    files = [("files", (name, b"x"))]
    answer = client.post(f"/workbenches/{workbench}/files", files=files, headers=BEARER)
    assert answer.status_code in (400, 403)
    listed = client.post(
        "/rpc/WorkbenchFilesList", json={"workbench_id": workbench}, headers=BEARER
    )
    assert listed.json()["result"]["files"] == []


@pytest.mark.parametrize("others", ['x={"q": 1}; ', "a/b=c; ", "=; ;;", 'k="unclosed; '])
def test_cookies_of_other_programs_on_this_host_do_no_harm(client: TestClient, others: str) -> None:
    headers = {"cookie": f"{others}keenbench_token_8765={TOKEN}"}
    assert client.post("/rpc/EngineGetInfo", json={}, headers=headers).status_code == 200
    another = {"cookie": f"{others}keenbench_token_9999={TOKEN}"}
    assert client.post("/rpc/EngineGetInfo", json={}, headers=another).status_code == 401


def test_a_body_past_the_limit_is_413_before_it_is_read(client: TestClient) -> None:
    headers = BEARER | {"content-type": "application/json", "content-length": str(10**10)}
    answer = client.post("/rpc/WorkbenchCreate", content=b"{}", headers=headers)
    assert answer.status_code == 413
    assert code(answer) == "VALIDATION_FAILED"


def test_a_body_without_a_length_is_counted(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("keenbench.server.guard.MAX_MESSAGE_BYTES", 1000)
    chunks = iter([b"x" * 600, b"x" * 600])
    answer = client.post("/rpc/WorkbenchCreate", content=chunks, headers=BEARER)
    assert answer.status_code == 413


@pytest.mark.parametrize(
    ("method", "body"),
    [
        ("WorkbenchCreate", b'{"name": "\\ud800"}'),
        ("CheckpointGet", b'{"workbench_id": "one", "checkpoint_id": "\\ud800"}'),
        ("DraftRevertFile", b'{"workbench_id": "one", "path": "a\\udfff"}'),
        ("TextGetMap", b'{"workbench_id": "one", "path": "a\\udfff"}'),
    ],
)
def test_half_a_surrogate_pair_is_refused(client: TestClient, method: str, body: bytes) -> None:
    headers = BEARER | {"content-type": "application/json"}
    assert client.post(f"/rpc/{method}", content=body, headers=headers).status_code == 400


def test_odd_origins_and_paths_are_answers_not_faults(client: TestClient) -> None:
    odd = BEARER | {"origin": "http://["}
    assert client.post("/rpc/EngineGetInfo", json={}, headers=odd).status_code == 403
    for path in ("/%E2%82%AC", "/%0d%0aX:1"):
        answer = client.get(f"{path}?token={TOKEN}", follow_redirects=False)
        assert answer.status_code == 303
        assert "\n" not in answer.headers["location"]


def test_events_of_an_unknown_workbench_are_404(client: TestClient) -> None:
    assert client.get("/events?workbench_id=nope", headers=BEARER).status_code == 404


def test_a_file_that_cannot_be_mapped_is_answered_with_what_is_known_of_it(
    client: TestClient,
) -> None:
    workbench = make_workbench(client)
    files = [("files", ("broken.docx", b"PK nonsense"))]
    client.post(f"/workbenches/{workbench}/files", files=files, headers=BEARER)
    body = {"workbench_id": workbench, "path": "broken.docx"}
    error = client.post("/rpc/DocxGetMap", json=body, headers=BEARER).json()["error"]
    assert error["error_code"] == "FILE_READ_FAILED"
    assert error["path"] == "broken.docx"
    assert error["detail"]["size_bytes"] == 11
    assert error["detail"]["file_kind"] == "docx"


def test_a_reader_who_goes_away_ends_the_call(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = create_app(Settings(data_dir=tmp_path, token=TOKEN))
    ended: list[bool] = []
    at_work = threading.Event()

    def slow(method: str, body: Any, *, report: Any = None, canceled: threading.Event) -> Any:
        at_work.set()
        ended.append(canceled.wait(30))
        raise UserCanceled("The call was cancelled.", phase="worker")

    monkeypatch.setattr(app.state.engine.worker, "call", slow)
    body = json.dumps({"workbench_id": "wb", "path": "a.docx"}).encode()
    waiting = [{"type": "http.request", "body": body, "more_body": False}]

    async def receive() -> Any:
        if waiting:
            return waiting.pop()
        while not at_work.is_set():
            await asyncio.sleep(0.01)
        return {"type": "http.disconnect"}

    async def send(message: Any) -> None:
        """Nobody is there to hear it."""

    scope = {
        "type": "http",
        "method": "POST",
        "path": "/rpc/DocxGetMap",
        "query_string": b"",
        "headers": [
            (b"host", b"127.0.0.1:8765"),
            (b"authorization", f"Bearer {TOKEN}".encode()),
            (b"content-type", b"application/json"),
        ],
    }
    # In a thread of its own: a browser that this process drives keeps a loop running in ours.
    with ThreadPoolExecutor(1) as pool:
        pool.submit(lambda: asyncio.run(app(scope, receive, send))).result()
    assert ended == [True]


def test_an_unknown_address_is_a_page_in_a_browser_and_json_for_a_program(
    client: TestClient,
) -> None:
    opened = client.get("/nope/x", headers=BEARER | {"accept": "text/html,*/*;q=0.8"})
    assert opened.status_code == 404
    assert opened.headers["content-type"].startswith("text/html")
    asked = client.get("/nope/x", headers=BEARER | {"accept": "*/*"})
    assert (asked.status_code, code(asked)) == (404, "VALIDATION_FAILED")
    fetched = BEARER | {"accept": "text/html", "sec-fetch-mode": "cors"}
    assert code(client.get("/nope/x", headers=fetched)) == "VALIDATION_FAILED"
