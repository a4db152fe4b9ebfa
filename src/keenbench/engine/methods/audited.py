"""Entering what a method did into the audit log, whether it went well or not."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from keenbench.engine.engine import Engine
from keenbench.errors import KeenBenchError
from keenbench.workbench.audit import AuditEntry, AuditLog
from keenbench.workbench.bench import Workbench

logger = logging.getLogger(__name__)


@dataclass
class Audited:
    """What will be entered; the method adds what it learns."""

    files: list[str] = field(default_factory=list)
    checkpoint_id: str | None = None


@contextmanager
def audited(
    engine: Engine, bench: Workbench, action: str, files: Sequence[str] = ()
) -> Iterator[Audited]:
    """Enter the block's outcome: ok, or failed with the code of the error, which goes on.

    That the log can be written is settled before the change. Should it fail all the same afterwards
    (the disk filled up), the change has happened and is answered as such; our own log tells.
    """
    log = AuditLog(bench, engine.settings.data_dir)
    log.check_ready()
    audit = Audited(list(files))
    try:
        yield audit
    except KeenBenchError as error:
        bench.read(lambda view: None)  # no log in a workbench that is not there
        code = error.info().error_code
        _enter(log, AuditEntry(action=action, outcome="failed", files=audit.files, error_code=code))
        raise
    _enter(log, AuditEntry(action=action, files=audit.files, checkpoint_id=audit.checkpoint_id))


def _enter(log: AuditLog, entry: AuditEntry) -> None:
    try:
        log.enter(entry)
    except KeenBenchError as error:
        logger.error(
            "an audit line could not be written",
            extra={"action": entry.action, "error_code": error.info().error_code},
        )
