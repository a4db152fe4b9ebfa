"""A look-up that several ask for at once is run once, and one that failed is run anew."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from keenbench.analyst.look_ups import LookUps


def test_what_several_ask_for_at_once_is_run_once_and_kept() -> None:
    found, runs = LookUps(), []
    together = threading.Barrier(8)
    go = threading.Event()

    def run() -> dict[str, Any]:
        runs.append(1)
        go.wait()
        return {"status": "success", "run_id": f"run {len(runs)}"}

    def ask(_: int) -> dict[str, Any]:
        together.wait()
        return found.get(("shop", "v1", "plan"), run, None)

    with ThreadPoolExecutor(8) as pool:
        asked = [pool.submit(ask, number) for number in range(8)]
        while not runs:
            pass
        go.set()
        assert {one.result()["run_id"] for one in asked} == {"run 1"}
    assert found.get(("shop", "v1", "plan"), run, None)["run_id"] == "run 1"
    assert found.get(("shop", "v2", "plan"), run, None)["run_id"] == "run 2"


def test_what_failed_is_not_kept() -> None:
    found = LookUps()
    statuses = iter(["timeout", "success"])
    told = [found.get(("k",), lambda: {"status": next(statuses)}, None) for _ in range(3)]
    assert [one["status"] for one in told] == ["timeout", "success", "success"]


def test_who_was_cancelled_waits_for_no_other() -> None:
    found, canceled, go = LookUps(), threading.Event(), threading.Event()
    begun = threading.Event()

    def slow() -> dict[str, Any]:
        begun.set()
        go.wait()
        return {"status": "success"}

    with ThreadPoolExecutor(1) as pool:
        first = pool.submit(found.get, ("k",), slow, None)
        begun.wait()
        canceled.set()
        assert found.get(("k",), lambda: {"status": "canceled"}, canceled)["status"] == "canceled"
        go.set()
        assert first.result()["status"] == "success"
