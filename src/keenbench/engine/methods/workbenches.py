"""Workbenches: make, open, list, name, fork, delete."""

from __future__ import annotations

from keenbench.engine.engine import Engine, methods
from keenbench.engine.methods.audited import audited
from keenbench.engine.methods.draft import DraftState, draft_state
from keenbench.errors import Busy, KeenBenchError
from keenbench.registry import Ok, Params, Result
from keenbench.workbench.audit import AuditLog, check_key
from keenbench.workbench.manifest import FileEntry, read_manifest
from keenbench.workbench.recovery import migrate_manifest
from keenbench.workbench.workbenches import ForkMode, info


class NoParams(Params):
    pass


class WorkbenchParams(Params):
    workbench_id: str


class CreateParams(Params):
    name: str


class Created(Result):
    workbench_id: str
    name: str


class Opened(Result):
    workbench_id: str
    name: str
    created_at: str
    files: list[FileEntry]
    draft: DraftState


class Summary(Result):
    workbench_id: str
    name: str
    created_at: str
    changed_at: str
    file_count: int
    has_draft: bool
    changed_count: int
    problem: str | None


class Summaries(Result):
    workbenches: list[Summary]


class RenameParams(WorkbenchParams):
    name: str


class ForkParams(WorkbenchParams):
    mode: ForkMode
    name: str | None = None


class Forked(Result):
    workbench_id: str


class ScopeLimits(Result):
    max_files: int
    max_file_bytes: int


class Scope(Result):
    limits: ScopeLimits
    scope_hash: str
    files: list[FileEntry]


@methods.method("WorkbenchCreate")
def workbench_create(engine: Engine, params: CreateParams) -> Created:
    """Make an empty workbench."""
    check_key(engine.settings.data_dir)
    bench = engine.workbenches.create(params.name)
    with audited(engine, bench, "WorkbenchCreate"):
        name = bench.read(lambda view: info(bench.workbench_id, view)).name
    return Created(workbench_id=bench.workbench_id, name=name)


@methods.method("WorkbenchOpen")
def workbench_open(engine: Engine, params: WorkbenchParams) -> Opened:
    """Tell what a workbench holds."""
    bench = engine.workbenches.get(params.workbench_id)
    about, manifest = bench.read(lambda view: (info(bench.workbench_id, view), read_manifest(view)))
    if manifest.migrated:
        try:
            with bench.writing(wait=0) as writing:
                migrate_manifest(writing)
        except Busy:
            pass  # it reads the same either way; the writer at work, or the next start, does it
    return Opened(
        workbench_id=bench.workbench_id,
        name=about.name,
        created_at=about.created_at,
        files=manifest.files,
        draft=draft_state(bench),
    )


@methods.method("WorkbenchList")
def workbench_list(engine: Engine, params: NoParams) -> Summaries:
    """List all workbenches, the oldest first."""
    return Summaries(
        workbenches=[
            Summary(
                workbench_id=each.workbench_id,
                name=each.name,
                created_at=each.created_at,
                changed_at=each.changed_at,
                file_count=each.file_count,
                has_draft=each.has_draft,
                changed_count=_changed_count(engine, each.workbench_id) if each.has_draft else 0,
                problem=each.problem,
            )
            for each in engine.workbenches.list()
        ]
    )


def _changed_count(engine: Engine, workbench_id: str) -> int:
    try:
        return draft_state(engine.workbenches.get(workbench_id)).changed_count
    except KeenBenchError:
        return 0  # deleted, or damaged since it was listed; opening it says which


@methods.method("WorkbenchRename")
def workbench_rename(engine: Engine, params: RenameParams) -> Ok:
    """Give a workbench another name."""
    engine.workbenches.rename(params.workbench_id, params.name)
    return Ok()


@methods.method("WorkbenchDelete")
def workbench_delete(engine: Engine, params: WorkbenchParams) -> Ok:
    """Delete a workbench and all it holds."""
    engine.workbenches.delete(params.workbench_id)
    AuditLog(engine.workbenches.get(params.workbench_id), engine.settings.data_dir).forget()
    return Ok()


@methods.method("WorkbenchFork")
def workbench_fork(engine: Engine, params: ForkParams) -> Forked:
    """Make a workbench of its own from this one's Published files."""
    check_key(engine.settings.data_dir)
    fork = engine.workbenches.fork(params.workbench_id, params.mode, params.name)
    with audited(engine, fork, "WorkbenchFork"):
        pass
    return Forked(workbench_id=fork.workbench_id)


@methods.method("WorkbenchGetScope")
def workbench_get_scope(engine: Engine, params: WorkbenchParams) -> Scope:
    """Tell which files consent would be for, and what a workbench may hold."""
    bench = engine.workbenches.get(params.workbench_id)
    manifest = bench.read(read_manifest)
    return Scope(
        limits=ScopeLimits(
            max_files=bench.limits.max_files, max_file_bytes=bench.limits.max_file_bytes
        ),
        scope_hash=manifest.scope_hash,
        files=manifest.files,
    )
