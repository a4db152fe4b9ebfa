"""LangChain tells LangSmith, a server of others, what it does wherever the environment says so.
Never here: what a model is told goes to the model alone."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager

_SWITCHES = (
    "LANGSMITH_TRACING",
    "LANGSMITH_TRACING_V2",
    "LANGCHAIN_TRACING",
    "LANGCHAIN_TRACING_V2",
)


def turn_off() -> None:
    """Take the switches out of this process's environment, before LangChain reads them."""
    for name in _SWITCHES:
        os.environ[name] = "false"


@contextmanager
def untraced() -> Iterator[None]:
    """Run what follows without a tracer, whatever the environment said when it was read."""
    turn_off()
    from langsmith.run_helpers import tracing_context

    with tracing_context(enabled=False):
        yield
