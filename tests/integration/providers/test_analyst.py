"""The Analyst with every provider's own client: the same question ends with the same answer."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from keenbench.server.app import create_app
from keenbench.workbench.preferences import Preferences
from tests.integration.analyst.shop import BEARER, ask, events, settings_of
from tests.integration.providers.wire import (
    KEY,
    BrokenCall,
    Call,
    Cut,
    Fail,
    Say,
    ScriptStep,
    serve,
)

pytestmark = pytest.mark.needs("bubblewrap")

PROVIDERS = ("anthropic", "openai", "google", "mistral", "local")
COUNT: dict[str, Any] = {
    "dataset_id": "tiny",
    "table": "orders",
    "select": [{"agg": {"func": "count"}, "alias": "n"}],
}


def script(dialect: str) -> list[ScriptStep]:
    steps: list[ScriptStep] = [
        Call("get_dataset_schema", dataset_id="tiny"),
        Fail(503),
        (Say("I count."), Call("execute_query_plan", dataset_id="tiny", plan_json=COUNT)),
        Say("There are five orders."),
        # The second turn breaks off.
        Cut("There are"),
    ]
    if dialect != "google":
        steps.insert(2, BrokenCall("execute_query_plan", '{"dataset_id": "tiny", "plan_json": {'))
    return steps


def test_a_question_ends_with_the_same_rows_whoever_is_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("keenbench.models.retrying.pause", lambda seconds: None)
    answers = {}
    with ExitStack() as stack:
        servers = [stack.enter_context(serve(dialect, script(dialect))) for dialect in PROVIDERS]
        access = {name: value for server in servers for name, value in server.settings().items()}
        settings = settings_of(tmp_path, **access)
        Preferences(settings).choose(consent_mode="allow_all")
        client = stack.enter_context(TestClient(create_app(settings), base_url="http://127.0.0.1"))
        for server in servers:
            answer = ask(client, "How many orders?", model_id=server.model_id)
            answers[server.name] = (
                answer["assistant_message"],
                answer["status"],
                answer["result"]["rows"],
                answer["details"]["compiled_sql"],
            )
            body = {
                "dataset_id": "tiny",
                "message": "Again?",
                "model_id": server.model_id,
                "thread_id": answer["thread_id"],
            }
            streamed = client.post("/chat/stream", json=body, headers=BEARER).text
            error = dict(events(streamed))["error"]
            assert (error["error_code"], error["subphase"]) == ("PROVIDER_UNAVAILABLE", "cut_off")
            assert KEY not in streamed
            assert server.steps == []
    assert set(map(str, answers.values())) == {
        str(("There are five orders.", "success", [[5]], answers["openai"][3]))
    }
