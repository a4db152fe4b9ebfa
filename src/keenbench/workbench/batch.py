"""One batch of changes to the Draft: all its files change together, and can be undone together."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from typing import Any

from keenbench import storage
from keenbench.errors import ValidationFailed
from keenbench.paths import open_at
from keenbench.reading import DRAFT, hashed_name, reference_folder
from keenbench.workbench import objects
from keenbench.workbench.bench import Writing
from keenbench.workbench.draft import (
    DELETED,
    Content,
    Draft,
    DraftFile,
    new_draft,
    read_draft,
    stat_of,
)
from keenbench.workbench.history import OPS, Batch, BatchKind, FileStep
from keenbench.workbench.identity import new_id, now
from keenbench.workbench.journal import Transaction


@dataclass(frozen=True)
class Origin:
    """Who makes a batch: the step of a run, and the key under which it happens only once."""

    run_id: str | None = None
    step: str | None = None
    key: str | None = None


@dataclass
class DraftChange:
    """What a batch is about to do; the caller holds the lock."""

    writing: Writing
    kind: BatchKind
    origin: Origin = field(default_factory=Origin)

    def __post_init__(self) -> None:
        view = self.writing.view
        self.manifest = self.writing.manifest
        self.is_new = view.draft is None
        self.draft: Draft = read_draft(view) or new_draft(view, self.manifest)
        self.transaction = Transaction(self.writing.folders, self.kind)
        self.files: list[FileStep] = []

    def put(self, path: str, staging: str) -> None:
        """Have the file that waits in a staging folder be the Draft's."""
        self._keep_reference(path)
        folders = self.writing.folders
        fd = open_at(folders.get(staging), path)
        try:
            kept = objects.keep(folders, fd)
            found = stat_of(os.fstat(fd))
        finally:
            os.close(fd)
        before = self.draft.state_of(path)
        if before is None:
            reference = self.draft.references[path]
            if reference is not None and reference.sha256 == kept.sha256:
                return  # nothing changed
        elif before == kept.sha256:
            return
        self.files.append(FileStep(path=path, before=before, after=kept.sha256))
        self.draft.files[path] = DraftFile(sha256=kept.sha256, size=kept.size, stat=found)
        self._undelete(path)
        self.transaction.install("draft", path, staging)

    def put_kept(self, path: str, sha256: str, staging: str) -> None:
        """Have a content that was kept be the Draft's."""
        objects.place(self.writing.folders, sha256, staging, path)
        self.put(path, staging)

    def delete(self, path: str) -> None:
        """Have the Draft delete a file of Published, or drop one of its own."""
        self._keep_reference(path)
        self._drop(path, DELETED if path in self.manifest else None)

    def revert(self, path: str) -> None:
        """Have Published show through again."""
        self._drop(path, None)

    def _drop(self, path: str, after: str | None) -> None:
        before = self.draft.state_of(path)
        if before == after:
            return
        self.files.append(FileStep(path=path, before=before, after=after))
        self._undelete(path)
        if after == DELETED:
            self.draft.deleted = sorted({*self.draft.deleted, path})
        if self.draft.files.pop(path, None) is not None:
            self.transaction.remove("draft", path)

    def note(self, what: str, path: str, data: bytes) -> None:
        """Keep a file's `summaries` or `focus_hints` for Review."""
        folder = f"meta/review/{self.draft.draft_id}/{what}"
        self.transaction.write(folder, hashed_name(path), data)

    def commit(self, results: list[dict[str, Any]] | None = None) -> Draft:
        """Make the changes happen, as one entry of the history."""
        batch = Batch(
            batch_id=new_id("b"),
            draft_id=self.draft.draft_id,
            parent=self.draft.pointer,
            kind=self.kind,
            at=now(),
            run_id=self.origin.run_id,
            step=self.origin.step,
            key=self.origin.key,
            files=self.files,
            results=results or [],
        )
        self.draft.pointer = batch.batch_id
        self.transaction.append(OPS, batch.to_line())
        return self.commit_at(self.draft.pointer)

    def commit_at(self, pointer: str | None) -> Draft:
        """Make the changes happen and stand at an entry that the history has."""
        self.draft.pointer = pointer
        self.transaction.write("meta", DRAFT, self.draft.encode(self.transaction.id))
        self.transaction.commit()
        return self.draft

    def _undelete(self, path: str) -> None:
        self.draft.deleted = [deleted for deleted in self.draft.deleted if deleted != path]

    def _keep_reference(self, path: str) -> None:
        """Keep the file as it is before the Draft touches it for the first time."""
        if path in self.draft.references:
            return
        folders = self.writing.folders
        fd = self.writing.view.open("published", path)
        if fd is None:
            self.draft.references[path] = None
            return
        try:
            if path not in self.manifest:
                raise ValidationFailed(
                    f"Published holds a file {path} that the workbench does not list; "
                    "move it away first.",
                    path=path,
                )
            folder = folders.make(reference_folder(self.draft.draft_id))
            storage.copy_into(fd, folder, hashed_name(path))
        finally:
            os.close(fd)
        # The hash of the copy: whatever happens to the source now, the two belong together.
        copy = open_at(folder, hashed_name(path))
        try:
            kept = storage.digest(copy)
        finally:
            os.close(copy)
        self.draft.references[path] = Content(sha256=kept.sha256, size=kept.size)


def put_state(change: DraftChange, path: str, state: str | None, staging: str) -> None:
    """Have the Draft's state of a file be the one given."""
    if state is None:
        change.revert(path)
    elif state == DELETED:
        change.delete(path)
    else:
        change.put_kept(path, state, staging)
