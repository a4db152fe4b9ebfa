"""Calls of the worker that work out a dataset, which know whether one of them failed."""

from __future__ import annotations

import threading
from typing import Any, Protocol

from keenbench.errors import (
    Busy,
    FileWriteFailed,
    KeenBenchError,
    ToolWorkerUnavailable,
    UserCanceled,
)

PASSING = (ToolWorkerUnavailable, UserCanceled, Busy, FileWriteFailed)
"""Faults that say nothing of the files: whoever asks again may find them gone."""


class Worker(Protocol):
    def call(
        self, method: str, params: dict[str, Any], *, canceled: threading.Event | None = None
    ) -> Any: ...


class WorkerCalls:
    def __init__(self, worker: Worker, canceled: threading.Event | None) -> None:
        self._worker = worker
        self._canceled = canceled
        self.failed = False
        """Whether what was worked out lacks something that another try might find."""

    def __call__(self, method: str, params: dict[str, Any]) -> Any:
        try:
            return self._worker.call(method, params, canceled=self._canceled)
        except KeenBenchError:
            self.failed = True
            raise
