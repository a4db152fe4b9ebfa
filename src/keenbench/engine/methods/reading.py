"""Every reading method of the worker, as an engine method of the same name.

Where the worker takes a `root`, people and models say which `version` they mean.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any, Literal

from pydantic import Field, create_model

from keenbench.engine.engine import Engine, current_caller, methods
from keenbench.errors import FileMissing, FileReadFailed
from keenbench.formats.call import Call
from keenbench.registry import Method, Params
from keenbench.workbench.events import Event
from keenbench.workbench.files import open_active
from keenbench.workbench.kinds import kind_of
from keenbench.worker.table import METHODS as WORKER_METHODS

Version = Literal["active", "draft", "published"]


class ReadParams(Params):
    """What every reading method takes."""

    workbench_id: str
    path: str
    version: Version = "active"
    progress: bool = Field(default=False, description="Tell how far the call is, by events.")


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
        body = params.model_dump(mode="json", exclude_unset=True, exclude={"version", "progress"})
        caller = current_caller.get()

        def report(done: int, total: int | None, stage: str) -> None:
            step = {"done": done, "total": total, "stage": stage}
            data = {"method": name, "path": params.path, **step}
            engine.events(Event("ToolProgress", params.workbench_id, data))
            if caller is not None:
                caller.report(done, total, stage)

        try:
            return engine.worker.call(
                name,
                body | {"root": root_of(params.version)},
                report=report if params.progress else None,
                canceled=caller.canceled if caller is not None else None,
            )
        except FileReadFailed as error:
            if not isinstance(error, FileMissing):
                # What can be known of a file that cannot be read.
                error.fields["path"] = params.path
                error.fields["detail"] = _facts(engine, params)
            raise

    return ask


def _facts(engine: Engine, params: ReadParams) -> dict[str, Any]:
    bench = engine.workbenches.get(params.workbench_id)
    fd = open_active(bench, params.version, params.path)
    try:
        size = os.fstat(fd).st_size
    finally:
        os.close(fd)
    kind = kind_of(params.path)
    return {"size_bytes": size, "file_kind": kind.file_kind, "mime_type": kind.mime_type}


for _method in WORKER_METHODS:
    if "writes" not in _method.options and "compares" not in _method.options:
        methods.add(reading_method(_method))
