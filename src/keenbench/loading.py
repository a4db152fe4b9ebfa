"""Loading what a process runs on."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def loading() -> Iterator[None]:
    """Let modules be loaded without a look for garbage among them, then or later.

    What is loaded stays until the end. Collections while it is loaded are a sixth of the CPU time
    of a worker's or a parser's start, and more of the server's.
    """
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()
