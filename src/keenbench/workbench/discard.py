"""What the user takes back: one file, some, or the whole Draft; and the files that go.

Each can be undone: by the batch that did it, or where the Draft went with its last change, by the
checkpoint that was made of it first.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass

from keenbench.errors import (
    CheckpointCreateFailed,
    ConflictPublishedChanged,
    DiskFull,
    FileMissing,
    FileReadFailed,
    ValidationFailed,
)
from keenbench.paths import check_name
from keenbench.reading import DRAFT
from keenbench.workbench.batch import DraftChange, put_state
from keenbench.workbench.bench import Workbench, Writing
from keenbench.workbench.checkpoints import (
    CHECKPOINT,
    Checkpoint,
    created,
    folder_of,
    keep_contents,
    new_checkpoint,
    tidy,
)
from keenbench.workbench.draft import Draft, read_draft, require_draft
from keenbench.workbench.edits import draft_changed
from keenbench.workbench.events import EventSink, no_events
from keenbench.workbench.history import OPS, Batch, BatchKind, read_history
from keenbench.workbench.identity import new_id, now
from keenbench.workbench.journal import Transaction
from keenbench.workbench.runs import require_no_run

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class TakenBack:
    """The Draft that is left, if one is; and what brings back the one that was."""

    draft: Draft | None
    batch_id: str | None = None
    checkpoint: Checkpoint | None = None

    @property
    def undo_id(self) -> str | None:
        return self.checkpoint.checkpoint_id if self.checkpoint is not None else self.batch_id

    def tell(self, bench: Workbench, events: EventSink) -> None:
        if self.checkpoint is not None:
            created(bench, self.checkpoint, events)
        draft_changed(bench, self.draft, events)


def discard_draft(
    bench: Workbench, paths: Sequence[str] | None = None, events: EventSink = no_events
) -> TakenBack:
    """Give up the whole Draft, or only what it changes about `paths`."""
    with bench.writing() as writing:
        # What a run has made so far would go while it goes on as if it were there.
        require_no_run(writing.folders, "discarding changes")
        draft = require_draft(writing.view)
        taken = _end(writing, draft) if paths is None else _revert(writing, paths)
    taken.tell(bench, events)
    return taken


def revert_file(bench: Workbench, path: str, events: EventSink = no_events) -> TakenBack:
    """Have Published show through for one file again; the Draft goes with its last change."""
    return discard_draft(bench, [path], events)


def bring_back(bench: Workbench, batch_id: str, events: EventSink = no_events) -> None:
    """Undo what the user took back last, as long as the Draft has not changed since."""
    with bench.writing() as writing:
        require_no_run(writing.folders, "undoing")
        draft = require_draft(writing.view)
        batch = read_history(writing.folders).get(batch_id)
        if batch is None or batch.kind not in ("revert", "delete"):
            raise ValidationFailed(f"There is nothing to undo as {batch_id[:100]}.", phase="review")
        if draft.pointer != batch_id:
            raise ConflictPublishedChanged(
                "The Draft has changed since; review it as it is now.",
                phase="review",
                subphase="draft_changed",
                workbench_id=bench.workbench_id,
            )
        with writing.staging(new_id("undo")) as staging:
            change = DraftChange(writing, "revert")
            for file in batch.files:
                put_state(change, file.path, file.before, staging)
            draft = change.commit_at(batch.parent)
    draft_changed(bench, draft, events)


def delete_file(bench: Workbench, path: str, events: EventSink = no_events) -> None:
    """Delete a file in the Draft, on the user's own word: no model has this."""
    check_name(path)
    with bench.writing() as writing:
        require_no_run(writing.folders, "deleting a file")
        change = DraftChange(writing, "delete")
        if path not in change.manifest and path not in change.draft.files:
            raise FileMissing(f"There is no file {path}.", path=path)
        change.delete(path)
        taken = commit_or_end(writing, change)
    taken.tell(bench, events)


def drop_draft(writing: Writing, change: Transaction, draft: Draft) -> None:
    """Have a transaction end the Draft, whatever its folder holds."""
    for name in writing.view.names("draft"):
        change.remove("draft", name)
    change.remove("meta", DRAFT)
    change.drop(f"meta/review/{draft.draft_id}")


def end_of_draft(draft: Draft, kind: BatchKind) -> Batch:
    """Return the entry of the history beyond which nothing is undone."""
    return Batch(
        batch_id=new_id("b"), draft_id=draft.draft_id, parent=None, kind=kind, at=now(), files=[]
    )


def _revert(writing: Writing, paths: Sequence[str]) -> TakenBack:
    change = DraftChange(writing, "revert")
    for path in dict.fromkeys(paths):
        check_name(path)
        if change.draft.state_of(path) is None:
            raise ValidationFailed(f"The Draft does not change {path}.", path=path, phase="review")
        change.revert(path)
    return commit_or_end(writing, change)


def commit_or_end(writing: Writing, change: DraftChange) -> TakenBack:
    """Carry a change out; when it leaves nothing, the Draft goes."""
    if not change.files:
        return TakenBack(change.draft)
    if change.draft.is_empty(change.manifest):
        return _end(writing, change.draft)
    draft = change.commit()
    return TakenBack(draft, batch_id=draft.pointer)


def _end(writing: Writing, draft: Draft) -> TakenBack:
    checkpoint = _keep(writing)
    change = Transaction(writing.folders, "discard")
    drop_draft(writing, change, draft)
    change.append(OPS, end_of_draft(draft, "discard").to_line())
    if checkpoint is not None:
        change.write(folder_of(checkpoint.checkpoint_id), CHECKPOINT, checkpoint.encode())
    change.commit()
    tidy(writing.folders)
    return TakenBack(None, checkpoint=checkpoint)


def _keep(writing: Writing) -> Checkpoint | None:
    """Keep the Draft that is about to go, unless it holds nothing or cannot be kept.

    Discarding is what makes room on a full disk, so it does not fail for want of room.
    """
    draft = read_draft(writing.view)
    if draft is None or draft.is_empty(writing.manifest):
        return None
    checkpoint = new_checkpoint("auto", "The Draft before it was discarded")
    try:
        keep_contents(writing, checkpoint)
    except (CheckpointCreateFailed, DiskFull, FileReadFailed) as error:
        log.warning("a discarded Draft was not kept: %s", error.info().error_code)
        return None
    return checkpoint
