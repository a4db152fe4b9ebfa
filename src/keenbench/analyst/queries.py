"""Queries that were let through, and what a capsule keeps of those that were not."""

from __future__ import annotations

import json
import platform
from dataclasses import dataclass
from importlib import metadata
from typing import Any

from keenbench.analyst.dataset import Described
from keenbench.query.compile import CompiledPlan, Output, order_free_columns
from keenbench.query.plan import QueryPlan, is_storable
from keenbench.query.policy import CheckedQuery, check
from keenbench.query.refusal import SqlRefused, as_run_error
from keenbench.tables.ingest_version import INGEST_VERSION


@dataclass(frozen=True)
class Query:
    """A query that was let through, ready to be run."""

    checked: CheckedQuery
    plan: CompiledPlan | None = None

    @property
    def outputs(self) -> tuple[Output, ...]:
        return self.plan.outputs if self.plan is not None else ()

    @property
    def warnings(self) -> list[dict[str, str]]:
        told = self.plan.warnings if self.plan is not None else ()
        return [{"code": each.code, "message": each.message} for each in told]


def engine_version() -> str:
    """Return what must be the same for the same result: engine, ingest, architecture."""
    return f"duckdb {metadata.version('duckdb')} ingest {INGEST_VERSION} {platform.machine()}"


def check_sql(sql: str, described: Described) -> CheckedQuery:
    """Return SQL that someone wrote as the policy lets it through."""
    schema = described.schema
    tables = {table.name: [column.name for column in table.columns] for table in schema.tables}
    exact, alike = order_free_columns(schema)
    try:
        return check(sql, tables, exact_columns=exact, alike_columns=alike)
    except SqlRefused as error:
        raise as_run_error(error) from None


def plan_json(plan: object, read: QueryPlan | None) -> Any:
    """Return the plan for the capsule, also one that could not be read."""
    if read is not None:
        return read.to_json()
    try:
        value = json.loads(plan) if isinstance(plan, str) else plan
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) and is_storable(value) else None


def storable_sql(sql: str) -> str:
    """Return SQL for the capsule, also what no database could hold as it stands."""
    return sql.encode(errors="replace").decode().replace("\0", "\ufffd")[:100_000]
