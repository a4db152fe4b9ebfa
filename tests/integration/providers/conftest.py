"""Provider tests: no password store of the developer's, no key of the developer's."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from keenbench.models import retrying
from keenbench.models.keys import Keys
from keenbench.models.registry import ModelRef, Models
from keenbench.settings import Settings
from keenbench.workbench.preferences import Preferences
from tests.integration.providers.wire import WireServer

NAMES = ("ANTHROPIC", "OPENAI", "GOOGLE", "GEMINI", "MISTRAL", "LOCAL")


@pytest.fixture(autouse=True)
def _clean_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in NAMES:
        for kind in ("API_KEY", "BASE_URL"):
            monkeypatch.delenv(f"{name}_{kind}", raising=False)
            monkeypatch.delenv(f"KEENBENCH_{name}_{kind}", raising=False)
    monkeypatch.delenv("KEENBENCH_MODEL", raising=False)
    monkeypatch.setattr("keenbench.models.system_keyring._backend", lambda: None)


Find = Callable[[WireServer], tuple[Models, ModelRef]]


@pytest.fixture
def find(tmp_path: Path) -> Find:
    """Return models that ask the server, and the reference of the one that it plays."""

    def found(server: WireServer, **more: Any) -> tuple[Models, ModelRef]:
        settings = Settings(data_dir=tmp_path / "data", **server.settings(), **more)
        preferences = Preferences(settings)
        models = Models(settings, preferences, Keys(settings, preferences, keyring=False))
        return models, models.find(server.model_id)

    return found


@pytest.fixture
def waits(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Wait for nothing, and keep for how long it would have been."""
    waited: list[float] = []
    monkeypatch.setattr(retrying, "pause", waited.append)
    return waited
