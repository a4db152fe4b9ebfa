from __future__ import annotations

from collections.abc import Iterator

import pytest
from fastapi.testclient import TestClient

from keenbench.server.app import create_app
from keenbench.settings import Settings
from tests.integration.analyst.shop import settings_of


@pytest.fixture(scope="module")
def settings(tmp_path_factory: pytest.TempPathFactory) -> Settings:
    return settings_of(tmp_path_factory.mktemp("analyst"), run_timeout_seconds=60)


@pytest.fixture(scope="module")
def client(settings: Settings) -> Iterator[TestClient]:
    app = create_app(settings)
    with TestClient(app, base_url="http://127.0.0.1", raise_server_exceptions=False) as client:
        yield client
