"""Tools that change the Draft: texts, operations, exports, assets.

Every change goes through `apply_edits`, all or nothing per file, with a key under which it happens
only once. Nothing here deletes a file, and nothing writes anywhere but into the Draft.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from keenbench.errors import SandboxViolation, UserCanceled, ValidationFailed, from_info
from keenbench.workbench.batch import Origin
from keenbench.workbench.draft import read_draft
from keenbench.workbench.edits import Batching, Edit, EditResult, apply_edits
from keenbench.workbench.kinds import OpsKind
from keenbench.workbench.proposals import MAX_OPS_PER_FILE, MAX_WRITE_BYTES
from keenbench.workbench.targets import APPLY_METHODS, TEXT_WRITE
from keenbench.workshop.coverage import Reading
from keenbench.workshop.edit_words import made_by, told_operations
from keenbench.workshop.table_tools import check_joins, source_of, table_file
from keenbench.workshop.tool_call import Told, ToolCall

_REPORTS = 40
# Keys of operations for which null says something: an empty cell, no filter, no colour.
_NULL_MEANS = frozenset({"value", "range", "color"})


def write_text_file(call: ToolCall) -> Told:
    path = _target(call, "path")
    content: str = call.arguments["content"]
    if len(content.encode()) > MAX_WRITE_BYTES:
        raise ValidationFailed(
            f"content is longer than {MAX_WRITE_BYTES} bytes, the most that one call writes. For a "
            "table use table_export.",
            path=path,
        )
    edit = Edit(path, TEXT_WRITE, {"content": content}, summary=_summary(call, "Text written."))
    return _apply(call, edit)


def operations(kind: OpsKind) -> Callable[[ToolCall], Told]:
    def edit_by_operations(call: ToolCall) -> Told:
        path = _target(call, "path")
        ops: list[dict[str, Any]] = call.arguments["operations"]
        if not ops:
            raise ValidationFailed("operations is empty; there is nothing to do.", path=path)
        if len(ops) > MAX_OPS_PER_FILE:
            raise ValidationFailed(
                f"There are {len(ops)} operations; one call takes at most {MAX_OPS_PER_FILE}. "
                "Make several calls.",
                path=path,
            )
        ops = [_as_meant(op) for op in ops]
        params = {"ops": ops} | call.given("create_new", "track_changes", "recalculate")
        if "copy_from" in call.arguments:
            params["copy_from"] = call.visible.require(
                call.arguments["copy_from"], "copy_from"
            ).path
        _check_made(call, path, kind)
        for at, op in enumerate(ops):
            if isinstance(op.get("image_path"), str):
                call.visible.require(op["image_path"], f"operations[{at}].image_path")
        edit = Edit(
            path,
            APPLY_METHODS[kind],
            params,
            summary=_summary(call, told_operations(ops)),
        )
        return _apply(call, edit)

    return edit_by_operations


def copy_assets(kind: OpsKind) -> Callable[[ToolCall], Told]:
    def carry(call: ToolCall) -> Told:
        source = call.file("source_path")
        target = call.visible.require(_target(call, "target_path"), "target_path")
        edit = Edit(
            target.path,
            f"{kind.capitalize()}CopyAssets",
            {
                "source_path": source.path,
                "source_root": "draft",
                "assets": [_as_meant(asset) for asset in call.arguments["assets"]],
            },
            target=("target_root", "target_path"),
            summary=_summary(call, f"Assets carried over from {source.path}."),
        )
        return _apply(call, edit)

    return carry


def table_export(call: ToolCall) -> Told:
    file = table_file(call)
    target = _target(call, "target_path")
    named = "query" in call.arguments
    if named:
        check_joins(call, call.arguments["query"])
    params = source_of(call, "query", "format", "sheet") | {"path": file.path, "root": "draft"}
    what = "The result of a query over" if named else "All rows of"
    edit = Edit(
        target,
        "TabularExport",
        params,
        target=("target_root", "target_path"),
        summary=_summary(call, f"{what} {file.path}, exported."),
    )
    told = _apply(call, edit)
    return Told(told.result, [Reading(file.path, "rows", computed=call.tool)], told.wrote)


def table_update_from_export(call: ToolCall) -> Told:
    file = table_file(call)
    target = _target(call, "target_path")
    if target in call.visible.hidden:
        call.visible.require(target, "target_path")
    if "query" in call.arguments:
        check_joins(call, call.arguments["query"])
    own = (
        "query",
        "sheet",
        "mode",
        "start_cell",
        "include_header",
        "create_workbook_if_missing",
        "create_sheet_if_missing",
        "clear_target_range",
    )
    edit = Edit(
        target,
        "TabularUpdateFromExport",
        source_of(call, *own) | {"path": file.path, "root": "draft"},
        target=("target_root", "target_path"),
        summary=_summary(call, f"Rows of {file.path} written to {call.arguments['sheet']}."),
    )
    told = _apply(call, edit)
    return Told(told.result, [Reading(file.path, "rows", computed=call.tool)], told.wrote)


def _target(call: ToolCall, name: str) -> str:
    """Return the file that a call writes, if a model may write one of that name at all."""
    path: str = call.arguments[name]
    call.visible.check_name(path, name)
    if path.startswith("."):
        raise SandboxViolation(
            f"{path} is a hidden name; models write files that the user sees.", path=path
        )
    return path


def _check_made(call: ToolCall, path: str, kind: OpsKind) -> None:
    """Say, before the worker does, that a file which is not there must be made."""
    if call.arguments.get("create_new") or "copy_from" in call.arguments:
        return
    if call.visible.get(path) is not None:
        return
    near = call.visible.near(path) if path not in call.visible.hidden else []
    said = f"There is no file {path}."
    if near:
        said += f" Did you mean {' or '.join(near)}?"
    if kind != "pdf":
        said += " To make a new file give create_new: true."
    raise ValidationFailed(said, path=path, detail={"did_you_mean": near})


def _as_meant(value: Any) -> Any:
    """Return JSON without nulls that mean nothing, and with 3.0 as 3.

    Some providers know no whole numbers, and many models write null for what they leave out.
    """
    if isinstance(value, float) and value.is_integer() and abs(value) < 2**53:
        return int(value)
    if isinstance(value, list):
        return [_as_meant(item) for item in value]
    if isinstance(value, dict):
        return {
            key: _as_meant(item)
            for key, item in value.items()
            if item is not None or key in _NULL_MEANS
        }
    return value


def _summary(call: ToolCall, words: str) -> str:
    return f"{words} {made_by(call.run.model_id)}"


def _apply(call: ToolCall, edit: Edit) -> Told:
    """Make the change, and return what became of it."""
    run = call.run
    applied = apply_edits(
        run.bench,
        call.ask,
        [edit],
        Batching(origin=Origin(run.run_id, call.step, call.key)),
        call.engine.events,
    )
    (result,) = applied.results
    if result.error is not None:
        error = from_info(result.error)
        if isinstance(error, UserCanceled):
            raise error
        error.fields["path"] = error.fields["path"] or edit.path
        raise error
    run.coverage.changed(edit.path)
    told: dict[str, Any] = {"ok": True, "path": edit.path, "in_draft": True}
    if applied.repeated:
        told["note"] = "This step had been applied before and was not applied again."
    elif not _changed(call, edit.path):
        told["note"] = "Nothing changed: the file already was as the call would have it."
        return Told(told | _report(result))
    return Told(told | _report(result), wrote=[edit.path])


def _changed(call: ToolCall, path: str) -> bool:
    """True when the Draft's version of the file is another than before the call."""
    draft = call.run.bench.read(read_draft)
    before = call.visible.get(path)
    after = draft.files.get(path) if draft is not None else None
    return after is not None and (before is None or after.sha256 != before.state)


def _report(result: EditResult) -> dict[str, Any]:
    """Return the worker's report without what the model knows already."""
    found: Mapping[str, Any] = result.result or {}
    own = ("ok", "report", "warnings", "focus")
    told = {key: value for key, value in found.items() if key not in own}
    if found.get("warnings"):
        told["warnings"] = found["warnings"]
    reports = [_compact(report) for report in found.get("report") or ()]
    if reports:
        told["operations_applied"] = len(reports)
        # Of many operations that went as asked, those are told that have something to say.
        said = reports if len(reports) <= _REPORTS else [r for r in reports if "warnings" in r]
        told["report"] = said
        if len(said) < len(reports):
            told["report_note"] = f"Only the {len(said)} operations with warnings are listed."
    return told


def _compact(report: Mapping[str, Any]) -> dict[str, Any]:
    told = {key: value for key, value in report.items() if key != "warnings" or value}
    return {key: value for key, value in told.items() if value is not None}
