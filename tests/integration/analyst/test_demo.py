"""Seed 003 §11 D: one golden query per demo dataset, asked in words, through the API."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from fastapi.testclient import TestClient

from keenbench.demo_datasets import demo_datasets_dir
from keenbench.server.app import create_app
from keenbench.settings import Settings
from tests.integration.analyst.shop import BEARER, TOKEN, ask

pytestmark = pytest.mark.needs("bubblewrap")

DEMO = json.loads((demo_datasets_dir() / "registry.json").read_text())["datasets"]


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    app = create_app(Settings(data_dir=tmp_path_factory.mktemp("demo"), token=TOKEN))
    with TestClient(app, base_url="http://127.0.0.1") as client:
        yield client


@pytest.mark.parametrize("dataset", DEMO, ids=lambda dataset: dataset["id"])
def test_the_first_prompt_of_each_demo_dataset_is_answered(
    client: TestClient, dataset: dict[str, list[str]]
) -> None:
    answer = ask(client, dataset["prompts"][0], str(dataset["id"]))
    assert answer["status"] == "success", answer["assistant_message"]
    assert answer["result"]["rows"]
    assert answer["details"]["query_mode"] == "plan"
    run = client.get(f"/runs/{answer['run_id']}", headers=BEARER).json()
    # What the registry states is what the files are.
    assert run["dataset_version_hash"] == dataset["version_hash"]
