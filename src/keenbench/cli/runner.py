"""`keenbench runner`: one query from stdin, run in the same box that the worker uses."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from keenbench.cli.output import exit_code, reports_errors
from keenbench.errors import RunError, RunInvalid, ValidationFailed

if TYPE_CHECKING:
    from keenbench.sandbox.runs import RunRequest
    from keenbench.settings import Settings


@reports_errors
def runner() -> None:
    """Answer one query on stdin: {dataset_id, tables, sql, timeout_seconds, max_rows, offset}."""
    from keenbench.query.refusal import as_run_error
    from keenbench.sandbox.runs import failed_answer, read_request

    try:
        message = read_request(sys.stdin.buffer)
        if message is None:
            raise RunInvalid("There is no request on stdin.", subphase="params")
        answer = _run(message)
        code = 0
    except RunError as error:
        answer, code = failed_answer(error), exit_code(error.error_code)
    except ValidationFailed as error:
        refused = as_run_error(error)
        answer, code = failed_answer(refused), exit_code(refused.error_code)
    sys.stdout.write(json.dumps(answer, ensure_ascii=False) + "\n")
    raise typer.Exit(code)


def _run(message: Any) -> dict[str, Any]:
    from dataclasses import asdict, replace

    from keenbench.query.policy import check
    from keenbench.sandbox.backends import runners
    from keenbench.settings import load_settings

    settings = load_settings()
    request = _request(message, settings)
    names = [table.name for table in request.tables]
    checked = check(request.sql, [*names, "data"])
    pool = runners(settings)
    try:
        result = pool.run(replace(request, sql=checked.sql, policy_tables=checked.tables))
    finally:
        pool.close()
    answer = asdict(result)
    warnings = [{"code": one.code, "message": one.message} for one in checked.warnings]
    answer["warnings"] = [*warnings, *answer["warnings"]]
    return {"status": "success", **answer, "error": None}


def _request(message: Any, settings: Settings) -> RunRequest:
    from keenbench.sandbox.runs import LentTable, RunRequest

    try:
        return RunRequest(
            sql=str(message["sql"]),
            tables=tuple(
                LentTable(
                    name=str(table["name"]),
                    path=Path(table["path"]).absolute(),
                    table=str(table.get("table", "data")),
                )
                for table in message["tables"]
            ),
            dataset_id=str(message.get("dataset_id", "")),
            timeout_seconds=float(message.get("timeout_seconds", settings.run_timeout_seconds)),
            max_rows=int(message.get("max_rows", settings.max_rows)),
            offset=int(message.get("offset", 0)),
            hash=bool(message.get("hash", False)),
        )
    except (KeyError, TypeError, ValueError, AttributeError):
        raise RunInvalid(
            "The request must be {dataset_id, tables[{name, path}], sql, timeout_seconds, "
            "max_rows, offset}.",
            subphase="params",
        ) from None
