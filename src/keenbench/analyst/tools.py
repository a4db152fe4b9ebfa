"""The five tools that a model sees (seed 003 §5), as plain functions.

Each answers with JSON and never raises for what a model did wrong: the answer says it. What comes
out of tables stands in `rows`, `columns` and `description` and is bounded; it is data, and no tool
does anything else for whatever is written there.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from keenbench.analyst.capsules import Capsule, Capsules
from keenbench.analyst.datasets import Datasets
from keenbench.analyst.runs import Asker, ReportStage, Runs, no_stage
from keenbench.errors import FileWriteFailed, KeenBenchError
from keenbench.query.dataset_schema import schema_to_json

_MOST_ROWS = 50
_MOST_BYTES = 8000
# Of a look-up a model needs every value that it may have meant.
_MOST_LOOKUP_BYTES = 32_000
_MOST_CELL = 300


@dataclass
class Turn:
    """One question under way: who asks, and what was run for it so far."""

    dataset_id: str
    thread_id: str
    model_id: str
    question: str
    # Whether what the tools say leaves this machine.
    leaves: bool = False
    stage: ReportStage = no_stage
    canceled: threading.Event = field(default_factory=threading.Event)
    # Whether it was ended because it took too long.
    late: bool = False
    capsules: list[Capsule] = field(default_factory=list)

    @property
    def asker(self) -> Asker:
        return Asker(self.question, self.thread_id, self.model_id, self._stage, self.canceled)

    def _stage(self, stage: Any, run_id: str | None) -> None:
        if stage == "validating" and self.answers:
            self.stage("planning", None)  # a second query was thought of before it is checked
        self.stage(stage, run_id)

    @property
    def answers(self) -> list[Capsule]:
        return [capsule for capsule in self.capsules if capsule["purpose"] == "answer"]


class Tools:
    """What the tools do. `langchain` gives them to a model."""

    def __init__(self, datasets: Datasets, runs: Runs, capsules: Capsules) -> None:
        self._datasets = datasets
        self._runs = runs
        self._capsules = capsules

    def list_datasets(self, turn: Turn) -> str:
        found, _ = self._datasets.all()
        # To a model elsewhere only what its user agreed to be asked about.
        chosen = [each for each in found if not turn.leaves or each.id == turn.dataset_id]
        return _dump(
            {
                "datasets": [
                    {"id": each.id, "name": each.name, "description": each.description}
                    for each in chosen[:200]
                ]
            }
        )

    def get_dataset_schema(self, turn: Turn, dataset_id: str) -> str:
        return _told(lambda: self._schema(turn, dataset_id))

    def _schema(self, turn: Turn, dataset_id: str) -> dict[str, Any]:
        if wrong := _other_dataset(turn, dataset_id):
            return wrong
        described = self._datasets.describe(self._datasets.get(dataset_id), turn.canceled)
        return schema_to_json(described.schema)

    def execute_query_plan(self, turn: Turn, dataset_id: str, plan_json: Any) -> str:
        return _told(lambda: self._run(turn, dataset_id, plan=plan_json))

    def execute_sql(self, turn: Turn, dataset_id: str, sql: str) -> str:
        return _told(lambda: self._run(turn, dataset_id, sql=sql))

    def _run(
        self, turn: Turn, dataset_id: str, *, plan: Any = None, sql: str | None = None
    ) -> dict[str, Any]:
        if wrong := _other_dataset(turn, dataset_id):
            return wrong
        if sql is not None:
            capsule = self._runs.run_sql(dataset_id, sql, turn.asker)
        else:
            capsule = self._runs.run_plan(dataset_id, plan, turn.asker)
        turn.capsules.append(capsule)
        return for_model(capsule)

    def set_aside(self, turn: Turn) -> None:
        """Mark what was run for a question that is asked back: it was looked at, and answers none.

        So it is listed no more than the other look-ups that were made on the way.
        """
        for capsule in turn.answers:
            self._capsules.update(capsule["run_id"], purpose="lookup")

    def get_run_status(self, turn: Turn, run_id: str) -> str:
        def look() -> dict[str, Any]:
            capsule = self._capsules.get(run_id)
            return _other_dataset(turn, capsule["dataset_id"]) or for_model(capsule)

        return _told(look)


def for_model(capsule: Capsule) -> dict[str, Any]:
    """Return a run as a model is told of it: the first rows, and how many there are."""
    told: dict[str, Any] = {
        "run_id": capsule["run_id"],
        "status": capsule["status"],
        "query_mode": capsule["query_mode"],
        "compiled_sql": capsule["compiled_sql"],
        "error": capsule["error_json"],
    }
    result = capsule["result_json"]
    if result is None:
        return told
    rows: list[list[Any]] = []
    size = 0
    lookup = capsule["purpose"] == "lookup"
    for row in result["rows"] if lookup else result["rows"][:_MOST_ROWS]:
        short = [_short(cell) for cell in row]
        size += len(_dump(short))
        if size > (_MOST_LOOKUP_BYTES if lookup else _MOST_BYTES) and rows:
            break
        rows.append(short)
    return told | {
        "columns": [_short(name) for name in result["columns"]],
        "column_types": result["column_types"],
        "rows": rows,
        "rows_shown": len(rows),
        "total_row_count": result["total_row_count"],
        "warnings": capsule["warnings_json"],
    }


def _told(work: Callable[[], dict[str, Any]]) -> str:
    try:
        return _dump(work())
    except FileWriteFailed:
        raise  # no model can mend that a run is not kept
    except KeenBenchError as error:
        return _dump(
            {"status": "error", "error": {"type": error.error_code, "message": error.message}}
        )


def _other_dataset(turn: Turn, dataset_id: str) -> dict[str, Any] | None:
    if dataset_id == turn.dataset_id:
        return None
    message = f"This conversation is about the dataset {turn.dataset_id} and no other."
    return {"status": "error", "error": {"type": "VALIDATION_ERROR", "message": message}}


def _short(cell: Any) -> Any:
    if isinstance(cell, str) and len(cell) > _MOST_CELL:
        return f"{cell[:_MOST_CELL]}… ({len(cell)} characters)"
    if isinstance(cell, list | dict) and len(_dump(cell)) > _MOST_CELL:
        return f"{_dump(cell)[:_MOST_CELL]}…"
    return cell


def _dump(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
