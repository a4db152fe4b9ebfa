"""The Draft: its state, Publish, discard, and what the user takes back or deletes."""

from __future__ import annotations

from pydantic import Field

from keenbench.engine.engine import Engine, methods
from keenbench.engine.methods.audited import audited
from keenbench.engine.methods.notices import asked_of, notices_of
from keenbench.engine.methods.review_sides import comparison_of
from keenbench.reading import View
from keenbench.registry import Ok, Params, Result
from keenbench.workbench.bench import Workbench
from keenbench.workbench.changes import Change, read_change_set
from keenbench.workbench.discard import bring_back, delete_file, discard_draft, revert_file
from keenbench.workbench.draft import Draft, read_draft
from keenbench.workbench.publish import Asked, publish
from keenbench.workbench.restore import rewind


class DraftParams(Params):
    workbench_id: str


class DraftState(Result):
    has_draft: bool
    draft_id: str | None
    created_at: str | None
    changed_count: int


class PublishParams(DraftParams):
    change_set_hash: str | None = None
    paths: list[str] | None = None
    confirm_deletions: list[str] | None = None
    confirm_notices: list[str] | None = None


class Published(Result):
    published_at: str
    checkpoint_id: str


class DiscardParams(DraftParams):
    paths: list[str] | None = None


class Undoable(Ok):
    # For DraftUndo; null where nothing changed or nothing could be kept.
    undo_id: str | None


class UndoParams(DraftParams):
    undo_id: str = Field(max_length=100, description="As the method that took something back gave.")


class DraftFileParams(DraftParams):
    path: str


def draft_state(bench: Workbench) -> DraftState:
    def look(view: View) -> DraftState:
        draft = read_draft(view)
        if draft is None:
            return DraftState(has_draft=False, draft_id=None, created_at=None, changed_count=0)
        return DraftState(
            has_draft=True,
            draft_id=draft.draft_id,
            created_at=draft.created_at,
            changed_count=len(read_change_set(view, draft).changes),
        )

    return bench.read(look)


@methods.method("DraftGetState")
def draft_get_state(engine: Engine, params: DraftParams) -> DraftState:
    """Tell whether there is a Draft, and how many files it changes."""
    return draft_state(engine.workbenches.get(params.workbench_id))


@methods.method("DraftPublish")
def draft_publish(engine: Engine, params: PublishParams) -> Published:
    """Publish what was reviewed, all of it or the paths named."""
    bench = engine.workbenches.get(params.workbench_id)

    def asks(view: View, draft: Draft, change: Change) -> list[Asked]:
        compared = comparison_of(view, draft, change)
        return asked_of(change.path, notices_of(engine, params.workbench_id, compared))

    with audited(engine, bench, "DraftPublish", params.paths or ()) as audit:
        done = publish(
            bench,
            change_set_hash=params.change_set_hash,
            paths=params.paths,
            confirm_deletions=params.confirm_deletions or (),
            confirm_notices=params.confirm_notices or (),
            asks=asks,
            events=engine.events,
        )
        audit.files = done.paths
        audit.checkpoint_id = done.checkpoint_id
    return Published(published_at=done.published_at, checkpoint_id=done.checkpoint_id)


@methods.method("DraftDiscard")
def draft_discard(engine: Engine, params: DiscardParams) -> Undoable:
    """Give up the whole Draft, or what it changes about the paths named."""
    bench = engine.workbenches.get(params.workbench_id)
    with audited(engine, bench, "DraftDiscard", params.paths or ()):
        taken = discard_draft(bench, params.paths, engine.events)
    return Undoable(undo_id=taken.undo_id)


@methods.method("DraftRevertFile")
def draft_revert_file(engine: Engine, params: DraftFileParams) -> Undoable:
    """Have Published show through for one file again."""
    bench = engine.workbenches.get(params.workbench_id)
    with audited(engine, bench, "DraftRevertFile", [params.path]):
        taken = revert_file(bench, params.path, engine.events)
    return Undoable(undo_id=taken.undo_id)


@methods.method("DraftUndo")
def draft_undo(engine: Engine, params: UndoParams) -> Ok:
    """Bring back what was rejected, reverted or discarded last, if the Draft is as that left it."""
    bench = engine.workbenches.get(params.workbench_id)
    with audited(engine, bench, "DraftUndo"):
        if params.undo_id.startswith("cp_"):
            rewind(bench, params.undo_id, draft_only=True, events=engine.events)
        else:
            bring_back(bench, params.undo_id, engine.events)
    return Ok()


@methods.method("DraftDeleteFile")
def draft_delete_file(engine: Engine, params: DraftFileParams) -> Ok:
    """Delete a file in the Draft; Publish asks for confirmation."""
    bench = engine.workbenches.get(params.workbench_id)
    with audited(engine, bench, "DraftDeleteFile", [params.path]):
        delete_file(bench, params.path, engine.events)
    return Ok()
