"""The audit log: read it, and prove that nothing in it was touched."""

from __future__ import annotations

from typing import Any

from pydantic import Field

from keenbench.engine.engine import Engine, methods
from keenbench.formats.shape import WhenPresent
from keenbench.registry import Params, Result
from keenbench.workbench.audit import AuditLog


class AuditParams(Params):
    workbench_id: str


class AuditListParams(AuditParams):
    offset: int = Field(default=0, ge=0)
    limit: int = Field(default=100, ge=1, le=1000)


class AuditEntries(Result):
    entries: list[dict[str, Any]]
    total: int


class AuditVerified(Result):
    ok: bool
    entries: int
    first_bad: int | None = WhenPresent


@methods.method("AuditList")
def audit_list(engine: Engine, params: AuditListParams) -> AuditEntries:
    """Return a window of the audit log, the oldest first."""
    log = AuditLog(engine.workbenches.get(params.workbench_id), engine.settings.data_dir)
    entries, total = log.entries(params.offset, params.limit)
    return AuditEntries(entries=entries, total=total)


@methods.method("AuditVerify")
def audit_verify(engine: Engine, params: AuditParams) -> AuditVerified:
    """Say whether every line of the audit log is what was entered there."""
    log = AuditLog(engine.workbenches.get(params.workbench_id), engine.settings.data_dir)
    check = log.verify()
    return AuditVerified(ok=check.ok, entries=check.entries, first_bad=check.first_bad)
