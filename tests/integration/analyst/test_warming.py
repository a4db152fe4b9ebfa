"""A server loads what the first question needs beside its start, and a stop ends that."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from keenbench.analyst.analyst import Analyst
from keenbench.analyst.warming import Warming
from keenbench.engine.engine import Engine
from keenbench.server.app import create_app
from keenbench.settings import Settings
from tests.integration.analyst.shop import settings_of

pytestmark = pytest.mark.needs("bubblewrap")


@pytest.fixture
def analyst(tmp_path: Path) -> Iterator[Analyst]:
    engine = Engine(settings_of(tmp_path))
    engine.start()
    made = Analyst(engine)
    yield made
    made.close()
    engine.close()


def test_the_first_dataset_is_known_before_anyone_asks(analyst: Analyst) -> None:
    warming = Warming(analyst)
    warming.start()

    assert warming.wait(120)
    first = analyst.datasets.all()[0][0]
    assert analyst.datasets._look_up(first, analyst.datasets.version(first)) is not None
    assert analyst.agent._graphs


def test_what_was_stopped_begins_nothing(analyst: Analyst) -> None:
    warming = Warming(analyst)
    warming._canceled.set()
    warming.start()

    assert warming.wait(30)
    assert "agent" not in analyst.__dict__


def test_a_registry_that_cannot_be_read_harms_no_start(tmp_path: Path) -> None:
    (tmp_path / "datasets").mkdir()
    (tmp_path / "datasets" / "registry.json").write_text("no JSON", encoding="utf-8")
    app = create_app(
        Settings(data_dir=tmp_path / "data", datasets_dir=tmp_path / "datasets", token="t"),
        warm=True,
    )

    with TestClient(app, base_url="http://127.0.0.1") as client:
        time.sleep(0.2)
        assert client.get("/healthz").status_code == 200
