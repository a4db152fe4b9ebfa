"""What the user takes back: one file, some, or the whole Draft; and the files that go."""

from __future__ import annotations

from collections.abc import Sequence

from keenbench.errors import FileMissing, ValidationFailed
from keenbench.paths import check_name
from keenbench.reading import DRAFT
from keenbench.workbench.batch import DraftChange
from keenbench.workbench.bench import Workbench, Writing
from keenbench.workbench.checkpoints import tidy
from keenbench.workbench.draft import Draft, require_draft
from keenbench.workbench.edits import draft_changed
from keenbench.workbench.events import EventSink, no_events
from keenbench.workbench.history import OPS, Batch, BatchKind
from keenbench.workbench.identity import new_id, now
from keenbench.workbench.journal import Transaction
from keenbench.workbench.runs import require_no_run


def discard_draft(
    bench: Workbench, paths: Sequence[str] | None = None, events: EventSink = no_events
) -> None:
    """Give up the whole Draft, or only what it changes about `paths`."""
    with bench.writing() as writing:
        # What a run has made so far would go while it goes on as if it were there.
        require_no_run(writing.folders, "discarding changes")
        draft = require_draft(writing.view)
        left = None
        if paths is None:
            _end(writing, draft)
        else:
            left = _revert(writing, paths)
    draft_changed(bench, left, events)


def revert_file(bench: Workbench, path: str, events: EventSink = no_events) -> None:
    """Have Published show through for one file again; the Draft goes with its last change."""
    discard_draft(bench, [path], events)


def delete_file(bench: Workbench, path: str, events: EventSink = no_events) -> None:
    """Delete a file in the Draft, on the user's own word: no model has this."""
    check_name(path)
    with bench.writing() as writing:
        require_no_run(writing.folders, "deleting a file")
        change = DraftChange(writing, "delete")
        if path not in change.manifest and path not in change.draft.files:
            raise FileMissing(f"There is no file {path}.", path=path)
        change.delete(path)
        draft = commit_or_end(writing, change)
    draft_changed(bench, draft, events)


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


def _revert(writing: Writing, paths: Sequence[str]) -> Draft | None:
    """Return the Draft that is left, None when these were its last changes."""
    change = DraftChange(writing, "revert")
    for path in dict.fromkeys(paths):
        check_name(path)
        if change.draft.state_of(path) is None:
            raise ValidationFailed(f"The Draft does not change {path}.", path=path, phase="review")
        change.revert(path)
    return commit_or_end(writing, change)


def commit_or_end(writing: Writing, change: DraftChange) -> Draft | None:
    """Return the Draft that a change leaves; None when it leaves nothing, and the Draft goes."""
    if not change.files:
        return change.draft
    if not change.draft.is_empty(change.manifest):
        return change.commit()
    _end(writing, change.draft)
    return None


def _end(writing: Writing, draft: Draft) -> None:
    change = Transaction(writing.folders, "discard")
    drop_draft(writing, change, draft)
    change.append(OPS, end_of_draft(draft, "discard").to_line())
    change.commit()
    tidy(writing.folders)
