"""Whatever the OpenAPI document allows, and what it does not, gets an answer: never a 500."""

from __future__ import annotations

from typing import Any

import pytest
import schemathesis
from fastapi.testclient import TestClient
from hypothesis import HealthCheck, given, settings
from schemathesis import GenerationMode

from tests.integration.analyst.shop import BEARER

pytestmark = [pytest.mark.needs("bubblewrap"), pytest.mark.timeout(900)]

OPERATIONS = (
    "GET /datasets",
    "POST /datasets",
    "DELETE /datasets/{dataset_id}",
    "GET /datasets/{dataset_id}/schema",
    "POST /chat",
    "POST /chat/stream",
    "GET /runs",
    "GET /runs/{run_id}",
    "DELETE /runs/{run_id}",
    "GET /runs/{run_id}/rows",
    "POST /runs/{run_id}/replay",
    "GET /runs/{run_id}/export",
)


def operations(client: TestClient) -> dict[str, Any]:
    document = client.get("/openapi.json", headers=BEARER).json()
    schema = schemathesis.openapi.from_dict(document)
    schema.config.update(base_url="http://127.0.0.1")
    found: list[Any] = [result.ok() for result in schema.get_all_operations()]  # type: ignore[union-attr]
    return {operation.label: operation for operation in found}


def test_every_endpoint_of_the_analyst_is_in_the_document(client: TestClient) -> None:
    assert set(OPERATIONS) <= set(operations(client))


# Any text is an id, so that what takes nothing else cannot be asked wrongly.
CAN_BE_WRONG = tuple(
    label
    for label in OPERATIONS
    if label.startswith("POST /datasets")
    or label.endswith(("schema", "/chat", "/stream", "/rows", "/export", "GET /runs"))
)


@pytest.mark.parametrize(
    ("label", "mode"),
    [
        *((label, GenerationMode.POSITIVE) for label in OPERATIONS),
        *((label, GenerationMode.NEGATIVE) for label in CAN_BE_WRONG),
    ],
)
def test_no_request_ends_in_a_500(client: TestClient, label: str, mode: GenerationMode) -> None:
    operation = operations(client)[label]

    @settings(
        max_examples=10, deadline=None, database=None, suppress_health_check=list(HealthCheck)
    )
    @given(case=operation.as_strategy(generation_mode=mode))
    def send(case: Any) -> None:
        asked = case.as_transport_kwargs()
        asked["headers"] = {**dict(asked.get("headers") or {}), **BEARER, "host": "127.0.0.1"}
        response = client.request(**asked)
        assert response.status_code not in (500, 502), response.text
        if response.status_code >= 400:
            assert response.json()["error"]["error_code"]

    send()
