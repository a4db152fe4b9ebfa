"""The Workshop's engine methods."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from keenbench.engine.engine import Engine, methods
from keenbench.errors import ErrorInfo
from keenbench.formats.shape import WhenPresent
from keenbench.registry import Ok, Params, Result
from keenbench.workshop.workshop import Started, workshop_of

Status = Literal["idle", "running", "completed", "canceled", "failed", "interrupted"]
Text = Annotated[str, Field(min_length=1, max_length=200_000)]
ModelId = Annotated[str, Field(min_length=1, max_length=200)]
Id = Annotated[str, Field(min_length=1, max_length=100)]


class WorkshopParams(Params):
    workbench_id: str


class SendParams(WorkshopParams):
    text: Text
    # The conversation's model, or the settings' one, without it.
    model_id: ModelId | None = None
    # True: a turn that only looks. Without it the words decide ("do not change anything").
    analysis: bool | None = None
    wait: bool = False


class RunParams(WorkshopParams):
    run_id: Id


class ResumeParams(RunParams):
    model_id: ModelId | None = None
    wait: bool = False


class ModelParams(WorkshopParams):
    model_id: ModelId


class MessageParams(WorkshopParams):
    message_id: Id


class RegenerateParams(WorkshopParams):
    message_id: Id | None = None
    model_id: ModelId | None = None
    wait: bool = False


class RunStarted(Result):
    run_id: str
    message_id: str
    # Under which the answer is streamed and kept.
    answer_id: str
    model_id: str
    status: Status
    # With `wait` only.
    text: str | None = WhenPresent
    error: ErrorInfo | None = WhenPresent


class RunGoesOn(Ok, RunStarted):
    pass


class FileCoverage(Result):
    path: str
    # 0 to 1: how much of the file the model has read in this run.
    share: float
    read: int
    total: int
    unit: str
    # Tools that went over all rows without the model seeing them.
    computed: list[str] | None = WhenPresent


class WorkshopState(Result):
    run_id: str | None
    status: Status
    model_id: str
    message_id: str | None
    answer_id: str | None
    analysis: bool
    can_resume: bool
    steps: int
    input_tokens: int
    output_tokens: int
    coverage: list[FileCoverage]
    error: ErrorInfo | None


class ToolUse(Result):
    call_id: str
    name: str
    arguments: dict[str, Any]
    ok: bool
    changed: bool
    summary: str
    paths: list[str]


class ConversationMessage(Result):
    message_id: str
    role: Literal["user", "assistant"]
    text: str
    created_at: str
    run_id: str
    # Of the user's messages: how all was before it.
    checkpoint_id: str | None
    model_id: str
    # Of answers: how the run ended, and what the model did on the way.
    status: Status | None = WhenPresent
    error: ErrorInfo | None = WhenPresent
    tools: list[ToolUse] | None = WhenPresent
    coverage: list[FileCoverage] | None = WhenPresent


class ConversationResult(Result):
    messages: list[ConversationMessage]


class Undone(Ok):
    # What the user had said, to be put back where it was written.
    text: str
    pre_restore_checkpoint_id: str


@methods.method("WorkshopSendUserMessage")
def workshop_send_user_message(engine: Engine, params: SendParams) -> RunStarted:
    """Say something to the model; its run begins at once."""
    workshop = workshop_of(engine)
    started = workshop.send(
        params.workbench_id, params.text, model_id=params.model_id, analysis=params.analysis
    )
    return RunStarted(**_told(started, params.wait))


@methods.method("WorkshopGetState")
def workshop_get_state(engine: Engine, params: WorkshopParams) -> WorkshopState:
    """Tell how the latest run stands, and how much of each file it has read."""
    return WorkshopState(**workshop_of(engine).state(params.workbench_id))


@methods.method("WorkshopGetConversation")
def workshop_get_conversation(engine: Engine, params: WorkshopParams) -> ConversationResult:
    """Return what was said, the oldest first."""
    messages = workshop_of(engine).messages(params.workbench_id)
    return ConversationResult(messages=[ConversationMessage(**each) for each in messages])


@methods.method("WorkshopCancelRun")
def workshop_cancel_run(engine: Engine, params: RunParams) -> Ok:
    """End a run where it is; what it wrote stays in the Draft."""
    workshop_of(engine).cancel(params.workbench_id, params.run_id)
    return Ok()


@methods.method("WorkshopResumeRun")
def workshop_resume_run(engine: Engine, params: ResumeParams) -> RunGoesOn:
    """Go on with a run that was interrupted, failed or was cancelled."""
    started = workshop_of(engine).resume(
        params.workbench_id, params.run_id, model_id=params.model_id
    )
    return RunGoesOn(**_told(started, params.wait))


@methods.method("WorkshopSetActiveModel")
def workshop_set_active_model(engine: Engine, params: ModelParams) -> Ok:
    """Have another model answer from the next message on."""
    workshop_of(engine).set_model(params.workbench_id, params.model_id)
    return Ok()


@methods.method("WorkshopUndoToMessage")
def workshop_undo_to_message(engine: Engine, params: MessageParams) -> Undone:
    """Take Draft and conversation back to before a message."""
    undone = workshop_of(engine).undo(params.workbench_id, params.message_id)
    return Undone(
        text=undone.text, pre_restore_checkpoint_id=undone.restored.pre_restore_checkpoint_id
    )


@methods.method("WorkshopRegenerate")
def workshop_regenerate(engine: Engine, params: RegenerateParams) -> RunGoesOn:
    """Say a message again, from the state in which it was first said."""
    started = workshop_of(engine).regenerate(
        params.workbench_id, params.message_id, model_id=params.model_id
    )
    return RunGoesOn(**_told(started, params.wait))


def _told(started: Started, wait: bool) -> dict[str, Any]:
    told: dict[str, Any] = {
        "run_id": started.user.run_id,
        "message_id": started.user.message_id,
        "answer_id": started.user.answer_id,
        "model_id": started.model_id,
        "status": "running",
    }
    if wait:
        ended = started.wait()
        told |= {"status": ended.status, "error": ended.error, "text": ended.text}
    return told
