"""Clients that go away before they are answered: what nobody waits for any more is cancelled."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import Request


@asynccontextmanager
async def canceled_when_gone(request: Request, canceled: threading.Event) -> AsyncIterator[None]:
    """Set `canceled` if the client goes away meanwhile. Its body must have been read."""
    watching = asyncio.create_task(_watch(request, canceled))
    try:
        yield
    finally:
        watching.cancel()


async def _watch(request: Request, canceled: threading.Event) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass
    canceled.set()
