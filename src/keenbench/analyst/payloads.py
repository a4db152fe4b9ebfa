"""What the Analyst's endpoints send (CONTRACTS §8)."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field

from keenbench.registry import Params, Result

ChatStatus = Literal["success", "error", "timeout", "canceled", "needs_clarification"]
QueryMode = Literal["plan", "sql"]


class Told(Result):
    """A warning."""

    code: str
    message: str


# -- datasets ---------------------------------------------------------------------------------


class DatasetFileInfo(Result):
    name: str
    table: str
    row_count: int | None
    size_bytes: int


class DatasetInfo(Result):
    id: str
    name: str
    description: str
    engine: str
    prompts: list[str]
    version_hash: str | None
    files: list[DatasetFileInfo]
    own: bool
    """Whether the user added it, and may remove it."""
    warnings: list[Told]
    """What of its files is not as it might be taken to be; for large ones, once they were read."""


class DatasetList(Result):
    datasets: list[DatasetInfo]
    warnings: list[Told]


class ColumnInfo(Result):
    name: str
    type: str
    description: str
    nullable: bool
    values: list[str] | None = None


class TableInfo(Result):
    name: str
    file: str
    row_count: int
    columns: list[ColumnInfo]
    sample_rows: list[list[Any]]


class RelationInfo(Result):
    from_: str = Field(serialization_alias="from")
    to: str


class SchemaInfo(Result):
    dataset_id: str
    version_hash: str
    tables: list[TableInfo]
    relations: list[RelationInfo]
    warnings: list[Told]


# -- chat -------------------------------------------------------------------------------------


class ChatRequest(Params):
    dataset_id: str = Field(min_length=1, max_length=200)
    thread_id: str | None = Field(default=None, max_length=100)
    message: str = Field(min_length=1, max_length=100_000)
    model_id: str | None = Field(default=None, max_length=200)


class RunErrorInfo(Result):
    type: str
    message: str
    subphase: str | None = None
    detail: Any = None


class ResultTable(Result):
    columns: list[str]
    column_types: list[str]
    rows: list[list[Any]]
    row_count: int
    total_row_count: int
    has_more: bool
    exec_time_ms: float
    error: RunErrorInfo | None = None


class Details(Result):
    query_mode: QueryMode | None
    plan_json: dict[str, Any] | None
    compiled_sql: str | None
    dataset_id: str


class ChatAnswer(Result):
    assistant_message: str
    run_id: str | None
    thread_id: str
    model_id: str
    status: ChatStatus
    result: ResultTable | None
    details: Details
    chart: dict[str, Any] | None
    warnings: list[Told]


class ThreadTurn(Result):
    """A question as it was asked and answered; its result is the run's."""

    created_at: str
    question: str
    assistant_message: str
    status: ChatStatus
    run_id: str | None
    model_id: str


class ThreadInfo(Result):
    thread_id: str
    dataset_id: str
    earlier: int
    """How many turns were before these and are not shown."""
    turns: list[ThreadTurn]


# -- runs -------------------------------------------------------------------------------------


class RunSummary(Result):
    run_id: str
    created_at: str
    dataset_id: str
    question: str | None
    query_mode: QueryMode
    status: str
    exec_time_ms: float | None
    thread_id: str | None
    model_id: str | None


class RunList(Result):
    runs: list[RunSummary]
    total: int
    offset: int
    limit: int
    has_more: bool


class KeptRun(RunSummary):
    dataset_version_hash: str | None
    plan_json: dict[str, Any] | None
    compiled_sql: str | None
    result_json: ResultTable | None
    error_json: RunErrorInfo | None
    result_hash: str | None
    sandbox: str | None
    engine: str | None
    purpose: str
    finished_at: str | None
    warnings: list[Told]
    chart: dict[str, Any] | None


class RunRows(Result):
    run_id: str
    offset: int
    columns: list[str]
    column_types: list[str]
    rows: list[list[Any]]
    row_count: int
    total_row_count: int
    has_more: bool
    exec_time_ms: float
    warnings: list[Told]


class ChangedInput(Result):
    input: Literal["dataset_version", "engine"]
    before: str | None
    after: str


class Replay(Result):
    run_id: str
    replay_run_id: str
    reproduced: bool
    result_hash: str | None
    replay_result_hash: str | None
    status: str
    replay_status: str
    changed: list[ChangedInput]
    changed_files: list[str]
    reason: str | None


def result_table(capsule: dict[str, Any]) -> ResultTable:
    """Return a capsule's result; where it failed, no rows and the error."""
    error = capsule["error_json"]
    found = capsule["result_json"] or {
        "columns": [],
        "column_types": [],
        "rows": [],
        "row_count": 0,
        "total_row_count": 0,
        "has_more": False,
        "exec_time_ms": capsule["exec_time_ms"] or 0.0,
    }
    return ResultTable(**found, error=None if error is None else RunErrorInfo(**error))


def run(capsule: dict[str, Any]) -> KeptRun:
    fields = {name: capsule[name] for name in KeptRun.model_fields if name in capsule}
    result, error = capsule["result_json"], capsule["error_json"]
    return KeptRun(
        **fields
        | {
            "result_json": None if result is None else result_table(capsule),
            "error_json": None if error is None else RunErrorInfo(**error),
            "warnings": [Told(**each) for each in capsule["warnings_json"] or ()],
            "chart": capsule["chart_json"],
        }
    )
