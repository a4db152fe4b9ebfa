"""`keenbench engine`: the engine's methods on stdin and stdout."""

from __future__ import annotations

import threading
from typing import Any

from keenbench import logs
from keenbench.engine.engine import Engine
from keenbench.jsonrpc import Caller, LineServer, claim_stdio
from keenbench.settings import load_settings


def run_engine() -> None:
    settings = load_settings()
    logs.set_up(settings.log_level)
    lines, answers = claim_stdio()
    engine = Engine(settings)
    engine.start()

    def handle(name: str, params: dict[str, Any], caller: Caller) -> Any:
        return engine.call(name, params, caller)

    server = LineServer(lines, answers, handle)
    subscription = engine.events.subscribe()

    def forward() -> None:
        while (event := subscription.get()) is not None:
            server.notify(event.name, {"workbench_id": event.workbench_id, **event.data})

    threading.Thread(target=forward, name="events", daemon=True).start()
    try:
        server.serve()
    finally:
        engine.close()
