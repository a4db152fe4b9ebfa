"""Edits of files, made by the worker in a staging folder and swapped into the Draft together."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import Any

from keenbench.errors import (
    ErrorInfo,
    FileWriteFailed,
    KeenBenchError,
    TooLarge,
    ValidationFailed,
)
from keenbench.workbench.batch import DraftChange, Origin, put_state
from keenbench.workbench.bench import Workbench, Writing
from keenbench.workbench.draft import Draft, read_draft, require_draft
from keenbench.workbench.events import Event, EventSink, no_events
from keenbench.workbench.history import Batch, BatchKind, read_history
from keenbench.workbench.identity import new_id
from keenbench.workbench.journal import remove_folder
from keenbench.workbench.targets import check_names, check_target

# Anything that reads or makes document bytes happens in the worker: (method, params) -> result.
WorkerCall = Callable[[str, dict[str, Any]], dict[str, Any]]


@dataclass(frozen=True)
class Edit:
    """A call of the worker that leaves a new version of the file `path`.

    `params` are the method's own, without the workbench and without root and path of the file it
    writes. `target` tells what the method calls those two.
    """

    path: str
    method: str
    params: Mapping[str, Any]
    target: tuple[str, str] = ("root", "path")
    summary: str | None = None
    focus_hint: Mapping[str, int | str] | None = None

    def to_params(self, workbench_id: str, staging: str) -> dict[str, Any]:
        root, path = self.target
        return {"workbench_id": workbench_id, **self.params, root: staging, path: self.path}


@dataclass(frozen=True)
class EditResult:
    path: str
    ok: bool
    # The worker's own result, whole.
    result: dict[str, Any] | None = None
    error: ErrorInfo | None = None

    def to_json(self) -> dict[str, Any]:
        return {
            "path": self.path,
            "ok": self.ok,
            "result": self.result,
            "error": self.error.to_json() if self.error is not None else None,
        }

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> EditResult:
        error = ErrorInfo.model_validate(value["error"]) if value["error"] is not None else None
        return cls(value["path"], value["ok"], value["result"], error)


@dataclass(frozen=True)
class Applied:
    """What became of a batch of edits."""

    draft_id: str | None
    results: list[EditResult]
    # True when this very step had been applied before, and was not applied again.
    repeated: bool = False


@dataclass(frozen=True)
class Batching:
    """How a batch of edits is entered and shown."""

    kind: BatchKind = "edit"
    origin: Origin = field(default_factory=Origin)
    staging: str | None = None
    summary: str | None = None
    notices: Sequence[str] = ()


def apply_edits(
    bench: Workbench,
    worker: WorkerCall,
    edits: Sequence[Edit],
    batching: Batching | None = None,
    events: EventSink = no_events,
) -> Applied:
    """Apply each edit, all or nothing per file; the files that succeed are swapped in together.

    If none succeeds, or none changes anything, no Draft is made and none is changed.
    """
    batching = batching or Batching()
    if len({edit.path for edit in edits}) < len(edits):
        raise ValidationFailed("A batch changes a file only once.", phase="workshop")
    with bench.writing() as writing:
        before = _already_applied(writing, batching.origin.key)
        if before is not None:
            results = [EditResult.from_json(result) for result in before.results]
            return Applied(before.draft_id, results, repeated=True)
        staging_name = batching.staging or new_id("batch")
        with writing.staging(staging_name) as staging:
            results = []
            for edit in edits:
                beside = [result.path for result in results if result.ok]
                results.append(_attempt(writing, worker, edit, staging, beside))
            draft = _commit(writing, edits, results, batching, staging)
    if draft is not None:
        draft_changed(bench, draft, events)
    return Applied(_draft_id(bench, draft), results)


def undo(bench: Workbench, events: EventSink = no_events) -> Draft:
    """Take the Draft back to before its latest batch."""
    with bench.writing() as writing:
        draft = require_draft(writing.view)
        batch = read_history(writing.folders).get(draft.pointer)
        if batch is None or not batch.files:
            raise ValidationFailed("There is nothing to undo.", phase="workshop")
        draft = _move(writing, batch.parent, {f.path: f.before for f in batch.files})
    draft_changed(bench, draft, events)
    return draft


def redo(bench: Workbench, events: EventSink = no_events) -> Draft:
    """Bring back the batch that was undone last."""
    with bench.writing() as writing:
        draft = require_draft(writing.view)
        batch = read_history(writing.folders).after(draft.draft_id, draft.pointer)
        if batch is None:
            raise ValidationFailed("There is nothing to redo.", phase="workshop")
        draft = _move(writing, batch.batch_id, {f.path: f.after for f in batch.files})
    draft_changed(bench, draft, events)
    return draft


def _move(writing: Writing, pointer: str | None, states: Mapping[str, str | None]) -> Draft:
    with writing.staging(new_id("undo")) as staging:
        change = DraftChange(writing, "edit")
        for path, state in states.items():
            put_state(change, path, state, staging)
        return change.commit_at(pointer)


def draft_changed(bench: Workbench, draft: Draft | None, events: EventSink) -> None:
    data: dict[str, Any] = {"has_draft": draft is not None}
    if draft is not None:
        data |= {"draft_id": draft.draft_id, "changed": sorted({*draft.files, *draft.deleted})}
    events(Event("DraftStateChanged", bench.workbench_id, data))


def _already_applied(writing: Writing, key: str | None) -> Batch | None:
    if key is None:
        return None
    draft = read_draft(writing.view)
    pointer = draft.pointer if draft is not None else None
    return read_history(writing.folders).with_key(key, pointer)


def _attempt(
    writing: Writing, worker: WorkerCall, edit: Edit, staging: str, beside: Sequence[str]
) -> EditResult:
    """Return what the worker made of one edit; its file waits in `staging` when it went well."""
    try:
        result = stage_edit(writing, worker, edit, staging, beside)
    except KeenBenchError as error:
        return EditResult(edit.path, ok=False, error=error.info())
    return EditResult(edit.path, ok=True, result=result)


def stage_edit(
    writing: Writing, worker: WorkerCall, edit: Edit, staging: str, beside: Sequence[str] = ()
) -> dict[str, Any]:
    """Have the worker make one edit's file in `staging`, and return what it answers."""
    bench = writing.bench
    check_target(edit.path, edit.method, edit.params)
    check_names(bench, writing.manifest, read_draft(writing.view), [*beside, edit.path])
    result = worker(edit.method, edit.to_params(bench.workbench_id, staging))
    try:
        made = os.stat(edit.path, dir_fd=writing.folders.get(staging), follow_symlinks=False)
    except FileNotFoundError:
        raise FileWriteFailed(
            f"The worker left no new version of {edit.path}.", path=edit.path
        ) from None
    if made.st_size > bench.limits.max_file_bytes:
        raise TooLarge(
            f"{edit.path} would be larger than {bench.limits.max_file_bytes} bytes.",
            path=edit.path,
        )
    return result


def _commit(
    writing: Writing,
    edits: Sequence[Edit],
    results: Sequence[EditResult],
    batching: Batching,
    staging: str,
) -> Draft | None:
    """Swap in what succeeded; None when that changes nothing."""
    done = [edit for edit, result in zip(edits, results, strict=True) if result.ok]
    if not done:
        return None
    change = DraftChange(writing, batching.kind, batching.origin)
    with ExitStack() as cleaning:
        if change.is_new:
            # References of a Draft that never came to be.
            cleaning.callback(_forget_review, writing, change.draft.draft_id)
        for edit in done:
            change.put(edit.path, staging)
        if not change.files:
            return None
        changed = {step.path for step in change.files}
        for edit, result in zip(edits, results, strict=True):
            if result.ok and edit.path in changed:
                _note(change, edit, result)
        change.draft.summary = batching.summary or change.draft.summary
        change.draft.notices = [*change.draft.notices, *batching.notices, *_warnings(results)]
        draft = change.commit([result.to_json() for result in results])
        cleaning.pop_all()
    return draft


def _note(change: DraftChange, edit: Edit, result: EditResult) -> None:
    if edit.summary is not None:
        change.note("summaries", edit.path, edit.summary.encode())
    # Whoever asked for the edit may say where to look; else the worker says where it was made.
    hint = edit.focus_hint or (result.result or {}).get("focus")
    if hint is not None:
        change.note("focus_hints", edit.path, json.dumps(dict(hint)).encode())


def _warnings(results: Sequence[EditResult]) -> list[str]:
    """Return what the worker had to say about whole files, for Review to show."""
    found: list[str] = []
    for result in results:
        for warning in (result.result or {}).get("warnings") or ():
            text = warning.get("message") if isinstance(warning, dict) else warning
            if text:
                found.append(f"{result.path}: {text}")
    return found


def _forget_review(writing: Writing, draft_id: str) -> None:
    remove_folder(writing.folders, f"meta/review/{draft_id}")


def _draft_id(bench: Workbench, draft: Draft | None) -> str | None:
    if draft is not None:
        return draft.draft_id
    current = bench.read(read_draft)
    return current.draft_id if current is not None else None
