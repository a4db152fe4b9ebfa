"""A worker for tests of what stands above it: the real protocol, no box, no parsing.

It checks parameters like the real one and answers `{ok, fake, method, params}`. A `path` named
`crash`, `hang` or `fail` makes it die, wait until cancelled, or answer with an error.
"""

from __future__ import annotations

import os
from typing import Any

from keenbench import __version__
from keenbench.errors import FileReadFailed, UnknownMethod, UserCanceled
from keenbench.jsonrpc import Caller
from keenbench.worker.table import METHODS


def handle(name: str, params: dict[str, Any], caller: Caller) -> Any:
    if name == "WorkerGetInfo":
        methods = ["WorkerGetInfo", *METHODS.names()]
        return {"ok": True, "worker": "fake", "version": __version__, "methods": methods}
    method = METHODS.get(name)
    if method is None:
        raise UnknownMethod(f"There is no method {name}.")
    method.parse(params)
    match params.get("path"):
        case "crash":
            os._exit(1)
        case "hang":
            caller.canceled.wait()
            raise UserCanceled("The call was cancelled.", phase="worker")
        case "fail":
            raise FileReadFailed("The fake worker was asked to fail.", path="fail")
    return {"ok": True, "fake": True, "method": name, "params": params}
