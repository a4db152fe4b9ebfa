"""Checkpoints: list, look at, make, restore."""

from __future__ import annotations

from pydantic import Field

from keenbench.engine.engine import Engine, methods
from keenbench.engine.methods.audited import audited
from keenbench.reading import View
from keenbench.registry import Ok, Params, Result
from keenbench.workbench.checkpoints import (
    Checkpoint,
    CheckpointReason,
    create_checkpoint,
    get_checkpoint,
    list_checkpoints,
    read_contents,
)
from keenbench.workbench.manifest import FileEntry
from keenbench.workbench.restore import restore_checkpoint


class CheckpointsParams(Params):
    workbench_id: str


class CheckpointParams(CheckpointsParams):
    checkpoint_id: str


class CreateCheckpointParams(CheckpointsParams):
    label: str | None = Field(default=None, max_length=200)


class CheckpointInfo(Result):
    checkpoint_id: str
    reason: CheckpointReason
    created_at: str
    label: str | None


class CheckpointDetail(CheckpointInfo):
    files: list[FileEntry]
    has_draft: bool
    has_conversation: bool


class Checkpoints(Result):
    checkpoints: list[CheckpointInfo]


class Restored(Ok):
    pre_restore_checkpoint_id: str


def _info(checkpoint: Checkpoint) -> CheckpointInfo:
    return CheckpointInfo(**checkpoint.model_dump())


@methods.method("CheckpointsList")
def checkpoints_list(engine: Engine, params: CheckpointsParams) -> Checkpoints:
    """List all checkpoints, the oldest first."""
    bench = engine.workbenches.get(params.workbench_id)
    return Checkpoints(checkpoints=[_info(each) for each in bench.read(list_checkpoints)])


@methods.method("CheckpointGet")
def checkpoint_get(engine: Engine, params: CheckpointParams) -> CheckpointDetail:
    """Tell what a checkpoint holds."""

    def look(view: View) -> CheckpointDetail:
        checkpoint = get_checkpoint(view, params.checkpoint_id)
        contents = read_contents(view.folders, checkpoint.checkpoint_id)
        return CheckpointDetail(
            **checkpoint.model_dump(),
            files=[file.entry for file in contents.files],
            has_draft=contents.draft is not None,
            has_conversation=contents.has_conversation,
        )

    return engine.workbenches.get(params.workbench_id).read(look)


@methods.method("CheckpointCreate")
def checkpoint_create(engine: Engine, params: CreateCheckpointParams) -> CheckpointInfo:
    """Keep the workbench as it is now."""
    bench = engine.workbenches.get(params.workbench_id)
    with audited(engine, bench, "CheckpointCreate") as audit:
        checkpoint = create_checkpoint(bench, "manual", params.label, engine.events)
        audit.checkpoint_id = checkpoint.checkpoint_id
    return _info(checkpoint)


@methods.method("CheckpointRestore")
def checkpoint_restore(engine: Engine, params: CheckpointParams) -> Restored:
    """Bring the workbench back to a checkpoint; what it is now is kept first."""
    bench = engine.workbenches.get(params.workbench_id)
    with audited(engine, bench, "CheckpointRestore") as audit:
        restored = restore_checkpoint(bench, params.checkpoint_id, events=engine.events)
        audit.checkpoint_id = params.checkpoint_id
    return Restored(pre_restore_checkpoint_id=restored.pre_restore_checkpoint_id)
