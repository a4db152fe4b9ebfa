"""`POST /rpc/{Method}`: every engine method as a route of its own, so that OpenAPI lists it."""

from __future__ import annotations

from functools import cache
from typing import Any

from fastapi import APIRouter, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import Response
from pydantic import BaseModel, ConfigDict, create_model

from keenbench.engine.engine import Engine, current_caller, to_json
from keenbench.engine_methods import METHODS
from keenbench.errors import ErrorInfo, SandboxViolation
from keenbench.jsonrpc import Caller, encode
from keenbench.registry import Method
from keenbench.server.leaving import canceled_when_gone


class ErrorAnswer(BaseModel):
    error: ErrorInfo


FAULTS: dict[int | str, dict[str, Any]] = {
    "4XX": {"model": ErrorAnswer},
    "5XX": {"model": ErrorAnswer},
}

# Only the OpenAPI document asks what an answer looks like: a third of the app's making otherwise.
_WHEN_ASKED = ConfigDict(defer_build=True)


@cache
def rpc_router() -> APIRouter:
    """Return the routes, which are the same for every app: they ask the request for its engine."""
    router = APIRouter(prefix="/rpc", tags=["rpc"])
    for method in METHODS:
        _add(router, method)
    return router


def _add(router: APIRouter, method: Method[Engine]) -> None:
    def run(engine: Engine, params: Any) -> Response:
        result = to_json(method.function(engine, params))
        return Response(encode({"result": result}), media_type="application/json")

    async def endpoint(params: Any, request: Request) -> Response:
        if method.options.get("local_only"):
            raise SandboxViolation(
                f"{method.name} names files of this machine, so it is not open over HTTP; "
                "send the files as bytes."
            )
        caller = Caller(report=_nobody_listens)
        current_caller.set(caller)  # of this request alone: its thread takes it along
        # Methods that change something do not ask whether they are cancelled.
        async with canceled_when_gone(request, caller.canceled):
            # In a thread: methods block on worker and disk.
            return await run_in_threadpool(run, request.app.state.engine, params)

    endpoint.__annotations__["params"] = method.params
    endpoint.__name__ = method.name
    router.add_api_route(
        f"/{method.name}",
        endpoint,
        methods=["POST"],
        summary=method.summary,
        operation_id=method.name,
        response_model=create_model(
            f"{method.name}Answer", __config__=_WHEN_ASKED, result=(method.result, ...)
        ),
        responses=FAULTS,
    )


def _nobody_listens(done: int, total: int | None, stage: str) -> None:
    """Progress comes as an event over HTTP, not with the answer."""
