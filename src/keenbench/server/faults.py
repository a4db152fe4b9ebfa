"""Errors as HTTP answers: the one place where that is done."""

from __future__ import annotations

import logging

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import Response
from starlette.exceptions import HTTPException

from keenbench.errors import (
    InvalidParams,
    KeenBenchError,
    RunnerInternalError,
    TooLarge,
    UnknownId,
    ValidationFailed,
)
from keenbench.jsonrpc import encode
from keenbench.server import pages
from keenbench.validation_words import sentence

log = logging.getLogger(__name__)


def answer(error: KeenBenchError, status: int | None = None) -> Response:
    body = encode({"error": error.info().to_json()})
    return Response(body, status or error.http_status, media_type="application/json")


def install(app: FastAPI) -> None:
    """Make every error that can leave a route an `{"error": ErrorInfo}`."""

    @app.exception_handler(KeenBenchError)
    async def _ours(request: Request, error: KeenBenchError) -> Response:
        return answer(error)

    @app.exception_handler(RequestValidationError)
    async def _invalid(request: Request, error: RequestValidationError) -> Response:
        first = error.errors()[0]
        if first["type"] == "json_invalid":
            return answer(InvalidParams("The body is not JSON."))
        where = ".".join(str(part) for part in first["loc"] if part not in ("body", "query"))
        return answer(InvalidParams(sentence(where or "The body", first)))

    @app.exception_handler(HTTPException)
    async def _http(request: Request, error: HTTPException) -> Response:
        if isinstance(error.__cause__, TooLarge):
            # FastAPI makes "error parsing the body" of whatever is raised while it reads one.
            return answer(error.__cause__)
        if error.status_code == 404 and pages.wants_page(request):
            # The page says that there is nothing here, with a way on.
            return pages.page(404)
        kind = {404: UnknownId, 413: TooLarge}.get(error.status_code, ValidationFailed)
        reply = answer(kind(str(error.detail)), error.status_code)
        reply.headers.update(error.headers or {})
        return reply

    @app.exception_handler(Exception)
    async def _fault(request: Request, error: Exception) -> Response:
        log.exception("a request failed", extra={"request_id": request.state.request_id})
        return answer(
            RunnerInternalError("KeenBench failed to answer; the log names the fault."), 500
        )
