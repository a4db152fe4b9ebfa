"""What an answer of the Analyst takes: the demo shop, the offline model, a real server's app.

Over HTTP without a socket, so that the figure is ours and not the network stack's. The machine may
do other things too: a median of many, and its worst twentieth for many at once.
"""

from __future__ import annotations

import statistics
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from fastapi.testclient import TestClient

from keenbench.server.app import create_app
from keenbench.settings import Settings

ROUNDS = 40
AT_ONCE = 32
MEDIAN_MS = 150.0
P95_MS = 3000.0

_HEADERS = {"authorization": "Bearer bench"}
_QUESTIONS = (
    "How many orders are there?",
    "total revenue per country",
    "Top 5 products by revenue",
    "average total by status",
    "orders per month in 2024",
)


def run() -> list[dict[str, Any]]:
    with tempfile.TemporaryDirectory() as folder:
        app = create_app(Settings(data_dir=Path(folder), token="bench"))
        with TestClient(app, base_url="http://127.0.0.1") as client:
            for question in _QUESTIONS:
                _ask(client, question)
            return [_one_by_one(client), _at_once(client)]


def _ask(client: TestClient, question: str) -> tuple[float, bool]:
    started = time.perf_counter()
    body = {"dataset_id": "shop", "message": question}
    response = client.post("/chat", json=body, headers=_HEADERS)
    took = (time.perf_counter() - started) * 1000
    return took, response.status_code == 200 and response.json()["status"] == "success"


def _one_by_one(client: TestClient) -> dict[str, Any]:
    times = []
    for number in range(ROUNDS):
        took, good = _ask(client, _QUESTIONS[number % len(_QUESTIONS)])
        if not good:
            raise RuntimeError("a question of the bench was not answered")
        times.append(took)
        # A person reads the answer; meanwhile the next runner is started.
        time.sleep(0.3)
    return _row("/chat, offline model, demo shop: median", statistics.median(times), MEDIAN_MS)


def _at_once(client: TestClient) -> dict[str, Any]:
    questions = [_QUESTIONS[number % len(_QUESTIONS)] for number in range(AT_ONCE)]
    with ThreadPoolExecutor(AT_ONCE) as pool:
        done = list(pool.map(lambda question: _ask(client, question), questions))
    failed = sum(not good for _, good in done)
    late = sorted(took for took, _ in done)[int(AT_ONCE * 0.95) - 1]
    row = _row(f"{AT_ONCE} chats at once: p95, {failed} errors", late, P95_MS)
    row["held"] = row["held"] and not failed
    return row


def _row(name: str, value: float, most: float) -> dict[str, Any]:
    return {
        "name": name,
        "value": round(value, 1),
        "unit": "ms",
        "target": f"<= {most:g} ms",
        "reference": None,
        "ratio": None,
        "held": value <= most,
    }
