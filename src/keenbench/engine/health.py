"""What works on this machine, what does not, and how to mend it."""

from __future__ import annotations

import logging
import threading
import time
from typing import Literal

from keenbench import __version__
from keenbench.errors import KeenBenchError
from keenbench.registry import Result
from keenbench.sandbox.backends import parser_box, runner_box
from keenbench.sandbox.probes import Probe, run_probes
from keenbench.sandbox.profiles import PARSER, RUNNER
from keenbench.sandbox.renderer.office import has_office
from keenbench.settings import Settings
from keenbench.worker.supervisor import Supervisor

log = logging.getLogger(__name__)


class ProbeResult(Result):
    name: str
    ok: bool
    detail: str


class SandboxHealth(Result):
    backend: str
    state: Literal["checking", "ok", "failed"]
    probes: list[ProbeResult]
    message: str | None


class WorkerHealth(Result):
    state: str
    restarts: int


class RendererHealth(Result):
    """What draws pages of office documents, and computes what formualizer does not."""

    state: Literal["checking", "ok", "missing"]


class MissingPart(Result):
    part: str
    effect: str
    mend: str


class HealthReport(Result):
    status: Literal["ok", "degraded"]
    version: str
    uptime_seconds: float
    sandbox: SandboxHealth
    worker: WorkerHealth
    renderer: RendererHealth
    missing: list[MissingPart]


class Health:
    """Proves the sandbox by trying to get out of it, once, at start."""

    def __init__(self, settings: Settings, worker: Supervisor) -> None:
        self._worker = worker
        self._own_renderer = settings.preview_renderer_path is not None
        self._renderer: Literal["checking", "ok", "missing"] = "checking"
        self._started = time.monotonic()
        self._box = parser_box(settings)
        self._runner_box = runner_box(settings)
        self._probes: list[Probe] | None = None
        self._failure: str | None = None
        self._checked = threading.Event()
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        if self._thread is None:
            self._thread = threading.Thread(target=self._check, name="probes", daemon=True)
            self._thread.start()

    def wait(self, timeout: float) -> bool:
        """Wait until the probes have run."""
        return self._checked.wait(timeout)

    def report(self) -> HealthReport:
        sandbox = self._sandbox()
        worker = self._worker.status()
        missing = self._missing(sandbox)
        # Without a sandbox or a worker nothing can be read at all.
        works = sandbox.state != "failed" and worker["state"] != "unavailable"
        return HealthReport(
            status="ok" if works else "degraded",
            version=__version__,
            uptime_seconds=round(time.monotonic() - self._started, 1),
            sandbox=sandbox,
            worker=WorkerHealth(state=worker["state"], restarts=worker["restarts"]),
            renderer=RendererHealth(state=self._renderer),
            missing=missing,
        )

    def _check(self) -> None:
        self._renderer = "ok" if self._own_renderer or has_office() else "missing"
        try:
            self._probes = [
                *run_probes(self._box, (PARSER,)),
                *run_probes(self._runner_box, (RUNNER,)),
            ]
        except KeenBenchError as error:
            self._failure = error.message
        finally:
            self._runner_box.close()
            self._checked.set()
        bad = [probe.name for probe in self._probes or [] if not probe.ok]
        if bad or self._failure:
            log.error("the sandbox does not hold", extra={"probes": bad, "reason": self._failure})

    def _sandbox(self) -> SandboxHealth:
        probes = self._probes or []
        if not self._checked.is_set():
            state: Literal["checking", "ok", "failed"] = "checking"
        else:
            state = "ok" if probes and all(probe.ok for probe in probes) else "failed"
        return SandboxHealth(
            backend=self._box.name,
            state=state,
            probes=[ProbeResult(**probe.to_json()) for probe in probes],
            message=self._failure,
        )

    def _missing(self, sandbox: SandboxHealth) -> list[MissingPart]:
        missing = []
        if sandbox.state == "failed":
            missing.append(
                MissingPart(
                    part="sandbox",
                    effect="Files cannot be read or edited: untrusted bytes are parsed only in a "
                    "sandbox.",
                    mend="sudo apt-get install bubblewrap",
                )
            )
        if self._renderer == "missing":
            missing.append(
                MissingPart(
                    part="LibreOffice",
                    effect="Pages of office documents are not drawn, and formulas that need it are "
                    "computed when a file is opened.",
                    mend="sudo apt-get install libreoffice python3-uno",
                )
            )
        return missing
