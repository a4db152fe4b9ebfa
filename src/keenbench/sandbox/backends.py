"""Which box this machine uses."""

from __future__ import annotations

import compileall
import logging
from functools import partial
from pathlib import Path

from keenbench import query
from keenbench.sandbox.box import Box
from keenbench.sandbox.boxed_runner import BoxedRunner
from keenbench.sandbox.bubblewrap import Bubblewrap
from keenbench.sandbox.container_engine import Image
from keenbench.sandbox.containers import ContainerRunners
from keenbench.sandbox.forked import ForkedBubblewrap
from keenbench.sandbox.pool import RunnerPool
from keenbench.sandbox.process import PlainProcess
from keenbench.sandbox.profiles import MIB, RUNNER, Profile
from keenbench.sandbox.runs import Runners
from keenbench.settings import Settings

log = logging.getLogger(__name__)


def parser_box(settings: Settings) -> Box:
    """Return the box that documents are parsed in.

    Containers serve queries only: a parser gets its files as descriptors, which do not cross into
    a container. `process` is never chosen unasked.
    """
    if settings.sandbox == "process":
        log.warning(
            "NO SANDBOX: documents are parsed in plain processes, because KEENBENCH_SANDBOX=process"
        )
        return PlainProcess()
    return Bubblewrap()


def runners(settings: Settings) -> Runners:
    """Return what queries are run in. Close it when done."""
    profile = RUNNER.with_memory(settings.tabular_memory_limit_mb * MIB)
    if settings.sandbox == "docker" or settings.sandbox == "podman":
        return ContainerRunners(
            Image(settings.sandbox, settings.runner_image, profile.memory_bytes)
        )
    if settings.sandbox == "process":
        log.warning(
            "NO SANDBOX: queries are run in plain processes, because KEENBENCH_SANDBOX=process"
        )
    return boxed_runners(runner_box(settings), profile)


def runner_box(settings: Settings) -> Box:
    """Return the box that queries are run in where that is no container's."""
    # One for each query: they are forked, which takes a tenth of a start.
    return PlainProcess() if settings.sandbox == "process" else ForkedBubblewrap()


def boxed_runners(box: Box, profile: Profile = RUNNER, *, warm: int = 2) -> RunnerPool:
    """Return a pool of runners in boxes; closing it closes the box."""
    # Bytecode of what only runs in boxes, where none can be written.
    for folder in (Path(query.__file__).parent, Path(__file__).with_name("runner")):
        compileall.compile_dir(folder, quiet=2)
    start = partial(BoxedRunner, box, profile)
    hurried = partial(start, warmed=False)
    return RunnerPool(box.name, start, start_hurried=hurried, warm=warm, after=box.close)
