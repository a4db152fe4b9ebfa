"""A first workbench to look at, for someone who has just started KeenBench."""

from __future__ import annotations

from pathlib import Path

from keenbench.engine.engine import Engine
from keenbench.workbench.files import add_files

_FILES = Path(__file__).parent / "demo_files"


def make_demo(engine: Engine) -> None:
    """Make the demo workbench, unless there are workbenches already."""
    if engine.workbenches.ids():
        return
    workbench = engine.workbenches.create("Demo")
    add_files(workbench, sorted(_FILES.iterdir()), engine.events)
