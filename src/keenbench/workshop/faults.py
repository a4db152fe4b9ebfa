"""Errors as a model is told of them: a code, what is wrong, and what to do about it."""

from __future__ import annotations

from typing import Any

from keenbench.errors import (
    Busy,
    DiskFull,
    FileMissing,
    FileReadFailed,
    FileWriteFailed,
    InvalidParams,
    KeenBenchError,
    RunError,
    SandboxViolation,
    TooLarge,
    ToolWorkerUnavailable,
    ValidationFailed,
)

_SQL = (
    "Correct the query and try again. The table is called data; table_get_map gives its columns; "
    'write names with blanks or other signs in double quotes ("FECHA VALOR"), and only SELECT '
    "statements."
)


def is_told(error: KeenBenchError) -> bool:
    """True for what a model can do something about; all else ends the run."""
    if isinstance(error, DiskFull):
        return False
    if isinstance(error, ToolWorkerUnavailable):
        return bool(error.fields["retryable"])
    told = (ValidationFailed, SandboxViolation, FileReadFailed, FileWriteFailed, RunError)
    return isinstance(error, told)


def told(error: KeenBenchError, tool: str) -> dict[str, Any]:
    """Return an error in words that a model can act on."""
    fields = error.fields
    said: dict[str, Any] = {
        "code": fields["error_code"],
        # Models call the list `operations`, the worker `ops`.
        "message": error.message.replace("ops[", "operations["),
        "what_to_do": what_to_do(error, tool),
    }
    if fields["path"]:
        said["path"] = fields["path"]
    near = fields["detail"].get("did_you_mean") if isinstance(fields["detail"], dict) else None
    if near:
        said["did_you_mean"] = near
    return {"ok": False, "error": said}


def what_to_do(error: KeenBenchError, tool: str) -> str:
    subphase = str(error.fields["subphase"] or "")
    if subphase.startswith("sql_"):
        return _SQL
    if subphase == "analysis_turn":
        return "Answer without changing files; say what you would change if the user asks for it."
    if subphase == "opaque":
        return "Do not try again. Tell the user that this file cannot be read here."
    if isinstance(error, FileMissing):
        return "Use a name that list_files gives, exactly as it is written there."
    if isinstance(error, SandboxViolation):
        return "Use the plain name of a file of this workbench: no folder, no absolute path."
    if isinstance(error, TooLarge):
        return "Ask for less at a time: the map names the chunks, ranges and row counts."
    if isinstance(error, Busy):
        return "Try the same call again."
    if isinstance(error, InvalidParams) or "operations" in tool:
        return f"Correct the arguments of {tool} and call it again; nothing was changed."
    return _by_code(error)


def _by_code(error: KeenBenchError) -> str:
    if isinstance(error, FileReadFailed):
        return (
            "The file cannot be read as it is, and trying again will not help. Tell the user, and "
            "go on with the other files."
        )
    if isinstance(error, FileWriteFailed):
        return "Try once more; if it fails again, tell the user."
    if isinstance(error, ToolWorkerUnavailable):
        return "Try once more with a smaller request; if it fails again, tell the user."
    if error.error_code == "RUNNER_TIMEOUT":
        return "Ask something simpler: filter first, aggregate, or take fewer columns."
    if error.error_code == "RUNNER_RESOURCE_EXCEEDED":
        return "Ask for less: fewer rows or columns, or an aggregate."
    return "Read the message, correct the call and try again, or tell the user."
