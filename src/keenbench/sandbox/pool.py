"""Runners started ahead: a query takes one, and it is thrown away and replaced.

A boxed runner takes 0.1 s to start and 30 MB while it waits; a forked one a tenth of both. A few
always stand ready; when queries had to wait for one, a few more, within bounds of memory and
number; when it has been quiet, fewer again. At most `concurrent` queries run at once, the rest wait
in line. One more may wait with the tables of the last query (`prepared`).
"""

from __future__ import annotations

import logging
import os
import threading
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from keenbench.errors import Busy, KeenBenchError, ToolWorkerUnavailable, UserCanceled
from keenbench.sandbox.prepared import Prepared, prepare
from keenbench.sandbox.profiles import MIB
from keenbench.sandbox.runs import LentTable, Runner, Runners, RunRequest, RunResult, Stale

log = logging.getLogger(__name__)

_QUIET_SECONDS = 60.0
_LOOK_SECONDS = 10.0
_TICK_SECONDS = 0.1
_PAUSE_SECONDS = 0.02
# However little each takes: forks share most of their memory.
_MOST_IDLE = 16
# A runner that was dead before it got its query says nothing about the query.
_TRIES = 3


class RunnerPool(Runners):
    """Runners of one kind, made by `start`.

    `warm` wait at least, as many as fit into `idle_bytes` at most. `after` is called when the pool
    is closed and its runners are gone.
    """

    def __init__(
        self,
        name: str,
        start: Callable[[], Runner],
        *,
        start_hurried: Callable[[], Runner] | None = None,
        warm: int = 2,
        idle_bytes: int = 160 * MIB,
        concurrent: int | None = None,
        most_waiting: int = 512,
        after: Callable[[], None] = lambda: None,
    ) -> None:
        self.name = name
        self._start_one = start
        # For a query that already waits: what is done ahead would only hold it up.
        self._start_hurried = start_hurried or start
        self._warm = warm
        self._idle_bytes = idle_bytes
        # More than there are processors, so that one slow query does not hold up all others.
        self._concurrent = concurrent or max(4, os.cpu_count() or 1)
        self._most_waiting = most_waiting
        self._after = after
        self._target = warm
        self._missed_at = time.monotonic()
        self._ready: deque[Runner] = deque()
        self._running: set[Runner] = set()
        self._each_bytes = 40 * MIB
        self._starting = 0
        self._waiting = 0
        self._started = 0
        self._turns = 0
        # Why the last start failed, and how many queries had come when it began.
        self._failure: KeenBenchError | None = None
        self._failed_turn = 0
        self._closed = False
        self._prepared: Prepared | None = None
        self._preparing = False
        self._changed = threading.Condition()
        # Two at a time: more only take the processor from one another.
        self._starters = ThreadPoolExecutor(2, thread_name_prefix="runner-start")
        self._enders = ThreadPoolExecutor(2, thread_name_prefix="runner-end")
        with self._changed:
            self._refill()
        self._keeper = threading.Thread(target=self._keep, name="runner-keeper", daemon=True)
        self._keeper.start()

    def run(self, request: RunRequest, canceled: threading.Event | None = None) -> RunResult:
        for _ in range(_TRIES):
            runner = self._take(canceled)
            try:
                return runner.ask(request, canceled)
            except Stale:
                continue
            finally:
                self._release(runner)
        raise ToolWorkerUnavailable("Sandboxes end before they can be used.")

    def run_checked(
        self,
        tables: tuple[LentTable, ...],
        check: Callable[[], RunRequest],
        canceled: threading.Event | None = None,
    ) -> RunResult:
        prepared = self._take_prepared(tables)
        runner = prepared or self._take_ready()
        if runner is None:
            return self.run(check(), canceled)
        try:
            try:
                if not prepared:
                    # It opens the tables while the query is checked here: some 3 ms.
                    runner.lend(tables)
            except Stale:
                return self.run(check(), canceled)
            request = check()
            if request.tables != tables:
                return self.run(request, canceled)
            try:
                return runner.ask(request, canceled)
            except Stale:
                return self.run(request, canceled)
        finally:
            self._release(runner)
            self._prepare_soon(tables)

    def status(self) -> dict[str, Any]:
        with self._changed:
            return {
                "backend": self.name,
                "ready": len(self._ready),
                "prepared": int(self._prepared is not None),
                "starting": self._starting,
                "running": len(self._running),
                "waiting": self._waiting,
                "target": self._target,
                "started": self._started,
            }

    def wait_until_warm(self, timeout_seconds: float = 30.0) -> bool:
        """Wait until as many runners stand ready as should; tell whether they do."""
        with self._changed:
            return self._changed.wait_for(
                lambda: len(self._ready) >= self._target or self._failure is not None,
                timeout_seconds,
            )

    def close(self) -> None:
        with self._changed:
            self._closed = True
            leaving = [*self._ready, *self._let_prepared_go()]
            self._ready.clear()
            for runner in self._running:
                runner.stop()
            self._changed.notify_all()
        try:
            for runner in leaving:
                runner.end()
            self._starters.shutdown(wait=True)
            with self._changed:
                self._changed.wait_for(lambda: not self._running)
            self._enders.shutdown(wait=True)
            self._keeper.join()
        finally:
            self._after()

    # -- a query's turn -------------------------------------------------------------------------

    def _take(self, canceled: threading.Event | None) -> Runner:
        with self._changed:
            if self._waiting >= self._most_waiting:
                raise Busy("Too many queries are waiting; try again in a moment.")
            self._waiting += 1
            self._turns += 1
            turn = self._turns
            try:
                if not self._ready:
                    self._missed()
                while True:
                    if self._closed:
                        raise ToolWorkerUnavailable("The runners are shutting down.")
                    if canceled is not None and canceled.is_set():
                        raise UserCanceled("The query was cancelled.")
                    # A start that was under way before says nothing of how the next one goes.
                    if self._failure is not None and self._failed_turn >= turn:
                        raise self._failure
                    if self._ready and len(self._running) < self._concurrent:
                        runner = self._ready.popleft()
                        if runner.alive():
                            self._running.add(runner)
                            return runner
                        self._enders.submit(runner.end)
                        continue
                    self._refill()
                    # A cancellation does not notify us, so look again now and then.
                    self._changed.wait(None if canceled is None else _TICK_SECONDS)
            finally:
                self._waiting -= 1
                # Another is started when this query is done, not beside it: a start takes a
                # processor for 0.1 s. Unless the next query would have to wait for it.
                if not self._ready:
                    self._refill()

    def _take_ready(self) -> Runner | None:
        """Return a runner that stands ready, where nobody waits for one and one is left."""
        with self._changed:
            if (
                self._closed
                or self._waiting
                or len(self._ready) < 2
                or len(self._running) >= self._concurrent
                or not self._ready[0].alive()
            ):
                return None
            runner = self._ready.popleft()
            self._running.add(runner)
            return runner

    def _take_prepared(self, tables: tuple[LentTable, ...]) -> Runner | None:
        """Return the runner that has `tables` already, where there is one and it may run now."""
        with self._changed:
            if (
                self._closed
                or self._waiting
                or len(self._running) >= self._concurrent
                or self._prepared is None
                or not self._prepared.serves(tables)
            ):
                return None
            (runner,) = self._let_prepared_go()
            self._running.add(runner)
            return runner

    def _release(self, runner: Runner) -> None:
        self._enders.submit(self._end, runner)
        with self._changed:
            self._running.discard(runner)
            self._refill()
            self._changed.notify_all()

    def _end(self, runner: Runner) -> None:
        self._let_the_answer_go()
        runner.end()

    def _let_the_answer_go(self) -> None:
        """Wait a moment: what is cleared away or started anew would hold up the answer just made.

        Not where someone waits for it.
        """
        with self._changed:
            self._changed.wait_for(lambda: self._closed or self._waiting > 0, _PAUSE_SECONDS)

    # -- refilling ------------------------------------------------------------------------------

    def _missed(self) -> None:
        self._missed_at = time.monotonic()
        most = max(self._warm, min(self._idle_bytes // self._each_bytes, _MOST_IDLE))
        self._target = min(self._target + 1, most)

    def _refill(self) -> None:
        """Start what is missing. Called with the lock held."""
        if self._closed:
            return
        soon = min(self._waiting, self._concurrent - len(self._running))
        wanted = self._target + max(0, soon)
        while len(self._ready) + self._starting < wanted:
            self._starting += 1
            self._starters.submit(self._start)

    def _start(self) -> None:
        with self._changed:
            if self._closed:
                self._starting -= 1
                return
        self._let_the_answer_go()
        with self._changed:
            hurried = self._waiting > 0
            turn = self._turns
        try:
            runner = self._start_hurried() if hurried else self._start_one()
        except Exception as error:  # noqa: BLE001 - handed to those who wait for it
            log.warning("no runner could be started: %s", type(error).__name__)
            with self._changed:
                self._starting -= 1
                self._failed_turn = turn
                self._failure = _failed_start(error)
                self._changed.notify_all()
            return
        with self._changed:
            self._starting -= 1
            self._started += 1
            self._failure = None
            self._each_bytes = max(1, runner.resident_bytes)
            if not self._closed:
                self._ready.append(runner)
                self._changed.notify_all()
                return
        runner.end()

    def _prepare_soon(self, tables: tuple[LentTable, ...]) -> None:
        with self._changed:
            if not (self._closed or self._preparing):
                self._preparing = True
                self._starters.submit(self._prepare, tables)

    def _prepare(self, tables: tuple[LentTable, ...]) -> None:
        self._let_the_answer_go()
        with self._changed:
            # Under load it would only take the processor from queries; the last of them prepares.
            idle = not (self._closed or self._waiting or self._running)
        made: Prepared | None = None
        try:
            if idle:
                made = prepare(self._start_one, tables)
        except Exception as error:  # noqa: BLE001 - the next query goes without
            log.warning("no runner could be prepared: %s", type(error).__name__)
        with self._changed:
            self._preparing = False
            leaving: list[Runner] = []
            if made is not None:
                leaving = [made.runner] if self._closed else self._let_prepared_go()
                self._prepared = None if self._closed else made
                self._changed.notify_all()
        for runner in leaving:
            runner.end()

    def _let_prepared_go(self) -> list[Runner]:
        """Return the prepared runner, no longer ours, or nothing. Called with the lock held."""
        prepared, self._prepared = self._prepared, None
        return [] if prepared is None else [prepared.runner]

    def _keep(self) -> None:
        """Let go of runners that died or are no longer needed."""
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._closed, _LOOK_SECONDS)
                if self._closed:
                    return
                quiet = time.monotonic() - self._missed_at > _QUIET_SECONDS
                if quiet and self._target > self._warm:
                    self._target -= 1
                leaving = [runner for runner in self._ready if not runner.alive()]
                for runner in leaving:
                    self._ready.remove(runner)
                while len(self._ready) > self._target:
                    leaving.append(self._ready.popleft())
                if self._prepared is not None and self._prepared.is_stale():
                    leaving += self._let_prepared_go()
                self._refill()
            for runner in leaving:
                runner.end()


def _failed_start(error: Exception) -> KeenBenchError:
    if isinstance(error, KeenBenchError):
        return error
    return ToolWorkerUnavailable(f"No sandbox could be started ({type(error).__name__}).")
