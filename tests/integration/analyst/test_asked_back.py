"""The offline model asks back with a proposal; a yes answers it, and the thread goes on."""

from __future__ import annotations

import pytest
from fastapi.testclient import TestClient

from keenbench.models.reader import choosing
from tests.integration.analyst.shop import BEARER, ask

pytestmark = pytest.mark.needs("bubblewrap")


def test_a_yes_to_what_was_proposed_is_answered_and_the_thread_goes_on(client: TestClient) -> None:
    asked = ask(client, "How many wobbly orders were placed in 2024?")
    assert asked["status"] == "needs_clarification"
    assert "wobbly" in asked["assistant_message"]
    assert asked["run_id"] is None

    settled = ask(client, "yes", thread_id=asked["thread_id"])
    assert settled["status"] == "success"
    assert settled["run_id"]
    assert settled["result"]["rows"] == [[3]]

    followed = ask(client, "and in 2025?", thread_id=asked["thread_id"])
    assert followed["status"] == "success"
    assert followed["result"]["rows"] == [[2]]
    assert followed["run_id"] != settled["run_id"]


def test_what_gives_nothing_is_asked_about_and_a_yes_takes_it(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(choosing, "ENOUGH_FOR_NOTHING", 2.0)  # however sure it is by now
    asked = ask(client, "How many orders were placed in March 2031?")
    assert asked["status"] == "needs_clarification"
    assert "I find nothing for" in asked["assistant_message"]
    assert asked["run_id"] is None and asked["result"] is None
    # What it looked at before it asked is no answer, and is not listed as one.
    listed = client.get("/runs", headers=BEARER).json()["runs"]
    assert asked["thread_id"] not in {run["thread_id"] for run in listed}

    settled = ask(client, "yes", thread_id=asked["thread_id"])
    assert settled["status"] == "success"
    assert settled["result"]["rows"] == [[0]]
    listed = client.get("/runs", headers=BEARER).json()["runs"]
    assert [r["run_id"] for r in listed if r["thread_id"] == asked["thread_id"]] == [
        settled["run_id"]
    ]
