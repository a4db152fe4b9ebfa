"""`keenbench serve`: the app under uvicorn, and the address a person opens."""

from __future__ import annotations

import os
import socket
import sys
import webbrowser

import uvicorn
from starlette.concurrency import run_in_threadpool

from keenbench import logs
from keenbench.engine.engine import Engine
from keenbench.errors import ToolWorkerUnavailable
from keenbench.server.app import create_app
from keenbench.server.demo import make_demo
from keenbench.settings import load_settings

_KEPT_SECONDS = 75
"""How long an idle connection is kept. Clients that keep theirs longer than uvicorn's 5 s would
send a question just as it is closed, and not all of them ask again."""


class _Server(uvicorn.Server):
    """Says where it is once it really listens, and lets its listeners go when it ends."""

    def __init__(self, config: uvicorn.Config, engine: Engine, address: str, browser: bool) -> None:
        super().__init__(config)
        self._engine = engine
        self._address = address
        self._browser = browser

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            sys.stdout.write(f"KeenBench is running: {self._address}\n")
            sys.stdout.flush()
            if self._browser:
                webbrowser.open(self._address)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        # Whoever waits for a run would keep us open until it ends, and listeners to events for
        # ever.
        await run_in_threadpool(self._engine.end_runs)
        self._engine.events.close()
        await super().shutdown(sockets)


def run_server(*, host: str, port: int, token: str | None, browser: bool, demo: bool) -> None:
    settings = load_settings()
    if token is not None:
        settings = settings.model_copy(update={"token": token})
    logs.set_up(settings.log_level)
    listener = _listen(host, port)
    app = create_app(settings, host=host, warm=True)
    if demo:
        make_demo(app.state.engine)
    shown = f"[{host}]" if ":" in host else host
    address = f"http://{shown}:{listener.getsockname()[1]}/?token={app.state.token}"
    # log_config=None: uvicorn's own records go where ours go, as JSON, and without its access
    # log, which would write every path.
    config = uvicorn.Config(
        app,
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_keep_alive=_KEPT_SECONDS,
    )
    server = _Server(config, app.state.engine, address, browser and sys.stdout.isatty())
    server.run(sockets=[listener])


def _listen(host: str, port: int) -> socket.socket:
    """Return a listening socket; port 0 takes any that is free."""
    try:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        return socket.create_server((host, port), family=family, backlog=2048)
    except OSError as error:
        raise ToolWorkerUnavailable(
            f"KeenBench cannot listen on {host}:{port}: {os.strerror(error.errno or 0)}. "
            "Try another --port."
        ) from None
