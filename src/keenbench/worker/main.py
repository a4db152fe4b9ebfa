"""`keenbench worker`: the broker on stdin and stdout."""

from __future__ import annotations

import os
import signal
from types import FrameType

from keenbench import logs
from keenbench.jsonrpc import LineServer, claim_stdio
from keenbench.sandbox.backends import parser_box
from keenbench.settings import load_settings
from keenbench.worker import fake as fake_worker
from keenbench.worker.broker import Broker
from keenbench.worker.files import WorkbenchFiles
from keenbench.worker.ingested import sweep_all


def run_worker(*, fake: bool) -> None:
    settings = load_settings()
    logs.set_up(settings.log_level)
    lines, answers = claim_stdio()
    if fake:
        LineServer(lines, answers, fake_worker.handle).serve()
        return
    sweep_all(settings.workbenches_dir)
    broker = Broker(settings, parser_box(settings), WorkbenchFiles(settings.workbenches_dir))

    def stop(number: int, frame: FrameType | None) -> None:
        broker.close()
        os._exit(0)

    signal.signal(signal.SIGTERM, stop)
    try:
        LineServer(lines, answers, broker.handle).serve()
    finally:
        broker.close()
