"""`GET /events`: what happens in a workbench, as server-sent events, while it happens."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import AsyncIterator

from fastapi import APIRouter, Request
from fastapi.responses import StreamingResponse

from keenbench.engine.engine import Engine
from keenbench.paths import open_workbench
from keenbench.workbench.events import Event, Subscription

router = APIRouter(tags=["events"])

# A comment now and then, so that both sides notice when the other is gone.
_HEARTBEAT_SECONDS = 15.0


@router.get("/events", response_class=StreamingResponse)
async def events(request: Request, workbench_id: str | None = None) -> StreamingResponse:
    """Stream the events of one workbench, or of all."""
    engine: Engine = request.app.state.engine
    if workbench_id is not None:
        with open_workbench(engine.settings.workbenches_dir, workbench_id):
            pass  # an unknown one is told now: no event would ever say so
    return StreamingResponse(_stream(engine, workbench_id), media_type="text/event-stream")


async def _stream(engine: Engine, workbench_id: str | None) -> AsyncIterator[str]:
    loop = asyncio.get_running_loop()
    waiting: asyncio.Queue[Event | None] = asyncio.Queue()
    subscription = engine.events.subscribe(workbench_id)
    # A thread of its own: a listener waits for hours, and the pool has threads for calls only.
    pump = threading.Thread(
        target=_pump, args=(subscription, loop, waiting), name="events", daemon=True
    )
    pump.start()
    try:
        yield ": listening\n\n"
        while True:
            try:
                event = await asyncio.wait_for(waiting.get(), _HEARTBEAT_SECONDS)
            except TimeoutError:
                yield ": still here\n\n"
                continue
            if event is None:
                return
            data = json.dumps({"workbench_id": event.workbench_id, **event.data})
            yield f"event: {event.name}\ndata: {data}\n\n"
    finally:
        engine.events.unsubscribe(subscription)


def _pump(
    subscription: Subscription,
    loop: asyncio.AbstractEventLoop,
    waiting: asyncio.Queue[Event | None],
) -> None:
    while True:
        event = subscription.get()
        try:
            loop.call_soon_threadsafe(waiting.put_nowait, event)
        except RuntimeError:
            return  # the loop is closed: the server has ended
        if event is None:
            return
