"""What this KeenBench is, and how its worker is."""

from __future__ import annotations

from typing import Any

from keenbench import __version__
from keenbench.engine.engine import Engine, methods
from keenbench.registry import Params, Result


class NoParams(Params):
    pass


class EngineInfo(Result):
    name: str
    version: str
    doors: list[str]
    methods: list[str]
    # For the user of this machine, who may want to back it up; no model is told.
    data_dir: str


@methods.method("EngineGetInfo")
def engine_get_info(engine: Engine, params: NoParams) -> EngineInfo:
    """What this engine is: its version, its doors, its methods."""
    return EngineInfo(
        name="keenbench",
        version=__version__,
        doors=["http", "stdio", "cli"],
        methods=methods.names(),
        data_dir=str(engine.settings.data_dir),
    )


class WorkerStatus(Result):
    state: str
    restarts: int
    pid: int | None
    worker: dict[str, Any] | None


@methods.method("ToolWorkerGetStatus")
def tool_worker_get_status(engine: Engine, params: NoParams) -> WorkerStatus:
    """How the worker is: its state, restarts, and the children of its pool."""
    status = engine.worker.status()
    info = None
    if status["state"] in ("running", "stopped"):
        info = engine.worker.call("WorkerGetInfo", {})
        status = engine.worker.status()
    return WorkerStatus(**status, worker=info)
