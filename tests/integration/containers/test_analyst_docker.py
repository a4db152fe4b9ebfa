"""Seed 003 §12 against Docker with its hardened flags: a daemon of our own where none runs."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from fastapi.testclient import TestClient
from scripts import container_engines

from keenbench.server.app import create_app
from tests.integration.analyst.acceptance_suite import *  # noqa: F403
from tests.integration.analyst.shop import settings_of

pytestmark = [pytest.mark.needs("docker"), pytest.mark.timeout(600)]


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    folder = tmp_path_factory.mktemp("analyst")
    with container_engines.docker() as image:
        settings = settings_of(folder, sandbox="docker", runner_image=image, run_timeout_seconds=60)
        app = create_app(settings)
        with TestClient(app, base_url="http://127.0.0.1", raise_server_exceptions=False) as made:
            yield made
