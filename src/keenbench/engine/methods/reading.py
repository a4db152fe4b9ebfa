"""Every reading method of the worker, as an engine method of the same name.

Where the worker takes a `root`, people and models say which `version` they mean.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

from pydantic import create_model

from keenbench.engine.engine import Engine, methods
from keenbench.formats.call import Call
from keenbench.registry import Method, Params
from keenbench.worker.table import METHODS as WORKER_METHODS

Version = Literal["active", "draft", "published"]


class ReadParams(Params):
    """What every reading method takes."""

    workbench_id: str
    path: str
    version: Version = "active"


def root_of(version: Version) -> str:
    """Return the worker's root; `draft` falls through to Published by itself."""
    return "published" if version == "published" else "draft"


def reading_method(worker_method: Method[Call]) -> Method[Engine]:
    """Return the engine's method that asks the worker's."""
    own = {
        name: (field.annotation, field)
        for name, field in worker_method.params.model_fields.items()
        if name not in ("workbench_id", "path", "root", "progress")
    }
    fields: dict[str, Any] = own
    params = create_model(f"{worker_method.name}Params", __base__=ReadParams, **fields)
    return Method(
        worker_method.name,
        _ask(worker_method.name),
        params,
        worker_method.result,
        worker_method.summary,
    )


def _ask(name: str) -> Callable[[Engine, Any], Any]:
    def ask(engine: Engine, params: ReadParams) -> Any:
        body = params.model_dump(mode="json", exclude_unset=True)
        body.pop("version", None)
        return engine.worker.call(name, body | {"root": root_of(params.version)})

    return ask


for _method in WORKER_METHODS:
    if "writes" not in _method.options:
        methods.add(reading_method(_method))
