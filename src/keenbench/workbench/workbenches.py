"""The folder of all workbenches: make one, list them, name, fork and delete them."""

from __future__ import annotations

import fcntl
import json
import os
import re
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Literal

from keenbench import storage
from keenbench.errors import (
    DraftExists,
    FileReadFailed,
    KeenBenchError,
    UnknownId,
    ValidationFailed,
)
from keenbench.paths import WORKBENCH_ID, check_workbench_id
from keenbench.reading import MANIFEST, Folders, View, list_names
from keenbench.workbench.bench import Limits, Workbench
from keenbench.workbench.identity import iso_ns, new_id, now
from keenbench.workbench.manifest import Manifest, entry_for, read_manifest
from keenbench.workbench.objects import OBJECTS
from keenbench.workbench.runs import require_no_run

WORKBENCH = "workbench.json"
# A conversation, and the results that it refers to.
CONVERSATION = ("conversation.jsonl", "tool_log.jsonl")
_TELLS_OF_CHANGE = ("files.json", "draft.json", "conversation.jsonl")
ForkMode = Literal["files", "files_and_conversation"]

_UNFINISHED = re.compile(r"\.(?:new|trash)-[A-Za-z0-9_-]+")
_NAME_LENGTH = 200


@dataclass(frozen=True)
class WorkbenchInfo:
    workbench_id: str
    name: str
    created_at: str
    # When its files, its Draft or its conversation last became other.
    changed_at: str
    file_count: int = 0
    has_draft: bool = False
    # What is wrong with it, where it cannot be read; one damaged workbench hides no other.
    problem: str | None = None


@dataclass(frozen=True)
class Workbenches:
    """All workbenches of a user, in one folder."""

    root: Path
    limits: Limits

    def get(self, workbench_id: str) -> Workbench:
        """Return a workbench; that there is one shows when it is read."""
        check_workbench_id(workbench_id)
        return Workbench(self.root, workbench_id, self.limits)

    def create(self, name: str) -> Workbench:
        name = check_workbench_name(name)
        with self._building() as (workbench_id, folders):
            _write_identity(folders, workbench_id, name)
            _write_manifest(folders, Manifest())
        return self.get(workbench_id)

    def ids(self) -> list[str]:
        try:
            with os.scandir(self.root) as entries:
                return sorted(
                    entry.name
                    for entry in entries
                    if WORKBENCH_ID.fullmatch(entry.name) and entry.is_dir(follow_symlinks=False)
                )
        except FileNotFoundError:
            return []

    def list(self) -> list[WorkbenchInfo]:
        """Return what is known of every workbench, the oldest first."""
        found: list[WorkbenchInfo] = []
        for workbench_id in self.ids():
            try:
                found.append(self.get(workbench_id).read(partial(info, workbench_id)))
            except UnknownId:
                continue  # deleted while we looked
            except KeenBenchError as error:
                found.append(
                    WorkbenchInfo(workbench_id, workbench_id, "", "", problem=error.message)
                )
        return sorted(found, key=lambda each: (each.created_at, each.workbench_id))

    def rename(self, workbench_id: str, name: str) -> None:
        name = check_workbench_name(name)
        with self.get(workbench_id).writing() as writing:
            _write_identity(
                writing.folders, workbench_id, name, info(workbench_id, writing.view).created_at
            )

    def delete(self, workbench_id: str) -> None:
        """Take a workbench away at once, then remove what it held."""
        with self.get(workbench_id).writing() as writing, self._root() as root:
            writing.require_no_draft("deleting the workbench")
            require_no_run(writing.folders, "deleting the workbench")
            trash = f".trash-{workbench_id}-{secrets.token_hex(4)}"
            storage.move(root, workbench_id, root, trash)
            storage.sync_folder(root)
        with self._root() as root:
            storage.remove_tree(root, trash)

    def fork(self, workbench_id: str, mode: ForkMode, name: str | None = None) -> Workbench:
        """Make a workbench of its own from another's Published files."""
        source = self.get(workbench_id).read(_open_all, _close_all)
        try:
            with self._building() as (new, folders):
                _write_identity(folders, new, check_workbench_name(name or f"{source.name} (copy)"))
                for path, fd in source.files.items():
                    storage.copy_into(fd, folders.make("published"), path)
                    storage.set_modified(folders.get("published"), path, os.fstat(fd).st_mtime_ns)
                for name, fd in source.conversation.items():
                    if mode == "files_and_conversation":
                        storage.copy_into(fd, folders.get("meta"), name)
                _write_manifest(folders, _manifest_of(source))
        finally:
            _close_all(source)
        return self.get(new)

    def clear_up(self) -> None:
        """Remove what a crash left of workbenches being made or deleted.

        Skipped while another process makes one: what is there may be its work.
        """
        if not self.root.is_dir():
            return
        with self._root() as root, self._shared_lock(root, exclusive=True) as alone:
            if alone:
                for name in list_names(root):
                    if _UNFINISHED.fullmatch(name):
                        storage.remove_tree(root, name)

    @contextmanager
    def _building(self) -> Iterator[tuple[str, Folders]]:
        """Give a new workbench's id and folders; it shows, whole, when the block ends."""
        workbench_id = new_id("wb")
        building = f".new-{workbench_id}"
        storage.make_folders(self.root)
        with self._root() as root, self._shared_lock(root, exclusive=False):
            storage.make_folder(root, building)
            fd = os.open(building, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC, dir_fd=root)
            folders = Folders(fd)
            os.close(fd)
            try:
                folders.make("published")
                folders.make(OBJECTS)
                folders.make("meta/review")
                yield workbench_id, folders
                storage.move(root, building, root, workbench_id)
                storage.sync_folder(root)
            except KeenBenchError:
                storage.remove_tree(root, building)
                raise
            finally:
                folders.close()

    @contextmanager
    def _root(self) -> Iterator[int]:
        fd = os.open(self.root, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        try:
            yield fd
        finally:
            os.close(fd)

    @contextmanager
    def _shared_lock(self, root: int, *, exclusive: bool) -> Iterator[bool]:
        """Hold the folder's own lock with all who build, or alone (False when not to be had)."""
        fd = os.open(
            ".lock", os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600, dir_fd=root
        )
        try:
            kind = fcntl.LOCK_EX | fcntl.LOCK_NB if exclusive else fcntl.LOCK_SH
            try:
                fcntl.flock(fd, kind)
            except BlockingIOError:
                yield False
            else:
                yield True
        finally:
            os.close(fd)


def check_workbench_name(name: str) -> str:
    """Return a name as it is kept: without blanks around it, one line, not too long."""
    name = name.strip()
    if not name or len(name) > _NAME_LENGTH or any(ord(c) < 32 or ord(c) == 127 for c in name):
        raise ValidationFailed(
            f"A workbench's name is one line of 1 to {_NAME_LENGTH} characters.", phase="workbench"
        )
    return name


def info(workbench_id: str, view: View) -> WorkbenchInfo:
    """Return what is known of the workbench that `view` shows."""
    identity = view.read_json("meta", WORKBENCH) or {}
    created_at = identity.get("created_at")
    if created_at is None:
        # Made by an older version, or by hand.
        created_at = iso_ns(os.fstat(view.folders.get("")).st_ctime_ns)
    return WorkbenchInfo(
        workbench_id,
        str(identity.get("name", workbench_id)),
        str(created_at),
        _changed_at(view) or str(created_at),
        len(read_manifest(view)),
        view.draft is not None,
    )


def _changed_at(view: View) -> str | None:
    found = [view.stat("meta", name) for name in _TELLS_OF_CHANGE]
    times = [each.st_mtime_ns for each in found if each is not None]
    return iso_ns(max(times)) if times else None


@dataclass(frozen=True)
class _Source:
    name: str
    manifest: Manifest
    files: dict[str, int]
    conversation: dict[str, int]


def _open_all(view: View) -> _Source:
    if view.draft is not None:
        raise DraftExists("There is a Draft; publish or discard it before forking.")
    manifest = read_manifest(view)
    source = _Source(info("", view).name, manifest, {}, {})
    try:
        for name in CONVERSATION:
            fd = view.open("meta", name)
            if fd is not None:
                source.conversation[name] = fd
        for path in manifest.paths:
            fd = view.open("published", path)
            if fd is None:
                raise FileReadFailed(f"{path} is missing from the workbench.", path=path)
            source.files[path] = fd
    except KeenBenchError:
        _close_all(source)
        raise
    return source


def _close_all(source: _Source) -> None:
    for fd in (*source.files.values(), *source.conversation.values()):
        os.close(fd)


def _manifest_of(source: _Source) -> Manifest:
    added_at = now()
    return Manifest(
        entry_for(path, (found := os.fstat(fd)).st_size, iso_ns(found.st_mtime_ns), added_at)
        for path, fd in source.files.items()
    )


def _write_identity(
    folders: Folders, workbench_id: str, name: str, created_at: str | None = None
) -> None:
    identity = {
        "schema_version": 1,
        "workbench_id": workbench_id,
        "name": name,
        "created_at": created_at or now(),
    }
    storage.write_file(
        folders.get("meta"), WORKBENCH, json.dumps(identity, ensure_ascii=False).encode()
    )


def _write_manifest(folders: Folders, manifest: Manifest) -> None:
    storage.write_file(folders.get("meta"), MANIFEST, manifest.encode(new_id("t")))
