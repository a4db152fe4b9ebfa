"""The Analyst over HTTP (seed 003, CONTRACTS §8)."""

from __future__ import annotations

import asyncio
import json
import os
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from typing import Annotated, Any, Literal

from fastapi import APIRouter, File, Form, Query, Request, UploadFile
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import Response, StreamingResponse
from pydantic import BaseModel

from keenbench.analyst import payloads
from keenbench.analyst.analyst import Analyst
from keenbench.errors import KeenBenchError, RunnerInternalError
from keenbench.jsonrpc import encode
from keenbench.registry import Ok
from keenbench.server.leaving import canceled_when_gone
from keenbench.server.rpc import FAULTS

router = APIRouter(tags=["analyst"])

_CHUNK_BYTES = 1 << 20
_HEARTBEAT_SECONDS = 15.0
_MEDIA_TYPES = {
    "csv": "text/csv; charset=utf-8",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "parquet": "application/vnd.apache.parquet",
}

RunId = Annotated[str, Query(max_length=100)]


def _analyst(request: Request) -> Analyst:
    analyst: Analyst = request.app.state.analyst
    return analyst


def _json(model: BaseModel) -> Response:
    """Send a model that is right already, without having it checked a second time."""
    body = encode(model.model_dump(mode="json", by_alias=True))
    return Response(body, media_type="application/json")


# -- datasets ---------------------------------------------------------------------------------


@router.get("/datasets", responses=FAULTS, response_model=payloads.DatasetList)
def list_datasets(request: Request) -> Response:
    """List the datasets: those of the registry, the user's own, and every workbench."""
    return _json(_analyst(request).list_datasets())


@router.post("/datasets", responses=FAULTS, response_model=payloads.DatasetInfo, status_code=201)
def add_dataset(
    request: Request,
    name: Annotated[str, Form(max_length=200)],
    files: Annotated[list[UploadFile], File()],
) -> Response:
    """Add a dataset of the user's own from uploaded files."""
    analyst = _analyst(request)
    uploads = [(upload.filename or "", _chunks(upload)) for upload in files]
    answer = _json(analyst.info(analyst.own.add(name, uploads)))
    answer.status_code = 201
    return answer


@router.delete("/datasets/{dataset_id}", responses=FAULTS)
def remove_dataset(request: Request, dataset_id: str) -> Ok:
    """Remove a dataset that the user added. Runs over it stay."""
    _analyst(request).own.remove(dataset_id)
    return Ok()


@router.get("/datasets/{dataset_id}/schema", responses=FAULTS, response_model=payloads.SchemaInfo)
def get_schema(
    request: Request, dataset_id: str, sample: Annotated[int, Query(ge=0, le=100)] = 5
) -> Response:
    """Return tables, columns, relations, and the first rows of each table."""
    return _json(_analyst(request).schema(dataset_id, sample))


# -- chat -------------------------------------------------------------------------------------


@router.post("/chat", responses=FAULTS, response_model=payloads.ChatAnswer)
async def chat(request: Request, body: payloads.ChatRequest) -> Response:
    """Answer a question about a dataset. `SQL: …` and `PLAN: …` are run as they stand."""
    analyst = _analyst(request)
    canceled = threading.Event()

    def answer() -> Response:
        ref, thread = analyst.open_turn(body)
        return _json(analyst.take_turn(body, ref, thread, canceled=canceled))

    async with canceled_when_gone(request, canceled):
        return await run_in_threadpool(answer)


@router.post(
    "/chat/stream",
    response_class=StreamingResponse,
    responses=FAULTS
    | {
        200: {
            "content": {"text/event-stream": {"schema": {"type": "string"}}},
            "description": "status {stage}, token {text}, result (as /chat), done {run_id}; "
            "error (ErrorInfo) in place of result where /chat answers 4xx.",
        }
    },
)
async def chat_stream(request: Request, body: payloads.ChatRequest) -> StreamingResponse:
    """The same as it happens, as server-sent events."""
    return StreamingResponse(_stream(_analyst(request), body), media_type="text/event-stream")


@router.get(
    "/datasets/{dataset_id}/threads/{thread_id}",
    responses=FAULTS,
    response_model=payloads.ThreadInfo,
)
def get_thread(request: Request, dataset_id: str, thread_id: str) -> Response:
    """Return the latest turns of a conversation; each names its run."""
    threads = _analyst(request).threads
    earlier, turns = threads.turns(threads.open(thread_id, dataset_id))
    return _json(
        payloads.ThreadInfo(
            thread_id=thread_id, dataset_id=dataset_id, earlier=earlier, turns=turns
        )
    )


async def _stream(analyst: Analyst, body: payloads.ChatRequest) -> AsyncIterator[bytes]:
    loop = asyncio.get_running_loop()
    waiting: asyncio.Queue[bytes | None] = asyncio.Queue()
    canceled = threading.Event()

    def send(name: str, data: Any) -> None:
        line = encode(data).strip()
        _put(loop, waiting, b"event: " + name.encode() + b"\ndata: " + line + b"\n\n")

    # A thread of its own, which ends its work also when nobody listens any more.
    worker = threading.Thread(
        target=_take_turn, args=(analyst, body, send, canceled), name="chat", daemon=True
    )

    def run() -> None:
        worker.start()
        worker.join()
        _put(loop, waiting, None)

    threading.Thread(target=run, name="chat-end", daemon=True).start()
    try:
        while True:
            try:
                part = await asyncio.wait_for(waiting.get(), _HEARTBEAT_SECONDS)
            except TimeoutError:
                yield b": still here\n\n"
                continue
            if part is None:
                return
            yield part
    finally:
        canceled.set()


def _put(
    loop: asyncio.AbstractEventLoop, waiting: asyncio.Queue[bytes | None], part: bytes | None
) -> None:
    if not loop.is_closed():
        loop.call_soon_threadsafe(waiting.put_nowait, part)


def _take_turn(
    analyst: Analyst,
    body: payloads.ChatRequest,
    send: Callable[[str, Any], None],
    canceled: threading.Event,
) -> None:
    def stage(name: str, run_id: str | None) -> None:
        send("status", {"stage": name} | ({"run_id": run_id} if run_id else {}))

    run_id: str | None = None
    try:
        ref, thread = analyst.open_turn(body)
        answer = analyst.take_turn(
            body,
            ref,
            thread,
            stage=stage,
            token=lambda text: send("token", {"text": text}),
            canceled=canceled,
        )
        run_id = answer.run_id
        send("result", answer.model_dump(mode="json", by_alias=True))
    except KeenBenchError as error:
        send("error", error.info().to_json())
    except Exception:
        send("error", RunnerInternalError("KeenBench failed to answer.").info().to_json())
        raise
    finally:
        send("done", {"run_id": run_id})


# -- runs -------------------------------------------------------------------------------------


@router.get("/runs", responses=FAULTS, response_model=payloads.RunList)
def list_runs(
    request: Request,
    offset: Annotated[int, Query(ge=0, le=10**9)] = 0,
    limit: Annotated[int, Query(ge=1, le=500)] = 50,
    dataset_id: Annotated[str | None, Query(max_length=200)] = None,
) -> Response:
    """List runs, the newest first. Look-ups and replays are not listed."""
    found, total = _analyst(request).capsules.list(
        offset=offset, limit=limit, dataset_id=dataset_id
    )
    return _json(
        payloads.RunList(
            runs=[payloads.RunSummary(**each) for each in found],
            total=total,
            offset=offset,
            limit=limit,
            has_more=offset + len(found) < total,
        )
    )


@router.get("/runs/{run_id}", responses=FAULTS, response_model=payloads.KeptRun)
def get_run(request: Request, run_id: str) -> Response:
    """Return a run's capsule."""
    return _json(payloads.run(_analyst(request).capsules.get(run_id)))


@router.delete("/runs/{run_id}", responses=FAULTS, response_model=payloads.KeptRun)
def cancel_run(request: Request, run_id: str) -> Response:
    """Cancel a run that is running: its runner is killed."""
    return _json(payloads.run(_analyst(request).runs.cancel(run_id)))


@router.get("/runs/{run_id}/rows", responses=FAULTS, response_model=payloads.RunRows)
def get_rows(
    request: Request,
    run_id: str,
    offset: Annotated[int, Query(ge=0, le=2**53 - 1)] = 0,
    limit: Annotated[int, Query(ge=1, le=10_000)] = 200,
) -> Response:
    """Return a window of a run's rows, of at most 8 MB."""
    return _json(payloads.RunRows(**_analyst(request).runs.rows(run_id, offset, limit)))


@router.post("/runs/{run_id}/replay", responses=FAULTS, response_model=payloads.Replay)
def replay_run(request: Request, run_id: str) -> Response:
    """Run it again, and tell whether the same came out or which input changed."""
    return _json(payloads.Replay(**_analyst(request).replays.replay(run_id)))


@router.get(
    "/runs/{run_id}/export",
    response_class=StreamingResponse,
    responses=FAULTS
    | {200: {"content": {"application/octet-stream": {}}, "description": "The file."}},
)
def export_run(
    request: Request,
    run_id: str,
    format: Literal["csv", "xlsx", "parquet"] = "csv",
) -> StreamingResponse:
    """Send all rows of a run as a file. What was changed for it is told in a header."""
    analyst = _analyst(request)
    name, warnings = analyst.runs.export(run_id, format)
    path = analyst.engine.settings.dataset_exports_dir / name
    fd = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC)
    path.unlink()
    headers = {
        "content-length": str(os.fstat(fd).st_size),
        "content-disposition": f'attachment; filename="{run_id}.{format}"',
        "content-security-policy": "default-src 'none'; sandbox",
        "x-keenbench-warnings": json.dumps([each["code"] for each in warnings]),
    }
    return StreamingResponse(_read(fd), headers=headers, media_type=_MEDIA_TYPES[format])


def _chunks(upload: UploadFile) -> Iterator[bytes]:
    return iter(lambda: upload.file.read(_CHUNK_BYTES), b"")


def _read(fd: int) -> Iterator[bytes]:
    with os.fdopen(fd, "rb") as file:
        while chunk := file.read(_CHUNK_BYTES):
            yield chunk
