"""A plan or SQL becomes a run: checked, executed in a runner, and kept as a capsule.

Nothing is executed in this process. Whatever happens ends in a capsule with one of seed 003's
error types; a run that is cancelled takes its runner along.
"""

from __future__ import annotations

import json
import logging
import threading
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Literal

from sqlglot import exp

from keenbench.analyst.capsules import Capsule, Capsules, Purpose, Status
from keenbench.analyst.charts import choose_chart
from keenbench.analyst.dataset import Described
from keenbench.analyst.datasets import Datasets
from keenbench.analyst.kept_rows import kept_window
from keenbench.analyst.look_ups import LookUps
from keenbench.analyst.queries import Query, check_sql, engine_version, plan_json, storable_sql
from keenbench.engine.engine import Engine
from keenbench.errors import (
    Busy,
    FileReadFailed,
    KeenBenchError,
    RunError,
    RunInvalid,
    RunnerInternalError,
    RunnerTimeout,
    ToolWorkerUnavailable,
    UnknownId,
    UserCanceled,
    ValidationFailed,
)
from keenbench.query.compile import (
    CompiledPlan,
    check_plan,
    compile_plan,
)
from keenbench.query.plan import QueryPlan, read_plan
from keenbench.query.policy import CheckedQuery
from keenbench.workbench.identity import new_id

log = logging.getLogger(__name__)

Stage = Literal["planning", "validating", "executing"]
ReportStage = Callable[[Stage, str | None], None]

_CANCEL_SECONDS = 10.0
# A row of 4,000 columns takes the engine seconds to plan, and a run has but ten.
_SAMPLED_AT_ONCE = 400
# How a table without an order of its own is read is settled for plans (see `query.compile`).
_SETTLED_FOR_PLANS = ("limit_without_order",)


def no_stage(stage: Stage, run_id: str | None) -> None:
    """The reporter of a run that nobody watches."""


@dataclass(frozen=True)
class Asker:
    """Who asks, and for what: what a capsule says beside the query."""

    question: str | None = None
    thread_id: str | None = None
    model_id: str | None = None
    stage: ReportStage = no_stage
    canceled: threading.Event | None = None


class Runs:
    def __init__(self, engine: Engine, datasets: Datasets, capsules: Capsules) -> None:
        self._engine = engine
        self._datasets = datasets
        self._capsules = capsules
        self._lock = threading.Condition()
        self._active: dict[str, threading.Event] = {}
        self._look_ups = LookUps()

    # -- running ------------------------------------------------------------------------------

    def run_plan(self, dataset_id: str, plan: object, asker: Asker) -> Capsule:
        """Run a QueryPlan and return its capsule."""
        try:
            read: QueryPlan | None = read_plan(plan)
            failure: RunError | None = None
        except RunInvalid as error:
            read, failure = None, error
        purpose: Purpose = "lookup" if read is not None and read.is_lookup else "answer"
        if purpose == "lookup":
            asker = replace(asker, stage=no_stage)  # it is a part of planning
        asker.stage("validating", None)
        described = self._describe(dataset_id, asker)
        if read is not None and purpose == "lookup":
            return self._look_up(described, read, asker)
        return self._run_plan(described, plan, read, failure, purpose, asker)

    def _look_up(self, described: Described, plan: QueryPlan, asker: Asker) -> Capsule:
        """Return the run of a look-up, the one made before where the dataset is still the same."""
        key = (described.dataset.id, described.version.hash, json.dumps(plan.to_json()))
        return self._look_ups.get(
            key,
            lambda: self._run_plan(described, plan, plan, None, "lookup", asker),
            asker.canceled,
        )

    def _run_plan(
        self,
        described: Described,
        plan: object,
        read: QueryPlan | None,
        failure: RunError | None,
        purpose: Purpose,
        asker: Asker,
    ) -> Capsule:
        compiled: CompiledPlan | None = None
        query: Query | None = None
        if read is not None:
            try:
                compiled = compile_plan(read, described.schema)
                query = Query(check_plan(compiled, described.schema), compiled)
            except RunError as error:
                failure = error
        run_id = self.begin(
            described,
            asker,
            purpose,
            "plan",
            plan_json=plan_json(plan, read),
            compiled_sql=compiled.sql if compiled is not None else None,
        )
        return self._go_on(run_id, described, query, failure, asker)

    def run_sql(self, dataset_id: str, sql: str, asker: Asker) -> Capsule:
        """Run SQL that someone wrote and return its capsule."""
        asker.stage("validating", None)
        described = self._describe(dataset_id, asker)
        query: Query | None = None
        failure: RunError | None = None
        try:
            query = Query(check_sql(sql, described))
        except RunError as error:
            failure = error
        plain = query.checked.sql if query is not None else storable_sql(sql)
        run_id = self.begin(described, asker, "answer", "sql", compiled_sql=plain)
        return self._go_on(run_id, described, query, failure, asker)

    def _go_on(
        self,
        run_id: str,
        described: Described,
        query: Query | None,
        failure: RunError | None,
        asker: Asker,
    ) -> Capsule:
        """Execute what was let through; for what was not, enter why."""
        if query is not None:
            return self.execute(run_id, described, query, asker)
        assert failure is not None
        return self.failed(run_id, failure)

    def _describe(self, dataset_id: str, asker: Asker) -> Described:
        return self._datasets.describe(self._datasets.get(dataset_id), asker.canceled)

    def begin(
        self, described: Described, asker: Asker, purpose: Purpose, mode: str, **fields: Any
    ) -> str:
        self._capsules.note_version(
            described.dataset.id, described.version.hash, described.file_hashes
        )
        return self._capsules.begin(
            dataset_id=described.dataset.id,
            dataset_version_hash=described.version.hash,
            question=asker.question,
            query_mode=mode,
            purpose=purpose,
            sandbox=self._engine.settings.sandbox or "bubblewrap",
            engine=engine_version(),
            thread_id=asker.thread_id,
            model_id=asker.model_id,
            **fields,
        )

    def execute(self, run_id: str, described: Described, query: Query, asker: Asker) -> Capsule:
        canceled = asker.canceled or threading.Event()
        with self._lock:
            self._active[run_id] = canceled
        try:
            asker.stage("executing", run_id)
            found = self._ask(described, query.checked, canceled=canceled, hashed=True)
            self._check_unchanged(described)
        except RunError as error:
            return self.failed(run_id, error)
        except UserCanceled as error:
            return self.failed(run_id, error)
        except (ToolWorkerUnavailable, Busy) as error:
            return self.failed(run_id, RunnerInternalError(error.message))
        except KeenBenchError as error:
            # A file that went away, a table that cannot be read any more.
            return self.failed(run_id, RunInvalid(error.message, subphase="dataset"))
        finally:
            with self._lock:
                self._active.pop(run_id, None)
                self._lock.notify_all()
        return self._succeeded(run_id, found, query)

    def _ask(
        self,
        described: Described,
        checked: CheckedQuery,
        *,
        canceled: threading.Event | None,
        offset: int = 0,
        limit: int | None = None,
        hashed: bool = False,
    ) -> dict[str, Any]:
        settings = self._engine.settings
        body = _tables(described, checked) | {
            "sql": checked.sql,
            "timeout_seconds": settings.run_timeout_seconds,
            "max_rows": limit or settings.max_rows,
            "offset": offset,
            "hash": hashed,
        }
        answer: dict[str, Any] = self._engine.worker.call("DatasetQuery", body, canceled=canceled)
        return answer

    def _check_unchanged(self, described: Described) -> None:
        """Refuse a result of files that changed while they were asked: it is of no version."""
        if self._datasets.version(described.dataset).hash != described.version.hash:
            raise RunInvalid(
                "The dataset changed while the query ran; ask again.", subphase="dataset_changed"
            )

    def _succeeded(self, run_id: str, found: dict[str, Any], query: Query) -> Capsule:
        told = found.pop("warnings")
        if query.plan is not None:
            told = [each for each in told if each["code"] not in _SETTLED_FOR_PLANS]
        result_hash = found.pop("result_hash")
        chart = choose_chart(
            found["columns"],
            found["column_types"],
            found["rows"],
            complete=not found["has_more"],
            outputs=query.outputs,
        )
        self._capsules.end(
            run_id,
            "success",
            result_json=found,
            exec_time_ms=found["exec_time_ms"],
            result_hash=result_hash,
            warnings_json=[*query.warnings, *told],
            chart_json=chart,
        )
        return self._capsules.get(run_id)

    def failed(self, run_id: str, error: KeenBenchError) -> Capsule:
        status: Status = "error"
        if isinstance(error, RunnerTimeout):
            status = "timeout"
        elif isinstance(error, UserCanceled):
            status = "canceled"
        told = {"type": error.error_code, "message": error.message}
        for key in ("subphase", "detail"):
            if error.fields[key] is not None:
                told[key] = error.fields[key]
        self._capsules.end(run_id, status, error_json=told, warnings_json=[])
        return self._capsules.get(run_id)

    # -- what can be done with a run ----------------------------------------------------------

    def cancel(self, run_id: str) -> Capsule:
        """Stop a run and wait until its runner is gone."""
        capsule = self._capsules.get(run_id)
        with self._lock:
            canceled = self._active.get(run_id)
            if canceled is None:
                raise Busy(
                    f"The run is not running: it ended as {capsule['status']}.",
                    phase="analyst",
                    run_id=run_id,
                    retryable=False,
                    actions=(),
                )
            canceled.set()
            self._lock.wait_for(lambda: run_id not in self._active, _CANCEL_SECONDS)
        return self._capsules.get(run_id)

    def cancel_all(self) -> None:
        with self._lock:
            for canceled in self._active.values():
                canceled.set()

    def rows(self, run_id: str, offset: int, limit: int) -> dict[str, Any]:
        """Return a window of a run's rows, from the version of the dataset that it was over.

        Once that is gone, they are those that the capsule keeps, where it keeps all.
        """
        capsule = self._capsules.get(run_id)
        try:
            _, described, checked = self._again(run_id)
            found = self._ask(described, checked, canceled=None, offset=offset, limit=limit)
            self._check_unchanged(described)
            del found["result_hash"]
        except (RunInvalid, UnknownId, FileReadFailed) as error:
            # Removed, a file of it gone, or not what it was.
            changed = not isinstance(error, RunInvalid) or (
                error.fields["subphase"] == "dataset_changed"
            )
            kept = kept_window(capsule, offset, limit) if changed else None
            if kept is None:
                raise
            found = kept
        return found | {"run_id": run_id, "offset": offset}

    def sample(self, described: Described, table: str, count: int) -> list[list[Any]]:
        """Return the first rows of a table; no run of anyone's."""
        known = described.schema.table(table)
        names = [column.name for column in known.columns] if known is not None else []
        parts = [
            self._first_rows(described, table, names[start:][:_SAMPLED_AT_ONCE], count)
            for start in range(0, len(names), _SAMPLED_AT_ONCE)
        ]
        # A part whose cells are very long may be cut to fewer rows than the others.
        return [[cell for part in row for cell in part] for row in zip(*parts, strict=False)]

    def _first_rows(
        self, described: Described, table: str, columns: list[str], count: int
    ) -> list[list[Any]]:
        name, *chosen = (
            exp.to_identifier(each, quoted=True).sql(dialect="duckdb") for each in (table, *columns)
        )
        sql = f"SELECT {', '.join(chosen)} FROM {name}"
        found = self._ask(described, check_sql(sql, described), canceled=None, limit=count)
        rows: list[list[Any]] = found["rows"]
        return rows

    def export(self, run_id: str, kind: str) -> tuple[str, list[dict[str, str]]]:
        """Have all rows of a run written to a file; return its name among the exports."""
        _, described, checked = self._again(run_id)
        target = f"{new_id(run_id)}.{kind}"
        body = _tables(described, checked) | {
            "sql": checked.sql,
            "format": kind,
            "target": target,
        }
        answer = self._engine.worker.call("DatasetExport", body)
        return target, answer["warnings"]

    def _again(self, run_id: str) -> tuple[Capsule, Described, CheckedQuery]:
        capsule = self._capsules.get(run_id)
        if capsule["status"] != "success":
            raise ValidationFailed(
                f"The run has no rows: it ended as {capsule['status']}.",
                phase="analyst",
                run_id=run_id,
            )
        described = self._datasets.describe(self._datasets.get(capsule["dataset_id"]))
        changed = RunInvalid(
            "The dataset has changed since this run; ask again.",
            phase="analyst",
            subphase="dataset_changed",
            run_id=run_id,
        )
        same = described.version.hash == capsule["dataset_version_hash"]
        try:
            checked = check_sql(capsule["compiled_sql"], described)
        except RunError:
            if same:
                raise
            raise changed from None
        if not same and not self._reads_the_same(capsule, described, checked):
            raise changed
        return capsule, described, checked

    def _reads_the_same(
        self, capsule: Capsule, described: Described, checked: CheckedQuery
    ) -> bool:
        """Whether the files that a query reads are what they were; others may have come or gone."""
        then = self._capsules.files_of(capsule["dataset_id"], capsule["dataset_version_hash"])
        if then is None:  # a run of an older KeenBench
            return False
        now = described.file_hashes
        read = {described.sources[name].file.name for name in checked.tables}
        return all(then.get(name) == now[name] for name in read)


def _tables(described: Described, checked: CheckedQuery) -> dict[str, Any]:
    body: dict[str, Any] = {
        "dataset_id": described.dataset.id,
        "tables": described.worker_tables(checked.tables),
    }
    if described.dataset.workbench_id is not None:
        body["workbench_id"] = described.dataset.workbench_id
    return body
