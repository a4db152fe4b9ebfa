"""Restore: a workbench becomes what it was at a checkpoint; what it is now is kept first."""

from __future__ import annotations

import os
from dataclasses import dataclass

from keenbench import storage
from keenbench.errors import CheckpointRestoreFailed, ConflictPublishedChanged, FileReadFailed
from keenbench.paths import open_at
from keenbench.reading import DRAFT, MANIFEST, hashed_name, reference_folder
from keenbench.workbench import objects
from keenbench.workbench.bench import Workbench, Writing
from keenbench.workbench.checkpoints import (
    CHECKPOINT,
    CONVERSATION,
    Contents,
    StoredDraft,
    StoredFile,
    created,
    displaced_folder,
    folder_of,
    get_checkpoint,
    keep_contents,
    new_checkpoint,
    read_contents,
    tidy,
)
from keenbench.workbench.draft import Draft, DraftFile, published_stats, read_draft, stat_of
from keenbench.workbench.edits import draft_changed
from keenbench.workbench.events import Event, EventSink, no_events
from keenbench.workbench.identity import new_id
from keenbench.workbench.journal import Transaction
from keenbench.workbench.manifest import Manifest
from keenbench.workbench.runs import require_no_run


@dataclass(frozen=True)
class Restored:
    pre_restore_checkpoint_id: str


def restore_checkpoint(
    bench: Workbench,
    checkpoint_id: str,
    *,
    replace_draft: bool = False,
    events: EventSink = no_events,
) -> Restored:
    """Bring files, manifest, conversation and Draft back to a checkpoint.

    A Draft that exists is in the way, unless the caller says that it may be replaced; then it is
    part of what the `pre_restore` checkpoint keeps.
    """
    with bench.writing() as writing:
        require_no_run(writing.folders, "restoring a checkpoint")
        if not replace_draft:
            writing.require_no_draft("restoring a checkpoint")
        get_checkpoint(writing.view, checkpoint_id)
        before = new_checkpoint("pre_restore")
        try:
            contents = read_contents(writing.folders, checkpoint_id)
            with (
                writing.staging(new_id("published")) as published,
                writing.staging(new_id("draft")) as draft_files,
            ):
                restoring = _Restoring(writing, checkpoint_id, contents, published, draft_files)
                displaced = restoring.stage_published()
                keep_contents(writing, before, displaced)
                transaction = restoring.prepare(displaced_folder(before.checkpoint_id))
                transaction.write(folder_of(before.checkpoint_id), CHECKPOINT, before.encode())
                transaction.commit()
        except FileReadFailed as error:
            raise _not_restored(bench, error) from None
        tidy(writing.folders)
        draft = read_draft(writing.view)
    created(bench, before, events)
    events(Event("WorkbenchFilesChanged", bench.workbench_id, {"restored": checkpoint_id}))
    draft_changed(bench, draft, events)
    return Restored(before.checkpoint_id)


def rewind(
    bench: Workbench,
    checkpoint_id: str,
    *,
    draft_only: bool = False,
    events: EventSink = no_events,
) -> Restored:
    """Bring Draft and conversation back to a checkpoint; Published stays as it is.

    Refused when Published changed since: the Draft of then would stand over other files.
    `draft_only` leaves the conversation, and is refused where another Draft was begun.
    """
    with bench.writing() as writing:
        require_no_run(writing.folders, "undoing")
        if draft_only:
            writing.require_no_draft("bringing back the one before it")
        get_checkpoint(writing.view, checkpoint_id)
        before = new_checkpoint("pre_restore")
        try:
            contents = read_contents(writing.folders, checkpoint_id)
            with (
                writing.staging(new_id("published")) as published,
                writing.staging(new_id("draft")) as draft_files,
            ):
                restoring = _Restoring(writing, checkpoint_id, contents, published, draft_files)
                restoring.require_same_published()
                keep_contents(writing, before)
                transaction = restoring.prepare_rewind(conversation=not draft_only)
                transaction.write(folder_of(before.checkpoint_id), CHECKPOINT, before.encode())
                transaction.commit()
        except FileReadFailed as error:
            raise _not_restored(bench, error) from None
        tidy(writing.folders)
        draft = read_draft(writing.view)
    created(bench, before, events)
    draft_changed(bench, draft, events)
    return Restored(before.checkpoint_id)


def _not_restored(bench: Workbench, error: FileReadFailed) -> CheckpointRestoreFailed:
    return CheckpointRestoreFailed(
        f"The checkpoint cannot be restored: {error.message}",
        phase="restore",
        workbench_id=bench.workbench_id,
    )


@dataclass
class _Restoring:
    """The steps of one restore; the caller holds the lock."""

    writing: Writing
    checkpoint_id: str
    contents: Contents
    published: str
    draft_files: str

    def require_same_published(self) -> None:
        """Raise unless every file of then is still what it was; one more is no harm."""
        view = self.writing.view
        hashes = objects.Hashes(self.writing.folders)
        self.staged: set[str] = set()
        for file in self.contents.files:
            path = file.entry.path
            fd = view.open("published", path)
            try:
                if fd is not None and hashes.of(path, fd).sha256 == file.sha256:
                    continue
            finally:
                if fd is not None:
                    os.close(fd)
            raise ConflictPublishedChanged(
                f"{path} was published or removed since; restore a checkpoint to get back to "
                "before that.",
                phase="restore",
                path=path,
                workbench_id=self.writing.bench.workbench_id,
                actions=("restore_checkpoint",),
            )

    def prepare_rewind(self, *, conversation: bool) -> Transaction:
        """Return the transaction that brings back the Draft, and the conversation with it."""
        transaction = Transaction(self.writing.folders, "restore")
        self._prepare_draft(transaction, self.writing.manifest)
        if conversation:
            self._prepare_conversation(transaction)
        return transaction

    def stage_published(self) -> set[str]:
        """Have every file that differs wait in staging; return the paths to be displaced."""
        folders = self.writing.folders
        view = self.writing.view
        hashes = objects.Hashes(folders)
        self.staged = set()
        wanted = {file.entry.path: file for file in self.contents.files}
        displaced = {path for path in self.writing.manifest.paths if path not in wanted}
        for path, file in wanted.items():
            fd = view.open("published", path)
            if fd is not None:
                try:
                    if hashes.of(path, fd).sha256 == file.sha256:
                        continue
                finally:
                    os.close(fd)
                displaced.add(path)
            self._place(file)
            storage.set_modified(folders.get(self.published), path, file.mtime_ns)
            self.staged.add(path)
        return displaced

    def _place(self, file: StoredFile) -> None:
        folders = self.writing.folders
        path = file.entry.path
        if not file.displaced:
            objects.place(folders, file.sha256, self.published, path)
            return
        # The displaced file itself, with whatever was still written to it as it was displaced.
        source = open_at(folders.get(displaced_folder(self.checkpoint_id)), path)
        try:
            storage.copy_into(source, folders.get(self.published), path)
        finally:
            os.close(source)

    def prepare(self, keep: str) -> Transaction:
        """Return the transaction that makes it so."""
        transaction = Transaction(self.writing.folders, "restore")
        manifest = Manifest(file.entry for file in self.contents.files)
        for path in sorted(self.staged):
            transaction.install("published", path, self.published, keep=keep)
        for path in self.writing.manifest.paths:
            if path not in manifest:
                transaction.remove("published", path, keep=keep)
        self._prepare_draft(transaction, manifest)
        self._prepare_conversation(transaction)
        transaction.write("meta", MANIFEST, manifest.encode(transaction.id))
        return transaction

    def _prepare_draft(self, transaction: Transaction, manifest: Manifest) -> None:
        """Bring the Draft back, over the Published that `manifest` names."""
        folders = self.writing.folders
        view = self.writing.view
        stored = self.contents.draft
        current = read_draft(view)
        files = stored.files if stored is not None else {}
        for path in view.names("draft"):
            if path not in files:
                transaction.remove("draft", path)
        for path, content in files.items():
            objects.place(folders, content.sha256, self.draft_files, path)
            transaction.install("draft", path, self.draft_files)
        if stored is not None:
            self._prepare_review(transaction, stored)
            state = self._draft_state(stored, manifest)
            transaction.write("meta", DRAFT, state.encode(transaction.id))
        elif current is not None:
            transaction.remove("meta", DRAFT)
        if current is not None and (stored is None or stored.state.draft_id != current.draft_id):
            transaction.drop(f"meta/review/{current.draft_id}")

    def _prepare_review(self, transaction: Transaction, stored: StoredDraft) -> None:
        """Have references, summaries and focus hints be there for the Draft that comes back."""
        folders = self.writing.folders
        baseline = reference_folder(stored.state.draft_id)
        for path, reference in stored.state.references.items():
            if reference is not None:
                objects.place(folders, reference.sha256, baseline, hashed_name(path))
        for what, texts in stored.notes.items():
            relative = f"meta/review/{stored.state.draft_id}/{what}"
            for name in self.writing.view.names(relative):
                if name not in texts:
                    transaction.remove(relative, name)
            for name, text in texts.items():
                transaction.write(relative, name, text.encode())

    def _draft_state(self, stored: StoredDraft, manifest: Manifest) -> Draft:
        """Return the Draft's state over files that were just written again."""
        draft = stored.state.model_copy(deep=True)
        view = self.writing.view
        for file in self.contents.files:
            path = file.entry.path
            began = draft.base.get(path)
            place = self.published if path in self.staged else "published"
            found = view.stat(place, path)
            # One that was altered from outside even then stays told as altered.
            if found is not None and began is not None and began == (file.size, file.mtime_ns):
                draft.base[path] = stat_of(found)
        for path, stat in published_stats(view, manifest).items():
            draft.base.setdefault(path, stat)  # added since, while there was no Draft
        for path, content in draft.files.items():
            found = view.stat(self.draft_files, path)
            if found is not None:
                draft.files[path] = DraftFile(
                    sha256=content.sha256, size=content.size, stat=stat_of(found)
                )
        return draft

    def _prepare_conversation(self, transaction: Transaction) -> None:
        if self.contents.has_conversation:
            folder = self.writing.folders.get(folder_of(self.checkpoint_id))
            source = open_at(folder, CONVERSATION)
            try:
                transaction.copy("meta", CONVERSATION, source)
            finally:
                os.close(source)
        elif self.writing.view.stat("meta", CONVERSATION) is not None:
            transaction.remove("meta", CONVERSATION)
