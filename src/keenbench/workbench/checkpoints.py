"""Checkpoints: a workbench as it was, with its files, manifest, conversation and Draft.

`meta/checkpoints/<id>/` holds `contents.json`, what belongs to the state and the hash of each file
(`needs.json` is a short list of those);
`conversation.jsonl`; `files/`, the files that a Publish or a restore displaced; and, written last,
`checkpoint.json`. One without it is no checkpoint. All other contents stand in `meta/objects/`.
"""

from __future__ import annotations

import json
import logging
import os
from collections.abc import Collection
from typing import Any, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError

from keenbench import storage
from keenbench.errors import (
    CheckpointCreateFailed,
    DiskFull,
    FileReadFailed,
    FileWriteFailed,
    KeenBenchError,
    UnknownId,
)
from keenbench.reading import (
    Folders,
    View,
    hashed_name,
    list_names,
    parse_json,
    read_bytes,
    reference_folder,
)
from keenbench.workbench import objects
from keenbench.workbench.bench import Workbench, Writing
from keenbench.workbench.draft import Content, Draft, DraftFile, read_draft, stat_of
from keenbench.workbench.events import Event, EventSink, no_events
from keenbench.workbench.history import read_history
from keenbench.workbench.identity import new_id, now
from keenbench.workbench.journal import has_journal, remove_folder
from keenbench.workbench.manifest import FileEntry, read_manifest
from keenbench.workbench.objects import Hashes

CHECKPOINTS = "meta/checkpoints"
CHECKPOINT = "checkpoint.json"
CONTENTS = "contents.json"
NEEDS = "needs.json"
CONVERSATION = "conversation.jsonl"
CheckpointReason = Literal["manual", "auto", "publish", "pre_restore"]
# How many of each are kept; all of those that are not named.
RETENTION: dict[CheckpointReason, int] = {"auto": 200, "manual": 50}

log = logging.getLogger(__name__)

Model = TypeVar("Model", bound=BaseModel)


class Checkpoint(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore")

    checkpoint_id: str
    reason: CheckpointReason
    created_at: str
    label: str | None = None

    def encode(self) -> bytes:
        return json.dumps(self.model_dump(), ensure_ascii=False).encode()


class StoredFile(Content):
    """A file of Published in a checkpoint; displaced ones lie in its own `files/`."""

    entry: FileEntry
    mtime_ns: int
    displaced: bool = False


class StoredDraft(BaseModel):
    state: Draft
    # What `draft/` held, by path.
    files: dict[str, Content]
    # Summaries and focus hints, as text by folder and hashed name.
    notes: dict[str, dict[str, str]]


class Contents(BaseModel):
    files: list[StoredFile]
    draft: StoredDraft | None
    has_conversation: bool


class Needs(BaseModel):
    """What a checkpoint needs of others, kept apart: to free space, all checkpoints are asked."""

    objects: set[str]
    # The Draft whose history goes on when it is restored.
    draft_id: str | None


def _needs_of(contents: Contents) -> Needs:
    wanted = {file.sha256 for file in contents.files if not file.displaced}
    if contents.draft is None:
        return Needs(objects=wanted, draft_id=None)
    wanted |= {content.sha256 for content in contents.draft.files.values()}
    references = contents.draft.state.references.values()
    wanted |= {content.sha256 for content in references if content is not None}
    return Needs(objects=wanted, draft_id=contents.draft.state.draft_id)


def folder_of(checkpoint_id: str) -> str:
    return f"{CHECKPOINTS}/{checkpoint_id}"


def displaced_folder(checkpoint_id: str) -> str:
    return f"{folder_of(checkpoint_id)}/files"


def create_checkpoint(
    bench: Workbench,
    reason: CheckpointReason = "manual",
    label: str | None = None,
    events: EventSink = no_events,
) -> Checkpoint:
    """Keep the workbench as it is now."""
    with bench.writing() as writing:
        checkpoint = new_checkpoint(reason, label)
        keep_contents(writing, checkpoint)
        folder = writing.folders.get(folder_of(checkpoint.checkpoint_id))
        storage.write_file(folder, CHECKPOINT, checkpoint.encode())
        tidy(writing.folders)
    created(bench, checkpoint, events)
    return checkpoint


def new_checkpoint(reason: CheckpointReason, label: str | None = None) -> Checkpoint:
    return Checkpoint(checkpoint_id=new_id("cp"), reason=reason, created_at=now(), label=label)


def created(bench: Workbench, checkpoint: Checkpoint, events: EventSink) -> None:
    events(Event("CheckpointCreated", bench.workbench_id, checkpoint.model_dump()))


def keep_contents(
    writing: Writing, checkpoint: Checkpoint, displaced: Collection[str] = ()
) -> None:
    """Keep everything but `checkpoint.json`, and but the files that are about to be displaced."""
    folders = writing.folders
    relative = folder_of(checkpoint.checkpoint_id)
    try:
        folder = folders.make(relative)
        view = writing.view
        files = _keep_published(folders, view, displaced)
        draft = _keep_draft(folders, view)
        conversation = view.open("meta", CONVERSATION)
        if conversation is not None:
            try:
                storage.copy_into(conversation, folder, CONVERSATION)
            finally:
                os.close(conversation)
        contents = Contents(files=files, draft=draft, has_conversation=conversation is not None)
        storage.write_file(folder, CONTENTS, contents.model_dump_json().encode())
        storage.write_file(folder, NEEDS, _needs_of(contents).model_dump_json().encode())
    except FileWriteFailed as error:
        remove_folder(folders, relative)
        if isinstance(error, DiskFull):
            raise
        raise CheckpointCreateFailed(
            f"The checkpoint could not be made: {error.message}",
            workbench_id=writing.bench.workbench_id,
        ) from None


def _keep_published(folders: Folders, view: View, displaced: Collection[str]) -> list[StoredFile]:
    hashes = Hashes(folders)
    manifest = read_manifest(view)
    stored: list[StoredFile] = []
    for entry in manifest.files:
        fd = view.open("published", entry.path)
        if fd is None:
            continue  # taken away from outside: there is nothing to keep
        try:
            content = hashes.of(entry.path, fd)
            if entry.path not in displaced and not objects.has(folders, content.sha256):
                content = objects.keep(folders, fd)
            stored.append(
                StoredFile(
                    sha256=content.sha256,
                    size=content.size,
                    entry=entry,
                    mtime_ns=os.fstat(fd).st_mtime_ns,
                    displaced=entry.path in displaced,
                )
            )
        finally:
            os.close(fd)
    hashes.save(manifest.paths)
    storage.sync_folder(folders.make(objects.OBJECTS))
    return stored


def _keep_draft(folders: Folders, view: View) -> StoredDraft | None:
    draft = read_draft(view)
    if draft is None:
        return None
    baseline = reference_folder(draft.draft_id)
    for path, reference in draft.references.items():
        if reference is not None:
            _keep(folders, view, baseline, hashed_name(path), reference)
    files: dict[str, Content] = {}
    for path in view.names("draft"):
        kept = _keep(folders, view, "draft", path, draft.files.get(path))
        if kept is not None:
            files[path] = kept
    notes = {
        what: _texts(folders, f"meta/review/{draft.draft_id}/{what}")
        for what in ("summaries", "focus_hints")
    }
    return StoredDraft(state=draft, files=files, notes=notes)


def _keep(
    folders: Folders, view: View, folder: str, name: str, known: Content | None
) -> Content | None:
    """Keep a file of the Draft, unless what it is known to be was kept when it was written."""
    fd = view.open(folder, name)
    if fd is None:
        return None
    try:
        as_noted = not isinstance(known, DraftFile) or stat_of(os.fstat(fd)) == known.stat
        if known is not None and as_noted and objects.has(folders, known.sha256):
            return Content(sha256=known.sha256, size=known.size)
        kept = objects.keep(folders, fd)
    finally:
        os.close(fd)
    return Content(sha256=kept.sha256, size=kept.size)


def _texts(folders: Folders, relative: str) -> dict[str, str]:
    folder = folders.find(relative)
    if folder is None:
        return {}
    return {name: (read_bytes(folder, name) or b"").decode() for name in list_names(folder)}


def list_checkpoints(view: View) -> list[Checkpoint]:
    """Return all checkpoints, the oldest first."""
    folder = view.folders.find(CHECKPOINTS)
    found = []
    for checkpoint_id in list_names(folder) if folder is not None else ():
        raw = view.read_json(folder_of(checkpoint_id), CHECKPOINT)
        if raw is not None:
            found.append(_parse(Checkpoint, raw))
    return sorted(found, key=lambda each: (each.created_at, each.checkpoint_id))


def get_checkpoint(view: View, checkpoint_id: str) -> Checkpoint:
    for checkpoint in list_checkpoints(view):
        if checkpoint.checkpoint_id == checkpoint_id:
            return checkpoint
    raise UnknownId(f"There is no checkpoint {checkpoint_id}.")


def read_contents(folders: Folders, checkpoint_id: str) -> Contents:
    return _read(folders, checkpoint_id, CONTENTS, Contents)


def _read(folders: Folders, checkpoint_id: str, name: str, model: type[Model]) -> Model:
    raw = read_bytes(folders.get(folder_of(checkpoint_id)), name)
    if raw is None:
        raise FileReadFailed(f"The checkpoint {checkpoint_id} is damaged.")
    return _parse(model, parse_json(raw, name))


def _parse(model: type[Model], raw: dict[str, Any]) -> Model:
    try:
        return model.model_validate(raw)
    except ValidationError:
        raise FileReadFailed("A checkpoint's own record is damaged.") from None


def tidy(folders: Folders) -> None:
    """Free what is not needed any more; what was done stands whether or not this succeeds."""
    try:
        prune(folders)
        sweep_objects(folders)
    except KeenBenchError as error:
        log.warning("tidying up is left for the next start: %s", error.info().error_code)


def prune(folders: Folders) -> None:
    """Remove the oldest checkpoints beyond what is kept, and those never finished."""
    if has_journal(folders):
        return  # what it still has to do may need them
    checkpoints = list_checkpoints(View(folders))
    known = {checkpoint.checkpoint_id for checkpoint in checkpoints}
    folder = folders.find(CHECKPOINTS)
    gone = [
        name for name in (list_names(folder) if folder is not None else ()) if name not in known
    ]
    for reason, count in RETENTION.items():
        of_reason = [each.checkpoint_id for each in checkpoints if each.reason == reason]
        gone += of_reason[:-count]
    for checkpoint_id in gone:
        # First it is a checkpoint no more, then its contents go.
        relative = folder_of(checkpoint_id)
        storage.remove(folders.get(relative), CHECKPOINT)
        storage.sync_folder(folders.get(relative))
        remove_folder(folders, relative)


def sweep_objects(folders: Folders) -> None:
    """Remove the contents that neither a checkpoint nor the Draft's history needs."""
    if has_journal(folders):
        return
    view = View(folders)
    wanted: set[str] = set()
    drafts: set[str] = set()
    for checkpoint in list_checkpoints(view):
        needs = _read(folders, checkpoint.checkpoint_id, NEEDS, Needs)
        wanted |= needs.objects
        if needs.draft_id is not None:
            drafts.add(needs.draft_id)
    draft = read_draft(view)
    if draft is not None:
        drafts.add(draft.draft_id)
    objects.sweep(folders, wanted | read_history(folders).contents(drafts))
