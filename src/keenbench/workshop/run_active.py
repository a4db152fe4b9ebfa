"""A run at work, in threads of its own.

One thread talks to the model and uses the tools; another waits for it or for the word to stop, and
notes how the run ended. A model that is silent for minutes so ends at once when it is told to: the
thread that waits for it is left behind, and can do nothing any more.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Literal

from keenbench.errors import ErrorInfo, KeenBenchError, RunnerInternalError, UserCanceled
from keenbench.workshop.conversation import EndStatus
from keenbench.workshop.run_steps import Steps

log = logging.getLogger(__name__)

_STOPS = {
    "canceled": UserCanceled("The run was cancelled.", actions=("resume", "retry")),
    "interrupted": UserCanceled(
        "KeenBench ended in the middle of the run; resume it to go on.", actions=("resume",)
    ),
}


@dataclass(frozen=True)
class Ended:
    status: EndStatus
    error: ErrorInfo | None
    # The answer, as far as it came.
    text: str


class ActiveRun:
    """`held` is the workbench's lock on runs; it is freed when the run has ended."""

    def __init__(self, steps: Steps, work: Callable[[], None], held: ExitStack) -> None:
        self.steps = steps
        self._work = work
        self._held = held
        self._stopped: Literal["canceled", "interrupted"] | None = None
        self._error: BaseException | None = None
        self._worked = False
        # The work is done, or the run is to stop.
        self._wake = threading.Event()
        self._done = threading.Event()

    @property
    def run_id(self) -> str:
        return self.steps.record.run_id

    @property
    def is_over(self) -> bool:
        return self._done.is_set()

    def start(self) -> None:
        for work in (self._watch, self._do):
            threading.Thread(target=work, name=f"workshop-{work.__name__}", daemon=True).start()

    def stop(self, status: Literal["canceled", "interrupted"]) -> None:
        """Have the run end where it is."""
        self._stopped = self._stopped or status
        self.steps.canceled.set()
        self._wake.set()

    def wait(self, timeout: float | None = None) -> Ended | None:
        """Return how the run ended; None when it has not, in time."""
        if not self._done.wait(timeout):
            return None
        record = self.steps.record
        assert record.status != "running"
        return Ended(record.status, record.error, self.steps.turn.text)

    def _do(self) -> None:
        try:
            self._work()
            self._worked = True
        except BaseException as error:  # noqa: BLE001 - told by the other thread
            self._error = error
        self._wake.set()

    def _watch(self) -> None:
        self._wake.wait()
        self.steps.close()
        status, error = self._outcome()
        try:
            with self._held:
                self.steps.end(status, error)
            self.steps.tell_end()
        finally:
            self._done.set()

    def _outcome(self) -> tuple[EndStatus, ErrorInfo | None]:
        error = self._error
        if self._worked:
            return "completed", None
        if self._stopped is not None and (error is None or isinstance(error, UserCanceled)):
            return self._stopped, self._told(_STOPS[self._stopped])
        if isinstance(error, KeenBenchError):
            return "failed", self._told(error)
        log.error("a run failed", exc_info=error)
        return "failed", self._told(RunnerInternalError("KeenBench failed in the middle of it."))

    def _told(self, error: KeenBenchError) -> ErrorInfo:
        fields = error.fields | {"run_id": self.run_id}
        if fields["phase"] is None:
            fields["phase"] = "workshop"
        return ErrorInfo(**fields)
