from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from keenbench.server.app import create_app
from tests.integration.workshop.scripted import Desk, ScriptedModel, ScriptedModels, settings_of

Scripted = Callable[..., tuple[Desk, ScriptedModel]]
# A client, and the models of its app.
Opened = tuple[TestClient, ScriptedModels]


def open_app(stack: ExitStack, folder: Path, **settings: Any) -> Opened:
    made = settings_of(folder, **settings)
    models = ScriptedModels(made)
    client = TestClient(create_app(made, models=models), base_url="http://127.0.0.1")
    return stack.enter_context(client), models


@pytest.fixture(scope="module")
def shared_app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Opened]:
    """One app for all tests of a module: starting a worker takes seconds."""
    with ExitStack() as stack:
        yield open_app(stack, tmp_path_factory.mktemp("workshop"))


@pytest.fixture
def scripted(shared_app: Opened, tmp_path: Path) -> Iterator[Scripted]:
    """Give a new workbench, and a model that plays a script; other settings mean another app."""
    with ExitStack() as stack:

        def start(script: dict[str, Any], **settings: Any) -> tuple[Desk, ScriptedModel]:
            client, models = open_app(stack, tmp_path, **settings) if settings else shared_app
            models.model = ScriptedModel(script=script)
            return Desk(client), models.model

        yield start
