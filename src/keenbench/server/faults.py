"""Errors as HTTP answers: the one place where that is done."""

from __future__ import annotations

import logging

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from keenbench.errors import (
    InvalidParams,
    KeenBenchError,
    RunnerInternalError,
    TooLarge,
    UnknownId,
    ValidationFailed,
)

log = logging.getLogger(__name__)


def answer(error: KeenBenchError, status: int | None = None) -> JSONResponse:
    return JSONResponse({"error": error.info().to_json()}, status or error.http_status)


def install(app: FastAPI) -> None:
    """Make every error that can leave a route an `{"error": ErrorInfo}`."""

    @app.exception_handler(KeenBenchError)
    async def _ours(request: Request, error: KeenBenchError) -> JSONResponse:
        return answer(error)

    @app.exception_handler(RequestValidationError)
    async def _invalid(request: Request, error: RequestValidationError) -> JSONResponse:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"] if part != "body")
        return answer(InvalidParams(f"{where}: {first['msg']}" if where else str(first["msg"])))

    @app.exception_handler(HTTPException)
    async def _http(request: Request, error: HTTPException) -> JSONResponse:
        kind = {404: UnknownId, 413: TooLarge}.get(error.status_code, ValidationFailed)
        reply = answer(kind(str(error.detail)), error.status_code)
        reply.headers.update(error.headers or {})
        return reply

    @app.exception_handler(Exception)
    async def _fault(request: Request, error: Exception) -> JSONResponse:
        log.exception("a request failed", extra={"request_id": request.state.request_id})
        return answer(
            RunnerInternalError("KeenBench failed to answer; the log names the fault."), 500
        )
