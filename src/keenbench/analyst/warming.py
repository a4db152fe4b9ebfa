"""What the first question would otherwise wait for, done beside the start of a server.

LangChain's import and the ingest of the first dataset take seconds on a busy machine. Neither is
needed to answer /healthz or to show a page, so both wait in a thread that a stop cancels.
"""

from __future__ import annotations

import logging
import threading

from keenbench.analyst.analyst import Analyst
from keenbench.errors import KeenBenchError

log = logging.getLogger(__name__)

_STOP_SECONDS = 5.0


class Warming:
    def __init__(self, analyst: Analyst) -> None:
        self._analyst = analyst
        self._canceled = threading.Event()
        self._thread = threading.Thread(target=self._warm, name="warming", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def wait(self, timeout: float) -> bool:
        """Wait until all is warm, or nothing more is tried."""
        self._thread.join(timeout)
        return not self._thread.is_alive()

    def stop(self) -> None:
        """Cancel what is under way. An import cannot be; it ends with the process."""
        self._canceled.set()
        self._thread.join(_STOP_SECONDS)

    def _warm(self) -> None:
        for step in (self._first_dataset, self._model):
            if self._canceled.is_set():
                return
            try:
                step()
            except KeenBenchError as error:
                # Whoever asks is told; a server without it is slower at first, and no worse.
                log.info("not warmed", extra={"reason": error.error_code})

    def _first_dataset(self) -> None:
        datasets = self._analyst.datasets
        found, _ = datasets.all()
        ready = [dataset for dataset in found if dataset.place == "registry"]
        if ready:
            datasets.describe(ready[0], self._canceled)

    def _model(self) -> None:
        self._analyst.agent.prepare(self._analyst.models.find(None))
