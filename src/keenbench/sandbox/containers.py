"""Queries in containers: `docker` and `podman`, for systems without bubblewrap.

A container takes half a second to start, and what it sees is settled when it starts. So each
version of a dataset has its own few that wait with its databases mounted read-only under /data,
each for one request on its stdin. It ends when its stdin does, so that none outlives its server;
at its deadline it is killed by name, because killing the client would leave it running; and what
a server that was killed left behind is swept when the next one starts.
"""

from __future__ import annotations

import shutil
import threading
from collections import OrderedDict
from dataclasses import dataclass
from functools import partial
from typing import Any

from keenbench.errors import ToolWorkerUnavailable
from keenbench.sandbox.container_engine import Image, sweep
from keenbench.sandbox.container_runner import EACH_BYTES, ContainerRunner, Dataset
from keenbench.sandbox.pool import RunnerPool
from keenbench.sandbox.runs import Runners, RunRequest, RunResult

_WAITING = 1
_IDLE_BYTES = 2 * EACH_BYTES
# So many datasets at most have containers that wait.
_DATASETS = 4


@dataclass
class _Shelf:
    """The containers of one dataset, and how many queries are at them."""

    pool: RunnerPool
    users: int = 0


class ContainerRunners(Runners):
    """Containers, a few for each of the datasets that were asked about last."""

    def __init__(self, image: Image) -> None:
        self.name = image.engine
        self._image = image
        self._shelves: OrderedDict[Dataset, _Shelf] = OrderedDict()
        self._lock = threading.Lock()
        self._closed = False
        if shutil.which(image.engine) is None:
            raise ToolWorkerUnavailable(
                f"{image.engine} was not found; install it, or set KEENBENCH_SANDBOX=bubblewrap.",
                retryable=False,
            )
        sweep(image)

    def run(self, request: RunRequest, canceled: threading.Event | None = None) -> RunResult:
        dataset = Dataset.of(request)
        shelf = self._take(dataset)
        try:
            return shelf.pool.run(request, canceled)
        finally:
            self._give_back(shelf)

    def status(self) -> dict[str, Any]:
        with self._lock:
            shelves = [shelf.pool.status() for shelf in self._shelves.values()]
        return {"backend": self.name, "image": self._image.name, "datasets": shelves}

    def close(self) -> None:
        with self._lock:
            self._closed = True
            shelves = list(self._shelves.values())
            self._shelves.clear()
        for shelf in shelves:
            shelf.pool.close()

    def _take(self, dataset: Dataset) -> _Shelf:
        with self._lock:
            if self._closed:
                raise ToolWorkerUnavailable("The runners are shutting down.")
            shelf = self._shelves.get(dataset)
            if shelf is None:
                start = partial(ContainerRunner, self._image, dataset)
                pool = RunnerPool(self.name, start, warm=_WAITING, idle_bytes=_IDLE_BYTES)
                shelf = self._shelves[dataset] = _Shelf(pool)
            self._shelves.move_to_end(dataset)
            shelf.users += 1
            return shelf

    def _give_back(self, shelf: _Shelf) -> None:
        with self._lock:
            shelf.users -= 1
            surplus = len(self._shelves) - _DATASETS
            idle = [dataset for dataset, other in self._shelves.items() if not other.users]
            leaving = [self._shelves.pop(dataset) for dataset in idle[: max(0, surplus)]]
        for other in leaving:
            other.pool.close()
