"""The list of a workbench's files, as kept in `meta/files.json`."""

from __future__ import annotations

import json
from collections.abc import Iterable
from hashlib import sha256
from typing import Any

from pydantic import BaseModel, ConfigDict, ValidationError

from keenbench.errors import FileReadFailed
from keenbench.reading import MANIFEST, View
from keenbench.workbench.kinds import FileKind, kind_of

SCHEMA_VERSION = 2


class FileEntry(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore")

    path: str
    size: int
    modified_at: str
    added_at: str
    file_kind: FileKind
    mime_type: str
    is_opaque: bool
    read_only: bool


def entry_for(path: str, size: int, modified_at: str, added_at: str) -> FileEntry:
    kind = kind_of(path)
    return FileEntry(
        path=path,
        size=size,
        modified_at=modified_at,
        added_at=added_at,
        file_kind=kind.file_kind,
        mime_type=kind.mime_type,
        is_opaque=kind.is_opaque,
        read_only=kind.read_only,
    )


class Manifest:
    """The files of a workbench by path, in path order."""

    def __init__(self, files: Iterable[FileEntry] = (), *, migrated: bool = False) -> None:
        self._files = {entry.path: entry for entry in sorted(files, key=lambda e: e.path)}
        # True when the file on disk is still of an older schema.
        self.migrated = migrated

    @property
    def files(self) -> list[FileEntry]:
        return list(self._files.values())

    @property
    def paths(self) -> list[str]:
        return list(self._files)

    def __contains__(self, path: object) -> bool:
        return path in self._files

    def __len__(self) -> int:
        return len(self._files)

    def get(self, path: str) -> FileEntry | None:
        return self._files.get(path)

    def changed(self, *, put: Iterable[FileEntry] = (), drop: Iterable[str] = ()) -> Manifest:
        """Return a manifest with files put in (replacing those of the same path) and dropped."""
        files = {path: entry for path, entry in self._files.items() if path not in set(drop)}
        files.update({entry.path: entry for entry in put})
        return Manifest(files.values())

    @property
    def scope_hash(self) -> str:
        """The identity of the file list, which consent is given for: paths, and nothing else."""
        return scope_hash(self.paths)

    def encode(self, revision: str) -> bytes:
        return encode_state(
            revision,
            {
                "schema_version": SCHEMA_VERSION,
                "files": [entry.model_dump() for entry in self.files],
            },
        )


def scope_hash(paths: Iterable[str]) -> str:
    return sha256("\n".join(sorted(paths)).encode()).hexdigest()


def encode_state(revision: str, state: dict[str, Any]) -> bytes:
    """Return a JSON file whose head is its revision, where readers look for it."""
    return json.dumps({"revision": revision, **state}, ensure_ascii=False, indent=1).encode()


def parse_manifest(raw: dict[str, Any] | None) -> Manifest:
    """Return the manifest of what `files.json` holds, whatever its schema."""
    if raw is None:
        return Manifest()
    version = raw.get("schema_version", 1)
    try:
        if version == 1:
            # Version 1 knew path, size and times only; the rest follows from the name.
            files = [
                entry_for(f["path"], int(f["size"]), str(f["modified_at"]), str(f["added_at"]))
                for f in raw.get("files", [])
            ]
            return Manifest(files, migrated=True)
        if version == SCHEMA_VERSION:
            return Manifest(FileEntry.model_validate(f) for f in raw["files"])
    except (KeyError, TypeError, ValueError, ValidationError):
        raise FileReadFailed(f"The workbench's own {MANIFEST} is damaged.") from None
    raise FileReadFailed(
        f"The workbench's {MANIFEST} has schema version {version}, made by a newer KeenBench."
    )


def read_manifest(view: View) -> Manifest:
    return parse_manifest(view.read_json("meta", MANIFEST))
