"""A query to be run in a sandbox, and what came of it.

Whoever asks has had the SQL checked by `query.policy` before: what runs here is the third layer's
business and the second's. Failures are raised as RunError's leaves:

    RunInvalid              does not parse or bind, or fails on a value (subphase sql_parse,
                            sql_bind, sql_run, params)
    SqlPolicyViolation      refused by the second judge or the locked engine (sql_policy)
    RunnerTimeout           past the deadline
    RunnerResourceExceeded  past memory or bytes (detail.limit says which)
    RunnerInternalError     the runner crashed, or its database could not be opened

and, as everywhere, ToolWorkerUnavailable where no sandbox can be started, Busy where too many are
waiting, UserCanceled.
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from typing import IO, TYPE_CHECKING, Any

from keenbench.errors import (
    RunError,
    RunInvalid,
    RunnerInternalError,
    RunnerResourceExceeded,
    RunnerTimeout,
    SqlPolicyViolation,
    ValidationFailed,
)

if TYPE_CHECKING:  # the runner itself imports this module, and a runner is started for each query
    from collections.abc import Callable
    from pathlib import Path
    from threading import Event

# How long after the deadline a runner lives that does not stop by itself.
GRACE_SECONDS = 0.3
MAX_BYTES = 8 * 1000 * 1000

_LEAVES: dict[str, type[RunError]] = {
    leaf.error_code: leaf
    for leaf in (
        RunInvalid,
        SqlPolicyViolation,
        RunnerTimeout,
        RunnerResourceExceeded,
        RunnerInternalError,
    )
}


@dataclass(frozen=True)
class LentTable:
    """A table that the query may read: its name in the SQL and the DuckDB file it lies in.

    The file must be readable by others (mode o+r) where KeenBench runs as root: the box has a
    uid of its own.
    """

    name: str
    path: Path
    table: str = "data"


@dataclass(frozen=True)
class RunRequest:
    """One query. `sql` is `CheckedQuery.sql`, `policy_tables` its `tables`."""

    sql: str
    tables: tuple[LentTable, ...]
    dataset_id: str = ""
    timeout_seconds: float = 10.0
    max_rows: int = 200
    offset: int = 0
    max_bytes: int = MAX_BYTES
    hash: bool = False
    """Whether to hash all rows, whatever the window (`RunResult.result_hash`)."""
    threads: int = 1
    """At most; more than one only where `CheckedQuery.order_free` is true."""
    policy_tables: tuple[str, ...] | None = None
    """The tables that the policy saw: refused where DuckDB reads others."""

    def to_json(self, tables: list[dict[str, Any]]) -> dict[str, Any]:
        """Return the message to a runner, which finds the databases as `tables` says."""
        message: dict[str, Any] = {
            "dataset_id": self.dataset_id,
            "tables": tables,
            "sql": self.sql,
            "timeout_seconds": self.timeout_seconds,
            "max_rows": self.max_rows,
            "offset": self.offset,
            "max_bytes": self.max_bytes,
            "hash": self.hash,
            "threads": self.threads,
        }
        if self.policy_tables is not None:
            message["policy_tables"] = list(self.policy_tables)
        return message


@dataclass(frozen=True)
class RunResult:
    """The rows of a window, as CONTRACTS §3 "Values" has them."""

    columns: list[str]
    column_types: list[str]
    rows: list[list[Any]]
    row_count: int
    total_row_count: int
    has_more: bool
    exec_time_ms: float
    warnings: list[dict[str, str]] = field(default_factory=list)
    result_hash: str | None = None


class Runners(ABC):
    """Whatever runs queries: boxes or containers. Safe to use from any number of threads."""

    name: str

    @abstractmethod
    def run(self, request: RunRequest, canceled: Event | None = None) -> RunResult:
        """Run `request` in a fresh sandbox. Waiting for a free one does not count as its time."""

    def run_checked(
        self,
        tables: tuple[LentTable, ...],
        check: Callable[[], RunRequest],
        canceled: Event | None = None,
    ) -> RunResult:
        """Run the request that `check` gives, a query over `tables`; nothing where it raises.

        A backend may have a sandbox open the tables meanwhile. No SQL reaches it before.
        """
        return self.run(check(), canceled)

    @abstractmethod
    def status(self) -> dict[str, Any]:
        """Return what stands ready, for `ToolWorkerGetStatus` and `/healthz`."""

    @abstractmethod
    def close(self) -> None:
        """End every runner, and wait until they are gone."""


class Runner(ABC):
    """One sandbox that waits for its one query."""

    resident_bytes: int
    """What it takes while it waits."""

    def lend(self, tables: tuple[LentTable, ...]) -> None:
        """Hand over the tables of a query to come. Afterwards only a query over these may follow.

        Raises Stale where the runner is gone, or is of a kind that takes no tables ahead.
        """
        raise Stale

    @abstractmethod
    def ask(self, request: RunRequest, canceled: Event | None = None) -> RunResult:
        """Return the result of `request`. Afterwards the runner is good for nothing else.

        Raises Stale where it was gone before it had the request.
        """

    @abstractmethod
    def alive(self) -> bool: ...

    @abstractmethod
    def stop(self) -> None:
        """Kill the runner at once; what takes time is left to `end`."""

    @abstractmethod
    def end(self) -> None:
        """Kill the runner, and wait until nothing of it is left."""


class Stale(Exception):
    """The runner was gone before it had the request; another one can take it."""


def read_request(stream: IO[bytes]) -> Any:
    """Return the one JSON document on `stream`, on one line or several; None where there is none.

    Does not wait for the end of the stream: whoever asks may hold it open.
    """
    text = b""
    while line := stream.readline(MAX_BYTES):
        text += line
        try:
            return json.loads(text)
        except ValueError:
            if len(text) > MAX_BYTES:
                break
    if text.strip():
        raise RunInvalid("The request is not JSON.", subphase="params")
    return None


def read_answer(message: dict[str, Any]) -> RunResult:
    """Return the result in a runner's answer, or raise the error in it.

    A runner is not trusted: an answer of another shape is a crash.
    """
    try:
        told = message["error"]
        if told is not None:
            leaf = _LEAVES.get(told["type"], RunnerInternalError)
            raise leaf(
                str(told["message"])[:2000],
                subphase=told.get("subphase"),
                detail=told.get("detail"),
            )
        result = RunResult(
            columns=[str(name) for name in message["columns"]],
            column_types=[str(word) for word in message["column_types"]],
            rows=message["rows"],
            row_count=int(message["row_count"]),
            total_row_count=int(message["total_row_count"]),
            has_more=bool(message["has_more"]),
            exec_time_ms=float(message["exec_time_ms"]),
            warnings=[
                {"code": str(warning["code"]), "message": str(warning["message"])}
                for warning in message["warnings"]
            ],
            result_hash=message["result_hash"],
        )
        width = len(result.columns)
        if len(result.rows) != result.row_count or any(len(row) != width for row in result.rows):
            raise ValueError("rows")
        return result
    except (KeyError, TypeError, ValueError):
        raise RunnerInternalError("The runner gave an answer that makes no sense.") from None


def failed_answer(error: RunError) -> dict[str, Any]:
    """Return the answer of a runner whose query came to nothing."""
    told = {
        "type": error.error_code,
        "message": error.message,
        "subphase": error.fields["subphase"],
        "detail": error.fields["detail"],
    }
    return {
        "status": "timeout" if isinstance(error, RunnerTimeout) else "error",
        "columns": [],
        "column_types": [],
        "rows": [],
        "row_count": 0,
        "total_row_count": 0,
        "has_more": False,
        "exec_time_ms": 0,
        "warnings": [],
        "result_hash": None,
        "error": {key: value for key, value in told.items() if value is not None},
    }


def as_tabular_error(error: RunError) -> RunError | ValidationFailed:
    """Return `error` as the Tabular methods name it: what the SQL itself is at fault for is
    VALIDATION_FAILED with its subphase; time and memory keep their codes."""
    if not isinstance(error, RunInvalid | SqlPolicyViolation):
        return error
    info = error.fields
    return ValidationFailed(error.message, subphase=info["subphase"], detail=info["detail"])


def timed_out(seconds: float) -> RunnerTimeout:
    return RunnerTimeout(
        f"The query took longer than its {seconds:g} s and was stopped; filter or aggregate more."
    )


def out_of_memory() -> RunnerResourceExceeded:
    return RunnerResourceExceeded(
        "The query needs more memory than it may take; filter or aggregate more, "
        "or choose fewer columns.",
        detail={"limit": "memory"},
    )
