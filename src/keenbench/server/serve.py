"""`keenbench serve`: the app under uvicorn, and the address a person opens."""

from __future__ import annotations

import sys
import webbrowser

import uvicorn

from keenbench import logs
from keenbench.engine.engine import Engine
from keenbench.server.app import create_app
from keenbench.server.demo import make_demo
from keenbench.settings import Settings


class _Server(uvicorn.Server):
    """Says where it is once it really listens."""

    def __init__(self, config: uvicorn.Config, engine: Engine, address: str, browser: bool) -> None:
        super().__init__(config)
        self._engine = engine
        self._address = address
        self._browser = browser

    async def startup(self, sockets: list[object] | None = None) -> None:  # type: ignore[override]
        await super().startup(sockets)  # type: ignore[arg-type]
        if self.started:
            sys.stdout.write(f"KeenBench is running: {self._address}\n")
            sys.stdout.flush()
            if self._browser:
                webbrowser.open(self._address)

    async def shutdown(self, sockets: list[object] | None = None) -> None:  # type: ignore[override]
        # Listeners to events would keep their connections, and us, open for ever.
        self._engine.events.close()
        await super().shutdown(sockets)  # type: ignore[arg-type]


def run_server(*, host: str, port: int, token: str | None, browser: bool, demo: bool) -> None:
    settings = Settings()
    if token is not None:
        settings = settings.model_copy(update={"token": token})
    logs.set_up(settings.log_level)
    app = create_app(settings, host=host)
    if demo:
        make_demo(app.state.engine)
    shown = f"[{host}]" if ":" in host else host
    address = f"http://{shown}:{port}/?token={app.state.token}"
    # log_config=None: uvicorn's own records go where ours go, as JSON, and without its access
    # log, which would write every path.
    config = uvicorn.Config(
        app, host=host, port=port, log_config=None, access_log=False, server_header=False
    )
    _Server(config, app.state.engine, address, browser and sys.stdout.isatty()).run()
