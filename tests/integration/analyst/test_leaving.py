"""A client that goes away ends the run that it asked for."""

from __future__ import annotations

import asyncio
import json
import time

import pytest
from fastapi.testclient import TestClient
from starlette.types import Message

from tests.integration.analyst.shop import BEARER, ask

pytestmark = pytest.mark.needs("bubblewrap")

# 5 rows to the power of 14: it would go on until it is timed out.
SLOW = "SQL: SELECT count(*) FROM " + ", ".join(f"orders o{number}" for number in range(14))


@pytest.mark.parametrize("path", ["/chat", "/chat/stream"])
def test_a_client_that_goes_away_cancels_its_run(client: TestClient, path: str) -> None:
    before = _newest(client)
    assert client.portal is not None
    client.portal.call(_ask_and_leave, client, path)
    ends = time.monotonic() + 20
    while (run := _newest(client)) == before or run["status"] == "running":
        assert time.monotonic() < ends, "the run goes on though nobody waits for it"
        time.sleep(0.05)
    assert run["status"] == "canceled"
    assert ask(client, "How many orders are there?")["status"] == "success"


async def _ask_and_leave(client: TestClient, path: str) -> None:
    """Send a question, and leave once it runs."""
    body = json.dumps({"dataset_id": "tiny", "message": SLOW}).encode()
    asked = False

    async def receive() -> Message:
        nonlocal asked
        if not asked:
            asked = True
            return {"type": "http.request", "body": body, "more_body": False}
        while (await asyncio.to_thread(_newest, client)).get("status") != "running":
            await asyncio.sleep(0.05)
        return {"type": "http.disconnect"}

    async def send(message: Message) -> None:
        pass

    headers = {"host": "127.0.0.1", "content-type": "application/json"} | BEARER
    scope = {
        "type": "http",
        "asgi": {"version": "3.0", "spec_version": "2.3"},
        "http_version": "1.1",
        "method": "POST",
        "scheme": "http",
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "root_path": "",
        "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
        "client": ("127.0.0.1", 1),
        "server": ("127.0.0.1", 80),
    }
    await client.app(scope, receive, send)


def _newest(client: TestClient) -> dict[str, str]:
    runs = client.get("/runs?limit=1", headers=BEARER).json()["runs"]
    return {"run_id": runs[0]["run_id"], "status": runs[0]["status"]} if runs else {}
