"""Publish: what was reviewed takes the place of what was published, all at once."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import asdict, dataclass

from keenbench.errors import ConflictPublishedChanged, ValidationFailed
from keenbench.reading import DRAFT, MANIFEST, View
from keenbench.workbench.bench import Workbench, Writing
from keenbench.workbench.changes import Change, ChangeSet, published_content, read_change_set
from keenbench.workbench.checkpoints import (
    CHECKPOINT,
    Checkpoint,
    created,
    displaced_folder,
    folder_of,
    keep_contents,
    new_checkpoint,
    tidy,
)
from keenbench.workbench.discard import drop_draft, end_of_draft
from keenbench.workbench.draft import Draft, is_scratch, require_draft, stat_of
from keenbench.workbench.edits import draft_changed
from keenbench.workbench.events import Event, EventSink, no_events
from keenbench.workbench.files import check_count
from keenbench.workbench.history import OPS
from keenbench.workbench.identity import iso_ns, now
from keenbench.workbench.journal import Transaction
from keenbench.workbench.manifest import FileEntry, Manifest, entry_for
from keenbench.workbench.runs import require_no_run

STAGES = ("validate", "conflict_check", "checkpoint", "publish", "finalise")


@dataclass(frozen=True)
class Published:
    published_at: str
    checkpoint_id: str
    paths: list[str]


@dataclass(frozen=True)
class Asked:
    """What the user is asked about a file before it is published."""

    notice_id: str
    path: str
    code: str
    message: str


# What is asked about a change, as the Draft and its references stand.
Asks = Callable[[View, Draft, Change], list[Asked]]


def publish(
    bench: Workbench,
    *,
    change_set_hash: str | None = None,
    paths: Sequence[str] | None = None,
    confirm_deletions: Collection[str] = (),
    confirm_notices: Collection[str] = (),
    asks: Asks = lambda view, draft, change: [],
    events: EventSink = no_events,
) -> Published:
    """Publish the Draft, or of it only `paths`. On any error Published is as it was."""

    def stage(name: str) -> None:
        data = {"stage": name, "done": STAGES.index(name), "total": len(STAGES)}
        events(Event("DraftPublishProgress", bench.workbench_id, data))

    with bench.writing() as writing:
        stage("validate")
        require_no_run(writing.folders, "publishing")
        draft = require_draft(writing.view)
        # Every changed file is hashed anew: what is published is what was shown, byte for byte.
        change_set = read_change_set(writing.view, draft, trust_stat=False)
        if change_set_hash not in (None, change_set.change_set_hash):
            raise ConflictPublishedChanged(
                "The Draft is not what Review showed; review it again.",
                phase="publish",
                subphase="draft_changed",
                workbench_id=bench.workbench_id,
            )
        chosen = _choose(change_set, paths, confirm_deletions)
        asked = [one for change in chosen for one in asks(writing.view, draft, change)]
        _require_confirmed(asked, confirm_notices)
        manifest = _manifest_after(writing, change_set.manifest, chosen)
        check_count(bench, len(manifest))
        stage("conflict_check")
        _check_conflicts(writing, change_set, chosen, reviewed=change_set_hash is not None)
        stage("checkpoint")
        checkpoint = new_checkpoint("publish")
        keep_contents(writing, checkpoint, {c.path for c in chosen if c.before is not None})
        stage("publish")
        left = _commit(writing, change_set, chosen, manifest, checkpoint)
        stage("finalise")
        tidy(writing.folders)
    created(bench, checkpoint, events)
    events(
        Event("WorkbenchFilesChanged", bench.workbench_id, {"published": [c.path for c in chosen]})
    )
    draft_changed(bench, left, events)
    return Published(checkpoint.created_at, checkpoint.checkpoint_id, [c.path for c in chosen])


def _choose(
    change_set: ChangeSet, paths: Sequence[str] | None, confirmed: Collection[str]
) -> list[Change]:
    if not change_set.changes:
        raise ValidationFailed("The Draft changes nothing.", phase="publish", subphase="no_changes")
    chosen = change_set.changes
    if paths is not None:
        for path in paths:
            if change_set.get(path) is None:
                raise ValidationFailed(
                    f"The Draft does not change {path}.", path=path, phase="publish"
                )
        chosen = [change for change in change_set.changes if change.path in set(paths)]
        if not chosen:
            raise ValidationFailed("No file was named to publish.", phase="publish")
    open_deletions = [
        change.path
        for change in chosen
        if change.change_type == "deleted" and change.path not in confirmed
    ]
    if open_deletions:
        raise ValidationFailed(
            f"Deleting {', '.join(open_deletions)} needs your confirmation.",
            phase="publish",
            subphase="confirm_deletions",
            detail={"paths": open_deletions},
        )
    return chosen


def _require_confirmed(asked: Sequence[Asked], confirmed: Collection[str]) -> None:
    left = [one for one in asked if one.notice_id not in confirmed]
    if left:
        first = f"{left[0].path}: {left[0].message}"
        more = f" There are {len(left) - 1} more such notices." if len(left) > 1 else ""
        raise ValidationFailed(
            f"Publishing needs your confirmation. {first}{more}",
            phase="publish",
            subphase="confirm_notices",
            actions=("review_draft",),
            detail={"notices": [asdict(one) for one in left]},
        )


def _manifest_after(writing: Writing, manifest: Manifest, chosen: Sequence[Change]) -> Manifest:
    published_at = now()
    entries: list[FileEntry] = []
    for change in chosen:
        found = writing.view.stat("draft", change.path)
        if change.after is not None and found is not None:
            old = manifest.get(change.path)
            entries.append(
                entry_for(
                    change.path,
                    change.after.size,
                    iso_ns(found.st_mtime_ns),
                    old.added_at if old is not None else published_at,
                )
            )
    return manifest.changed(
        put=entries, drop=[change.path for change in chosen if change.after is None]
    )


def _check_conflicts(
    writing: Writing, change_set: ChangeSet, chosen: Sequence[Change], *, reviewed: bool
) -> None:
    """Raise if Published changed since the Draft began: by hash for each file to be replaced.

    For the others by stat, unless the hash that Review gave says that the user saw it.
    """
    conflicts = [
        change.path
        for change in chosen
        if published_content(writing.view, change.path) != _expected(change)
    ]
    if not reviewed:
        touched = {change.path for change in chosen}
        conflicts += [path for path in change_set.altered if path not in touched]
    if conflicts:
        raise ConflictPublishedChanged(
            f"{', '.join(sorted(conflicts))} changed in Published since the Draft began.",
            phase="publish",
            subphase="published_changed",
            workbench_id=writing.bench.workbench_id,
            path=min(conflicts),
            detail={"paths": sorted(conflicts)},
        )


def _expected(change: Change) -> str | None:
    return change.before.sha256 if change.before is not None else None


def _commit(
    writing: Writing,
    change_set: ChangeSet,
    chosen: Sequence[Change],
    manifest: Manifest,
    checkpoint: Checkpoint,
) -> Draft | None:
    """Carry it out, and return the Draft that is left."""
    transaction = Transaction(writing.folders, "publish")
    keep = displaced_folder(checkpoint.checkpoint_id)
    draft = change_set.draft.model_copy(deep=True)
    for change in chosen:
        if change.after is None:
            transaction.remove("published", change.path, keep=keep)
        else:
            transaction.install("published", change.path, "draft", keep=keep)
    ending = end_of_draft(draft, "publish")
    left = _left_over(writing, draft, chosen, manifest)
    if left is None:
        drop_draft(writing, transaction, draft)
    else:
        left.pointer = ending.batch_id
        for change in chosen:
            transaction.remove("draft", change.path)
        transaction.write("meta", DRAFT, left.encode(transaction.id))
    transaction.append(OPS, ending.to_line())
    transaction.write("meta", MANIFEST, manifest.encode(transaction.id))
    transaction.write(folder_of(checkpoint.checkpoint_id), CHECKPOINT, checkpoint.encode())
    transaction.commit()
    return left


def _left_over(
    writing: Writing, draft: Draft, chosen: Sequence[Change], manifest: Manifest
) -> Draft | None:
    """Return the Draft without what is published; None when nothing but scratch is left."""
    published = {change.path for change in chosen}
    view = writing.view
    unpublished = [
        path
        for path in view.names("draft")
        if path not in published and not is_scratch(path, manifest)
    ]
    draft.deleted = [path for path in draft.deleted if path not in published]
    if not unpublished and not draft.deleted:
        return None
    for path in published:
        found = view.stat("draft", path)
        draft.base.pop(path, None)
        if found is not None:
            draft.base[path] = stat_of(found)  # which the rename leaves as it is
        draft.files.pop(path, None)
        draft.references.pop(path, None)
    return draft
