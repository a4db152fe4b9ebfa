"""How a run stands: `meta/run.json`, written at every step.

The messages of the run are in the conversation. A run that says it is running while nobody holds
its lock was interrupted: its process is gone.
"""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, ValidationError

from keenbench import storage
from keenbench.errors import ErrorInfo, FileReadFailed
from keenbench.reading import View, open_folders
from keenbench.workbench.bench import Workbench
from keenbench.workbench.runs import active_run
from keenbench.workshop.conversation import ModelLine, ToolLine, Turn, UserLine, read_conversation

RUN = "run.json"

RunStatus = Literal["running", "completed", "canceled", "failed", "interrupted"]


class RunRecord(BaseModel):
    model_config = ConfigDict(extra="ignore")

    schema_version: int = 1
    run_id: str
    message_id: str
    answer_id: str
    model_id: str
    analysis: bool = False
    status: RunStatus = "running"
    started_at: str
    finished_at: str | None = None
    # Answers of the model so far, and the tool calls they made beyond their first.
    steps: int = 0
    further_calls: int = 0
    # Where the bound on both counts from: a resumed run has a new one.
    steps_before: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    tokens_before: int = 0
    # What the model was told once and is not told again.
    reminded: bool = False
    nudged: bool = False
    coverage: list[dict[str, Any]] = []
    error: ErrorInfo | None = None

    @property
    def steps_taken(self) -> int:
        """Every tool call is a step, and so is an answer without one."""
        return self.steps + self.further_calls

    @property
    def tokens(self) -> int:
        return self.input_tokens + self.output_tokens


def new_record(user: UserLine) -> RunRecord:
    return RunRecord(
        run_id=user.run_id,
        message_id=user.message_id,
        answer_id=user.answer_id,
        model_id=user.model_id,
        analysis=user.analysis,
        started_at=user.created_at,
    )


def write_record(bench: Workbench, record: RunRecord) -> None:
    with open_folders(bench.workbenches, bench.workbench_id) as folders:
        storage.write_file(folders.get("meta"), RUN, record.model_dump_json().encode())


def read_record(view: View, turn: Turn | None) -> RunRecord | None:
    """Return how the run of the latest turn stands."""
    if turn is None:
        return None
    raw = view.read_json("meta", RUN)
    try:
        record = RunRecord.model_validate(raw) if raw is not None else None
    except ValidationError:
        raise FileReadFailed(f"The workbench's own {RUN} is damaged.") from None
    if record is None or record.run_id != turn.user.run_id:
        # Killed before its first record, or a later run was undone: the conversation tells.
        record = _told_by(turn)
    # An answer is noted in the conversation first; a kill may have fallen right after that.
    record.steps = max([record.steps, *(line.step for line in turn.lines(ModelLine))])
    record.further_calls = sum(is_further(line.step) for line in turn.lines(ToolLine))
    if record.status == "running" and active_run(view.folders) != record.run_id:
        record.status = "interrupted"
    return record


def is_further(step: str) -> bool:
    """True when a call, numbered "answer.call", is not the first of its answer."""
    return not step.endswith(".0")


def _told_by(turn: Turn) -> RunRecord:
    record = new_record(turn.user)
    end = turn.end
    if end is None:
        return record
    return record.model_copy(
        update={
            "status": end.status,
            "error": end.error,
            "finished_at": end.at,
            "steps": end.steps,
            "input_tokens": end.input_tokens,
            "output_tokens": end.output_tokens,
            "coverage": end.coverage,
        }
    )


def look_up_run(view: View) -> tuple[Turn | None, RunRecord | None]:
    """Return the latest turn and how its run stands."""
    turn = read_conversation(view).latest
    return turn, read_record(view, turn)
