"""What runs in the parser's box: takes one call at a time, runs its method, answers."""

from __future__ import annotations

import os
import socket
from pathlib import Path
from typing import Any

from keenbench.errors import (
    ErrorInfo,
    FileReadFailed,
    KeenBenchError,
    RunnerResourceExceeded,
    ToolWorkerUnavailable,
)
from keenbench.formats.call import Call, no_progress
from keenbench.logs import where
from keenbench.sandbox import channel as messages
from keenbench.storage import write_failed
from keenbench.worker.table import INTERNAL, METHODS


def main(channel: socket.socket) -> None:
    messages.send(channel, {"ready": True}, [])
    while True:
        try:
            request, descriptors = messages.receive(channel)
        except messages.ChannelClosed:
            return
        try:
            answer = _answer(channel, request, descriptors)
        finally:
            for fd in descriptors:
                os.close(fd)
        messages.send(channel, answer, [])


def _answer(
    channel: socket.socket, request: dict[str, Any], descriptors: list[int]
) -> dict[str, Any]:
    try:
        return {"result": _run(channel, request, descriptors)}
    except KeenBenchError as error:
        return {"error": error.info().to_json()}
    except MemoryError:
        return _failure(
            RunnerResourceExceeded(
                "The file needs more memory than a call may take.",
                phase="worker",
                detail={"limit": "memory"},
            )
        )
    except OSError as error:
        # Of the box's own: a method that reads or writes a user's file says so itself.
        return _failure(write_failed(error, "the result"))
    except RecursionError:
        return _failure(FileReadFailed("The file is nested too deeply to be read."))
    except Exception as error:  # noqa: BLE001 - a fault of ours or of a library: name its kind only
        kind = type(error).__name__
        return _failure(
            ToolWorkerUnavailable(
                f"The call failed inside the parser ({kind}).",
                phase="worker",
                retryable=False,
                detail={"exception": kind, "where": where(error)},
            )
        )


def _run(channel: socket.socket, request: dict[str, Any], descriptors: list[int]) -> Any:
    method = METHODS.get(request["method"]) or INTERNAL.get(request["method"])
    if method is None:
        raise ToolWorkerUnavailable(f"The parser has no method {request['method']}.")
    params = method.parse(request["params"])
    files = {
        (root, name): fd for (root, name), fd in zip(request["files"], descriptors, strict=True)
    }

    def report(done: int, total: int | None, stage: str) -> None:
        messages.send(channel, {"progress": {"done": done, "total": total, "stage": stage}}, [])

    call = Call(files, Path(request["out"]), report if request["progress"] else no_progress)
    return method.function(call, params).model_dump(mode="json", exclude_none=False)


def _failure(error: KeenBenchError) -> dict[str, Any]:
    info: ErrorInfo = error.info()
    return {"error": info.to_json()}
