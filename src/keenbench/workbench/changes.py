"""What a Draft changes: the list that Review shows, and the hash that Publish asks for."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from hashlib import sha256
from typing import Literal

from keenbench.reading import View, hashed_name, parse_json, reference_folder
from keenbench.storage import digest
from keenbench.workbench.draft import Content, Draft, DraftFile, Stat, is_scratch, stat_of
from keenbench.workbench.manifest import Manifest, read_manifest

ChangeType = Literal["added", "modified", "deleted"]


@dataclass(frozen=True)
class Change:
    path: str
    change_type: ChangeType
    before: Content | None
    after: Content | None


@dataclass(frozen=True)
class ChangeSet:
    """All changes of a Draft, by path; scratch files and unchanged ones are none."""

    draft: Draft
    manifest: Manifest
    changes: list[Change]
    # Files of Published that are not as they were when the Draft began: path and stat now.
    altered: dict[str, Stat | None]
    # Draft files that are no changes: scratch, and those equal to their reference.
    idle: list[str]

    @property
    def change_set_hash(self) -> str:
        """The identity of what Review shows: every file's content before and after."""
        shown = [
            self.draft.draft_id,
            [
                [c.path, c.change_type, c.before and c.before.sha256, c.after and c.after.sha256]
                for c in self.changes
            ],
            sorted(self.altered.items()),
        ]
        return sha256(json.dumps(shown).encode()).hexdigest()

    def get(self, path: str) -> Change | None:
        return next((change for change in self.changes if change.path == path), None)


def read_change_set(view: View, draft: Draft, *, trust_stat: bool = True) -> ChangeSet:
    """Return what the Draft changes. Without `trust_stat` every changed file is hashed anew."""
    manifest = read_manifest(view)
    changes: list[Change] = []
    idle: list[str] = []
    for path in view.names("draft"):
        after = _content(view, path, draft.files.get(path) if trust_stat else None)
        if after is None:
            continue
        before = _before(view, draft, manifest, path)
        if is_scratch(path, manifest) or (before is not None and before.sha256 == after.sha256):
            idle.append(path)
        else:
            kind: ChangeType = "modified" if path in manifest else "added"
            changes.append(Change(path, kind, before, after))
    for path in draft.deleted:
        if path in manifest:
            changes.append(Change(path, "deleted", _before(view, draft, manifest, path), None))
    changes.sort(key=lambda change: change.path)
    return ChangeSet(draft, manifest, changes, altered_files(view, draft, manifest), idle)


def altered_files(view: View, draft: Draft, manifest: Manifest) -> dict[str, Stat | None]:
    """Return the files of Published whose stat is not what it was when the Draft began."""
    altered: dict[str, Stat | None] = {}
    for path in sorted({*manifest.paths, *draft.base}):
        found = view.stat("published", path)
        now = stat_of(found) if found is not None else None
        if now != draft.base.get(path):
            altered[path] = now
    return altered


def has_reference(view: View, draft: Draft, path: str) -> bool:
    """True when the file as it was when the Draft first touched it is still there."""
    return view.stat(reference_folder(draft.draft_id), hashed_name(path)) is not None


def summary_of(view: View, draft: Draft, path: str) -> str | None:
    fd = view.open(f"meta/review/{draft.draft_id}/summaries", hashed_name(path))
    if fd is None:
        return None
    with os.fdopen(fd, "rb") as file:
        return file.read().decode()


def focus_hint_of(view: View, draft: Draft, path: str) -> dict[str, int | str] | None:
    fd = view.open(f"meta/review/{draft.draft_id}/focus_hints", hashed_name(path))
    if fd is None:
        return None
    with os.fdopen(fd, "rb") as file:
        return parse_json(file.read(), "focus hint")


def _content(view: View, path: str, known: DraftFile | None) -> Content | None:
    fd = view.open("draft", path)
    if fd is None:
        return None
    try:
        if known is not None and stat_of(os.fstat(fd)) == known.stat:
            return known
        found = digest(fd)
    finally:
        os.close(fd)
    return Content(sha256=found.sha256, size=found.size)


def _before(view: View, draft: Draft, manifest: Manifest, path: str) -> Content | None:
    """Return the reference; for a file that came into `draft/` on its own way, Published."""
    if path in draft.references:
        return draft.references[path]
    return _published(view, path) if path in manifest else None


def published_content(view: View, path: str) -> str | None:
    """Return the hash of a file of Published, or None when there is none."""
    found = _published(view, path)
    return found.sha256 if found is not None else None


def _published(view: View, path: str) -> Content | None:
    fd = view.open("published", path)
    if fd is None:
        return None
    try:
        found = digest(fd)
    finally:
        os.close(fd)
    return Content(sha256=found.sha256, size=found.size)
