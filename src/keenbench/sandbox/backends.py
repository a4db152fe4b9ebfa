"""Which box this machine uses."""

from __future__ import annotations

import logging

from keenbench.sandbox.box import Box
from keenbench.sandbox.bubblewrap import Bubblewrap
from keenbench.sandbox.process import PlainProcess
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
