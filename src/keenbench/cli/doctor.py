"""`keenbench doctor`: what works on this machine, and how to mend what does not."""

from __future__ import annotations

import typer

from keenbench import logs
from keenbench.cli.output import print_text, reports_errors
from keenbench.engine.health import Health
from keenbench.settings import load_settings
from keenbench.worker.supervisor import Supervisor


@reports_errors
def doctor() -> None:
    """Try the sandbox and the worker, and say what is missing."""
    settings = load_settings()
    logs.set_up("ERROR")
    worker = Supervisor(settings)
    try:
        health = Health(settings, worker)
        health.start()
        health.wait(60)
        info = worker.call("WorkerGetInfo", {})
        report = health.report()
    finally:
        worker.close()
    print_text(f"KeenBench {report.version}, data in {settings.data_dir}\n")
    print_text(f"sandbox {report.sandbox.backend}: {report.sandbox.state}\n")
    for probe in report.sandbox.probes:
        print_text(f"  {'held' if probe.ok else 'NOT HELD'}  {probe.name}: {probe.detail}\n")
    if report.sandbox.message:
        print_text(f"  {report.sandbox.message}\n")
    print_text(f"worker: answers, {len(info['methods'])} methods\n")
    for part in report.missing:
        print_text(f"missing: {part.part}. {part.effect} Mend it with: {part.mend}\n")
    if report.status != "ok":
        raise typer.Exit(5)
