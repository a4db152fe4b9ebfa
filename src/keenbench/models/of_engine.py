"""The models of an engine: one set of them, whoever asks."""

from __future__ import annotations

from keenbench.engine.engine import Engine
from keenbench.models.registry import Models


def _make(engine: Engine) -> Models:
    return Models(engine.settings, engine.preferences)


def models_of(engine: Engine) -> Models:
    return engine.part(_make)


def set_models(engine: Engine, models: Models) -> None:
    """Have these be the engine's models."""
    engine.set_part(_make, models)
