"""`POST /rpc/{Method}`: every engine method as a route of its own, so that OpenAPI lists it."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import Response
from pydantic import BaseModel, create_model

from keenbench.engine.engine import Engine, to_json
from keenbench.engine_methods import METHODS
from keenbench.errors import ErrorInfo, SandboxViolation
from keenbench.jsonrpc import encode
from keenbench.registry import Method


class ErrorAnswer(BaseModel):
    error: ErrorInfo


FAULTS: dict[int | str, dict[str, Any]] = {
    "4XX": {"model": ErrorAnswer},
    "5XX": {"model": ErrorAnswer},
}


def rpc_router() -> APIRouter:
    router = APIRouter(prefix="/rpc", tags=["rpc"])
    for method in METHODS:
        _add(router, method)
    return router


def _add(router: APIRouter, method: Method[Engine]) -> None:
    # A plain function, so that FastAPI runs it in a thread: methods block on worker and disk.
    def endpoint(params: Any, request: Request) -> Response:
        if method.options.get("local_only"):
            raise SandboxViolation(
                f"{method.name} names files of this machine, so it is not open over HTTP; "
                "send the files as bytes."
            )
        result = to_json(method.function(request.app.state.engine, params))
        return Response(encode({"result": result}), media_type="application/json")

    endpoint.__annotations__["params"] = method.params
    endpoint.__name__ = method.name
    router.add_api_route(
        f"/{method.name}",
        endpoint,
        methods=["POST"],
        summary=method.summary,
        operation_id=method.name,
        response_model=create_model(f"{method.name}Answer", result=(method.result, ...)),
        responses=FAULTS,
    )
