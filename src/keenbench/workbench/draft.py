"""The Draft: what it holds and where it came from, as kept in `meta/draft.json`.

The folder `draft/` holds the changed files and nothing else; all others show through from
Published. `draft.json` says that there is a Draft, what it deletes, what each changed file was when
it was first touched (its reference), and where in its history it stands.
"""

from __future__ import annotations

import os
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from keenbench.errors import FileReadFailed, ValidationFailed
from keenbench.reading import DRAFT, View
from keenbench.workbench.identity import new_id, now
from keenbench.workbench.manifest import Manifest, encode_state

SCHEMA_VERSION = 1

# What the stat of a file says of its content: size and time of change. Not the inode, which a
# workbench brought back from a backup has anew.
Stat = tuple[int, int]


class Content(BaseModel):
    """The content of a file at one time."""

    model_config = ConfigDict(frozen=True)

    sha256: str
    size: int


class DraftFile(Content):
    """A changed file in `draft/`; while its stat is as noted, so is its content."""

    stat: Stat


class Draft(BaseModel):
    """The state of a Draft."""

    model_config = ConfigDict(extra="ignore")

    draft_id: str
    created_at: str
    # Published as it was when the Draft began.
    base: dict[str, Stat]
    files: dict[str, DraftFile] = Field(default_factory=dict)
    deleted: list[str] = Field(default_factory=list)
    # The reference of each file that was ever touched; None for one that is new.
    references: dict[str, Content | None] = Field(default_factory=dict)
    # The batch after which the Draft stands; None before the first.
    pointer: str | None = None
    summary: str | None = None
    notices: list[str] = Field(default_factory=list)

    def encode(self, revision: str) -> bytes:
        return encode_state(revision, {"schema_version": SCHEMA_VERSION, **self.model_dump()})

    def state_of(self, path: str) -> str | None:
        """Return the hash of the Draft's file, DELETED, or None where Published shows through."""
        if path in self.deleted:
            return DELETED
        file = self.files.get(path)
        return file.sha256 if file is not None else None

    def is_empty(self, manifest: Manifest) -> bool:
        """True when nothing is left but scratch."""
        return not self.deleted and all(is_scratch(path, manifest) for path in self.files)


DELETED = "deleted"


def parse_draft(raw: dict[str, Any] | None) -> Draft | None:
    if raw is None:
        return None
    try:
        return Draft.model_validate(raw)
    except ValidationError:
        raise FileReadFailed(f"The workbench's own {DRAFT} is damaged.") from None


def read_draft(view: View) -> Draft | None:
    return parse_draft(view.draft)


def require_draft(view: View) -> Draft:
    draft = read_draft(view)
    if draft is None:
        raise ValidationFailed("There is no Draft.", phase="review", subphase="no_draft")
    return draft


def new_draft(view: View, manifest: Manifest) -> Draft:
    """Return an empty Draft over Published as it stands. Costs one stat a file."""
    return Draft(draft_id=new_id("d"), created_at=now(), base=published_stats(view, manifest))


def published_stats(view: View, manifest: Manifest) -> dict[str, Stat]:
    """Return the stats of the files of Published that are there."""
    found = {path: view.stat("published", path) for path in manifest.paths}
    return {path: stat_of(stat) for path, stat in found.items() if stat is not None}


def stat_of(found: os.stat_result) -> Stat:
    return found.st_size, found.st_mtime_ns


def is_scratch(path: str, manifest: Manifest) -> bool:
    """True for a working file of a run: `_…`, and no file of the workbench."""
    return path.startswith("_") and path not in manifest
