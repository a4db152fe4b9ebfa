"""The app factory."""

from __future__ import annotations

import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import anyio.to_thread
from fastapi import FastAPI
from starlette.concurrency import run_in_threadpool

from keenbench import __version__
from keenbench.analyst.analyst import Analyst
from keenbench.analyst.warming import Warming
from keenbench.engine.engine import Engine
from keenbench.engine.health import HealthReport
from keenbench.models.of_engine import models_of, set_models
from keenbench.models.registry import Models
from keenbench.server import analyst as analyst_routes
from keenbench.server import events, faults, files, pages
from keenbench.server.guard import Guard
from keenbench.server.rpc import rpc_router
from keenbench.settings import Settings, load_settings

LOOPBACK_HOSTS = frozenset({"127.0.0.1", "localhost", "::1"})


def create_app(
    settings: Settings | None = None,
    *,
    host: str = "127.0.0.1",
    models: Models | None = None,
    warm: bool = False,
) -> FastAPI:
    """Return the one app that every way of serving KeenBench serves.

    With `warm`, what the first question needs is loaded in the background.
    """
    settings = settings or load_settings()
    token = settings.token or secrets.token_urlsafe(24)
    engine = Engine(settings)
    if models is not None:
        set_models(engine, models)
    analyst = Analyst(engine, models_of(engine))
    warming = Warming(analyst) if warm else None

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        # Calls mostly wait for the worker; a thread that waits costs little.
        anyio.to_thread.current_default_thread_limiter().total_tokens = 128
        await run_in_threadpool(engine.start)
        await run_in_threadpool(analyst.start)
        if warming is not None:
            warming.start()
        yield
        if warming is not None:
            await run_in_threadpool(warming.stop)
        await run_in_threadpool(analyst.close)
        await run_in_threadpool(engine.close)

    # No docs pages: they would load scripts from another host.
    app = FastAPI(
        title="KeenBench", version=__version__, lifespan=lifespan, docs_url=None, redoc_url=None
    )
    app.state.engine = engine
    app.state.analyst = analyst
    app.state.token = token

    # Not in a thread: it waits for nothing, and must answer when every thread waits for a call.
    @app.get("/healthz", tags=["health"])
    async def healthz() -> HealthReport:
        """What works on this machine; needs no token."""
        return engine.health.report()

    app.include_router(rpc_router())
    app.include_router(files.router)
    app.include_router(events.router)
    app.include_router(analyst_routes.router)
    pages.install(app)
    faults.install(app)
    any_ip = host in ("0.0.0.0", "::")
    app.add_middleware(
        Guard,
        token=token,
        hosts=LOOPBACK_HOSTS | {host},
        any_ip=any_ip,
        upload_bytes=4 * settings.max_file_bytes,
    )
    return app
