"""What an answer of the Analyst takes: the demo shop and the offline model, by a server of its own.

The machine may do other things too: a median of many, and the worst twentieth of many at once,
each of which asks something else.
"""

from __future__ import annotations

import http.client
import json
import statistics
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from bench._serving import TOKEN, serving

ROUNDS = 40
AT_ONCE = 32
MEDIAN_MS = 150.0
P95_MS = 3000.0

_QUESTIONS = (
    "How many orders are there?",
    "total revenue per country",
    "Top 5 products by revenue",
    "average total by status",
    "orders per month in 2024",
)
_MONTHS = "January February March April May June July August September October November December"
_MORE_QUESTIONS = (
    *_QUESTIONS,
    *(f"How many orders were placed in {month} 2024?" for month in _MONTHS.split()),
    *(f"Top {count} products by revenue" for count in (3, 4, 6, 7, 8, 9)),
    *(f"total revenue per country in {year}" for year in (2023, 2024)),
    *(f"average total by status in {year}" for year in (2023, 2024)),
    "orders per quarter in 2024",
    "orders per month in 2023",
    "total revenue per month in 2024",
    "How many customers are there?",
    "customers per country",
)


def run() -> list[dict[str, Any]]:
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as port:
        for question in _QUESTIONS:
            _ask(port, question)
        return [_one_by_one(port), _at_once(port)]


def _ask(port: int, question: str) -> tuple[float, bool]:
    started = time.perf_counter()
    body = json.dumps({"dataset_id": "shop", "message": question})
    headers = {"authorization": f"Bearer {TOKEN}", "content-type": "application/json"}
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
    try:
        connection.request("POST", "/chat", body, headers)
        response = connection.getresponse()
        told = json.loads(response.read())
    finally:
        connection.close()
    took = (time.perf_counter() - started) * 1000
    return took, response.status == 200 and told["status"] == "success"


def _one_by_one(port: int) -> dict[str, Any]:
    times = []
    for number in range(ROUNDS):
        took, good = _ask(port, _QUESTIONS[number % len(_QUESTIONS)])
        if not good:
            raise RuntimeError("a question of the bench was not answered")
        times.append(took)
        # A person reads the answer; meanwhile the next runner is started.
        time.sleep(0.3)
    return _row("/chat, offline model, demo shop: median", statistics.median(times), MEDIAN_MS)


def _at_once(port: int) -> dict[str, Any]:
    assert len(set(_MORE_QUESTIONS)) == AT_ONCE
    with ThreadPoolExecutor(AT_ONCE) as pool:
        done = list(pool.map(lambda question: _ask(port, question), _MORE_QUESTIONS))
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
